"""The cards of *My games* without a browser: their texts, pictures and verdicts."""

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
from greylox_web.session.load_match import NewGame
from greylox_web.session.playing import FlagFall, GoToNode, Resign
from greylox_web.session.session import Session
from greylox_web.session.update import update
from tests.earlier import load
from tests.page.fake_browser import fake_js
from tests.page.page_simulation import SimulatedPage, whole_page
from tests.page.tab_simulation import BrowserSimulation

FRIEND = Seat(remote=True)
DRAW = "1/multiplicity3/mb1a1a3b3e3e4d5c5d4c2c1d2d3e5b4c3c4b2/c0e"
OVER = "1/greylox3/mc3c4e4d4b1b2a3b3d2e3d5a2b2c5e5b4c4/cpm"  # White moves first and wins


class Node:
    """A fake element of the page."""

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
        """This element and all elements in it."""
        inner = (child for child in self.children if isinstance(child, Node))
        return [self, *(node for child in inner for node in child.all)]


class Card:
    """The card of a stored game: its texts, its picture and its verdict."""

    def __init__(self, entry: Entry) -> None:
        from greylox_web.features.library.markup import game_item

        self.nodes = game_item(entry).all
        self.words = [node.textContent for node in self.nodes if isinstance(node.textContent, str)]
        drawings = [text for text in self.words if text.startswith("<svg")]
        self.stones = drawings[0].count('class="stone"') if drawings else 0
        self.words = [text for text in self.words if text and not text.startswith("<svg")]
        verdict_nodes = [n for n in self.nodes if "verdict" in n.attributes.get("class", "")]
        self.verdict = verdict_nodes[0].textContent if verdict_nodes else ""
        self.kind = verdict_nodes[0].attributes["class"].split()[-1] if verdict_nodes else ""


def add_fake_elements(js: MagicMock) -> MagicMock:
    """Let the fake ``js`` create elements of class ``Node``; return it."""
    js.document.createElement = lambda _: Node()
    js.document.createElementNS = lambda *_: Node()
    js.document.adoptNode = lambda node: node
    parsed = lambda text, _: SimpleNamespace(documentElement=Node(text))  # noqa: E731
    js.DOMParser.new = lambda: SimpleNamespace(parseFromString=parsed)
    return js


@pytest.fixture
def page() -> Iterator[MagicMock]:
    with fake_js() as js:
        yield add_fake_elements(js)


def session_from_link(link: str, *seats: Seat) -> Session:
    """A session of the game in a link."""
    record = read_link(link).record
    assert record is not None
    return Session(Match(*tree_from_record(record), seats=(seats[0], seats[1])))


def make_stored_entry(session: Session, **changes: Any) -> Entry:
    """The entry after a round trip through its stored text."""
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
@pytest.mark.parametrize("cursor", [0, 5, 17])
def test_a_card_shows_how_the_game_ended_whatever_was_looked_at(page, seats, kind, verdict, cursor):
    session = session_from_link(OVER, *seats)
    looking = update(session, GoToNode(cursor))
    card = Card(make_stored_entry(looking))
    assert (card.kind, card.verdict) == (kind, verdict)
    assert card.stones == session.state.occupied.bit_count()
    assert search([make_stored_entry(looking)], verdict) != []


@pytest.mark.parametrize(
    ("seats", "verdict"),
    [((PERSON, Seat(2)), "Lost"), ((Seat(2), PERSON), "Won"), ((PERSON, PERSON), "White won")],
)
@pytest.mark.parametrize("end", [Resign(), FlagFall(0)])
def test_resigned_or_timed_out_game_shows_verdict(page, seats, verdict, end):
    session = update(session_from_link("1/brink3-x2/ma1b2", PERSON, PERSON), end)
    session = session.with_match(seats=seats)
    for cursor in range(3):
        card = Card(make_stored_entry(update(session, GoToNode(cursor))))
        assert (card.verdict, card.stones) == (verdict, 2)


def test_drawn_game_shows_draw(page):
    card = Card(make_stored_entry(session_from_link(DRAW, PERSON, Seat(2))))
    assert (card.kind, card.verdict) == ("over", "Draw")


def test_unfinished_game_shows_latest_position(page):
    session = session_from_link("1/brink3-x2/ma1b2c3", PERSON, Seat(3))
    for cursor in range(4):
        card = Card(make_stored_entry(update(session, GoToNode(cursor))))
        assert (card.kind, card.stones) == ("", 3)
        assert "Wren to move · after move 3" in card.words


def test_finished_game_keeps_verdict_in_variation():
    async def scenario(page: SimulatedPage) -> None:
        page.do(NewGame("brink", 3, (), (PERSON, PERSON)))
        page.play("a1", "b2", "c3")
        page.do(Resign(), GoToNode(1))
        page.play("a2", "a3", "b3", "c4")
        await page.run_until_idle()
        [entry] = page.database.entries
        card = Card(entry)
        assert (card.verdict, card.stones) == ("Black won", 3)
        page.do(GoToNode(0))
        page.play("b1")
        await page.run_until_idle()
        assert Card(page.database.entries[0]).verdict == "Black won"

    run_visit(scenario)


