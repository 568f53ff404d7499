"""Byg (Nick Bentley, 2010): as many stones as you have groups, but grow none of them twice."""

from dataclasses import dataclass
from functools import cached_property

from ..board import Board, hexhex, rhombus
from ..groups import flood
from ..state import OPENING, Outcome, State
from . import cascade

MOST = 3  # stones in one turn


@dataclass(frozen=True)
class Byg:
    """Byg on a hexhex or rhombus of ``size``.

    The two single stones that begin the game are its opening; the second player then goes
    on with the first normal turn.
    """

    size: int = 5
    board_shape: str = "hexhex"
    name = "byg"
    colours = ("white", "black")

    @cached_property
    def board(self) -> Board:
        return hexhex(self.size) if self.board_shape == "hexhex" else rhombus(self.size)

    @property
    def options(self) -> dict[str, str | int | bool]:
        return {"board": self.board_shape}

    def start(self) -> State:
        return State((0, 0), mover=0, phase=OPENING)

    def grown(self, state: State) -> int:
        """The mover's groups that already hold a stone placed in this turn."""
        return flood(self.board, state.placed, state.stones[state.mover])

    def forbidden(self, state: State) -> dict[str, int]:
        occupied = state.occupied
        laws = {"occupied": occupied}
        if state.placed:
            laws["grown"] = self.board.neighbours(self.grown(state)) & ~occupied
        return laws

    def _placements(self, state: State) -> int:
        vacant = self.board.cells & ~state.occupied
        if state.placed and vacant:
            vacant &= ~self.board.neighbours(self.grown(state))
        return vacant

    def legal(self, state: State) -> int:
        placements = self._placements(state)
        return placements | 1 << self.board.end if state.placed else placements

    def allowance(self, state: State, colour: int) -> int:
        """How many stones ``colour`` may place in a turn that starts now."""
        stones, found = state.stones[colour], 0
        while stones and found < MOST:
            stones &= ~flood(self.board, stones & -stones, stones)
            found += 1
        return max(1, found)

    def play(self, state: State, action: int) -> State:
        if state.phase == OPENING:
            opened = State(state.put(action), 1, OPENING)
            return opened if state.mover == 0 else self._turn_of(opened, 1)
        if action == self.board.end:
            return self._turn_of(state, 1 - state.mover)
        after = State(
            state.put(action),
            state.mover,
            quota=state.quota - 1,
            placed=state.placed | 1 << action,
        )
        if after.quota and self._placements(after):
            return after
        return self._turn_of(after, 1 - state.mover)

    def _turn_of(self, state: State, colour: int) -> State:
        return State(state.stones, colour, quota=self.allowance(state, colour))

    def outcome(self, state: State) -> Outcome | None:
        if self.legal(state):
            return None
        return cascade.compare(self.board, *state.stones)

    def controlled(self, state: State) -> tuple[int, int] | None:
        return None

    def score(self, state: State, colour: int) -> int:
        return cascade.largest(self.board, state.stones[colour])
