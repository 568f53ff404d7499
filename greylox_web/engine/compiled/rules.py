"""The Python side of the compiled rules, ``rules.ts``."""

from pathlib import Path
from random import Random
from typing import NamedTuple

from ...rules import play
from ...rules.board import bits
from ...rules.state import Game, State
from ..playouts import PlayoutResult, Playouts
from . import layout
from .machine import Machine, machine

FILE = Path(__file__).with_name("rules.wasm")
MANY = 1_000_000
DEEPEST = 20


class Found(NamedTuple):
    """A position as the compiled rules see it."""

    state: State
    legal: int  # the mask of legal actions, 0 when the game is over
    value_first: int | None  # -1, 0 or 1 when the game is over, else None


class CompiledRules:
    """The compiled rules of one game; not thread-safe."""

    def __init__(self, machine: Machine, game: Game) -> None:
        self.machine = machine
        ground = layout.ground(game)
        rooms = [
            machine.room(length)
            for length in (len(ground), layout.TABLES, (DEEPEST + 1) * layout.RECORD.size)
        ]
        self.rooms = rooms  # kept alive: the code has their addresses
        rooms[0][:] = list(ground)
        self.record = rooms[2][: layout.RECORD.size].data
        self.where = tuple(machine.address(room) for room in rooms)
        self._look = machine.function("inspect")
        self._step = machine.function("playAction")
        self._games = machine.function("playRandomGames")
        self._perft = machine.function("perft")

    def look(self, state: State) -> Found:
        """The position with its legal actions, and its value if the game is over."""
        self.record[:] = layout.packed(state)
        self._look(*self.where)
        return self.found()

    def play(self, state: State, action: int) -> Found:
        """The position after a legal action."""
        self.record[:] = layout.packed(state)
        self._step(*self.where, action)
        return self.found()

    def games(self, state: State, seed: int, count: int = 1, most: int = MANY) -> tuple[int, Found]:
        """Play ``count`` random games of at most ``most`` actions each, from a seed of 62 bits.

        Return the sum of their values for the first colour, and the end of the last game.
        """
        self.record[:] = layout.packed(state)
        low, high = seed & 0x7FFFFFFF, seed >> 31
        return self._games(*self.where, low, high, count, most), self.found()

    def perft(self, state: State, depth: int) -> int:
        """The number of sequences of exactly ``depth`` actions, 0 to ``DEEPEST``."""
        assert depth <= DEEPEST
        self.record[:] = layout.packed(state)
        self._perft(*self.where, depth)
        return int.from_bytes(self.record[:8], "little")

    def found(self) -> Found:
        """The position in the record."""
        return Found(*layout.unpacked(self.record.tobytes()))


def compiled(game: Game) -> CompiledRules | None:
    """The game's compiled rules, or None where there are none or they cannot run."""
    if not layout.is_compiled(game):
        return None
    runs = machine(FILE)
    return None if runs is None else CompiledRules(runs, game)


def perft(game: Game, depth: int) -> int:
    """The same as ``rules.play.perft``, compiled where possible; Ctrl-C can interrupt it."""
    rules, start = compiled(game), game.start()
    if rules is None or not 1 < depth <= DEEPEST:
        return play.perft(game, depth)
    actions = bits(game.legal(start))
    return sum(rules.perft(game.play(start, action), depth - 1) for action in actions)


class CompiledPlayouts(Playouts):
    """Random games by compiled code, or by the rules where it does not run.

    The distribution is that of ``Playouts``, the sequence is not: a game is seeded with 62 bits
    drawn from ``random``.
    """

    def __init__(self, random: Random) -> None:
        super().__init__(random)
        self.game: Game | None = None
        self.rules: CompiledRules | None = None

    def __call__(self, game: Game, state: State) -> PlayoutResult:
        """The outcome of one random game from ``state`` on."""
        found = self.played(game, state)
        if found is None:
            return super().__call__(game, state)
        assert found.value_first is not None
        return PlayoutResult(float(found.value_first), found.state.stones)

    def last(self, game: Game, state: State) -> State:
        """The finished position of a random game."""
        found = self.played(game, state)
        return super().last(game, state) if found is None else found.state

    def played(self, game: Game, state: State) -> Found | None:
        """The end of a random game, or None where compiled code cannot play it."""
        if game is not self.game:
            self.game, self.rules = game, compiled(game)
        if self.rules is None:
            return None
        return self.rules.games(state, self.random.getrandbits(62))[1]
