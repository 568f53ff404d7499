"""Playouts: random games, which estimate the value of a position."""

from collections.abc import Callable
from random import Random
from typing import NamedTuple

from ..rules.board import Board, bits
from ..rules.state import MAIN, Game, State


class PlayoutResult(NamedTuple):
    """The result of a playout."""

    value_first: float  # -1 (the first colour loses) to 1 (it wins)
    ownership: tuple[int, int]  # the cells of each colour at the end, as masks


PlayoutFunction = Callable[[Game, State], PlayoutResult]


def terminal_value(game: Game, state: State) -> float:
    """Return the exact value of a finished position, from the first colour's side: -1, 0 or 1."""
    outcome = game.outcome(state)
    assert outcome is not None, "the game goes on"
    return 0.0 if outcome.winner is None else 1.0 - 2.0 * outcome.winner


def random_bit(mask: int, cells: list[int], random: Random) -> int:
    """Return a set bit of ``mask``, each equally likely.

    Random cells of the board are tried first, which is fastest while many of them are set.
    """
    rand = random.random
    count = len(cells)
    for _ in range(8):
        cell = cells[int(rand() * count)]
        if mask >> cell & 1:
            return cell
    members = list(bits(mask))
    return members[int(rand() * len(members))]


class Playouts:
    """A player of random games."""

    def __init__(self, random: Random) -> None:
        self.random = random
        self.board: Board | None = None
        self.cells: list[int] = []

    def __call__(self, game: Game, state: State) -> PlayoutResult:
        """Play one random game from ``state`` and return its result."""
        last = self.final_state(game, state)
        return PlayoutResult(terminal_value(game, last), last.stones)

    def final_state(self, game: Game, state: State) -> State:
        """Play one random game and return its finished position."""
        if game.board is not self.board:
            self.board = game.board
            self.cells = list(bits(game.board.cells))
        legal, play, cells, random = game.legal, game.play, self.cells, self.random
        final_vacancies = game.final_vacancies
        while mask := legal(state):
            if final_vacancies is not None and state.phase == MAIN:
                return self.fill_board(state, mask & game.board.cells, final_vacancies)
            state = play(state, random_bit(mask, cells, random))
        return state

    def fill_board(self, state: State, vacant: int, final_vacancies: int) -> State:
        """Return the final position after both colours alternately took random cells of ``vacant``.

        The last ``final_vacancies`` of these stay vacant.  The order of the stones does not matter,
        only who holds each cell in the end.  So nobody swaps.
        """
        members = list(bits(vacant))
        stones = len(members) - final_vacancies
        self.random.shuffle(members)
        mine = sum(1 << cell for cell in members[: (stones + 1) // 2])
        others = sum(1 << cell for cell in members[(stones + 1) // 2 : stones])
        first, second = state.stones
        mover = state.mover ^ (stones & 1)
        if state.mover == 0:
            return State((first | mine, second | others), mover)
        return State((first | others, second | mine), mover)
