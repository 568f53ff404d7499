"""The training of one game: self-play, gradient descent, and checkpoints."""

from copy import deepcopy
from dataclasses import dataclass
from math import sqrt
from pathlib import Path
from random import Random
from time import perf_counter
from typing import NotRequired, TypedDict

import numpy as np
import torch
from torch import nn
from torch.nn.functional import binary_cross_entropy_with_logits as bce
from torch.nn.functional import cross_entropy

from greylox_web.engine.inputs import MAX_LEAD
from greylox_web.engine.tree import Array
from greylox_web.rules.board import bits

from .boards import game_of
from .data import Memory, Rows, taken
from .export import CHECKPOINTS
from .model import Model, grown, shape_of, weights
from .replay import Replay
from .selfplay import Effort, Finished, Lesson
from .source import Source

EFFORTS = {
    "greylox": Effort(solved=6, visits=64, few=12, width=16),
    "lox": Effort(solved=12),
    "brink": Effort(solved=16, rival=0.25, visits=64, few=12, width=16),
    "multiplicity": Effort(solved=15, visits=64, few=12, width=16),
    "byg": Effort(solved=7, visits=64, few=12, width=16),
}
"""The settings of self-play in each game.  Compiled code solves a position with ``solved`` vacant
cells in about ten milliseconds, which is no longer than playing it out."""


@dataclass
class Plan:
    """The hyperparameters of a run; none depends on how long the run will be."""

    chunk: int = 4000  # new positions between two rounds of learning, about
    reuse: float = 4.0  # how often each position is in the batch of a gradient step, on average
    rows: int = 256  # the batch size
    least: int = 12_000  # positions before the first round of learning
    share: int = 500  # positions that are requested at a time, all on one board
    most: int = 500_000  # positions in the replay buffer
    learning_rate: float = 2e-3  # initially; it falls with 1 / sqrt(1 + steps / pace)
    least_rate: float = 5e-4  # the lower bound of the learning rate
    annealed_rate: float = 1e-4  # the learning rate of ``Run.anneal``
    pace: int = 1000  # steps, in the formula of the learning rate
    weight_decay: float = 1e-4
    window: float = 1000.0  # steps: the time constant of the averaged weights
    moving: int = 3000  # steps in which batch normalisation uses the statistics of each batch
    trust_in_end: float = 0.7  # the result's weight in the value target; the rest is the search's


class Facts(TypedDict):
    """The counts of a run since its first game."""

    games: int
    positions: int
    steps: int
    seconds: float
    boards: dict[str, int]  # positions by board and options; early runs did not count them
    annealed: NotRequired[int]  # steps at the lowest rate since the last game


