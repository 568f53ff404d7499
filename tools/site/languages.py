"""The page in other languages: what each needs beside English."""

from __future__ import annotations

import json
import re
import subprocess
import tempfile
import zipfile
from collections.abc import Sequence
from pathlib import Path

from tools import ROOT
from tools.environment import ensure_venv
from tools.languages.source import TABLES
from tools.languages.translate import pairs
from tools.pack import BuildError, Site, zipped
from tools.site.files import tree
from tools.site.filled import BOOT_WORDS, filled_page
from tools.site.pyodide import compiled, unzipped
from tools.site.python import PACKAGE_UNUSED, SHEETS, rule_sheets, without


def other_languages(source: Path, english: str, lost: str, codes: Sequence[str]) -> Site:
    """The page with the list of its languages, and the files of each other than English.

    ``words-CODE.js`` holds the still text, ``app/words-CODE.zip`` what Python says.  404.html
    (``lost``) has the text of all languages, one of which is shown.
    """
    mark = "<!-- build:languages -->"
    if not codes:
        pages = {"index.html": english, "404.html": lost}
        return {n: text.replace(f"    {mark}\n", "").encode() for n, text in pages.items()}
    site: Site = {}
    tables: Site = {}
    texts = []
    with tempfile.TemporaryDirectory() as folder:
        names = made_in(source, Path(folder), codes)
        for code in codes:
            there = Path(folder) / code
            page = filled_page(there)
            site |= still_text(code, english, page)
            main = re.search(r"<main.*</main>", page["404.html"].decode(), re.S)
            assert main is not None, "the page has its text there"
            texts.append(re.sub("<main[^>]*>", f'<main lang="{code}" hidden>', main[0]))
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
    site["404.html"] = lost.replace(mark, "\n    ".join(texts)).encode()
    return site | {"index.html": english.replace(mark, meta).encode()}


def still_text(code: str, english: str, page: Site) -> Site:
    """The script and the manifest that replace the English ones on the page."""
    facts = {
        "LANGUAGE": code,
        "TEXTS": pairs(english, page["index.html"].decode()),
        "WORDS": boot_words(page["boot.js"].decode()),
        "ARCHIVE": f"./app/words-{code}.zip",
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
