"""Several tabs save the same games, and nothing is lost."""

import asyncio
from dataclasses import replace
from random import Random

import pytest

from greylox_web.engine import messages
from greylox_web.match.match import Match, Seat
from greylox_web.match.tree import Tree, new_tree
from greylox_web.rules import new_game
from greylox_web.rules.board import bits
from greylox_web.session.event import ShowNotice
from greylox_web.session.load_match import NewGame, OpenLink, Rematch
from greylox_web.session.playing import ClickCell, GoToNode, PlayAction, Resign, Undo
from greylox_web.session.requests import EngineReady, EngineReport
from greylox_web.session.session import Session
from greylox_web.session.study import Delete, PlayFromHere, ToggleEditor
from greylox_web.words.library import LIBRARY_WORDS
from tests.page.tab_simulation import BrowserSimulation, storage

__all__ = ["storage"]  # the fixture

GAME = new_game("brink", 3)


def place_events(*names: str):
    return [PlayAction(GAME.board.parse_cell(name)) for name in names]


async def tab_with_game(browser: BrowserSimulation, *names: str):
    """A tab in which these stones were placed and the game was stored."""
    tab = await browser.tab(Session(Match(new_tree(GAME))))
    for event in place_events(*names):
        tab.dispatch(event)
    await browser.run_until_idle()
    return tab


def lines(tree: Tree) -> set[tuple[int, ...]]:
    return {tree.actions(node) for node in tree.reachable()}


@pytest.mark.parametrize("steps", [0, 3, 6, 9])
def test_overlapping_saves_lose_nothing(storage, steps: int):
    async def run() -> None:
        browser = BrowserSimulation(storage, Random(1))
        [c3, b2, a1, a2] = place_events("c3", "b2", "a1", "a2")
        one = await browser.tab(Session(Match(new_tree(GAME))))
        one.dispatch(c3)
        await browser.run_until_idle()
        two = await browser.tab(Session(Match(new_tree(GAME))))
        assert await two.autosave.open(one.session.match.id)
        await browser.run_until_idle()
        two.dispatch(b2)
        two.autosave.flush()
        await browser.pause()
        browser.messages.clear()  # they would arrive too late
        one.dispatch(a1)
        one.autosave.flush()
        await browser.pause(steps)
        one.dispatch(a2)
        one.autosave.flush()
        await browser.run_until_idle()
        [stored] = browser.trees
        assert {(c3.action, b2.action), (c3.action, a1.action, a2.action)} <= lines(stored)
        assert lines(one.session.tree) == lines(two.session.tree) == lines(stored)

    asyncio.run(run())


def test_saving_does_not_wait_for_players_answer_about_storage(storage, monkeypatch):
    async def unanswered() -> None:
        await asyncio.get_running_loop().create_future()

    async def run() -> None:
        browser = BrowserSimulation(storage, Random(1))
        tab = await browser.tab(Session(Match(new_tree(GAME))))
        monkeypatch.setattr("greylox_web.features.library.autosave.request_persistence", unanswered)
        tab.dispatch(place_events("c3")[0])
        tab.dispatch(Resign())
        saving = asyncio.ensure_future(tab.autosave.finish_saving())
        await browser.pause(50)
        assert saving.done() and len(browser.trees) == 1

    asyncio.run(run())


def test_failed_write_is_retried_after_leaving_game(storage):
    async def run() -> None:
        browser = BrowserSimulation(storage, Random(1))
        tab = await browser.tab(Session(Match(new_tree(GAME))))
        tab.dispatch(place_events("c3")[0])
        await browser.run_until_idle()
        for event in place_events("a1", "a2"):
            tab.dispatch(event)
        browser.failure_rate = 1.0
        tab.dispatch(NewGame("byg", 3))
        await browser.pause()
        browser.failure_rate = 0.0
        tab.dispatch(PlayAction(tab.session.game.board.parse_cell("c3")))
        await browser.run_until_idle()
        assert {entry.spec: len(entry.line) for entry in browser.entries} == {
            "brink3-x3": 3,
            "byg3": 1,
        }

    asyncio.run(run())


