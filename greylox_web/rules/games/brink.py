"""Brink (Nick Bentley, 2009): the largest group loses, unless it is X larger than the other's."""

from dataclasses import dataclass
from functools import cached_property

from ..board import Board, hexhex, rhombus
from ..state import Outcome, State
from . import cascade


@dataclass(frozen=True)
class Brink:
    """Brink on a hexhex or rhombus of ``size``, with its margin ``x``."""

    size: int = 5
    board_shape: str = "hexhex"
    x: int = 3
    name = "brink"
    colours = ("black", "white")

    @cached_property
    def board(self) -> Board:
        return hexhex(self.size) if self.board_shape == "hexhex" else rhombus(self.size)

    @property
    def options(self) -> dict[str, str | int | bool]:
        return {"board": self.board_shape, "x": self.x}

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

    def controlled(self, state: State) -> tuple[int, int] | None:
        return None

    def score(self, state: State, colour: int) -> int:
        return cascade.largest(self.board, state.stones[colour])
