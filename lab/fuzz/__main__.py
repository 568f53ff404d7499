"""The command: see ``lab.fuzz``."""

import json
import sys
import time
from pathlib import Path
from random import Random
from typing import Any

from .. import soundness
from ..command_line import make_parser
from . import __doc__ as about
from .entry_points import ENTRY_POINTS, EntryPoint

MAX_SECONDS = 0.5
MUTATION_COUNTS = (1, 1, 1, 2, 3, 8)
SAVE_EVERY = 500  # inputs between two saves


def entry_point_of(number: int) -> str:
    """The name of the entry point that reads an input."""
    return tuple(ENTRY_POINTS)[number % len(ENTRY_POINTS)]


def make_input(seed: int, number: int) -> str:
    """The text of an input, which depends only on the seed and its number."""
    entry_point, random = ENTRY_POINTS[entry_point_of(number)], Random(f"{seed} {number}")
    text = entry_point.make_valid(random)
    for _ in range(random.choice(MUTATION_COUNTS)):
        text = entry_point.mutate(text, random, lambda: entry_point.make_valid(random))
    return text


def try_input(entry_point: EntryPoint, text: str) -> tuple[str, bool, float]:
    """The fault (or ""), whether the text was refused, and the seconds of processor time."""
    start, refused, fault = time.thread_time(), False, ""
    try:
        entry_point.read(text)
    except entry_point.expected_errors:
        refused = True
    except Exception as error:  # any other exception is a fault
        fault = f"{type(error).__name__}: {error}"
    return fault, refused, time.thread_time() - start


def try_input_repeatedly(entry_point: EntryPoint, text: str) -> tuple[str, bool, float]:
    """The result of ``try_input``; taking too long three times is a fault, too."""
    fault, refused, seconds = try_input(entry_point, text)
    for _ in range(2):
        if seconds > MAX_SECONDS:
            seconds = min(seconds, try_input(entry_point, text)[2])
    if seconds > MAX_SECONDS and not fault:
        fault = f"{seconds:.2f} seconds"
    return fault, refused, seconds


Progress = dict[str, Any]


def load_progress(path: Path | None, seed: int) -> Progress:
    """The earlier results for this seed and these entry points, without faults fixed since."""
    fresh: Progress = {"seed": seed, "doors": list(ENTRY_POINTS), "next": 0, "faults": []}
    fresh["slowest"] = dict.fromkeys(ENTRY_POINTS, 0.0)
    fresh["refused"] = dict.fromkeys(ENTRY_POINTS, 0)
    if path is None or not path.exists():
        return fresh
    earlier: Progress = json.loads(path.read_text("utf-8"))
    if (earlier["seed"], earlier["doors"]) != (seed, list(ENTRY_POINTS)):
        return fresh
    earlier["faults"] = [fault for fault in earlier["faults"] if is_fault(seed, fault[0])]
    if not earlier["faults"]:  # no input is too slow now, even if one was earlier
        earlier["slowest"] = {
            name: min(seconds, MAX_SECONDS) for name, seconds in earlier["slowest"].items()
        }
    return earlier


def is_fault(seed: int, number: int) -> bool:
    """Whether an input still shows a fault."""
    return bool(
        try_input_repeatedly(ENTRY_POINTS[entry_point_of(number)], make_input(seed, number))[0]
    )


def save(progress: Progress, path: Path | None) -> None:
    """Save the results atomically."""
    if path:
        path.parent.mkdir(parents=True, exist_ok=True)
        new = path.with_suffix(".new")
        new.write_text(json.dumps(progress, indent=1), "utf-8")
        new.replace(path)


def fuzz(progress: Progress, inputs: int, path: Path | None) -> None:
    """Try the inputs with numbers below ``inputs`` that have not been tried."""
    for number in range(progress["next"], inputs):
        name = entry_point_of(number)
        fault, refused, seconds = try_input_repeatedly(
            ENTRY_POINTS[name], make_input(progress["seed"], number)
        )
        progress["next"] = number + 1
        progress["refused"][name] += refused
        progress["slowest"][name] = max(progress["slowest"][name], round(seconds, 4))
        if fault:
            progress["faults"].append([number, name, fault[:500]])
            print(f"\ninput {number} ({name}): {fault[:500]}", flush=True)
        if progress["next"] % SAVE_EVERY == 0:
            save(progress, path)
            print(f"\r{progress['next']:,} of {inputs:,} ", end="", file=sys.stderr, flush=True)
    save(progress, path)


def figures(progress: Progress) -> str:
    """The results in Markdown: the counts, and a table of the entry points."""
    inputs, faults = progress["next"], len(progress["faults"])
    lines = [f"{inputs:,} inputs with seed {progress['seed']}, {faults} faults.", ""]
    lines += ["| door | inputs | slowest |", "|---|---:|---:|"]
    for index, name in enumerate(ENTRY_POINTS):
        count = len(range(index, inputs, len(ENTRY_POINTS)))
        lines.append(f"| {name} | {count:,} | {progress['slowest'][name] * 1000:,.0f} ms |")
    return "\n".join(lines)


def main() -> int:
    """Try the requested inputs; return 1 if one of them, or an earlier one, shows a fault."""
    parser = make_parser("lab.fuzz", about)
    parser.add_argument("--inputs", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument(
        "--resume", type=Path, metavar="FILE", help="file to append to and resume from"
    )
    parser.add_argument("--show", type=int, metavar="NUMBER", help="print one input, try nothing")
    parser.add_argument("--write", action="store_true", help="put the figures into soundness.md")
    options = parser.parse_args()
    if options.show is not None:
        print(entry_point_of(options.show), ascii(make_input(options.seed, options.show)), sep="\n")
        return 0
    progress = load_progress(options.resume, options.seed)
    fuzz(progress, options.inputs, options.resume)
    print(f"\r{figures(progress)}", flush=True)
    if options.write:
        soundness.replace_section("fuzz", figures(progress))
    return 1 if progress["faults"] else 0


if __name__ == "__main__":
    sys.exit(main())
