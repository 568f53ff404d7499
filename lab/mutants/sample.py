"""The mutants to try: a random sample of all that Cosmic Ray can make.

First a place is drawn, all equally likely, then one of its changes: most possible changes only put
other operators in the same few places.  Only the bodies of functions are changed: the numbers at
the head of a module are settings, which were chosen by trial and not derived.
"""

import ast
import json
import sqlite3
import subprocess
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from random import Random
from typing import NamedTuple

CONFIG = """\
[cosmic-ray]
module-path = [{package}]
timeout = 10
excluded-modules = []
test-command = ""
[cosmic-ray.distributor]
name = "local"
"""
EXCEPTION = "core/ExceptionReplacer"
FAMILIES = ("ReplaceBinaryOperator", "ReplaceComparisonOperator", "ReplaceUnaryOperator")


class Change(NamedTuple):
    """A mutation that Cosmic Ray can make in a file."""

    path: str  # from the root
    line: int  # 1 is the first
    column: int  # 0 is the first
    operator: str
    occurrence: int  # of what the operator can change in the file

    @property
    def place(self) -> tuple[str, int, int, str]:
        """The place of the change in its file, with its family of operators."""
        name = self.operator.removeprefix("core/")
        family = next((family for family in FAMILIES if name.startswith(family)), name)
        return self.path, self.line, self.column, family


class Mutant(NamedTuple):
    """A file with one fault in it."""

    path: str
    line: int
    operator: str
    before: str  # the line without the fault
    after: str  # the lines with the fault
    text: str  # of the whole file


def bodies(text: str) -> set[int]:
    """The lines of a module that are in the body of a function."""
    found = set[int]()
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            found |= set(range(node.body[0].lineno, (node.end_lineno or 0) + 1))
    return found


def annotations(text: str) -> list[tuple[tuple[int, int], tuple[int, int]]]:
    """Where a module's annotations begin and end, as pairs of line and column."""
    found: list[ast.expr | None] = []
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            found.append(node.returns)
        elif isinstance(node, ast.arg | ast.AnnAssign):
            found.append(node.annotation)
    return [
        ((node.lineno, node.col_offset), (node.end_lineno or 0, node.end_col_offset or 0))
        for node in found
        if node
    ]


def changes(tool: Path, root: Path, package: str, work: Path) -> list[Change]:
    """All mutations of the files of a package, by file and place.

    ``tool`` is the folder of a virtual environment with Cosmic Ray in it.
    """
    config, session = work / "cosmic-ray.toml", work / "session.sqlite"
    config.write_text(CONFIG.format(package=json.dumps(package)))
    subprocess.run([tool / "bin/cosmic-ray", "init", config, session], cwd=root, check=True)
    query = (
        "select module_path, start_pos_row, start_pos_col, operator_name, occurrence"
        " from mutation_specs"
    )
    with sqlite3.connect(session) as table:
        rows = sorted(Change(*row) for row in table.execute(query))
    aside = {path: annotations((root / path).read_text()) for path in {row.path for row in rows}}
    return [
        row
        for row in rows
        if not any(begin <= (row.line, row.column) < end for begin, end in aside[row.path])
    ]


def in_functions(root: Path, found: Sequence[Change]) -> Callable[[Change], bool]:
    """A predicate: whether a change is in a function, and can be made.

    Cosmic Ray fails where an exception that is caught has a dot in its name.
    """
    texts = {path: (root / path).read_text() for path in {change.path for change in found}}
    inside = {path: bodies(text) for path, text in texts.items()}
    lines = {path: text.splitlines() for path, text in texts.items()}

    def wanted(change: Change) -> bool:
        line = lines[change.path][change.line - 1]
        fails = change.operator == EXCEPTION and "." in line
        return change.line in inside[change.path] and not fails

    return wanted


def drawn(
    found: Sequence[Change], wanted: Callable[[Change], bool], count: int, seed: int
) -> list[Change]:
    """A random sample of the wanted changes, each of another place."""
    random = Random(seed)
    places: dict[tuple[str, int, int, str], list[Change]] = {}
    for change in found:
        places.setdefault(change.place, []).append(change)
    left, chosen = list(places), list[Change]()
    while left and len(chosen) < count:
        lot = random.sample(left, min(count, len(left)))
        chosen += [change for place in lot if wanted(change := random.choice(places[place]))]
        left = [place for place in left if place not in set(lot)]
    return chosen[:count]


def made(tool: Path, root: Path, chosen: Sequence[Change]) -> Iterator[Mutant]:
    """The mutated texts of the files; nothing on disk changes."""
    orders = json.dumps([(change.path, change.operator, change.occurrence) for change in chosen])
    command = [tool / "bin/python", Path(__file__).with_name("apply.py")]
    done = subprocess.run(command, cwd=root, input=orders, capture_output=True, text=True)
    if done.returncode:
        raise SystemExit(done.stderr)
    for change, text in zip(chosen, json.loads(done.stdout), strict=True):
        before = (root / change.path).read_text()
        if text in (None, before):
            raise SystemExit(f"{change} changes nothing")
        old, new = before.splitlines(), text.splitlines()
        end = len(new) - (len(old) - change.line)
        after = " ".join(new[change.line - 2 if end < change.line else change.line - 1 : end])
        operator = change.operator.removeprefix("core/")
        yield Mutant(change.path, change.line, operator, old[change.line - 1], after, text)
