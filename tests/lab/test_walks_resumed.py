"""Thousands of walks: the command resumes, reports faults and compares versions."""

import json
from types import SimpleNamespace

import pytest

from lab import walks


@pytest.fixture
def run(monkeypatch):
    """`run(walk, "--seeds", "2")`: the command with only this kind of walk."""

    def command(walk, *words):
        module = SimpleNamespace(WALKS={"page": walk})
        monkeypatch.setattr(walks, "import_module", lambda _: module)
        monkeypatch.setattr("sys.argv", ["lab.walks", *words])
        return walks.main()

    return command


def test_run_resumes_from_log(run, tmp_path, capsys):
    log, seeds_run = tmp_path / "log.jsonl", []
    for seeds in "2", "4":
        assert (
            run(
                lambda seed: seeds_run.append(seed) or "same",
                "--seeds",
                seeds,
                "--resume",
                str(log),
            )
            == 0
        )
    assert seeds_run == [0, 1, 2, 3]
    assert "4 walks (4 each of page), 0 faults." in capsys.readouterr().out


def test_a_fault_is_reported_and_remembered(run, tmp_path, capsys):
    def walk(seed):
        assert seed != 1, "lost"
        return ""

    log = tmp_path / "log.jsonl"
    assert run(walk, "--seeds", "3", "--resume", str(log)) == 1
    assert "lost" in json.loads(log.read_text().splitlines()[1])["fault"]
    assert run(lambda _: "", "--seeds", "3", "--resume", str(log)) == 1
    assert "page 1:" in capsys.readouterr().out


def test_different_version_is_reported(run, tmp_path, capsys):
    first = tmp_path / "first.jsonl"
    assert run(str, "--seeds", "3", "--resume", str(first)) == 0
    assert run(str, "--seeds", "3", "--against", str(first)) == 0
    assert run(lambda seed: str(min(seed, 1)), "--seeds", "3", "--against", str(first)) == 1
    assert "1 of 3 differ from first.jsonl. ('page', 2)" in capsys.readouterr().out
