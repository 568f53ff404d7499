"""Mutation testing: sampled mutations, selected tests, and restored files."""

import re
import sys

import pytest

from lab import soundness
from lab.mutants.run import AppliedMutant, Coverage, executed_lines, plan_test_stages, run_mutant
from lab.mutants.sample import (
    Mutant,
    Mutation,
    annotation_ranges,
    function_body_lines,
    is_in_function,
    sample_mutations,
)
from tools import ROOT

MODULE = '''"""A module."""
LIMIT = 3


def within(number: int | None) -> bool:
    """Whether it is small."""
    kept: int | None = number
    if (
        kept is None
        or kept < 0
    ):
        return False
    return kept < LIMIT
'''
BODY = range(6, 14)


def test_only_lines_in_the_bodies_of_functions_count():
    assert function_body_lines(MODULE) == set(BODY)


def test_annotation_ranges_have_start_and_end():
    assert ((7, 10), (7, 20)) in annotation_ranges(MODULE)
    assert len(annotation_ranges(MODULE)) == 3


@pytest.mark.parametrize(
    ("line", "lines"),
    [(2, [2]), (5, list(BODY)), (9, [8, 9, 10, 11]), (12, [12]), (13, [13])],
)
def test_executed_lines_cover_innermost_statement(line, lines):
    assert executed_lines(MODULE, line) == lines


def change(line, column=0, operator="core/NumberReplacer"):
    return Mutation("a.py", line, column, operator, 0)


def test_places_are_drawn_alike_and_each_once():
    mutations = [change(1, 0, f"core/ReplaceBinaryOperator_Add_{n}") for n in range(500)]
    mutations += [change(line) for line in range(2, 100)]
    chosen = sample_mutations(mutations, lambda change: change.line < 50, 40, seed=1)
    assert chosen == sample_mutations(mutations, lambda change: change.line < 50, 40, seed=1)
    assert len({change.line for change in chosen}) == len(chosen) == 40
    assert all(change.line < 50 for change in chosen)
    assert len(sample_mutations(mutations, lambda change: change.line < 50, 90, seed=2)) == 49, (
        "all there are"
    )


def test_mutation_that_cannot_be_made_is_filtered(tmp_path):
    (tmp_path / "a.py").write_text("X = 1\ndef f():\n    try: g()\n    except a.Error: h()\n")
    mutations = [change(1), change(3), change(4, 0, "core/ExceptionReplacer")]
    accepts = is_in_function(tmp_path, mutations)
    assert [mutation for mutation in mutations if accepts(mutation)] == [change(3)]


@pytest.fixture
def coverage():
    seconds = {"t/a.py::one": 2.0, "t/a.py::two": 0.1, "t/b.py::three": 9.0, "t/c.py::four": 0.2}
    lines = {"m.py": {"13": ["", "t/a.py::one", "t/a.py::two", "t/b.py::three"], "7": []}}
    lines["m.py"]["12"] = ["t/c.py::four"]
    return Coverage(seconds, lines)


def test_quick_tests_of_the_statement_come_first(coverage):
    quick_tests, slow = plan_test_stages(Mutant("m.py", 13, "", "", "", ""), MODULE, coverage)
    assert (quick_tests, slow) == (["t/a.py::two", "t/a.py::one"], ["t/b.py::three"])


def test_all_others_come_last_where_every_test_is_wanted(coverage):
    *_, others = plan_test_stages(Mutant("m.py", 13, "", "", "", ""), MODULE, coverage, every=True)
    assert others == ["t/c.py::four"]


def test_where_no_test_runs_a_statement_the_files_are_tried(coverage):
    quick_tests, slow = plan_test_stages(Mutant("m.py", 2, "", "", "", ""), MODULE, coverage)
    assert quick_tests == ["t/a.py::two", "t/c.py::four", "t/a.py::one"]
    assert slow == ["t/b.py::three"]


def test_where_no_test_runs_a_file_all_are_tried(coverage):
    every = plan_test_stages(Mutant("n.py", 13, "", "", "", ""), MODULE, coverage)
    assert sorted(name for stage in every for name in stage) == sorted(coverage.seconds)


def stopped(folder, mutant):
    with AppliedMutant(folder, mutant):
        assert (folder / mutant.path).read_text() == mutant.text
        raise KeyboardInterrupt


def test_a_file_is_put_back_whatever_happens(tmp_path):
    file = tmp_path / "m.py"
    file.write_text(MODULE)
    with pytest.raises(KeyboardInterrupt):
        stopped(tmp_path, Mutant("m.py", 2, "", "", "", "LIMIT = 4\n"))
    assert file.read_text() == MODULE


PROGRAM = "import sys\nfrom m import within\nsys.exit(within(3))\n"
TESTS = """
import subprocess, sys
from m import within
def test_here(): assert within(2) and not within(3)
def test_in_another_process(): assert not subprocess.call([sys.executable, "-m", "program"])
def test_that_hangs_where_it_should_not():
    while within(4): pass
"""


@pytest.mark.parametrize(
    ("name", "before", "after", "caught"),
    [
        ("test_here", "kept < LIMIT", "kept > LIMIT", True),
        ("test_in_another_process", "kept < LIMIT", "kept <= LIMIT", True),
        ("test_that_hangs_where_it_should_not", "kept < LIMIT", "kept < 9", True),
        ("test_here", "kept < LIMIT", "LIMIT > kept", False),
        ("test_in_another_process", "kept < LIMIT", "LIMIT > kept", False),
    ],
)
def test_the_tests_see_the_fault_and_only_a_fault_is_caught(
    name, before, after, caught, tmp_path, monkeypatch
):
    monkeypatch.setattr("lab.mutants.run.MIN_SECONDS", 3.0)
    for folder in ("lab", "greylox_web", "tests/conftest.py", "tests/thoroughness.py"):
        (tmp_path / folder).parent.mkdir(exist_ok=True)
        (tmp_path / folder).symlink_to(ROOT / folder)
    (tmp_path / ".venv").symlink_to(sys.prefix)
    texts = {"m.py": MODULE, "program.py": PROGRAM, "tests/test_m.py": TESTS}
    for path, text in texts.items():
        (tmp_path / path).write_text(text)
    nodeid = f"tests/test_m.py::{name}"
    coverage = Coverage({nodeid: 0.1}, {"m.py": {"13": [nodeid]}})
    mutant = Mutant("m.py", 13, "", "", "", MODULE.replace(before, after))
    assert run_mutant(tmp_path, mutant, coverage, tmp_path).caught == caught


def test_paths_in_document_exist():
    _, _, text = soundness.SOUNDNESS_DOC.read_text("utf-8").partition("## Planted faults")
    places = re.findall(r"`([a-z_]+(?:/[a-z_]+)*/[a-z_]+\.py)`", text)
    places += re.findall(r"^\| `([a-z_/]+)`", text, re.M)
    assert len(places) > 20
    roots = ROOT, ROOT / "greylox_web"
    assert not [path for path in places if not any((root / path).exists() for root in roots)]
