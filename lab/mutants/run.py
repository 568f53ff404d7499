"""Run the tests that cover a mutant's statement, one mutant at a time.

Every trial is a new process in a copy of the project that contains the fault.
"""

import ast
import contextlib
import json
import os
import signal
import subprocess
from collections.abc import Iterable
from importlib.util import cache_from_source
from pathlib import Path
from typing import Any, NamedTuple

from .sample import Mutant

PYTEST = [".venv/bin/python", "-m", "pytest", "-q", "-x", "-p", "lab.mutants.plugin"]
QUIET = ["--no-header", "--tb=line", "-p", "no:cacheprovider"]
FIRST_STAGE_SECONDS = 3.0  # total seconds of the quick tests that run first
FILES = 3  # test files that these are taken from
TIMEOUT_FACTOR = 10  # multiple of a test's recorded seconds after which it counts as hanging
MIN_SECONDS = 30.0  # the shortest time limit of a test


class Coverage(NamedTuple):
    """The tests that run each line."""

    seconds: dict[str, float]  # the duration of each test
    lines: dict[str, dict[str, list[str]]]  # the tests of each line of each file

    def tests_for(self, path: str, lines: Iterable[int] | None = None) -> list[str]:
        """The tests that run any of these lines, or any line, of a file; the quickest first."""
        file = self.lines.get(path, {})
        numbers = file if lines is None else map(str, lines)
        tests = {name for number in numbers for name in file.get(number, ()) if name}
        return sorted(tests & self.seconds.keys(), key=self.seconds.__getitem__)


class Verdict(NamedTuple):
    """The verdict on a mutant."""

    caught: bool
    by: str  # the failure that pytest reports, the time limit or the status
    tests: int  # how many were planned


def measure_coverage(
    copy: Path, tests: Iterable[str], package: str, library: Path, coverage_path: Path
) -> Coverage:
    """The tests that run each line of the package, read from ``coverage_path`` if it exists.

    ``library`` is a folder that contains ``coverage``.
    """
    if not coverage_path.exists():
        environment = {
            "MUTANTS_COVER": str(coverage_path),
            "MUTANTS_SOURCE": package,
            "PYTHONPATH": str(library),
            "PYTHONDONTWRITEBYTECODE": "",  # trials reuse this run's bytecode
        }
        command = [word for word in (*PYTEST, *QUIET) if word != "-x"]
        done = subprocess.run([*command, *tests], cwd=copy, env=os.environ | environment)
        if done.returncode:
            coverage_path.unlink(missing_ok=True)
            raise SystemExit("The tests fail without any fault.")
    return Coverage(**json.loads(coverage_path.read_text()))


