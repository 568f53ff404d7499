"""The strings: all are in the tables, all are used, and the page has none of its own."""

import ast
import re
from functools import cache
from html.parser import HTMLParser
from importlib import import_module
from pathlib import Path

import pytest

from greylox_web.features.players.phases import phases
from greylox_web.formats.embed_facts import embed_words
from greylox_web.match.match import Match
from greylox_web.match.tree import new_tree
from greylox_web.rules import DEFAULT_GAME
from greylox_web.session.last_choices import newcomer_game
from greylox_web.session.seats import DEFAULT_SEATS
from greylox_web.session.session import Session
from greylox_web.words import ordinal_word
from greylox_web.words.page import PAGE_WORDS
from tests.screen import Screen
from tools.site.templates import join_script

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "greylox_web"
NAMES = {"Greylox", "Greylox Web", "SGF", "JSON", "X"}  # of programs and formats, and X in games
PUNCTUATION_ONLY = re.compile(r"[\W\d_]*")  # arrows, dots and the like need no translation
SPOKEN_ATTRIBUTES = ("aria-label", "placeholder", "title", "alt")


def string_tables() -> dict[str, dict[str, str]]:
    """Return the string tables by module and name."""
    strings = {}
    for path in sorted((PACKAGE / "words").rglob("*.py")):
        module_name = ".".join(path.relative_to(PACKAGE / "words").with_suffix("").parts)
        module = import_module(f"greylox_web.words.{module_name}".removesuffix(".__init__"))
        for name, value in vars(module).items():
            if isinstance(value, dict) and name.isupper():
                strings[f"{module_name}.{name}"] = value
    return strings


class StaticTexts(HTMLParser):
    """The text of a page before any script has run."""

    def __init__(self) -> None:
        super().__init__()
        self.texts: list[str] = []
        self.silent = False

    def handle_starttag(self, tag, attrs):
        self.silent = tag in ("script", "style", "mpy-config")
        self.texts += [value for name, value in attrs if name in SPOKEN_ATTRIBUTES and value]

    def handle_endtag(self, tag):
        self.silent = False

    def handle_data(self, data):
        if data.strip() and not self.silent:
            self.texts.append(" ".join(data.split()))


def test_the_page_holds_no_sentence_of_its_own():
    still = StaticTexts()
    still.feed((ROOT / "index.html").read_text("utf-8"))
    still.feed((ROOT / "assets/404.html").read_text("utf-8"))
    own = [t for t in still.texts if t not in NAMES and not PUNCTUATION_ONLY.fullmatch(t)]
    loose = [text for text in own if not re.fullmatch(r"\{\{[\w-]+\}\}", text)]
    assert len(own) > 50
    assert not loose, f"these belong into greylox_web/words/page.py: {loose}"


def test_page_strings_match_its_placeholders():
    table = string_tables()["page.PAGE_WORDS"]
    files = (ROOT / "index.html", ROOT / "assets/manifest.webmanifest")
    keys = set(re.findall(r"\{\{([\w-]+)\}\}", "".join(f.read_text("utf-8") for f in files)))
    assert keys == set(table)
    lost = re.findall(r"\{\{([\w-]+)\}\}", (ROOT / "assets/404.html").read_text("utf-8"))
    assert set(lost) - set(table) == set(string_tables()["page.NOT_FOUND_WORDS"])
    boot = set(re.findall(r'\btext\("([\w-]+)"', join_script("boot.js", ROOT)))
    assert boot == set(string_tables()["page.BOOT_WORDS"])


@cache
def text_constants() -> set[str]:
    """Return the string constants in the code, and the field names, which may be keys."""
    constants: set[str] = set()
    for path in (p for p in PACKAGE.rglob("*.py") if p.parent.name != "words"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                constants.add(node.value)
            elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
                constants.add(node.target.id)
    for path in (PACKAGE / "words").rglob("*.py"):  # a table may use its own strings
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Constant):
                constants.add(node.slice.value)
            elif isinstance(node, ast.JoinedStr) and isinstance(node.values[0], ast.Constant):
                constants.add(node.values[0].value)
    return constants


STATIC_TABLES = {f"page.{name}_WORDS" for name in ("PAGE", "NOT_FOUND", "BOOT")}
STATIC_TABLES |= {"embed.EMBED_WORDS"}


def test_script_of_embedded_boards_uses_its_sentences():
    script = join_script("embed.js", ROOT)
    assert not [key for key in string_tables()["embed.EMBED_WORDS"] if f'"{key}"' not in script]
    assert set(re.findall(r'\bsay\(\s*"([\w-]+)"', script)) <= set(embed_words())


@pytest.mark.parametrize("name", sorted(set(string_tables()) - STATIC_TABLES))
def test_every_sentence_is_used(name):
    constants = text_constants()
    beginnings = tuple(text for text in constants if text.endswith("-"))  # f"due-{...}"

    def used(key: str) -> bool:
        field, _, value = key.partition("-")
        return key in constants or key.startswith(beginnings) or {field, value} <= constants

    unused = [key for key in string_tables()[name] if not used(key)]
    assert not unused


def test_a_sentence_holds_named_places_only():
    for name, table in string_tables().items():
        for key, text in table.items():
            placeholders = re.findall(r"\{([^}]*)\}", text)
            assert all(re.match(r"[A-Za-z]\w*", placeholder) for placeholder in placeholders), (
                name,
                key,
            )


@pytest.mark.parametrize(
    ("rank", "text"),
    [
        *((1, "second"), (8, "ninth"), (9, "10th"), (10, "11th"), (11, "12th"), (12, "13th")),
        *((19, "20th"), (20, "21st"), (21, "22nd"), (22, "23rd"), (23, "24th"), (30, "31st")),
        *((100, "101st"), (110, "111th"), (111, "112th"), (112, "113th"), (121, "122nd")),
    ],
)
def test_group_rank_is_english_ordinal(rank, text):
    assert ordinal_word(rank) == text


def test_built_page_strings_match_its_game():
    session = Session(Match(new_tree(newcomer_game(DEFAULT_GAME)), seats=DEFAULT_SEATS))
    screen = Screen(session)
    parts = ("name", "board", "turn", "due", "goal", "phase")
    built = [PAGE_WORDS[f"first-{part}"] for part in (*parts, "about-own", "about-other")]
    own, other = screen.sides
    assert screen.title.startswith(built[0]) and screen.board_line == built[1]
    assert built[2:5] == [screen.status, screen.prompt_line, screen.goal]
    assert built[5:] == [phases(session)[0].about, own.about, other.about]
    assert (own.name, other.name) == (PAGE_WORDS["you"], PAGE_WORDS["first-opponent"])
    assert not any(side.score.number for side in screen.sides)
