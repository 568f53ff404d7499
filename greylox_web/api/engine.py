"""The computer as a player and as a judge."""

from random import Random
from threading import Lock
from typing import TYPE_CHECKING, Any, NamedTuple

from ..rules import NotationError
from ..rules.notation.actions import Reading, shown_action
from .needs import needing_numpy
from .position import Position

if TYPE_CHECKING:
    from ..command.game import GameInProgress

LEVELS = range(11)
MOST_VISITS = 1_000_000
THINKS = Lock()
"""Whose turn it is to think: engines share networks, which work for one at a time."""


class Considered(NamedTuple):
    """An action that was looked at."""

    action: str
    visits: int
    """How often the search went there."""
    value: float
    """What it is worth to the first colour: 1 wins, -1 loses."""
    proven: bool


class Analysis(NamedTuple):
    """What the engine thinks of a position."""

    best: str
    value: float
    """What the position is worth to the first colour: 1 wins, -1 loses."""
    proven: bool
    line: tuple[str, ...]
    """How it expects the game to go on, action by action."""
    top: tuple[Considered, ...]
    """The most visited actions."""
    visits: int
    """How many the search made: fewer than asked for where its memory, 128 MB, was full."""


class Engine:
    """The engine of the page, with the network of each game.

    Levels are 1 to 10, 0 plays at random.  With the same `seed` it plays the same; without
    `networks` it searches by random games.  One engine remembers what it thought of a game, so it
    is best asked about one game after the other.  Engines may be asked from several threads, and
    think one after the other; several processes think at the same time.
    """

    def __init__(self, level: int = 5, seed: int | None = None, *, networks: bool = True) -> None:
        needing_numpy("the engine")
        if type(level) is not int or level not in LEVELS:
            raise NotationError(f"levels are 0 to 10, not {level!r}")
        from ..command.game import EnginePlayer
        from ..command.nets import evaluators

        random = Random() if seed is None else Random(seed)
        self._player: Any = EnginePlayer(level, random, evaluators(not networks))

    def move(self, position: Position) -> str:
        """The whole turn that the level plays, for `Position.play`."""
        table = _table(position)
        with THINKS:
            return table.turn_text(self._player.turn(table))

    def analyse(self, position: Position, visits: int = 400) -> Analysis:
        """What a search of so many visits finds, whatever the level; late positions are solved."""
        if type(visits) is not int or not 1 <= visits <= MOST_VISITS:
            raise NotationError(f"visits are 1 to {MOST_VISITS:,}, not {visits!r}")
        game, state = position.game, position.state
        with THINKS:
            found = self._player.analysis(_table(position), visits)
        line, now = [], state
        for action in found.line:
            line.append(shown_action(game, now, action))
            now = game.play(now, action)
        top = tuple(
            Considered(shown_action(game, state, t.action), t.visits, t.value_first, t.proven)
            for t in found.top
        )
        best = shown_action(game, state, found.action)
        return Analysis(best, found.value_first, found.proven, tuple(line), top, found.playouts)


def _table(position: Position) -> "GameInProgress":
    """The position as the commands' engine takes it."""
    from ..command.game import GameInProgress

    if position.outcome is not None:
        raise NotationError("the game is over")
    table = GameInProgress(position.game)
    table.take(Reading(position.record, position.states))
    return table
