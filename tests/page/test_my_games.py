"""The cards of *My games* without a browser: what they say and show of stored games."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import replace
from random import Random
from types import SimpleNamespace
from typing import Any
from unittest.mock import MagicMock

import pytest

from greylox_web.features.library.collection import search
from greylox_web.features.library.entry import Entry, make_entry, read_entry, renamed, write_entry
from greylox_web.match.match import PERSON, Match, Seat
from greylox_web.match.tree import tree_from_record
from greylox_web.rules.notation.links import read_link
from greylox_web.session.opening import NewGame
from greylox_web.session.playing import FlagFall, GoToNode, Resign
from greylox_web.session.session import Session
from greylox_web.session.update import update
from tests.earlier import load
from tests.page.pretended import pretended
from tests.page.several_tabs import Together
from tests.page.whole_page import Page, whole_page

FRIEND = Seat(remote=True)
DRAW = "1/multiplicity3/mb1a1a3b3e3e4d5c5d4c2c1d2d3e5b4c3c4b2/c0e"
OVER = "1/greylox3/mc3c4e4d4b1b2a3b3d2e3d5a2b2c5e5b4c4/cpm"  # White, who begins, wins


class Node:
    """An element of the page."""

    def __init__(self, text: str = "") -> None:
        self.textContent = text
        self.children: list[Any] = []
        self.attributes: dict[str, str] = {}
        self.classList = SimpleNamespace(add=lambda _: None)

    def setAttribute(self, name: str, value: str) -> None:  # noqa: N802
        self.attributes[name] = value

    def append(self, *children: Any) -> None:
        self.children += children

    @property
    def all(self) -> list[Any]:
        """This element and those in it."""
        inner = (child for child in self.children if isinstance(child, Node))
        return [self, *(node for child in inner for node in child.all)]


class Card:
    """The card of a stored game: its words, its picture and who won."""

    def __init__(self, entry: Entry) -> None:
        from greylox_web.features.library.markup import game_item

        self.nodes = game_item(entry).all
        self.words = [node.textContent for node in self.nodes if isinstance(node.textContent, str)]
        drawings = [text for text in self.words if text.startswith("<svg")]
        self.stones = drawings[0].count('class="stone"') if drawings else 0
        self.words = [text for text in self.words if text and not text.startswith("<svg")]
        told = [n for n in self.nodes if "verdict" in n.attributes.get("class", "")]
        self.verdict = told[0].textContent if told else ""
        self.kind = told[0].attributes["class"].split()[-1] if told else ""


def shown(js: MagicMock) -> MagicMock:
    """The module ``js`` with elements that keep what is put into them."""
    js.document.createElement = lambda _: Node()
    js.document.createElementNS = lambda *_: Node()
    js.document.importNode = lambda node, _: node
    parsed = lambda text, _: SimpleNamespace(documentElement=Node(text))  # noqa: E731
    js.DOMParser.new = lambda: SimpleNamespace(parseFromString=parsed)
    return js


@pytest.fixture
def page() -> Iterator[MagicMock]:
    with pretended() as js:
        yield shown(js)


def sitting(link: str, *seats: Seat) -> Session:
    """The session of the game in a link."""
    record = read_link(link).record
    assert record is not None
    return Session(Match(*tree_from_record(record), seats=(seats[0], seats[1])))


def stored(session: Session, **changes: Any) -> Entry:
    """The entry as it comes back from the database."""
    return read_entry(write_entry(replace(make_entry(session.match, "one"), **changes)))


@pytest.mark.parametrize(
    ("seats", "kind", "verdict"),
    [
        ((PERSON, Seat(2)), "won", "Won"),
        ((Seat(2), PERSON), "lost", "Lost"),
        ((PERSON, FRIEND), "won", "Won"),
        ((FRIEND, PERSON), "lost", "Lost"),
        ((PERSON, PERSON), "over", "White won"),
        ((Seat(5), Seat(2)), "over", "Hazel won"),
    ],
)
@pytest.mark.parametrize("place", [0, 5, 17])
def test_a_card_shows_how_the_game_ended_whatever_was_looked_at(page, seats, kind, verdict, place):
    session = sitting(OVER, *seats)
    looking = update(session, GoToNode(place))
    card = Card(stored(looking))
    assert (card.kind, card.verdict) == (kind, verdict)
    assert card.stones == session.state.occupied.bit_count()
    assert search([stored(looking)], verdict) != []


@pytest.mark.parametrize(
    ("seats", "verdict"),
    [((PERSON, Seat(2)), "Lost"), ((Seat(2), PERSON), "Won"), ((PERSON, PERSON), "White won")],
)
@pytest.mark.parametrize("end", [Resign(), FlagFall(0)])
def test_a_game_that_was_resigned_or_lost_on_time_is_won_and_lost(page, seats, verdict, end):
    session = update(sitting("1/brink3-x2/ma1b2", PERSON, PERSON), end)
    session = session.with_match(seats=seats)
    for place in range(3):
        card = Card(stored(update(session, GoToNode(place))))
        assert (card.verdict, card.stones) == (verdict, 2)


def test_a_draw_is_told(page):
    card = Card(stored(sitting(DRAW, PERSON, Seat(2))))
    assert (card.kind, card.verdict) == ("over", "Draw")


def test_a_game_that_goes_on_is_shown_as_it_stands(page):
    session = sitting("1/brink3-x2/ma1b2c3", PERSON, Seat(3))
    for place in range(4):
        card = Card(stored(update(session, GoToNode(place))))
        assert (card.kind, card.stones) == ("", 3)
        assert "Wren to move · after move 3" in card.words


def test_a_game_that_is_over_stays_over_while_a_variation_of_it_is_looked_at():
    async def walk(page: Page) -> None:
        page.do(NewGame("brink", 3, (), (PERSON, PERSON)))
        page.play("a1", "b2", "c3")
        page.do(Resign(), GoToNode(1))
        page.play("a2", "a3", "b3", "c4")
        await page.settle()
        [entry] = page.database.entries
        card = Card(entry)
        assert (card.verdict, card.stones) == ("Black won", 3)
        page.do(GoToNode(0))
        page.play("b1")
        await page.settle()
        assert Card(page.database.entries[0]).verdict == "Black won"

    visit(walk)


def visit(walk: Callable[[Page], Awaitable[None]]) -> None:
    """Do something in a visit that begins with an empty browser."""

    async def run() -> None:
        await walk(await Page(rooms).start(Together(rooms, Random(1))))

    with whole_page() as rooms:
        shown(rooms.js)
        asyncio.run(run())


EARLIER = {
    "over": ("Won", 15),
    "resigned": ("Lost", 2),
    "going": ("", 2),
    "setup": ("", 4),
    "byg": ("", 3),
}


@pytest.mark.parametrize("key", load("0.1.0", "rows"))
def test_a_game_of_any_earlier_version_is_shown_at_its_end(page, key: str):
    verdict, stones = EARLIER[key.partition("-")[0]]
    row = json.loads(load("0.1.0", "rows")[key])
    for looked_at in (row, {**row, "picture": ["0", "0"], "opening": True}):
        if "opening" not in row:
            looked_at.pop("opening", None)
        card = Card(read_entry(json.dumps(looked_at)))
        assert (card.verdict, card.stones) == (verdict, stones)
        assert any(re.search("to move|Your move|wins?[.:]", text) for text in card.words), (
            card.words
        )


@pytest.mark.parametrize(
    "link",
    [
        "",
        "1/greylox3/m",
        "1/lox11/ma1b2",
        "1/greylox3/mc3c3",
        f"{OVER[:-1]}0",
        OVER.replace("/m", "/s5x/m"),
        "1/greylox3/m" + "c3" * 9000,
        "2/greylox3/mc3",
        "x" * 99_999,
        "1/greylox3/m\ud800<b>",
    ],
)
def test_a_damaged_link_falls_back_to_the_game_file_and_then_to_what_was_noted(page, link: str):
    whole = stored(sitting(OVER, PERSON, Seat(2)), link=link)
    card = Card(whole)
    assert (card.verdict, card.stones) == ("Won", 15)
    [bare, other] = (
        replace(whole, tree=tree, picture=("3", "4"), result="You win.") for tree in ("{", "[]")
    )
    for entry in (bare, other):
        card = Card(entry)
        assert card.stones in (0, 3, 15) and "You win." in card.words
        assert search([entry], "greylox") == [entry]


def test_a_name_is_text_and_no_markup(page):
    entry = renamed(stored(sitting(OVER, PERSON, FRIEND)), "<b>x</b>", "<i>Ann</i>")
    card = Card(entry)
    assert "<b>x</b>" in card.words and any("<i>Ann</i>" in text for text in card.words)
    assert not any(re.search(r"^<(?!svg|b>|i>)", text) for text in card.words)
