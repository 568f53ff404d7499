"""Networks: their files, and their outputs against loops over cells."""

from contextlib import suppress
from io import BytesIO
from random import Random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from greylox_web.engine.inputs import GLOBAL_FEATURES, Encoder
from greylox_web.engine.network import (
    Network,
    NetworkError,
    NetworkEvaluator,
    read_weights,
    write_weights,
)
from greylox_web.engine.network_registry import NETWORK_DIR, NetworkRegistry, load_networks
from greylox_web.rules import GAMES, new_game
from greylox_web.rules.board import bits
from tests.engine.samples import SIZES, certain_weights, positions, random_weights
from tests.thoroughness import examples


def forward_by_loops(weights, game, planes, numbers):
    """Evaluate the network at one position, cell by cell."""
    board = game.board
    cells = list(bits(board.cells))
    directions = [direction for step in board.directions for direction in (step, -step)]

    def conv(name, x, extra):
        out = []
        for cell in cells:
            patch = [x[cells.index(cell)]]
            for direction in directions:
                neighbour = cell + direction
                on = neighbour >= 0 and board.cells >> neighbour & 1
                patch.append(x[cells.index(neighbour)] if on else np.zeros(x.shape[1]))
            out.append(np.concatenate(patch) @ weights[f"{name}.w"] + weights[f"{name}.b"] + extra)
        return np.array(out)

    def pooled(x):
        return np.concatenate([x.mean(axis=0), x.max(axis=0)])

    x = np.maximum(conv("stem", planes, numbers @ weights["stem.g"]), 0)
    for block in range(2):
        inner = np.maximum(conv(f"block{block}.one", x, 0), 0)
        whole = weights.get(f"block{block}.two.g")
        extra = 0 if whole is None else pooled(inner) @ whole
        x = np.maximum(x + conv(f"block{block}.two", inner, extra), 0)
    policy = x @ weights["cells.w"][:, 0] + weights["cells.b"][0]
    hidden = np.concatenate([pooled(x), numbers]) @ weights["hidden.w"] + weights["hidden.b"]
    hidden = np.maximum(hidden, 0)
    value, end, swap = hidden @ weights["board.w"] + weights["board.b"]
    value = np.tanh(value / 2)
    if game.name == "brink":
        weighed = np.exp(hidden @ weights["lead.w"] + weights["lead.b"])
        value = sum(
            weight * lead_value(game, lead, value)
            for lead, weight in zip(range(-15, 16), weighed, strict=True)
        ) / sum(weighed)
    return value, [*policy, end, swap]


def lead_value(game, lead, even):
    """Return the value of a lead at the end of Brink; ``even`` at a lead of 0."""
    if lead == 0:
        return even
    larger_wins = abs(lead) >= game.options["x"]
    return 1 if (lead > 0) == larger_wins else -1


@pytest.mark.parametrize("x", range(1, 9))
def test_lead_values_agree_with_rules(x):
    game = new_game("brink", 3, {"x": x})
    expected_values, seen_leads = Encoder(game).lead_values, set()
    for state in positions(game, 40):
        if game.legal(state).bit_count() > 1:
            continue
        state = game.play(state, next(bits(game.legal(state))))  # the last cell
        lead = game.score(state, 0) - game.score(state, 1)
        if lead:
            seen_leads.add(abs(lead))
            winner = game.outcome(state).winner
            assert expected_values[lead + 15] == lead_value(game, lead, 0) == (-1 if winner else 1)
            assert expected_values[15 - lead] == -expected_values[15 + lead]
    assert len(seen_leads) > 3
    assert expected_values[15] == 0
    assert Encoder(new_game("byg", 3)).lead_values is None


@pytest.mark.parametrize("mover_value", [1, -1])
def test_no_value_lies_beyond_a_sure_win_or_loss(mover_value):
    game = new_game("brink", 3, {"x": 1})
    encoder = Encoder(game)
    state = game.start()
    inputs = encoder.inputs(encoder.stage([state], [game.legal(state)]))
    for seed in range(40):
        [value], _ = Network(certain_weights(encoder, mover_value, seed), encoder)(*inputs)
        assert -1.0 <= value <= 1.0
        assert value == pytest.approx(mover_value, abs=1e-5)


@pytest.mark.parametrize("name", GAMES)
def test_network_agrees_with_explicit_loops(name):
    game = new_game(name, SIZES[name])
    encoder = Encoder(game)
    weights = random_weights(encoder)
    states = positions(game, 1)[::5]
    planes, numbers = encoder.inputs(encoder.stage(states, [game.legal(s) for s in states]))
    values, policies = Network(weights, encoder)(planes, numbers)
    for row in range(len(states)):
        value, policy = forward_by_loops(weights, game, planes[row, :-1], numbers[row])
        assert values[row] == pytest.approx(value, abs=1e-4)
        assert policies[row] == pytest.approx(policy, abs=1e-4)


@pytest.mark.parametrize("name", GAMES)
def test_an_opinion_has_a_chance_for_every_legal_action(name):
    game = new_game(name, SIZES[name])
    encoder = Encoder(game)
    evaluator = NetworkEvaluator(game, Network(random_weights(encoder), encoder))
    states = positions(game, 2)
    legals = [game.legal(state) for state in states]
    for state, legal, output in zip(states, legals, evaluator(states, legals), strict=True):
        assert sum(1 << int(action) for action in output.actions) == legal
        assert output.prior.sum() == pytest.approx(1, abs=1e-4)
        [alone] = evaluator([state], [legal])
        assert alone.value_first == pytest.approx(output.value_first, abs=1e-5)
        assert -1 <= output.value_first <= 1


