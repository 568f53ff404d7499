"""GTP commands, one by one, in this process."""

import io
import sys
from random import Random

import pytest

from greylox_web.command.arguments import parse_options
from greylox_web.command.game import GameInProgress
from greylox_web.command.gtp.extensions import ExtendedCommands
from greylox_web.command.gtp.protocol import respond, serve
from greylox_web.command.pipes import open_streams
from greylox_web.engine.levels import LEVELS
from greylox_web.rules import NotationError, new_game
from greylox_web.rules.notation.actions import ParseResult
from greylox_web.rules.notation.records import read_any


def make_commands(name="lox", size=5):
    return ExtendedCommands(new_game(name, size, allow_small=True), 0, Random(1))


def test_lines_are_answered_until_quit_and_empty_ones_are_not():
    engine, target = make_commands(), io.BytesIO()
    serve(engine, io.BytesIO(b"7 boardsize 3\n\n# nothing\nundo\nquit\nname\n"), target)
    assert target.getvalue() == b"=7\n\n? cannot undo\n\n=\n\n"
    assert engine.is_ended and engine.ongoing_game.game.size == 3


def test_the_board_shows_the_last_stone_wherever_it_is():
    engine = make_commands()
    assert "[" not in respond(engine, "showboard")
    for turn, marked in (("b a1", "[X]"), ("w c3", "[O]"), ("b d4", "[X]")):
        assert respond(engine, f"play {turn}") == "="
        rows = respond(engine, "showboard").partition("[ ]")[0]
        assert rows.count("[") == 1 and marked in rows
    respond(engine, "undo")
    assert "[O]" in respond(engine, "showboard")


def test_forbidden_move_is_reported_as_illegal():
    engine = make_commands()
    respond(engine, "play b a1")
    assert respond(engine, "play w a1").startswith("? illegal move: ")


@pytest.mark.parametrize("closed", ["stdin", "stdout"])
def test_both_ends_have_to_be_open(monkeypatch, closed):
    streams = {"stdin": io.TextIOWrapper(io.BytesIO()), "stdout": io.TextIOWrapper(io.BytesIO())}
    for name, stream in streams.items():
        monkeypatch.setattr(sys, name, stream)
    assert open_streams() == (streams["stdin"].buffer, streams["stdout"].buffer)
    monkeypatch.setattr(sys, closed, None)
    with pytest.raises(BrokenPipeError):
        open_streams()


@pytest.mark.parametrize(
    ("reading", "why"),
    [
        (read_any("lox5 1. a1  2. a1"), read_any("lox5 1. a1  2. a1").error),
        (ParseResult(None, ()), "there is no game in this text"),
    ],
)
def test_unusable_position_to_load_gets_reason(reading, why):
    table = GameInProgress(new_game("lox", 5))
    with pytest.raises(NotationError) as fault:
        table.load(reading)
    assert why and str(fault.value) == why


SIZES = "Lox is played on rhombic boards of size 2 to 15"
NO_SENSE = "is not a number that makes sense here"


@pytest.mark.parametrize(
    ("number", "displayed"),
    [("-1", "-1"), ("99999999999", "99,999,999,999")],
)
@pytest.mark.parametrize(
    ("command", "sentence"),
    [
        ("greylox-analyse {}", "an analysis takes 1 to 200000 playouts"),
        ("greylox-level {}", f"the levels are 0 to {max(LEVELS)}"),
        ("boardsize {}", f"unacceptable size: {SIZES}, not {{said}}"),
        ("greylox-game lox {}", f"{SIZES}, not {{said}}"),
        ("greylox-game brink 2 x={}", "the X of Brink is from 1 to 7 on this board, not {said}"),
        ("time_settings 1 1 {}", f"'{{number}}' {NO_SENSE}"),
        ("time_left b 1 {}", f"'{{number}}' {NO_SENSE}"),
    ],
)
def test_integer_out_of_range_gets_allowed_range(command, sentence, number, displayed):
    engine = make_commands()
    expected = sentence.format(number=number[:20], said=displayed)
    assert respond(engine, command.format(number)) == f"? {expected}"
    assert engine.clock.turn_seconds(0) == float("inf") and engine.ongoing_game.game == new_game(
        "lox", 5
    )


@pytest.mark.parametrize("digits", [21, 5000])
def test_very_long_number_is_quoted_truncated(digits):
    for command in ("greylox-level", "boardsize", "greylox-game brink 3 x=", "time_left b 1"):
        response = respond(make_commands(), f"{command} {'9' * digits}".replace("= ", "="))
        assert response.endswith(f"{'9' * 20}... is a number out of every range")
    with pytest.raises(NotationError, match=f"^{'9' * 20}[.]{{3}} is a number"):
        parse_options([f"x={'9' * digits}"])


def test_a_turn_out_of_turn_and_after_the_end_is_an_illegal_move():
    engine = make_commands()
    assert respond(engine, "play w a1") == "? illegal move: it is the turn of red (b)"
    assert respond(engine, "play b resign") == "="
    assert respond(engine, "play w a1") == "? illegal move: the game is over"
    assert respond(engine, "genmove w") == "? the game is over"


@pytest.mark.parametrize("word", ["much", "1.5", "1e3", "--1", "-", "+", "1_0", "nan"])
def test_non_integer_argument_gets_error_message(word):
    for command in ("greylox-analyse", "greylox-level", "boardsize", "time_left b 1"):
        assert respond(make_commands(), f"{command} {word}").endswith(
            f"'{word}' is not a whole number"
        )


@pytest.mark.parametrize("word", ["3", "+3", "0" * 30 + "3"])
def test_a_whole_number_may_have_a_sign_and_zeros_before_it(word):
    engine = make_commands()
    assert respond(engine, f"boardsize {word}") == "=" and engine.ongoing_game.game.size == 3
