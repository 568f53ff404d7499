"""The input of a network, computed by compiled code."""

from collections.abc import Sequence
from struct import Struct

import numpy as np

from ...rules.state import Game, State
from ..inputs import LEAD, NUMBERS, Batch, Encoder
from ..network import Weights, blocks, check
from ..tree import Array
from . import layout
from .machine import Machine, machine
from .rules import FILE

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
        self._batch = machine.function("stageBatch")
        self._show = machine.function("writeInputs")

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


MOST = 8191  # the largest quantized input of a layer; the same as in ``net.ts``
LARGEST, LARGEST_SUM = 2**15 - 1, 2**31 - 1
LAYER = Struct("<i4I")
NET = Struct("<7i3If13I")
TOGETHER = 16  # output channels whose weights are interleaved


def quantized(weights: Array) -> tuple[Array, Array]:
    """A layer's weights (taps, inputs, outputs) as int16, in the order that ``net.ts`` reads.

    And the quantization step of each output channel, float32: weight = integer * step.
    """
    taps, read, given = weights.shape
    wide = np.zeros((taps, read + -read % 8, given), np.float64)
    wide[:, :read] = weights
    sizes = np.abs(wide).reshape(-1, given)
    # rounding may enlarge each weight by half a step
    room = LARGEST_SUM / MOST - len(sizes) / 2
    steps = np.maximum(sizes.max(axis=0) / LARGEST, sizes.sum(axis=0) / room)
    whole = np.rint(wide / np.where(steps > 0, steps, 1)).astype(np.int16)
    parts = whole.reshape(taps, -1, 2, given // TOGETHER, TOGETHER)
    return np.ascontiguousarray(parts.transpose(3, 0, 1, 4, 2)), steps.astype(np.float32)


def paired(taps: Array) -> Array:
    """The cells in pairs with their taps, from the taps (cells, 7) of each: int32 (pairs, 8, 2).

    A pair is the two cells, then their taps.  Cells are paired so that mostly both taps or neither
    are off the board, because ``net.ts`` skips the former.  With an odd number of cells the last
    one is paired with itself.
    """
    outside = taps == len(taps)
    left = sorted(range(len(taps)), key=lambda cell: -int(outside[cell].sum()))
    pairs = []
    while left:
        one = left.pop(0)
        both = (outside[left] & outside[one]).sum(axis=1)
        other = left.pop(int(both.argmax())) if left else one
        pairs.append([(one, other), *zip(taps[one], taps[other], strict=True)])
    return np.array(pairs, np.int32)


class CompiledNet:
    """The network on the encoder's board; NetworkError if the weights do not fit the game."""

    def __init__(self, weights: Weights, encoder: CompiledEncoder) -> None:
        check(weights, encoder)
        self.encoder = encoder
        self.machine = encoder.machine
        self.rooms: list[Array] = []  # kept alive: the code has their addresses
        geometry, cells = encoder.geometry, encoder.geometry.off
        channels = len(weights["stem.b"])
        hidden = len(weights["hidden.b"]) + -len(weights["hidden.b"]) % 4
        count = blocks(weights)
        halves = [f"block{block}.{half}" for block in range(count) for half in ("one", "two")]
        layers = b"".join(self.layer(weights, name) for name in ["stem", *halves])
        leads = 2 * LEAD + 1 if encoder.worth_of_lead is not None else 0
        widest = max(channels, encoder.planes + -encoder.planes % 8)
        numbers = len(NUMBERS)
        packed = NET.pack(
            *(cells, encoder.planes, numbers, channels, count, hidden, leads),
            self.put(paired(geometry.taps)),
            self.put(np.frombuffer(layers, np.uint8)),
            self.floats(weights["cells.w"][:, 0]),
            weights["cells.b"][0],
            self.floats(weights["hidden.w"], columns=hidden),
            self.floats(weights["hidden.b"], columns=hidden),
            self.floats(weights["board.w"], rows=hidden),
            self.floats(weights["board.b"]),
            *(self.floats(weights["lead.w"], rows=hidden) if leads else 0,),
            *(self.floats(weights["lead.b"]) if leads else 0,),
            *(self.floats(encoder.worth_of_lead) if leads else 0,),
            self.room(2 * (cells + 1) * widest),
            self.room(4 * cells * channels),
            self.room(4 * cells * channels),
            self.room(4 * (2 * channels + numbers)),
            self.room(4 * channels),
            self.room(4 * (hidden + leads)),
        )
        self.address = self.put(np.frombuffer(packed, np.uint8))
        self.values = encoder.made(np.float32)
        self.logits = encoder.made(np.float32, cells + 2)
        self._told = tuple(map(self.machine.address, (self.values, self.logits)))
        self._forward = self.machine.function("forward")

    def layer(self, weights: Weights, name: str) -> bytes:
        """One layer, as ``Layer`` in ``net.ts``."""
        matrix = weights[f"{name}.w"]
        whole, steps = quantized(matrix.reshape(7, -1, matrix.shape[1]))
        extra = weights.get(f"{name}.g")
        read = len(matrix) // 7
        return LAYER.pack(
            read + -read % 8,
            *(self.put(whole), self.put(steps), self.floats(weights[f"{name}.b"])),
            0 if extra is None else self.floats(extra),
        )

    def floats(self, array: Array | None, rows: int = 0, columns: int = 0) -> int:
        """The address of a copy as float32, zero-padded to so many rows or columns."""
        assert array is not None
        missing = [(0, 0)] * array.ndim
        if rows:
            missing[0] = (0, rows - array.shape[0])
        if columns:
            missing[-1] = (0, columns - array.shape[-1])
        return self.put(np.pad(array, missing).astype(np.float32))

    def put(self, array: Array) -> int:
        """The address of a copy in shared memory."""
        self.rooms.append(self.encoder.room(array))
        return self.machine.address(self.rooms[-1])

    def room(self, length: int) -> int:
        """The address of ``length`` new bytes."""
        self.rooms.append(self.machine.room(length))
        return self.machine.address(self.rooms[-1])

    def __call__(self, planes: Array, numbers: Array) -> tuple[Array, Array]:
        """The mover's values in -1 ... 1 (positions,), and action logits (positions, cells + 2)."""
        encoder, parts = self.encoder, []
        for start in range(0, len(planes), BOARDS):
            boards = min(BOARDS, len(planes) - start)
            encoder.shown[:boards] = planes[start : start + boards]
            encoder.counted[:boards] = numbers[start : start + boards]
            inside = (encoder.where["planes"], encoder.where["numbers"])
            self._forward(self.address, boards, *inside, *self._told)
            parts.append((self.values[:boards].copy(), self.logits[:boards].copy()))
        values, logits = zip(*parts, strict=True)
        return np.concatenate(values), np.concatenate(logits)
