"""Random games that share in the value of a new position (``PuctParams.rollouts``).

The position itself seeds them, so a search is the same each time.  Where the players fill the board
(Brink, Multiplicity), they are the games of the compiled code, stone by stone.  Their last four
stones are played perfectly, since random ones make a close game a matter of chance.  In other games
only the distribution is the same.
"""

from functools import cache
from random import Random

from ..rules.board import bits
from ..rules.groups import groups
from ..rules.state import MAIN, OPENING, Game, State
from .compiled.layout import LOC_COUNT, PADDING, zobrist_bytes
from .inputs import has_untrained_swap
from .playouts import Playouts, terminal_value

GENERATOR_STEP, MASK = 0x9E3779B97F4A7C15, (1 << 64) - 1
MULTIPLIERS = 0xBF58476D1CE4E5B9, 0x94D049BB133111EB
LAST_STONES = 4  # of a random game, which are played perfectly
# Beyond these limits of ``fill_solver.ts`` the last stones are random, too.
MAX_VACANT = 64  # vacant cells, also together with a colour's groups that can grow
MAX_STONES = 99  # of a colour where products are compared


class SplitMix64:
    """The random number generator of the compiled code, ``numbers.ts``."""

    def __init__(self, state: int) -> None:
        self.state = state

    def below(self, count: int) -> int:
        """Return a random number from 0 to ``count - 1``."""
        self.state = word = self.state + GENERATOR_STEP & MASK
        for shift, multiplier in zip((30, 27), MULTIPLIERS, strict=True):
            word = (word ^ word >> shift) * multiplier & MASK
        word ^= word >> 31
        return (word >> 32) * count >> 32


@cache
def zobrist_numbers() -> tuple[int, ...]:
    """Return the random numbers of the Zobrist keys."""
    octets = zobrist_bytes()
    starts = range(0, len(octets), 8)
    return tuple(int.from_bytes(octets[start : start + 8], "little") for start in starts)


def zobrist_key(state: State) -> int:
    """Return the 64-bit key of a position, as ``position.ts`` computes it."""
    numbers = zobrist_numbers()
    key = numbers[4 * LOC_COUNT + state.mover + (state.phase << 1) + (state.quota << 3)]
    for colour, stones in enumerate(state.stones):
        for cell in bits(stones):
            key ^= numbers[2 * (cell + PADDING) + colour]
    for cell in bits(state.placed):
        key ^= numbers[2 * LOC_COUNT + cell + PADDING]
    if state.phase == OPENING and state.anchor >= 0:
        key ^= numbers[3 * LOC_COUNT + state.anchor + PADDING]
    return key


class Rollouts:
    """A player of ``count`` random games from each position."""

    def __init__(self, game: Game, count: int) -> None:
        self.game, self.count = game, count
        self.has_untrained_swap = has_untrained_swap(game)

    def sum_first(self, state: State) -> int:
        """Return the sum of the first colour's values.

        Nobody swaps in these games.  With a swap that the network does not know, the mover
        therefore first takes the better side, and games from the empty board say nothing: the sum
        is 0.
        """
        if self.has_untrained_swap and not state.occupied:
            return 0
        total = self.sum_games(state)
        may_swap = self.game.legal(state) >> self.game.board.swap_action & 1
        return -abs(total) if self.has_untrained_swap and may_swap else total

    def sum_games(self, state: State) -> int:
        """Return the sum of the results of the games."""
        game, generator = self.game, SplitMix64(zobrist_key(state))
        if game.final_vacancies is None or state.phase != MAIN:
            playouts = Playouts(Random(generator.state))
            return sum(int(playouts(game, state).value_first) for _ in range(self.count))
        vacant = list(bits(game.board.cells & ~state.occupied))
        last = game.final_vacancies + (LAST_STONES if self.is_within_limits(state) else 0)
        return sum(self.fill(state, vacant.copy(), last, generator) for _ in range(self.count))

    def fill(self, state: State, vacant: list[int], last: int, generator: SplitMix64) -> int:
        """Fill the ``vacant`` cells at random until ``last`` of them remain; return the value."""
        stones, mover = list(state.stones), state.mover
        while len(vacant) > last:
            chosen = generator.below(len(vacant))
            stones[mover] |= 1 << vacant[chosen]
            vacant[chosen] = vacant[-1]
            vacant.pop()
            mover = 1 - mover
        return self.exact_value((stones[0], stones[1]), mover, vacant, {})

    def exact_value(
        self,
        stones: tuple[int, int],
        mover: int,
        vacant: list[int],
        values: dict[tuple[int, int], int],
    ) -> int:
        """Return the first colour's value if both play perfectly; ``values`` are those of ends."""
        if len(vacant) == self.game.final_vacancies:
            if stones not in values:
                values[stones] = int(terminal_value(self.game, State(stones, mover)))
            return values[stones]
        first, second = stones
        best = 2 * mover - 1
        for cell in vacant:
            after = (first, second | 1 << cell) if mover else (first | 1 << cell, second)
            rest = [other for other in vacant if other != cell]
            value = self.exact_value(after, 1 - mover, rest, values)
            best = min(best, value) if mover else max(best, value)
            if best == 1 - 2 * mover:
                break
        return best

    def is_within_limits(self, state: State) -> bool:
        """Return whether the exact search of the compiled code fits the position."""
        board, vacant = self.game.board, self.game.board.cells & ~state.occupied
        count, reach = vacant.bit_count(), board.neighbours(vacant)
        for stones in state.stones:
            growing = sum(1 for group in groups(board, stones) if group & reach)
            if count + growing > MAX_VACANT:
                return False
            if not self.game.margin and stones.bit_count() + (count + 1) // 2 > MAX_STONES:
                return False
        return True
