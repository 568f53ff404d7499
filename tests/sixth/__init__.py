"""A sixth game, which only the tests know: what CONTRIBUTING asks of a new game, and no more."""

import re
import shutil
from pathlib import Path

from greylox_web.rules import GAMES, TITLES
from greylox_web.words import WORDS
from greylox_web.words.ending import ENDING_WORDS
from greylox_web.words.new_game import OPTION_WORDS

from .siege import Siege
from .siege_words import SIEGE_ENDING_WORDS, SIEGE_OPTION_WORDS, SIEGE_WORDS

HERE = Path(__file__).parent


def register(patch) -> None:
    """Let this process know the game, until the monkeypatch ``patch`` is undone."""
    patch.setitem(GAMES, Siege.name, Siege)
    patch.setitem(TITLES, Siege.name, Siege.name.capitalize())
    for table, words in (
        (WORDS, SIEGE_WORDS),
        (ENDING_WORDS, SIEGE_ENDING_WORDS),
        (OPTION_WORDS, SIEGE_OPTION_WORDS),
    ):
        for key, text in words.items():
            patch.setitem(table, key, text)


def plant(source: Path, target: Path) -> None:
    """Copy what the build reads, and the game: two files, its words, its line in the registry."""
    without = shutil.ignore_patterns("__pycache__")
    for folder in ("greylox_web", "assets"):
        shutil.copytree(source / folder, target / folder, ignore=without)
    for name in ("index.html", "CHANGELOG.md"):
        shutil.copy(source / name, target)
    package = target / "greylox_web"
    shutil.copy(HERE / "siege.py", package / "rules/games")
    shutil.copy(HERE / "siege.md", target / "assets/rules")
    _add(package / "words/__init__.py", "WORDS", SIEGE_WORDS)
    _add(package / "words/ending.py", "ENDING_WORDS", SIEGE_ENDING_WORDS)
    _add(package / "words/new_game.py", "OPTION_WORDS", SIEGE_OPTION_WORDS)
    registry = package / "rules/registry.py"
    text = registry.read_text("utf-8")
    text, done = re.subn(r"^(KINDS: .*)\)$", r"\1, Siege)", text, flags=re.M)
    assert done == 1
    text = text.replace("\nKINDS", "from .games.siege import Siege\n\nKINDS", 1)
    registry.write_text(text, "utf-8")


def _add(path: Path, table: str, words: dict[str, str]) -> None:
    """Put words into a table of a module."""
    lines = "".join(f"    {key!r}: {text!r},\n" for key, text in words.items())
    text, done = re.subn(
        rf"^{table} = {{\n", lambda m: m[0] + lines, path.read_text("utf-8"), flags=re.M
    )
    assert done == 1
    path.write_text(text, "utf-8")
