"""Fill the page's files with the board and the sentences."""

from __future__ import annotations

import html
import json
import re
import subprocess
from pathlib import Path
from typing import Any

from tools.environment import ensure_venv
from tools.pack import BuildError, Site
from tools.page import SPRITE, game_buttons, minify_icons, with_drawn_icons, with_icons

SCRIPTS = {
    "boot.js": [
        f"boot/{part}.js"
        for part in ("progress", "diagnostics", "python", "polyfills", "start", "home", "offline")
    ],
    "engine.js": ["boot/python.js", "engine.js"],
    "embed.js": ["embed/picture.js", "embed/frame.js"],
}
"""The files of assets that form each script, in the order in which they run."""

WORDS_SLOT = "{/* build:words */}"
"""The place of the sentences in boot.js, and of those of all languages in embed.js."""

FACTS_SLOT = "/* build:facts */ null"

PAGE_PARTS = """
import json, sys
from greylox_web.translation import load

assert not sys.argv[1:] or load(sys.argv[1])

from greylox_web.features.home.markup import home_markup
from greylox_web.drawing.hex_geometry import POINTY_TOP
from greylox_web.formats.embed_facts import embed_facts, embed_words
from greylox_web.drawing.tray import board_markup, paints_markup
from greylox_web.session.last_choices import newcomer_game
from greylox_web.rules import DEFAULT_GAME, TITLES
from greylox_web.words.page import BOOT_WORDS, NOT_FOUND_WORDS, PAGE_WORDS

paints = f'<svg class="paints" aria-hidden="true"><defs>{paints_markup()}</defs></svg>'
game = newcomer_game(DEFAULT_GAME)
board = board_markup(game) + board_markup(game, POINTY_TOP)
parts = {"paints": paints, "board": board, "home": home_markup(), "titles": TITLES}
parts |= {"embed": embed_facts(), "embed_words": embed_words()}
parts |= {"page": PAGE_WORDS, "boot": BOOT_WORDS, "lost": PAGE_WORDS | NOT_FOUND_WORDS}
print(json.dumps(parts))
"""


def page_parts(source: Path, translation: Path | None = None) -> dict[str, Any]:
    """What Python draws and says in the page, in English or with the translation in a file."""
    command: list[str | Path] = [ensure_venv("build"), "-c", PAGE_PARTS]
    command += [translation] if translation else []
    done = subprocess.run(command, cwd=source, capture_output=True, encoding="utf-8", check=False)
    if done.returncode:
        raise BuildError(f"The board could not be drawn:\n{done.stderr}")
    parts: dict[str, Any] = json.loads(done.stdout)
    return parts


def build_page(source: Path, parts: dict[str, Any]) -> Site:
    """The page's files with the board and the sentences filled in."""
    page = fill_strings((source / "index.html").read_text("utf-8"), parts["page"])
    symbols = (source / "assets" / SPRITE).read_text("utf-8")
    drawn = {"icons": minify_icons(symbols), "games": game_buttons(parts["titles"])}
    drawn |= {name: parts[name] for name in ("paints", "home", "board")}
    for name, markup in drawn.items():
        page = page.replace(f"<!-- build:{name} -->", markup)
    page = with_icons(page, symbols)
    manifest = (source / "assets/manifest.webmanifest").read_text("utf-8")
    boot = join_script("boot.js", source)
    words = json.dumps(parts["boot"], ensure_ascii=False, indent=2)
    embed = fill_strings((source / "assets/embed.html").read_text("utf-8"), parts["page"])
    facts = json.dumps(parts["embed"], ensure_ascii=False, separators=(",", ":"))
    script = join_script("embed.js", source).replace(FACTS_SLOT, facts)
    lost = fill_strings((source / "assets/404.html").read_text("utf-8"), parts["lost"])
    return {
        "index.html": page.encode(),
        "404.html": lost.encode(),
        "manifest.webmanifest": fill_strings(manifest, parts["page"]).encode(),
        "boot.js": boot.replace(WORDS_SLOT, words).encode(),
        "embed.html": with_drawn_icons(embed, symbols).encode(),
        "embed.js": script.encode(),  # with the sentences of all languages: see languages.py
        "engine.js": join_script("engine.js", source).encode(),
    }


def join_script(name: str, source: Path) -> str:
    """A script, joined from its parts."""
    return "\n".join((source / "assets" / part).read_text("utf-8") for part in SCRIPTS[name])


def fill_strings(text: str, words: dict[str, str]) -> str:
    """The text with each ``{{key}}`` replaced by the sentence of that key."""

    def sentence(match: re.Match[str]) -> str:
        if match[1] not in words:
            raise BuildError(f"The page wants the sentence {match[1]!r}, which is in no table.")
        return html.escape(words[match[1]])

    return re.sub(r"\{\{([\w-]+)\}\}", sentence, text)