def test_game_deleted_while_engine_thinks_stays_deleted(storage):
    async def run() -> None:
        browser = BrowserSimulation(storage, Random(1))
        seats = Seat(), Seat(2)
        tab = await browser.tab(Session(Match(new_tree(GAME), seats=seats)))
        tab.dispatch(EngineReady())
        tab.dispatch(place_events("c3")[0])
        await browser.run_until_idle()
        assert len(browser.entries) == 1 and tab.session.engine.thinking
        await tab.autosave.delete(tab.session.match.id)
        ticket = tab.session.engine.ticket
        report = messages.SearchReport(ticket, True, "a1", 1, 0.0, False, ["a1"], [], 1, None)
        tab.dispatch(EngineReport(report))
        await browser.run_until_idle()
        assert len(tab.session.tree.nodes) == 3 and not browser.entries
        mover = tab.session.state
        tab.dispatch(PlayAction(next(bits(GAME.legal(mover)))))
        await browser.run_until_idle()
        assert len(browser.entries) == 1

    asyncio.run(run())


def test_lasting_storage_is_requested_after_the_first_finished_game(storage, monkeypatch):
    requests = []

    async def request() -> None:
        requests.append(True)

    async def run() -> None:
        browser = BrowserSimulation(storage, Random(1))
        tab = await browser.tab(Session(Match(new_tree(GAME))))
        monkeypatch.setattr(storage.autosave, "request_persistence", request)
        tab.dispatch(place_events("c3")[0])
        await browser.run_until_idle()
        assert browser.entries and not requests
        tab.dispatch(Resign())
        await browser.run_until_idle()
        assert requests

    asyncio.run(run())


def test_rematch_from_edited_position_keeps_first_game(storage):
    async def run() -> None:
        browser = BrowserSimulation(storage, Random(1))
        tab = await browser.tab(Session(Match(new_tree(GAME))))
        [a1, b2, c3] = (ClickCell(GAME.board.parse_cell(name)) for name in ("a1", "b2", "c3"))
        for event in (ToggleEditor(True), a1, PlayFromHere(), b2, c3, Resign()):
            tab.dispatch(event)
        await browser.run_until_idle()
        for event in (Rematch(tab.session.seats), c3):
            tab.dispatch(event)
        await browser.run_until_idle()
        assert sorted(len(tree.nodes) for tree in browser.trees) == [2, 3]

    asyncio.run(run())


def test_undone_tab_follows_deletion_in_other_tab(storage):
    async def run() -> None:
        browser = BrowserSimulation(storage, Random(1))
        one = await tab_with_game(browser, "c3", "a1", "a2")
        two = await browser.tab(Session(Match(new_tree(GAME))))
        assert await two.autosave.open(one.session.match.id)
        await browser.run_until_idle()
        one.dispatch(Undo())
        assert one.session.match.takeback_node == 2
        two.dispatch(Delete(2))
        await browser.run_until_idle()
        assert one.session.live_node == one.session.cursor == 1

    asyncio.run(run())


def test_restored_game_is_not_marked_deleted(storage):
    async def run() -> None:
        browser = BrowserSimulation(storage, Random(1))
        tab = await browser.tab(Session(Match(new_tree(GAME))))
        tab.dispatch(place_events("c3")[0])
        await browser.run_until_idle()
        [entry] = browser.entries
        await tab.autosave.delete(entry.id)
        assert tab.visit.current.is_deleted
        await tab.autosave.repository.merge(entry)
        assert not tab.visit.current.is_deleted

    asyncio.run(run())


def test_tab_opened_by_link_follows_deletion_in_other_tab(storage):
    async def run() -> None:
        browser = BrowserSimulation(storage, Random(1))
        one = await tab_with_game(browser, "c3", "a1", "a2")
        two = await browser.tab(Session(Match(new_tree(GAME))))
        two.dispatch(OpenLink(one.session.link))
        await browser.run_until_idle()
        assert two.session.match.id == one.session.match.id
        one.dispatch(Delete(2))
        await browser.run_until_idle()
        assert lines(two.session.tree) == lines(one.session.tree) == lines(browser.trees[0])
        assert max(map(len, lines(two.session.tree))) == 1

    asyncio.run(run())


