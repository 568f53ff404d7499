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

from .boards import parse_game
from .data import BoardReplay, TrainingRows, select
from .export import CHECKPOINTS
from .model import Model, expand_weights, network_config, weights
from .replay import ReplayBuffer
from .selfplay import FinishedGame, SelfPlayConfig, TrainingSample
from .source import GameSource

SELF_PLAY_CONFIGS = {
    "greylox": SelfPlayConfig(
        solver_vacancies=6, visits=64, fast_visits=12, max_considered_actions=16
    ),
    "lox": SelfPlayConfig(solver_vacancies=12),
    "brink": SelfPlayConfig(
        solver_vacancies=16,
        opponent_share=0.25,
        visits=64,
        fast_visits=12,
        max_considered_actions=16,
    ),
    "multiplicity": SelfPlayConfig(
        solver_vacancies=15, visits=64, fast_visits=12, max_considered_actions=16
    ),
    "byg": SelfPlayConfig(solver_vacancies=7, visits=64, fast_visits=12, max_considered_actions=16),
}
"""The settings of self-play in each game.  Compiled code solves from ``solver_vacancies`` vacant
cells in about ten milliseconds, which is no longer than playing it out."""


@dataclass
class Hyperparameters:
    """The hyperparameters of a run; none depends on the run's length."""

    chunk: int = 4000  # approximate number of new positions between two rounds of learning
    replay_ratio: float = (
        4.0  # how often each position is in the batch of a gradient step, on average
    )
    batch_size: int = 256
    min_positions: int = 12_000  # positions before the first round of learning
    share: int = 500  # positions that are requested at a time, all on one board
    max_positions: int = 500_000  # positions in the replay buffer
    learning_rate: float = 2e-3  # initially; divided by sqrt(1 + steps / rate_decay_steps)
    min_learning_rate: float = 5e-4
    annealed_rate: float = 1e-4  # the learning rate of ``TrainingRun.anneal``
    rate_decay_steps: int = 1000
    weight_decay: float = 1e-4
    window: float = 1000.0  # steps: the time constant of the averaged weights
    batch_stat_steps: int = (
        3000  # steps in which batch normalisation uses the statistics of each batch
    )
    result_weight: float = 0.7  # the result's weight in the value target; the rest is the search's


class RunCounters(TypedDict):
    """The counts of a run since its first game."""

    games: int
    positions: int
    steps: int
    seconds: float
    boards: dict[str, int]  # positions by board and options; early runs did not count them
    annealed: NotRequired[int]  # steps at the lowest rate since the last game


