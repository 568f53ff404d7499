"""Every documented command: the quick ones are run, the long ones are parsed.

The lab's commands are tested in ``tests/lab/test_commands.py``.
"""

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

import build
from tests.documents import (
    BUILD,
    COMMANDS,
    DOCUMENTS,
    INSTALL,
    LAB,
    PLAY,
    commands_starting_with,
    prose,
    split_command,
)
from tools import ROOT, locks
from tools.pack import PROJECT


@pytest.mark.parametrize("words", [["bench"], ["bench", "--help"]])
def test_a_bench_without_a_name_lists_the_benchmarks(words, capsys, monkeypatch):
    monkeypatch.setattr(sys, "argv", ["build.py", *words])
    build.main()
    lines = capsys.readouterr().out.splitlines()
    files = {path.stem for path in (ROOT / "lab/bench").glob("[a-z]*.py")}
    assert {line.split()[0] for line in lines} == files and len(lines) == len(files)
    assert all(len(line.split()) > 3 and line.endswith(".") for line in lines)


def test_every_documented_command_is_tested():
    covered = {
        *BUILD,
        *INSTALL,
        *PLAY,
        *LAB,
        *commands_starting_with("python3", "-m", "http.server"),
    }
    assert set(COMMANDS) - covered == {"python3 -m greylox_web", "greylox match", "greylox solve"}
    assert min(len(BUILD), len(INSTALL), len(PLAY), len(LAB)) > 2


COMMANDS_OF_BUILD = (
    *("build", "serve", "test", "quick_test", "test_lab"),
    *("run_checks", "bench", "lock", "browsers", "update_catalogs", "release"),
)
FUNCTIONS = {"check": "run_checks", "translations": "update_catalogs", "smoke": "browsers"}


@pytest.mark.parametrize("command", BUILD)
def test_documented_build_command_calls_its_function(command, monkeypatch):
    done = []
    for name in COMMANDS_OF_BUILD:
        monkeypatch.setattr(build, name, lambda *words, name=name, **_: done.append((name, words)))
    words = [word for word in split_command(command)[2:] if word != "N"]
    monkeypatch.setattr("sys.argv", ["build.py", *words])
    build.main()
    [(name, arguments)] = done
    if words[:1] in ([], ["kill-switch"], ["--url"], ["--languages"]):
        expected = "build"
    elif words == ["test", "--quick"]:
        expected = "quick_test"
    else:
        expected = FUNCTIONS.get(words[0], words[0].replace("-", "_"))
    assert name == expected
    if name in ("test", "test_lab"):
        assert all((ROOT / path).exists() for path in arguments[0] if "/" in path)
    if name == "bench" and arguments[0] != "NAME":
        assert (ROOT / "lab" / "bench" / f"{arguments[0]}.py").exists()


@pytest.mark.parametrize("command", INSTALL)
def test_documented_packages_are_those_of_project(command):
    extras, pins = PROJECT["project"]["optional-dependencies"], locks.pins("test", "lab")
    names = [pin.partition("==")[0] for pin in pins]
    for word in split_command(command)[2:]:
        assert word in pins or word in names or word == "." or word[2:-1] in extras


def test_documented_pins_match_project():
    pins = locks.pins("test", "lab")
    for name in DOCUMENTS:
        for pin in re.findall(r"[a-z]+==[\d.]*\d", prose(name)):
            assert pin in pins


def test_the_programs_in_the_readme_run(capsys):
    names = {}
    for program in re.findall(r"```python\n(.*?)```", prose("README.md"), re.S):
        exec(compile(program, "README.md", "exec"), names)
    assert "1/lox5/mb4d2" in capsys.readouterr().out and names["world"].possible_agents


def test_the_readme_counts_the_puzzles():
    match = re.search(r"(\d+) positions with one right turn", prose("README.md"))
    assert match is not None
    files = (ROOT / "lab/puzzles").glob("*.jsonl")
    assert int(match[1]) == sum(len(path.read_text("utf-8").splitlines()) for path in files)


INPUT = {
    "gtp": "genmove b\nquit\n",
    "show": "greylox5 1. e5\n",
    "analyse": '{"id": "a", "game": "byg", "visits": 2}\n',
}


@pytest.mark.slow
@pytest.mark.parametrize("command", PLAY)
def test_the_program_runs(command, tmp_path):
    name, *words = split_command(command)[1:]
    few = ["--games", "2"] if name in ("match", "study") else []
    done = subprocess.run(
        [sys.executable, "-m", "greylox_web", name, *words, *few, *saved(tmp_path, words)],
        cwd=ROOT,
        input=INPUT.get(name, ""),
        capture_output=True,
        encoding="utf-8",
        timeout=100,
    )
    if "gtp:some-program --gtp" in words:
        assert done.returncode == 2 and "some-program --gtp did not start" in done.stderr
    else:
        assert done.returncode == 0 and done.stdout, done.stderr


def saved(folder: Path, words):
    """Return options that write a log, results and tables outside the checkout."""
    options = [word for word in ("--resume", "--results", "--csv") if word in words]
    return [word for option in options for word in (option, folder / f"{option[2:]}.txt")]


@pytest.mark.slow
def test_the_queries_of_the_readme_are_answered():
    [queries] = re.findall(r"```json\n(.*?)```", prose("README.md"), re.S)
    done = subprocess.run(
        [sys.executable, "-m", "greylox_web", "analyse"],
        cwd=ROOT,
        input=queries,
        capture_output=True,
        encoding="utf-8",
        timeout=100,
    )
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    assert sorted(answer["id"] for answer in answers) == ["a", "b", "b", "b", "c"]
    assert not any("error" in answer for answer in answers) and not done.stderr
