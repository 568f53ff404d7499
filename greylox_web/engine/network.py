"""The network that ``lab.training`` trains: its file, and its forward pass in numpy.

A hexagonal convolution comes first, then residual blocks of two convolutions.  Every other block
also gets global pooling (means and maxima over the board, after Wu 2019).  The policy head computes
a logit for each cell.  The pooled board gives the value and the logits of END and SWAP.  The
network works on boards of any size.
"""

from collections.abc import Callable, Sequence
from io import BytesIO

import numpy as np

from ..rules.state import Game, State
from .inputs import GLOBAL_FEATURES, MAX_LEAD, Batch, Encoder
from .search import NetworkOutput
from .tree import Array

Weights = dict[str, Array]
MAX_FILE_BYTES = 2_000_000  # bytes
CHANNEL_MULTIPLE = 16  # the number of channels must be a multiple of this
SWAP_LOGIT_SCALE = np.float32(8)  # see ``NetworkEvaluator.judge_swaps``; the same in ``puct.ts``


class NetworkError(ValueError):
    """A network file is invalid or does not fit; the message says why."""


def read_weights(data: bytes) -> Weights:
    """Return the weights in the content of a ``.npz`` file, as float32.

    Raise NetworkError if the file is damaged or too large, or if a weight is not finite.
    """
    if len(data) > MAX_FILE_BYTES:
        raise NetworkError(f"the file has {len(data)} bytes, more than {MAX_FILE_BYTES}")
    try:
        with np.load(BytesIO(data), allow_pickle=False) as file:
            if sum(member.file_size for member in file.zip.infolist()) > 8 * MAX_FILE_BYTES:
                raise NetworkError("the file unpacks to too much")
            weights = {name: file[name].astype(np.float32) for name in file.files}
    except NetworkError:
        raise
    except Exception as error:  # a damaged archive raises too many kinds of exceptions to list
        raise NetworkError(f"the file cannot be read: {error}") from error
    if not all(np.isfinite(array).all() for array in weights.values()):
        raise NetworkError("the file has weights that are not finite")
    return weights


def write_weights(weights: Weights) -> bytes:
    """Return the content of a ``.npz`` file with the weights as float16."""
    file = BytesIO()
    halves = {name: array.astype(np.float16) for name, array in weights.items()}
    np.savez_compressed(file, allow_pickle=False, **halves)
    return file.getvalue()


def validate_weights(weights: Weights, encoder: Encoder) -> None:
    """Raise NetworkError if an array is missing, unknown or has a wrong shape."""
    try:
        channels, hidden = weights["stem.b"].size, weights["hidden.b"].size
        shapes = {
            "stem.b": (channels,),
            "hidden.b": (hidden,),
            "stem.w": (7 * encoder.plane_count, channels),
            "stem.g": (len(GLOBAL_FEATURES), channels),
            "cells.w": (channels, 2),
            "cells.b": (2,),
            "hidden.w": (2 * channels + len(GLOBAL_FEATURES), hidden),
            "board.w": (hidden, 3),
            "board.b": (3,),
        }
        if encoder.lead_values is not None:
            shapes |= {"lead.w": (hidden, 2 * MAX_LEAD + 1), "lead.b": (2 * MAX_LEAD + 1,)}
        for block in range(block_count(weights)):
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
        if channels % CHANNEL_MULTIPLE or not channels:
            raise ValueError(f"{channels} channels are no multiple of {CHANNEL_MULTIPLE}")
    except (KeyError, ValueError) as error:
        raise NetworkError(f"the weights do not fit the game: {error}") from error


def block_count(weights: Weights) -> int:
    """Return the number of residual blocks."""
    return sum(name.endswith(".one.w") for name in weights)


