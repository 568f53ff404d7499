"""Put a trained network where the page finds it, with its card, and keep its checkpoint.

    python3 -m lab.training.export greylox

The card's part from "## Strength" on is written by hand and stays.
"""

import argparse
import shutil
from datetime import date
from pathlib import Path

import torch

from greylox_web.rules import GAMES
from greylox_web.search.network.network import write_weights

from .model import Model, grown, shape_of, weights

ROOT = Path(__file__).parents[2]
NETS = ROOT / "assets" / "nets"
CHECKPOINTS = ROOT / "lab" / "checkpoints"
CARD = """# The network of {game}

{blocks} residual blocks of {channels} channels, {weights:,} weights, {bytes:,} bytes as float16.
Planes: {planes}; the rest is in `greylox_web/search/network/features.py` and
`lab/training/model.py`.

Trained from nothing by self-play: {games:,} games with {positions:,} positions, {steps:,} steps
of 256 positions, {minutes} minutes of a shared machine with two cores, without a GPU.  Last
trained on {date}.

    python3 -m lab.training {game} --fresh --minutes {minutes}
    python3 -m lab.training.export {game}

"""
STRENGTH = "## Strength"


def export(name: str, checkpoint: Path) -> str:
    """Write the network and its card, keep the checkpoint; give the card."""
    kept = torch.load(checkpoint, map_location="cpu", weights_only=True)
    model = Model(shape_of(name))
    model.load_state_dict(grown(kept["model"], model))
    model.eval()
    NETS.mkdir(parents=True, exist_ok=True)
    CHECKPOINTS.mkdir(parents=True, exist_ok=True)
    arrays, facts = weights(model), kept["facts"]
    data = write_weights(arrays)
    (NETS / f"{name}.npz").write_bytes(data)
    if checkpoint.parent != CHECKPOINTS:
        shutil.copy(checkpoint, CHECKPOINTS / f"{name}.pt")
    path = NETS / f"{name}.md"
    before = path.read_text("utf-8") if path.exists() else ""
    strength = before[before.index(STRENGTH) :] if STRENGTH in before else ""
    card = CARD.format(
        game=name,
        blocks=model.shape.blocks,
        channels=model.shape.channels,
        planes=model.shape.planes,
        weights=sum(array.size for array in arrays.values()),
        bytes=len(data),
        games=facts["games"],
        positions=facts["positions"],
        steps=facts["steps"],
        minutes=round(facts["seconds"] / 60),
        date=date.today().isoformat(),
    )
    path.write_text(card + strength, "utf-8")
    return card


def main() -> None:
    """Export."""
    parser = argparse.ArgumentParser(prog="lab.training.export", description=__doc__)
    parser.add_argument("game", choices=sorted(GAMES))
    parser.add_argument("--folder", type=Path, default=Path("lab/runs"))
    arguments = parser.parse_args()
    print(export(arguments.game, arguments.folder / arguments.game / "checkpoint.pt"))


if __name__ == "__main__":
    main()
