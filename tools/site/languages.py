"""The page in other languages: the files that each needs in addition to English."""

from __future__ import annotations

import json
import re
import subprocess
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from tools import ROOT
from tools.environment import ensure_venv
from tools.languages.static_text import text_pairs
from tools.pack import BuildError, Site
from tools.site.templates import WORDS_SLOT, build_page, page_parts

BUILD_TABLES = "PAGE_WORDS", "NOT_FOUND_WORDS", "BOOT_WORDS", "EMBED_WORDS"
"""The tables that only the build needs: Python in the page has none of them."""


def other_languages(
    source: Path, site: Site, embed_words: dict[str, str], codes: Sequence[str]
) -> Site:
    """The page with the list of its languages, and the files of each language except English.

    ``words-CODE.js`` has the static texts, ``app/words-CODE.json`` the sentences of Python.
    404.html and the script of embed.html (whose English is ``embed_words``) have the text of all
    languages, one of which is shown.
    """
    english = site["index.html"].decode()
    names, translations = translate(source, codes) if codes else ({}, {})
    files: Site = {}
    lost_texts = []
    embed = [embed_words]
    for code in codes:
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "words.json"
            path.write_text(json.dumps(translations[code]), "utf-8")
            parts = page_parts(source, path)
        page = build_page(source, parts)
        embed.append(parts["embed_words"])
        main = re.search(r"<main.*</main>", page["404.html"].decode(), re.S)
        assert main is not None, "the page has its text there"
        lost_texts.append(re.sub("<main[^>]*>", f'<main lang="{code}" hidden>', main[0]))
        files[f"app/words-{code}.json"] = shipped_translation(translations[code])
        files[f"manifest.{code}.webmanifest"] = page["manifest.webmanifest"]
        texts = text_pairs(english, page["index.html"].decode())
        files[f"words-{code}.js"] = static_text_script(code, texts, parts["boot"])
    paths = {code: f"./words-{code}.js" if code in codes else "" for code in names}
    content, names_json = (json.dumps(it, ensure_ascii=False) for it in (paths, names))
    meta = (
        f"<meta name=\"greylox-languages\" content='{content}' data-language-names='{names_json}'>"
    )
    mark = "<!-- build:languages -->"
    lost = site["404.html"].decode()
    if codes:
        english, lost = english.replace(mark, meta), lost.replace(mark, "\n    ".join(lost_texts))
    else:
        english, lost = (text.replace(f"    {mark}\n", "") for text in (english, lost))
    by_language = {words.pop("language"): words for words in map(dict, embed)}
    words_json = json.dumps(by_language, ensure_ascii=False, separators=(",", ":"))
    script = site["embed.js"].decode().replace(WORDS_SLOT, words_json)
    return files | {
        "index.html": english.encode(),
        "404.html": lost.encode(),
        "embed.js": script.encode(),
    }


def translate(source: Path, codes: Sequence[str]) -> tuple[dict[str, str], dict[str, Any]]:
    """The names of all languages, and the translation into each except English."""
    command: list[str | Path] = [ensure_venv("build"), "-m", "tools.languages.translations"]
    command += [source, *codes]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, encoding="utf-8", check=False)
    if done.returncode:
        raise BuildError(f"A language could not be made:\n{done.stderr}")
    made = json.loads(done.stdout)
    return made["names"], made["translations"]


def shipped_translation(translation: dict[str, Any]) -> bytes:
    """The file for Python in the page."""
    tables = {n: table for n, table in translation["tables"].items() if n not in BUILD_TABLES}
    text = json.dumps(translation | {"tables": tables}, ensure_ascii=False, separators=(",", ":"))
    return text.encode()


def static_text_script(code: str, texts: dict[str, list[str]], boot_words: object) -> bytes:
    """The script that puts the page's static texts into this language."""
    facts = {
        "LANGUAGE": code,
        "TEXTS": texts,
        "WORDS": boot_words,
        "TRANSLATION": f"./app/words-{code}.json",
        "MANIFEST": f"./manifest.{code}.webmanifest",
    }
    lines = [f"const {k} = {json.dumps(v, ensure_ascii=False)};" for k, v in facts.items()]
    template = (ROOT / "tools/languages/static_text.js").read_text("utf-8")
    return template.replace("/* build:language */", "\n  ".join(lines)).encode()
