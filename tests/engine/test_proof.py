"""Proofs that one turn keeps the result: against a plain minimax, and for the published puzzles."""

from functools import cache
from random import Random

import pytest

from greylox_web.engine import messages, proof, solver
from greylox_web.engine.messages import MAX_MESSAGE_CHARACTERS, MAX_TURNS
from greylox_web.engine.proof import ProofTask
from greylox_web.engine.proof_limits import MAX_SECONDS, MAX_VACANT
from greylox_web.features.puzzles.puzzle import make_puzzle, parse_turn
from greylox_web.rules import GAMES, default_game
from greylox_web.rules.board import bits
from greylox_web.rules.notation.links import read_link, read_spec
from greylox_web.rules.play import count_vacant, play_all
from greylox_web.rules.turns import all_turns
from tests.features.puzzles.shipped_puzzles import puzzles_of
from tests.thoroughness import LONG, sample

SMALL = (
    "greylox3",
    "lox4",
    "lox4-n",
    "brink3-x1",
    "brink3-x3-p",
    "multiplicity3",
    "byg3",
    "byg4-d",
)
VACANT = 7
POSITIONS = 100 if LONG else 12


def prove(game, state, nodes=None):
    task = ProofTask(game, state, nodes)
    task.think()
    assert task.is_done
    return task.proof


def late_positions(spec, count):
    """Positions at the beginning of a turn, late in random games."""
    game, random = read_spec(spec, allow_small=True), Random(spec)
    while count:
        state, most = game.start(), random.randint(2, VACANT)
        while game.legal(state) and (state.is_mid_turn or count_vacant(game, state) > most):
            state = game.play(state, random.choice([*bits(game.legal(state))]))
        if game.legal(state):
            count -= 1
            yield game, state


def plain_minimax(game):
    """The value of a position for the first colour, by the rules alone."""

    @cache
    def value(state):
        legal = game.legal(state)
        if not legal:
            winner = game.outcome(state).winner
            return 0 if winner is None else 1 - 2 * winner
        return (min if state.mover else max)(value(game.play(state, a)) for a in bits(legal))

    return value


def check_proof(game, state, found):
    """Compare a proof with the plain minimax."""
    value, sign = plain_minimax(game), -1 if state.mover else 1
    values = {turn.state: sign * value(turn.state) for turn in all_turns(game, state)}
    best = max(values.values())
    keeping = [end for end, one in values.items() if one == best]
    if len(values) == 1:
        assert found.verdict == "forced"
        return
    expected = "lost" if best < 0 else "proven" if len(keeping) == 1 else "several"
    assert (found.verdict, found.mover_value) == (expected, best)
    ends = [play_all(game, state, parse_turn(game, state, name)) for name in found.keeping]
    assert {*ends} <= {*keeping}
    if expected == "several":
        assert 2 <= len(ends) == len({*ends})
    if expected != "proven":
        return
    assert ends == keeping
    assert found.checked == found.turns == len(values) == 1 + len(found.wrong)
    for name, mover_value, reply in found.wrong:
        after = play_all(game, state, parse_turn(game, state, name))
        assert values.pop(after) == mover_value < best
        assert bool(reply) == bool(game.legal(after))
        if reply:
            assert (
                sign * value(play_all(game, after, parse_turn(game, after, reply))) == mover_value
            )
    assert len(values) == 1


@pytest.mark.parametrize("compiled", [True, False])
@pytest.mark.parametrize("spec", SMALL)
def test_proof_agrees_with_plain_minimax(spec, compiled, monkeypatch):
    if not compiled:
        monkeypatch.setattr(solver, "make_solver", lambda _: None)
    verdicts = set()
    for game, state in late_positions(spec, POSITIONS):
        if not any(
            turn.state.mover == state.mover and game.legal(turn.state)
            for turn in all_turns(game, state)
        ):
            found = prove(game, state)
            check_proof(game, state, found)
            verdicts.add(found.verdict)
    assert verdicts & {"proven", "several"}


