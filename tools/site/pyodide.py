"""Run programs in Pyodide's Python under node, to compile the site's archives."""

from __future__ import annotations

import io
import marshal
import zipfile
from collections.abc import Sequence
from pathlib import Path

from tools import ROOT
from tools.environment import run_checked
from tools.pack import Site, digest, make_zip
from tools.site.files import build_cached

IN_PYODIDE = """
import { existsSync } from "node:fs";
import { loadPyodide } from "pyodide";
// Without debug ranges a traceback has no column marks, and compiled code is a fifth smaller.
const env = { PYTHONHASHSEED: "0", PYTHONNODEBUGRANGES: "1", HOME: "/" };
const library = `${process.argv[1]}/lib.zip`;
const python = await loadPyodide({ env, ...(existsSync(library) && { stdLibURL: library }) });
python.FS.mkdirTree("/job");
python.mountNodeFS("/job", process.argv[1]);
// Enough of a browser and of PyScript for modules to be imported.
const anything = new Proxy(function () {}, {
  get: (_, key) => (typeof key === "symbol" || key === "then" ? undefined : anything),
  apply: () => anything,
  construct: () => anything,
});
const with_anything = (known) => new Proxy({}, { get: (_, key) => known[key] ?? anything });
python.registerJsModule("js", with_anything(globalThis));
python.registerJsModule("_pyscript", anything);
try {
  python.runPython(process.argv[2]);
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}
"""


def run_in_pyodide(archive: bytes, program: str, ending: str, library: bytes = b"") -> bytes:
    """The output of a program in Pyodide's Python for a zip archive.

    The program reads ``/job/in.zip`` and writes ``/job/out``; its library is ``library``, or
    Pyodide's.  Its result must depend on nothing else (the hash seed is fixed), because it is
    cached under the hash of these inputs.
    """

    def make(job: Path) -> bytes:
        (job / "in.zip").write_bytes(archive)
        if library:
            (job / "lib.zip").write_bytes(library)
        run_checked("node", "--input-type=module", "-e", IN_PYODIDE, job, program)
        return (job / "out").read_bytes()

    return build_cached(cache_name(archive + library, program, ending), make)


def cache_name(archive: bytes, program: str, ending: str) -> str:
    """The file name in the cache of a program's output for an archive."""
    lock = (ROOT / "package-lock.json").read_bytes()
    mark = digest(archive + lock + IN_PYODIDE.encode() + program.encode())[:20]
    return f"compiled-{mark}.{ending}"


COMPILE = """
import ast, importlib.util, zipfile
from importlib._bootstrap_external import _code_to_hash_pyc

FUNCTIONS = ast.FunctionDef, ast.AsyncFunctionDef
DOCUMENTED = ast.Module, ast.ClassDef, *FUNCTIONS
OWN = "greylox_web/"
UNDOCUMENTED = OWN, "numpy/"
PLAIN = OWN, "pyodide/", "_pyodide/"  # packages that read no annotation of a function

def without_annotations(node):
    arguments = node.args
    for argument in (*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs,
                     arguments.vararg, arguments.kwarg):
        if argument:
            argument.annotation = None
    node.returns = None

def line_table(ranges, first):
    # An entry spans up to 8 instructions; Python's compiler writes one for each instruction.
    # CPython's InternalDocs/code_objects.md (locations) describes the format.
    table, previous = bytearray(), first
    for start, end, line in ranges:
        for at in range(start, end, 16):
            span = min(8, (end - at) // 2)
            if line is None:
                table.append(0xF7 + span)
                continue
            table.append(0xE7 + span)
            change, previous = line - previous, line
            rest = -change * 2 + 1 if change < 0 else change * 2
            while rest > 63:
                table.append(64 | rest & 63)
                rest >>= 6
            table.append(rest)
    return bytes(table)

def with_lines(code, each):
    # The code with the line of each instruction, or the function's first line for all of them.
    whole = [(0, len(code.co_code), code.co_firstlineno)]
    table = line_table(code.co_lines() if each else whole, code.co_firstlineno)
    inner = (with_lines(c, each) if isinstance(c, type(code)) else c for c in code.co_consts)
    return code.replace(co_linetable=table, co_consts=tuple(inner))

def code_of(data, name, optimize):
    parsed = ast.parse(data, name)
    for node in ast.walk(parsed):
        if isinstance(node, FUNCTIONS) and name.startswith(PLAIN):
            without_annotations(node)
        if isinstance(node, DOCUMENTED) and name.startswith(UNDOCUMENTED):
            if ast.get_docstring(node, clean=False):
                # numpy expects a text, and a data class without one makes it at import, slowly.
                node.body[0].value.value = "."  # the compiler removes spaces
    code = compile(parsed, name, "exec", dont_inherit=True, optimize=optimize)
    return with_lines(code, each=name.startswith(OWN))

def compiled(data, name, optimize):
    code = code_of(data, name, optimize)
    return bytes(_code_to_hash_pyc(code, importlib.util.source_hash(data), checked=False))

def put(target, name, data):
    target.writestr(zipfile.ZipInfo(name), data, zipfile.ZIP_DEFLATED, 9)
"""


COMPILE_EACH = """
with zipfile.ZipFile("/job/in.zip") as source, zipfile.ZipFile("/job/out", "w") as target:
    for name in source.namelist():
        data = source.read(name)
        if name.endswith(".py"):
            name, data = name + "c", compiled(data, name, {optimize})
        put(target, name, data)
"""


