"""Siege: Violet wins by joining top and bottom, White if the board is full without that.

White's first turn may have several stones, the wall.
"""

from dataclasses import dataclass
from functools import cached_property

from greylox_web.rules.board import Board, rhombus
from greylox_web.rules.games import size_comparison
from greylox_web.rules.groups import connecting_group
from greylox_web.rules.options import IntOption
from greylox_web.rules.shapes import RHOMBUS
from greylox_web.rules.state import Game, Outcome, State


@dataclass(frozen=True)
class Siege(Game):
    """Siege on a rhombus of side ``size``; White's first turn has ``wall`` stones."""

    size: int = 5
    wall: int = 2
    name = "siege"
    colours = ("violet", "white")
    shapes = (RHOMBUS._replace(default_size=5),)
    option_schema = (IntOption("wall", flag="w", default=2, limit=4),)
    symmetric_goals = False

    @cached_property
    def board(self) -> Board:
        return rhombus(self.size)

    @cached_property
    def edges(self) -> tuple[tuple[int, int], tuple[()]]:
        row = (1 << self.size) - 1
        return (row, row << (self.size - 1) * self.board.stride), ()

    def start(self) -> State:
        return State((0, 0), mover=0)

    def connecting_group(self, state: State, colour: int) -> int:
        return 0 if colour else connecting_group(self.board, state.stones[0], *self.edges[0])

    def forbidden(self, state: State) -> dict[str, int]:
        return {"occupied": state.occupied}

    def legal(self, state: State) -> int:
        return 0 if self.connecting_group(state, 0) else self.board.cells & ~state.occupied

    def play(self, state: State, action: int) -> State:
        stones, remaining = state.stones_with(action), state.quota - 1
        if remaining:
            return State(stones, 1, quota=remaining, placed=state.placed | 1 << action)
        mover = 1 - state.mover
        return State(stones, mover, quota=self.wall if mover and not stones[1] else 1)

    def outcome(self, state: State) -> Outcome | None:
        if self.connecting_group(state, 0):
            return Outcome(0, "siege-joined", ((), ()))
        return None if self.legal(state) else Outcome(1, "siege-held", ((), ()))

    def score(self, state: State, colour: int) -> int:
        return size_comparison.largest_group_size(self.board, state.stones[colour])

    def prompt_key(self, state: State) -> str:
        return "siege-wall" if state.quota > 1 else "any"

    def validate_setup(self, state: State) -> State:
        remaining = self.wall - state.placed.bit_count()
        if state.mover and state.stones[1] == state.placed and remaining > 0:
            return (
                super()
                .validate_setup(state._replace(placed=0))
                ._replace(quota=remaining, placed=state.placed)
            )
        return super().validate_setup(state)
