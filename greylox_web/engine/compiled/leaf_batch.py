"""What another core needs to evaluate the leaves of a search; ``leaf_batch.ts`` walks to them."""

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from ..tree import Array
from . import layout

BATCH_SIZE = 12  # leaves in one batch
PATH_BYTES = 4096  # bytes of the path to a leaf
IMAGE_BYTES = 1 << 22  # bytes, an upper bound for a network with its board


class EvaluatorImage(NamedTuple):
    """A network on a board as a memory image, which is copied to address 0.

    Then ``evaluateBatch(desk, count, records, answers)`` evaluates ``count`` positions.
    """

    octets: bytes
    length: int  # bytes of memory that are needed
    desk: int  # the addresses of the desk, of the records and of the answers
    records: int
    answers: int
    size: int  # bytes of one answer


class DetachedMachine:
    """A machine that runs nothing: its memory is prepared for another one."""

    frees_memory = False

    def __init__(self) -> None:
        self.memory = np.zeros(IMAGE_BYTES, np.uint8)
        self.used = 16  # no address is 0

    def allocate(self, length: int) -> Array:
        offset = self.used + -self.used % 16
        self.used = offset + length
        assert self.used <= IMAGE_BYTES
        return self.memory[offset : self.used]

    def address(self, array: Array) -> int:
        return int(array.ctypes.data - self.memory.ctypes.data)

    def function(self, name: str) -> Callable[..., int]:
        def refuse(*numbers: int) -> int:
            raise AssertionError(f"{name} runs elsewhere")

        return refuse


class LeafBatch:
    """A buffer for a batch of leaves: the paths to them, their records and the answers."""

    def __init__(self, room: Callable[[int], Array], address: Callable[[Array], int], size: int):
        self.count = 0
        lengths = PATH_BYTES, layout.RECORD.size, size
        self.buffers = [room(BATCH_SIZE * length) for length in lengths]
        self.paths, self.records, self.answers = map(address, self.buffers)

    @property
    def positions(self) -> bytes:
        """Their records."""
        return self.buffers[1][: self.count * layout.RECORD.size].tobytes()