def run_visit(scenario: Callable[[SimulatedPage], Awaitable[None]]) -> None:
    """Run a scenario in a visit that begins with an empty browser."""

    async def run() -> None:
        await scenario(await SimulatedPage(modules).start(BrowserSimulation(modules, Random(1))))

    with whole_page() as modules:
        add_fake_elements(modules.js)
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
    for stored_row in (row, {**row, "picture": ["0", "0"], "opening": True}):
        if "opening" not in row:
            stored_row.pop("opening", None)
        card = Card(read_entry(json.dumps(stored_row)))
        assert (card.verdict, card.stones) == (verdict, stones)
        assert any(re.search("to move|Your turn|wins?[.:]", text) for text in card.words), (
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
def test_damaged_link_falls_back_to_game_file_then_summary(page, link: str):
    whole = make_stored_entry(session_from_link(OVER, PERSON, Seat(2)), link=link)
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
    entry = renamed(
        make_stored_entry(session_from_link(OVER, PERSON, FRIEND)), "<b>x</b>", "<i>Ann</i>"
    )
    card = Card(entry)
    assert "<b>x</b>" in card.words and any("<i>Ann</i>" in text for text in card.words)
    assert not any(re.search(r"^<(?!svg|b>|i>)", text) for text in card.words)


# ------------------------------------------------------------ the list of cards


class CardList(Node):
    """A fake list whose cards can be removed and found."""

    def append(self, *children: Any) -> None:
        for card in children:
            card.remove = lambda card=card: self.children.remove(card)
            card.querySelector = lambda _: MagicMock()
            if card in self.children:
                card.remove()
            self.children.append(card)

    def querySelector(self, selector: str) -> Any:  # noqa: N802
        return next(card for card in self.children if card.attributes["data-game"] in selector)


@pytest.fixture
def my_games(page: MagicMock) -> Any:
    """My games with a fake list, as ``games`` and ``games.list``."""
    cards = CardList()
    page.document.getElementById = lambda name: cards if name == "library-games" else MagicMock()
    page.JSON.stringify = str
    from greylox_web.features.library.panel import MyGames

    games = MyGames(MagicMock())
    games.list = cards
    return games


def some_entries(count: int) -> list[Entry]:
    entry = make_stored_entry(session_from_link(OVER, PERSON, Seat(3)))
    return [replace(entry, id=f"game-{number:02}") for number in range(count)]


def draw(games: Any, entries: list[Entry]) -> list[int]:
    """Show these games; return the number of cards at each pause, and at the end."""
    counts = [len(games.list.children) for _ in games.draw_cards(entries)]
    assert [card.attributes["data-game"] for card in games.list.children] == [
        entry.id for entry in entries
    ]
    return [*counts, len(games.list.children)]


def let_cards_take(monkeypatch: pytest.MonkeyPatch, millis: int) -> None:
    """Let the making of each card take so long, by a clock of its own."""
    from greylox_web.features.library import panel

    clock, make = [0.0], panel.game_item

    def make_slowly(entry: Entry) -> Any:
        clock[0] += millis / 1000
        return make(entry)

    monkeypatch.setattr(panel, "game_item", make_slowly)
    monkeypatch.setattr(panel, "time", SimpleNamespace(monotonic=lambda: clock[0]))


@pytest.mark.parametrize(
    ("millis", "first", "more"),
    [(1, [20], [40]), (7, [3, 6, 8], [11, 14, 16]), (90, [1, 2, 3], [4, 5])],
)
def test_the_page_can_paint_during_long_work_on_cards(my_games, monkeypatch, millis, first, more):
    let_cards_take(monkeypatch, millis)
    entries = some_entries(more[-1])
    assert draw(my_games, entries[: first[-1]]) == first
    assert draw(my_games, entries) == more


def test_unchanged_cards_stay_and_changed_ones_are_made_again(my_games):
    entries = some_entries(5)
    draw(my_games, entries)
    before = list(my_games.list.children)
    entries[2] = renamed(entries[2], "Final", "Ann")
    draw(my_games, [entries[4], *entries[1:4]])
    after = my_games.list.children
    assert [card in before for card in after] == [True, True, False, True]
    assert any(node.textContent == "Final" for node in after[2].all)


def test_an_interrupted_list_is_completed_by_the_next_one(my_games, monkeypatch):
    let_cards_take(monkeypatch, 7)
    entries = some_entries(20)
    next(my_games.draw_cards(entries))
    assert draw(my_games, entries[3:])[-1] == 17


def test_a_card_with_the_form_for_names_is_made_again(my_games):
    entries = some_entries(3)
    my_games.loaded.entries.extend(entries)
    draw(my_games, entries)
    before = list(my_games.list.children)
    my_games.on_choice(entries[1].id, "rename")
    draw(my_games, entries)
    assert [card in before for card in my_games.list.children] == [True, False, True]
