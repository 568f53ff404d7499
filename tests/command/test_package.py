"""The package as ``pip`` installs it: a wheel, in a fresh environment, used from another folder."""

import os
import subprocess
import sys
import tomllib
import venv
import zipfile
from pathlib import Path

import pytest

from greylox_web import __version__
from greylox_web.__main__ import main
from greylox_web.rules import GAMES
from tools import locks

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
PROGRAMS = "Scripts" if os.name == "nt" else "bin"
PIP = [sys.executable, "-m", "pip", "--disable-pip-version-check"]
GTP = "greylox-game byg 5\ngreylox-level 3\ngenmove b\ngenmove w\ngenmove w\nquit\n"


def pip(*words):
    """Run pip; raise AssertionError if it fails."""
    done = subprocess.run([*PIP, *map(str, words)], capture_output=True, encoding="utf-8")
    assert done.returncode == 0, done.stderr


@pytest.fixture(scope="module")
def wheel_cache():
    """The folder of the packages for building and installing, downloaded once for offline use."""
    folder = ROOT / ".cache" / "packages"
    engine = [pin for pin in locks.pins("test") if pin.startswith(("numpy==", "wasmtime=="))]
    requirements = locks.with_hashes([*PROJECT["build-system"]["requires"], *engine])
    stamp = folder / "fetched.txt"
    if not stamp.exists() or stamp.read_text("utf-8") != requirements:
        folder.mkdir(parents=True, exist_ok=True)
        stamp.write_text(requirements, "utf-8")
        try:
            pip("download", "-q", "-d", folder, "--require-hashes", "-c", locks.LOCK, "-r", stamp)
        except BaseException:
            stamp.unlink()
            raise
    return folder


@pytest.fixture(scope="module")
def wheel(wheel_cache, tmp_path_factory):
    """The package, built from this checkout as ``pip install .`` builds it."""
    folder = tmp_path_factory.mktemp("wheel")
    pip("wheel", "--no-deps", "--no-index", "--find-links", wheel_cache, "-w", folder, ROOT)
    [path] = folder.glob("*.whl")
    return path


@pytest.fixture(scope="module")
def bare_environment(wheel, tmp_path_factory):
    """The program in a fresh environment with only the package."""
    return environment(tmp_path_factory.mktemp("bare"), "--no-index", wheel)


@pytest.fixture(scope="module")
def full_environment(wheel_cache, wheel, tmp_path_factory):
    """The program in a fresh environment with the package and its engine's requirements."""
    folder = tmp_path_factory.mktemp("full")
    return environment(folder, "--no-index", "--find-links", wheel_cache, f"{wheel}[quick]")


def environment(folder, *words):
    """Create an environment, install with pip, and return the path of the program ``greylox``."""
    venv.create(folder)
    pip("--python", folder, "install", "-q", "--no-compile", *words)
    return folder / PROGRAMS / "greylox"


def run(program, folder, *words, text=""):
    """Run the program in ``folder``, outside the checkout; return status, output and errors."""
    surroundings = {k: v for k, v in os.environ.items() if not k.startswith("PYTHON")}
    done = subprocess.run(
        [program, *words],
        cwd=folder,
        env=surroundings,
        input=text,
        capture_output=True,
        encoding="utf-8",
        timeout=60,
    )
    return done.returncode, done.stdout, done.stderr


def test_wheel_contains_networks_and_licences_not_page(wheel):
    with zipfile.ZipFile(wheel) as archive:
        names = archive.namelist()
    about = f"greylox_web-{__version__}.dist-info"
    assert {name.split("/")[0] for name in names} == {"greylox_web", about}
    assert {f"{about}/licenses/LICENSE", f"{about}/licenses/NOTICE"} <= set(names)
    assert {f"greylox_web/nets/{name}.npz" for name in GAMES} <= set(names)
    folders = {name.split("/")[1] for name in names if name.count("/") > 1}
    ours = {"api", "command", "drawing", "engine", "explanations", "formats", "match", "measure"}
    assert folders == ours | {"nets", "rules", "session", "words", "zoo", "licenses"}
    assert "greylox_web/words/page.py" not in names
    ends = {name.rpartition(".")[2] for name in names if about not in name}
    assert ends == {"py", "npz", "md", "wasm", "typed"} and "greylox_web/py.typed" in names