def test_link_extending_stored_game_shows_merge_notice(storage):
    async def run() -> None:
        browser = BrowserSimulation(storage, Random(1))
        tab = await browser.tab(Session(Match(new_tree(GAME))))
        for event in place_events("c3", "a1"):
            tab.dispatch(event)
        for link, length in ("1/brink3/mc3a1", 2), ("1/brink3/mc3a1a2", 3):
            await browser.run_until_idle()
            tab.dispatch(NewGame("byg", 3))
            tab.dispatch(OpenLink(link))
            await browser.run_until_idle()
            for accept in tab.offers:
                accept()
            await browser.run_until_idle()
            [entry] = browser.entries
            assert tab.session.match.id == entry.id
            assert max(map(len, lines(browser.trees[0]))) == length
            message = LIBRARY_WORDS["joined"].format(title=entry.title)
            assert (tab.session.notice is not None) == (length == 3)
        assert tab.session.notice.text == message

    asyncio.run(run())


def test_reloaded_tab_follows_deletion_in_other_tab(storage, monkeypatch):
    async def run() -> None:
        browser = BrowserSimulation(storage, Random(1))
        one = await tab_with_game(browser, "c3", "a1", "a2")
        monkeypatch.setattr(storage.autosave, "load_current_id", lambda: one.session.match.id)
        two = await browser.tab(one.session)
        await browser.run_until_idle()
        one.dispatch(Delete(2))
        await browser.run_until_idle()
        assert max(map(len, lines(two.session.tree))) == 1
        assert lines(two.session.tree) == lines(one.session.tree) == lines(browser.trees[0])

    asyncio.run(run())


def test_two_tabs_with_one_game_both_show_notice(storage):
    async def run() -> None:
        browser = BrowserSimulation(storage, Random(1))
        one = await browser.tab(Session(Match(new_tree(GAME))))
        one.dispatch(place_events("c3")[0])
        await browser.run_until_idle()
        two = await browser.tab(Session(Match(new_tree(GAME))))
        assert await two.autosave.open(one.session.match.id)
        await browser.run_until_idle()
        for tab in one, two:
            assert tab.session.notice.text == LIBRARY_WORDS["two-tabs"]

    asyncio.run(run())


def test_two_tabs_notice_is_shown_once_per_tab(storage):
    async def run() -> None:
        browser = BrowserSimulation(storage, Random(1))
        one = await tab_with_game(browser, "c3")
        for is_first in True, False:
            another = await browser.tab(Session(Match(new_tree(GAME))))
            assert await another.autosave.open(one.session.match.id)
            await browser.run_until_idle()
            assert another.session.notice.text == LIBRARY_WORDS["two-tabs"]
            assert (one.session.notice is not None) == is_first
            one.dispatch(ShowNotice(""))  # the player closes it

    asyncio.run(run())


def test_full_storage_shows_notice(storage):
    async def run() -> None:
        browser = BrowserSimulation(storage, Random(1))
        browser.failure_rate = 1.0
        tab = await tab_with_game(browser, "c3")
        assert tab.session.notice.text == LIBRARY_WORDS["full"]

    asyncio.run(run())


def test_reopened_game_has_changes_of_other_tab(storage):
    async def run() -> None:
        browser = BrowserSimulation(storage, Random(1))
        one = await tab_with_game(browser, "c3", "a1", "a2")
        name = one.session.match.id
        one.dispatch(NewGame("byg", 3))
        two = await browser.tab(Session(Match(new_tree(GAME))))
        assert await two.autosave.open(name)
        two.dispatch(Delete(2))
        await browser.run_until_idle()
        assert await one.autosave.open(name)
        assert lines(one.session.tree) == lines(two.session.tree)
        assert max(map(len, lines(one.session.tree))) == 1

    asyncio.run(run())


