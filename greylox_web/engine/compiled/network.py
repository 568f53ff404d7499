"""The network and its input, computed by compiled code."""

from collections.abc import Sequence
from struct import Struct

import numpy as np

from ...rules.state import Game, State
from ..inputs import GLOBAL_FEATURES, MAX_LEAD, Batch, Encoder
from ..network import Weights, block_count, validate_weights
from ..tree import Array
from . import layout
from .rules import FILE
from .wasm import WasmInstance, load_instance

POSITIONS_PER_CALL = 16  # positions per call
FEATURE_CONTEXT = Struct("<3d2f21i")


class CompiledEncoder(Encoder):
    """An ``Encoder`` in compiled code, with the same results bit for bit; not thread-safe."""

    def __init__(self, instance: WasmInstance, game: Game) -> None:
        super().__init__(game)
        self.instance = instance
        geometry, cells = self.geometry, self.geometry.off_board
        lead_unit, lead_scale = self.margin or 4.0, np.float32(0.5 / (self.margin or 1))
        mirror = geometry.mirror.astype(np.int32) if self.has_edges else np.zeros(0, np.int32)
        tables = [
            self.copy_to_shared(np.frombuffer(layout.pack_game(game), np.uint8)),
            instance.allocate(layout.POSITIONS_BYTES),
        ]
        flags = [self.uses_sight, self.has_edges, self.margin > 0]
        flags += [self.without_swap, self.is_swap_untrained]
        parameter_arrays = [
            self.copy_to_shared(table)
            for table in (self.size_features, self.exact_logs, geometry.neighbours)
        ]
        parameter_arrays += [self.copy_to_shared(geometry.bridges), self.copy_to_shared(mirror)]
        # four bytes per cell are enough
        parameter_arrays += [instance.allocate(4 * cells + 64) for _ in range(8)]
        self.buffers = [*tables, *parameter_arrays]  # kept alive: the code holds their addresses
        addresses = [instance.address(buffer) for buffer in self.buffers]
        feature_context = FEATURE_CONTEXT.pack(
            *(lead_unit, game.size / 10, self.margin / 8, np.float32(1 / 6), lead_scale),
            *addresses[:2],
            *(self.plane_count, *map(int, flags)),
            *addresses[2:],
        )
        self.feature_context = self.copy_to_shared(np.frombuffer(feature_context, np.uint8))
        self.records = instance.allocate(POSITIONS_PER_CALL * layout.RECORD.size)
        stones, legal, placed = (self.shared_array(np.uint8, cells) for _ in range(3))
        self.staged = Batch(stones, legal, placed, self.shared_array(np.float32, 6))
        self.planes_out = self.shared_array(np.float32, cells + 1, self.plane_count)
        self.globals_out = self.shared_array(np.float32, len(GLOBAL_FEATURES))
        named = {
            "game_layout": self.buffers[0],
            "feature_context": self.feature_context,
            "records": self.records,
            **self.staged._asdict(),
            "planes": self.planes_out,
            "global_features": self.globals_out,
        }
        self.addresses_by_name = {name: instance.address(array) for name, array in named.items()}
        _, self._feature_context_address, self._records, *self._batch_addresses = (
            self.addresses_by_name.values()
        )
        self._stage_batch = instance.function("stageBatch")
        self._write_inputs = instance.function("writeInputs")

    def copy_to_shared(self, table: Array) -> Array:
        """Return a copy of a table in shared memory."""
        octets = table.tobytes()
        shared = self.instance.allocate(len(octets))
        shared[:] = np.frombuffer(octets, np.uint8)
        return shared

    def shared_array(self, kind: type[np.generic], *shape: int) -> Array:
        """Return an array of shape (BOARDS, *shape) in shared memory."""
        length = POSITIONS_PER_CALL * int(np.prod(shape)) * np.dtype(kind).itemsize
        return self.instance.allocate(length).view(kind).reshape(POSITIONS_PER_CALL, *shape)

    def stage(self, states: Sequence[State], legals: Sequence[int]) -> Batch:
        """See ``Encoder``."""
        octets = b"".join(map(layout.pack_record, states, legals))
        size, count = layout.RECORD.size, len(states)
        parts = []
        for start in range(0, count, POSITIONS_PER_CALL):
            boards = min(POSITIONS_PER_CALL, count - start)
            part = octets[start * size : (start + boards) * size]
            self.records[: len(part)] = np.frombuffer(part, np.uint8)
            self._stage_batch(
                self._feature_context_address, boards, self._records, *self._batch_addresses[:4]
            )
            parts.append([array[:boards].copy() for array in self.staged])
        if len(parts) == 1:
            return Batch(*parts[0])
        whole = [np.concatenate(arrays) for arrays in zip(*parts, strict=True)]
        return Batch(*(whole or (array[:0].copy() for array in self.staged)))

    def inputs(self, batch: Batch) -> tuple[Array, Array]:
        """See ``Encoder``."""
        count = len(batch.stones)
        planes = np.empty((count, *self.planes_out.shape[1:]), np.float32)
        global_features = np.empty((count, len(GLOBAL_FEATURES)), np.float32)
        for start in range(0, count, POSITIONS_PER_CALL):
            boards, end = min(POSITIONS_PER_CALL, count - start), start + POSITIONS_PER_CALL
            for staged_array, array in zip(self.staged, batch, strict=True):
                staged_array[:boards] = array[start:end]
            self._write_inputs(self._feature_context_address, boards, *self._batch_addresses)
            planes[start:end] = self.planes_out[:boards]
            global_features[start:end] = self.globals_out[:boards]
        return planes, global_features


