"""The sentences: all in the tables, all of them used, none written into the page beside them."""

import ast
import re
from functools import cache
from html.parser import HTMLParser
from importlib import import_module
from pathlib import Path

import pytest

from greylox_web.match.match import Match
from greylox_web.match.tree import new_tree
from greylox_web.rules import DEFAULT_GAME
from greylox_web.session.choices import newcomer_game
from greylox_web.session.seats import DEFAULT_SEATS
from greylox_web.session.session import Session
from greylox_web.words import ordinal_word
from greylox_web.words.page import PAGE_WORDS
from tests.screen import Screen
from tools.site.filled import join_script

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "greylox_web"
NAMES = {"Greylox", "Greylox Web", "SGF", "JSON", "X"}  # of programs, formats, numbers in games
SIGNS = re.compile(r"[\W\d_]*")  # arrows, dots and the like need no translation
SHOWN = ("aria-label", "placeholder", "title", "alt")


def tables() -> dict[str, dict[str, str]]:
    """The tables by file and name."""
    found = {}
    for path in sorted((PACKAGE / "words").rglob("*.py")):
        place = ".".join(path.relative_to(PACKAGE / "words").with_suffix("").parts)
        module = import_module(f"greylox_web.words.{place}".removesuffix(".__init__"))
        for name, value in vars(module).items():
            if isinstance(value, dict) and name.isupper():
                found[f"{place}.{name}"] = value
    return found


class Still(HTMLParser):
    """The text that a page shows before any script has run."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []
        self.silent = False

    def handle_starttag(self, tag, attrs):
        self.silent = tag in ("script", "style", "mpy-config")
        self.found += [value for name, value in attrs if name in SHOWN and value]

    def handle_endtag(self, tag):
        self.silent = False

    def handle_data(self, data):
        if data.strip() and not self.silent:
            self.found.append(" ".join(data.split()))


def test_the_page_holds_no_sentence_of_its_own():
    still = Still()
    still.feed((ROOT / "index.html").read_text("utf-8"))
    still.feed((ROOT / "assets/404.html").read_text("utf-8"))
    own = [t for t in still.found if t not in NAMES and not SIGNS.fullmatch(t)]
    loose = [text for text in own if not re.fullmatch(r"\{\{[\w-]+\}\}", text)]
    assert len(own) > 50
    assert not loose, f"these belong into greylox_web/words/page.py: {loose}"


def test_every_sentence_that_the_page_wants_is_there_and_no_other():
    table = tables()["page.PAGE_WORDS"]
    files = (ROOT / "index.html", ROOT / "assets/manifest.webmanifest")
    wanted = set(re.findall(r"\{\{([\w-]+)\}\}", "".join(f.read_text("utf-8") for f in files)))
    assert wanted == set(table)
    lost = re.findall(r"\{\{([\w-]+)\}\}", (ROOT / "assets/404.html").read_text("utf-8"))
    assert set(lost) - set(table) == set(tables()["page.NOT_FOUND_WORDS"])
    boot = set(re.findall(r'say\("([\w-]+)"', join_script("boot.js", ROOT)))
    assert boot == set(tables()["page.BOOT_WORDS"])


@cache
def named() -> set[str]:
    """The texts in the code, and the fields, which may name a sentence."""
    known: set[str] = set()
    for path in (p for p in PACKAGE.rglob("*.py") if p.parent.name != "words"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                known.add(node.value)
            elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
                known.add(node.target.id)
    for path in (PACKAGE / "words").rglob("*.py"):  # a table may use a sentence of its own
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Constant):
                known.add(node.slice.value)
    return known


STILL = {f"page.{name}_WORDS" for name in ("PAGE", "NOT_FOUND", "BOOT")}


@pytest.mark.parametrize("name", sorted(set(tables()) - STILL))
def test_every_sentence_is_used(name):
    known = named()
    beginnings = tuple(text for text in known if text.endswith("-"))  # f"due-{...}"

    def used(key: str) -> bool:
        field, _, value = key.partition("-")
        return key in known or key.startswith(beginnings) or {field, value} <= known

    unused = [key for key in tables()[name] if not used(key)]
    assert not unused


def test_a_sentence_holds_named_places_only():
    for name, table in tables().items():
        for key, text in table.items():
            places = re.findall(r"\{([^}]*)\}", text)
            assert all(re.match(r"[A-Za-z]\w*", place) for place in places), (name, key)


@pytest.mark.parametrize(
    ("place", "text"),
    [
        *((1, "second"), (8, "ninth"), (9, "10th"), (10, "11th"), (11, "12th"), (12, "13th")),
        *((19, "20th"), (20, "21st"), (21, "22nd"), (22, "23rd"), (23, "24th"), (30, "31st")),
        *((100, "101st"), (110, "111th"), (111, "112th"), (112, "113th"), (121, "122nd")),
    ],
)
def test_the_place_of_a_group_is_an_english_ordinal(place, text):
    assert ordinal_word(place) == text


def test_the_words_of_the_built_page_are_those_of_its_game():
    session = Session(Match(new_tree(newcomer_game(DEFAULT_GAME)), seats=DEFAULT_SEATS))
    shown = Screen(session)
    parts = ("name", "board", "turn", "due", "goal", "standing", "standing-word")
    written = [PAGE_WORDS[f"first-{part}"] for part in (*parts, "about-own", "about-other")]
    own, other = shown.sides
    assert shown.title == " · ".join(written[:2]) and shown.board_line == written[1]
    assert written[2:5] == [shown.status, shown.prompt_line, shown.goal]
    assert written[5:] == [shown.drawing.heading, own.score.label, own.about, other.about]
    assert (own.name, other.name) == (PAGE_WORDS["you"], PAGE_WORDS["first-opponent"])
    assert [side.score.number for side in shown.sides] == ["0", "0"]
