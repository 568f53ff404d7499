"""The gatekeeper: the scores that a new network needs before it replaces the current one."""

import json
from pathlib import Path

import pytest
import torch

from greylox_web.command.match.log import MatchGame
from greylox_web.rules import GAMES, new_game
from greylox_web.rules.notation.links import write_spec
from lab.book import book_and_random_openings, book_path
from lab.networks import load_evaluator
from lab.openings import book_openings
from lab.training import export, gatekeeper
from lab.training.boards import shares
from lab.training.gatekeeper import Score, Trial, early_decision, is_better, trials
from lab.training.model import Model, network_config


@pytest.mark.parametrize(
    ("points", "played", "games", "share", "verdict"),
    [
        (0, 0, 200, 0.55, None),
        (110, 200, 200, 0.55, True),
        (109.5, 200, 200, 0.55, False),
        (110, 150, 200, 0.55, True),
        (109, 199, 200, 0.55, None),
        (10, 100, 200, 0.55, None),
        (9.5, 100, 200, 0.55, False),
        (18, 40, 40, 0.45, True),
        (17.5, 40, 40, 0.45, False),
        (18, 18, 40, 0.45, True),
        (0, 22, 40, 0.45, None),
        (0, 23, 40, 0.45, False),
    ],
)
def test_trial_ends_when_remaining_games_cannot_matter(points, played, games, share, verdict):
    assert early_decision(points, played, games, share) is verdict


@pytest.mark.parametrize("name", GAMES)
def test_every_trained_board_gets_a_trial(name):
    first, *others = trials(name, shares(name))
    default = write_spec(new_game(name))
    assert first == Trial(default, {default: range(200)}, 0.5, True)
    boards = {(game.board.shape, game.size) for spec in shares(name) for game in [parse_game(spec)]}
    tried_boards = {
        (game.board.shape, game.size) for t in others for s in t.specs for game in [parse_game(s)]
    }
    has_options = name not in ("greylox", "byg")
    assert tried_boards | {(new_game(name).board.shape, new_game(name).size)} == boards
    assert len(others) == len(boards) - 1 + has_options
    for trial in others:
        assert trial.games == 40
        assert trial.share == 0.45
        assert default not in trial.specs
        assert all(len(numbers) % 2 == 0 for numbers in trial.specs.values()), "pairs"
        if has_options:
            assert len(trial.specs) > 1 or trial.name.endswith("options")
    assert trials(name, []) == [first]
    assert trials(name, [default]) == [first]


def parse_game(spec):
    return gatekeeper.parse_game(spec)


def make_game(number, points):
    """Return a game in which the first player scored ``points``."""
    winner = {1.0: "a", 0.5: None, 0.0: "b"}[points]
    first = "ab"[number % 2]
    return MatchGame(number=number, first=first, winner=winner, how="stones", fault=False, link="")


def run_gate(monkeypatch, capsys, scores, trained_specs=("byg3", "byg5", "byg7-d")):
    """Return which trials these scores pass, whether the network is better, and the output."""
    monkeypatch.setattr(
        gatekeeper,
        "play_games",
        lambda spec, numbers, *_: (make_game(n, scores(spec, n)) for n in numbers),
    )
    settings = Path("net"), "facts", Path("log"), 100
    pairs = zip(trials("byg", trained_specs), trials("byg", trained_specs, 200), strict=True)
    first, *others = [gatekeeper.score_trial(trial, longer, *settings) for trial, longer in pairs]
    better = is_better(first, others)
    verdicts = [score.passed for score in (first, *others)]
    return verdicts, better, capsys.readouterr().out.splitlines()


def test_a_better_network_passes(monkeypatch, capsys):
    verdicts, better, lines = run_gate(
        monkeypatch, capsys, lambda spec, n: float(n % 20 < 11) if spec == "byg5" else 0.5
    )
    assert verdicts == [True, True, True]
    assert better
    assert lines[0].startswith("byg5: 110 of 200, 55.0% (48.1% to 61.7%)")
    assert all(line.endswith(": passed") for line in lines[:3])
    assert lines[3].startswith("elsewhere: 36 of 72, 50.0%")
    assert "byg3: 18 of 36," in lines[1], "no more games than it takes"


def test_equal_network_does_not_pass(monkeypatch, capsys):
    verdicts, better, _ = run_gate(monkeypatch, capsys, lambda spec, n: 0.5)
    assert verdicts == [True, True, True]
    assert not better


def test_equal_network_better_on_other_boards_passes(monkeypatch, capsys):
    verdicts, better, lines = run_gate(
        monkeypatch, capsys, lambda spec, n: 0.5 if spec == "byg5" else float(n % 5 < 3)
    )
    assert verdicts == [True, True, True]
    assert better
    assert lines[3].startswith("elsewhere: 36 of 56, 64.3%")
    assert not is_better(Score(True, 109.5, 200), [])
    assert is_better(Score(True, 110, 200), [Score(True, 18, 40)])


def test_network_worse_on_default_board_fails(monkeypatch, capsys):
    verdicts, _, lines = run_gate(monkeypatch, capsys, lambda spec, n: float(n % 200 < 99))
    assert verdicts == [False, True, True]
    assert lines[0].endswith(": not passed")


def test_network_worse_on_one_board_fails(monkeypatch, capsys):
    scores = lambda spec, n: float(spec != "byg7-d" or n % 5 < 2)  # noqa: E731
    verdicts, _, lines = run_gate(monkeypatch, capsys, scores)
    assert verdicts == [True, True, False]
    assert "byg7-d" in lines[2]
    assert "of 40 games" in lines[2]
    assert "of 200 games" in lines[3] and lines[3].endswith(": not passed")


