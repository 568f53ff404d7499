"""Fast imports for the page's Python and the worker's: from one file, with precompiled code.

Ships in Python's library under this name, which Python imports before all others.  The build puts
the code of all modules of an archive into one file: Python's own importer would extract each one
by itself, and twice, the first time only to learn its name.  The file of the start also has the
code that modules compile from text while they are imported (methods of data classes, named tuples,
regular expressions), by that text.  Any other text is compiled as usual.
"""

import marshal
import sys
import zipimport
from _frozen_importlib import ModuleSpec

TYPE_CHECKING = False  # no module of types is there so early
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from types import ModuleType
    from typing import Any

texts: "dict[str, bytes]" = {}
patterns: "dict[tuple[str | bytes, int], tuple[Any, ...]]" = {}


class Piece:
    """A finder for the modules in one piece: a file in an archive, or one that was unpacked.

    ``place`` is the archive, or the folder.
    """

    def __init__(self, place: str, piece: str = "start.bin") -> None:
        self.place = place
        if place.endswith(".zip"):
            data = zipimport.zipimporter(place).get_data(piece)
        else:
            with open(f"{place}/{piece}", "rb") as file:
                data = file.read()
        self.modules, more, known = marshal.loads(data)
        texts.update(more)
        patterns.update(known)

    def find_spec(
        self, name: str, path: "Sequence[str] | None" = None, target: "ModuleType | None" = None
    ) -> ModuleSpec | None:
        """Find a module by its full name."""
        if name not in self.modules:
            return None
        package, _ = self.modules[name]
        stem = f"{self.place}/{name.replace('.', '/')}"
        file = f"{stem}/__init__.pyc" if package else f"{stem}.pyc"
        loader: Any = self
        spec = ModuleSpec(name, loader, origin=file, is_package=package)
        spec.has_location = True
        if spec.submodule_search_locations is not None:
            spec.submodule_search_locations.append(stem)
        return spec

    def create_module(self, _spec: ModuleSpec) -> None:
        """Let Python create the module, as usual."""

    def exec_module(self, module: "ModuleType") -> None:
        """Run the module's code."""
        name = module.__name__
        exec(marshal.loads(self.modules[name][1]), module.__dict__)
        if name in TAKES:
            TAKES[name](module)


def known(text: str) -> "Any":
    """The code of a text, or the text."""
    code = texts.get(text)
    return marshal.loads(code) if code else text


def evaluated(text: str, names: "dict[str, Any]") -> "Any":
    """``eval`` with known code in place of its text."""
    return eval(known(text), names)


def executed(text: str, names: "dict[str, Any]", local: "dict[str, Any]") -> None:
    """``exec`` with known code in place of its text."""
    exec(known(text), names, local)


def take_patterns(compiler: "Any") -> None:
    """Make ``re`` use the regular expressions that the build compiled."""
    slow: Callable[..., Any] = compiler.compile
    made: Callable[..., Any] = compiler._sre.compile

    def compile(pattern: str | bytes, flags: int = 0) -> "Any":
        if parts := patterns.get((pattern, flags)):
            return made(pattern, *parts)
        return slow(pattern, flags)

    compiler.compile = compile


TAKES: "dict[str, Callable[[Any], None]]" = {
    "collections": lambda module: setattr(module, "eval", evaluated),
    "dataclasses": lambda module: setattr(module, "exec", executed),
    "re._compiler": take_patterns,
}


def take_unpacked(folder: str, library: str) -> None:
    """Import from archives that were unpacked into a folder, and from the rest of the library."""
    sys.meta_path[:0] = [Piece(folder, f"{name}.bin") for name in ("start", "rest", "numpy")]
    sys.meta_path.insert(0, Piece(library, "rest.bin"))


sys.meta_path.insert(0, Piece(next(place for place in sys.path if place.endswith(".zip"))))
