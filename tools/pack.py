"""Name each file of the site after its content, and rewrite every reference.

`pack` is a pure function from files to files.  There is no handwritten list of files: the page's
hints, PyScript's configurations and the service worker's table are generated.
"""

from __future__ import annotations

import base64
import gzip
import hashlib
import html
import io
import json
import re
import tomllib
import zipfile
from pathlib import Path
from zlib import crc32

from greylox_web import __version__

Site = dict[str, bytes]
"""Files by path.  Before `pack` the paths are the plain ones that index.html and boot.js use."""

PROJECT = tomllib.loads((Path(__file__).parents[1] / "pyproject.toml").read_text("utf-8"))

WHOLE_FOLDERS = ("puzzles", "pyodide", "pyscript", "wheels")
"""Folders whose files are requested by name: the folder is named after their content."""

OG_IMAGE = "og-image.png"
"""The picture of link previews: its address must not change, and it is not cached for offline play.
"""

DOCS = "docs"
"""The folder of the reference for researchers.  It is part of the site and of no version of the
page: its addresses do not change, it is not cached for offline play, and a change in it is no
update."""

PREVIEWS_FOLDER = "go"
"""The folder of the pages for link previews, in a site whose address is known.  Like ``DOCS`` it is
part of no version, and its addresses do not change."""

EARLIER_NEWS = 378
"""The lines of ``.github/HISTORY.md``, which is closed.  The changelog's lines are counted from
this number, because versions before 1.0.0 stored how many of the older lines a player had seen.
"""

CHECKSUM_FILE = "SHA256SUMS"
"""The hashes of all other files, for ``sha256sum -c``.  No page requests it, so it is not cached
for offline play, and the service worker passes requests for it to the server."""

NOT_FOUND = "404.html"
"""The page that hosts show for addresses that name no file.  Some return it with status 404 at its
own address too, so it is not cached for offline play.
"""

INSTALLER_ICONS = re.compile(r"icons/[a-z]+-512[.]\w+[.]png")
"""The large icons.  Only an installation of the page requests them, so they are not cached for
offline play.
"""

MAX_OFFLINE_BYTES = 6_900_000
"""The most that a visit in one language may fetch until the page works offline, with gzip."""

STABLE = re.compile(
    rf"index.html|{NOT_FOUND}|embed.html|manifest[.]([a-z]+[.])?webmanifest|service-worker.js|{OG_IMAGE}|.*[.]txt"
    r"|studies/[a-z]+[.](html|css)"
)
"""Files whose address must not change; all others have a hash in it and may be cached for ever."""

PLUGINS = [
    *("!codemirror", "!deprecations-manager", "!donkey", "!error"),
    *("!py-editor", "!py-game", "!py-terminal"),
]
"""PyScript's plugins, all switched off."""


class BuildError(Exception):
    """The build failed; the message is a sentence for the developer."""


def digest(data: bytes) -> str:
    """The SHA-256 of the data, in hexadecimal."""
    return hashlib.sha256(data).hexdigest()


def integrity(data: bytes) -> str:
    """The hash in the form of the `integrity` option and of content security policies."""
    return "sha256-" + base64.b64encode(hashlib.sha256(data).digest()).decode()


def transfer_size(data: bytes) -> int:
    """The bytes that a host sends for a file, which it compresses if that helps."""
    return min(len(data), len(gzip.compress(data, 6)))


def make_zip(files: Site, compression: int = zipfile.ZIP_STORED) -> bytes:
    """A reproducible zip archive of these files."""
    archive = io.BytesIO()
    with zipfile.ZipFile(archive, "w") as target:
        for name in sorted(files):
            target.writestr(zipfile.ZipInfo(name), files[name], compression)
    return archive.getvalue()


def hashed_name(path: str, data: bytes) -> str:
    """The path with the content's hash before its suffix."""
    stem, _, ending = path.rpartition(".")
    return f"{stem}.{digest(data)[:10]}.{ending}"


Names = dict[str, str]
"""The final path of each plain one."""


def pack(site: Site) -> Site:
    """The site under its final names, with rewritten references, page and service worker.

    A page names exactly the files that it was built with, and the service worker lists each file
    with its hash, so files of two versions never mix.  The API reference and the pages for link
    previews have no versions.
    """
    unversioned = f"{DOCS}/", f"{PREVIEWS_FOLDER}/"
    reference = {path: data for path, data in site.items() if path.startswith(unversioned)}
    names = folder_names(site) | {path: path for path in reference}
    packed: Site = {}

    def add(path: str, data: bytes) -> None:
        names[path] = path if STABLE.fullmatch(path) else names.get(path) or hashed_name(path, data)
        packed[names[path]] = data

    referring_files = [
        p for p in site if p.endswith((".js", ".css", ".webmanifest")) and "/" not in p
    ]
    for path in sorted(set(site) - set(referring_files) - set(reference) - {"index.html"}):
        add(path, site[path])
    for path in sorted(set(referring_files) - {"service-worker.js"}):
        add(path, rewrite_paths(site[path].decode(), names, path).encode())

    page = rewrite_paths(site["index.html"].decode(), names, "index.html")
    worker = site["service-worker.js"].decode()
    version = digest(make_zip(packed | {"page": page.encode(), "worker": worker.encode()}))[:12]
    packed["index.html"] = fill_placeholders(page, version, names, site).encode()
    own = ("index.html", NOT_FOUND, OG_IMAGE)
    table = {
        f"./{name}": integrity(data)
        for name, data in sorted(packed.items())
        if name not in own and not INSTALLER_ICONS.fullmatch(name)
    }
    table["./"] = integrity(packed["index.html"])
    constants = f'const VERSION = "{version}";\nconst FILES = {json.dumps(table, indent=2)};'
    packed["service-worker.js"] = worker.replace("/* build:files */", constants).encode()
    packed |= reference
    packed[CHECKSUM_FILE] = checksums(packed)
    return packed


