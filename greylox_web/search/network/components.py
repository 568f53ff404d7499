"""Connected components of stones, for many positions at once.

Stones are arrays (positions, cells) of uint8 in C order, 0 where a cell is vacant, and OWN and
OTHER.  ``compiled`` does the same in ``components.ts``, and ``rules.groups`` for one position.
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
        """The groups: for each cell and the row off the board a label, and a size.

        The label is the last cell of the group, the size (int16) 0 at vacant cells.
        """
        around, off = self.geometry.around, self.geometry.off
        padded = np.zeros((len(stones), off + 1), dtype=np.uint8)
        padded[:, :off] = stones
        same = (padded[:, around] == stones[:, :, None]) & (stones != 0)[:, :, None]
        return self.united(padded != 0, same, around, np.arange(off + 1))

    def linked(self, stones: Array, labels: Array) -> Array:
        """The sizes of the groups when those with a bridge between them count as one.

        A bridge is two vacant cells side by side that both groups touch.
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
        """Labels and sizes of the held cells when those with one label, or joined, are united.

        ``same`` (positions, cells, ways) says whether a cell is joined to that in ``ends``.
        """
        off = self.geometry.off
        count = len(held)
        ways = np.where(same, ends, np.arange(off)[:, None])  # where no friend is: stay
        row = (np.arange(count) * (off + 1))[:, None]
        flat = ways + row[:, :, None]
        labels = np.broadcast_to(labels, (count, off + 1)) + row
        while True:
            reached = labels.copy()
            reached[:, :off] = labels.ravel()[flat].max(axis=2)
            np.maximum(reached, labels, out=reached)
            reached = reached.ravel()[reached]  # the friend's friend
            if np.array_equal(reached, labels):
                break
            labels = reached
        counts = np.bincount(labels.ravel()[held.ravel()], minlength=labels.size)
        return labels - row, (counts[labels] * held).astype(np.int16)

    def merged(self, stones: Array, labels: Array, sizes: Array) -> Array:
        """The size of the group that a stone on each cell would be in.

        For own stones, then for the other's: int16 (2, positions, cells).
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