@pytest.mark.parametrize("name", GAMES)
def test_published_puzzles_are_recognised(name):
    for row in sample([*puzzles_of(name).values()]):
        puzzle = make_puzzle(row)
        found = prove(puzzle.game, puzzle.state)
        assert found.verdict == "proven", row.name
        assert found.mover_value == (row.value == "win")
        [keeping] = found.keeping
        assert puzzle.play(puzzle.turn(puzzle.state, keeping)) == puzzle.solution_state
        values = {"lost": -1, "drawn": 0}
        wrong = {
            puzzle.play(puzzle.turn(puzzle.state, turn)): mover_value
            for turn, mover_value, _ in found.wrong
        }
        assert wrong == {end: values[kind] for end, (kind, _) in puzzle.wrong_turns.items()}


def test_order_of_stones_does_not_matter():
    for game, state in late_positions("byg4-d", 20):
        found = prove(game, state)
        turns = [*found.keeping, *(turn for turn, _, _ in found.wrong)]
        as_sets = [frozenset(turn.removesuffix("+end").split("+")) for turn in turns]
        assert len(as_sets) == len({*as_sets})


PROVEN = "1/greylox4/soox1.1oxoo.oxxxoo.1xxxxxo.xxxox1.xxoo1.1o1o-o-2/m"
SEVERAL = "1/greylox4/soox1.1oxoo.oxxxoo.1xxxxxo.xxxox1.xxoo1.1o1o-x-2/m"
HARD = "1/greylox5/sxx1x1.oo1o1x.oooo1oo.1x1o1oxx.oo1o1xxo1.xx1o1xxx.x1xo1o1.x1o1ox.x1ox1-o-2/m/cau"


def position(link):
    reading = read_link(link)
    assert not reading.error
    return reading.record.game, reading.states[-1]


def test_two_turns_that_keep_the_result_are_named():
    found = prove(*position(SEVERAL))
    assert (found.verdict, found.mover_value, found.keeping) == ("several", 1, ["a4", "g5"])


def test_node_limit_ends_the_proof():
    found = prove(*position(HARD), nodes=100_000)
    assert (found.verdict, found.keeping, found.wrong) == ("unproven", [], [])


def test_time_limit_ends_the_proof_on_a_slow_device():
    task, now = ProofTask(*position(HARD)), [0.0]

    def clock():
        now[0] += 2.0
        return now[0]

    while not task.is_done:
        task.think(0.05, clock)
    assert task.proof.verdict == "unproven"
    assert MAX_SECONDS <= now[0] < 3 * MAX_SECONDS


@pytest.mark.parametrize("name", GAMES)
def test_positions_with_too_many_vacant_cells_are_not_searched(name):
    game = default_game(name)
    task = ProofTask(game, game.start())
    task.think()
    assert (task.proof.verdict, task.nodes, task.turns) == ("unproven", 0, [])
    assert name in MAX_VACANT


def test_report_with_the_most_turns_fits_into_a_message():
    wrong = [messages.RefutedTurn("c10+c11+c12", -1, "d10+d11+d12")] * MAX_TURNS
    whole = messages.PositionProof("proven", MAX_TURNS, MAX_TURNS, 1, ["c10+c11+c12"], wrong)
    report = messages.SearchReport(1, True, None, 9, 0.0, False, [], [], 9, None, proof=whole)
    line = messages.write_report(report)
    assert len(line) < MAX_MESSAGE_CHARACTERS
    assert messages.read_report(line) == report
    too_long = report._replace(proof=whole._replace(wrong=[*wrong, wrong[0]]))
    line = messages.write_report(too_long)
    with pytest.raises(messages.WireError):
        messages.read_report(line)


def test_position_with_too_many_turns_is_refused_at_once(monkeypatch):
    monkeypatch.setattr(proof, "MAX_TURNS", 3)
    found = prove(*position(PROVEN))
    assert (found.verdict, found.turns) == ("many-turns", 0)


def test_turn_after_which_the_same_side_moves_again_is_no_puzzle():
    game = read_spec("byg3")
    state = game.play(game.start(), game.board.parse_cell("c3"))
    assert any(turn.state.mover == state.mover for turn in all_turns(game, state))
    assert prove(game, state).verdict == "again-to-move"
