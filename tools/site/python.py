"""Python in the page: its library and our package, split into start-up and deferred files."""

from __future__ import annotations

import json
import re
import subprocess
from pathlib import Path

from tools import ROOT
from tools.environment import ensure_venv
from tools.pack import BuildError, Site, make_zip
from tools.site.files import read_tree
from tools.site.pyodide import compile_bundle, compile_start_bundles, run_in_pyodide
from tools.site.webassembly import libraries

TRACE_START = """
import importlib, json, shutil, sys, types, zipimport

sys.modules["sitecustomize"] = types.SimpleNamespace(BundleFinder=None)  # loaded before all modules
shutil.unpack_archive("/job/in.zip", "/unpacked")  # as the worker does, which has the same library
sys.modules.pop("js", None)
sys.path.insert(0, "/job/in.zip")
for name in {modules}:
    importlib.import_module(name)
files = [
    module.__spec__.origin.partition(".zip/")[2]
    for module in tuple(sys.modules.values())
    if isinstance(getattr(module, "__loader__", None), zipimport.zipimporter)
]
with open("/job/out", "w") as target:
    json.dump(sorted(files), target)
"""


START_MODULES = (
    *("pyscript", "greylox_web.browser.main", "greylox_web.features.board.pointer"),
    "greylox_web.features.new_game.game_switching",  # for a game chosen before Python loaded
)
"""The modules that are imported until the first stone is played; a test in the browser plays it."""


STDLIB_UNUSED = re.compile(
    r"encodings/(big5|cp(?!437|1252)|euc|gb|hp_|hz|iso|johab|koi|kz|mac|palm|ptcp|shift|tis|mbcs|oem"
    r"|[a-z0-9]+_codec|rot_13|idna|punycode|undefined|charmap)"
    r"|(multiprocessing|unittest|xml|xmlrpc|wsgiref|_pyrepl|ensurepip|sqlite3|curses|dbm|email|html)/"
    r"|(http|sysconfig|tomllib|zoneinfo|__phello__)/|.*/__main__[.]py$"
    r"|concurrent/futures/(process|thread)|asyncio/(windows_|proactor)|logging/(config|handlers)"
    r"|ctypes/(_aix|macholib|util|wintypes)|importlib/(metadata|readers|simple|resources/(_a|_i|r|s))"
    r"|json/tool|pyodide/console|urllib/(error|re|ro)"
    r"|(__hello__|_android_support|_apple_support|_compat_pickle|_ios_support|_markupbase|_py_abc"
    r"|_pydatetime|_pyio|_strptime|_sysconfigdata\w+(-\w+)*|_threading_local|antigravity|argparse|bdb"
    r"|cProfile|calendar|cmd|code|codeop|colorsys|compileall|configparser|csv|difflib|doctest"
    r"|filecmp|fileinput|fractions|ftplib|getopt|getpass|gettext|graphlib|gzip|hmac|imaplib|locale"
    r"|mailbox|mimetypes|modulefinder|netrc"
    r"|nturl2path|optparse|pdb|pickletools|pkgutil|plistlib|poplib|pprint|profile|pstats|pty|py_compile"
    r"|pyclbr|pydoc|queue|quopri|rlcompleter|sched|secrets|shelve|shlex|smtplib|socketserver"
    r"|sre_\w+|statistics|stringprep|symtable|tabnanny|tarfile|this|timeit|trace|tracemalloc|tty|wave"
    r"|webbrowser|zipapp)[.]py"
    r"|(_collections_abc|_sitebuiltins|abc|codecs|genericpath|importlib/(_bootstrap\w*|machinery|util)|io"
    r"|ntpath|os|posixpath|runpy|site|stat|zipimport)[.]py"
)
"""Modules for terminals, processes, mail, servers and rare encodings; the last two lines list those
in Python's WebAssembly.  The others import without them.
"""


STDLIB_EMPTY = re.compile(r"(ipaddress|pickle|platform)[.]py")
"""Modules that ``urllib.parse`` imports to check IP addresses, and numpy to store Python's objects
and for reports; here they are empty."""


NUMPY_UNUSED = re.compile(
    r"numpy-|numpy/(core|f2py|fft|ma|polynomial|random|testing|typing|doc|compat)/"
    r"|numpy/(_pyinstaller/|_configtool|matlib|ctypeslib|char/|strings/|lib/(recfunctions|user_array))"
    r"|numpy/(_core/(strings|defchararray|cversions)|lib/_user_array_impl|_utils/_pep440)[.]"
    r"|.*(/tests?/|/lapack_lite|[.](pyi|h|c|a|pc|pxd|pyx|txt|ini|toml|build|in|src|typed)$)"
    r"|.*conftest[.]py$"
)
"""The files of numpy that arrays and matrix products never use."""


