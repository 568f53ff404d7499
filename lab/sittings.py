"""Stateful tests of the session by the thousand: random scripts of events.

    python3 -m lab.sittings --scripts 10000 --resume lab/runs/sittings.jsonl

A script is up to fifty actions of people, links, files and the engine on one session; the
invariants after each of them are those of ``tests/session/test_interleavings.py``.  Scripts
run in lots, each with its own seed.  A lot with a fault ends with the shortest script that shows
it.  With ``--resume`` the lots are kept in a file, and the same command continues where it
stopped; ``--write`` puts the figures into ``lab/soundness.md``.
"""

import sys
from importlib import import_module
from pathlib import Path
from typing import Any

from hypothesis import HealthCheck, Phase, seed, settings
from hypothesis.stateful import get_state_machine_test

from . import rows, soundness
from .command_line import command_line
from .rows import Row

LOT = 100
STEPS = 50  # of a script at most
MACHINE = "tests.session.test_interleavings"
LONG = settings(
    max_examples=LOT,
    stateful_step_count=STEPS,
    deadline=None,
    database=None,
    phases=(Phase.generate, Phase.shrink),
    suppress_health_check=list(HealthCheck),
)


def lot(sitting: type[Any], number: int, first: int) -> Row:
    """Run one lot of scripts; return the numbers of scripts and events, and the fault if any."""
    counts = {"scripts": 0, "events": 0}

    class Counted(sitting):  # type: ignore[misc]
        def do(self, event: object) -> None:
            counts["events"] += 1
            super().do(event)

        def teardown(self) -> None:
            counts["scripts"] += 1
            super().teardown()

    fault = ""
    try:
        seed(f"{first} {number}")(get_state_machine_test(Counted, settings=LONG))()
    except Exception as error:  # these are what the trial is for
        fault = "\n".join([f"{type(error).__name__}: {error}", *getattr(error, "__notes__", [])])
    return {"number": number, "seed": first, **counts, "fault": fault}


def told(lots: list[Row]) -> str:
    """The figures of these lots, in a sentence."""
    scripts, events = (sum(row[key] for row in lots) for key in ("scripts", "events"))
    faults = sum(bool(row["fault"]) for row in lots)
    return f"{scripts:,} scripts of {events:,} events with seed {lots[0]['seed']}, {faults} faults."


def main() -> int:
    """Try the scripts that the command line asks for; return 1 when one of them shows a fault."""
    parser = command_line("lab.sittings", __doc__)
    parser.add_argument("--scripts", type=int, default=1000, help=f"in lots of {LOT}")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument(
        "--resume", type=Path, metavar="FILE", help="log to append to and resume from"
    )
    parser.add_argument("--write", action="store_true", help="put the figures into soundness.md")
    options = parser.parse_args()
    sitting = import_module(MACHINE).Sitting
    done = rows.by_number(options.resume, options.seed)
    lots = range(-(-options.scripts // LOT))
    for number in lots:
        if number not in done:
            done[number] = lot(sitting, number, options.seed)
            rows.add(options.resume, done[number])
            if done[number]["fault"]:
                print(f"\nlot {number}: {done[number]['fault']}", flush=True)
        print(f"\r{number + 1} of {len(lots)} lots ", end="", file=sys.stderr, flush=True)
    wanted = [done[number] for number in lots]
    print(f"\r{told(wanted)}", flush=True)
    if options.write:
        soundness.write("sittings", told(wanted))
    return 1 if any(row["fault"] for row in wanted) else 0


if __name__ == "__main__":
    sys.exit(main())
