"""Links that continue a stored match: compared with it, then merged or offered."""

from __future__ import annotations

import asyncio
from random import Random
from types import SimpleNamespace

import pytest

from greylox_web.match.match import PERSON, Match, Seat
from greylox_web.match.tree import new_tree
from greylox_web.rules import new_game
from greylox_web.rules.notation.links import read_link, write_link
from greylox_web.session.load_match import LoadMatch, NewGame, OpenLink
from greylox_web.session.playing import ClickCell, PlayAction
from greylox_web.session.session import Session
from greylox_web.session.study import PlayFromHere, ToggleEditor
from tests.page.tab_simulation import BrowserSimulation, Tab, storage

__all__ = ["storage"]  # the fixture

GAME = new_game("brink", 3)
STORED = "a1", "b2", "c3", "d3"
REMOTE = Seat(None, remote=True)


async def after_link(
    storage: SimpleNamespace, link: str, seats: tuple[Seat, Seat] = (PERSON, PERSON)
) -> tuple[BrowserSimulation, Tab, str]:
    """Store a match, start another, open a link; return the browser, the tab and the match's id."""
    browser = BrowserSimulation(storage, Random(1))
    tab = await browser.tab(Session(Match(new_tree(GAME), seats=seats)))
    for name in STORED if seats == (PERSON, PERSON) else STORED[:1]:
        tab.dispatch(PlayAction(GAME.board.parse_cell(name)))
    await browser.run_until_idle()
    match_id = tab.session.match.id
    tab.dispatch(NewGame("byg", 3))
    record = read_link(f"1/brink3-x3/m{link}").record
    assert record is not None
    tab.dispatch(OpenLink(write_link(record)))
    await browser.run_until_idle()
    return browser, tab, match_id


def lines(browser: BrowserSimulation) -> list[list[tuple[int, ...]]]:
    """The lines of each stored match."""
    return [
        [tree.actions(node) for node in tree.reachable() if not tree.nodes[node].children]
        for tree in browser.trees
    ]


def actions(names: str) -> tuple[int, ...]:
    return tuple(GAME.board.parse_cell(name) for name in names.split())


def test_the_same_line_is_the_stored_match(storage):
    async def run() -> None:
        browser, tab, match_id = await after_link(storage, "a1b2c3d3")
        assert tab.session.match.id == match_id and not tab.offers
        assert lines(browser) == [[actions("a1 b2 c3 d3")]]

    asyncio.run(run())


@pytest.mark.parametrize(
    ("link", "relation", "stored"),
    [
        ("a1b2c3d3e4", "ahead", ["a1 b2 c3 d3 e4"]),
        ("a1b2c3", "behind", ["a1 b2 c3 d3"]),
        ("a1b2c3e4", "differs", ["a1 b2 c3 d3", "a1 b2 c3 e4"]),
    ],
)
@pytest.mark.parametrize("accepts", [True, False])
def test_longer_shorter_or_branching_game_is_offered(storage, link, relation, stored, accepts):
    async def run() -> None:
        browser, tab, match_id = await after_link(storage, link)
        [accept] = tab.offers
        assert tab.relations == [relation] and tab.session.match.id != match_id
        if accepts:
            accept()
        else:
            tab.dispatch(NewGame("byg", 3))
            assert not tab.offers, "it is about another match"
        await browser.run_until_idle()
        assert (tab.session.match.id == match_id) == accepts
        expected = stored if accepts else ["a1 b2 c3 d3"]
        assert lines(browser) == [[actions(line) for line in expected]]

    asyncio.run(run())


@pytest.mark.parametrize("link", ["a1b2", "a1b2e4", "e4"])
def test_short_prefix_counts_as_another_match(storage, link):
    async def run() -> None:
        browser, tab, match_id = await after_link(storage, link)
        assert not tab.offers and tab.session.match.id != match_id
        tab.dispatch(PlayAction(GAME.board.parse_cell("d4")))
        await browser.run_until_idle()
        assert len(browser.entries) == 2

    asyncio.run(run())


def test_friend_reply_is_merged_and_replayed(storage):
    async def run() -> None:
        browser, tab, match_id = await after_link(storage, "a1b1", (PERSON, REMOTE))
        assert tab.session.match.id == match_id and not tab.offers
        assert tab.session.seats == (PERSON, REMOTE) and tab.session.replay_node >= 0
        assert lines(browser) == [[actions("a1 b1")]]

    asyncio.run(run())


def test_a_friends_forgery_is_only_offered(storage):
    async def run() -> None:
        _, tab, match_id = await after_link(storage, "a1b1c1", (PERSON, REMOTE))
        assert tab.relations == ["ahead"] and tab.session.match.id != match_id

    asyncio.run(run())


def test_declined_offer_is_not_repeated_for_reopened_match(storage):
    async def run() -> None:
        _, tab, _ = await after_link(storage, "a1b2c3")
        opened = tab.session.match
        assert tab.offers
        tab.dispatch(NewGame("byg", 3))
        tab.dispatch(LoadMatch(opened))
        await tab.browser.run_until_idle()
        assert tab.session.match.id == opened.id and not tab.offers

    asyncio.run(run())


def test_help_in_the_stored_match_is_not_forgotten(storage):
    async def run() -> None:
        browser = BrowserSimulation(storage, Random(1))
        tab = await browser.tab(Session(Match(new_tree(GAME), unrated_reason="hint")))
        for name in STORED:
            tab.dispatch(PlayAction(GAME.board.parse_cell(name)))
        await browser.run_until_idle()
        tab.dispatch(NewGame("byg", 3))
        tab.dispatch(OpenLink("1/brink3-x3/ma1b2c3d3e4"))
        await browser.run_until_idle()
        assert not tab.session.unrated_reason
        [accept] = tab.offers
        accept()
        await browser.run_until_idle()
        assert tab.session.unrated_reason == "hint"
        assert [entry.helped for entry in browser.entries] == ["hint"]

    asyncio.run(run())


def test_edited_position_is_matched_with_last_stored_game(storage, monkeypatch):
    """An earlier version stored the id of the stored match, but none in its local record."""

    async def run() -> None:
        browser = BrowserSimulation(storage, Random(1))
        tab = await browser.tab(Session(Match(new_tree(GAME))))
        for event in ToggleEditor(True), ClickCell(GAME.board.parse_cell("a1")), PlayFromHere():
            tab.dispatch(event)
        await browser.run_until_idle()
        [entry] = browser.entries
        monkeypatch.setattr(storage.autosave, "load_current_id", lambda: entry.id)
        reopened = await browser.tab(Session(Match(tab.session.tree)))
        assert reopened.session.match.id == entry.id

    asyncio.run(run())