def test_without_numpy_positions_are_shown_and_counted(bare_environment, tmp_path):
    expected_output = "greylox 5: white to move, 6 legal actions\n"
    assert run(bare_environment, tmp_path, "show", "greylox5 1. e5  2. e6+b2") == (
        0,
        expected_output,
        "",
    )
    assert run(bare_environment, tmp_path, "perft", "byg", "--size", "2", "--depth", "2") == (
        0,
        "42\n",
        "",
    )


def test_without_numpy_positions_play_and_draw_themselves(bare_environment, tmp_path):
    program = (
        "from greylox_web.api import *\n"
        "from greylox_web.zoo import env\n"
        "later = new_game('lox', 3).play('a1', 'swap')\n"
        "print(later.link, later.svg()[:4])\n"
        "for part in (later.solve, Engine, lambda: env('lox')):\n"
        "    try: part()\n"
        "    except ImportError as error: print(error)\n"
    )
    python = bare_environment.with_name("python")
    status, out, err = run(python, tmp_path, "-c", program)
    first_line, *other_lines = out.splitlines()
    assert (
        (status, err) == (0, "")
        and first_line.endswith("<svg")
        and first_line.startswith("1/lox3/ma1-s/")
    )
    assert len(other_lines) == 3 and all(
        "needs numpy; python3 -m pip install" in line for line in other_lines
    )


def test_another_missing_module_is_a_fault_and_no_advice(monkeypatch):
    monkeypatch.setitem(sys.modules, "greylox_web.command.solve", None)
    with pytest.raises(ModuleNotFoundError):
        main(["solve", "lox"])


@pytest.mark.parametrize(
    "words", [["gtp"], ["match", "random", "random"], ["study", "lox"], ["solve", "lox"]]
)
def test_engine_without_numpy_shows_install_command(bare_environment, tmp_path, words):
    status, out, err = run(bare_environment, tmp_path, *words)
    assert (status, out) == (2, "") and err.count("\n") == 1
    assert err.startswith("greylox: this command needs numpy; ") and " -m pip install numpy" in err
    assert str(bare_environment.parent) in err, (
        "for the Python that runs this, whatever else there is"
    )


def test_gtp_help_works_without_numpy(bare_environment, tmp_path):
    status, out, err = run(bare_environment, tmp_path, "gtp", "--help")
    assert (status, err) == (0, "") and "--level" in out


def test_the_engine_plays_as_in_the_checkout_with_its_networks(full_environment, tmp_path):
    words = ["gtp", "--seed", "1"]
    installed = run(full_environment, tmp_path, *words, text=GTP)
    checkout = subprocess.run(
        [sys.executable, "-m", "greylox_web", *words],
        cwd=ROOT,
        input=GTP,
        capture_output=True,
        encoding="utf-8",
    )
    assert installed == (0, checkout.stdout, "")
    plain = run(full_environment, tmp_path, *words, "--no-network", text=GTP)
    assert plain[0] == 0 and plain != installed


def test_engine_without_wasmtime_plays_and_shows_hint(full_environment, tmp_path):
    program = (
        "import sys; sys.modules['wasmtime'] = None\n"
        "from greylox_web.__main__ import main; main(['gtp', '--seed', '1'])\n"
    )
    status, out, err = run(full_environment.with_name("python"), tmp_path, "-c", program, text=GTP)
    assert status == 0 and out.count("=") == 6
    assert err.count("\n") == 1 and "-m pip install wasmtime" in err


def test_matches_are_played_and_positions_solved(full_environment, tmp_path):
    status, out, err = run(
        full_environment, tmp_path, *"match level:1 random --game brink --size 3 --games 2".split()
    )
    assert status == 0 and "level:1 against random: " in out and "network" not in err
    status, out, _ = run(full_environment, tmp_path, "solve", "lox", "--size", "3")
    assert status == 0 and out.startswith("Blue wins; ")
