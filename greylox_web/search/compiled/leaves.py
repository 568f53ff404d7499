"""What another core needs to look at a search's leaves; ``leaves.ts`` has the walks to them."""

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from ..tree.node import Array
from . import layout

MOST = 12  # leaves in one question
WAY = 4096  # bytes of the way to a leaf
IMAGE = 1 << 22  # bytes, more than any network with its board takes


class Brief(NamedTuple):
    """All that the code needs of a network on a board, to be laid at the beginning of a memory.

    Then ``answer(desk, count, records, answers)`` says what it thinks of so many positions.
    """

    octets: bytes
    length: int  # of the memory, at least
    desk: int
    records: int
    answers: int
    size: int  # bytes of what is said of one position


class Image:
    """A machine that runs nothing: its memory is for another one."""

    gives_back = False

    def __init__(self) -> None:
        self.memory = np.zeros(IMAGE, np.uint8)
        self.used = 16  # no address is 0

    def room(self, length: int) -> Array:
        place = self.used + -self.used % 16
        self.used = place + length
        assert self.used <= IMAGE
        return self.memory[place : self.used]

    def address(self, array: Array) -> int:
        return int(array.ctypes.data - self.memory.ctypes.data)

    def function(self, name: str, arguments: int) -> Callable[..., int]:
        def refuse(*numbers: int) -> int:
            raise AssertionError(f"{name} runs elsewhere")

        return refuse


class Leaves:
    """Room for leaves that wait, with the ways to them and what is said of them."""

    def __init__(self, room: Callable[[int], Array], address: Callable[[Array], int], size: int):
        self.count = 0
        lengths = WAY, layout.RECORD.size, size
        self.rooms = [room(MOST * length) for length in lengths]
        self.ways, self.records, self.answers = map(address, self.rooms)

    @property
    def positions(self) -> bytes:
        """Their records."""
        return self.rooms[1][: self.count * layout.RECORD.size].tobytes()
