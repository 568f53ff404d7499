"""Fast imports for the page's Python and the worker's: from one file, with precompiled code.

Ships in Python's library under this name, which Python imports before all others.  The build writes
the code of all modules of an archive into one file, the bundle: Python's own importer would extract
each module separately, and twice, the first time only to read its name.  The start's bundle also
has the code that modules compile from text while they are imported (methods of data classes, named
tuples, regular expressions), by that text.  Any other text is compiled as usual.

Modules of ``LAZY`` run at the first use of one of their attributes: Pyodide and the library import
many that a page never uses.
"""

import marshal
import sys
import zipimport
from _frozen_importlib import ModuleSpec

TYPE_CHECKING = False  # the modules below cannot be imported so early
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from types import ModuleType
    from typing import Any

code_by_text: "dict[str, bytes]" = {}
patterns: "dict[tuple[str | bytes, int], tuple[Any, ...]]" = {}


class BundleFinder:
    """A finder for the modules of a bundle, in an archive or unpacked.

    ``archive_path`` is the archive, or the folder.
    """

    def __init__(self, archive_path: str, bundle: str = "start.bin") -> None:
        self.archive_path = archive_path
        if archive_path.endswith(".zip"):
            data = zipimport.zipimporter(archive_path).get_data(bundle)
        else:
            with open(f"{archive_path}/{bundle}", "rb") as file:
                data = file.read()
        self.modules, codes, compiled_patterns = marshal.loads(data)
        code_by_text.update(codes)
        patterns.update(compiled_patterns)

    def find_spec(
        self, name: str, path: "Sequence[str] | None" = None, target: "ModuleType | None" = None
    ) -> ModuleSpec | None:
        """The spec of a module by its full name; None if the bundle does not have it."""
        if name not in self.modules:
            return None
        package, _ = self.modules[name]
        stem = f"{self.archive_path}/{name.replace('.', '/')}"
        file = f"{stem}/__init__.pyc" if package else f"{stem}.pyc"
        loader: Any = self
        spec = ModuleSpec(name, loader, origin=file, is_package=package)
        spec.has_location = True
        if spec.submodule_search_locations is not None:
            spec.submodule_search_locations.append(stem)
        return spec

    def create_module(self, spec: ModuleSpec) -> "ModuleType | None":
        """Create a lazy module; let Python create any other, as usual."""
        return LazyModule(spec.name) if spec.name in LAZY else None

    def exec_module(self, module: "ModuleType") -> None:
        """Run the module's code, or leave that to the first use of a lazy module."""
        if isinstance(module, LazyModule):
            module.__dict__.update(LAZY[module.__name__])
        else:
            self.run(module)

    def run(self, module: "ModuleType") -> None:
        """Run the module's code."""
        name = module.__name__
        exec(marshal.loads(self.modules[name][1]), module.__dict__)
        if name in MODULE_PATCHES:
            MODULE_PATCHES[name](module)


class LazyModule(type(sys)):  # type: ignore[misc]
    """A module that runs when an attribute is used that it does not have yet."""

    def __getattr__(self, name: str) -> "Any":
        if name.startswith("__"):  # Python asks for some of these when it imports the module
            raise AttributeError(name)
        self.__class__ = type(sys)  # type: ignore[assignment]
        self.__spec__.loader.run(self)
        return getattr(self, name)


class Folder:
    """The path of a folder, of which Pyodide needs only the text."""

    def __init__(self, path: str) -> None:
        self.path = path

    def __str__(self) -> str:
        return self.path


def forward(module: str, name: str) -> "Callable[..., Any]":
    """A function that calls the function of a lazy module."""

    def call(*args: "Any", **options: "Any") -> "Any":
        lazy = sys.modules[module]
        if isinstance(lazy, LazyModule):
            del lazy.__dict__[name]
        return getattr(lazy, name)(*args, **options)

    return call


def get_annotations(cls: type) -> "dict[str, Any]":
    """``inspect.get_annotations`` of a class, as far as data classes need it."""
    annotations: dict[str, Any] = cls.__dict__.get("__annotations__", {})  # noqa: RUF063 (without inspect)
    return annotations


SITE_PACKAGES = f"/lib/python{sys.version_info[0]}.{sys.version_info[1]}/site-packages"
LAZY: "dict[str, dict[str, Any]]" = {
    "bz2": {},
    "inspect": {
        "get_annotations": get_annotations,
        "iscoroutinefunction": forward("inspect", "iscoroutinefunction"),
    },
    "linecache": {"cache": {}},
    "pyodide._package_loader": {
        "init_loaded_packages": lambda: None,  # there are none
        "SITE_PACKAGES": Folder(SITE_PACKAGES),
        "DSO_DIR": Folder("/usr/lib"),
    },
    "random": {},
    "selectors": {},
    "shutil": {},
    "socket": {"AF_UNSPEC": 0, "AI_PASSIVE": 1},
    "subprocess": {"PIPE": -1},
    "tempfile": {},
    "tokenize": {},
    "traceback": {
        name: forward("traceback", name) for name in ("extract_stack", "print_exception")
    },
}
"""The modules that run at their first use, with the attributes that are used before."""


def cached_code(text: str) -> "Any":
    """The compiled code of a text; the text itself if there is none."""
    code = code_by_text.get(text)
    return marshal.loads(code) if code else text


def cached_eval(text: str, names: "dict[str, Any]") -> "Any":
    """``eval`` with compiled code instead of its text, if there is any."""
    return eval(cached_code(text), names)


def cached_exec(text: str, names: "dict[str, Any]", local: "dict[str, Any]") -> None:
    """``exec`` with compiled code instead of its text, if there is any."""
    exec(cached_code(text), names, local)


def patch_re(compiler: "Any") -> None:
    """Make ``re`` use the regular expressions that the build compiled."""
    original_compile: Callable[..., Any] = compiler.compile
    sre_compile: Callable[..., Any] = compiler._sre.compile

    def compile(pattern: str | bytes, flags: int = 0) -> "Any":
        if parts := patterns.get((pattern, flags)):
            return sre_compile(pattern, *parts)
        return original_compile(pattern, flags)

    compiler.compile = compile


MODULE_PATCHES: "dict[str, Callable[[Any], None]]" = {
    "collections": lambda module: setattr(module, "eval", cached_eval),
    "dataclasses": lambda module: setattr(module, "exec", cached_exec),
    "re._compiler": patch_re,
}


def install_bundles(folder: str, library: str) -> None:
    """Import from archives that were unpacked into a folder, and from the deferred library."""
    sys.meta_path[:0] = [BundleFinder(folder, f"{name}.bin") for name in ("start", "rest", "numpy")]
    sys.meta_path.insert(0, BundleFinder(library, "rest.bin"))


sys.meta_path.insert(0, BundleFinder(next(path for path in sys.path if path.endswith(".zip"))))
