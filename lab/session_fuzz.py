"""Stateful tests of the session by the thousand: random scripts of events.

    python3 -m lab.session_fuzz --scripts 10000 --resume lab/runs/sittings.jsonl

A script is up to fifty actions of people, links, files and the engine on one session; after each
of them ``tests/session/test_interleavings.py`` checks its invariants.  Scripts run in lots, each
with its own seed.  A lot with a fault ends with the shortest script that shows it.  With
``--resume`` a file stores the lots, and the same command resumes; ``--write`` writes the figures
into ``lab/soundness.md``.
"""

import sys
from importlib import import_module
from pathlib import Path
from typing import Any

from hypothesis import HealthCheck, Phase, seed, settings
from hypothesis.stateful import get_state_machine_test

from . import jsonl, soundness
from .command_line import make_parser
from .jsonl import Row

SCRIPTS_PER_RUN = 100
STEPS = 50  # the most actions in a script
STATE_MACHINE = "tests.session.test_interleavings"
LONG_SETTINGS = settings(
    max_examples=SCRIPTS_PER_RUN,
    stateful_step_count=STEPS,
    deadline=None,
    database=None,
    phases=(Phase.generate, Phase.shrink),
    suppress_health_check=list(HealthCheck),
)


def run_batch(machine_class: type[Any], number: int, base_seed: int) -> Row:
    """Run one lot of scripts; return its counts of scripts and events, and the fault if any."""
    counts = {"scripts": 0, "events": 0}

    class CountingMachine(machine_class):  # type: ignore[misc]
        def do(self, event: object) -> None:
            counts["events"] += 1
            super().do(event)

        def teardown(self) -> None:
            counts["scripts"] += 1
            super().teardown()

    fault = ""
    try:
        seed(f"{base_seed} {number}")(
            get_state_machine_test(CountingMachine, settings=LONG_SETTINGS)
        )()
    except Exception as error:  # every exception counts as a fault
        fault = "\n".join([f"{type(error).__name__}: {error}", *getattr(error, "__notes__", [])])
    return {"number": number, "seed": base_seed, **counts, "fault": fault}


def summary(batches: list[Row]) -> str:
    """Return the figures of these lots, in a sentence."""
    scripts, events = (sum(row[key] for row in batches) for key in ("scripts", "events"))
    faults = sum(bool(row["fault"]) for row in batches)
    return (
        f"{scripts:,} scripts of {events:,} events with seed {batches[0]['seed']}, {faults} faults."
    )


def main() -> int:
    """Run the missing lots of scripts; return 1 if any lot has a fault."""
    parser = make_parser("lab.session_fuzz", __doc__)
    parser.add_argument("--scripts", type=int, default=1000, help=f"in lots of {SCRIPTS_PER_RUN}")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument(
        "--resume", type=Path, metavar="FILE", help="log to append to and resume from"
    )
    parser.add_argument("--write", action="store_true", help="put the figures into soundness.md")
    options = parser.parse_args()
    machine_class = import_module(STATE_MACHINE).SessionMachine
    done_rows = jsonl.rows_by_number(options.resume, options.seed)
    batches = range(-(-options.scripts // SCRIPTS_PER_RUN))
    for number in batches:
        if number not in done_rows:
            done_rows[number] = run_batch(machine_class, number, options.seed)
            jsonl.append_row(options.resume, done_rows[number])
            if done_rows[number]["fault"]:
                print(f"\nlot {number}: {done_rows[number]['fault']}", flush=True)
        print(f"\r{number + 1} of {len(batches)} lots ", end="", file=sys.stderr, flush=True)
    batch_rows = [done_rows[number] for number in batches]
    print(f"\r{summary(batch_rows)}", flush=True)
    if options.write:
        soundness.replace_section("sittings", summary(batch_rows))
    return 1 if any(row["fault"] for row in batch_rows) else 0


if __name__ == "__main__":
    sys.exit(main())
