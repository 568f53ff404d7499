"""Lox (Bolaños Mures, Metzger, Freeling, 2021): connect your edges, and survive the reply."""

from dataclasses import dataclass
from functools import cached_property

from ..board import Board, rhombus
from ..groups import connecting_group, connects_edges, stones_to_connect
from ..options import SWAP
from ..shapes import RHOMBUS
from ..sight import control
from ..state import Game, Outcome, State
from . import control_placement, pie_rule


@dataclass(frozen=True)
class Lox(Game):
    """Lox on a rhombus of side ``size``: Red connects top and bottom, Blue left and right."""

    size: int = 11
    swap: bool = True
    name = "lox"
    colours = ("red", "blue")
    shapes = (RHOMBUS._replace(offered_sizes=RHOMBUS.sizes[::2]),)
    option_schema = (SWAP,)
    symmetric_goals = True
    interim_label = "to-join"
    uses_sight = True
    shows_groups = False
    end_label = "pass"

    @cached_property
    def board(self) -> Board:
        return rhombus(self.size)

    @cached_property
    def edges(self) -> tuple[tuple[int, int], tuple[int, int]]:
        """The two edges of each colour, as masks.  A corner belongs to both of its edges."""
        board, last = self.board, self.size - 1
        indices = range(self.size)

        def edge(*cells: tuple[int, int]) -> int:
            return sum(1 << board.cell_at(column, row) for column, row in cells)

        red = edge(*((c, 0) for c in indices)), edge(*((c, last) for c in indices))
        blue = edge(*((0, r) for r in indices)), edge(*((last, r) for r in indices))
        return red, blue

    def start(self) -> State:
        return State((0, 0), mover=0)

    def connecting_group(self, state: State, colour: int) -> int:
        return connecting_group(self.board, state.stones[colour], *self.edges[colour])

    def _is_connected(self, state: State) -> bool:
        return connects_edges(self.board, state.stones[state.mover], *self.edges[state.mover])

    def forbidden(self, state: State) -> dict[str, int]:
        return control_placement.forbidden(self.board, state)

    def legal(self, state: State) -> int:
        if self._is_connected(state):
            return 0
        actions = control_placement.legal(self.board, state)
        if not actions:
            return 1 << self.board.end_action
        if self.swap and pie_rule.may_swap(state):
            actions |= 1 << self.board.swap_action
        return actions

    def play(self, state: State, action: int) -> State:
        if action == self.board.end_action:
            return State(state.stones, 1 - state.mover)
        if action == self.board.swap_action:
            column, row = self.board.column_row(state.stones[0].bit_length() - 1)
            return State((0, 1 << self.board.cell_at(row, column)), mover=0)
        return State(state.stones_with(action), 1 - state.mover)

    def outcome(self, state: State) -> Outcome | None:
        if not self._is_connected(state):
            return None
        return Outcome(state.mover, "connection", ((), ()))

    def controlled(self, state: State) -> tuple[int, int] | None:
        return control(self.board, *state.stones)

    def score(self, state: State, colour: int) -> int:
        return state.stones[colour].bit_count()

    def interim_score(self, state: State, colour: int) -> int | None:
        own, other = state.stones[colour], state.stones[1 - colour]
        return stones_to_connect(self.board, own, other, *self.edges[colour])

    def prompt_key(self, state: State) -> str:
        legal = self.legal(state)
        if legal == 1 << self.board.end_action:
            return "pass"
        if self.connecting_group(state, 1 - state.mover):
            return "break"
        return "swap" if legal >> self.board.swap_action & 1 else "sight"
