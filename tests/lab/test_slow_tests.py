"""The benchmark of the tests: its counts and its tables."""

import subprocess
import sys
from types import SimpleNamespace

from lab.bench.tests import FIXTURE, HYPOTHESIS, PAGES, WORKERS, Tables

BURN = "sum(range(20_000_000)); print(flush=True); input()"
MEASURE = f"""
import subprocess, sys
from lab.bench.tests import processor_seconds
before = processor_seconds()
child = subprocess.Popen(
    [sys.executable, "-c", {BURN!r}], stdin=subprocess.PIPE, stdout=subprocess.PIPE
)
child.stdout.readline()
print(processor_seconds() - before)
child.communicate(b"\\n")
print(processor_seconds() - before)
"""


def test_children_count_while_they_run_and_after_they_ended():
    # in a process of its own, because another test's child may end meanwhile
    result = subprocess.run(
        [sys.executable, "-c", MEASURE], capture_output=True, text=True, check=True
    )
    running, ended = map(float, result.stdout.split())
    assert running > 0.1
    assert ended > 0.1


def report(test, processor, **kinds):
    return SimpleNamespace(nodeid=test, processor=processor, duration=2.0, kinds=kinds)


def test_folders_files_cases_and_kinds_add_up():
    tables = Tables()
    for each in (
        report("tests/a/test_x.py::test_one[1]", 1.0),
        report("tests/a/test_x.py::test_one[1]", 2.0, **{PAGES: 1, WORKERS: 1, HYPOTHESIS: 0.5}),
        report("tests/a/test_x.py::test_one[2]", 5.0, **{FIXTURE + "site": 4.0}),
        report("tests/b/test_y.py::test_two", 2.0),
        SimpleNamespace(nodeid="tests/b/test_y.py::test_two", duration=0.0),  # its process died
    ):
        tables.pytest_runtest_logreport(each)
    lines = list(tables.markdown(page_cost=0.5, worker_cost=1.0))
    assert "| tests/a | 2 | 8.0 | 80.0% | 6.0 | 1 | 1 |" in lines
    assert "| tests/b/test_y.py | 1 | 2.0 | 20.0% | 2.0 | 0 | 0 |" in lines
    assert "| tests/a/test_x.py::test_one[2] | 1 | 5.0 | 50.0% | 2.0 | 0 | 0 |" in lines
    assert f"| {PAGES} | 1 | 0 |" in lines and f"| {WORKERS} | 1 | 1 |" in lines
    assert f"| {FIXTURE}site | | 4 |" in lines
    assert "| rest | | 4 |" in lines
