"""The players of a match: our levels, and other programs that speak GTP."""

from collections.abc import Callable
from random import Random
from typing import Protocol

from ...rules import NotationError
from ...search.levels import LEVELS, RANDOM
from ..game import EnginePlayer, GameInProgress
from ..nets import evaluators
from .program import Program


class Player(Protocol):
    """Who plays in a match."""

    def arrive(self) -> None:
        """Be there before the first game; raise Lost when that fails."""
        ...

    def begin(self, table: GameInProgress, seed: str) -> None:
        """Forget the game before; the opening is on the table already."""
        ...

    def turn(self, table: GameInProgress) -> str:
        """The turn to play, as one word; raise Lost when there is none."""
        ...

    def see(self, colour: int, turn: str) -> None:
        """Take note of a turn of the opponent."""
        ...

    def close(self) -> None:
        """Leave."""
        ...


class Level:
    """One of our levels, or any legal action."""

    def __init__(self, level: int, plain: bool = False) -> None:
        self.level, self.plain = level, plain

    def arrive(self) -> None:
        pass

    def begin(self, table: GameInProgress, seed: str) -> None:
        self.engine = EnginePlayer(self.level, Random(seed), evaluators(self.plain))

    def turn(self, table: GameInProgress) -> str:
        return table.turn_text(self.engine.turn(table))

    def see(self, colour: int, turn: str) -> None:
        pass

    def close(self) -> None:
        pass


def maker(text: str, timeout: float) -> Callable[[], Player]:
    """How to make the player that ``text`` describes; raise NotationError for other texts."""
    way, _, rest = text.partition(":")
    if text == "random":
        return lambda: Level(RANDOM)
    if way in ("level", "plain") and rest in map(str, (RANDOM, *LEVELS)):
        return lambda: Level(int(rest), way == "plain")
    if way == "gtp":
        Program(rest, timeout)
        return lambda: Program(rest, timeout)
    raise NotationError(
        f"a player is random, level:{RANDOM} to level:{max(LEVELS)}, "
        f"plain:{RANDOM} to plain:{max(LEVELS)} (without a network) or gtp:COMMAND, "
        f"not {text[:40]!r}"
    )
