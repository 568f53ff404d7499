"""Brink (Nick Bentley, 2009): the largest group loses, unless it is X larger than the other's."""

from dataclasses import dataclass
from functools import cached_property

from ..board import Board, board_of
from ..options import BOARD, Number
from ..shapes import HEXHEX, RHOMBUS
from ..state import Game, Outcome, State
from . import cascade


@dataclass(frozen=True)
class Brink(Game):
    """Brink on a hexhex or rhombus of ``size``, with its margin ``x``."""

    size: int = 5
    board_shape: str = "hexhex"
    x: int = 3
    name = "brink"
    colours = ("black", "white")
    shapes = (HEXHEX, RHOMBUS)
    schema = (BOARD, Number("x", flag="x", default=3))
    symmetric_aims = True
    standing_word = "largest"
    left_vacant = 0

    @cached_property
    def board(self) -> Board:
        return board_of(self.board_shape, self.size)

    @property
    def margin(self) -> int:
        return self.x

    def start(self) -> State:
        return State((0, 0), mover=0)

    def forbidden(self, state: State) -> dict[str, int]:
        return {"occupied": state.occupied}

    def legal(self, state: State) -> int:
        return self.board.cells & ~state.occupied

    def play(self, state: State, action: int) -> State:
        return State(state.put(action), 1 - state.mover)

    def outcome(self, state: State) -> Outcome | None:
        if self.legal(state):
            return None
        result = cascade.compare(self.board, *state.stones)
        if result.winner is None or result.at > 0:
            return result
        first, second = (side[0] if side else 0 for side in result.tally)
        if abs(first - second) >= self.x:
            return result._replace(how="gap")
        return result._replace(winner=1 - result.winner, how="smaller")

    def score(self, state: State, colour: int) -> int:
        return cascade.largest(self.board, state.stones[colour])
