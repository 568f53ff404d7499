"""The programs in AssemblyScript as WebAssembly: rules, network and search, and an opponent."""

from __future__ import annotations

import tempfile
from pathlib import Path

from tools import ROOT
from tools.environment import CACHE, run
from tools.pack import Site, digest

LIBRARY_MARK = b"\x00\x0f\x08dylink.0\x01\x04\x00\x00\x00\x00"
"""The section of WebAssembly that says: a library, which wants no memory and no table."""


RULES = "greylox_web/search/compiled/rules"


UCT = "greylox_web/search/compiled/uct"  # an opponent for the lab and for matches, not for the page


LIBRARIES = (RULES, UCT)


def libraries(modules: Path, source: Path) -> Site:
    """The programs in AssemblyScript as libraries for Pyodide.

    What wasmtime runs is put beside its source.
    """
    flags = "-O3 --noAssert --runtime stub --importMemory --noExportMemory --enable simd".split()
    lock = (ROOT / "package-lock.json").read_bytes()
    site: Site = {}
    for name in LIBRARIES:
        path = source / f"{name}.ts"
        parts = b"".join(part.read_bytes() for part in sorted(path.parent.glob("*.ts")))
        kept = CACHE / f"compiled-{digest(parts + lock + repr((name, flags)).encode())[:20]}.wasm"
        if not kept.exists():
            compiler = modules / "assemblyscript/bin/asc.js"
            with tempfile.TemporaryDirectory(dir=CACHE) as job:
                run("node", compiler, path, "--outFile", f"{job}/out.wasm", *flags)
                (Path(job) / "out.wasm").replace(kept)
        kept.touch()
        code = kept.read_bytes()
        site[f"{name}.wasm"] = code[:8] + LIBRARY_MARK + code[8:]
    for name in LIBRARIES:
        beside, code = source / f"{name}.wasm", site[f"{name}.wasm"]
        if not beside.exists() or beside.read_bytes() != code:
            beside.write_bytes(code)
    del site[f"{UCT}.wasm"]
    return site
