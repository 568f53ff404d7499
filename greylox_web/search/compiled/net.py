"""The network quantized to int16; ``net.ts`` computes the forward pass.

The input of a layer is quantized per board, to 1/8191 of its largest absolute value.  The weights
are quantized per output channel, as finely as int16 allows and as int32 accumulation allows, which
must not overflow for any input.  Values and logits are off by about a thousandth.
"""

from struct import Struct

import numpy as np

from ..network.features import LEAD, NUMBERS
from ..network.network import Weights, blocks, check
from ..tree.node import Array
from .encoder import BOARDS, CompiledEncoder

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
        self._forward = self.machine.function("forward", 6)

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
