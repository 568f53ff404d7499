"""Retrograde analysis of all positions of a game in which any vacant cell is legal, as in Brink.

Only the final position counts in these games, so the values are computed backwards from the full
board.  One pass answers several questions ("does the first colour win when X is 5?" is one bit of a
byte).

The index of a position has one ternary digit per cell: 0 vacant, 1 first colour, 2 second colour.
The high digits select a block of the table.  Inside a block, numpy processes at once all positions
with the same number of stones and the same difference between the colours.
"""

from collections.abc import Iterator, Sequence
from itertools import combinations, product

import numpy as np

from ..engine.canonical import Canonicalizer, Key
from ..engine.playouts import terminal_value
from ..engine.tree import Array
from ..rules.board import bits
from ..rules.state import MAIN, Game, State

MAX_CELLS = 19  # a hexhex of base 3, whose table takes 1.2 GB
LOW = 9  # digits inside a block


def lead(state: State) -> int:
    """Return the first colour's surplus of stones; negative if the first colour has fewer."""
    first, second = state.stones
    return first.bit_count() - second.bit_count()


def is_fillable(game: Game) -> bool:
    """Return whether a table can hold the game: any vacant cell is legal, goals are symmetric."""
    return game.final_vacancies is not None and game.symmetric_goals


def covers(state: State) -> bool:
    """Return whether a table covers a position and all later positions.

    A table covers positions in which both colours have equally many stones, or the side to move has
    one stone fewer.
    """
    return lead(state) in (state.mover, state.mover - 1)


class RetrogradeTable:
    """The values of all positions of games that differ only in the scoring of the end.

    ``questions`` are pairs (index in ``games``, value): does the first colour get at least this
    value?
    """

    def __init__(self, games: Sequence[Game]) -> None:
        self.games = games
        self.board = games[0].board
        assert all(is_fillable(game) for game in games)
        self.final_vacancies = games[0].final_vacancies or 0
        self.cells = list(bits(self.board.cells))
        assert len(self.cells) <= MAX_CELLS
        self.low = min(LOW, len(self.cells))
        self.questions = list(product(range(len(games)), (0, 1)))
        assert len(self.questions) <= 8
        self.table: Array = np.zeros(3 ** len(self.cells), dtype=np.uint8)
        self._fill_terminal()
        self._propagate()

    def value_first(self, game_index: int, state: State) -> int | None:
        """Return the first colour's value in ``games[game_index]``; None if not covered.

        The table knows no swap, so it covers no position in which a swap is still possible.
        """
        first, second = state.stones
        if state.phase != MAIN or not covers(state) or self._may_be_swapped(game_index, state):
            return None
        if lead(state) != state.mover:
            return -self._value(game_index, second, first)
        return self._value(game_index, first, second)

    def _may_be_swapped(self, game_index: int, state: State) -> bool:
        """Return whether the game has a swap and the second player has not moved yet."""
        has_swap = bool(self.games[game_index].options.get("swap"))
        return has_swap and state.mover == state.occupied.bit_count()

    def _value(self, game_index: int, first: int, second: int) -> int:
        answers = int(self.table[self.index_of(first, second)])
        gained = [
            min_value
            for bit, (game, min_value) in enumerate(self.questions)
            if game == game_index and answers >> bit & 1
        ]
        return max(gained, default=-1)

    def index_of(self, first: int, second: int) -> int:
        """Return the index of a position in the table."""
        digits = ((first >> cell & 1) + 2 * (second >> cell & 1) for cell in self.cells)
        return sum(digit * 3**index for index, digit in enumerate(digits))

    def _fill_terminal(self) -> None:
        """Fill in the answers for all finished positions."""
        count = len(self.cells)
        keys, answers_by_key = Canonicalizer(self.games[0]), dict[Key, int]()
        contributions = list(self._stone_contributions())
        for vacant in combinations(range(count), self.final_vacancies):
            filled = [index for index in range(count) if index not in vacant]
            for ours in combinations(filled, (len(filled) + 1) // 2):
                first = sum(1 << self.cells[index] for index in ours)
                second = sum(1 << self.cells[index] for index in filled) ^ first
                state = State((first, second), mover=len(filled) % 2)
                key = keys.canonical_key(state)
                if key not in answers_by_key:
                    answers_by_key[key] = self._answers(state)
                position_index = sum(contributions[index][1] for index in filled)
                position_index -= sum(contributions[index][0] for index in ours)
                self.table[position_index] = answers_by_key[key]

    def _stone_contributions(self) -> Iterator[tuple[int, int]]:
        """Yield for each cell what a stone of the first or the second colour adds to the index."""
        return ((3**index, 2 * 3**index) for index in range(len(self.cells)))

    def _answers(self, state: State) -> int:
        """Return the answers to all questions for a finished game, one bit each."""
        values = [terminal_value(game, state) for game in self.games]
        return sum(
            1 << bit
            for bit, (game, min_value) in enumerate(self.questions)
            if values[game] >= min_value
        )

    def _propagate(self) -> None:
        """Propagate the answers backwards to all other positions."""
        size, high = 3**self.low, len(self.cells) - self.low
        groups = self._groups()
        for block in range(3**high - 1, -1, -1):
            digits = [block // 3**index % 3 for index in range(high)]
            ahead = digits.count(1) - digits.count(2)
            mine = self.table[block * size : (block + 1) * size]
            vacant = [3**index for index in range(high) if not digits[index]]
            for stones in range(self.low, -1, -1):
                if len(vacant) + self.low - stones <= self.final_vacancies:
                    continue
                for mover in (0, 1):
                    group = groups.get((stones, mover - ahead))
                    if group is None:
                        continue
                    numbers, vacancies = group
                    combine = np.bitwise_and if mover else np.bitwise_or
                    values = [
                        self.table[(block + (mover + 1) * step) * size :][numbers]
                        for step in vacant
                    ]
                    if stones < self.low:
                        after = numbers[:, None] + (mover + 1) * vacancies
                        values.append(combine.reduce(mine[after], axis=1))
                    answers = values[0]
                    for other in values[1:]:
                        answers = combine(answers, other)
                    mine[numbers] = answers

    def _groups(self) -> dict[tuple[int, int], tuple[Array, Array]]:
        """Return the numbers of the low digits by (stones, first colour's surplus of stones).

        Each group has the numbers, shape (n,), and the increments of a stone on each vacant cell,
        shape (n, vacant cells).
        """
        powers = 3 ** np.arange(self.low)
        numbers = np.arange(3**self.low)
        digits = numbers[:, None] // powers % 3
        stones = (digits > 0).sum(axis=1)
        ahead = (digits == 1).sum(axis=1) - (digits == 2).sum(axis=1)
        groups = {}
        for count, more in {*zip(stones.tolist(), ahead.tolist(), strict=True)}:
            chosen = numbers[(stones == count) & (ahead == more)]
            vacant = np.nonzero(digits[chosen] == 0)[1].reshape(len(chosen), -1)
            groups[count, more] = chosen, powers[vacant]
        return groups
