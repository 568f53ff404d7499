"""A sixth game, only for tests: what CONTRIBUTING requires of a new game, and no more."""

import re
import shutil
from pathlib import Path

from greylox_web.drawing.board_layers import SHADES
from greylox_web.formats import style
from greylox_web.rules import GAMES, TITLES
from greylox_web.words import WORDS
from greylox_web.words.ending import ENDING_WORDS
from greylox_web.words.new_game import OPTION_WORDS
from tests import css_tokens

from .siege import Siege
from .siege_colours import BLOCK, FLAT, LIGHT, SHADE, TILES, TOKENS, WOOD
from .siege_words import SIEGE_ENDING_WORDS, SIEGE_OPTION_WORDS, SIEGE_WORDS

FOLDER = Path(__file__).parent
SET_SELECTOR = r'^  :root\[data-{}\]:where\(:not\(\[data-theme="contrast"\]\)\) {{\n'


def register(patch) -> None:
    """Register the game in this process, until the monkeypatch ``patch`` is undone."""
    patch.setitem(GAMES, Siege.name, Siege)
    patch.setitem(TITLES, Siege.name, Siege.name.capitalize())
    for table, entries in (
        (WORDS, SIEGE_WORDS),
        (ENDING_WORDS, SIEGE_ENDING_WORDS),
        (OPTION_WORDS, SIEGE_OPTION_WORDS),
        (SHADES, SHADE),
        (style.LIGHT, LIGHT),
    ):
        for key, value in entries.items():
            patch.setitem(table, key, value)
    patch.setattr(css_tokens, "TOKENS", add_colours(css_tokens.TOKENS))


def install_into(source: Path, target: Path) -> None:
    """Copy the build's sources and add the game: two files, and lines in seven others."""
    without = shutil.ignore_patterns("__pycache__")
    for folder in ("greylox_web", "assets"):
        shutil.copytree(source / folder, target / folder, ignore=without)
    for name in ("index.html", "CHANGELOG.md"):
        shutil.copy(source / name, target)
    package = target / "greylox_web"
    shutil.copy(FOLDER / "siege.py", package / "rules/games")
    shutil.copy(FOLDER / "siege.md", target / "assets/rules")
    _add_entries(package / "words/__init__.py", "WORDS", SIEGE_WORDS)
    _add_entries(package / "words/ending.py", "ENDING_WORDS", SIEGE_ENDING_WORDS)
    _add_entries(package / "words/new_game.py", "OPTION_WORDS", SIEGE_OPTION_WORDS)
    registry = package / "rules/registry.py"
    text = registry.read_text("utf-8")
    text, done = re.subn(r"^(GAME_CLASSES: .*)\)$", r"\1, Siege)", text, flags=re.M)
    assert done == 1
    text = text.replace("\nGAME_CLASSES", "from .games.siege import Siege\n\nGAME_CLASSES", 1)
    registry.write_text(text, "utf-8")
    _add_entries(package / "formats/style.py", "LIGHT", LIGHT)
    pieces_path = package / "drawing/board_layers.py"
    text, done = re.subn(
        r"^(SHADES = {.*)}",
        rf"\1, {str(SHADE)[1:-1]}}}",
        pieces_path.read_text("utf-8"),
        flags=re.M,
    )
    assert done == 1
    pieces_path.write_text(text, "utf-8")
    sheet = target / "assets/style/tokens.css"
    sheet.write_text(add_colours(sheet.read_text("utf-8")), "utf-8")


def add_colours(text: str) -> str:
    """The text of ``css_tokens.css`` with the colours of the game."""
    for start, indent, names in (
        (r"^:root {\n", "  ", TOKENS),
        (SET_SELECTOR.format('board="wood"'), "    ", WOOD),
        (SET_SELECTOR.format('stones="flat"'), "    ", FLAT),
    ):
        lines = "".join(f"{indent}--{name}: {value};\n" for name, value in names.items())
        text = _insert_after(text, start, lines)
    text = _insert_after(text, r"^  stop-color: var\(--blue-2\);\n}\n", BLOCK)
    return _insert_after(text, r"^  --tile: var\(--tile-byg\);\n}\n", TILES)


def _insert_after(text: str, start: str, lines: str) -> str:
    """Insert lines after the first match of the pattern ``start``; fail without a match."""
    text, done = re.subn(start, lambda m: m[0] + lines, text, count=1, flags=re.M)
    assert done == 1
    return text


def _add_entries(path: Path, table: str, entries: dict[str, str]) -> None:
    """Insert entries at the start of a table of a module."""
    lines = "".join(f"    {key!r}: {text!r},\n" for key, text in entries.items())
    text = path.read_text("utf-8")
    path.write_text(_insert_after(text, rf"^{table} = {{\n", lines), "utf-8")