class Network:
    """A network on one board.

    The constructor raises NetworkError if the weights do not fit the game.
    """

    def __init__(self, weights: Weights, encoder: Encoder) -> None:
        validate_weights(weights, encoder)
        self.weights = weights
        self.taps = encoder.geometry.conv_taps  # each cell and its neighbours: (cells, 7)
        self.lead_values = encoder.lead_values

    def __call__(self, planes: Array, global_features: Array) -> tuple[Array, Array]:
        """Return the mover's values and the action logits, from planes and global features.

        The values (positions,) are in -1 ... 1.  The logits have the shape (positions, cells + 2).
        """
        weights = self.weights
        x = np.maximum(self.convolved(planes[:, :-1], "stem", global_features), 0)
        for block in range(block_count(weights)):
            inner = np.maximum(self.convolved(x, f"block{block}.one"), 0)
            x = np.maximum(self.convolved(inner, f"block{block}.two", pooled(inner)) + x, 0)
        cells = x @ weights["cells.w"][:, 0] + weights["cells.b"][0]
        whole = np.concatenate([pooled(x), global_features], axis=1)
        hidden = np.maximum(whole @ weights["hidden.w"] + weights["hidden.b"], 0)
        board = hidden @ weights["board.w"] + weights["board.b"]
        value = np.tanh(board[:, 0] * 0.5)
        if self.lead_values is not None:
            lead = hidden @ weights["lead.w"] + weights["lead.b"]
            chances = np.exp(lead - lead.max(axis=1, keepdims=True))
            chances /= chances.sum(axis=1, keepdims=True)
            value = chances @ self.lead_values + chances[:, MAX_LEAD] * value
            value = value.clip(-1.0, 1.0)  # float32 probabilities may sum to a little more than 1
        return value, np.concatenate([cells, board[:, 1:]], axis=1)

    def convolved(self, x: Array, name: str, board: Array | None = None) -> Array:
        """Return the output of a layer for ``x``.

        ``x`` is (positions, cells, inputs); the output is (positions, cells, outputs).  If the
        layer has weights for the whole ``board`` (positions, features), their product is added.
        """
        weights, (count, cells, _) = self.weights, x.shape
        patches = np.pad(x, ((0, 0), (0, 1), (0, 0))).take(self.taps, axis=1)  # zero off the board
        total: Array = (
            patches.reshape(count * cells, -1) @ weights[f"{name}.w"] + weights[f"{name}.b"]
        )
        total = total.reshape(count, cells, -1)
        if f"{name}.g" in weights:
            total += (board @ weights[f"{name}.g"])[:, None]
        return total


def pooled(x: Array) -> Array:
    """Return means and maxima over the cells: (positions, 2 * channels)."""
    return np.concatenate([x.mean(axis=1), x.max(axis=1)], axis=1)


Forward = Callable[[Array, Array], tuple[Array, Array]]
"""A function from planes and global features to the mover's values (positions,) and logits
(positions, cells + 2)."""


class NetworkEvaluator:
    """An evaluator of one game's positions, with a network on the game's board."""

    def __init__(self, game: Game, forward: Forward, encoder: Encoder | None = None) -> None:
        self.encoder = encoder or Encoder(game)
        self.forward = forward
        geometry, board = self.encoder.geometry, game.board
        cells = [geometry.cells, geometry.cells[geometry.mirror]][: 1 + self.encoder.has_edges]
        rows = [[*order.tolist(), board.end_action, board.swap_action] for order in cells]
        self.actions = np.array(rows, dtype=np.intp)
        """The action of each policy entry: (1 or 2, cells + 2), with a row for mirrored boards."""

    def __call__(self, states: Sequence[State], legals: Sequence[int]) -> list[NetworkOutput]:
        """Return the network's outputs for unfinished positions, given with their legal actions."""
        batch = self.encoder.stage(states, legals)
        values, policy = self.forward(*self.encoder.inputs(batch))
        if self.encoder.is_swap_untrained:
            values, policy = self.judge_swaps(batch, values, policy)
        legal_mask = np.concatenate([batch.legal, batch.scalars[:, 2:4]], axis=1) > 0
        chances = self.softmax(batch, legal_mask, policy)
        counts = legal_mask.sum(axis=1)
        views = [state.mover if self.encoder.has_edges else 0 for state in states]
        actions = self.actions[np.repeat(views, counts), legal_mask.nonzero()[1]]
        priors, mover_values = chances[legal_mask], values.tolist()
        outputs, start = [], 0
        for state, mover_value, end in zip(
            states, mover_values, counts.cumsum().tolist(), strict=True
        ):
            value = -mover_value if state.mover else mover_value
            outputs.append(NetworkOutput(value, actions[start:end], priors[start:end]))
            start = end
        return outputs

    def judge_swaps(self, batch: Batch, values: Array, logits: Array) -> tuple[Array, Array]:
        """Return the values and logits of a network that was not trained with the swap.

        Where SWAP is legal, its logit is as much above the best cell's as the mover is behind, and
        the mover takes the better side.  On the empty board every stone is equally likely, since
        the network's best one would be taken over, and the value is 0.
        """
        empty = ~batch.stones.any(axis=1)
        swaps = batch.scalars[:, 3] > 0
        best = np.where(batch.legal, logits[:, :-2], np.float32(-np.inf)).max(axis=1)
        swap_logits = np.where(swaps, best - SWAP_LOGIT_SCALE * values, logits[:, -1])
        judged = np.concatenate([logits[:, :-1], swap_logits[:, None]], axis=1)
        judged[empty] = 0
        return np.where(swaps, abs(values), np.where(empty, 0, values)), judged

    def softmax(self, batch: Batch, legal_mask: Array, logits: Array) -> Array:
        """Return the policy over the actions in ``legal_mask``: float32 (positions, cells + 2)."""
        legal = np.where(legal_mask, logits, np.float32(-1e9))
        chances: Array = np.exp(legal - legal.max(axis=1, keepdims=True))
        chances /= chances.sum(axis=1, keepdims=True)
        return chances