def checksums(site: Site) -> bytes:
    """The SHA-256 of each file, as ``sha256sum`` writes and checks it."""
    return "".join(f"{digest(data)}  {name}\n" for name, data in sorted(site.items())).encode()


def folder_names(site: Site) -> Names:
    """The final paths of files in folders that are named as a whole."""
    names: Names = {}
    for folder in WHOLE_FOLDERS:
        files = {p: d for p, d in site.items() if p.startswith(folder + "/")}
        mark = digest(make_zip(files))[:10]
        names |= {path: path.replace(folder, f"{folder}.{mark}", 1) for path in files}
    return names


def rewrite_paths(text: str, names: Names, where: str) -> str:
    """The text with each "./path" replaced by its final name; BuildError for an unknown path.

    Final names stay.
    """
    paths = {"service-worker.js", *names, *names.values()}

    def final(match: re.Match[str]) -> str:
        path = match[1]
        if path not in paths:
            raise BuildError(f"{where} refers to ./{path}, which is not built.")
        return "./" + names.get(path, path)

    return re.sub(r"(?<=[\"'(])\./([\w/-][\w./-]*)", final, text)


def fill_placeholders(page: str, version: str, names: Names, site: Site) -> str:
    """The page with the values that boot.js, PyScript and Python need."""
    facts = {
        "version": version,
        "release": __version__,
        "engine": "./" + names["engine.js"],
        "words": "",  # set for other languages by tools/languages/static_text.js
        "extras": "./" + names["app/extras.zip"],
        "film": "./" + names["film.js"],
        "evaluator": "./" + names["evaluator.js"],
        "package": "./" + names["app/greylox_web.zip"],
        "rest": ["./" + names[f"app/{archive}-rest.zip"] for archive in ("python", "greylox_web")],
        "news": {
            "path": "./" + names["news.json"],
            "lines": EARLIER_NEWS + len(json.loads(site["news.json"])),
        },
        "puzzles": "./" + names["puzzles/daily.json"],
        "previews": any(path.startswith(f"{PREVIEWS_FOLDER}/") for path in names),
        "nets": {Path(p).stem: "./" + names[p] for p in names if p.startswith("nets/")},
        "checksums": {
            Path(p).stem: f"{crc32(data):08x}"
            for p, data in sorted(site.items())
            if p.startswith("nets/") or p == "app/rules.wasm"
        },
    }
    first = [p for p in sorted(names) if re.match("pyodide/|pyscript/|app/greylox_web.zip", p)]
    start = {"./" + names[p]: [len(site[p]), integrity(site[p])] for p in first}
    page = page.replace("<!-- build:head -->", head_lines(names, facts, start))
    page = page.replace("build:config", html.escape(json.dumps(page_config(names))))
    page = page.replace("build:mpy", json.dumps({"plugins": PLUGINS}))
    if unfilled := re.findall(r"build:\w+", page):
        raise BuildError(f"index.html has a mark that nothing fills: {unfilled[0]}.")
    return page


def page_config(names: Names) -> dict[str, object]:
    """PyScript's configuration of the page, written into it to save a round trip."""
    files = {
        "./" + names["app/greylox_web.zip"]: "./greylox_web.zip"
    }  # boot.js adds it to the import path
    interpreter = "./" + names["pyodide/pyodide.mjs"]
    return {"interpreter": interpreter, "files": files, "plugins": PLUGINS}


def head_lines(names: Names, facts: object, start: object) -> str:
    """The generated lines of the page's head: values for boot.js and Python, and hints.

    The .wasm gets no hint: preloaded, it would lose the browser's cache of compiled code.  The
    package gets its hint from boot.js, after the .wasm.
    """
    tags = []
    for name, value in (("build", facts), ("files", start)):
        text = html.escape(json.dumps(value, separators=(",", ":")), quote=False)
        tags.append(f"<meta name=\"greylox-{name}\" content='{text}'>")
    for path in sorted(names):
        if path == "pyodide/pyodide.asm.js":
            tags.append(f'<link rel="preload" as="script" href="./{names[path]}">')
        elif re.fullmatch(r"pyodide/.*js|pyscript/core.*js", path):
            tags.append(f'<link rel="modulepreload" href="./{names[path]}">')
        elif re.fullmatch(r"pyodide/.*(zip|json)", path):
            tags.append(f'<link rel="preload" as="fetch" crossorigin href="./{names[path]}">')
        elif path.startswith("fonts/"):
            tags.append(f'<link rel="preload" as="font" crossorigin href="./{names[path]}">')
    return "\n    ".join(tags)
