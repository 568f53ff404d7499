"""The network in PyTorch, for training; ``weights`` converts it for ``engine.network``.

A hex convolution gathers a cell and its six neighbours and multiplies them by a matrix, for any
board size.  Every other block and the heads also get means and maxima over the board (global
pooling, Wu 2019).
"""

from dataclasses import dataclass

import torch
from torch import Tensor, nn

from greylox_web.engine.inputs import GLOBAL_FEATURES, MAX_LEAD, Encoder
from greylox_web.engine.tree import Array
from greylox_web.rules import new_game

BLOCKS = {"brink": 8, "byg": 6, "greylox": 6}  # other games: ``NetworkConfig.blocks``


@dataclass(frozen=True)
class NetworkConfig:
    """The size of a network."""

    planes: int
    channels: int = 32
    blocks: int = 4
    hidden: int = 64
    lead: bool = False  # whether play needs the head for the lead


def network_config(name: str) -> NetworkConfig:
    """Return the size of a game's network."""
    encoder = Encoder(new_game(name))
    decides = encoder.lead_values is not None
    return NetworkConfig(
        encoder.plane_count, blocks=BLOCKS.get(name, NetworkConfig.blocks), lead=decides
    )


class HexConv(nn.Module):
    """A convolution over each cell and its six neighbours, with batch normalisation."""

    def __init__(self, inputs: int, outputs: int, zero: bool = False) -> None:
        super().__init__()
        self.linear = nn.Linear(7 * inputs, outputs, bias=False)
        nn.init.kaiming_normal_(self.linear.weight, nonlinearity="relu")
        self.norm = nn.BatchNorm1d(outputs, momentum=0.01)
        if zero:
            nn.init.constant_(self.norm.weight, 0.3)

    def forward(self, x: Tensor, taps: Tensor, bias: Tensor | None = None) -> Tensor:
        """(positions, cells + 1, inputs) -> (positions, cells, outputs)."""
        count, cells = x.shape[0], x.shape[1] - 1
        around = x.index_select(1, taps).view(count * cells, -1)
        out = self.linear(around)
        if bias is not None:
            out = (out.view(count, cells, -1) + bias[:, None]).view(count * cells, -1)
        normed: Tensor = self.norm(out)
        return normed.view(count, cells, -1)


def pad_off_board(x: Tensor) -> Tensor:
    """Append a row of zeros for all cells off the board: (positions, cells + 1, channels)."""
    return torch.nn.functional.pad(x, (0, 0, 0, 1))


def pooled(x: Tensor) -> Tensor:
    """Return means and maxima over the cells: (positions, 2 * channels)."""
    return torch.cat([x.mean(dim=1), x.amax(dim=1)], dim=1)


class Block(nn.Module):
    """A residual block of two convolutions; ``global_pooling`` adds it to the second."""

    def __init__(self, channels: int, global_pooling: bool) -> None:
        super().__init__()
        self.one = HexConv(channels, channels)
        self.two = HexConv(channels, channels, zero=True)
        self.whole = nn.Linear(2 * channels, channels) if global_pooling else None

    def forward(self, x: Tensor, taps: Tensor) -> Tensor:
        """(positions, cells, channels) -> (positions, cells, channels)."""
        inner = torch.relu(self.one(pad_off_board(x), taps))
        bias = self.whole(pooled(inner)) if self.whole is not None else None
        return torch.relu(x + self.two(pad_off_board(inner), taps, bias))


class Model(nn.Module):
    """The network: from planes and numbers to a value and the logits of all actions.

    Two more heads are auxiliary targets: the final owner of each cell, and the mover's final lead
    in score.  In Brink the value is computed from the lead.
    """

    def __init__(self, shape: NetworkConfig) -> None:
        super().__init__()
        self.shape = shape
        self.numbers = nn.Linear(len(GLOBAL_FEATURES), shape.channels, bias=False)
        self.stem = HexConv(shape.planes, shape.channels)
        self.blocks = nn.ModuleList(
            Block(shape.channels, global_pooling=index % 2 == 1) for index in range(shape.blocks)
        )
        self.cells = nn.Linear(shape.channels, 2)  # policy, owner
        self.hidden = nn.Linear(2 * shape.channels + len(GLOBAL_FEATURES), shape.hidden)
        self.board = nn.Linear(shape.hidden, 3)  # value, END, SWAP
        self.lead = nn.Linear(shape.hidden, 2 * MAX_LEAD + 1)

    def forward(self, planes: Tensor, numbers: Tensor, taps: Tensor) -> tuple[Tensor, ...]:
        """Return the logits of the heads, for planes (positions, cells + 1, planes) and numbers.

        Value (positions,), policy (positions, cells + 2), owner (positions, cells), lead
        (positions, 2 * MAX_LEAD + 1) from -MAX_LEAD to MAX_LEAD.
        """
        x = torch.relu(self.stem(planes, taps, self.numbers(numbers)))
        for block in self.blocks:
            x = block(x, taps)
        per_cell = self.cells(x)
        hidden = torch.relu(self.hidden(torch.cat([pooled(x), numbers], dim=1)))
        board = self.board(hidden)
        policy = torch.cat([per_cell[:, :, 0], board[:, 1:]], dim=1)
        return board[:, 0], policy, per_cell[:, :, 1], self.lead(hidden)


def expand_weights(old_weights: dict[str, Tensor], model: Model) -> dict[str, Tensor]:
    """Extend the weights of an earlier, smaller network to ``model`` with the same outputs.

    New planes and blocks come last and contribute nothing until they are trained.
    """
    expanded = {}
    for name, fresh in model.state_dict().items():
        before = old_weights.get(name)
        if before is None:
            expanded[name] = torch.zeros_like(fresh) if name.endswith("two.norm.weight") else fresh
        elif before.shape == fresh.shape:
            expanded[name] = before
        else:
            planes = before.shape[1] // 7
            stem = torch.zeros_like(fresh).view(len(fresh), 7, -1)
            stem[:, :, :planes] = before.view(len(fresh), 7, planes)
            expanded[name] = stem.view_as(fresh)
    return expanded


def fold_batch_norm(conv: HexConv, extra: nn.Linear | None = None) -> dict[str, Tensor]:
    """Return the weights of a convolution with batch normalisation folded in."""
    norm = conv.norm
    assert norm.running_var is not None
    assert norm.running_mean is not None
    scale = norm.weight / torch.sqrt(norm.running_var + norm.eps)
    bias = norm.bias - norm.running_mean * scale
    folded_weights = {"w": (conv.linear.weight * scale[:, None]).T, "b": bias}
    if extra is not None:
        folded_weights["g"] = (extra.weight * scale[:, None]).T
        if extra.bias is not None:
            folded_weights["b"] = bias + extra.bias * scale
    return folded_weights


@torch.no_grad()
def weights(model: Model) -> dict[str, Array]:
    """Return all weights for ``engine.network``, by name; matrices are (inputs, outputs)."""
    parts = {"stem": fold_batch_norm(model.stem, model.numbers)}
    for index, block in enumerate(model.blocks):
        assert isinstance(block, Block)
        parts[f"block{index}.one"] = fold_batch_norm(block.one)
        parts[f"block{index}.two"] = fold_batch_norm(block.two, block.whole)
    for name in ("cells", "hidden", "board", *["lead"] * model.shape.lead):
        linear = getattr(model, name)
        parts[name] = {"w": linear.weight.T, "b": linear.bias}
    return {
        f"{part}.{key}": tensor.detach().float().cpu().numpy()
        for part, tensors in parts.items()
        for key, tensor in tensors.items()
    }
