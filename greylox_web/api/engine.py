"""The computer as a player and as a judge."""

from random import Random
from threading import Lock
from typing import TYPE_CHECKING, NamedTuple

from ..engine.levels import FIXED_LEVELS
from ..rules import NotationError
from ..rules.notation.actions import ParseResult, display_action
from .position import Position
from .requirements import require_numpy

if TYPE_CHECKING:
    from ..command.game import GameInProgress

MAX_VISITS = 1_000_000
ENGINE_LOCK = Lock()
"""Held while an engine thinks: engines share networks, which are not thread-safe."""


class CandidateMove(NamedTuple):
    """An action that the search has visited."""

    action: str
    visits: int
    """How often the search visited it."""
    value: float
    """Its value for the first colour, from -1 (loses) to 1 (wins)."""
    proven: bool
    """Whether the value is exact."""


Considered = CandidateMove
"""The earlier name of `CandidateMove`."""


class Analysis(NamedTuple):
    """The engine's analysis of a position."""

    best: str
    """The best action."""
    value: float
    """The value of the position for the first colour, from -1 (loses) to 1 (wins)."""
    proven: bool
    """Whether the value is exact."""
    pv: tuple[str, ...]
    """The principal variation: the expected actions, beginning with the best."""
    candidates: tuple[CandidateMove, ...]
    """The most visited actions."""
    visits: int
    """The visits of the search: fewer than requested if its memory of 128 MB was full."""

    @property
    def line(self) -> tuple[str, ...]:
        """The earlier name of `pv`."""
        return self.pv

    @property
    def top(self) -> tuple[CandidateMove, ...]:
        """The earlier name of `candidates`."""
        return self.candidates


class Engine:
    """The engine of the page, with the network of each game.

    Levels are 1 to 10; level 0 plays at random.  The same `seed` gives the same play, but without
    wasmtime play differs and is slower.  Without `networks` the engine searches by random games.
    An engine keeps its search tree of a game, so use one engine for one game at a time.  Engines
    may be used from several threads, but only one thinks at a time; use several processes to think
    in parallel.
    """

    def __init__(self, level: int = 5, seed: int | None = None, *, networks: bool = True) -> None:
        require_numpy("the engine")
        if type(level) is not int or level not in FIXED_LEVELS:
            raise NotationError(
                f"levels are {FIXED_LEVELS[0]} to {FIXED_LEVELS[-1]}, not {level!r}"
            )
        from ..command.game import EnginePlayer
        from ..command.networks import evaluators

        random = Random() if seed is None else Random(seed)
        self._player = EnginePlayer(level, random, evaluators(not networks))

    def move(self, position: Position) -> str:
        """The whole turn that the level plays, for `Position.play`.

        Raise `NotationError` if the game is over.
        """
        ongoing_game = _game(position)
        with ENGINE_LOCK:
            return ongoing_game.turn_text(self._player.choose_turn(ongoing_game))

    def analyse(self, position: Position, visits: int = 400) -> Analysis:
        """The result of a search with `visits` visits, at any level; late positions are solved.

        Raise `NotationError` if the game is over, or if `visits` is not from 1 to 1,000,000.
        """
        if type(visits) is not int or not 1 <= visits <= MAX_VISITS:
            raise NotationError(f"visits are 1 to {MAX_VISITS:,}, not {visits!r}")
        game, state = position.game, position.state
        with ENGINE_LOCK:
            result = self._player.analysis(_game(position), visits)
        line, now = [], state
        for action in result.pv:
            line.append(display_action(game, now, action))
            now = game.play(now, action)
        top = tuple(
            CandidateMove(display_action(game, state, t.action), t.visits, t.value_first, t.proven)
            for t in result.candidates
        )
        best = display_action(game, state, result.action)
        return Analysis(best, result.value_first, result.proven, tuple(line), top, result.visits)


def _game(position: Position) -> "GameInProgress":
    """The position as a `GameInProgress`; NotationError if the game is over."""
    from ..command.game import GameInProgress

    if position.outcome is not None:
        raise NotationError("the game is over")
    ongoing_game = GameInProgress(position.game)
    ongoing_game.load(ParseResult(position.record, position.states))
    return ongoing_game
