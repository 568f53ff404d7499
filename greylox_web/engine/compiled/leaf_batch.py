"""The data for evaluating a search's leaves on another core; ``leaf_batch.ts`` selects them."""

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from ..tree import Array
from . import layout

MAX_LEAVES = 12  # leaves in one batch
PATH_BYTES = 4096  # bytes for the path to a leaf
IMAGE_BYTES = 1 << 22  # upper bound of the bytes for a network with its board


class EvaluatorImage(NamedTuple):
    """A memory image of a network on a board, which is copied to address 0.

    Then ``evaluateBatch`` evaluates positions, given the address of the search ``context``, a
    count, ``records`` and ``answers``.
    """

    image: bytes
    memory_bytes: int  # bytes of memory needed
    context: int  # addresses of the search context, of the records and of the answers
    records: int
    answers: int
    answer_bytes: int  # bytes of one answer


class DetachedInstance:
    """An instance that runs nothing; its memory is prepared for another instance."""

    frees_memory = False

    def __init__(self) -> None:
        self.memory = np.zeros(IMAGE_BYTES, np.uint8)
        self.used = 16  # 0 is no valid address

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
    """A buffer for a batch of leaves: their paths, records and answers."""

    def __init__(
        self, allocate: Callable[[int], Array], address: Callable[[Array], int], size: int
    ):
        self.count = 0
        lengths = PATH_BYTES, layout.RECORD.size, size
        self.buffers = [allocate(MAX_LEAVES * length) for length in lengths]
        self.paths, self.records, self.answers = map(address, self.buffers)

    @property
    def positions(self) -> bytes:
        """The records of the leaves."""
        return self.buffers[1][: self.count * layout.RECORD.size].tobytes()
