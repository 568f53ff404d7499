"""The mutants to try: a random sample of all that Cosmic Ray can make.

First a location is drawn, all equally likely, then one of its changes: most possible changes only
try other operators at the same few locations.  Only the bodies of functions are changed: the
numbers at the head of a module are settings, which were chosen by trial and not derived.
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


class Mutation(NamedTuple):
    """A mutation that Cosmic Ray can make in a file."""

    path: str  # relative to the root
    line: int  # 1 is the first
    column: int  # 0 is the first
    operator: str
    occurrence: int  # index among the operator's possible changes of the file

    @property
    def location(self) -> tuple[str, int, int, str]:
        """The path, line and column of the change, with its family of operators."""
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


def function_body_lines(text: str) -> set[int]:
    """The lines of a module that are in the body of a function."""
    lines = set[int]()
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            lines |= set(range(node.body[0].lineno, (node.end_lineno or 0) + 1))
    return lines


def annotation_ranges(text: str) -> list[tuple[tuple[int, int], tuple[int, int]]]:
    """The start and end of each annotation of a module, as pairs of line and column."""
    annotation_nodes: list[ast.expr | None] = []
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            annotation_nodes.append(node.returns)
        elif isinstance(node, ast.arg | ast.AnnAssign):
            annotation_nodes.append(node.annotation)
    return [
        ((node.lineno, node.col_offset), (node.end_lineno or 0, node.end_col_offset or 0))
        for node in annotation_nodes
        if node
    ]


def list_mutations(tool: Path, root: Path, package: str, work: Path) -> list[Mutation]:
    """All mutations of a package's files outside annotations, sorted by file and position.

    ``tool`` is the folder of a virtual environment that contains Cosmic Ray.
    """
    config, session = work / "cosmic-ray.toml", work / "session.sqlite"
    config.write_text(CONFIG.format(package=json.dumps(package)))
    subprocess.run([tool / "bin/cosmic-ray", "init", config, session], cwd=root, check=True)
    query = (
        "select module_path, start_pos_row, start_pos_col, operator_name, occurrence"
        " from mutation_specs"
    )
    with sqlite3.connect(session) as table:
        rows = sorted(Mutation(*row) for row in table.execute(query))
    ranges_by_path = {
        path: annotation_ranges((root / path).read_text()) for path in {row.path for row in rows}
    }
    return [
        row
        for row in rows
        if not any(begin <= (row.line, row.column) < end for begin, end in ranges_by_path[row.path])
    ]


def is_in_function(root: Path, mutations: Sequence[Mutation]) -> Callable[[Mutation], bool]:
    """A predicate: whether a change is in a function, and can be made.

    Cosmic Ray fails if a caught exception has a dot in its name.
    """
    texts = {path: (root / path).read_text() for path in {mutation.path for mutation in mutations}}
    body_lines = {path: function_body_lines(text) for path, text in texts.items()}
    lines = {path: text.splitlines() for path, text in texts.items()}

    def accepts(mutation: Mutation) -> bool:
        line = lines[mutation.path][mutation.line - 1]
        fails = mutation.operator == EXCEPTION and "." in line
        return mutation.line in body_lines[mutation.path] and not fails

    return accepts


def sample_mutations(
    mutations: Sequence[Mutation], accepts: Callable[[Mutation], bool], count: int, seed: int
) -> list[Mutation]:
    """A random sample of the accepted changes, each at a different location."""
    random = Random(seed)
    by_location: dict[tuple[str, int, int, str], list[Mutation]] = {}
    for mutation in mutations:
        by_location.setdefault(mutation.location, []).append(mutation)
    remaining, chosen = list(by_location), list[Mutation]()
    while remaining and len(chosen) < count:
        batch = random.sample(remaining, min(count, len(remaining)))
        chosen += [
            mutation
            for location in batch
            if accepts(mutation := random.choice(by_location[location]))
        ]
        remaining = [location for location in remaining if location not in set(batch)]
    return chosen[:count]


def apply_mutations(tool: Path, root: Path, chosen: Sequence[Mutation]) -> Iterator[Mutant]:
    """Yield the mutants of the chosen changes; nothing on disk changes."""
    orders = json.dumps(
        [(mutation.path, mutation.operator, mutation.occurrence) for mutation in chosen]
    )
    command = [tool / "bin/python", Path(__file__).with_name("apply.py")]
    done = subprocess.run(command, cwd=root, input=orders, capture_output=True, text=True)
    if done.returncode:
        raise SystemExit(done.stderr)
    for mutation, text in zip(chosen, json.loads(done.stdout), strict=True):
        before = (root / mutation.path).read_text()
        if text in (None, before):
            raise SystemExit(f"{mutation} changes nothing")
        old, new = before.splitlines(), text.splitlines()
        end = len(new) - (len(old) - mutation.line)
        after = " ".join(new[mutation.line - 2 if end < mutation.line else mutation.line - 1 : end])
        operator = mutation.operator.removeprefix("core/")
        yield Mutant(mutation.path, mutation.line, operator, old[mutation.line - 1], after, text)
