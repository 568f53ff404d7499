"""Make a release: the site, the wheel and the source in one folder, tested, with checksums."""

from __future__ import annotations

import os
import shutil
import subprocess
import tarfile
import tempfile
import venv
import zipfile
from collections.abc import Sequence
from pathlib import Path

from greylox_web import __version__
from tools import ROOT, locks
from tools.environment import NO_COMPILE, PIP, pip, run_checked
from tools.pack import CHECKSUM_FILE, BuildError, Site, checksums, digest, make_zip

FOLDER = ROOT / "release"
ENGINE = ("numpy", "wasmtime")  # the dependencies of the extra "engine"
PLAY = """
from importlib.metadata import version
from greylox_web.api import Engine, new_game
position, engine = new_game("brink", 3), Engine(level=3, seed=1)
while position.outcome is None:
    position = position.play(engine.move(position))
print(version("greylox-web"), position.winner)
"""
"""Play a game in a fresh environment.  Anything missing in it is reported as an error."""


def release_names(version: str = __version__) -> tuple[str, str, str]:
    """The names of the site's archive, the wheel and the source of a version."""
    return (
        f"greylox-web-{version}-site.zip",
        f"greylox_web-{version}-py3-none-any.whl",
        f"greylox_web-{version}.tar.gz",
    )


def make_release(site: Site, python: Path, folder: Path = FOLDER) -> None:
    """Write a release into the emptied folder, test it and print its files.

    The checksums are written last: a folder without them is not a release.
    """
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    paths = [folder / name for name in release_names()]
    paths[0].write_bytes(pack_site(site))
    build_packages(python, ROOT, folder, ("wheel", "sdist"))
    check_names(folder)
    with tempfile.TemporaryDirectory() as scratch:
        check_source(python, paths[2], paths[1], Path(scratch))
        check_wheel(paths[1], Path(scratch) / "fresh")
    listed = checksums({path.name: path.read_bytes() for path in paths})
    (folder / CHECKSUM_FILE).write_bytes(listed)
    print(f"The release {__version__} is in {folder.name}/:")
    for line in listed.decode().splitlines():
        total, name = line.split("  ")
        print(f"{(folder / name).stat().st_size:12,}  {total}  {name}")


def pack_site(site: Site, version: str = __version__) -> bytes:
    """A reproducible archive of the site, in a folder that is named after the version."""
    files = {f"greylox-web-{version}/{name}": content for name, content in site.items()}
    return make_zip(files, zipfile.ZIP_DEFLATED)


def build_packages(python: Path, source: Path, folder: Path, kinds: Sequence[str]) -> None:
    """Build packages of these kinds, ``wheel`` or ``sdist``, from a source folder."""
    words = [word for kind in kinds for word in ("-t", kind)]
    command = (python, "-m", "hatchling", "build", "-d", folder, *words)
    run_checked(*command, cwd=source, env=os.environ | {"HATCH_QUIET": "1"})


def check_names(folder: Path, version: str = __version__) -> None:
    """Raise BuildError unless the folder has the files of this version and no others."""
    names, expected = {path.name for path in folder.iterdir()}, {*release_names(version)}
    if names != expected:
        raise BuildError(
            f"The release {version} is to have {', '.join(sorted(expected - names)) or 'no others'}"
            f", not {', '.join(sorted(names - expected)) or 'fewer'}."
        )


def check_source(python: Path, source: Path, wheel: Path, scratch: Path) -> None:
    """Raise BuildError unless the source builds a wheel with the same contents."""
    with tarfile.open(source) as archive:
        archive.extractall(scratch, filter="data")
    build_packages(python, scratch / source.name.removesuffix(".tar.gz"), scratch, ("wheel",))
    first, second = load_contents(wheel), load_contents(scratch / wheel.name)
    if changed := [
        name for name in sorted({*first, *second}) if first.get(name) != second.get(name)
    ]:
        raise BuildError(
            f"The wheel that {source.name} builds differs from {wheel.name} in {len(changed)} "
            f"files, such as {changed[0]}."
        )


def load_contents(wheel: Path) -> dict[str, str]:
    """The SHA-256 of each file in a wheel, by name."""
    with zipfile.ZipFile(wheel) as archive:
        return {name: digest(archive.read(name)) for name in archive.namelist()}


def check_wheel(wheel: Path, scratch: Path) -> None:
    """Raise BuildError unless a wheel plays with its engine, installed in a fresh environment."""
    venv.create(scratch, with_pip=True)
    programs = scratch / ("Scripts" if os.name == "nt" else "bin")
    python = programs / "python"
    pins = [pin for pin in locks.pins("test") if pin.partition("==")[0] in ENGINE]
    ours = f"greylox-web[engine] @ {wheel.as_uri()} --hash=sha256:{digest(wheel.read_bytes())}\n"
    pip(python, "install", locks.with_hashes([PIP]))
    pip(python, "install", locks.with_hashes(pins) + ours, "-c", locks.LOCK, NO_COMPILE)
    check_version(run_outside(scratch, programs / "greylox", "--version"), "greylox {}")
    check_version(run_outside(scratch, python, "-c", PLAY).split()[0], "{}")


def run_outside(scratch: Path, *command: object) -> str:
    """The output of a command outside the checkout; raise BuildError for any failure or error."""
    surroundings = {key: value for key, value in os.environ.items() if key[:6] != "PYTHON"}
    done = subprocess.run(
        [str(word) for word in command],
        cwd=scratch,
        env=surroundings,
        capture_output=True,
        encoding="utf-8",
        timeout=120,
        check=False,
    )
    if done.returncode or done.stderr:
        last = (done.stderr.strip() or f"status {done.returncode}").splitlines()[-1]
        raise BuildError(f"The wheel does not play in a fresh environment: {last}")
    return done.stdout.strip()


def check_version(output: str, form: str, version: str = __version__) -> None:
    """Raise BuildError unless an output is this version in this form."""
    if output != (expected := form.format(version)):
        raise BuildError(f"What was installed calls itself {output!r}, and not {expected!r}.")
