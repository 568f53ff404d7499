"""Reading files into a site, and writing a site."""

from __future__ import annotations

import contextlib
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

from tools.environment import CACHE
from tools.pack import BuildError, Site


def read_tree(folder: Path) -> Site:
    """The files below a folder, without Python's cache and hidden files."""
    paths = (p for p in sorted(folder.rglob("*")) if p.is_file() and "__pycache__" not in p.parts)
    return {p.relative_to(folder).as_posix(): p.read_bytes() for p in paths if p.name[0] != "."}


def only_match(folder: Path, pattern: str) -> dict[str, bytes]:
    """The only file that matches, by name; raise BuildError unless there is exactly one."""
    paths = list(folder.glob(pattern))
    if len(paths) != 1:
        raise BuildError(f"{len(paths)} files match {pattern} in {folder.name}; expected one.")
    return {paths[0].name: paths[0].read_bytes()}


def build_cached(name: str, make: Callable[[Path], bytes]) -> bytes:
    """The content of this file in .cache; if missing, ``make`` in an empty folder returns it."""
    path = CACHE / name
    if not path.exists():
        with tempfile.TemporaryDirectory(dir=CACHE) as job:
            new = Path(job) / name
            new.write_bytes(make(Path(job)))
            new.replace(path)
    path.touch()
    return path.read_bytes()


def write_site(site: Site, target: Path) -> None:
    """Write exactly these files, service worker and page last, and delete others in the folder."""
    last = ("service-worker.js", "index.html")
    for name in sorted(site, key=lambda n: last.index(n) if n in last else -1):
        path = target / name
        if not path.exists() or path.read_bytes() != site[name]:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(site[name])
    for path in sorted(target.rglob("*"), reverse=True):
        if path.is_file() and path.relative_to(target).as_posix() not in site:
            path.unlink()
        elif path.is_dir() and not any(path.iterdir()):
            path.rmdir()


@contextlib.contextmanager
def build_lock() -> Iterator[None]:
    """Hold this folder's build lock during the block; a second build waits."""
    CACHE.mkdir(exist_ok=True)
    with (CACHE / "lock").open("w") as lock:
        with contextlib.suppress(ImportError):
            import fcntl

            fcntl.flock(lock, fcntl.LOCK_EX)
        yield
