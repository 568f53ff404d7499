"""Imports from archives that lie beside Python's path.

The build splits Python's library and this package: what the page's start imports comes first, the
rest of each in an archive of its own.  A package may so lie in both, which Python's path does not
know: it looks for a module only where its package was found.  Another language is one more archive,
which holds ``words`` alone.
"""

from collections.abc import Sequence
from importlib.machinery import ModuleSpec, PathFinder
from types import ModuleType


class Archives:
    """A finder for ``sys.meta_path``, asked after Python's own."""

    def __init__(self, *places: str) -> None:
        self.places = places  # zip files or folders

    def find_spec(
        self, name: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Find a module by its full name, wherever its package was found."""
        folder = name.rpartition(".")[0].replace(".", "/")
        where = [f"{place}/{folder}".rstrip("/") for place in self.places]
        return PathFinder.find_spec(name, where, target)


class Words(Archives):
    """A finder for the sentences of another language, asked before Python's own."""

    def find_spec(
        self, name: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Find a module of sentences."""
        return super().find_spec(name) if name.startswith("greylox_web.words") else None
