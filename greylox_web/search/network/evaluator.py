"""Asks a network about positions and puts its answers in terms of actions."""

from collections.abc import Callable, Sequence

import numpy as np

from ...rules.state import Game, State
from ..tree.node import Array
from ..tree.puct import NetworkOutput
from .features import Encoder

Forward = Callable[[Array, Array], tuple[Array, Array]]
"""Planes and numbers to the mover's values (positions) and action logits (positions, cells + 2)."""


class NetworkEvaluator:
    """A network's view of one game: positions in, outputs out."""

    def __init__(self, game: Game, forward: Forward, encoder: Encoder | None = None) -> None:
        self.encoder = encoder or Encoder(game)
        self.forward = forward
        geometry, board = self.encoder.geometry, game.board
        self.straight = np.concatenate([geometry.cells, [board.end, board.swap]])
        self.mirrored = self.straight
        if self.encoder.edged:
            cells = geometry.cells[geometry.mirror]
            self.mirrored = np.concatenate([cells, [board.end, board.swap]])

    def actions(self, mover: int) -> Array:
        """The action of each place in the network's policy, for this mover's view."""
        return self.mirrored if mover else self.straight

    def __call__(self, states: Sequence[State], legals: Sequence[int]) -> list[NetworkOutput]:
        """What the network says of unfinished positions."""
        batch = self.encoder.batch(states, legals)
        values, policy = self.forward(*self.encoder.show(batch))
        may = np.concatenate([batch.legal, batch.facts[:, 2:4]], axis=1) > 0
        logits = np.where(may, policy, np.float32(-1e9))
        logits -= logits.max(axis=1, keepdims=True)
        chances = np.exp(logits)
        chances /= chances.sum(axis=1, keepdims=True)
        outputs = []
        for row, state in enumerate(states):
            places = may[row].nonzero()[0]
            worth = float(values[row])
            outputs.append(
                NetworkOutput(
                    -worth if state.mover else worth,
                    self.actions(state.mover)[places],
                    chances[row, places],
                )
            )
        return outputs