def test_bad_luck_on_a_single_board_is_played_out(monkeypatch, capsys):
    scores = lambda spec, n: float(spec != "byg7-d" or (n % 9 > 4 if n >= 40 else n % 5 < 2))  # noqa: E731
    verdicts, better, lines = run_gate(monkeypatch, capsys, scores)
    assert verdicts == [True, True, True] and better
    assert [line.endswith("not passed") for line in lines[2:4]] == [True, False]
    assert lines[3].startswith("byg7-d: 87 of "), "a whole game passes it"


def test_min_share_has_interval_reaching_one_half():
    share = gatekeeper.min_share(200)
    assert share == 86.5 / 200
    assert (
        gatekeeper.wilson_interval(200 * share, 200)[1]
        >= 0.5
        > gatekeeper.wilson_interval(200 * share - 0.5, 200)[1]
    )


def test_after_a_book_come_even_openings():
    openings = book_and_random_openings(new_game("byg", 4))
    listed_openings = book_openings(new_game("byg", 4), book_path(new_game("byg", 4)), 20)
    assert [openings(pair) for pair in (0, 19)] == [listed_openings(0), listed_openings(19)]
    assert openings(20) not in [listed_openings(pair) for pair in range(20)]
    assert len(openings(20)) < len(listed_openings(0)) and openings(20) == openings(20)


@pytest.fixture
def candidate(tmp_path, monkeypatch):
    """The run folder of an untrained Byg network."""
    torch.manual_seed(1)
    folder = tmp_path / "runs" / "byg"
    folder.mkdir(parents=True)
    facts = {"games": 9, "positions": 300, "steps": 5, "seconds": 90.0, "boards": {"byg3": 300}}
    model = Model(network_config("byg")).state_dict()
    torch.save({"model": model, "average": model, "facts": facts}, folder / "checkpoint.pt")
    for name in ("NETS", "CHECKPOINTS"):
        monkeypatch.setattr(export, name, tmp_path / name)
    return folder


def run(monkeypatch, module, *words):
    monkeypatch.setattr("sys.argv", [module.__name__, "byg", *words])
    module.main()


def test_gate_command_resumes_and_rejects_candidate(candidate, monkeypatch, capsys):
    few = lambda *_: [Trial("byg3", {"byg3": range(4)}, 0.8, True)]  # noqa: E731
    monkeypatch.setattr(gatekeeper, "trials", few)
    words = ("--folder", str(candidate.parent), "--visits", "8")
    outputs = []
    for more in ((), ("--resume",)):
        with pytest.raises(SystemExit) as stop:
            run(monkeypatch, gatekeeper, *words, *more)
        assert stop.value.code == 1
        outputs.append(capsys.readouterr().out)
    assert outputs[0] == outputs[1]
    rows = [json.loads(line) for line in (candidate / "gate.jsonl").read_text().splitlines()]
    numbers = [row["game"]["number"] for row in rows]
    assert len(numbers) == len(set(numbers)), "what was played is not played again"
    with pytest.raises(SystemExit, match="2"):
        run(monkeypatch, export, "--folder", str(candidate.parent))
    assert "there is no" in capsys.readouterr().err


def test_passed_network_is_exported_with_its_boards(candidate, tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(gatekeeper, "play_trial", lambda *_: Score(True, 22, 40))
    run(monkeypatch, gatekeeper, "--folder", str(candidate.parent))
    run(monkeypatch, export, "--folder", str(candidate.parent), "--next")
    assert (tmp_path / "CHECKPOINTS" / "byg-next.pt").exists()
    assert not (tmp_path / "NETS").exists()
    (tmp_path / "NETS").mkdir()
    (tmp_path / "NETS" / "byg.md").write_text("old\n## Strength\n\nas it was\n")
    run(monkeypatch, export, "--folder", str(candidate.parent))
    card = (tmp_path / "NETS" / "byg.md").read_text()
    assert "The last 300 positions by board: hexhex 3 100.0%." in card
    assert card.endswith("\n## Strength\n\nas it was\n")
    assert len((tmp_path / "NETS" / "byg.npz").read_bytes()) < 400_000
    checkpoint_path = tmp_path / "CHECKPOINTS" / "byg.pt"
    assert set(torch.load(checkpoint_path, weights_only=True)) == {"model", "facts"}
    assert not (tmp_path / "CHECKPOINTS" / "byg-next.pt").exists()


def test_two_networks_play_each_with_its_own_eyes(candidate, monkeypatch):
    monkeypatch.setattr(gatekeeper, "play_trial", lambda *_: Score(True, 22, 40))
    run(monkeypatch, gatekeeper, "--folder", str(candidate.parent))
    game = new_game("byg", 3)
    spot = gatekeeper.Player(f"visits:9,net={candidate / 'candidate.npz'}")
    outputs = [
        load_evaluator(game, net)([game.start()], [game.legal(game.start())])
        for net in ("", spot.network)
    ]
    assert outputs[0][0].value_first != outputs[1][0].value_first


def test_the_card_tells_the_options(candidate):
    text = export.board_list({"brink5-x3": 50, "brink5-x7": 25, "brink9-d-x3": 25})
    assert "hexhex 5 75.0%, rhombus 9 25.0%" in text
    assert "25% of them with other than the usual options; X was 3, 7." in " ".join(text.split())
    assert export.board_list({}) == ""