NUMPY_EMPTY = re.compile(r"numpy/(linalg/_umath_linalg|_core/_add_newdocs(_scalars)?)[.]")
"""Modules that numpy imports for equations and eigenvalues, and for documentation; here they are
empty."""


NUMPY_LIBRARY = re.compile(r"numpy/_core/_multiarray_umath[.].*[.]so")


EXTRAS_UNUSED = re.compile(r"segno/(__main__|cli|helpers|.*[.]pyi|py[.]typed)")
"""The files of the library for QR codes that are not imported with it."""


EXTRAS_EMPTY = re.compile(r"segno/(utils|writers)[.]py")
"""The modules with which it draws; here they are empty, because the page draws the codes itself."""


PACKAGE_UNUSED = re.compile(
    r"greylox_web/(api/|command/|zoo/|__main__|words/(page|embed)[.]py"
    r"|features/home/(markup|link_previews)[.]py|formats/(banner|embed_facts)[.]py"
    r"|engine/compiled/(uct[.]|rules[.]wasm|kernel/)|rules/typed_game[.]py|.*[.]css$)"
)
"""The files that a page does not have: the command line with its opponent, the packages for
researchers, and sources that the build writes into the page, bundles or compiles."""


ASYNCIO_MODULE = b"""
from .coroutines import *
from .events import *
from .exceptions import *
from .futures import *
from .locks import *
from .runners import *
from .tasks import *
from .timeouts import *

DefaultEventLoopPolicy = events.BaseDefaultEventLoopPolicy
"""
"""The package ``asyncio`` without servers, processes and threads: Pyodide has an event loop of its
own, and its own ``asyncio`` imports 20 more modules.
"""


LIBRARY_PATCHES = {
    "importlib/abc.py": {
        "from .resources import abc as _resources_abc\n": "",
        "    if name in _resources_abc": (
            "    if name.startswith('__'):\n        raise AttributeError(name)\n"
            "    from .resources import abc as _resources_abc\n    if name in _resources_abc"
        ),
    },
    "pyodide/code.py": {
        "from collections.abc import Callable\n": (
            "from __future__ import annotations\nfrom collections.abc import Callable\n"
        ),
        "from inspect import Parameter, Signature, signature\n": "",
        "    try:\n        sig =": (
            "    from inspect import Parameter, signature\n    try:\n        sig ="
        ),
    },
    "_pyodide/_base.py": {
        "    source_io = StringIO(source)": (
            "    if '#' not in source and not source.rstrip().endswith(';'):\n"
            "        return False\n    source_io = StringIO(source)"
        ),
    },
    "_pyodide/docstring.py": {
        "    from inspect import _empty, signature\n": '    return ""\n',
    },
    "_pyodide/jsbind.py": {
        "from inspect import (\n    Parameter,\n    getattr_static,\n    isclass,\n"
        "    iscoroutinefunction,\n    ismethod,\n    signature,\n)\n": "import inspect\n",
        "= getattr_static(": "= inspect.getattr_static(",
        "if isclass(f)": "if inspect.isclass(f)",
        "if ismethod(cache)": "if inspect.ismethod(cache)",
        "if iscoroutinefunction(f)": "if inspect.iscoroutinefunction(f)",
        "    sig = signature(f)": (
            "    Parameter = inspect.Parameter\n    sig = inspect.signature(f)"
        ),
        "no_default = Parameter.empty": "no_default = object()",
        ".append(p.default)\n            case Parameter.VAR_P": (
            ".append(no_default if p.default is Parameter.empty else p.default)\n"
            "            case Parameter.VAR_P"
        ),
        "func_to_sig_inner(_default_sig_stencil, None)": (
            "JsFuncSignature(_default_sig_stencil, False, 0, (), (), py2js_default,"
            " (), (), (), py2js_default, js2py_default_call_result)"
        ),
    },
}
"""Texts of the library that are replaced: path -> text -> new text.  Its modules then need
``importlib.resources``, ``inspect`` and ``tokenize`` only where they use them, and Pyodide's own
functions have no documentation.
"""


PYSCRIPT_MODULE = b"from _pyscript import js_import\n"
"""The page's module ``pyscript``.  PyScript imports it before the page's code; its own has 13 parts
and imports more of the library, and the page uses this one function.
"""


