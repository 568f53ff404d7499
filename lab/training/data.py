"""Training targets: games of self-play as arrays."""

from collections import deque
from random import Random
from typing import NamedTuple

import numpy as np

from greylox_web.engine.compiled.network import make_encoder
from greylox_web.engine.inputs import MAX_LEAD, Batch, Encoder
from greylox_web.engine.tree import Array
from greylox_web.rules.state import Game

from .selfplay import FinishedGame


class TrainingRows(NamedTuple):
    """Positions with their targets, all from the mover's side."""

    batch: Batch
    policy: Array  # (positions, cells + 2) float16; all zero without a target
    value: Array  # (positions,) float32, -1 ... 1
    owner: Array  # (positions, cells) uint8: 2 own, 0 other, 1 nobody
    lead: Array  # (positions,) int8, -MAX_LEAD ... MAX_LEAD


def make_rows(encoder: Encoder, game: FinishedGame, result_weight: float) -> TrainingRows:
    """Return the rows of all positions of one game.

    The value target is the weighted mean of the game's result, with weight ``result_weight`` (0 to
    1), and the search's value.  If that value is proven, it is the target.
    """
    states = [sample.state for sample in game.samples]
    batch = encoder.stage(states, [sample.legal for sample in game.samples])
    legal_mask = np.concatenate([batch.legal, batch.scalars[:, 2:4]], axis=1) > 0
    policy = np.zeros(legal_mask.shape, dtype=np.float16)
    for row, sample in enumerate(game.samples):
        if sample.improved_policy is not None:
            policy[row, legal_mask[row]] = sample.improved_policy
    second = np.array([state.mover for state in states])
    sign = 1.0 - 2.0 * second
    search_values = np.array([sample.root_value for sample in game.samples])
    result_weights = np.where([sample.exact for sample in game.samples], 0, result_weight)
    value = result_weights * game.value_first + (1 - result_weights) * search_values
    cells = encoder.geometry.cells
    held = [
        np.array([mask >> int(cell) & 1 for cell in cells], dtype=np.int8)
        for mask in game.ownership
    ]
    first = (1 + held[0] - held[1]).astype(np.uint8)
    owner_second = 2 - first
    if encoder.has_edges:
        owner_second = owner_second[encoder.geometry.mirror]
    owner = np.where(second[:, None] == 1, owner_second, first)
    lead = (sign * np.clip(game.lead, -MAX_LEAD, MAX_LEAD)).astype(np.int8)
    return TrainingRows(
        batch, policy, (sign * value).astype(np.float32), owner.astype(np.uint8), lead
    )


def concatenate(many: list[TrainingRows]) -> TrainingRows:
    """Concatenate positions of one board."""
    batches = zip(*(rows.batch for rows in many), strict=True)
    targets = zip(*(rows[1:] for rows in many), strict=True)
    batch = Batch(*(np.concatenate(part) for part in batches))
    return TrainingRows(batch, *(np.concatenate(part) for part in targets))


class BoardReplay:
    """The replay buffer's positions of one board with its options."""

    def __init__(self, game: Game) -> None:
        self.encoder = make_encoder(game)
        self.rounds: deque[TrainingRows] = deque()
        self.count = 0
        cell_index = {int(cell): index for index, cell in enumerate(self.encoder.geometry.cells)}
        maps = game.board.symmetries
        if self.encoder.has_edges:
            maps = maps[:2]  # the others exchange the edges
        self.symmetries = [
            np.array([cell_index[move[int(cell)]] for cell in self.encoder.geometry.cells])
            for move in maps
        ]

    def add(self, rows: TrainingRows) -> None:
        """Add a round of positions."""
        self.rounds.append(rows)
        self.count += len(rows.value)

    def drop_oldest(self) -> None:
        """Remove the oldest round of positions."""
        self.count -= len(self.rounds.popleft().value)

    def sample(
        self, count: int, random: np.random.Generator, symmetry_random: Random
    ) -> TrainingRows:
        """Return a random batch, augmented by one random symmetry of the board for all of it."""
        ends = np.cumsum([len(rows.value) for rows in self.rounds])
        chosen = np.sort(random.integers(self.count, size=count))
        limits = np.searchsorted(chosen, ends)
        selected, first = [], 0
        for rows, end, limit in zip(self.rounds, ends, limits, strict=True):
            if first < limit:
                selected.append(select(rows, chosen[first:limit] - (end - len(rows.value))))
            first = limit
        rows = concatenate(selected)
        symmetry = symmetry_random.choice(self.symmetries)
        stones, legal, placed, facts = rows.batch
        return TrainingRows(
            Batch(stones[:, symmetry], legal[:, symmetry], placed[:, symmetry], facts),
            np.concatenate([rows.policy[:, symmetry], rows.policy[:, len(symmetry) :]], axis=1),
            rows.value,
            rows.owner[:, symmetry],
            rows.lead,
        )


def select(rows: TrainingRows, indices: Array) -> TrainingRows:
    """Return the positions with these indices."""
    return TrainingRows(
        Batch(*(part[indices] for part in rows.batch)), *(part[indices] for part in rows[1:])
    )
