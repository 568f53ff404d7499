"""The stored puzzles: many different ones, and strict parsing of their rows."""

import json
from collections import Counter

import pytest

from greylox_web.rules import GAMES
from greylox_web.rules.notation.links import check_digits
from lab.puzzles.store import PuzzleError, read, read_line
from tests.lab.puzzles.samples import PUZZLES

MIN_PUZZLES = 60  # puzzles of each game


@pytest.mark.parametrize("name", GAMES)
def test_puzzles_are_many_and_not_alike(name):
    puzzles = PUZZLES[name]
    assert len(puzzles) >= MIN_PUZZLES
    assert len({each.puzzle.grade for each in puzzles}) >= 5
    assert len({(each.game.board.shape, each.game.size) for each in puzzles}) >= 3
    colours = Counter(each.state.mover for each in puzzles)
    assert min(colours[0], colours[1]) >= len(puzzles) / 5
    assert len({each.puzzle.link for each in puzzles}) == len(
        {each.canonical_image for each in puzzles}
    )
    assert len({each.canonical_image for each in puzzles}) == len(puzzles)
    solutions = Counter(
        (each.puzzle.number, frozenset(each.puzzle.solution.split("+"))) for each in puzzles
    )
    assert max(solutions.values()) == 1


def make_line(**changes):
    """Return a valid row with some fields changed."""
    return json.dumps(json.loads(VALID.puzzle.line) | changes)


VALID = min(PUZZLES["multiplicity"], key=lambda each: len(each.puzzle.lost | each.puzzle.drawn))
TURN, REPLY = next(iter((VALID.puzzle.lost | VALID.puzzle.drawn).items()))


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("", "no JSON"),
        (VALID.puzzle.line[:-9], "no JSON"),
        ("[]", "its fields are not"),
        (json.dumps({"link": "x"}), "its fields are not"),
        (make_line(more=1), "its fields are not"),
        (make_line(nodes="7"), "its nodes is not of the right kind"),
        (make_line(nodes=True), "its nodes is not of the right kind"),
        (make_line(lost={"a1": 5}), "its lost is not of the right kind"),
        (make_line(themes=[5]), "its themes is not of the right kind"),
        (make_line(value="loss"), "its value is neither"),
        (make_line(value="draw", drawn={"a1": "b1"}), "its value is neither"),
        (make_line(themes=["magic"]), "there is no theme magic"),
        (make_line(grade=3), "3 is no grade"),
        (make_line(link="1/hex5/m"), "is not a game"),
        (make_line(link="1/multiplicity3-f/mz9"), "z9"),
        (make_line(solution="z9"), "z9"),
        (make_line(solution=""), "not"),
        (make_line(solution=VALID.puzzle.solution + "+" + TURN), "no whole turn"),
        (make_line(solution=TURN), "not all that there are, each once"),
        (make_line(lost={}, drawn={}), "not all that there are, each once"),
        (
            make_line(lost=VALID.puzzle.lost | VALID.puzzle.drawn | {TURN: TURN}, drawn={}),
            "not legal",
        ),
        (make_line(lost=VALID.puzzle.lost | VALID.puzzle.drawn | {TURN: ""}, drawn={}), "no reply"),
    ],
)
def test_a_broken_line_is_refused_with_a_sentence(line, sentence, tmp_path):
    assert read_line(make_line()) == VALID
    with pytest.raises(PuzzleError) as refusal:
        read_line(line)
    assert sentence in str(refusal.value)
    path = tmp_path / "multiplicity.jsonl"
    path.write_text(f"{make_line()}\n{line}\n")
    with pytest.raises(PuzzleError, match=r"multiplicity\.jsonl, line 2: "):
        read(path)


def test_a_finished_game_and_an_open_turn_are_no_puzzles():
    for link in (
        "1/brink3-x3/sxxo.oxox.xooxo.xoox.1ox-x-2/mc5",
        "1/greylox3/sx2.4.5.4.3-o-1-la1/mb1",
    ):
        with pytest.raises(PuzzleError, match="not the beginning of a turn"):
            read_line(make_line(link=f"{link}/c{check_digits(link)}"))