COMPILE_BUNDLE = """
import marshal, re

with zipfile.ZipFile("/job/in.zip") as source, zipfile.ZipFile("/job/out", "w") as target:
    modules = {{}}
    for name in source.namelist():
        data = source.read(name)
        if not name.endswith(".py"):
            put(target, name, data)
        elif re.fullmatch({apart!r}, name):
            put(target, name + "c", compiled(data, name, {optimize}))
        else:
            module = name.removesuffix(".py").removesuffix("/__init__").replace("/", ".")
            package = name.endswith("/__init__.py")
            modules[module] = package, marshal.dumps(code_of(data, name, {optimize}))
    put(target, {piece!r}, marshal.dumps((modules, {{}}, {{}})))
"""


RECORDING_DICT = b"""
class Noting(dict):
    def get(self, key):
        self[key] = None
code_by_text, patterns = Noting(), Noting()
"""
"""Appended to ``sitecustomize.py``: records the texts and patterns that are requested."""


RECORD_EXECS = """
import importlib, io, marshal, re, sitecustomize, sys, zipfile

def noted():
    texts, patterns = dict(sitecustomize.code_by_text), dict(sitecustomize.patterns)
    sitecustomize.code_by_text.clear(), sitecustomize.patterns.clear()
    return texts, patterns

def code(text):
    mode = "eval" if text.startswith("lambda") else "exec"
    return marshal.dumps(compile(text, "<string>", mode, dont_inherit=True))

class Sre:
    def __getattr__(self, name):
        return getattr(real, name)
    def compile(self, pattern, flags, code, *parts):
        self.parts = (int(flags), list(map(int, code)), *parts)
        return real.compile(pattern, flags, code, *parts)

def parts(pattern, flags):
    re._compiler.compile(pattern, flags)
    return re._compiler._sre.parts

for_library = noted()
sys.meta_path.insert(0, sitecustomize.BundleFinder("/job/in.zip"))
for name in {modules}:
    importlib.import_module(name)
for_package = noted()
real, re._compiler._sre = re._compiler._sre, Sre()
with zipfile.ZipFile("/job/out", "w") as out:
    for path, (texts, patterns) in (("/job/lib.zip", for_library), ("/job/in.zip", for_package)):
        made = io.BytesIO()
        with zipfile.ZipFile(path) as source, zipfile.ZipFile(made, "w") as target:
            for name in source.namelist():
                data = source.read(name)
                if name == "start.bin":
                    codes = {{text: code(text) for text in texts}}
                    known = {{(p, int(f)): parts(p, f) for p, f in patterns}}
                    data = marshal.dumps((marshal.loads(data)[0], codes, known))
                if name != "sitecustomize.pyc":
                    put(target, name, data)
                elif path == "/job/lib.zip":
                    put(target, name, zipfile.ZipFile("/job/in.zip").read(name))
        out.writestr(zipfile.ZipInfo(path.rpartition("/")[2]), made.getvalue())
"""


FINDER_MODULE = "sitecustomize.py"
UNBUNDLED_PATTERNS = {"start.bin": r"encodings/.*|sitecustomize[.]py"}
"""The modules that stay separate files: Python imports them before it can import from a bundle."""


def compile_archive(files: Site, optimize: int = 0) -> bytes:
    """A zip archive of the files, each .py as a .pyc without source.

    Loading source was half of the page's start-up time.
    """
    return run_in_pyodide(make_zip(files), COMPILE + COMPILE_EACH.format(optimize=optimize), "zip")


def compile_bundle(files: Site, bundle: str, optimize: int = 0) -> bytes:
    """The same archive with all modules in one file, for ``sitecustomize.py``."""
    program = COMPILE_BUNDLE.format(
        apart=UNBUNDLED_PATTERNS.get(bundle, ""), piece=bundle, optimize=optimize
    )
    return run_in_pyodide(make_zip(files), COMPILE + program, "zip")


def compile_start_bundles(
    library: Site, package: Site, start: Sequence[str]
) -> tuple[bytes, bytes]:
    """The same archives for the start, with the code that its modules compile from text.

    ``start`` names the modules that the start imports.
    """
    finder = (ROOT / "tools/site/sitecustomize.py").read_bytes()
    first = compile_bundle(library | {FINDER_MODULE: finder + RECORDING_DICT}, "start.bin", 2)
    second = compile_bundle(package | {FINDER_MODULE: finder}, "start.bin", 1)
    both = unzipped(
        run_in_pyodide(second, COMPILE + RECORD_EXECS.format(modules=start), "zip", first)
    )
    return both["lib.zip"], both["in.zip"]


def modules_in(archive: Site) -> set[str]:
    """The paths of all modules in an archive of these files, including those in a bundle."""
    paths = {path.removesuffix("c") for path in archive if path.endswith(".pyc")}
    for bundle in (data for path, data in archive.items() if path.endswith(".bin")):
        for name, (package, _) in marshal.loads(bundle)[0].items():
            paths.add(name.replace(".", "/") + ("/__init__.py" if package else ".py"))
    return paths


def unzipped(archive: bytes) -> Site:
    """The files of a zip archive."""
    with zipfile.ZipFile(io.BytesIO(archive)) as source:
        return {name: source.read(name) for name in source.namelist() if name[-1] != "/"}
