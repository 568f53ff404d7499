"""Multiplicity (Christian Freeling, 2012-2014): the larger product of group sizes wins."""

from dataclasses import dataclass, replace
from functools import cached_property
from math import prod

from ..board import Board, hexhex
from ..groups import sizes
from ..options import PIE, BoolOption
from ..shapes import HEXHEX
from ..state import OPENING, Game, Outcome, State
from . import opening, pie_rule


@dataclass(frozen=True)
class Multiplicity(Game):
    """Multiplicity on a hexhex of base ``size``, with or without the opening protocol.

    Without it, there can be a swap.
    """

    size: int = 5
    opening: bool = True
    swap: bool = False
    name = "multiplicity"
    colours = ("white", "red")
    shapes = (HEXHEX,)
    option_schema = (
        BoolOption("opening", flag="f"),
        replace(PIE, excluded_by="opening"),
    )
    symmetric_goals = True
    interim_label = "product"
    score_label = "product"
    final_vacancies = 1

    @cached_property
    def board(self) -> Board:
        return hexhex(self.size)

    @property
    def has_anchors(self) -> bool:
        return self.opening

    def start(self) -> State:
        return opening.start() if self.opening else State((0, 0), mover=0)

    def forbidden(self, state: State) -> dict[str, int]:
        if state.phase == OPENING:
            return opening.forbidden(self.board, state)
        return {"occupied": state.occupied}

    def legal(self, state: State) -> int:
        if state.phase == OPENING:
            return opening.legal(self.board, state)
        vacant = self.board.cells & ~state.occupied
        if self.swap and pie_rule.may_swap(state):
            return vacant | 1 << self.board.swap_action
        return vacant if vacant & (vacant - 1) else 0

    def play(self, state: State, action: int) -> State:
        if action == self.board.swap_action:
            return pie_rule.take_over(state)
        if state.phase == OPENING:
            return opening.play(self.board, state, action)
        return State(state.stones_with(action), 1 - state.mover)

    def outcome(self, state: State) -> Outcome | None:
        if self.legal(state):
            return None
        tally = tuple(sizes(self.board, state.stones[0])), tuple(sizes(self.board, state.stones[1]))
        first, second = prod(tally[0]), prod(tally[1])
        if first == second:
            return Outcome(None, "draw", tally)
        return Outcome(0 if first > second else 1, "product", tally)

    def score(self, state: State, colour: int) -> int:
        return prod(sizes(self.board, state.stones[colour]))

    def deciding_cells(self, state: State, outcome: Outcome) -> tuple[int, int]:
        return state.stones

    def prompt_key(self, state: State) -> str:
        if state.phase == OPENING:
            return opening.prompt_key(state)
        return "swap-here" if self.swap and pie_rule.may_swap(state) else "any"

    def validate_setup(self, state: State) -> State:
        if state.phase == OPENING and self.opening:
            return opening.validate_setup(self.board, state)
        return super().validate_setup(state)
