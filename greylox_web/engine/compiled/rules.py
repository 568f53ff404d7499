"""The Python side of the compiled rules, ``rules.ts``."""

from pathlib import Path
from random import Random
from typing import NamedTuple

from ...rules import play
from ...rules.board import bits
from ...rules.state import Game, State
from ..playouts import PlayoutResult, Playouts
from . import layout
from .wasm import WasmInstance, load_instance

FILE = Path(__file__).with_name("rules.wasm")
NO_LIMIT = 1_000_000
MAX_PERFT_DEPTH = 20


class RulesResult(NamedTuple):
    """A position as the compiled rules return it."""

    state: State
    legal: int  # the mask of legal actions, 0 if the game is over
    value_first: int | None  # -1, 0 or 1 if the game is over, else None


class CompiledRules:
    """The compiled rules of one game; not thread-safe."""

    def __init__(self, instance: WasmInstance, game: Game) -> None:
        self.instance = instance
        game_layout = layout.pack_game(game)
        buffers = [
            instance.allocate(length)
            for length in (
                len(game_layout),
                layout.POSITIONS_BYTES,
                (MAX_PERFT_DEPTH + 1) * layout.RECORD.size,
            )
        ]
        self.buffers = buffers  # kept alive: the code holds their addresses
        buffers[0][:] = list(game_layout)
        self.record = buffers[2][: layout.RECORD.size].data
        self.addresses = tuple(instance.address(buffer) for buffer in buffers)
        self._inspect = instance.function("inspect")
        self._step = instance.function("playAction")
        self._play_random_games = instance.function("playRandomGames")
        self._perft = instance.function("perft")

    def inspect(self, state: State) -> RulesResult:
        """Return the position with its legal actions, and its value if the game is over."""
        self.record[:] = layout.pack_record(state)
        self._inspect(*self.addresses)
        return self.read_result()

    def play(self, state: State, action: int) -> RulesResult:
        """Return the position after a legal action."""
        self.record[:] = layout.pack_record(state)
        self._step(*self.addresses, action)
        return self.read_result()

    def play_random_games(
        self, state: State, seed: int, count: int = 1, max_actions: int = NO_LIMIT
    ) -> tuple[int, RulesResult]:
        """Play ``count`` random games of at most ``max_actions`` actions, from a seed of 62 bits.

        Return the sum of their values for the first colour, and the end of the last game.
        """
        self.record[:] = layout.pack_record(state)
        low, high = seed & 0x7FFFFFFF, seed >> 31
        return self._play_random_games(
            *self.addresses, low, high, count, max_actions
        ), self.read_result()

    def perft(self, state: State, depth: int) -> int:
        """Return the number of sequences of exactly ``depth`` actions, 0 to ``MAX_PERFT_DEPTH``."""
        assert depth <= MAX_PERFT_DEPTH
        self.record[:] = layout.pack_record(state)
        self._perft(*self.addresses, depth)
        return int.from_bytes(self.record[:8], "little")

    def read_result(self) -> RulesResult:
        """Return the position in the record."""
        return RulesResult(*layout.unpack_record(self.record.tobytes()))


def compiled_rules(game: Game) -> CompiledRules | None:
    """Return the game's compiled rules, or None if there are none or they cannot run."""
    if not layout.is_compiled(game):
        return None
    instance = load_instance(FILE)
    return None if instance is None else CompiledRules(instance, game)


def perft(game: Game, depth: int) -> int:
    """Return ``rules.play.perft``, compiled where possible; Ctrl-C can interrupt it."""
    rules, start = compiled_rules(game), game.start()
    if rules is None or not 1 < depth <= MAX_PERFT_DEPTH:
        return play.perft(game, depth)
    actions = bits(game.legal(start))
    return sum(rules.perft(game.play(start, action), depth - 1) for action in actions)


class CompiledPlayouts(Playouts):
    """A player of random games in compiled code, or by the rules where it does not run.

    The distribution is the same as in ``Playouts``, but the sequence differs.  A game is seeded
    with 62 bits drawn from ``random``.
    """

    def __init__(self, random: Random) -> None:
        super().__init__(random)
        self.game: Game | None = None
        self.rules: CompiledRules | None = None

    def __call__(self, game: Game, state: State) -> PlayoutResult:
        """Play one random game from ``state`` and return its result."""
        result = self.final_state_compiled(game, state)
        if result is None:
            return super().__call__(game, state)
        assert result.value_first is not None
        return PlayoutResult(float(result.value_first), result.state.stones)

    def final_state(self, game: Game, state: State) -> State:
        """Play one random game and return its finished position."""
        result = self.final_state_compiled(game, state)
        return super().final_state(game, state) if result is None else result.state

    def final_state_compiled(self, game: Game, state: State) -> RulesResult | None:
        """Return the end of a random game, or None if compiled code cannot play it."""
        if game is not self.game:
            self.game, self.rules = game, compiled_rules(game)
        if self.rules is None:
            return None
        return self.rules.play_random_games(state, self.random.getrandbits(62))[1]
