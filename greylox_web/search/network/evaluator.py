"""Asks a network about positions and puts its answers in terms of actions."""

from collections.abc import Callable, Sequence

import numpy as np

from ...rules.state import Game, State
from ..tree.node import Array
from ..tree.puct import NetworkOutput
from .features import Batch, Encoder

Forward = Callable[[Array, Array], tuple[Array, Array]]
"""Planes and numbers to the mover's values (positions) and action logits (positions, cells + 2)."""


class NetworkEvaluator:
    """A network's view of one game: positions in, outputs out."""

    def __init__(self, game: Game, forward: Forward, encoder: Encoder | None = None) -> None:
        self.encoder = encoder or Encoder(game)
        self.forward = forward
        geometry, board = self.encoder.geometry, game.board
        cells = [geometry.cells, geometry.cells[geometry.mirror]][: 1 + self.encoder.edged]
        rows = [[*order.tolist(), board.end, board.swap] for order in cells]
        self.actions = np.array(rows, dtype=np.intp)
        """The action of each place in the network's policy: as it is, and in a mirrored view."""

    def __call__(self, states: Sequence[State], legals: Sequence[int]) -> list[NetworkOutput]:
        """What the network says of unfinished positions."""
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
        """The chances of the actions that each position ``may`` be left by: float32."""
        legal = np.where(may, logits, np.float32(-1e9))
        chances: Array = np.exp(legal - legal.max(axis=1, keepdims=True))
        chances /= chances.sum(axis=1, keepdims=True)
        return chances
