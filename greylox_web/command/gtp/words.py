"""The commands of the protocol; each takes its arguments as words and returns the response text.

The method ``do_known_command`` implements ``known_command``; a NotationError becomes a response
that begins with ``?``.
"""

from random import Random
from time import monotonic

from ... import __version__
from ...engine.memory import Evaluators, no_network
from ...formats.diagram import diagram
from ...formats.sgf_names import format_result
from ...rules import Game, NotationError, new_game
from ..arguments import integer
from ..game import SWAP_OF_HEX, EnginePlayer, GameInProgress
from .clock import TimeControl

MOST_SECONDS = 1e7
MOST_STONES = 1_000_000_000
LETTERS = "BW"  # of the colour that moves first and of the other
WAIT = "pass"  # of a side that is skipped, for programs in which the sides must alternate


class Words:
    """The engine's side of the protocol."""

    def __init__(
        self, game: Game, level: int, random: Random, evaluators: Evaluators = no_network
    ) -> None:
        self.table = GameInProgress(game)
        self.engine = EnginePlayer(level, random, evaluators)
        self.clock = TimeControl()
        self.ended = False
        self.like_hex = False  # the other side speaks as programs for Hex do
        self.commands = {
            name.removeprefix("do_").replace("greylox_", "greylox-"): getattr(self, name)
            for name in dir(self)
            if name.startswith("do_")
        }

    def colour(self, word: str) -> int:
        """The colour that a word stands for.

        A full name is the game's own.  ``b`` is the colour that moves first and ``w`` the other,
        because GTP programs let ``b`` begin; so are ``black`` and ``white`` in a game that has
        neither colour.
        """
        word, names = word.lower(), self.table.game.colours
        if word in names:
            return names.index(word)
        if word in ("b", "w"):
            return "bw".index(word)
        if word in ("black", "white") and not {"black", "white"} & set(names):
            return int(word == "white")
        raise NotationError(f"the colours are {names[0]} (b) and {names[1]} (w)")

    def on_turn(self, word: str) -> int:
        """The colour that a word stands for; NotationError if it is not to move."""
        colour, table = self.colour(word), self.table
        if table.outcome() is not None:
            raise NotationError("the game is over")
        if colour != table.state.mover:
            name = table.game.colours[table.state.mover]
            raise NotationError(f"it is the turn of {name} ({'bw'[table.state.mover]})")
        return colour

    def restart(self, game: Game) -> str:
        """Begin a new game."""
        self.table.clear(game)
        self.clock.left.clear()
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
        self.ended = True
        return ""

    def do_boardsize(self, size: str, *height: str) -> str:
        """Programs for Hex, such as HexGui, name the height too, and the swap by its form."""
        if len(height) > 1:
            raise NotationError("syntax error: boardsize SIZE [HEIGHT]")
        game = self.table.game
        try:
            number = whole(size)
            if height and whole(height[0]) != number:
                raise NotationError(
                    f"a board is as wide as it is high, not {number} x {whole(height[0])}"
                )
            reply = self.restart(new_game(game.name, number, game.options, allow_small=True))
        except NotationError as error:
            raise NotationError(f"unacceptable size: {error}") from error
        self.like_hex = bool(height)
        return reply

    def do_clear_board(self) -> str:
        return self.restart(self.table.game)

    def do_komi(self, komi: str) -> str:
        real(komi, -MOST_SECONDS)
        return ""

    def do_play(self, colour: str, turn: str) -> str:
        if self.table.may_wait(self.colour(colour)) and turn.lower() == WAIT:
            self.table.wait()
            return ""
        try:
            self.on_turn(colour)
            self.table.play(turn)
        except NotationError as error:
            raise NotationError(f"illegal move: {error}") from error
        return ""

    def do_genmove(self, colour: str) -> str:
        if self.table.may_wait(self.colour(colour)):
            self.table.wait()
            return WAIT
        mover, start = self.on_turn(colour), monotonic()
        turn = self.engine.turn(self.table, start + self.clock.seconds(mover))
        self.clock.spend(mover, monotonic() - start)
        text = self.table.turn_text(turn)
        self.table.play(text)
        return SWAP_OF_HEX if text == "swap" and self.like_hex else text

    def do_undo(self) -> str:
        try:
            self.table.undo()
        except NotationError as error:
            raise NotationError("cannot undo") from error
        return ""

    def do_showboard(self) -> str:
        table = self.table
        last = table.actions[-1] if table.actions else -1
        mark = 1 << last & table.game.board.cells if last >= 0 else 0
        text = diagram(table.game, table.state, mark)
        lines = [line.replace(" · ", ", ").replace("×", "x").rstrip() for line in text.splitlines()]
        return "\n" + "\n".join(line for line in lines if line)

    def do_final_score(self) -> str:
        outcome = self.table.outcome()
        if outcome is None:
            raise NotationError("cannot score: the game is not over")
        return format_result(outcome, LETTERS)

    def do_time_settings(self, main: str, period: str, stones: str) -> str:
        self.clock = TimeControl(real(main), real(period), count(stones))
        return ""

    def do_time_left(self, colour: str, seconds: str, stones: str) -> str:
        self.clock.left[self.colour(colour)] = (real(seconds), count(stones))
        return ""


def whole(word: str) -> int:
    """An integer; raise NotationError for other words."""
    number = integer(word)
    if number is None:
        raise NotationError(f"{word[:20]!r} is not a whole number")
    return number


def count(word: str) -> int:
    """A number of stones, at least 0; raise NotationError for other words."""
    number = whole(word)
    if not 0 <= number < MOST_STONES:
        raise no_sense(word)
    return number


def real(word: str, least: float = 0.0) -> float:
    """A number of at least ``least``; raise NotationError for other words."""
    try:
        number = float(word)
    except ValueError:
        number = float("nan")
    if not least <= number <= MOST_SECONDS:
        raise no_sense(word)
    return number


def no_sense(word: str) -> NotationError:
    """The error for a number that is out of range."""
    return NotationError(f"{word[:20]!r} is not a number that makes sense here")
