"""Greylox (Christian Freeling, 2024): sight gives control, and control limits placement."""

from dataclasses import dataclass
from functools import cached_property

from ..board import Board, hexhex
from ..shapes import HEXHEX
from ..sight import control
from ..state import MAIN, OPENING, Game, Outcome, State
from . import control_placement, opening, size_comparison


@dataclass(frozen=True)
class Greylox(Game):
    """Greylox on a hexhex of base ``size``."""

    size: int = 5
    name = "greylox"
    colours = ("white", "black")
    shapes = (HEXHEX,)
    symmetric_goals = True
    interim_label = "largest"
    uses_sight = True
    shows_groups = False
    has_anchors = True
    scores_vacant_cells = True

    @cached_property
    def board(self) -> Board:
        return hexhex(self.size)

    def start(self) -> State:
        return opening.start()

    def forbidden(self, state: State) -> dict[str, int]:
        if state.phase == OPENING:
            return opening.forbidden(self.board, state)
        return control_placement.forbidden(self.board, state)

    def legal(self, state: State) -> int:
        if state.phase == OPENING:
            return opening.legal(self.board, state)
        return control_placement.legal(self.board, state)

    def play(self, state: State, action: int) -> State:
        if state.phase == OPENING:
            return opening.play(self.board, state, action)
        return State(state.stones_with(action), 1 - state.mover)

    def outcome(self, state: State) -> Outcome | None:
        if self.legal(state):
            return None
        return size_comparison.compare_group_sizes(self.board, *self.scored_cells(state))

    def scored_cells(self, state: State) -> tuple[int, int]:
        """The stones of each colour; at the end also the vacant cells that the colour controls."""
        if self.legal(state):
            return state.stones
        vacant = self.board.cells & ~state.occupied
        controls = control(self.board, *state.stones)
        return (state.stones[0] | vacant & controls[0], state.stones[1] | vacant & controls[1])

    def controlled(self, state: State) -> tuple[int, int] | None:
        return control(self.board, *state.stones) if state.phase == MAIN else None

    def score(self, state: State, colour: int) -> int:
        return size_comparison.largest_group_size(self.board, self.scored_cells(state)[colour])

    def prompt_key(self, state: State) -> str:
        return opening.prompt_key(state) if state.phase == OPENING else "sight"

    def validate_setup(self, state: State) -> State:
        if state.phase == OPENING:
            return opening.validate_setup(self.board, state)
        return super().validate_setup(state)
