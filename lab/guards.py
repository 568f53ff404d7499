"""Checks of a commit that changes how games are stored: walks, scripts, upgrade, faults.

    python3 -m lab.guards                      # all of them, about two hours
    python3 -m lab.guards walks                # a thousand walks of each kind, 5 minutes
    python3 -m lab.guards walks --seeds 100    # half a minute
    python3 -m lab.guards sittings             # ten thousand scripts, 6 minutes
    python3 -m lab.guards upgrade              # earlier versions with games in two tabs, 1 minute
    python3 -m lab.guards faults               # 60 mutants in each path, 15 minutes each

They run at the lowest priority in a copy of the commit, so work in the repository can continue.
The copy and all results are in ``WORK/COMMIT``; the same command resumes.  The minutes are for one
idle core.
"""

import os
import subprocess
import sys
import time
from pathlib import Path

from tools import ROOT

from .command_line import make_parser

Command = list[str | Path]
MUTATED_PATHS = (
    *("match", "features/library", "page/visit.py", "browser/router.py"),
    *("session/local_record.py", "session/load_match.py"),
)
TOOL_PINS = "cosmic-ray==8.7.0", "coverage==7.17.3"
LINKED_FOLDERS = ".venv", ".cache", "node_modules"  # the same for every commit


def check_output(*words: str) -> str:
    """Return the output of a command that runs in the repository."""
    return subprocess.run(words, cwd=ROOT, check=True, capture_output=True, text=True).stdout


def ensure_copy(commit: str, folder: Path) -> Path:
    """Return a copy of the commit in a folder; make it if it is missing."""
    copy = folder / "copy"
    if not (copy / "build.py").exists():
        check_output("git", "clone", "--quiet", "--shared", "--no-checkout", str(ROOT), str(copy))
        subprocess.run(["git", "checkout", "--quiet", commit], cwd=copy, check=True)
        for name in LINKED_FOLDERS:
            (copy / name).symlink_to(ROOT / name)
    return copy


def ensure_tool(folder: Path) -> Path:
    """Return a virtual environment with the mutation tool; make it if it is missing."""
    if not (folder / "bin/cosmic-ray").exists():
        subprocess.run([sys.executable, "-m", "venv", folder], check=True)
        subprocess.run(
            [folder / "bin/python", "-m", "pip", "install", "-q", *TOOL_PINS], check=True
        )
    return folder


def make_commands(name: str, copy: Path, seeds: int, scripts: int, count: int) -> list[Command]:
    """Return the commands of a check, which run in the copy."""
    python: Command = [ROOT / ".venv/bin/python", "-m"]
    results = copy.parent
    match name:
        case "walks":
            arguments: Command = ["--seeds", str(seeds), "--resume", results / "walks.jsonl"]
            return [[*python, "lab.walks", *arguments]]
        case "sittings":
            arguments = ["--scripts", str(scripts), "--resume", results / "sittings.jsonl"]
            return [[*python, "lab.session_fuzz", *arguments]]
        case "upgrade":
            return [[sys.executable, "build.py", "test", "tests/browser/test_earlier.py"]]
        case _:
            tool = ensure_tool(results.parent / "tool")
            arguments = [
                "--count",
                str(count),
                "--venv",
                tool,
                "--checkout",
                copy,
                "--work",
                results,
            ]
            return [[*python, "lab.mutants", folder, *arguments] for folder in MUTATED_PATHS]


CHECKS = "walks", "sittings", "upgrade", "faults"


def main() -> int:
    """Run the chosen checks; return 1 if one of them fails."""
    parser = make_parser("lab.guards", __doc__)
    parser.add_argument("checks", nargs="*", metavar="CHECK", help=", ".join(CHECKS))
    parser.add_argument("--commit", default="HEAD")
    parser.add_argument("--seeds", type=int, default=1000)
    parser.add_argument("--scripts", type=int, default=10_000)
    parser.add_argument("--faults", type=int, default=60, help="in each folder")
    parser.add_argument("--work", type=Path, default=ROOT / ".cache/guards", metavar="FOLDER")
    options = parser.parse_args()
    if unknown := set(options.checks) - set(CHECKS):
        parser.error(f"There is no check {', '.join(sorted(unknown))}.")
    commit = check_output("git", "rev-parse", options.commit).strip()
    folder = (options.work / commit[:12]).resolve()
    folder.mkdir(parents=True, exist_ok=True)
    copy = ensure_copy(commit, folder)
    os.nice(19)
    failed = []
    for name in options.checks or CHECKS:
        begin = time.monotonic()
        check_commands = make_commands(name, copy, options.seeds, options.scripts, options.faults)
        codes = [
            subprocess.run(command, cwd=copy, check=False).returncode for command in check_commands
        ]
        verdict = "failed" if any(codes) else "passed"
        print(f"{commit[:12]} {name}: {verdict}, {(time.monotonic() - begin) / 60:.1f} minutes")
        failed += [name] if any(codes) else []
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
