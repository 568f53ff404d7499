"""The programs in AssemblyScript as WebAssembly: rules, network and search, and an opponent."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from tools import ROOT
from tools.environment import run_checked
from tools.pack import Site, digest
from tools.site.files import build_cached

LIBRARY_MARK = b"\x00\x0f\x08dylink.0\x01\x04\x00\x00\x00\x00"
"""The section of WebAssembly that marks a library without memory and table of its own."""


COMPILED = "greylox_web/engine/compiled"
KERNEL = f"{COMPILED}/kernel"  # the programs' source

RULES = f"{COMPILED}/rules"
UCT = f"{COMPILED}/uct"  # an opponent for the lab and for matches, not for the page
LIBRARIES = (RULES, UCT)


def libraries(modules: Path, source: Path) -> Site:
    """The AssemblyScript program of the page as a library for Pyodide.

    The files that wasmtime runs are written into ``source``, next to their Python modules.
    """
    flags = "-O3 --noAssert --runtime stub --importMemory --noExportMemory --enable simd".split()
    lock = (ROOT / "package-lock.json").read_bytes()
    site: Site = {}
    for name in LIBRARIES:
        path = source / KERNEL / f"{Path(name).name}.ts"
        parts = b"".join(part.read_bytes() for part in sorted(path.parent.glob("*.ts")))
        mark = digest(parts + lock + repr((name, flags)).encode())[:20]
        code = build_cached(f"compiled-{mark}.wasm", partial(compile_program, modules, path, flags))
        site[f"{name}.wasm"] = code[:8] + LIBRARY_MARK + code[8:]
    for name in LIBRARIES:
        target, code = source / f"{name}.wasm", site[f"{name}.wasm"]
        if not target.exists() or target.read_bytes() != code:
            target.write_bytes(code)
    return {"app/rules.wasm": site[f"{RULES}.wasm"]}


def compile_program(modules: Path, source: Path, flags: list[str], job: Path) -> bytes:
    """A program in AssemblyScript compiled to WebAssembly, in the folder ``job``."""
    compiler, out = modules / "assemblyscript/bin/asc.js", job / "out.wasm"
    run_checked("node", compiler, source, "--outFile", out, *flags)
    return out.read_bytes()
