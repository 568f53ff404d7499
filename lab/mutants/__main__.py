"""Insert faults into a folder of greylox_web, and check whether the tests that cover them fail.

    python3 -m lab.mutants rules --venv VENV --checkout CHECKOUT --work WORK

VENV is a virtual environment with Cosmic Ray 8.7.0 and Coverage.py 7.17.3, which pip installs:
nothing else needs them.  CHECKOUT is a built copy of the project with its ``.venv``: its files are
changed and restored.  WORK stores the faults and the verdicts; the same command resumes where it
stopped.  ``--retry-survivors`` retries the faults that were not caught, with all tests of the
package, because the coverage of code in other processes is not recorded.  After adding tests,
remove ``coverage.json``, so that coverage is measured again.
"""

import argparse
import json
import signal
import sys
from pathlib import Path
from typing import Any

from ..command_line import make_parser
from .run import make_row, measure_coverage, run_mutant
from .sample import Mutant, apply_mutations, is_in_function, list_mutations, sample_mutations

TESTS = {
    "rules": ["tests/rules"],
    "engine": ["tests/engine"],
    "features": ["tests/features", "tests/session", "tests/page"],
    "match": ["tests/match", "tests/session", "tests/page"],
    "session": ["tests/session", "tests/page"],
    "features/library": ["tests/features/library", "tests/session", "tests/page", "tests/earlier"],
    "session/local_record.py": ["tests/session", "tests/page"],
    "session/load_match.py": ["tests/session", "tests/page"],
    "browser/router.py": ["tests/page"],
    "page/visit.py": ["tests/page"],
    "command": ["tests/command"],
}
"""The folders and files of greylox_web that get faults, and the tests that must catch them."""


def mutants(options: argparse.Namespace, work: Path) -> list[Mutant]:
    """The faults of this package, sampled once and stored in ``work``."""
    mutants_path = work / "mutants.json"
    if not mutants_path.exists():
        mutations = list_mutations(
            options.venv, options.checkout, f"greylox_web/{options.package}", work
        )
        accepts = is_in_function(options.checkout, mutations)
        chosen = sample_mutations(mutations, accepts, options.count, options.seed)
        mutants_path.write_text(
            json.dumps(list(apply_mutations(options.venv, options.checkout, chosen)))
        )
    return [Mutant(*mutant) for mutant in json.loads(mutants_path.read_text())]


def main() -> int:
    """Try the requested faults; return 1 if some are not caught."""
    parser = make_parser("lab.mutants", __doc__)
    parser.add_argument("package", metavar="PATH", choices=TESTS, help=", ".join(TESTS))
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    venv_option = parser.add_mutually_exclusive_group(required=True)
    venv_option.add_argument("--venv", type=Path, metavar="FOLDER")
    venv_option.add_argument(
        "--tool", dest="venv", type=Path, default=argparse.SUPPRESS, help=argparse.SUPPRESS
    )
    checkout_option = parser.add_mutually_exclusive_group(required=True)
    checkout_option.add_argument("--checkout", type=Path, metavar="FOLDER")
    checkout_option.add_argument(
        "--copy", dest="checkout", type=Path, default=argparse.SUPPRESS, help=argparse.SUPPRESS
    )
    parser.add_argument("--work", type=Path, required=True, metavar="FOLDER")
    parser.add_argument(
        "--retry-survivors", action="store_true", help="those once more that were missed"
    )
    parser.add_argument(
        "--again",
        dest="retry_survivors",
        action="store_true",
        default=argparse.SUPPRESS,
        help=argparse.SUPPRESS,
    )
    options = parser.parse_args()
    for folder in ("venv", "checkout", "work"):
        setattr(options, folder, getattr(options, folder).resolve())
    work = options.work / options.package
    work.mkdir(parents=True, exist_ok=True)
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))  # restores the file first
    all_mutants = mutants(options, work)
    library = next((options.venv / "lib").glob("python3*/site-packages"))
    path = Path("greylox_web", options.package)
    coverage = measure_coverage(
        options.checkout,
        TESTS[options.package],
        str(path.parent if path.suffix else path),
        library,
        work / "coverage.json",
    )
    verdicts_path = work / "verdicts.json"
    verdicts: dict[str, Any] = (
        json.loads(verdicts_path.read_text()) if verdicts_path.exists() else {}
    )
    for number, mutant in enumerate(all_mutants):
        earlier = verdicts.get(str(number))
        if earlier is None or (options.retry_survivors and not earlier["caught"]):
            verdict = run_mutant(
                options.checkout, mutant, coverage, work, every=options.retry_survivors
            )
            verdicts[str(number)] = make_row(mutant, verdict)
            verdicts_path.write_text(json.dumps(verdicts, indent=1))
            print(number, json.dumps(verdicts[str(number)]), flush=True)
    missed = [verdict for verdict in verdicts.values() if not verdict["caught"]]
    for verdict in missed:
        print(f"{verdict['path']}:{verdict['line']} {verdict['before']} -> {verdict['after']}")
    print(f"{len(verdicts) - len(missed)} of {len(verdicts)} caught")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
