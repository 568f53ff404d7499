"""The import of another language's strings, the package ``words``, from a separate archive."""

from collections.abc import Sequence
from importlib.machinery import ModuleSpec, PathFinder
from types import ModuleType


class StringsFinder:
    """A finder for the front of ``sys.meta_path``; it searches the archive ``archive_path``."""

    def __init__(self, archive_path: str) -> None:
        self.archive_path = archive_path

    def find_spec(
        self, name: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Return the spec of a module of ``greylox_web.words``; None for any other module."""
        if not name.startswith("greylox_web.words"):
            return None
        folder = name.rpartition(".")[0].replace(".", "/")
        return PathFinder.find_spec(name, [f"{self.archive_path}/{folder}"], target)
