"""Programs that run in Pyodide's own Python, under node: how the site's archives are compiled."""

from __future__ import annotations

import io
import tempfile
import zipfile
from pathlib import Path

from tools import ROOT
from tools.environment import CACHE, run
from tools.pack import Site, digest, zipped

IN_PYODIDE = """
import { loadPyodide } from "pyodide";
// Without debug ranges a traceback has no column marks, and compiled code is a fifth smaller.
const env = { PYTHONHASHSEED: "0", PYTHONNODEBUGRANGES: "1", HOME: "/" };
const python = await loadPyodide({ env });
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
python.registerJsModule("polyscript", with_anything({ config: {}, js_modules: {} }));
try {
  python.runPython(process.argv[2]);
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}
"""


def in_pyodide(archive: bytes, program: str, ending: str) -> bytes:
    """What a program in Pyodide's own Python makes of a zip archive.

    The program reads ``/job/in.zip`` and writes ``/job/out``.  Its result has to depend on nothing
    else (there is no random hash seed), so it is kept under the hash of both.
    """
    kept = CACHE / kept_name(archive, program, ending)
    if not kept.exists():
        with tempfile.TemporaryDirectory(dir=CACHE) as job:
            (Path(job) / "in.zip").write_bytes(archive)
            run("node", "--input-type=module", "-e", IN_PYODIDE, job, program)
            (Path(job) / "out").replace(kept)
    kept.touch()
    return kept.read_bytes()


def kept_name(archive: bytes, program: str, ending: str) -> str:
    """The name under which what a program makes of an archive is kept."""
    lock = (ROOT / "package-lock.json").read_bytes()
    mark = digest(archive + lock + IN_PYODIDE.encode() + program.encode())[:20]
    return f"compiled-{mark}.{ending}"


COMPILE = """
import ast, importlib.util, zipfile
from importlib._bootstrap_external import _code_to_hash_pyc

optimize = {optimize}
# A data class without a docstring makes one at import, slowly; so classes keep theirs.
SPOKEN = ast.Module, ast.FunctionDef, ast.AsyncFunctionDef
with zipfile.ZipFile("/job/in.zip") as source, zipfile.ZipFile("/job/out", "w") as target:
    for name in source.namelist():
        data = source.read(name)
        if name.endswith(".py"):
            parsed = ast.parse(data, name)
            if name.startswith("greylox_web/"):
                for node in ast.walk(parsed):
                    if isinstance(node, SPOKEN) and ast.get_docstring(node, clean=False):
                        node.body[0] = ast.copy_location(ast.Pass(), node.body[0])
            code = compile(parsed, name, "exec", dont_inherit=True, optimize=optimize)
            data = bytes(_code_to_hash_pyc(code, importlib.util.source_hash(data), checked=False))
            name += "c"
        target.writestr(zipfile.ZipInfo(name), data, zipfile.ZIP_DEFLATED, 9)
"""


def compiled(files: Site, optimize: int = 0) -> bytes:
    """A zip archive of the files, each .py as a .pyc without source.

    Loading source was half of the page's start-up time.
    """
    return in_pyodide(zipped(files), COMPILE.format(optimize=optimize), "zip")


def unzipped(archive: bytes) -> Site:
    """The files of a zip archive."""
    with zipfile.ZipFile(io.BytesIO(archive)) as source:
        return {name: source.read(name) for name in source.namelist() if name[-1] != "/"}
