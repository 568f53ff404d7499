"""Byg (Nick Bentley, 2010): place a stone per group, at most three; grow no group twice."""

from dataclasses import dataclass
from functools import cached_property

from ...words import error_text
from ..board import NO_CELL, Board, NotationError, get_board
from ..groups import flood_fill, groups
from ..options import BOARD
from ..shapes import HEXHEX, RHOMBUS
from ..state import OPENING, Game, Outcome, State
from . import size_comparison

MAX_STONES_PER_TURN = 3


@dataclass(frozen=True)
class Byg(Game):
    """Byg on a hexhex or rhombus of ``size``.

    The opening consists of two single stones, one per player.  The second player then also takes
    the first normal turn.
    """

    size: int = 5
    board_shape: str = "hexhex"
    name = "byg"
    colours = ("white", "black")
    shapes = (HEXHEX, RHOMBUS)
    option_schema = (BOARD,)
    symmetric_goals = True
    interim_label = "largest"
    end_label = "end"

    @cached_property
    def board(self) -> Board:
        return get_board(self.board_shape, self.size)

    def start(self) -> State:
        return State((0, 0), mover=0, phase=OPENING)

    def grown_groups(self, state: State) -> int:
        """The mover's groups that already contain a stone placed in this turn, as a mask."""
        return flood_fill(self.board, state.placed, state.stones[state.mover])

    def forbidden(self, state: State) -> dict[str, int]:
        occupied = state.occupied
        laws = {"occupied": occupied}
        if state.is_mid_turn:
            laws["grown"] = self.board.neighbours(self.grown_groups(state)) & ~occupied
        return laws

    def _placements(self, state: State) -> int:
        vacant = self.board.cells & ~state.occupied
        if state.is_mid_turn and vacant:
            vacant &= ~self.board.neighbours(self.grown_groups(state))
        return vacant

    def legal(self, state: State) -> int:
        placements = self._placements(state)
        return placements | 1 << self.board.end_action if state.is_mid_turn else placements

    def stone_allowance(self, state: State, colour: int) -> int:
        """The number of stones that ``colour`` may place in a turn that starts now."""
        stones, count = state.stones[colour], 0
        while stones and count < MAX_STONES_PER_TURN:
            stones &= ~flood_fill(self.board, stones & -stones, stones)
            count += 1
        return max(1, count)

    def play(self, state: State, action: int) -> State:
        if state.phase == OPENING:
            opened = State(state.stones_with(action), 1, OPENING)
            return opened if state.mover == 0 else self._new_turn(opened, 1)
        if action == self.board.end_action:
            return self._new_turn(state, 1 - state.mover)
        after = State(
            state.stones_with(action),
            state.mover,
            quota=state.quota - 1,
            placed=state.placed | 1 << action,
        )
        if after.quota and self._placements(after):
            return after
        return self._new_turn(after, 1 - state.mover)

    def _new_turn(self, state: State, colour: int) -> State:
        return State(state.stones, colour, quota=self.stone_allowance(state, colour))

    def outcome(self, state: State) -> Outcome | None:
        if self.legal(state):
            return None
        return size_comparison.compare_group_sizes(self.board, *state.stones)

    def score(self, state: State, colour: int) -> int:
        return size_comparison.largest_group_size(self.board, state.stones[colour])

    def prompt_key(self, state: State) -> str:
        if state.phase == OPENING:
            return "any"
        placed = state.placed.bit_count()
        if state.quota + placed == 1:
            moves_twice = state.mover == 1 and state.occupied.bit_count() == 2
            return "byg-again" if moves_twice else "byg-one"
        return "byg-more" if placed else "byg"

    def validate_setup(self, state: State) -> State:
        if state.phase == OPENING:
            first, second = (side.bit_count() for side in state.stones)
            if (first, second, state.mover) not in ((0, 0, 0), (1, 0, 1)) or state.is_mid_turn:
                raise NotationError(error_text("setup-byg"))
            return state._replace(anchor=NO_CELL)
        if state.anchor != NO_CELL:
            raise NotationError(error_text("setup-anchor"))
        before = [side & ~state.placed for side in state.stones]
        turn = State((before[0], before[1]), state.mover)
        quota = self.stone_allowance(turn, state.mover) - state.placed.bit_count()
        state = state._replace(quota=quota)
        if not state.is_mid_turn:
            return state
        for group in groups(self.board, self.grown_groups(state)):
            if (group & state.placed).bit_count() > 1:
                raise NotationError(error_text("setup-grown"))
        if quota < 1 or self.legal(state) == 1 << self.board.end_action:
            raise NotationError(error_text("setup-over"))
        return state
