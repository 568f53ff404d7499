"""The commands of the protocol; each takes its arguments as words and returns the response text.

The method ``do_known_command`` implements ``known_command``.  A NotationError becomes a response
that begins with ``?``.
"""

from random import Random
from time import monotonic

from ... import __version__
from ...engine.tree_reuse import Evaluators, no_network
from ...formats.diagram import diagram
from ...formats.sgf_names import format_result
from ...rules import Game, NotationError, new_game
from ..arguments import parse_integer
from ..game import HEX_SWAP, EnginePlayer, GameInProgress
from .clock import TimeControl

MAX_SECONDS = 1e7
MAX_STONES = 1_000_000_000
LETTERS = "BW"  # of the first and the second colour
PASS = "pass"  # the move of a skipped side, for programs with strictly alternating sides


class GtpCommands:
    """The engine's side of the protocol."""

    def __init__(
        self, game: Game, level: int, random: Random, evaluators: Evaluators = no_network
    ) -> None:
        self.ongoing_game = GameInProgress(game)
        self.engine = EnginePlayer(level, random, evaluators)
        self.clock = TimeControl()
        self.is_ended = False
        self.like_hex = False  # whether the controller is a program for Hex
        self.commands = {
            name.removeprefix("do_").replace("greylox_", "greylox-"): getattr(self, name)
            for name in dir(self)
            if name.startswith("do_")
        }

    def parse_colour(self, word: str) -> int:
        """Return the colour that a word stands for.

        A full name is one of the game's colours.  ``b`` is the colour that moves first and ``w``
        the other, because in GTP programs ``b`` begins.  ``black`` and ``white`` have the same
        meaning in a game that has neither colour.
        """
        word, names = word.lower(), self.ongoing_game.game.colours
        if word in names:
            return names.index(word)
        if word in ("b", "w"):
            return "bw".index(word)
        if word in ("black", "white") and not {"black", "white"} & set(names):
            return int(word == "white")
        raise NotationError(f"the colours are {names[0]} (b) and {names[1]} (w)")

    def require_to_move(self, word: str) -> int:
        """Return the colour that a word stands for; NotationError if this colour is not to move."""
        colour, ongoing_game = self.parse_colour(word), self.ongoing_game
        if ongoing_game.outcome() is not None:
            raise NotationError("the game is over")
        if colour != ongoing_game.state.mover:
            name = ongoing_game.game.colours[ongoing_game.state.mover]
            raise NotationError(f"it is the turn of {name} ({'bw'[ongoing_game.state.mover]})")
        return colour

    def new_game(self, game: Game) -> str:
        """Begin a new game."""
        self.ongoing_game.reset(game)
        self.clock.time_left.clear()
        return ""

    def do_protocol_version(self) -> str:
        return "2"

    def do_name(self) -> str:
        return "Greylox Web"

    def do_version(self) -> str:
        return __version__

    def do_list_commands(self) -> str:
        return "\n".join(sorted(self.commands))

    def do_known_command(self, name: str) -> str:
        return "true" if name in self.commands else "false"

    def do_quit(self) -> str:
        self.is_ended = True
        return ""

    def do_boardsize(self, size: str, *height: str) -> str:
        """Begin a game; programs for Hex (HexGui) also send the height and name the swap's form."""
        if len(height) > 1:
            raise NotationError("syntax error: boardsize SIZE [HEIGHT]")
        game = self.ongoing_game.game
        try:
            number = require_integer(size)
            if height and require_integer(height[0]) != number:
                raise NotationError(
                    f"a board is as wide as it is high, not {number} x {require_integer(height[0])}"
                )
            reply = self.new_game(new_game(game.name, number, game.options, allow_small=True))
        except NotationError as error:
            raise NotationError(f"unacceptable size: {error}") from error
        self.like_hex = bool(height)
        return reply

    def do_clear_board(self) -> str:
        return self.new_game(self.ongoing_game.game)

    def do_komi(self, komi: str) -> str:
        parse_float(komi, -MAX_SECONDS)
        return ""

    def do_play(self, colour: str, turn: str) -> str:
        if self.ongoing_game.can_skip(self.parse_colour(colour)) and turn.lower() == PASS:
            self.ongoing_game.skip_turn()
            return ""
        try:
            self.require_to_move(colour)
            self.ongoing_game.play(turn)
        except NotationError as error:
            raise NotationError(f"illegal move: {error}") from error
        return ""

    def do_genmove(self, colour: str) -> str:
        if self.ongoing_game.can_skip(self.parse_colour(colour)):
            self.ongoing_game.skip_turn()
            return PASS
        mover, start = self.require_to_move(colour), monotonic()
        turn = self.engine.choose_turn(self.ongoing_game, start + self.clock.turn_seconds(mover))
        self.clock.subtract(mover, monotonic() - start)
        text = self.ongoing_game.turn_text(turn)
        self.ongoing_game.play(text)
        return HEX_SWAP if text == "swap" and self.like_hex else text

    def do_undo(self) -> str:
        try:
            self.ongoing_game.undo()
        except NotationError as error:
            raise NotationError("cannot undo") from error
        return ""

    def do_showboard(self) -> str:
        ongoing_game = self.ongoing_game
        last = ongoing_game.actions[-1] if ongoing_game.actions else -1
        mark = 1 << last & ongoing_game.game.board.cells if last >= 0 else 0
        text = diagram(ongoing_game.game, ongoing_game.state, mark)
        lines = [line.replace(" · ", ", ").replace("×", "x").rstrip() for line in text.splitlines()]
        return "\n" + "\n".join(line for line in lines if line)

    def do_final_score(self) -> str:
        outcome = self.ongoing_game.outcome()
        if outcome is None:
            raise NotationError("cannot score: the game is not over")
        return format_result(outcome, LETTERS)

    def do_time_settings(self, main: str, period: str, stones: str) -> str:
        self.clock = TimeControl(parse_float(main), parse_float(period), parse_count(stones))
        return ""

    def do_time_left(self, colour: str, seconds: str, stones: str) -> str:
        self.clock.time_left[self.parse_colour(colour)] = (
            parse_float(seconds),
            parse_count(stones),
        )
        return ""


def require_integer(word: str) -> int:
    """Parse an integer; raise NotationError for other words."""
    number = parse_integer(word)
    if number is None:
        raise NotationError(f"{word[:20]!r} is not a whole number")
    return number


def parse_count(word: str) -> int:
    """Parse a number of stones, at least 0; raise NotationError for other words."""
    number = require_integer(word)
    if not 0 <= number < MAX_STONES:
        raise out_of_range(word)
    return number


def parse_float(word: str, minimum: float = 0.0) -> float:
    """Parse a number of at least ``minimum``; raise NotationError for other words."""
    try:
        number = float(word)
    except ValueError:
        number = float("nan")
    if not minimum <= number <= MAX_SECONDS:
        raise out_of_range(word)
    return number


def out_of_range(word: str) -> NotationError:
    """Return the error for a number that is out of range."""
    return NotationError(f"{word[:20]!r} is not a number that makes sense here")
