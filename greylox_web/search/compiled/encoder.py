"""The input of a network, computed by compiled code."""

from collections.abc import Sequence
from struct import Struct

import numpy as np

from ...rules.state import Game, State
from ..network.features import NUMBERS, Batch, Encoder
from ..tree.node import Array
from . import layout
from .game import FILE
from .machine import Machine, machine

BOARDS = 16  # positions encoded in one call
VIEW = Struct("<3d2f20i")


class CompiledEncoder(Encoder):
    """An ``Encoder`` in compiled code, with the same results bit for bit; not thread-safe."""

    def __init__(self, machine: Machine, game: Game) -> None:
        super().__init__(game)
        self.machine = machine
        geometry, cells = self.geometry, self.geometry.off
        lead, share = self.margin or 4.0, np.float32(0.5 / (self.margin or 1))
        mirror = geometry.mirror.astype(np.int32) if self.edged else np.zeros(0, np.int32)
        tables = [
            self.room(np.frombuffer(layout.ground(game), np.uint8)),
            machine.room(layout.TABLES),
        ]
        flags = [self.sighted, self.edged, self.margin > 0, self.unswapped]
        more = [self.room(table) for table in (self.grown, self.log, geometry.around)]
        more += [self.room(geometry.bridges), self.room(mirror)]
        more += [machine.room(4 * cells + 64) for _ in range(8)]  # four bytes a cell are enough
        self.rooms = [*tables, *more]  # kept alive: the code has their addresses
        places = [machine.address(room) for room in self.rooms]
        view = VIEW.pack(
            *(lead, game.size / 10, self.margin / 8, np.float32(1 / 6), share),
            *places[:2],
            *(self.planes, *map(int, flags)),
            *places[2:],
        )
        self.view = self.room(np.frombuffer(view, np.uint8))
        self.records = machine.room(BOARDS * layout.RECORD.size)
        stones, legal, placed = (self.made(np.uint8, cells) for _ in range(3))
        self.inside = Batch(stones, legal, placed, self.made(np.float32, 6))
        self.shown = self.made(np.float32, cells + 1, self.planes)
        self.counted = self.made(np.float32, len(NUMBERS))
        named = {
            "ground": self.rooms[0],
            "view": self.view,
            "records": self.records,
            **self.inside._asdict(),
            "planes": self.shown,
            "numbers": self.counted,
        }
        self.where = {name: machine.address(array) for name, array in named.items()}
        _, self._view, self._records, *self._inside = self.where.values()
        self._batch = machine.function("batch", 7)
        self._show = machine.function("show", 8)

    def room(self, table: Array) -> Array:
        """A copy of a table in shared memory."""
        octets = table.tobytes()
        room = self.machine.room(len(octets))
        room[:] = np.frombuffer(octets, np.uint8)
        return room

    def made(self, kind: type[np.generic], *shape: int) -> Array:
        """An array of shape (BOARDS, *shape) in shared memory."""
        length = BOARDS * int(np.prod(shape)) * np.dtype(kind).itemsize
        return self.machine.room(length).view(kind).reshape(BOARDS, *shape)

    def batch(self, states: Sequence[State], legals: Sequence[int]) -> Batch:
        """See ``Encoder``."""
        octets = b"".join(map(layout.packed, states, legals))
        size, count = layout.RECORD.size, len(states)
        parts = []
        for start in range(0, count, BOARDS):
            boards = min(BOARDS, count - start)
            part = octets[start * size : (start + boards) * size]
            self.records[: len(part)] = np.frombuffer(part, np.uint8)
            self._batch(self._view, boards, self._records, *self._inside[:4])
            parts.append([array[:boards].copy() for array in self.inside])
        if len(parts) == 1:
            return Batch(*parts[0])
        whole = [np.concatenate(arrays) for arrays in zip(*parts, strict=True)]
        return Batch(*(whole or (array[:0].copy() for array in self.inside)))

    def show(self, batch: Batch) -> tuple[Array, Array]:
        """See ``Encoder``."""
        count = len(batch.stones)
        planes = np.empty((count, *self.shown.shape[1:]), np.float32)
        numbers = np.empty((count, len(NUMBERS)), np.float32)
        for start in range(0, count, BOARDS):
            boards, end = min(BOARDS, count - start), start + BOARDS
            for room, array in zip(self.inside, batch, strict=True):
                room[:boards] = array[start:end]
            self._show(self._view, boards, *self._inside)
            planes[start:end] = self.shown[:boards]
            numbers[start:end] = self.counted[:boards]
        return planes, numbers


def quick_encoder(game: Game) -> Encoder:
    """The encoder of a game, compiled where that is possible."""
    runs = machine(FILE)
    return Encoder(game) if runs is None else CompiledEncoder(runs, game)
