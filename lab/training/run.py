"""One game's training: play, learn, keep everything."""

from dataclasses import dataclass
from pathlib import Path
from random import Random
from time import perf_counter

import numpy as np
import torch
from torch import nn
from torch.nn.functional import binary_cross_entropy_with_logits as bce
from torch.nn.functional import cross_entropy

from greylox_web.rules import Game, new_game
from greylox_web.rules.board import bits
from greylox_web.search.network.features import LEAD

from .data import Memory, Rows
from .export import CHECKPOINTS
from .model import Model, grown, shape_of, weights
from .selfplay import Effort, Finished, Lesson
from .source import Source

SIZES = {
    "greylox": [3, 4, 5, 6],
    "lox": [7, 9, 11],
    "brink": [3, 4, 5, 6],
    "multiplicity": [3, 4, 5, 6],
    "byg": [3, 4, 5, 6],
}
EFFORTS = {"brink": Effort(solved=12, rival=0.25)}
"""Where self-play is not as usual.  In Brink to solve 12 vacant cells is as quick as to play on."""
DEFAULT = {"greylox": 5, "lox": 11, "brink": 5, "multiplicity": 5, "byg": 5}


@dataclass
class Plan:
    """How a run goes."""

    tables: int = 96  # games at once
    chunk: int = 4000  # new positions between two rounds of learning
    reuse: float = 4.0  # how often a position is learned from
    rows: int = 256  # positions in one step
    least: int = 12_000  # positions before the first round of learning
    most: int = 300_000  # positions remembered on each board
    rate: float = 2e-3
    decay: float = 1e-4
    trust_in_end: float = 0.7


