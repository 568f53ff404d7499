"""Install a trained network and its model card in the site, and save its checkpoint.

    python3 -m lab.training.export greylox
    python3 -m lab.training.export greylox --next

The first command installs the network that passed ``lab.training.gatekeeper``.  ``--next`` saves
the current state of training, from which it can resume, next to the checkpoint of the installed
network.  A checkpoint holds the averaged weights without the optimizer, whose moments recover in a
few hundred steps.  The card's part from "## Strength" on is written by hand and does not change.
"""

from collections import Counter
from datetime import date
from pathlib import Path
from textwrap import fill
from typing import Any

import torch

from greylox_web.engine.network import write_weights
from greylox_web.rules import GAMES, new_game

from ..command_line import make_parser
from .boards import parse_game
from .model import Model, expand_weights, network_config, weights

ROOT = Path(__file__).parents[2]
NETS = ROOT / "assets" / "nets"
CHECKPOINTS = ROOT / "lab" / "checkpoints"
MODEL_CARD = """# The network of {game}

{blocks} residual blocks of {channels} channels, {weights:,} weights, {bytes:,} bytes as float16.
Planes: {planes}; the rest is in `greylox_web/engine/inputs.py` and
`lab/training/model.py`.

Trained from nothing by self-play: {games:,} games with {positions:,} positions, {steps:,} steps
of 256 positions, {minutes} minutes of a core of a shared machine, or by the clock where
more took part, as told below.  Last trained on {date}.
{boards}
    python3 -m lab.training {game} --from-scratch --minutes {minutes}{annealed}
    python3 -m lab.training.gatekeeper {game}
    python3 -m lab.training.export {game}

"""
STRENGTH = "## Strength"


Checkpoint = dict[str, Any]
"""What a checkpoint holds: ``model``, ``counters``, perhaps ``average`` and ``optimizer``."""


def compact_checkpoint(checkpoint: Path) -> Checkpoint:
    """Return the averaged weights and the counters of a run, enough to resume from."""
    checkpoint_data: Checkpoint = torch.load(checkpoint, map_location="cpu", weights_only=True)
    return {
        "model": checkpoint_data.get("average", checkpoint_data["model"]),
        "facts": checkpoint_data["facts"],
    }


def load_model(name: str, checkpoint_data: Checkpoint) -> Model:
    """Load the network of a checkpoint for evaluation."""
    model = Model(network_config(name))
    model.load_state_dict(expand_weights(checkpoint_data["model"], model))
    return model.eval()


def board_list(boards: dict[str, int]) -> str:
    """Return a paragraph on the boards of the counted positions, or "" if none were counted."""
    if not boards:
        return ""
    total, default_count = sum(boards.values()), 0
    counts = Counter[str]()
    for spec, count in boards.items():
        game = parse_game(spec)
        board = {key: value for key, value in game.options.items() if key == "board"}
        default_count += count * (game == new_game(game.name, game.size, board, allow_small=True))
        counts[f"{game.board.shape} {game.size}"] += count
    parts = ", ".join(f"{board} {count / total:.1%}" for board, count in counts.most_common())
    text = f"The last {total:,} positions by board: {parts}."
    margins = sorted({int(parse_game(spec).options.get("x", 0)) for spec in boards})
    options = f"; X was {', '.join(map(str, margins))}" if margins[-1] else ""
    if default_count < total:
        text += (
            f"  {1 - default_count / total:.0%} of them with other than the usual options{options}."
        )
    return f"\n{fill(text, 96)}\n"


def export(name: str, checkpoint: Path) -> str:
    """Write the network, its model card and its checkpoint; return the card."""
    checkpoint_data = compact_checkpoint(checkpoint)
    model, counters = load_model(name, checkpoint_data), checkpoint_data["facts"]
    NETS.mkdir(parents=True, exist_ok=True)
    CHECKPOINTS.mkdir(parents=True, exist_ok=True)
    arrays = weights(model)
    data = write_weights(arrays)
    (NETS / f"{name}.npz").write_bytes(data)
    torch.save(checkpoint_data, CHECKPOINTS / f"{name}.pt")
    (CHECKPOINTS / f"{name}-next.pt").unlink(missing_ok=True)
    path = NETS / f"{name}.md"
    before = path.read_text("utf-8") if path.exists() else ""
    strength = before[before.index(STRENGTH) :] if STRENGTH in before else ""
    card = MODEL_CARD.format(
        game=name,
        blocks=model.shape.blocks,
        channels=model.shape.channels,
        planes=model.shape.planes,
        weights=sum(array.size for array in arrays.values()),
        bytes=len(data),
        games=counters["games"],
        positions=counters["positions"],
        steps=counters["steps"],
        annealed=f" --anneal {counters['annealed']}" if counters.get("annealed") else "",
        minutes=round(counters["seconds"] / 60),
        date=date.today().isoformat(),
        boards=board_list(counters.get("boards", {})),
    )
    path.write_text(card + strength, "utf-8")
    return card


def main() -> None:
    """Export the network, or save its checkpoint only."""
    parser = make_parser("lab.training.export", __doc__)
    parser.add_argument("game", choices=sorted(GAMES))
    parser.add_argument("--folder", type=Path, default=Path("lab/runs"))
    parser.add_argument("--next", action="store_true", help="keep the checkpoint only")
    arguments = parser.parse_args()
    name = arguments.game
    path = arguments.folder / name / ("checkpoint.pt" if arguments.next else "passed.pt")
    if not path.exists():
        parser.error(f"there is no {path}")
    if arguments.next:
        CHECKPOINTS.mkdir(parents=True, exist_ok=True)
        torch.save(compact_checkpoint(path), CHECKPOINTS / f"{name}-next.pt")
    else:
        print(export(name, path))


if __name__ == "__main__":
    main()
