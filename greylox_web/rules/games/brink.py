"""Brink (Nick Bentley, 2009): the largest group loses, unless it leads by at least X stones."""

from dataclasses import dataclass
from functools import cached_property

from ..board import Board, get_board
from ..options import BOARD, PIE, IntOption
from ..shapes import HEXHEX, RHOMBUS
from ..state import Game, Outcome, State
from . import pie_rule, size_comparison


@dataclass(frozen=True)
class Brink(Game):
    """Brink on a hexhex or rhombus of ``size``, with the margin ``x``, with or without a swap."""

    size: int = 5
    board_shape: str = "hexhex"
    x: int = 3
    swap: bool = False
    name = "brink"
    colours = ("black", "white")
    shapes = (HEXHEX, RHOMBUS)
    option_schema = (BOARD, IntOption("x", flag="x", default=3), PIE)
    symmetric_goals = True
    interim_label = "largest"
    final_vacancies = 0

    @cached_property
    def board(self) -> Board:
        return get_board(self.board_shape, self.size)

    @property
    def margin(self) -> int:
        return self.x

    def start(self) -> State:
        return State((0, 0), mover=0)

    def forbidden(self, state: State) -> dict[str, int]:
        return {"occupied": state.occupied}

    def legal(self, state: State) -> int:
        vacant = self.board.cells & ~state.occupied
        if self.swap and pie_rule.may_swap(state):
            return vacant | 1 << self.board.swap_action
        return vacant

    def play(self, state: State, action: int) -> State:
        if action == self.board.swap_action:
            return pie_rule.take_over(state)
        return State(state.stones_with(action), 1 - state.mover)

    def outcome(self, state: State) -> Outcome | None:
        if self.legal(state):
            return None
        result = size_comparison.compare_group_sizes(self.board, *state.stones)
        if result.winner is None or result.deciding_rank > 0:
            return result
        first, second = (side[0] if side else 0 for side in result.compared_sizes)
        if abs(first - second) >= self.x:
            return result._replace(reason="gap")
        return result._replace(winner=1 - result.winner, reason="smaller")

    def prompt_key(self, state: State) -> str:
        return "swap-here" if self.swap and pie_rule.may_swap(state) else "any"

    def score(self, state: State, colour: int) -> int:
        return size_comparison.largest_group_size(self.board, state.stones[colour])
