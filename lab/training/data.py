"""Training targets: games of self-play as arrays."""

from collections import deque
from random import Random
from typing import NamedTuple

import numpy as np

from greylox_web.engine.compiled.network import make_encoder
from greylox_web.engine.inputs import MAX_LEAD, Batch, Encoder
from greylox_web.engine.tree import Array
from greylox_web.rules.state import Game

from .selfplay import Finished


class Rows(NamedTuple):
    """Positions with their targets, all from the mover's side."""

    batch: Batch
    policy: Array  # (positions, cells + 2) float16; all zero where there is no target
    value: Array  # (positions,) float32, -1 ... 1
    owner: Array  # (positions, cells) uint8: 2 own, 0 other, 1 nobody
    lead: Array  # (positions,) int8, -LEAD ... LEAD


def rows_of(encoder: Encoder, game: Finished, trust_in_end: float) -> Rows:
    """All positions of one game.

    The value target is the game's result, with weight ``trust_in_end`` (0 to 1), and the search's
    value with the rest; a proven value is the target by itself.
    """
    states = [lesson.state for lesson in game.lessons]
    batch = encoder.stage(states, [lesson.legal for lesson in game.lessons])
    may = np.concatenate([batch.legal, batch.facts[:, 2:4]], axis=1) > 0
    policy = np.zeros(may.shape, dtype=np.float16)
    for row, lesson in enumerate(game.lessons):
        if lesson.policy is not None:
            policy[row, may[row]] = lesson.policy
    second = np.array([state.mover for state in states])
    sign = 1.0 - 2.0 * second
    thought = np.array([lesson.root_value for lesson in game.lessons])
    trust = np.where([lesson.exact for lesson in game.lessons], 0, trust_in_end)
    value = trust * game.value_first + (1 - trust) * thought
    cells = encoder.geometry.cells
    held = [
        np.array([mask >> int(cell) & 1 for cell in cells], dtype=np.int8) for mask in game.owned
    ]
    first = (1 + held[0] - held[1]).astype(np.uint8)
    seen_second = 2 - first
    if encoder.has_edges:
        seen_second = seen_second[encoder.geometry.mirror]
    owner = np.where(second[:, None] == 1, seen_second, first)
    lead = (sign * np.clip(game.lead, -MAX_LEAD, MAX_LEAD)).astype(np.int8)
    return Rows(batch, policy, (sign * value).astype(np.float32), owner.astype(np.uint8), lead)


def joined(many: list[Rows]) -> Rows:
    """The concatenation of positions of one board."""
    batches = zip(*(rows.batch for rows in many), strict=True)
    rest = zip(*(rows[1:] for rows in many), strict=True)
    batch = Batch(*(np.concatenate(part) for part in batches))
    return Rows(batch, *(np.concatenate(part) for part in rest))


class Memory:
    """The replay buffer's positions of one board with its options."""

    def __init__(self, game: Game) -> None:
        self.encoder = make_encoder(game)
        self.parts: deque[Rows] = deque()
        self.count = 0
        place = {int(cell): index for index, cell in enumerate(self.encoder.geometry.cells)}
        maps = game.board.symmetries
        if self.encoder.has_edges:
            maps = maps[:2]  # the others exchange the edges
        self.turns = [
            np.array([place[move[int(cell)]] for cell in self.encoder.geometry.cells])
            for move in maps
        ]

    def add(self, rows: Rows) -> None:
        """Add positions."""
        self.parts.append(rows)
        self.count += len(rows.value)

    def forget(self) -> None:
        """Remove the oldest round of positions."""
        self.count -= len(self.parts.popleft().value)

    def sample(self, count: int, random: np.random.Generator, turner: Random) -> Rows:
        """A random batch (augmentation: all of it under one random symmetry of the board)."""
        ends = np.cumsum([len(rows.value) for rows in self.parts])
        chosen = np.sort(random.integers(self.count, size=count))
        limits = np.searchsorted(chosen, ends)
        found, first = [], 0
        for rows, end, limit in zip(self.parts, ends, limits, strict=True):
            if first < limit:
                found.append(taken(rows, chosen[first:limit] - (end - len(rows.value))))
            first = limit
        rows = joined(found)
        turn = turner.choice(self.turns)
        stones, legal, placed, facts = rows.batch
        return Rows(
            Batch(stones[:, turn], legal[:, turn], placed[:, turn], facts),
            np.concatenate([rows.policy[:, turn], rows.policy[:, len(turn) :]], axis=1),
            rows.value,
            rows.owner[:, turn],
            rows.lead,
        )


def taken(rows: Rows, places: Array) -> Rows:
    """The positions at these places."""
    return Rows(Batch(*(part[places] for part in rows.batch)), *(part[places] for part in rows[1:]))
