"""The command: see ``lab.fuzz``."""

import json
import sys
import time
from pathlib import Path
from random import Random
from typing import Any

from .. import soundness
from ..command_line import command_line
from . import __doc__ as about
from .doors import DOORS, Door

MOST_SECONDS = 0.5
CHANGES = (1, 1, 1, 2, 3, 8)
OFTEN = 500  # inputs from one save to the next


def door_of(number: int) -> str:
    """The door of an input."""
    return tuple(DOORS)[number % len(DOORS)]


def hostile(seed: int, number: int) -> str:
    """The input of this number."""
    door, random = DOORS[door_of(number)], Random(f"{seed} {number}")
    text = door.sound(random)
    for _ in range(random.choice(CHANGES)):
        text = door.damage(text, random, lambda: door.sound(random))
    return text


def tried(door: Door, text: str) -> tuple[str, bool, float]:
    """The fault of the door with the text (or ""), whether it refused it, and processor seconds."""
    began, refused, fault = time.thread_time(), False, ""
    try:
        door.read(text)
    except door.own:
        refused = True
    except Exception as error:  # these are what the trial is for
        fault = f"{type(error).__name__}: {error}"
    return fault, refused, time.thread_time() - began


def judged(door: Door, text: str) -> tuple[str, bool, float]:
    """The same as ``tried``; a text that takes too long in three trials is a fault, too."""
    fault, refused, seconds = tried(door, text)
    for _ in range(2):
        if seconds > MOST_SECONDS:
            seconds = min(seconds, tried(door, text)[2])
    if seconds > MOST_SECONDS and not fault:
        fault = f"{seconds:.2f} seconds"
    return fault, refused, seconds


Progress = dict[str, Any]


def begun(path: Path | None, seed: int) -> Progress:
    """The earlier results for this seed and these doors, without faults that are now fixed."""
    fresh: Progress = {"seed": seed, "doors": list(DOORS), "next": 0, "faults": []}
    fresh["slowest"] = dict.fromkeys(DOORS, 0.0)
    fresh["refused"] = dict.fromkeys(DOORS, 0)
    if path is None or not path.exists():
        return fresh
    kept: Progress = json.loads(path.read_text("utf-8"))
    if (kept["seed"], kept["doors"]) != (seed, list(DOORS)):
        return fresh
    kept["faults"] = [known for known in kept["faults"] if is_fault(seed, known[0])]
    if not kept["faults"]:  # then none of them took longer, whatever was slow before
        kept["slowest"] = {name: min(most, MOST_SECONDS) for name, most in kept["slowest"].items()}
    return kept


def is_fault(seed: int, number: int) -> bool:
    """Whether an input still shows a fault, which may have been fixed."""
    return bool(judged(DOORS[door_of(number)], hostile(seed, number))[0])


def save(progress: Progress, path: Path | None) -> None:
    """Save the results atomically."""
    if path:
        path.parent.mkdir(parents=True, exist_ok=True)
        new = path.with_suffix(".new")
        new.write_text(json.dumps(progress, indent=1), "utf-8")
        new.replace(path)


def fuzz(progress: Progress, inputs: int, path: Path | None) -> None:
    """Try the inputs below this number that have not been tried."""
    for number in range(progress["next"], inputs):
        name = door_of(number)
        fault, refused, seconds = judged(DOORS[name], hostile(progress["seed"], number))
        progress["next"] = number + 1
        progress["refused"][name] += refused
        progress["slowest"][name] = max(progress["slowest"][name], round(seconds, 4))
        if fault:
            progress["faults"].append([number, name, fault[:500]])
            print(f"\ninput {number} ({name}): {fault[:500]}", flush=True)
        if progress["next"] % OFTEN == 0:
            save(progress, path)
            print(f"\r{progress['next']:,} of {inputs:,} ", end="", file=sys.stderr, flush=True)
    save(progress, path)


def told(progress: Progress) -> str:
    """The figures, in Markdown."""
    inputs, faults = progress["next"], len(progress["faults"])
    lines = [f"{inputs:,} inputs with seed {progress['seed']}, {faults} faults.", ""]
    lines += ["| door | inputs | slowest |", "|---|---:|---:|"]
    for place, name in enumerate(DOORS):
        count = len(range(place, inputs, len(DOORS)))
        lines.append(f"| {name} | {count:,} | {progress['slowest'][name] * 1000:,.0f} ms |")
    return "\n".join(lines)


def main() -> int:
    """Try the inputs that the command line asks for.

    Return 1 when one of them, or of those before, showed a fault.
    """
    parser = command_line("lab.fuzz", about)
    parser.add_argument("--inputs", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument(
        "--resume", type=Path, metavar="FILE", help="file to append to and resume from"
    )
    parser.add_argument("--show", type=int, metavar="NUMBER", help="print one input, try nothing")
    parser.add_argument("--write", action="store_true", help="put the figures into soundness.md")
    options = parser.parse_args()
    if options.show is not None:
        print(door_of(options.show), ascii(hostile(options.seed, options.show)), sep="\n")
        return 0
    progress = begun(options.resume, options.seed)
    fuzz(progress, options.inputs, options.resume)
    print(f"\r{told(progress)}", flush=True)
    if options.write:
        soundness.write("fuzz", told(progress))
    return 1 if progress["faults"] else 0


if __name__ == "__main__":
    sys.exit(main())