RULE_SHEETS_FILE = "greylox_web/words/rules.json"


def drop_matching(unused: re.Pattern[str], files: Site) -> Site:
    """The files whose path does not match."""
    return {p: d for p, d in files.items() if not unused.match(p)}


def empty_matching(empty: re.Pattern[str], files: Site) -> Site:
    """The files, with an empty module in place of each one whose path matches."""
    modules = {f"{path.partition('.')[0]}.py": b"" for path in files if empty.match(path)}
    return drop_matching(empty, files) | modules


def patched_library(library: Site) -> Site:
    """Python's library as a page needs it; BuildError if a text to replace is missing."""
    files = drop_matching(STDLIB_UNUSED, library) | {"asyncio/__init__.py": ASYNCIO_MODULE}
    for path, patches in LIBRARY_PATCHES.items():
        for old, new in patches.items():
            if files[path].count(old.encode()) != 1:
                raise BuildError(f"{path} of Pyodide has changed: {old.strip()!r}.")
            files[path] = files[path].replace(old.encode(), new.encode())
    return files


def split_numpy(wheel: Site) -> tuple[Site, bytes]:
    """The files of numpy without its library in WebAssembly, and this library."""
    files = drop_matching(NUMPY_UNUSED, wheel)
    [library] = (path for path in files if NUMPY_LIBRARY.fullmatch(path))
    rest = {path: data for path, data in files.items() if path != library}
    return empty_matching(NUMPY_EMPTY, rest), files[library]


def split_for_start(files: Site, first: set[str]) -> tuple[Site, Site]:
    """The files that the start needs, and the deferred ones."""
    parts: tuple[Site, Site] = ({}, {})
    for path, data in files.items():
        parts[path not in first][path] = data
    return parts


def module_name(path: str) -> str:
    """The module name of a source file."""
    return path.removesuffix(".py").removesuffix("/__init__").replace("/", ".")


def compile_python(modules: Path, library: Site, source: Path) -> Site:
    """Python's library and our package, compiled: start-up and deferred files of each."""
    library = empty_matching(STDLIB_EMPTY, patched_library(library))
    package = {f"greylox_web/{n}": d for n, d in read_tree(source / "greylox_web").items()}
    package = drop_matching(PACKAGE_UNUSED, package)
    package[RULE_SHEETS_FILE] = rule_sheets(source)
    for_page = {"pyscript/__init__.py": PYSCRIPT_MODULE}
    shipped = make_zip(package | for_page)
    program = TRACE_START.format(modules=START_MODULES)
    read = json.loads(run_in_pyodide(shipped, program, "json", make_zip(library)))
    first_library, deferred_library = split_for_start(library, set(read))
    first_package, deferred_package = split_for_start(package, set(read))
    deferred_modules = sorted(
        module_name(p) for p in deferred_library | deferred_package if p.endswith(".py")
    )
    first_package["greylox_web/rest.txt"] = "\n".join(deferred_modules).encode()
    library_first, package_first = compile_start_bundles(
        first_library, first_package | for_page, START_MODULES
    )
    return {
        "pyodide/python_stdlib.zip": library_first,
        "app/python-rest.zip": compile_bundle(deferred_library, "rest.bin", 2),
        "app/greylox_web.zip": package_first,
        "app/greylox_web-rest.zip": compile_bundle(deferred_package, "rest.bin"),
    } | libraries(modules, source)


def rule_sheets(source: Path) -> bytes:
    """The rule sheets of all games as JSON, for the dialog that shows them."""
    done = subprocess.run(
        [ensure_venv("build"), "-m", "tools.rule_sheets", source / "assets"],
        cwd=ROOT,
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    if done.returncode:
        raise BuildError(f"The rule sheets could not be read:\n{done.stderr}")
    return done.stdout.encode()


def optional_archives() -> tuple[Site, bytes]:
    """The library that makes QR codes, loaded on demand, and its licence."""
    python = ensure_venv("page")
    query = "import segno; print(segno.__path__[0])"
    where = subprocess.run([python, "-c", query], capture_output=True, encoding="utf-8", check=True)
    folder = Path(where.stdout.strip())
    files = {f"segno/{name}": data for name, data in read_tree(folder).items()}
    files = empty_matching(EXTRAS_EMPTY, drop_matching(EXTRAS_UNUSED, files))
    return files, next(folder.parent.glob("segno-*/licenses/LICENSE")).read_bytes()