def test_reopened_game_keeps_unsaved_changes(storage):
    async def run() -> None:
        browser = BrowserSimulation(storage, Random(1))
        tab = await tab_with_game(browser, "c3")
        [entry] = browser.entries
        browser.failure_rate = 1.0
        tab.dispatch(place_events("a1")[0])
        tab.dispatch(NewGame("byg", 3))
        await browser.pause()
        tab.autosave.open_entry(entry)
        assert max(map(len, lines(tab.session.tree))) == 2
        browser.failure_rate = 0.0
        await browser.run_until_idle()
        assert lines(tab.session.tree) in map(lines, browser.trees)

    asyncio.run(run())


def test_deleted_node_stays_deleted_after_other_tab_saves(storage):
    async def run() -> None:
        browser = BrowserSimulation(storage, Random(1))
        one = await tab_with_game(browser, "c3", "a1")
        for event in GoToNode(1), *place_events("a2"):
            one.dispatch(event)
        await browser.run_until_idle()
        two = await browser.tab(Session(Match(new_tree(GAME))))
        assert await two.autosave.open(one.session.match.id)
        two.dispatch(GoToNode(2))  # only the shown line changes
        await browser.run_until_idle()
        one.dispatch(Delete(2))
        await browser.run_until_idle()
        [c3, a2] = place_events("c3", "a2")
        remaining_lines = {(), (c3.action,), (c3.action, a2.action)}
        assert lines(one.session.tree) == lines(two.session.tree) == remaining_lines
        assert [lines(tree) for tree in browser.trees] == [remaining_lines]

    asyncio.run(run())


def test_deleted_current_game_ignores_other_tabs(storage):
    async def run() -> None:
        browser = BrowserSimulation(storage, Random(1))
        one = await tab_with_game(browser, "c3")
        two = await browser.tab(Session(Match(new_tree(GAME))))
        assert await two.autosave.open(one.session.match.id)
        await browser.run_until_idle()
        await one.autosave.delete(one.session.match.id)
        two.dispatch(place_events("a1")[0])
        await browser.run_until_idle()
        assert len(lines(one.session.tree)) == 2
        assert [len(lines(tree)) for tree in browser.trees] == [3]

    asyncio.run(run())


@pytest.mark.parametrize("name", ["0", "z"])  # before and after the id of the current game
def test_storing_other_game_keeps_current_game(storage, name: str):
    async def run() -> None:
        browser = BrowserSimulation(storage, Random(1))
        tab = await tab_with_game(browser, "c3", "a1")
        [entry] = browser.entries
        tab.dispatch(Delete(2))
        await tab.autosave.repository.merge(replace(entry, id=name))
        await browser.pause()
        assert len(lines(tab.session.tree)) == 2

    asyncio.run(run())


def test_game_from_edited_position_replaces_empty_entry(storage):
    async def run() -> None:
        browser = BrowserSimulation(storage, Random(1))
        tab = await browser.tab(Session(Match(new_tree(GAME))))
        for name in "a1", "b2":
            click = ClickCell(GAME.board.parse_cell(name))
            for event in ToggleEditor(True), click, PlayFromHere():
                tab.dispatch(event)
            await browser.run_until_idle()
            assert [entry.id for entry in browser.entries] == [tab.session.match.id]

    asyncio.run(run())


def test_current_game_is_remembered_once_stored(storage, monkeypatch):
    async def run() -> None:
        browser = BrowserSimulation(storage, Random(1))
        one = await browser.tab(Session(Match(new_tree(GAME))))
        monkeypatch.setattr(storage.autosave, "save_current_id", remembered.append)
        one.dispatch(place_events("c3")[0])
        assert remembered == [one.session.match.id]
        await browser.run_until_idle()
        two = await browser.tab(Session(Match(new_tree(GAME))))
        assert await two.autosave.open(one.session.match.id)
        assert remembered == [one.session.match.id] * 2

    remembered: list[str] = []
    asyncio.run(run())