class Run:
    """One game's training, with all that has to survive a stop."""

    def __init__(
        self, name: str, folder: Path, plan: Plan, device: str, source: Source, fresh: bool
    ) -> None:
        self.name, self.folder, self.plan, self.device = name, folder, plan, device
        self.source = source
        self.model = Model(shape_of(name)).to(device)
        self.optimizer = torch.optim.AdamW(
            self.model.parameters(), lr=plan.rate, weight_decay=plan.decay
        )
        self.facts = {"games": 0, "positions": 0, "steps": 0, "seconds": 0.0}
        self.random = Random()
        self.noise = np.random.default_rng()
        self.memories: dict[int, Memory] = {}
        self.settled = False  # whether the normalisation stays as it is
        folder.mkdir(parents=True, exist_ok=True)
        self.path = folder / "checkpoint.pt"
        known = [self.path, CHECKPOINTS / f"{name}.pt"]
        if (
            found := next((path for path in known if path.exists()), None)
        ) is not None and not fresh:
            kept = torch.load(found, map_location=device, weights_only=True)
            shapes = [
                [weight.shape for weight in known.values()]
                for known in (kept["model"], self.model.state_dict())
            ]
            self.model.load_state_dict(grown(kept["model"], self.model))
            if shapes[0] == shapes[1]:
                self.optimizer.load_state_dict(kept["optimizer"])
            self.facts = kept["facts"]
            print("going on from", self.facts, flush=True)

    def game(self, size: int) -> Game:
        """The game on the board of this size."""
        return new_game(self.name, size, {})

    def memory(self, size: int) -> Memory:
        """The positions of games on this board."""
        if size not in self.memories:
            self.memories[size] = Memory(self.game(size), self.plan.most)
        return self.memories[size]

    def save(self) -> None:
        """Keep everything, in one stroke."""
        kept = {
            "model": self.model.state_dict(),
            "optimizer": self.optimizer.state_dict(),
            "facts": self.facts,
        }
        new = self.path.with_suffix(".new")
        torch.save(kept, new)
        new.replace(self.path)

    def random_games(self, size: int, count: int) -> None:
        """Games at random: who wins them is a first idea of value."""
        game = self.game(size)
        done = []
        for _ in range(count):
            state, lessons = game.start(), []
            while legal := game.legal(state):
                lessons.append(Lesson(state, legal, None, 0.0))
                state = game.play(state, self.random.choice(list(bits(legal))))
            done.append(Finished.at(game, state, lessons))
        self.memory(size).add(done, 1.0)

    def self_play(self, size: int, positions: int) -> dict[str, float]:
        """New games on the board of this size."""
        self.model.eval()
        start = perf_counter()
        done = self.source.games(size, weights(self.model), positions)
        self.memory(size).add(done, self.plan.trust_in_end)
        count = sum(len(game.lessons) for game in done)
        self.facts["games"] += len(done)
        self.facts["positions"] += count
        return {
            "games": len(done),
            "positions": count,
            "seconds": perf_counter() - start,
            "first": sum(game.value_first for game in done) / max(len(done), 1),
        }

    def settle(self, steps: int = 100) -> None:
        """Normalise by averages over what is remembered; ``learn`` keeps to them from now on.

        While they follow each batch, the network plays by others than it learns with.
        """
        self.settled = False
        norms = [part for part in self.model.modules() if isinstance(part, nn.BatchNorm1d)]
        usual = [norm.momentum for norm in norms]
        for norm in norms:
            norm.reset_running_stats()
            norm.momentum = None  # the mean of all batches
        self.model.train()
        with torch.no_grad():
            for _ in range(steps):
                self.look(*self.some_rows())
        for norm, momentum in zip(norms, usual, strict=True):
            norm.momentum = momentum
        self.settled = True

    def some_rows(self) -> tuple[Memory, Rows]:
        """Remembered positions of one board, the boards as often as they were played."""
        memories = list(self.memories.values())
        [memory] = self.random.choices(memories, [memory.count for memory in memories])
        return memory, memory.sample(self.plan.rows, self.noise, self.random)

    def look(self, memory: Memory, rows: Rows) -> tuple[torch.Tensor, ...]:
        """What the network says of these positions."""
        arrays = memory.encoder.show(rows.batch)
        planes, numbers = (torch.from_numpy(array).to(self.device) for array in arrays)
        taps = torch.from_numpy(memory.encoder.geometry.taps.ravel().copy()).to(self.device)
        with torch.autocast(self.device.split(":")[0], dtype=torch.bfloat16):
            found = self.model(planes, numbers, taps)
        return tuple(part.float() for part in found)

    def learn(self, steps: int) -> dict[str, float]:
        """Steps of gradient descent on remembered positions, of all boards as they come.

        Many steps on one board alone would make it forget the others.
        """
        self.model.train()
        if self.settled:
            for part in self.model.modules():
                if isinstance(part, nn.BatchNorm1d):
                    part.eval()
        sums = np.zeros(4)
        start = perf_counter()
        for _ in range(steps):
            memory, rows = self.some_rows()
            give = lambda array: torch.from_numpy(array).to(self.device)  # noqa: E731
            value, policy, owner, lead = self.look(memory, rows)
            value_loss = bce(value, give((rows.value + 1) / 2))
            owner_loss = bce(owner, give(rows.owner.astype(np.float32) / 2))
            target = give(rows.policy.astype(np.float32))
            may = np.concatenate([rows.batch.legal, rows.batch.facts[:, 2:4]], axis=1) > 0
            logits = policy.masked_fill(~give(may), -1e9)
            each = -(target * torch.log_softmax(logits, dim=1)).sum(dim=1)
            taught = (target.sum(dim=1) > 0).float()
            policy_loss = each.sum() / taught.sum().clamp(min=1)
            lead_loss = cross_entropy(lead, give(rows.lead.astype(np.int64) + LEAD))
            lead_share = 1.0 if self.model.shape.lead else 0.2
            loss = value_loss + policy_loss + 0.5 * owner_loss + lead_share * lead_loss
            self.optimizer.zero_grad()
            loss.backward()
            torch.nn.utils.clip_grad_norm_(self.model.parameters(), 2.0)
            self.optimizer.step()
            losses = (value_loss, policy_loss, owner_loss, lead_loss)
            sums += [loss.item() for loss in losses]
        self.facts["steps"] += steps
        mean = sums / max(steps, 1)
        return {
            "value": mean[0],
            "policy": mean[1],
            "owner": mean[2],
            "lead": mean[3],
            "seconds": perf_counter() - start,
        }


def pick(name: str, sizes: list[int], share: float, random: Random) -> int:
    """The board of the next games: small ones first, then mostly the default one."""
    place = sizes.index(DEFAULT[name])
    smaller, larger = sizes[:place], sizes[place + 1 :]
    if share < 0.2 and smaller:
        return smaller[int(share / 0.2 * len(smaller))]
    chance = random.random()
    if chance < 0.15 and smaller:
        return random.choice(smaller)
    if chance > 0.92 and larger:
        return larger[0]
    return sizes[place]
