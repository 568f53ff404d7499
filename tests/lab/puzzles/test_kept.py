"""What is kept of puzzles: many that are not alike, in lines that are read with care."""

import json
from collections import Counter

import pytest

from greylox_web.rules import GAMES
from greylox_web.rules.notation.links import check_digits
from lab.puzzles.store import PuzzleError, read, read_line
from tests.lab.puzzles.samples import KEPT

LEAST = 60  # puzzles of each game


@pytest.mark.parametrize("name", GAMES)
def test_puzzles_are_many_and_not_alike(name):
    kept = KEPT[name]
    assert len(kept) >= LEAST
    assert len({each.puzzle.grade for each in kept}) >= 5
    assert len({(each.game.board.shape, each.game.size) for each in kept}) >= 3
    colours = Counter(each.state.mover for each in kept)
    assert min(colours[0], colours[1]) >= len(kept) / 5
    assert len({each.puzzle.link for each in kept}) == len({each.canonical_image for each in kept})
    assert len({each.canonical_image for each in kept}) == len(kept)
    solutions = Counter(
        (each.puzzle.number, frozenset(each.puzzle.solution.split("+"))) for each in kept
    )
    assert max(solutions.values()) == 1


def row(**changes):
    """A sound line with some fields changed."""
    return json.dumps(json.loads(SOUND.puzzle.line) | changes)


SOUND = min(KEPT["multiplicity"], key=lambda each: len(each.puzzle.lost | each.puzzle.drawn))
TURN, REPLY = next(iter((SOUND.puzzle.lost | SOUND.puzzle.drawn).items()))


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("", "no JSON"),
        (SOUND.puzzle.line[:-9], "no JSON"),
        ("[]", "its fields are not"),
        (json.dumps({"link": "x"}), "its fields are not"),
        (row(more=1), "its fields are not"),
        (row(nodes="7"), "its nodes is not of the right kind"),
        (row(nodes=True), "its nodes is not of the right kind"),
        (row(lost={"a1": 5}), "its lost is not of the right kind"),
        (row(themes=[5]), "its themes is not of the right kind"),
        (row(value="loss"), "its value is neither"),
        (row(value="draw", drawn={"a1": "b1"}), "its value is neither"),
        (row(themes=["magic"]), "there is no theme magic"),
        (row(grade=3), "3 is no grade"),
        (row(link="1/hex5/m"), "is not a game"),
        (row(link="1/multiplicity3-f/mz9"), "z9"),
        (row(solution="z9"), "z9"),
        (row(solution=""), "not"),
        (row(solution=SOUND.puzzle.solution + "+" + TURN), "no whole turn"),
        (row(solution=TURN), "not all that there are, each once"),
        (row(lost={}, drawn={}), "not all that there are, each once"),
        (row(lost=SOUND.puzzle.lost | SOUND.puzzle.drawn | {TURN: TURN}, drawn={}), "not legal"),
        (row(lost=SOUND.puzzle.lost | SOUND.puzzle.drawn | {TURN: ""}, drawn={}), "no reply"),
    ],
)
def test_a_broken_line_is_refused_with_a_sentence(line, sentence, tmp_path):
    assert read_line(row()) == SOUND
    with pytest.raises(PuzzleError) as refusal:
        read_line(line)
    assert sentence in str(refusal.value)
    path = tmp_path / "multiplicity.jsonl"
    path.write_text(f"{row()}\n{line}\n")
    with pytest.raises(PuzzleError, match=r"multiplicity\.jsonl, line 2: "):
        read(path)


def test_a_finished_game_and_an_open_turn_are_no_puzzles():
    for link in (
        "1/brink3-x3/sxxo.oxox.xooxo.xoox.1ox-x-2/mc5",
        "1/greylox3/sx2.4.5.4.3-o-1-la1/mb1",
    ):
        with pytest.raises(PuzzleError, match="not the beginning of a turn"):
            read_line(row(link=f"{link}/c{check_digits(link)}"))
