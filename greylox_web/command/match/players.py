"""The players of a match: our levels, compiled plain search, and other programs by GTP."""

from collections.abc import Callable
from random import Random
from typing import Protocol

from ...engine.compiled.layout import is_compiled
from ...engine.compiled.wasm import load_instance
from ...engine.levels import LEVELS, RANDOM_LEVEL
from ...rules import Game, NotationError
from ...text import parse_whole_number
from ..game import EnginePlayer, GameInProgress
from ..networks import evaluators
from .native import FILE, Uct, playouts_per_second
from .program import Forfeit, GtpProgram


class Player(Protocol):
    """A player of a match."""

    def prepare(self, game: Game) -> None:
        """Prepare for the first game; raise Forfeit if that fails."""
        ...

    def new_game(self, ongoing_game: GameInProgress, seed: str) -> None:
        """Begin a new game; ``ongoing_game`` already has the opening."""
        ...

    def choose_turn(self, ongoing_game: GameInProgress) -> str:
        """Return the turn to play, as one word; raise Forfeit if there is none."""
        ...

    def observe(self, colour: int, turn: str) -> None:
        """Receive a turn of the opponent."""
        ...

    def close(self) -> None:
        """Release the player's resources, such as a process."""
        ...


class LevelPlayer:
    """One of the engine's levels; level 0 plays at random."""

    def __init__(self, level: int, plain: bool = False) -> None:
        self.level, self.plain = level, plain

    def prepare(self, game: Game) -> None:
        pass

    def new_game(self, ongoing_game: GameInProgress, seed: str) -> None:
        self.engine = EnginePlayer(self.level, Random(seed), evaluators(self.plain))

    def choose_turn(self, ongoing_game: GameInProgress) -> str:
        return ongoing_game.turn_text(self.engine.choose_turn(ongoing_game))

    def observe(self, colour: int, turn: str) -> None:
        pass

    def close(self) -> None:
        pass


class UctPlayer:
    """Compiled plain tree search: ``playouts`` random games per action; 0: one second's number."""

    def __init__(self, playouts: int) -> None:
        self.playouts = playouts
        self.search: Uct | None = None

    def prepare(self, game: Game) -> None:
        if load_instance(FILE) is None:
            raise Forfeit("cannot play: compiled code does not run here, which takes wasmtime")
        if not is_compiled(game):
            raise Forfeit("cannot play: the rules of this game are not compiled")

    def new_game(self, ongoing_game: GameInProgress, seed: str) -> None:
        if self.search is None or self.search.game != ongoing_game.game:
            try:
                self.search = Uct(ongoing_game.game, Random(seed))
            except OSError as error:
                raise Forfeit(f"cannot play: {error}") from error
        self.search.begin(Random(seed))

    def choose_turn(self, ongoing_game: GameInProgress) -> str:
        assert self.search is not None
        game, states, actions = (
            ongoing_game.game,
            list(ongoing_game.states),
            list(ongoing_game.actions),
        )
        start = len(actions)
        while len(actions) == start or (states[-1].placed and game.legal(states[-1])):
            self.search.set_position(states, actions)
            actions.append(self.search.choose(self.playouts or playouts_per_second(game)))
            states.append(game.play(states[-1], actions[-1]))
        return ongoing_game.turn_text(actions[start:])

    def observe(self, colour: int, turn: str) -> None:
        pass

    def close(self) -> None:
        self.search = None


def player_factory(text: str, timeout: float) -> Callable[[], Player]:
    """Return a factory of the player that ``text`` describes; NotationError for other texts."""
    kind, _, argument = text.partition(":")
    if text == "random":
        return lambda: LevelPlayer(RANDOM_LEVEL)
    if kind in ("level", "no-network", "plain") and argument in map(str, LEVELS):
        return lambda: LevelPlayer(int(argument), kind != "level")
    if text == "native":
        return lambda: UctPlayer(0)
    if kind == "native" and (playouts := parse_whole_number(argument)):
        return lambda: UctPlayer(playouts)
    if kind == "gtp":
        GtpProgram(argument, timeout)
        return lambda: GtpProgram(argument, timeout)
    raise NotationError(
        f"a player is random, level:{RANDOM_LEVEL} to level:{max(LEVELS)}, "
        f"no-network:{RANDOM_LEVEL} to no-network:{max(LEVELS)} (without a network), "
        "native or native:PLAYOUTS (plain search, compiled) or gtp:COMMAND, "
        f"not {text[:40]!r}"
    )
