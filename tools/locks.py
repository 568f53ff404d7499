"""Lock files with hashes: ``requirements.lock`` for Python, and npm's."""

import json
import re
from collections.abc import Iterable
from pathlib import Path

from . import ROOT
from .pack import PROJECT, BuildError, digest

LOCK = ROOT / "requirements.lock"
GROUPS = (
    *("build", "banner", "docs", "page", "package"),
    *("test", "browser", "check", "lab", "lock"),
)
ENTRY = re.compile(r"^([a-z0-9-]+)==.*\n(?: +--hash=.*\n)+", re.M)
COMPILE = "pip compile --quiet --universal --generate-hashes --no-annotate --no-header"
HEAD = (
    "# Every file of every package that build.py may install, by its hash: see `build.py lock`.\n"
)


def pins(*groups: str) -> list[str]:
    """The pinned requirements of these dependency groups."""
    return [pin for g in groups for pin in PROJECT["project"]["optional-dependencies"][g]]


def mark() -> str:
    """What a folder that was filled from the lock remembers of it."""
    return f"{LOCK.name}=={digest(LOCK.read_bytes())[:12]}"


def entries(text: str) -> dict[str, str]:
    """The lines of each package in a lock, with its hashes."""
    return {match[1]: match[0] for match in ENTRY.finditer(text)}


def with_hashes(pins: Iterable[str]) -> str:
    """A requirements file for pip: these pins with hashes; a pin without a lock is an error."""
    known = entries(LOCK.read_text("utf-8"))
    found = {pin: known.get(pin.partition("==")[0], "") for pin in pins}
    for pin, lines in found.items():
        if lines.split(maxsplit=1)[:1] != [pin]:
            raise BuildError(f"{LOCK.name} does not have {pin}; run python3 build.py lock.")
    return "".join(found.values())


def lighter(pins: Iterable[str]) -> dict[str, str]:
    """What may be installed instead of some of these pins, where pip finds it, with its hash."""
    known: dict[str, str] = PROJECT["tool"]["greylox"]["lighter"]
    return {pin: known[pin] for pin in pins if pin in known}


# ------------------------------------------------------------------ what npm brings


def needed(package: str, lock: dict[str, dict[str, object]]) -> set[str]:
    """The folders of a package and its dependencies, according to npm's lock."""
    found, ahead = set(), [f"node_modules/{package}"]
    while ahead:
        place = ahead.pop()
        if place in found:
            continue
        found.add(place)
        names = lock[place].get("dependencies")
        ahead += [nearest(place, name, lock) for name in names] if isinstance(names, dict) else []
    return found


def nearest(place: str, name: str, lock: dict[str, dict[str, object]]) -> str:
    """The folder from which a package imports another: inside it, or the nearest outside."""
    while True:
        inside = f"{place}/node_modules/{name}".lstrip("/")
        if inside in lock or not place:
            return inside
        place = place.rpartition("/node_modules/")[0]


def licences(modules: Path, package: str) -> bytes:
    """The licences of everything bundled in an npm package, as text."""
    lock = json.loads((ROOT / "package-lock.json").read_text("utf-8"))["packages"]
    texts: dict[str, str] = {}
    for place in sorted(needed(package, lock)):
        folder = modules.parent / place
        files = sorted(path for path in folder.glob("[Ll][Ii][Cc][Ee][Nn][Ss][Ee]*"))
        about = json.loads((folder / "package.json").read_text("utf-8"))
        author = about.get("author", "")
        maker = author.get("name", "") if isinstance(author, dict) else author
        text = "\n".join(path.read_text("utf-8").strip() for path in files)
        name = f"{about['name']} {about['version']}"
        texts[name] = text or f"Licence: {about['license']}. Copyright (c) {maker}."
    told: dict[str, list[str]] = {}
    for name, text in texts.items():
        told.setdefault(text, []).append(name)
    line = "-" * 79
    parts = (f"{', '.join(names)}\n\n{text}\n" for text, names in told.items())
    return f"\n{line}\n\n".join(parts).encode()
