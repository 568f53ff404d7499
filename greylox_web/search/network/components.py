"""Connected components of stones, for a batch of positions.

Stones are uint8 arrays (positions, cells) in C order: 0 for a vacant cell, OWN or OTHER.
``components.ts`` does the same in compiled code, and ``rules.groups`` for one position.
"""

import numpy as np

from ..tree.node import Array
from .geometry import Geometry

OWN, OTHER = 1, 2


class Components:
    """The components on one board."""

    def __init__(self, geometry: Geometry) -> None:
        self.geometry = geometry

    def groups(self, stones: Array) -> tuple[Array, Array]:
        """Labels and sizes (int16) of the groups, both (positions, cells + 1).

        The label is the last cell of the group; the size is 0 at vacant cells.  The last entry is
        for everything off the board.
        """
        around, off = self.geometry.around, self.geometry.off
        padded = np.zeros((len(stones), off + 1), dtype=np.uint8)
        padded[:, :off] = stones
        same = (padded[:, around] == stones[:, :, None]) & (stones != 0)[:, :, None]
        return self.united(padded != 0, same, around, np.arange(off + 1))

    def linked(self, stones: Array, labels: Array) -> Array:
        """The sizes, int16 (positions, cells + 1), if groups with a bridge between them are one.

        A bridge is two adjacent vacant cells that both groups touch.
        """
        ends, one, two = np.moveaxis(self.geometry.bridges, 2, 0)
        around = self.geometry.around
        padded = np.full((len(stones), self.geometry.off + 1), 3, dtype=np.uint8)
        padded[:, :-1] = stones
        far = np.concatenate([around, ends], axis=1)
        same = (padded[:, far] == stones[:, :, None]) & (stones != 0)[:, :, None]
        same[:, :, around.shape[1] :] &= (padded[:, one] == 0) & (padded[:, two] == 0)
        held = (padded == OWN) | (padded == OTHER)
        return self.united(held, same, far, labels)[1]

    def united(self, held: Array, same: Array, ends: Array, labels: Array) -> tuple[Array, Array]:
        """Labels and sizes after uniting the held cells that share a label or are connected.

        ``same`` (positions, cells, ways) says whether a cell is connected to the one in ``ends``.
        """
        off = self.geometry.off
        count = len(held)
        ways = np.where(same, ends, np.arange(off)[:, None])  # itself where there is no connection
        row = (np.arange(count) * (off + 1))[:, None]
        flat = ways + row[:, :, None]
        labels = np.broadcast_to(labels, (count, off + 1)) + row
        while True:
            reached = labels.copy()
            reached[:, :off] = labels.ravel()[flat].max(axis=2)
            np.maximum(reached, labels, out=reached)
            reached = reached.ravel()[reached]  # pointer jumping
            if np.array_equal(reached, labels):
                break
            labels = reached
        counts = np.bincount(labels.ravel()[held.ravel()], minlength=labels.size)
        return labels - row, (counts[labels] * held).astype(np.int16)

    def merged(self, stones: Array, labels: Array, sizes: Array) -> Array:
        """The size of the group that a stone on each cell would form.

        For an own stone, then for the opponent's: int16 (2, positions, cells).
        """
        around, off = self.geometry.around, self.geometry.off
        count = len(stones)
        row = (np.arange(count) * (off + 1))[:, None, None]
        padded = np.zeros((count, off + 1), dtype=np.uint8)
        padded[:, :off] = stones
        near = labels[:, around]
        near.sort(axis=2)
        once = np.ones(near.shape, dtype=bool)
        once[:, :, 1:] = near[:, :, 1:] != near[:, :, :-1]
        near += row
        sides = padded.ravel()[near]
        parts = sizes.ravel()[near] * once
        found = [(parts * (sides == side)).sum(axis=2) + 1 for side in (OWN, OTHER)]
        return np.array(found, dtype=np.int16)