class TrainingRun:
    """The training of one game, with all state that survives a restart."""

    def __init__(
        self,
        name: str,
        folder: Path,
        params: Hyperparameters,
        device: str,
        source: GameSource,
        fresh: bool,
    ) -> None:
        self.name, self.folder, self.params, self.device = name, folder, params, device
        self.source = source
        self.requested_specs: list[str] = []  # the boards of games not yet collected
        self.model = Model(network_config(name)).to(device)
        self.optimizer = torch.optim.AdamW(
            self.model.parameters(), lr=params.learning_rate, weight_decay=params.weight_decay
        )
        self.counters: RunCounters = {
            "games": 0,
            "positions": 0,
            "steps": 0,
            "seconds": 0.0,
            "boards": {},
        }
        self.random = Random()
        self.noise = np.random.default_rng()
        self.path = folder / "checkpoint.pt"
        self.replay = ReplayBuffer(folder / "replay", params.max_positions)
        checkpoints = [self.path, CHECKPOINTS / f"{name}-next.pt", CHECKPOINTS / f"{name}.pt"]
        checkpoint_path = next((path for path in checkpoints if path.exists()), None)
        self.ema_model = deepcopy(self.model)  # the averaged weights, which play
        if fresh:
            self.replay.clear()
        elif checkpoint_path is not None:
            self.restore(checkpoint_path)

    def restore(self, path: Path) -> None:
        """Resume from a checkpoint; without an optimizer state its moments start from zero."""
        checkpoint = torch.load(path, map_location=self.device, weights_only=True)
        self.model.load_state_dict(expand_weights(checkpoint["model"], self.model))
        ema_model = checkpoint.get("average", checkpoint["model"])
        self.ema_model.load_state_dict(expand_weights(ema_model, self.ema_model))
        before, now = checkpoint["model"], self.model.state_dict()
        same = [part.shape for part in before.values()] == [part.shape for part in now.values()]
        if same and "optimizer" in checkpoint:
            self.optimizer.load_state_dict(checkpoint["optimizer"])
        self.counters |= checkpoint["facts"]
        self.replay.load()
        print("resuming from", self.counters, f"with {self.replay.count} positions", flush=True)

    @property
    def learning_rate(self) -> float:
        """The learning rate, which decreases with the number of steps to a lower bound."""
        params = self.params
        if self.counters.get("annealed"):
            return params.annealed_rate
        return max(
            params.min_learning_rate,
            params.learning_rate / sqrt(1 + self.counters["steps"] / params.rate_decay_steps),
        )

    @property
    def norms_frozen(self) -> bool:
        """Whether the statistics of batch normalisation are frozen."""
        return self.counters["steps"] >= self.params.batch_stat_steps

    def save(self) -> None:
        """Write a checkpoint, atomically."""
        checkpoint = {
            "model": self.model.state_dict(),
            "average": self.ema_model.state_dict(),
            "optimizer": self.optimizer.state_dict(),
            "facts": self.counters,
        }
        new = self.path.with_suffix(".new")
        torch.save(checkpoint, new)
        new.replace(self.path)

    def random_games(self, spec: str, count: int) -> None:
        """Add random games to the replay buffer: their results are a first estimate of value."""
        game = parse_game(spec)
        done = []
        for _ in range(count):
            state, samples = game.start(), []
            while legal := game.legal(state):
                samples.append(TrainingSample(state, legal, None, 0.0))
                state = game.play(state, self.random.choice(list(bits(legal))))
            done.append(FinishedGame.from_state(game, state, samples))
        self.replay.add(spec, done, 1.0)

    def request_games(self, spec: str, positions: int) -> None:
        """Request games on the board that ``spec`` names, played with the averaged weights."""
        self.ema_model.eval()
        self.counters.pop("annealed", None)
        self.source.request(spec, weights(self.ema_model), positions)
        self.requested_specs.append(spec)

    def collect_games(self) -> tuple[str, dict[str, float]]:
        """Add requested games to the replay buffer; return their board and figures for the log.

        ``value`` and ``lead`` are the losses of the averaged weights on the new positions.
        """
        start = perf_counter()
        spec, done = self.source.collect()
        self.requested_specs.remove(spec)
        rows = self.replay.add(spec, done, self.params.result_weight)
        count = 0 if rows is None else len(rows.value)
        self.counters["games"] += len(done)
        self.counters["positions"] += count
        boards = self.counters["boards"]
        boards[spec] = boards.get(spec, 0) + count
        losses = (0.0, 0.0)
        if rows is not None:
            batch = select(rows, self.noise.integers(count, size=self.params.batch_size))
            with torch.no_grad():
                value, _, _, lead = self.losses(self.ema_model, self.replay.buffer_of(spec), batch)
            losses = value.item(), lead.item()
        return spec, {
            "games": len(done),
            "positions": count,
            "seconds": perf_counter() - start,
            "first": sum(game.value_first for game in done) / max(len(done), 1),
            "value": losses[0],
            "lead": losses[1],
        }

    def recompute_batch_norm(self) -> None:
        """Set the statistics of batch normalisation to means over the replay buffer.

        ``learn`` then freezes them, because the network plays with stored statistics, which differ
        from those of each batch.
        """
        for model in (self.model, self.ema_model):
            norms = [part for part in model.modules() if isinstance(part, nn.BatchNorm1d)]
            momenta = [norm.momentum for norm in norms]
            for norm in norms:
                norm.reset_running_stats()
                norm.momentum = None  # the mean of all batches
            model.train()
            with torch.no_grad():
                for _ in range(100):
                    self.forward(model, *self.sample_batch())
            for norm, momentum in zip(norms, momenta, strict=True):
                norm.momentum = momentum

    def sample_batch(self) -> tuple[BoardReplay, TrainingRows]:
        """A batch of one board, chosen in proportion to its positions in the replay buffer."""
        memories = list(self.replay.buffers.values())
        [buffer] = self.random.choices(memories, [buffer.count for buffer in memories])
        return buffer, buffer.sample(self.params.batch_size, self.noise, self.random)

    def forward(
        self, model: Model, buffer: BoardReplay, rows: TrainingRows
    ) -> tuple[torch.Tensor, ...]:
        """Return the outputs of ``Model.forward`` for these positions, in float32."""
        arrays = buffer.encoder.inputs(rows.batch)
        planes, numbers = (torch.from_numpy(array).to(self.device) for array in arrays)
        taps = torch.from_numpy(buffer.encoder.geometry.conv_taps.ravel().copy()).to(self.device)
        kind = self.device.split(":")[0]
        with torch.autocast(kind, dtype=torch.bfloat16, enabled=has_bfloat16(kind)):
            outputs = model(planes, numbers, taps)
        return tuple(part.float() for part in outputs)

    def losses(
        self, model: Model, buffer: BoardReplay, rows: TrainingRows
    ) -> tuple[torch.Tensor, ...]:
        """The mean losses of value, policy, owner and lead."""

        def to_tensor(array: Array) -> torch.Tensor:
            return torch.from_numpy(array).to(self.device)

        value, policy, owner, lead = self.forward(model, buffer, rows)
        target = to_tensor(rows.policy.astype(np.float32))
        legal_mask = np.concatenate([rows.batch.legal, rows.batch.scalars[:, 2:4]], axis=1) > 0
        logits = policy.masked_fill(~to_tensor(legal_mask), -1e9)
        each = -(target * torch.log_softmax(logits, dim=1)).sum(dim=1)
        has_target = (target.sum(dim=1) > 0).float()
        return (
            bce(value, to_tensor((rows.value + 1) / 2)),
            each.sum() / has_target.sum().clamp(min=1),
            bce(owner, to_tensor(rows.owner.astype(np.float32) / 2)),
            cross_entropy(lead, to_tensor(rows.lead.astype(np.int64) + MAX_LEAD)),
        )

    def learn(self, steps: int) -> dict[str, float]:
        """Take gradient steps on batches of the replay buffer; return mean losses, and seconds.

        The boards are mixed: many steps on one board would make the network forget the others.
        """
        sums = np.zeros(4)
        start = perf_counter()
        shares = (1.0, 1.0, 0.5, 1.0 if self.model.shape.lead else 0.2)
        for _ in range(steps):
            self.model.train()
            if self.norms_frozen:
                freeze_norms(self.model)
            for group in self.optimizer.param_groups:
                group["lr"] = self.learning_rate
            losses = self.losses(self.model, *self.sample_batch())
            self.optimizer.zero_grad()
            parts = [share * loss for share, loss in zip(shares, losses, strict=True)]
            torch.autograd.backward(torch.stack(parts).sum())
            torch.nn.utils.clip_grad_norm_(self.model.parameters(), 2.0)
            self.optimizer.step()
            self.counters["steps"] += 1
            self.update_average()
            if self.counters["steps"] == self.params.batch_stat_steps:
                self.recompute_batch_norm()
            sums += [loss.item() for loss in losses]
        mean = sums / max(steps, 1)
        return {
            **dict(zip(("value", "policy", "owner", "lead"), map(float, mean), strict=True)),
            "seconds": perf_counter() - start,
        }

    def anneal(self, steps: int) -> dict[str, float]:
        """Learn from the replay buffer at the lowest learning rate."""
        self.counters["annealed"] = self.counters.get("annealed", 0) + steps
        return self.learn(steps)

    @torch.no_grad()
    def update_average(self) -> None:
        """Update the exponential moving average of the weights, faster in the first steps."""
        part = max(1 / self.params.window, 9 / (9 + self.counters["steps"]))
        newest = self.model.state_dict()
        for name, weight in self.ema_model.named_parameters():
            weight.lerp_(newest[name], part)
        for name, buffer in self.ema_model.named_buffers():
            buffer.copy_(newest[name])


def has_bfloat16(kind: str) -> bool:
    """Return whether this kind of device multiplies bfloat16 numbers in hardware.

    A processor that emulates it takes five times as long for a step as with float32.
    """
    return kind != "cpu" or torch.cpu.get_capabilities().get("avx512_bf16") is True


def freeze_norms(model: Model) -> None:
    """Make batch normalisation use its stored statistics without updating them."""
    for part in model.modules():
        if isinstance(part, nn.BatchNorm1d):
            part.eval()
