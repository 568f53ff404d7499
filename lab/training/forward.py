"""The folded network in PyTorch, for self-play: nothing but gathers and products."""

import torch

from greylox_web.search.network.evaluator import Forward
from greylox_web.search.network.features import LEAD, Encoder
from greylox_web.search.tree.node import Array


def forward_of(weights: dict[str, Array], encoder: Encoder, device: str = "cpu") -> Forward:
    """The network with these weights on the encoder's board."""
    geometry, worth = encoder.geometry, None
    if encoder.worth_of_lead is not None:
        worth = torch.from_numpy(encoder.worth_of_lead).to(device)
    parts = {name: torch.from_numpy(array.copy()).to(device) for name, array in weights.items()}
    for name in [name for name in parts if name.startswith(("stem", "block"))]:
        parts[name] = parts[name].bfloat16()  # three times as fast, and good enough to play
    taps = torch.from_numpy(geometry.taps.ravel().copy()).to(device)
    cells = geometry.off
    blocks = sum(name.endswith(".one.w") for name in parts)

    def conv(x: torch.Tensor, name: str, bias: torch.Tensor | None = None) -> torch.Tensor:
        count = x.shape[0]
        around = x.index_select(1, taps).view(count * cells, -1)
        out = torch.addmm(parts[name + ".b"], around, parts[name + ".w"]).view(count, cells, -1)
        return out if bias is None else out.add_(bias[:, None])

    def padded(x: torch.Tensor) -> torch.Tensor:
        return torch.nn.functional.pad(x, (0, 0, 0, 1))

    def pooled(x: torch.Tensor) -> torch.Tensor:
        return torch.cat([x.mean(dim=1), x.amax(dim=1)], dim=1)

    @torch.inference_mode()
    def forward(planes: Array, numbers: Array) -> tuple[Array, Array]:
        g = torch.from_numpy(numbers).to(device)
        near = torch.from_numpy(planes).to(device).bfloat16()
        x = conv(near, "stem", g.bfloat16() @ parts["stem.g"]).relu_()
        for block in range(blocks):
            name = f"block{block}"
            inner = conv(padded(x), name + ".one").relu_()
            bias = None
            if name + ".two.g" in parts:
                bias = pooled(inner) @ parts[name + ".two.g"]
            x = conv(padded(inner), name + ".two", bias).add_(x).relu_()
        x = x.float()
        per_cell = x @ parts["cells.w"][:, 0] + parts["cells.b"][0]
        hidden = torch.cat([pooled(x), g], dim=1)
        hidden = torch.addmm(parts["hidden.b"], hidden, parts["hidden.w"]).relu_()
        board = torch.addmm(parts["board.b"], hidden, parts["board.w"])
        policy = torch.cat([per_cell, board[:, 1:]], dim=1)
        value = torch.tanh(board[:, 0] * 0.5)
        if worth is not None:
            lead = torch.addmm(parts["lead.b"], hidden, parts["lead.w"]).softmax(dim=1)
            value = (lead @ worth + lead[:, LEAD] * value).clamp_(-1.0, 1.0)  # as Network does
        return value.cpu().numpy(), policy.cpu().numpy()

    return forward
