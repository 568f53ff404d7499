"""Index tables of a board: its cells in ascending order, and their neighbours."""

from functools import cached_property

import numpy as np

from ...rules.board import Board, bits
from ..tree.node import Array


class Geometry:
    """The index tables of a board; ``off`` is the index of the row off the board."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self.cells = np.fromiter(bits(board.cells), dtype=np.intp)
        self.off = off = len(self.cells)
        place = {int(cell): index for index, cell in enumerate(self.cells)}
        ways = [way for step in board.steps for way in (step, -step)]
        around = [[place.get(int(c) + way, off) for way in ways] for c in self.cells]
        self.around = np.array(around, dtype=np.int32)  # (cells, 6)
        self.taps = np.column_stack([np.arange(off), self.around]).astype(np.int32)  # (cells, 7)
        self.need = np.array([board.needed(int(c)) for c in self.cells], dtype=np.uint8)
        # flattened (6, cells + 1): for each direction all cells and the row off the board
        row = np.arange(6)[:, None] * (off + 1)
        jump: Array = np.full((6, off + 1), off)
        jump[:, :off] = self.around.T
        self.first = jump.ravel()
        self.jumps = []
        for _ in range(board.rounds):
            self.jumps.append((jump + row).ravel())
            jump = np.take_along_axis(jump, jump, axis=1)

    @cached_property
    def bridges(self) -> Array:
        """For each cell its six bridges: the far cell and the two between, int32 (cells, 6, 3)."""
        a, b, c = self.board.steps
        half = (a, c, b) if c == a + b else (a, b, c)
        ring = [*half, *(-step for step in half)]  # all six steps, each beside the next
        place = {int(cell): index for index, cell in enumerate(self.cells)}
        found: Array = np.full((self.off, 6, 3), self.off, dtype=np.int32)
        for index, cell in enumerate(self.cells.tolist()):
            for corner, (a, b) in enumerate(zip(ring, ring[1:] + ring[:1], strict=True)):
                if {cell + a, cell + b, cell + a + b} <= place.keys():
                    found[index, corner] = place[cell + a + b], place[cell + a], place[cell + b]
        return found

    @cached_property
    def mirror(self) -> Array:
        """The image of each cell when the board is mirrored in its long diagonal: (cells,)."""
        move = self.board.symmetries[2]
        place = {int(cell): index for index, cell in enumerate(self.cells)}
        return np.array([place[move[int(cell)]] for cell in self.cells])
