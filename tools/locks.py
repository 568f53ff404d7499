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
LOCK_HEADER = (
    "# Every file of every package that build.py may install, by its hash: see `build.py lock`.\n"
)


def pins(*groups: str) -> list[str]:
    """The pinned requirements of these dependency groups."""
    return [pin for g in groups for pin in PROJECT["project"]["optional-dependencies"][g]]


def lock_fingerprint() -> str:
    """The lock's name and short hash, recorded in an environment that was installed from it."""
    return f"{LOCK.name}=={digest(LOCK.read_bytes())[:12]}"


def entries(text: str) -> dict[str, str]:
    """The lines of each package in a lock, with its hashes."""
    return {match[1]: match[0] for match in ENTRY.finditer(text)}


def with_hashes(pins: Iterable[str]) -> str:
    """A requirements file for pip: these pins with hashes; raise BuildError for unlocked pins."""
    lock_entries = entries(LOCK.read_text("utf-8"))
    lines_by_pin = {pin: lock_entries.get(pin.partition("==")[0], "") for pin in pins}
    for pin, lines in lines_by_pin.items():
        if lines.split(maxsplit=1)[:1] != [pin]:
            raise BuildError(f"{LOCK.name} does not have {pin}; run python3 build.py lock.")
    return "".join(lines_by_pin.values())


def substitutes(pins: Iterable[str]) -> dict[str, str]:
    """The substitutes of some of these pins, with hashes, to install where pip finds them."""
    substitutes_by_pin: dict[str, str] = PROJECT["tool"]["greylox"]["lighter"]
    return {pin: substitutes_by_pin[pin] for pin in pins if pin in substitutes_by_pin}


# ------------------------------------------------------------------ npm


def dependency_folders(package: str, lock: dict[str, dict[str, object]]) -> set[str]:
    """The folders of a package and its dependencies, according to npm's lock."""
    folders, queue = set(), [f"node_modules/{package}"]
    while queue:
        package_path = queue.pop()
        if package_path in folders:
            continue
        folders.add(package_path)
        names = lock[package_path].get("dependencies")
        queue += (
            [resolve_package(package_path, name, lock) for name in names]
            if isinstance(names, dict)
            else []
        )
    return folders


def resolve_package(package_path: str, name: str, lock: dict[str, dict[str, object]]) -> str:
    """The folder from which a package imports another: inside it, or the nearest outside."""
    while True:
        inside = f"{package_path}/node_modules/{name}".lstrip("/")
        if inside in lock or not package_path:
            return inside
        package_path = package_path.rpartition("/node_modules/")[0]


def licences(modules: Path, package: str) -> bytes:
    """The licences of everything bundled in an npm package, as text."""
    lock = json.loads((ROOT / "package-lock.json").read_text("utf-8"))["packages"]
    texts: dict[str, str] = {}
    for package_path in sorted(dependency_folders(package, lock)):
        folder = modules.parent / package_path
        files = sorted(path for path in folder.glob("[Ll][Ii][Cc][Ee][Nn][Ss][Ee]*"))
        about = json.loads((folder / "package.json").read_text("utf-8"))
        author = about.get("author", "")
        maker = author.get("name", "") if isinstance(author, dict) else author
        text = "\n".join(path.read_text("utf-8").strip() for path in files)
        name = f"{about['name']} {about['version']}"
        texts[name] = text or f"Licence: {about['license']}. Copyright (c) {maker}."
    licence_texts: dict[str, list[str]] = {}
    for name, text in texts.items():
        licence_texts.setdefault(text, []).append(name)
    line = "-" * 79
    parts = (f"{', '.join(names)}\n\n{text}\n" for text, names in licence_texts.items())
    return f"\n{line}\n\n".join(parts).encode()
