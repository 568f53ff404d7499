"""Storage of earlier versions of the page, and these versions themselves.

Stored games outlive versions, and an older version may be open in another tab or offline.
Changes to storage are tested against both, in both directions.  A version is a folder:

``site.tar.xz``     the site as its build made it, without the large files of Pyodide and numpy that
                    the present build still has; from the second version on, only what an offline
                    copy needs and the versions before do not have
``package.tar.xz``  the source of the version's readers, and ``reader.py``, which uses them
``desktop.json``    everything that visits stored, each in its own browser: localStorage,
``study.json``      sessionStorage and the database, by key; also the fragment of the address at
``phone.json``      the end
``library.json``    the games of the desktop visit as the file that *My games* exported
``sgf.json``        link -> SGF as the version wrote it
``rows.json``       only in 0.1.0: five games as rows of the database in each of the schemas 1 to 6,
                    each written by the program with that schema; ``GAME-SCHEMA`` is a row's key

The files are never renewed: a later version adds a folder of its own, which ``record`` makes.
``0.2.0`` was recorded on 29 November 2026 and has the changes since that release.
"""

import hashlib
import json
import os
import subprocess
import sys
import tarfile
from pathlib import Path
from typing import Any

from tools import DIST
from tools.pack import CHECKSUM_FILE

FOLDER = Path(__file__).parent
READER = FOLDER / "reader.py"  # of the present version
VERSIONS = ("0.1.0", "0.2.0")
VISITS = tuple(
    (version, name)
    for version in VERSIONS
    for name in ("desktop", "study", "phone")
    if (FOLDER / version / f"{name}.json").exists()
)
"""Version and name of each recorded visit."""


def load(version: str, name: str) -> Any:
    """The values in a JSON file of a version."""
    return json.loads((FOLDER / version / f"{name}.json").read_text("utf-8"))


def unpack(version: str, name: str, folder: Path) -> Path:
    """Unpack ``site`` or ``package`` of a version into a folder; return the folder."""
    first = 0 if name == "site" else VERSIONS.index(version)
    for each in VERSIONS[first : VERSIONS.index(version) + 1]:
        with tarfile.open(FOLDER / each / f"{name}.tar.xz") as archive:
            archive.extractall(folder, filter="data")
        if name == "site" and (folder / CHECKSUM_FILE).exists():
            add_shared_files(folder)
    return folder


def load_sums(site: Path) -> dict[str, str]:
    """The SHA-256 of each file that a site's own list names."""
    lines = (site / CHECKSUM_FILE).read_text("utf-8").splitlines()
    return {path: digest for digest, path in (line.split("  ", 1) for line in lines)}


def add_shared_files(site: Path, build: Path = DIST) -> None:
    """Add the files that a site's list names and its archive lacks, from a build that has them."""
    paths = {digest: path for path, digest in load_sums(build).items()}
    for path, digest in load_sums(site).items():
        if (site / path).exists():
            continue
        content = (build / paths[digest]).read_bytes() if digest in paths else b""
        if hashlib.sha256(content).hexdigest() != digest:
            raise LookupError(
                f"The build no longer has {path} of an earlier version: with a build of a commit "
                "that has it, run .venv/bin/python -m tests.earlier.record --whole"
            )
        (site / path).parent.mkdir(parents=True, exist_ok=True)
        (site / path).write_bytes(content)


FIRST_READER = """
import json, sys
from greylox_web.app.formats import read
from greylox_web.app.library.entry import Newer, is_damaged, read_entry, session_of
from greylox_web.app.progress.facts import read_fact
from greylox_web.app.session.starting.choices import read_choices

def row(text):
    if is_damaged(text):
        return None
    try:
        entry = read_entry(text)
    except Newer:
        return "newer"
    session_of(entry)
    return entry.link

def fact(text):
    return read_fact(text).kind

def text(text):
    return read(text).error

def choices(text):
    return " ".join(read_choices(text).games.values())

readers = {"row": row, "fact": fact, "text": text, "choices": choices}
print(json.dumps([readers[kind](text) for kind, text in json.load(sys.stdin)]))
"""
"""The ``reader.py`` of the versions whose package has none."""


def read_by_earlier(
    package: Path, texts: list[tuple[str, str]], reader: Path | None = None
) -> list[str | None]:
    """The results of an earlier version, unpacked as ``package``, for pairs of kind and text.

    For a ``row``, the link, None if the row counts as damaged, "newer" if it is left to a newer
    version; for a ``fact``, its kind; for a ``text`` to be opened, the first fault, None without
    one; for ``choices``, the games that are still the last choices.
    """
    reader = reader or package / "reader.py"
    done = subprocess.run(
        [sys.executable, "-c", reader.read_text("utf-8") if reader.exists() else FIRST_READER],
        input=json.dumps(texts),
        env=os.environ | {"PYTHONPATH": str(package)},
        cwd=package,
        capture_output=True,
        encoding="utf-8",
        check=True,
    )
    results: list[str | None] = json.loads(done.stdout)
    return results
