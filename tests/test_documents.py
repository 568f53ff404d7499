"""Every command that the documents name: the quick ones are run, the long ones are parsed."""

import argparse
import ast
import re
import shlex
import subprocess
import sys
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

import pytest

import build
from tools import ROOT
from tools.pack import PROJECT

LAB_FILES = sorted(path.relative_to(ROOT).as_posix() for path in ROOT.glob("lab/**/*.py"))
DOCUMENTS = (
    *("README.md", "CONTRIBUTING.md", "SECURITY.md", "lab/README.md"),
    *("lab/findings.md", "lab/soundness.md", "lab/strength.md", "lab/solved.md", *LAB_FILES),
)
COMMAND = re.compile(
    r"(?:^ *|`)((?:[A-Z_]+=\w+ |nice )?(?:python3|pip|greylox) [^`\n]+?) *(?:  # .*)?(?:`|$)", re.M
)
INSTEAD = {r"\bGAME\b": "byg", r":[NM]\b": ":9"}  # of the words that stand for others


def prose(name):
    """The text of a document, or what a module says of itself."""
    text = (ROOT / name).read_text("utf-8")
    return (ast.get_docstring(ast.parse(text)) or "") if name.endswith(".py") else text


COMMANDS = sorted({command for name in DOCUMENTS for command in COMMAND.findall(prose(name))})


def words_of(command):
    """The words after the program's, without what a shell does."""
    for word, other in INSTEAD.items():
        command = re.sub(word, other, command)
    command = re.sub(r" \[[^]]*\]", "", command)
    words = shlex.split(re.sub(r"^[A-Z_]+=\w+ |^nice ", "", command))
    ends = [place for place, word in enumerate(words) if word in "<>"]
    return words[: ends[0] if ends else None]


def of(*start):
    """The commands that begin so."""
    return [command for command in COMMANDS if words_of(command)[: len(start)] == list(start)]


BUILD, INSTALL = of("python3", "build.py"), of("pip")
PLAY = [command for command in of("greylox") if len(words_of(command)) > 2]
LAB = [command for command in of("python3", "-m") if words_of(command)[2].startswith("lab.")]


@pytest.mark.parametrize("words", [["bench"], ["bench", "--help"]])
def test_a_bench_without_a_name_lists_the_benchmarks(words, capsys, monkeypatch):
    monkeypatch.setattr(sys, "argv", ["build.py", *words])
    build.main()
    lines = capsys.readouterr().out.splitlines()
    files = {path.stem for path in (ROOT / "lab/bench").glob("[a-z]*.py")}
    assert {line.split()[0] for line in lines} == files and len(lines) == len(files)
    assert all(len(line.split()) > 3 and line.endswith(".") for line in lines)


def test_every_command_is_known():
    known = {*BUILD, *INSTALL, *PLAY, *LAB, *of("python3", "-m", "http.server")}
    assert set(COMMANDS) - known == {"python3 -m greylox_web", "greylox match", "greylox solve"}
    assert min(len(BUILD), len(INSTALL), len(PLAY), len(LAB)) > 2


@pytest.mark.parametrize("command", BUILD)
def test_the_build_does_what_it_is_asked(command, monkeypatch):
    done = []
    for name in ("build", "serve", "test", "check", "bench", "lock", "browsers", "words"):
        monkeypatch.setattr(build, name, lambda *words, name=name, **_: done.append((name, words)))
    words = [word for word in words_of(command)[2:] if word != "N"]
    monkeypatch.setattr("sys.argv", ["build.py", *words])
    build.main()
    [(name, arguments)] = done
    builds = words[:1] in ([], ["kill-switch"], ["--url"], ["--languages"])
    assert name == ("build" if builds else words[0])
    if name == "test":
        assert all((ROOT / path).exists() for path in arguments[0])
    if name == "bench" and arguments[0] != "NAME":
        assert (ROOT / "lab" / "bench" / f"{arguments[0]}.py").exists()


@pytest.mark.parametrize("command", INSTALL)
def test_what_is_installed_is_what_the_project_names(command):
    extras = PROJECT["project"]["optional-dependencies"]
    names = [pin.partition("==")[0] for pin in extras["dev"]]
    for word in words_of(command)[2:]:
        assert word in extras["dev"] or word in names or word == "." or word[2:-1] in extras


def test_pins_in_documents_are_those_of_the_project():
    extras = PROJECT["project"]["optional-dependencies"]
    for name in DOCUMENTS:
        for pin in re.findall(r"[a-z]+==[\d.]*\d", prose(name)):
            assert pin in extras["dev"]


def test_the_programs_in_the_readme_run(capsys):
    names = {}
    for program in re.findall(r"```python\n(.*?)```", prose("README.md"), re.S):
        exec(compile(program, "README.md", "exec"), names)
    assert "1/lox5/mb4d2" in capsys.readouterr().out and names["world"].possible_agents


def test_the_readme_counts_the_puzzles():
    told = re.search(r"(\d+) positions with one right turn", prose("README.md"))
    assert told is not None
    files = (ROOT / "lab/puzzles").glob("*.jsonl")
    assert int(told[1]) == sum(len(path.read_text("utf-8").splitlines()) for path in files)


class Understood(Exception):
    """A command line was parsed; nothing more is to be done."""


@pytest.mark.parametrize("command", LAB)
def test_the_lab_understands_its_commands(command, monkeypatch):
    parse = argparse.ArgumentParser.parse_args

    def only(parser, *words):
        parse(parser, *words)
        raise Understood

    monkeypatch.setattr(argparse.ArgumentParser, "parse_args", only)
    name, *words = words_of(command)[2:]
    monkeypatch.setattr("sys.argv", [name, *words])
    package = find_spec(name).submodule_search_locations
    with pytest.raises(Understood):
        import_module(f"{name}.__main__" if package else name).main()


@pytest.mark.parametrize("command", PLAY)
def test_the_program_runs(command, tmp_path):
    name, *words = words_of(command)[1:]
    few = ["--games", "2"] if name in ("match", "study") else []
    done = subprocess.run(
        [sys.executable, "-m", "greylox_web", name, *words, *few, *saved(tmp_path, words)],
        cwd=ROOT,
        input={"gtp": "genmove b\nquit\n", "show": "greylox5 1. e5\n"}.get(name, ""),
        capture_output=True,
        encoding="utf-8",
        timeout=100,
    )
    if "gtp:some-program --gtp" in words:
        assert done.returncode == 2 and "some-program --gtp did not start" in done.stderr
    else:
        assert done.returncode == 0 and done.stdout, done.stderr


def saved(folder: Path, words):
    """The words that keep a log, results and tables out of the checkout."""
    options = [word for word in ("--resume", "--file", "--csv") if word in words]
    return [word for option in options for word in (option, folder / f"{option[2:]}.txt")]
