"""The page in other languages: the files that each needs in addition to English."""

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
from tools.languages.extract import TABLES
from tools.languages.translate import text_pairs
from tools.pack import BuildError, Site, make_zip
from tools.site.files import read_tree
from tools.site.pyodide import compile_archive, unzipped
from tools.site.python import PACKAGE_UNUSED, RULE_SHEETS_FILE, drop_matching, rule_sheets
from tools.site.templates import EMBED_WORDS_SLOT, STRINGS_SLOT, build_page

EMBED_WORDS = re.compile(rf"(?<=const WORDS = {{).*{re.escape(EMBED_WORDS_SLOT)}")


def other_languages(
    source: Path, english: str, lost: str, embed: str, codes: Sequence[str]
) -> Site:
    """The page with the list of its languages, and the files of each language except English.

    ``words-CODE.js`` has the static texts, ``app/words-CODE.zip`` the strings of Python.  404.html
    (``lost``) and the script of embed.html (``embed``) have the text of all languages, one of which
    is shown.
    """
    mark = "<!-- build:languages -->"
    if not codes:
        pages = {"index.html": english, "404.html": lost, "embed.js": embed}
        return {n: text.replace(f"    {mark}\n", "").encode() for n, text in pages.items()}
    site: Site = {}
    tables: Site = {}
    texts = []
    with tempfile.TemporaryDirectory() as folder:
        names = build_language_folders(source, Path(folder), codes)
        for code in codes:
            language_folder = Path(folder) / code
            page = build_page(language_folder)
            site |= static_text_files(code, english, page)
            words = re.search(EMBED_WORDS, page["embed.js"].decode())
            assert words is not None, "the script has its sentences there"
            embed = embed.replace(EMBED_WORDS_SLOT, words[0])
            main = re.search(r"<main.*</main>", page["404.html"].decode(), re.S)
            assert main is not None, "the page has its text there"
            texts.append(re.sub("<main[^>]*>", f'<main lang="{code}" hidden>', main[0]))
            files = {
                f"greylox_web/words/{n}": d for n, d in read_tree(language_folder / TABLES).items()
            }
            files = drop_matching(PACKAGE_UNUSED, files) | {
                RULE_SHEETS_FILE: rule_sheets(language_folder)
            }
            tables |= {f"{code}/{path}": data for path, data in files.items()}
    together = unzipped(compile_archive(tables)).items()
    for code in codes:
        own = {path.partition("/")[2]: d for path, d in together if path.startswith(f"{code}/")}
        site[f"app/words-{code}.zip"] = make_zip(own, zipfile.ZIP_DEFLATED)
    paths = {code: f"./words-{code}.js" if code in codes else "" for code in names}
    content, names_json = (json.dumps(it, ensure_ascii=False) for it in (paths, names))
    meta = (
        f"<meta name=\"greylox-languages\" content='{content}' data-language-names='{names_json}'>"
    )
    site["embed.js"] = embed.replace(EMBED_WORDS_SLOT, "").encode()
    site["404.html"] = lost.replace(mark, "\n    ".join(texts)).encode()
    return site | {"index.html": english.replace(mark, meta).encode()}


def static_text_files(code: str, english: str, page: Site) -> Site:
    """The script and the manifest that replace the English ones on the page."""
    facts = {
        "LANGUAGE": code,
        "TEXTS": text_pairs(english, page["index.html"].decode()),
        "WORDS": boot_words(page["boot.js"].decode()),
        "ARCHIVE": f"./app/words-{code}.zip",
        "MANIFEST": f"./manifest.{code}.webmanifest",
    }
    lines = [f"const {k} = {json.dumps(v, ensure_ascii=False)};" for k, v in facts.items()]
    template = (ROOT / "tools/languages/static_text.js").read_text("utf-8")
    return {
        f"words-{code}.js": template.replace("/* build:language */", "\n  ".join(lines)).encode(),
        f"manifest.{code}.webmanifest": page["manifest.webmanifest"],
    }


def boot_words(boot: str) -> object:
    """The sentences in boot.js."""
    text = boot.partition(STRINGS_SLOT)[2]
    return json.JSONDecoder().raw_decode(text)[0]


def build_language_folders(source: Path, target: Path, codes: Sequence[str]) -> dict[str, str]:
    """Make folders with the sources in these languages; return their names and that of English."""
    command: list[str | Path] = [ensure_venv("build"), "-m", "tools.languages.build_sources"]
    command += [source, target, *codes]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, encoding="utf-8", check=False)
    if done.returncode:
        raise BuildError(f"A language could not be made:\n{done.stderr}")
    names: dict[str, str] = json.loads(done.stdout)
    return names
