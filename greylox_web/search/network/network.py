"""A network that was trained by ``lab.training``: its file, and how it is run.

The network: a hex convolution, residual blocks of two more, some of which also look at means
and maxima over the board; then a logit for each cell, and from the whole board a logit for the
value, for ending the turn and for swapping.  It knows no size of board.
"""

from io import BytesIO

import numpy as np

from ..tree.node import Array
from .features import LEAD, NUMBERS, Encoder
from .layers import Convolution, Layer, Pooling, Step, convolution, pooling

Weights = dict[str, Array]
LARGEST = 2_000_000  # bytes of a file


class NetworkError(ValueError):
    """A file that holds no network; the message says why."""


def read_weights(data: bytes) -> Weights:
    """The weights in a ``.npz`` file, as float32."""
    if len(data) > LARGEST:
        raise NetworkError(f"the file has {len(data)} bytes, more than {LARGEST}")
    try:
        with np.load(BytesIO(data), allow_pickle=False) as file:
            if sum(member.file_size for member in file.zip.infolist()) > 8 * LARGEST:
                raise NetworkError("the file unpacks to too much")
            weights = {name: file[name].astype(np.float32) for name in file.files}
    except NetworkError:
        raise
    except Exception as error:  # a damaged archive fails in more ways than can be named
        raise NetworkError(f"the file cannot be read: {error}") from error
    if not all(np.isfinite(array).all() for array in weights.values()):
        raise NetworkError("the file has weights that are no numbers")
    return weights


def write_weights(weights: Weights) -> bytes:
    """The file for weights, which become float16."""
    file = BytesIO()
    halves = {name: array.astype(np.float16) for name, array in weights.items()}
    np.savez_compressed(file, allow_pickle=False, **halves)
    return file.getvalue()


class Network:
    """A network on one board, for at most ``boards`` positions at a time."""

    def __init__(
        self,
        weights: Weights,
        encoder: Encoder,
        boards: int = 8,
        convolution: Convolution = convolution,
        pooling: Pooling = pooling,
    ) -> None:
        self.boards = boards
        self.cells = cells = encoder.geometry.off
        self.weights = weights
        self.worth_of_lead = encoder.worth_of_lead
        taps = encoder.geometry.taps
        try:
            self.check(encoder)
            channels = len(weights["stem.b"])
            self.blocks = sum(name.endswith(".one.w") for name in weights)

            def activations(count: int) -> Array:
                return np.zeros((boards, cells + 1, count), dtype=np.float32)

            def step(name: str, x: Array, out: Array, residual: Array | None = None) -> Step:
                bias = weights[f"{name}.b"]
                if f"{name}.g" in weights:
                    bias = self.biases[name] = np.zeros((boards, channels), dtype=np.float32)
                matrix = np.ascontiguousarray(weights[f"{name}.w"])
                return convolution(Layer(x, taps, matrix, bias, out, residual))

            self.biases: dict[str, Array] = {}
            self.planes = activations(encoder.planes)
            self.x, self.inner = activations(channels), activations(channels)
            self.pool_x, self.pool_inner = pooling(self.x), pooling(self.inner)
            self.stem = step("stem", self.planes, self.x)
            self.steps = [
                (
                    step(f"block{block}.one", self.x, self.inner),
                    step(f"block{block}.two", self.inner, self.x, self.x),
                )
                for block in range(self.blocks)
            ]
        except (KeyError, ValueError, IndexError) as error:
            raise NetworkError(f"the weights do not fit the game: {error}") from error

    def check(self, encoder: Encoder) -> None:
        """Raise ``ValueError`` or ``KeyError`` when a part is missing or of a wrong shape."""
        weights = self.weights
        channels, hidden = weights["stem.b"].size, weights["hidden.b"].size
        shapes = {
            "stem.b": (channels,),
            "hidden.b": (hidden,),
            "stem.w": (7 * encoder.planes, channels),
            "stem.g": (len(NUMBERS), channels),
            "cells.w": (channels, 2),
            "cells.b": (2,),
            "hidden.w": (2 * channels + len(NUMBERS), hidden),
            "board.w": (hidden, 3),
            "board.b": (3,),
        }
        if encoder.worth_of_lead is not None:
            shapes |= {"lead.w": (hidden, 2 * LEAD + 1), "lead.b": (2 * LEAD + 1,)}
        for block in range(sum(name.endswith(".one.w") for name in weights)):
            for half in ("one", "two"):
                shapes[f"block{block}.{half}.w"] = (7 * channels, channels)
                shapes[f"block{block}.{half}.b"] = (channels,)
            if f"block{block}.two.g" in weights:
                shapes[f"block{block}.two.g"] = (2 * channels, channels)
        if unknown := weights.keys() - shapes.keys():
            raise ValueError(f"{min(unknown)} belongs to no part")
        for name, shape in shapes.items():
            if weights[name].shape != shape:
                raise ValueError(f"{name} is {weights[name].shape}, not {shape}")

    def __call__(self, planes: Array, numbers: Array) -> tuple[Array, Array]:
        """The mover's values, -1 ... 1 (positions), and action logits (positions, cells + 2)."""
        count, weights = len(planes), self.weights
        if count > self.boards:
            parts = [
                self(planes[start : start + self.boards], numbers[start : start + self.boards])
                for start in range(0, count, self.boards)
            ]
            values, policies = zip(*parts, strict=True)
            return np.concatenate(values), np.concatenate(policies)
        self.planes[:count] = planes
        self._bias("stem", numbers)
        self.stem(count)
        for block, (one, two) in enumerate(self.steps):
            one(count)
            if f"block{block}.two" in self.biases:
                self._bias(f"block{block}.two", self.pool_inner(count))
            two(count)
        cells = self.x[:count, : self.cells] @ weights["cells.w"][:, 0] + weights["cells.b"][0]
        whole = np.concatenate([self.pool_x(count), numbers], axis=1)
        hidden = np.maximum(whole @ weights["hidden.w"] + weights["hidden.b"], 0)
        board = hidden @ weights["board.w"] + weights["board.b"]
        value = np.tanh(board[:, 0] * 0.5)
        if self.worth_of_lead is not None:
            lead = hidden @ weights["lead.w"] + weights["lead.b"]
            chances = np.exp(lead - lead.max(axis=1, keepdims=True))
            chances /= chances.sum(axis=1, keepdims=True)
            value = chances @ self.worth_of_lead + chances[:, LEAD] * value
            value = value.clip(-1.0, 1.0)  # chances in float32 may sum to a little more than 1
        return value, np.concatenate([cells, board[:, 1:]], axis=1)

    def _bias(self, name: str, seen: Array) -> None:
        self.biases[name][: len(seen)] = (
            seen @ self.weights[f"{name}.g"] + self.weights[f"{name}.b"]
        )