def test_a_lox_opinion_is_turned_back_for_blue():
    """Exchanging colours and edges exchanges the actions of the output."""
    from greylox_web.rules.board import transform_mask
    from greylox_web.rules.state import State

    game = new_game("lox", 5)
    encoder = Encoder(game)
    evaluator = NetworkEvaluator(game, Network(random_weights(encoder), encoder))
    mirror = game.board.symmetries[2]
    evaluator.encoder.inputs = lambda batch, show=encoder.inputs: (
        lambda x, n: (x, n * (np.array(GLOBAL_FEATURES) != "first"))
    )(*show(batch))
    for state in positions(game, 1)[3::4]:
        if game.legal(state) >> game.board.end_action & 1:
            continue
        other = State(
            (transform_mask(state.stones[1], mirror), transform_mask(state.stones[0], mirror)),
            1 - state.mover,
        )
        [one], [two] = (
            evaluator([state], [game.legal(state)]),
            evaluator([other], [game.legal(other)]),
        )
        chances = {int(a): p for a, p in zip(two.actions, two.prior, strict=True)}
        assert one.value_first == pytest.approx(-two.value_first, abs=1e-5)
        for action, chance in zip(one.actions, one.prior, strict=True):
            assert chances[mirror[int(action)]] == pytest.approx(chance, abs=1e-5)


def test_a_file_gives_its_weights_back():
    weights = random_weights(Encoder(new_game("byg", 4)))
    reloaded = read_weights(write_weights(weights))
    assert reloaded.keys() == weights.keys()
    for name in weights:
        assert reloaded[name] == pytest.approx(weights[name], abs=1e-3)


@examples(60)
@given(st.data())
def test_a_damaged_file_is_a_network_error_or_still_a_network(data):
    encoder = Encoder(new_game("byg", 3))
    whole = write_weights(random_weights(encoder))
    kind = data.draw(st.sampled_from(["cut", "changed", "noise"]))
    if kind == "cut":
        hurt = whole[: data.draw(st.integers(0, len(whole) - 1))]
    elif kind == "changed":
        offset = data.draw(st.integers(0, len(whole) - 1))
        hurt = whole[:offset] + bytes([whole[offset] ^ 255]) + whole[offset + 1 :]
    else:
        hurt = data.draw(st.binary(max_size=300))
    with suppress(NetworkError):
        Network(read_weights(hurt), encoder)


def test_a_network_of_another_game_is_refused():
    nets = NetworkRegistry()
    nets.add("byg", write_weights(random_weights(Encoder(new_game("lox", 5)))))
    with pytest.raises(NetworkError, match="do not fit"):
        nets.evaluator(new_game("byg", 4))
    assert nets.evaluator(new_game("lox", 5)) is None


def test_each_game_has_network_with_model_card():
    nets, faults = load_networks()
    assert not faults
    assert set(nets.weights) == set(GAMES)
    random = Random(1)
    for name in GAMES:
        assert (
            (NETWORK_DIR / f"{name}.md").read_text("utf-8").startswith(f"# The network of {name}")
        )
        assert (NETWORK_DIR / f"{name}.npz").stat().st_size < 1_500_000
        for size in (SIZES[name] - 1, SIZES[name] + 2):
            game = new_game(name, size, allow_small=True)
            evaluator = nets.evaluator(game)
            assert evaluator is not None
            state = game.start()
            for _ in range(4):
                state = game.play(state, random.choice(list(bits(game.legal(state)))))
            [output] = evaluator([state], [game.legal(state)])
            assert len(output.actions) == game.legal(state).bit_count()


@pytest.mark.parametrize(
    ("name", "change"),
    [
        ("stem.b", lambda a: a.reshape(1, -1)),
        ("hidden.b", lambda a: a.sum()),
        ("block0.one.b", lambda a: a[:-1]),
        ("block1.two.g", lambda a: a[:, :-1]),
        ("block1.two.b", lambda a: a[:-1]),
        ("stem.w", lambda a: a * np.float32(1e38)),
    ],
)
def test_sound_archives_of_unsound_weights_are_network_errors(name, change):
    game = new_game("byg", 3)
    nets, weights = NetworkRegistry(), random_weights(Encoder(game))
    nets.weights["byg"] = weights
    assert nets.evaluator(game) is not None
    nets = NetworkRegistry()
    nets.weights["byg"] = {**weights, name: np.asarray(change(weights[name] + 1), np.float32)}
    with pytest.raises(NetworkError):
        nets.evaluator(game)


def zeros(octets):
    """Return a compressed file that unpacks to ``octets`` bytes, 128 of them the header."""
    file = BytesIO()
    np.savez_compressed(file, zeros=np.zeros(octets - 128, dtype=np.uint8))
    return file.getvalue()


def test_network_file_unpacks_to_at_most_8_times_limit(monkeypatch):
    max_bytes = 4000
    monkeypatch.setattr("greylox_web.engine.network.MAX_FILE_BYTES", max_bytes)
    assert read_weights(zeros(8 * max_bytes))["zeros"].size == 8 * max_bytes - 128
    with pytest.raises(NetworkError, match="unpacks to too much"):
        read_weights(zeros(8 * max_bytes + 1))
    monkeypatch.setattr("greylox_web.engine.network.MAX_FILE_BYTES", len(zeros(900)) - 1)
    with pytest.raises(NetworkError, match=r"bytes, more than"):
        read_weights(zeros(900))
