"""What self-play taught, as arrays to learn from."""

from collections import deque
from random import Random
from typing import NamedTuple

import numpy as np

from greylox_web.rules.state import Game
from greylox_web.search.network.features import LEAD, Batch, Encoder

from .selfplay import Finished
from .source import quick_encoder


class Rows(NamedTuple):
    """Positions with what they teach, all from the mover's side."""

    batch: Batch
    policy: np.ndarray  # (positions, cells + 2) float16; all zero: teaches no policy
    value: np.ndarray  # (positions,) float32, -1 ... 1
    owner: np.ndarray  # (positions, cells) uint8: 2 own, 0 other, 1 nobody
    lead: np.ndarray  # (positions,) int8, -LEAD ... LEAD


def rows_of(encoder: Encoder, game: Finished, trust_in_end: float) -> Rows:
    """All positions of one game; a value not proven is between the end's and the search's."""
    states = [lesson.state for lesson in game.lessons]
    batch = encoder.batch(states, [lesson.legal for lesson in game.lessons])
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
    if encoder.edged:
        seen_second = seen_second[encoder.geometry.mirror]
    owner = np.where(second[:, None] == 1, seen_second, first)
    lead = (sign * np.clip(game.lead, -LEAD, LEAD)).astype(np.int8)
    return Rows(batch, policy, (sign * value).astype(np.float32), owner.astype(np.uint8), lead)


class Memory:
    """The newest positions of games on one board."""

    def __init__(self, game: Game, most: int) -> None:
        self.encoder = quick_encoder(game)
        self.most = most
        self.games: deque[Rows] = deque()
        self.count = 0
        place = {int(cell): index for index, cell in enumerate(self.encoder.geometry.cells)}
        maps = game.board.symmetries
        if self.encoder.edged:
            maps = maps[:2]  # the others exchange the edges
        self.turns = [
            np.array([place[move[int(cell)]] for cell in self.encoder.geometry.cells])
            for move in maps
        ]

    def add(self, games: list[Finished], trust_in_end: float) -> None:
        """Take in finished games, forget the oldest."""
        for game in games:
            if not game.lessons:
                continue
            rows = rows_of(self.encoder, game, trust_in_end)
            self.games.append(rows)
            self.count += len(rows.value)
        while self.count > self.most:
            self.count -= len(self.games.popleft().value)
        self.joined: Rows | None = None

    def sample(self, count: int, random: np.random.Generator, turner: Random) -> Rows:
        """Positions at random, all turned or mirrored the same way."""
        if self.joined is None:
            batch = Batch(
                *(np.concatenate(part) for part in zip(*(g.batch for g in self.games), strict=True))
            )
            rest = (
                np.concatenate([getattr(g, name) for g in self.games]) for name in Rows._fields[1:]
            )
            self.joined = Rows(batch, *rest)
        rows = self.joined
        chosen = random.integers(len(rows.value), size=count)
        turn = turner.choice(self.turns)
        ends = rows.policy[chosen][:, len(turn) :]
        return Rows(
            Batch(
                *(part[chosen][:, turn] for part in rows.batch[:3]),
                rows.batch.facts[chosen],
            ),
            np.concatenate([rows.policy[chosen][:, turn], ends], axis=1),
            rows.value[chosen],
            rows.owner[chosen][:, turn],
            rows.lead[chosen],
        )
