"""Installs what the build needs: programs, packages, the browser build of numpy."""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import subprocess
import tempfile
import venv
import zipfile
from collections.abc import Sequence
from pathlib import Path

from tools import ROOT, locks
from tools.pack import PROJECT, BuildError, digest

CACHE, VENV = ROOT / ".cache", ROOT / ".venv"
VENV_BIN = VENV / ("Scripts" if os.name == "nt" else "bin")
BUILD_HELP = "python3 build.py needs {0}, which is not on this machine; please install {0}."


PIP = next(pin for pin in locks.pins("build") if pin.startswith("pip=="))


def run(*command: object, **options: object) -> None:
    """Run a command in the repository; stop the build if it fails."""
    words = [str(word) for word in command]
    if shutil.which(words[0]) is None:
        raise BuildError(BUILD_HELP.format(Path(words[0]).name))
    done = subprocess.run(words, **{"cwd": ROOT, **options})  # type: ignore[call-overload]
    if done.returncode:
        raise BuildError(f"This command failed: {' '.join(words[:4])[:70]} (see above).")


LAZY = "--no-compile"  # saves a third of the time; what is imported is compiled then


def ensure_venv(*groups: str) -> Path:
    """Install the pinned packages of these groups into .venv; return the path of its Python."""
    python = VENV_BIN / ("python.exe" if os.name == "nt" else "python")
    pins = locks.pins(*groups)
    stamp = VENV / "installed.json"
    have = json.loads(stamp.read_text("utf-8")) if stamp.exists() and python.exists() else []
    if not have:
        print("Making a virtual environment in .venv", flush=True)
        venv.create(VENV, clear=True, with_pip=True)
    if locks.mark() not in have:  # whatever was installed has to be what the lock says now
        before = {pin.partition("==")[0] for pin in have}
        known = locks.pins(*locks.GROUPS)
        pins = sorted({*pins, *(pin for pin in known if pin.partition("==")[0] in before)})
        have = []
    if missing := [pin for pin in pins if pin not in have]:
        print(f"Installing {', '.join(missing)}", flush=True)
        if PIP in missing:  # older ones do not check what a package brings along
            pip(python, "install", locks.with_hashes([PIP]))
        for other in locks.lighter(missing).values():
            with contextlib.suppress(BuildError):  # not there; then the usual one will do
                pip(python, "install", other, "--no-deps", LAZY, stderr=subprocess.DEVNULL)
        pip(python, "install", locks.with_hashes(missing), "-c", locks.LOCK, LAZY)
        named = {pin.partition("==")[0]: pin for pin in [*have, *missing]}
        stamp.write_text(json.dumps(sorted({*named.values(), locks.mark()})), "utf-8")
    return python


def pip(python: Path, command: str, pins: str, *words: object, **options: object) -> None:
    """Install or download exactly these pins, checked by their hashes."""
    with tempfile.TemporaryDirectory() as folder:
        wanted = Path(folder) / "wanted.txt"
        wanted.write_text(pins, "utf-8")
        first = [python, "-m", "pip", command, "-q", "--disable-pip-version-check"]
        run(*first, "--require-hashes", "-r", wanted, *words, **options)


def lock() -> None:
    """Rewrite requirements.lock: the pins of pyproject.toml and their dependencies, with hashes."""
    python = ensure_venv()
    pip(python, "install", locks.entries(locks.LOCK.read_text("utf-8"))["uv"])
    extras = [word for group in locks.GROUPS for word in ("--extra", group)]
    uv = [python, "-m", "uv", *locks.COMPILE.split(), "--python-version", "3.11", *extras]
    with tempfile.TemporaryDirectory() as folder:
        new = Path(folder) / "new.lock"
        run(*uv, ROOT / "pyproject.toml", "-o", new, stdout=subprocess.DEVNULL)
        locks.LOCK.write_text(locks.HEAD + new.read_text("utf-8"), "utf-8")


def ensure_npm() -> Path:
    """Install the pinned npm packages if missing; return the folder that holds them."""
    modules = ROOT / "node_modules"
    wanted = versions(ROOT / "package-lock.json")
    if not wanted.items() <= versions(modules / ".package-lock.json").items():
        run("npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error")
    return modules


def versions(lock: Path) -> dict[str, str]:
    """The version of each package in a lock file of npm, or in its record of an installation."""
    packages = json.loads(lock.read_text("utf-8"))["packages"] if lock.exists() else {}
    return {name: package["version"] for name, package in packages.items() if name}


def ensure_numpy(given: Path | None) -> tuple[str, bytes]:
    """Name and content of the browser build of numpy, checked against the pinned hash."""
    pin = PROJECT["tool"]["greylox"]["numpy"]
    name = pin["member"].rpartition("/")[2]
    path = given or CACHE / name
    if not path.exists() and not given:
        print(f"Fetching {name} (inside {pin['holder']}, 41 MB, once)", flush=True)
        shelf = CACHE / "download"
        wanted = f"{pin['holder']} --hash=sha256:{pin['holder_sha256']}"
        alone = ("--no-deps", "--only-binary", ":all:")
        pip(ensure_venv("build"), "download", wanted, *alone, "-d", shelf)
        with zipfile.ZipFile(next(shelf.glob("*.whl"))) as holder:
            path.write_bytes(holder.read(pin["member"]))
        shutil.rmtree(shelf)
    wheel = path.read_bytes()
    if digest(wheel) != pin["sha256"]:
        raise BuildError(f"{path} is not the numpy wheel we know: its SHA-256 differs.")
    return name, wheel


def install_debian(packages: Sequence[str]) -> bool:
    """Install Debian packages if possible; return whether that succeeded."""
    if not shutil.which("apt-get") or getattr(os, "geteuid", lambda: 1)() != 0:
        return False
    print(f"Installing Debian's {', '.join(packages)}", flush=True)
    run("apt-get", "update", "-qq")
    run("apt-get", "install", "-y", "-qq", "--no-install-recommends", *packages)
    return True


def first_program(names: Sequence[str]) -> str | None:
    """The path of the first of these programs that is installed."""
    return next(filter(None, map(shutil.which, names)), None)


def ensure_chromium(headless: bool = False) -> str:
    """The path of a Chromium; if there is none, install Debian's if permitted.

    ``headless`` prefers the build without windows, the same browser with a faster start.
    """
    kinds: list[tuple[str, ...]] = [
        ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
    ]
    given = [os.environ.get("GREYLOX_CHROMIUM", "")]
    if headless:
        kinds.insert(0, ("chromium-headless-shell",))
        given.insert(0, os.environ.get("GREYLOX_HEADLESS", ""))
    if found := first_program(given):
        return found
    for names in kinds:
        if found := first_program(names):
            return found
        with contextlib.suppress(BuildError):  # this system has no such package
            install_debian(names[:1])
        if found := first_program(names):
            return found
    raise BuildError(
        "The browser tests need Chromium or Chrome: install it, or name its program in the "
        "environment variable GREYLOX_CHROMIUM."
    )
