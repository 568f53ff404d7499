"""Imports the sentences of another language, the package ``words``, from a separate archive."""

from collections.abc import Sequence
from importlib.machinery import ModuleSpec, PathFinder
from types import ModuleType


class StringsFinder:
    """A finder for the front of ``sys.meta_path``; ``place`` is the path of the archive."""

    def __init__(self, archive_path: str) -> None:
        self.archive_path = archive_path

    def find_spec(
        self, name: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Find a module of sentences by its full name."""
        if not name.startswith("greylox_web.words"):
            return None
        folder = name.rpartition(".")[0].replace(".", "/")
        return PathFinder.find_spec(name, [f"{self.archive_path}/{folder}"], target)