class Run:
    """The training of one game, with everything that has to survive a restart."""

    def __init__(
        self, name: str, folder: Path, plan: Plan, device: str, source: Source, fresh: bool
    ) -> None:
        self.name, self.folder, self.plan, self.device = name, folder, plan, device
        self.source = source
        self.asked: list[str] = []  # the boards of the games that are being played
        self.model = Model(shape_of(name)).to(device)
        self.optimizer = torch.optim.AdamW(
            self.model.parameters(), lr=plan.learning_rate, weight_decay=plan.weight_decay
        )
        self.facts: Facts = {"games": 0, "positions": 0, "steps": 0, "seconds": 0.0, "boards": {}}
        self.random = Random()
        self.noise = np.random.default_rng()
        self.path = folder / "checkpoint.pt"
        self.replay = Replay(folder / "replay", plan.most)
        known = [self.path, CHECKPOINTS / f"{name}-next.pt", CHECKPOINTS / f"{name}.pt"]
        found = next((path for path in known if path.exists()), None)
        self.average = deepcopy(self.model)  # the averaged weights, which play
        if fresh:
            self.replay.clear()
        elif found is not None:
            self.go_on(found)

    def go_on(self, path: Path) -> None:
        """Continue from a checkpoint; without an optimizer state its moments start from zero."""
        kept = torch.load(path, map_location=self.device, weights_only=True)
        self.model.load_state_dict(grown(kept["model"], self.model))
        average = kept.get("average", kept["model"])
        self.average.load_state_dict(grown(average, self.average))
        before, now = kept["model"], self.model.state_dict()
        same = [part.shape for part in before.values()] == [part.shape for part in now.values()]
        if same and "optimizer" in kept:
            self.optimizer.load_state_dict(kept["optimizer"])
        self.facts |= kept["facts"]
        self.replay.load()
        print("resuming from", self.facts, f"with {self.replay.count} positions", flush=True)

    @property
    def rate(self) -> float:
        """The learning rate, which falls with the number of steps to a lower bound."""
        plan = self.plan
        if self.facts.get("annealed"):
            return plan.annealed_rate
        return max(plan.least_rate, plan.learning_rate / sqrt(1 + self.facts["steps"] / plan.pace))

    @property
    def settled(self) -> bool:
        """Whether the statistics of batch normalisation are frozen."""
        return self.facts["steps"] >= self.plan.moving

    def save(self) -> None:
        """Write a checkpoint, atomically."""
        kept = {
            "model": self.model.state_dict(),
            "average": self.average.state_dict(),
            "optimizer": self.optimizer.state_dict(),
            "facts": self.facts,
        }
        new = self.path.with_suffix(".new")
        torch.save(kept, new)
        new.replace(self.path)

    def random_games(self, spec: str, count: int) -> None:
        """Add random games to the replay buffer: their results are a first estimate of value."""
        game = game_of(spec)
        done = []
        for _ in range(count):
            state, lessons = game.start(), []
            while legal := game.legal(state):
                lessons.append(Lesson(state, legal, None, 0.0))
                state = game.play(state, self.random.choice(list(bits(legal))))
            done.append(Finished.at(game, state, lessons))
        self.replay.add(spec, done, 1.0)

    def ask(self, spec: str, positions: int) -> None:
        """Request games on the board that ``spec`` names, played with the averaged weights."""
        self.average.eval()
        self.facts.pop("annealed", None)
        self.source.ask(spec, weights(self.average), positions)
        self.asked.append(spec)

    def take(self) -> tuple[str, dict[str, float]]:
        """Add requested games to the replay buffer; return their board and figures for the log.

        ``value`` and ``lead`` are the losses of the averaged weights on the new positions.
        """
        start = perf_counter()
        spec, done = self.source.take()
        self.asked.remove(spec)
        rows = self.replay.add(spec, done, self.plan.trust_in_end)
        count = 0 if rows is None else len(rows.value)
        self.facts["games"] += len(done)
        self.facts["positions"] += count
        boards = self.facts["boards"]
        boards[spec] = boards.get(spec, 0) + count
        losses = (0.0, 0.0)
        if rows is not None:
            some = taken(rows, self.noise.integers(count, size=self.plan.rows))
            with torch.no_grad():
                value, _, _, lead = self.losses(self.average, self.replay.memory(spec), some)
            losses = value.item(), lead.item()
        return spec, {
            "games": len(done),
            "positions": count,
            "seconds": perf_counter() - start,
            "first": sum(game.value_first for game in done) / max(len(done), 1),
            "value": losses[0],
            "lead": losses[1],
        }

    def recompute_norms(self, steps: int = 100) -> None:
        """Set the statistics of batch normalisation to means over the replay buffer.

        From now on ``learn`` keeps them: statistics that follow each batch differ from those with
        which the network plays.
        """
        for model in (self.model, self.average):
            norms = [part for part in model.modules() if isinstance(part, nn.BatchNorm1d)]
            usual = [norm.momentum for norm in norms]
            for norm in norms:
                norm.reset_running_stats()
                norm.momentum = None  # the mean of all batches
            model.train()
            with torch.no_grad():
                for _ in range(steps):
                    self.look(model, *self.some_rows())
            for norm, momentum in zip(norms, usual, strict=True):
                norm.momentum = momentum

    def some_rows(self) -> tuple[Memory, Rows]:
        """A batch of one board, chosen in proportion to its positions in the replay buffer."""
        memories = list(self.replay.memories.values())
        [memory] = self.random.choices(memories, [memory.count for memory in memories])
        return memory, memory.sample(self.plan.rows, self.noise, self.random)

    def look(self, model: Model, memory: Memory, rows: Rows) -> tuple[torch.Tensor, ...]:
        """The outputs of a model for these positions, as ``Model.forward`` has them, in float32."""
        arrays = memory.encoder.inputs(rows.batch)
        planes, numbers = (torch.from_numpy(array).to(self.device) for array in arrays)
        taps = torch.from_numpy(memory.encoder.geometry.conv_taps.ravel().copy()).to(self.device)
        kind = self.device.split(":")[0]
        with torch.autocast(kind, dtype=torch.bfloat16, enabled=has_bfloat16(kind)):
            found = model(planes, numbers, taps)
        return tuple(part.float() for part in found)

    def losses(self, model: Model, memory: Memory, rows: Rows) -> tuple[torch.Tensor, ...]:
        """The mean losses of value, policy, owner and lead."""

        def give(array: Array) -> torch.Tensor:
            return torch.from_numpy(array).to(self.device)

        value, policy, owner, lead = self.look(model, memory, rows)
        target = give(rows.policy.astype(np.float32))
        may = np.concatenate([rows.batch.legal, rows.batch.facts[:, 2:4]], axis=1) > 0
        logits = policy.masked_fill(~give(may), -1e9)
        each = -(target * torch.log_softmax(logits, dim=1)).sum(dim=1)
        taught = (target.sum(dim=1) > 0).float()
        return (
            bce(value, give((rows.value + 1) / 2)),
            each.sum() / taught.sum().clamp(min=1),
            bce(owner, give(rows.owner.astype(np.float32) / 2)),
            cross_entropy(lead, give(rows.lead.astype(np.int64) + MAX_LEAD)),
        )

    def learn(self, steps: int) -> dict[str, float]:
        """Make gradient steps on batches of the replay buffer; return mean losses, and seconds.

        The boards are mixed: many steps on one board would make the network forget the others.
        """
        sums = np.zeros(4)
        start = perf_counter()
        shares = (1.0, 1.0, 0.5, 1.0 if self.model.shape.lead else 0.2)
        for _ in range(steps):
            self.model.train()
            if self.settled:
                freeze_norms(self.model)
            for group in self.optimizer.param_groups:
                group["lr"] = self.rate
            losses = self.losses(self.model, *self.some_rows())
            self.optimizer.zero_grad()
            parts = [share * loss for share, loss in zip(shares, losses, strict=True)]
            torch.autograd.backward(torch.stack(parts).sum())
            torch.nn.utils.clip_grad_norm_(self.model.parameters(), 2.0)
            self.optimizer.step()
            self.facts["steps"] += 1
            self.update_average()
            if self.facts["steps"] == self.plan.moving:
                self.recompute_norms()
            sums += [loss.item() for loss in losses]
        mean = sums / max(steps, 1)
        return {
            **dict(zip(("value", "policy", "owner", "lead"), map(float, mean), strict=True)),
            "seconds": perf_counter() - start,
        }

    def anneal(self, steps: int) -> dict[str, float]:
        """Learn from the replay buffer at the lowest learning rate."""
        self.facts["annealed"] = self.facts.get("annealed", 0) + steps
        return self.learn(steps)

    @torch.no_grad()
    def update_average(self) -> None:
        """Update the exponential moving average of the weights, faster in the first steps."""
        part = max(1 / self.plan.window, 9 / (9 + self.facts["steps"]))
        newest = self.model.state_dict()
        for name, weight in self.average.named_parameters():
            weight.lerp_(newest[name], part)
        for name, moving in self.average.named_buffers():
            moving.copy_(newest[name])


def has_bfloat16(kind: str) -> bool:
    """Whether this kind of device multiplies bfloat16 numbers itself.

    A processor that only emulates it takes five times as long for a step as with float32.
    """
    return kind != "cpu" or torch.cpu.get_capabilities().get("avx512_bf16") is True


def freeze_norms(model: Model) -> None:
    """Let batch normalisation use its stored statistics and leave them as they are."""
    for part in model.modules():
        if isinstance(part, nn.BatchNorm1d):
            part.eval()
