"""Words of GTP, one by one, in this process."""

import io
import sys
from random import Random

import pytest

from greylox_web.command.game import GameInProgress
from greylox_web.command.gtp.private import AllWords
from greylox_web.command.gtp.protocol import answer, serve
from greylox_web.command.pipes import both_ends
from greylox_web.rules import NotationError, new_game
from greylox_web.rules.notation.actions import Reading
from greylox_web.rules.notation.records import read_any


def words(name="lox", size=5):
    return AllWords(new_game(name, size, small=True), 0, Random(1))


def test_lines_are_answered_until_quit_and_empty_ones_are_not():
    engine, target = words(), io.BytesIO()
    serve(engine, io.BytesIO(b"7 boardsize 3\n\n# nothing\nundo\nquit\nname\n"), target)
    assert target.getvalue() == b"=7\n\n? cannot undo\n\n=\n\n"
    assert engine.ended and engine.table.game.size == 3


def test_the_board_shows_the_last_stone_wherever_it_is():
    engine = words()
    assert "[" not in answer(engine, "showboard")
    for turn, marked in (("b a1", "[X]"), ("w c3", "[O]"), ("b d4", "[X]")):
        assert answer(engine, f"play {turn}") == "="
        rows = answer(engine, "showboard").partition("[ ]")[0]
        assert rows.count("[") == 1 and marked in rows
    answer(engine, "undo")
    assert "[O]" in answer(engine, "showboard")


def test_a_move_that_the_rules_forbid_is_called_illegal():
    engine = words()
    answer(engine, "play b a1")
    assert answer(engine, "play w a1").startswith("? illegal move: ")


@pytest.mark.parametrize("closed", ["stdin", "stdout"])
def test_both_ends_have_to_be_open(monkeypatch, closed):
    here = {"stdin": io.TextIOWrapper(io.BytesIO()), "stdout": io.TextIOWrapper(io.BytesIO())}
    for name, stream in here.items():
        monkeypatch.setattr(sys, name, stream)
    assert both_ends() == (here["stdin"].buffer, here["stdout"].buffer)
    monkeypatch.setattr(sys, closed, None)
    with pytest.raises(BrokenPipeError):
        both_ends()


@pytest.mark.parametrize(
    ("reading", "why"),
    [
        (read_any("lox5 1. a1  2. a1"), read_any("lox5 1. a1  2. a1").error),
        (Reading(None, ()), "there is no game in this text"),
    ],
)
def test_what_cannot_be_gone_on_with_says_why(reading, why):
    table = GameInProgress(new_game("lox", 5))
    with pytest.raises(NotationError) as fault:
        table.take(reading)
    assert why and str(fault.value) == why