def make_encoder(game: Game) -> Encoder:
    """Return the encoder of a game, compiled where possible."""
    instance = load_instance(FILE)
    return Encoder(game) if instance is None else CompiledEncoder(instance, game)


MAX_QUANTIZED = 8191  # the largest quantized input of a layer; the same as in ``net.ts``
INT16_MAX, INT32_MAX = 2**15 - 1, 2**31 - 1
LAYER = Struct("<i4I")
NET = Struct("<7i3If13I")
CHANNELS_PER_TILE = 16  # output channels whose weights are interleaved


def quantized(weights: Array) -> tuple[Array, Array]:
    """Return a layer's weights as int16 in the order of ``net.ts``, and the quantization steps.

    The argument is (taps, inputs, outputs).  There is one float32 step for each output channel:
    weight = integer * step.
    """
    taps, inputs, outputs = weights.shape
    wide = np.zeros((taps, inputs + -inputs % 8, outputs), np.float64)
    wide[:, :inputs] = weights
    magnitudes = np.abs(wide).reshape(-1, outputs)
    # rounding may enlarge each weight by half a step
    sum_limit = INT32_MAX / MAX_QUANTIZED - len(magnitudes) / 2
    steps = np.maximum(magnitudes.max(axis=0) / INT16_MAX, magnitudes.sum(axis=0) / sum_limit)
    integers = np.rint(wide / np.where(steps > 0, steps, 1)).astype(np.int16)
    parts = integers.reshape(taps, -1, 2, outputs // CHANNELS_PER_TILE, CHANNELS_PER_TILE)
    return np.ascontiguousarray(parts.transpose(3, 0, 1, 4, 2)), steps.astype(np.float32)


def pair_cells(taps: Array) -> Array:
    """Return the cells in pairs with their taps, int32 (pairs, 8, 2), from the taps (cells, 7).

    A pair is the two cells, then their taps.  Cells whose taps are off the board together are
    paired where possible, because ``net.ts`` skips two taps off the board.  If the number of
    cells is odd, the last one is paired with itself.
    """
    outside = taps == len(taps)
    unpaired = sorted(range(len(taps)), key=lambda cell: -int(outside[cell].sum()))
    pairs = []
    while unpaired:
        one = unpaired.pop(0)
        both = (outside[unpaired] & outside[one]).sum(axis=1)
        other = unpaired.pop(int(both.argmax())) if unpaired else one
        pairs.append([(one, other), *zip(taps[one], taps[other], strict=True)])
    return np.array(pairs, np.int32)


class CompiledNet:
    """The network on the encoder's board.

    The constructor raises NetworkError if the weights do not fit the game.
    """

    def __init__(self, weights: Weights, encoder: CompiledEncoder) -> None:
        validate_weights(weights, encoder)
        self.encoder = encoder
        self.instance = encoder.instance
        self.buffers: list[Array] = []  # kept alive: the code holds their addresses
        geometry, cells = encoder.geometry, encoder.geometry.off_board
        channels = len(weights["stem.b"])
        hidden = len(weights["hidden.b"]) + -len(weights["hidden.b"]) % 4
        count = block_count(weights)
        halves = [f"block{block}.{half}" for block in range(count) for half in ("one", "two")]
        layers = b"".join(self.layer(weights, name) for name in ["stem", *halves])
        leads = 2 * MAX_LEAD + 1 if encoder.lead_values is not None else 0
        max_channels = max(channels, encoder.plane_count + -encoder.plane_count % 8)
        global_count = len(GLOBAL_FEATURES)
        packed = NET.pack(
            *(cells, encoder.plane_count, global_count, channels, count, hidden, leads),
            self.copy_to_shared(pair_cells(geometry.conv_taps)),
            self.copy_to_shared(np.frombuffer(layers, np.uint8)),
            self.floats(weights["cells.w"][:, 0]),
            weights["cells.b"][0],
            self.floats(weights["hidden.w"], columns=hidden),
            self.floats(weights["hidden.b"], columns=hidden),
            self.floats(weights["board.w"], rows=hidden),
            self.floats(weights["board.b"]),
            *(self.floats(weights["lead.w"], rows=hidden) if leads else 0,),
            *(self.floats(weights["lead.b"]) if leads else 0,),
            *(self.floats(encoder.lead_values) if leads else 0,),
            self.allocate(2 * (cells + 1) * max_channels),
            self.allocate(4 * cells * channels),
            self.allocate(4 * cells * channels),
            self.allocate(4 * (2 * channels + global_count)),
            self.allocate(4 * channels),
            self.allocate(4 * (hidden + leads)),
        )
        self.address = self.copy_to_shared(np.frombuffer(packed, np.uint8))
        self.values = encoder.shared_array(np.float32)
        self.logits = encoder.shared_array(np.float32, cells + 2)
        self._output_addresses = tuple(map(self.instance.address, (self.values, self.logits)))
        self._forward = self.instance.function("forward")

    def layer(self, weights: Weights, name: str) -> bytes:
        """One layer, as ``Layer`` in ``net.ts``."""
        matrix = weights[f"{name}.w"]
        whole, steps = quantized(matrix.reshape(7, -1, matrix.shape[1]))
        extra = weights.get(f"{name}.g")
        inputs = len(matrix) // 7
        return LAYER.pack(
            inputs + -inputs % 8,
            *(
                self.copy_to_shared(whole),
                self.copy_to_shared(steps),
                self.floats(weights[f"{name}.b"]),
            ),
            0 if extra is None else self.floats(extra),
        )

    def floats(self, array: Array | None, rows: int = 0, columns: int = 0) -> int:
        """Return the address of a copy as float32, zero-padded to ``rows`` and ``columns``."""
        assert array is not None
        missing = [(0, 0)] * array.ndim
        if rows:
            missing[0] = (0, rows - array.shape[0])
        if columns:
            missing[-1] = (0, columns - array.shape[-1])
        return self.copy_to_shared(np.pad(array, missing).astype(np.float32))

    def copy_to_shared(self, array: Array) -> int:
        """Return the address of a copy in shared memory."""
        self.buffers.append(self.encoder.copy_to_shared(array))
        return self.instance.address(self.buffers[-1])

    def allocate(self, length: int) -> int:
        """Return the address of ``length`` new bytes."""
        self.buffers.append(self.instance.allocate(length))
        return self.instance.address(self.buffers[-1])

    def __call__(self, planes: Array, global_features: Array) -> tuple[Array, Array]:
        """Return the mover's values and the action logits, from planes and global features.

        The values (positions,) are in -1 ... 1.  The logits have the shape (positions, cells + 2).
        """
        encoder, parts = self.encoder, []
        for start in range(0, len(planes), POSITIONS_PER_CALL):
            boards = min(POSITIONS_PER_CALL, len(planes) - start)
            encoder.planes_out[:boards] = planes[start : start + boards]
            encoder.globals_out[:boards] = global_features[start : start + boards]
            input_addresses = (
                encoder.addresses_by_name["planes"],
                encoder.addresses_by_name["global_features"],
            )
            self._forward(self.address, boards, *input_addresses, *self._output_addresses)
            parts.append((self.values[:boards].copy(), self.logits[:boards].copy()))
        values, logits = zip(*parts, strict=True)
        return np.concatenate(values), np.concatenate(logits)
