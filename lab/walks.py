"""Random walks over the page by the thousand, with saving, history, reloads and several tabs.

    python3 -m lab.walks --seeds 1000 --resume lab/runs/walks.jsonl

The walks are those of ``tests/page/walks.py``, whose faults are played actions that are not stored.
``--against FILE`` compares with the walks of another version: after a refactoring each walk must
show and store the same.  With ``--resume`` a file stores the walks, and the same command resumes;
``--write`` writes the figures into ``lab/soundness.md``.
"""

import sys
import traceback
from collections.abc import Callable
from importlib import import_module
from pathlib import Path

from . import jsonl, soundness
from .command_line import make_parser
from .jsonl import Row

WALKS = "tests.page.walks"


def run_walk(kind: str, seed: int, walk: Callable[[int], str]) -> Row:
    """Run one walk; return the digest of the shown and stored state, and the fault if any."""
    digest = fault = ""
    try:
        digest = walk(seed)
    except Exception:  # every exception counts as a fault
        fault = traceback.format_exc(limit=-3)
    return {"kind": kind, "number": seed, "digest": digest, "fault": fault}


def rows_by_walk(path: Path | None) -> dict[tuple[str, int], Row]:
    """Return the walks of a file by kind and seed."""
    return {(row["kind"], row["number"]): row for row in jsonl.read_rows(path)}


def main() -> int:
    """Run the missing walks; return 1 if any walk has a fault or differs."""
    parser = make_parser("lab.walks", __doc__)
    parser.add_argument("--seeds", type=int, default=1000, help="of each kind")
    parser.add_argument(
        "--resume", type=Path, metavar="FILE", help="log to append to and resume from"
    )
    parser.add_argument("--against", type=Path, metavar="FILE", help="log of another version")
    parser.add_argument("--write", action="store_true", help="put the figures into soundness.md")
    options = parser.parse_args()
    kinds = import_module(WALKS).WALKS
    done_rows = rows_by_walk(options.resume)
    walk_ids = [(kind, seed) for kind in kinds for seed in range(options.seeds)]
    for walk_id in walk_ids:
        if walk_id not in done_rows:
            done_rows[walk_id] = run_walk(*walk_id, kinds[walk_id[0]])
            jsonl.append_row(options.resume, done_rows[walk_id])
            if done_rows[walk_id]["fault"]:
                print(f"\n{walk_id[0]} {walk_id[1]}: {done_rows[walk_id]['fault']}", flush=True)
        print(f"\r{walk_id[0]} {walk_id[1]} ", end="", file=sys.stderr, flush=True)
    faults = sum(bool(done_rows[name]["fault"]) for name in walk_ids)
    report = (
        f"{len(walk_ids):,} walks ({options.seeds:,} each of {', '.join(kinds)}), {faults} faults."
    )
    print(f"\r{report}", flush=True)
    other_rows = rows_by_walk(options.against)
    common_ids = [name for name in walk_ids if name in other_rows]
    different = [
        name for name in common_ids if done_rows[name]["digest"] != other_rows[name]["digest"]
    ]
    if options.against:
        print(
            f"{len(different)} of {len(common_ids):,} differ from {options.against.name}.",
            *different[:9],
        )
    if options.write:
        soundness.replace_section("walks", report)
    return 1 if faults or different else 0


if __name__ == "__main__":
    sys.exit(main())
