"""Every file of the site, under its plain path."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from pathlib import Path

from tools import ROOT, locks, puzzles
from tools.environment import ensure_npm, ensure_numpy, ensure_venv, run_checked
from tools.pack import DOCS, OG_IMAGE, PREVIEWS_FOLDER, Site, digest, make_zip
from tools.page import SPRITE, inline_assets
from tools.site.address import address_tags, banner, home_address, link_previews
from tools.site.embed import embed_sheet
from tools.site.files import build_cached, only_match, read_tree
from tools.site.languages import other_languages
from tools.site.pyodide import compile_archive, compile_bundle, unzipped
from tools.site.python import compile_python, optional_archives, split_numpy
from tools.site.styles import build_bundles, read_sheets
from tools.site.templates import build_page, page_parts


def collect_site_files(
    numpy_wheel: Path | None = None,
    source: Path = ROOT,
    url: str = "",
    languages: Sequence[str] = (),
) -> Site:
    """Every file of the site under its plain path; ``source`` has package, page and assets.

    ``url`` is the address of the published site, or ""; ``languages`` are all page languages except
    the source language.
    """
    modules = ensure_npm()
    library = unzipped((modules / "pyodide/python_stdlib.zip").read_bytes())
    site = runtime(modules)
    _, wheel = ensure_numpy(numpy_wheel)
    numpy = unzipped(wheel)
    licences = [data for path, data in numpy.items() if path.endswith("dist-info/LICENSE.txt")]
    site["licenses/numpy.txt"] = licences[0]
    numpy, site["wheels/numpy.wasm"] = split_numpy(numpy)
    site["wheels/numpy.whl"] = compile_bundle(numpy, "numpy.bin")
    site |= fonts(modules)
    site |= compile_python(modules, library, source)
    gifenc = modules / "gifenc"
    site["film/gifenc.js"] = (gifenc / "dist/gifenc.esm.js").read_bytes()
    site["licenses/gifenc.txt"] = (gifenc / "LICENSE.md").read_bytes()
    files, site["licenses/segno.txt"] = optional_archives()
    site["app/extras.zip"] = compile_archive(files, 2)
    assets = read_tree(source / "assets")
    inlined_names = (
        SPRITE,
        *(n for n in assets if n.startswith(("boot/", "embed/"))),
    )  # written into other files
    other = {
        n: d
        for n, d in assets.items()
        if not n.endswith((".md", ".css")) and n not in inlined_names
    }
    bundles = build_bundles(read_sheets(source))
    site |= other | {n: bundle.encode() for n, bundle in bundles.items()}
    site |= {f"{n}.txt": (ROOT / n).read_bytes() for n in ("LICENSE", "NOTICE")}
    site["news.json"] = json.dumps(news(source / "CHANGELOG.md")).encode()
    puzzle_files = puzzles.build_files(ROOT)
    site |= puzzle_files | reference(ROOT)
    parts = page_parts(source)
    site |= build_page(source, parts)
    site["embed.css"] = embed_sheet(read_sheets(source), site["embed.js"].decode()).encode()
    site |= other_languages(source, site, parts["embed_words"], languages)
    page, site = inline_assets(site["index.html"].decode(), site)
    lost, site = inline_assets(site["404.html"].decode(), site)
    site["404.html"] = lost.encode()
    embed, site = inline_assets(site["embed.html"].decode(), site)
    site["embed.html"] = embed.encode()
    tags = address_tags(url) if url else ""
    site["index.html"] = page.replace("    <!-- build:address -->\n", tags).encode()
    site = {path: data for path, data in site.items() if not path.startswith(f"{PREVIEWS_FOLDER}/")}
    if url:
        faces = {path: site[path] for path in sorted(site) if path.startswith("fonts/")}
        site[OG_IMAGE] = banner(source, faces)
        rows = {path: data for path, data in puzzle_files.items() if "daily" not in path}
        site |= link_previews(source, faces, rows, home_address(url))
    return site


def reference(source: Path) -> Site:
    """The API reference of the package: static pages next to the page of the games."""
    read = {f"greylox_web/{n}": d for n, d in read_tree(source / "greylox_web").items()}
    read |= {f"tools/{n}": d for n, d in read_tree(source / "tools").items()}
    marks = make_zip({n: d for n, d in read.items() if not n.endswith((".css", ".ts", ".wasm"))})
    name = f"compiled-{digest(marks + '+'.join(locks.pins('docs')).encode())[:20]}.docs"

    def make(job: Path) -> bytes:
        run_checked(ensure_venv("build", "docs"), "-m", "tools.reference", job, cwd=source)
        return make_zip(read_tree(job))

    pages = unzipped(build_cached(name, make))
    return {f"{DOCS}/{path}": data for path, data in pages.items()}


def fonts(modules: Path) -> Site:
    """The page's fonts, and their licences."""
    program = (ROOT / "tools/fonts.py").read_bytes()
    lock = (ROOT / "package-lock.json").read_bytes()
    name = f"compiled-{digest(program + lock + '+'.join(locks.pins('build')).encode())[:20]}.fonts"

    def make(job: Path) -> bytes:
        run_checked(ensure_venv("build"), "-m", "tools.fonts", modules, job)
        return make_zip(read_tree(job))

    site = {f"fonts/{path}": data for path, data in unzipped(build_cached(name, make)).items()}
    for font in ("literata", "public-sans"):
        site[f"licenses/{font}.txt"] = locks.licences(modules, f"@fontsource-variable/{font}")
    return site


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
        files = only_match(pyscript / "dist", pattern)
        site |= {f"pyscript/{name}": data for name, data in files.items()}
    return site | {"licenses/pyscript.txt": locks.licences(modules, "@pyscript/core")}
