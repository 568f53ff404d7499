"""Lox (Bolaños Mures, Metzger, Freeling, 2021): join your edges, and survive the reply."""

from dataclasses import dataclass
from functools import cached_property

from ..board import Board, rhombus
from ..groups import chain, joins, to_join
from ..options import SWAP
from ..shapes import RHOMBUS
from ..sight import control
from ..state import Game, Outcome, State
from . import stigmergy


@dataclass(frozen=True)
class Lox(Game):
    """Lox on a rhombus of side ``size``; Red joins top and bottom, Blue left and right."""

    size: int = 11
    swap: bool = True
    name = "lox"
    colours = ("red", "blue")
    shapes = (RHOMBUS._replace(offered=RHOMBUS.sizes[::2]),)
    schema = (SWAP,)
    symmetric_aims = True
    standing_word = "to-join"
    sight = True
    shows_groups = False
    end_word = "pass"

    @cached_property
    def board(self) -> Board:
        return rhombus(self.size)

    @cached_property
    def edges(self) -> tuple[tuple[int, int], tuple[int, int]]:
        """The two edges that each colour joins, as masks; a corner belongs to both of its edges."""
        board, last = self.board, self.size - 1
        places = range(self.size)

        def edge(*cells: tuple[int, int]) -> int:
            return sum(1 << board.at(column, row) for column, row in cells)

        red = edge(*((c, 0) for c in places)), edge(*((c, last) for c in places))
        blue = edge(*((0, r) for r in places)), edge(*((last, r) for r in places))
        return red, blue

    def start(self) -> State:
        return State((0, 0), mover=0)

    def chain(self, state: State, colour: int) -> int:
        return chain(self.board, state.stones[colour], *self.edges[colour])

    def _joined(self, state: State) -> bool:
        return joins(self.board, state.stones[state.mover], *self.edges[state.mover])

    def forbidden(self, state: State) -> dict[str, int]:
        return stigmergy.forbidden(self.board, state)

    def legal(self, state: State) -> int:
        if self._joined(state):
            return 0
        actions = stigmergy.legal(self.board, state)
        if not actions:
            return 1 << self.board.end
        if self.may_swap(state):
            actions |= 1 << self.board.swap
        return actions

    def may_swap(self, state: State) -> bool:
        """Whether the mover is the second player before his first move."""
        return (
            self.swap
            and state.mover == 1
            and not state.stones[1]
            and state.stones[0].bit_count() == 1
        )

    def play(self, state: State, action: int) -> State:
        if action == self.board.end:
            return State(state.stones, 1 - state.mover)
        if action == self.board.swap:
            column, row = self.board.column_row(state.stones[0].bit_length() - 1)
            return State((0, 1 << self.board.at(row, column)), mover=0)
        return State(state.put(action), 1 - state.mover)

    def outcome(self, state: State) -> Outcome | None:
        if not self._joined(state):
            return None
        return Outcome(state.mover, "connection", ((), ()))

    def controlled(self, state: State) -> tuple[int, int] | None:
        return control(self.board, *state.stones)

    def score(self, state: State, colour: int) -> int:
        return state.stones[colour].bit_count()

    def standing(self, state: State, colour: int) -> int | None:
        own, other = state.stones[colour], state.stones[1 - colour]
        return to_join(self.board, own, other, *self.edges[colour])

    def due(self, state: State) -> str:
        legal = self.legal(state)
        if legal == 1 << self.board.end:
            return "pass"
        if self.chain(state, 1 - state.mover):
            return "break"
        return "swap" if legal >> self.board.swap & 1 else "sight"