def executed_lines(text: str, line: int) -> list[int]:
    """The lines that run when the innermost statement at a line runs.

    A function's head (its decorators and defaults) runs with the module, but takes effect where the
    body runs, so for a head the result is the lines of the body.
    """
    best: ast.stmt | None = None
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.stmt) and first_line(node) <= line <= (node.end_lineno or 0):
            best = node if best is None or first_line(node) >= first_line(best) else best
    if best is None:
        return [line]
    end = best.end_lineno or line
    body = getattr(best, "body", None)
    if body and not isinstance(best, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
        end = max(body[0].lineno - 1, best.lineno)
    begin = body[0].lineno if body and end == best.end_lineno else best.lineno
    return list(range(begin, end + 1))


def first_line(node: ast.stmt) -> int:
    """The line where a statement begins, with its decorators."""
    decorators: list[ast.expr] = getattr(node, "decorator_list", [])
    return min([node.lineno, *(decorator.lineno for decorator in decorators)])


def plan_test_stages(
    mutant: Mutant, original: str, coverage: Coverage, *, every: bool = False
) -> list[list[str]]:
    """The tests that cover the statement, in two stages: quick ones of few files, then the others.

    Few files, because importing many takes time.  If no test is recorded for the statement, as when
    it runs at import, use the tests that run the file, or else all tests.  With ``every``, a last
    stage has all others: the coverage of other processes, such as commands, is not recorded.
    """
    covering = coverage.tests_for(mutant.path, executed_lines(original, mutant.line))
    covering = covering or coverage.tests_for(mutant.path)
    names = sorted(coverage.seconds, key=coverage.seconds.__getitem__)
    covering = covering or names
    files = list(dict.fromkeys(map(test_file, covering)))[:FILES]
    quick_tests, total = list[str](), 0.0
    for name in covering:
        if test_file(name) in files and total + coverage.seconds[name] < FIRST_STAGE_SECONDS:
            quick_tests.append(name)
            total += coverage.seconds[name]
    slow = [name for name in covering if name not in set(quick_tests)]
    others = [name for name in names if every and name not in set(covering)]
    return [stage for stage in (quick_tests, slow, others) if stage]


def test_file(name: str) -> str:
    """The file that a test is in."""
    return name.partition("::")[0]


class AppliedMutant:
    """A context manager that mutates a file of the copy during the block."""

    def __init__(self, copy: Path, mutant: Mutant) -> None:
        self.file, self.text = copy / mutant.path, mutant.text
        self.compiled = Path(cache_from_source(str(self.file), optimization=""))

    def __enter__(self) -> None:
        self.original = self.file.read_text()
        self.write(self.text)

    def __exit__(self, *_: object) -> None:
        self.write(self.original)

    def write(self, text: str) -> None:
        """Write the file, and remove its cached bytecode, which could wrongly count as current."""
        self.file.write_text(text)
        self.compiled.unlink(missing_ok=True)


def run_mutant(
    copy: Path, mutant: Mutant, coverage: Coverage, work: Path, *, every: bool = False
) -> Verdict:
    """Insert a fault into the copy and run its tests until one fails."""
    plans = plan_test_stages(mutant, (copy / mutant.path).read_text(), coverage, every=every)
    with AppliedMutant(copy, mutant):
        for stage in plans:
            if failure := first_failure(copy, stage, coverage, work):
                return Verdict(True, failure, sum(map(len, plans)))
    return Verdict(False, "", sum(map(len, plans)))


def first_failure(copy: Path, names: list[str], coverage: Coverage, work: Path) -> str:
    """The reason if one of these tests fails or takes too long; "" if all of them pass."""
    plan, log = work / "plan.json", work / "pytest.log"
    limits = {name: max(MIN_SECONDS, TIMEOUT_FACTOR * coverage.seconds[name]) for name in names}
    plan.write_text(json.dumps(limits))
    files = list(dict.fromkeys(map(test_file, names)))
    environment = {"MUTANTS_PLAN": str(plan), "PYTHONDONTWRITEBYTECODE": "1"}
    with log.open("w") as output:
        process = subprocess.Popen(
            [*PYTEST, *QUIET, *files],
            cwd=copy,
            env=os.environ | environment,
            stdout=output,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
        try:
            code = process.wait(60 + sum(coverage.seconds[name] for name in names) * TIMEOUT_FACTOR)
        except subprocess.TimeoutExpired:
            code = -1
        finally:  # end the processes that the tests started, too
            with contextlib.suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
            process.wait()
    return "" if code == 0 else failure_reason(code, log.read_text(errors="replace"))


def failure_reason(code: int, output: str) -> str:
    """The reason why pytest stopped: its line for a test or error, the time limit or its status."""
    if "Timeout" in output:
        return "time is up"
    failure_lines = [
        line for line in output.splitlines() if line.startswith(("FAILED", "ERROR", "E  "))
    ]
    return failure_lines[-1][:200] if failure_lines else f"status {code}"


def make_row(mutant: Mutant, verdict: Verdict) -> dict[str, Any]:
    """A fault and its verdict as a row of ``verdicts.json``."""
    row = {**mutant._asdict(), **verdict._asdict()}
    del row["text"]
    return row
