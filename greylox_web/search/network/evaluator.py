"""Evaluates positions with a network: encodes them, and maps its outputs to actions."""

from collections.abc import Callable, Sequence

import numpy as np

from ...rules.state import Game, State
from ..tree.node import Array
from ..tree.puct import NetworkOutput
from .features import Batch, Encoder

Forward = Callable[[Array, Array], tuple[Array, Array]]
"""From planes and numbers to the mover's values (positions,) and logits (positions, cells + 2)."""


class NetworkEvaluator:
    """A network for one game on its board."""

    def __init__(self, game: Game, forward: Forward, encoder: Encoder | None = None) -> None:
        self.encoder = encoder or Encoder(game)
        self.forward = forward
        geometry, board = self.encoder.geometry, game.board
        cells = [geometry.cells, geometry.cells[geometry.mirror]][: 1 + self.encoder.edged]
        rows = [[*order.tolist(), board.end, board.swap] for order in cells]
        self.actions = np.array(rows, dtype=np.intp)
        """The action of each policy entry: (1 or 2, cells + 2), with a row for mirrored boards."""

    def __call__(self, states: Sequence[State], legals: Sequence[int]) -> list[NetworkOutput]:
        """The network's outputs for unfinished positions with their masks of legal actions."""
        batch = self.encoder.batch(states, legals)
        values, policy = self.forward(*self.encoder.show(batch))
        may = np.concatenate([batch.legal, batch.facts[:, 2:4]], axis=1) > 0
        chances = self.softmax(batch, may, policy)
        counts = may.sum(axis=1)
        views = [state.mover if self.encoder.edged else 0 for state in states]
        actions = self.actions[np.repeat(views, counts), may.nonzero()[1]]
        priors, worths = chances[may], values.tolist()
        outputs, start = [], 0
        for state, worth, end in zip(states, worths, counts.cumsum().tolist(), strict=True):
            value = -worth if state.mover else worth
            outputs.append(NetworkOutput(value, actions[start:end], priors[start:end]))
            start = end
        return outputs

    def softmax(self, batch: Batch, may: Array, logits: Array) -> Array:
        """The policy over the legal actions (``may``): float32 (positions, cells + 2)."""
        legal = np.where(may, logits, np.float32(-1e9))
        chances: Array = np.exp(legal - legal.max(axis=1, keepdims=True))
        chances /= chances.sum(axis=1, keepdims=True)
        return chances
