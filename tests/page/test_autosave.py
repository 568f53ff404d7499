"""Games of several tabs are saved one over the other, and nothing of them is lost."""

import asyncio
from dataclasses import replace
from random import Random

import pytest

from greylox_web.engine import messages as wire
from greylox_web.match.match import Match, Seat
from greylox_web.match.tree import Tree, new_tree
from greylox_web.rules import new_game
from greylox_web.rules.board import bits
from greylox_web.session.asking import EngineReady, EngineReport
from greylox_web.session.event import ShowNotice
from greylox_web.session.opening import NewGame, OpenLink, Rematch
from greylox_web.session.playing import ClickCell, GoToNode, PlayAction, Resign, Undo
from greylox_web.session.session import Session
from greylox_web.session.study import Delete, PlayFromHere, ToggleEditor
from greylox_web.words.library import LIBRARY_WORDS
from tests.page.several_tabs import Together, storage

__all__ = ["storage"]  # the fixture

GAME = new_game("brink", 3)


def place(*names: str):
    return [PlayAction(GAME.board.parse_cell(name)) for name in names]


async def tab_with_game(browser: Together, *names: str):
    """A tab in which these stones were placed, and its game stored."""
    tab = await browser.tab(Session(Match(new_tree(GAME))))
    for event in place(*names):
        tab.dispatch(event)
    await browser.settle()
    return tab


def lines(tree: Tree) -> set[tuple[int, ...]]:
    return {tree.actions(node) for node in tree.reachable()}


@pytest.mark.parametrize("steps", [0, 3, 6, 9])
def test_a_save_that_begins_while_another_is_on_its_way_loses_nothing(storage, steps: int):
    async def run() -> None:
        browser = Together(storage, Random(1))
        [c3, b2, a1, a2] = place("c3", "b2", "a1", "a2")
        one = await browser.tab(Session(Match(new_tree(GAME))))
        one.dispatch(c3)
        await browser.settle()
        two = await browser.tab(Session(Match(new_tree(GAME))))
        assert await two.autosave.open(one.session.match.id)
        await browser.settle()
        two.dispatch(b2)
        two.autosave.flush()
        await browser.pause()
        browser.messages.clear()  # late
        one.dispatch(a1)
        one.autosave.flush()
        await browser.pause(steps)
        one.dispatch(a2)
        one.autosave.flush()
        await browser.settle()
        [stored] = browser.trees
        assert {(c3.action, b2.action), (c3.action, a1.action, a2.action)} <= lines(stored)
        assert lines(one.session.tree) == lines(two.session.tree) == lines(stored)

    asyncio.run(run())


def test_what_was_refused_is_stored_later_though_the_game_was_left(storage):
    async def run() -> None:
        browser = Together(storage, Random(1))
        tab = await browser.tab(Session(Match(new_tree(GAME))))
        tab.dispatch(place("c3")[0])
        await browser.settle()
        for event in place("a1", "a2"):
            tab.dispatch(event)
        browser.refusals = 1.0
        tab.dispatch(NewGame("byg", 3))
        await browser.pause()
        browser.refusals = 0.0
        tab.dispatch(PlayAction(tab.session.game.board.parse_cell("c3")))
        await browser.settle()
        assert {entry.spec: len(entry.line) for entry in browser.entries} == {
            "brink3-x3": 3,
            "byg3": 1,
        }

    asyncio.run(run())


def test_a_game_that_is_deleted_while_the_engine_thinks_stays_away(storage):
    async def run() -> None:
        browser = Together(storage, Random(1))
        seats = Seat(), Seat(2)
        tab = await browser.tab(Session(Match(new_tree(GAME), seats=seats)))
        tab.dispatch(EngineReady())
        tab.dispatch(place("c3")[0])
        await browser.settle()
        assert len(browser.entries) == 1 and tab.session.engine.thinking
        await tab.autosave.delete(tab.session.match.id)
        ticket = tab.session.engine.ticket
        report = wire.SearchReport(ticket, True, "a1", 1, 0.0, False, ["a1"], [], 1, None)
        tab.dispatch(EngineReport(report))
        await browser.settle()
        assert len(tab.session.tree.nodes) == 3 and not browser.entries
        mover = tab.session.state
        tab.dispatch(PlayAction(next(bits(GAME.legal(mover)))))
        await browser.settle()
        assert len(browser.entries) == 1

    asyncio.run(run())


def test_a_rematch_from_a_position_that_was_set_up_leaves_the_first_game_alone(storage):
    async def run() -> None:
        browser = Together(storage, Random(1))
        tab = await browser.tab(Session(Match(new_tree(GAME))))
        [a1, b2, c3] = (ClickCell(GAME.board.parse_cell(name)) for name in ("a1", "b2", "c3"))
        for event in (ToggleEditor(True), a1, PlayFromHere(), b2, c3, Resign()):
            tab.dispatch(event)
        await browser.settle()
        for event in (Rematch(tab.session.seats), c3):
            tab.dispatch(event)
        await browser.settle()
        assert sorted(len(tree.nodes) for tree in browser.trees) == [2, 3]

    asyncio.run(run())


def test_a_tab_does_not_stay_taken_back_to_what_another_one_has_deleted(storage):
    async def run() -> None:
        browser = Together(storage, Random(1))
        one = await tab_with_game(browser, "c3", "a1", "a2")
        two = await browser.tab(Session(Match(new_tree(GAME))))
        assert await two.autosave.open(one.session.match.id)
        await browser.settle()
        one.dispatch(Undo())
        assert one.session.match.takeback_node == 2
        two.dispatch(Delete(2))
        await browser.settle()
        assert one.session.live_node == one.session.cursor == 1

    asyncio.run(run())


def test_a_deleted_game_that_was_brought_back_is_no_longer_deleted(storage):
    async def run() -> None:
        browser = Together(storage, Random(1))
        tab = await browser.tab(Session(Match(new_tree(GAME))))
        tab.dispatch(place("c3")[0])
        await browser.settle()
        [entry] = browser.entries
        await tab.autosave.delete(entry.id)
        assert tab.visit.current.is_deleted
        await tab.autosave.store.merge(entry)
        assert not tab.visit.current.is_deleted

    asyncio.run(run())


def test_a_tab_that_opened_a_stored_game_by_its_link_follows_what_another_one_deletes(storage):
    async def run() -> None:
        browser = Together(storage, Random(1))
        one = await tab_with_game(browser, "c3", "a1", "a2")
        two = await browser.tab(Session(Match(new_tree(GAME))))
        two.dispatch(OpenLink(one.session.link))
        await browser.settle()
        assert two.session.match.id == one.session.match.id
        one.dispatch(Delete(2))
        await browser.settle()
        assert lines(two.session.tree) == lines(one.session.tree) == lines(browser.trees[0])
        assert max(map(len, lines(two.session.tree))) == 1

    asyncio.run(run())


def test_a_link_that_goes_on_with_a_stored_game_is_told_to_be_of_that_game(storage):
    async def run() -> None:
        browser = Together(storage, Random(1))
        tab = await browser.tab(Session(Match(new_tree(GAME))))
        for event in place("c3", "a1"):
            tab.dispatch(event)
        for link, length in ("1/brink3/mc3a1", 2), ("1/brink3/mc3a1a2", 3):
            await browser.settle()
            tab.dispatch(NewGame("byg", 3))
            tab.dispatch(OpenLink(link))
            await browser.settle()
            for accept in tab.offers:
                accept()
            await browser.settle()
            [entry] = browser.entries
            assert tab.session.match.id == entry.id
            assert max(map(len, lines(browser.trees[0]))) == length
            joined = LIBRARY_WORDS["joined"].format(title=entry.title)
            assert (tab.session.notice is not None) == (length == 3)
        assert tab.session.notice.text == joined

    asyncio.run(run())


def test_a_tab_that_was_reloaded_follows_what_another_one_deletes(storage, monkeypatch):
    async def run() -> None:
        browser = Together(storage, Random(1))
        one = await tab_with_game(browser, "c3", "a1", "a2")
        monkeypatch.setattr(storage.autosave, "load_current_id", lambda: one.session.match.id)
        two = await browser.tab(one.session)
        await browser.settle()
        one.dispatch(Delete(2))
        await browser.settle()
        assert max(map(len, lines(two.session.tree))) == 1
        assert lines(two.session.tree) == lines(one.session.tree) == lines(browser.trees[0])

    asyncio.run(run())


def test_both_tabs_tell_that_they_have_the_same_game(storage):
    async def run() -> None:
        browser = Together(storage, Random(1))
        one = await browser.tab(Session(Match(new_tree(GAME))))
        one.dispatch(place("c3")[0])
        await browser.settle()
        two = await browser.tab(Session(Match(new_tree(GAME))))
        assert await two.autosave.open(one.session.match.id)
        await browser.settle()
        for tab in one, two:
            assert tab.session.notice.text == LIBRARY_WORDS["two-tabs"]

    asyncio.run(run())


def test_a_tab_is_told_only_once_that_another_one_has_its_game(storage):
    async def run() -> None:
        browser = Together(storage, Random(1))
        one = await tab_with_game(browser, "c3")
        for is_first in True, False:
            another = await browser.tab(Session(Match(new_tree(GAME))))
            assert await another.autosave.open(one.session.match.id)
            await browser.settle()
            assert another.session.notice.text == LIBRARY_WORDS["two-tabs"]
            assert (one.session.notice is not None) == is_first
            one.dispatch(ShowNotice(""))  # the player puts it away

    asyncio.run(run())


def test_a_refusal_for_lack_of_space_is_told(storage):
    async def run() -> None:
        browser = Together(storage, Random(1))
        browser.refusals = 1.0
        tab = await tab_with_game(browser, "c3")
        assert tab.session.notice.text == LIBRARY_WORDS["full"]

    asyncio.run(run())


def test_a_game_that_was_left_is_opened_again_as_another_tab_has_changed_it(storage):
    async def run() -> None:
        browser = Together(storage, Random(1))
        one = await tab_with_game(browser, "c3", "a1", "a2")
        name = one.session.match.id
        one.dispatch(NewGame("byg", 3))
        two = await browser.tab(Session(Match(new_tree(GAME))))
        assert await two.autosave.open(name)
        two.dispatch(Delete(2))
        await browser.settle()
        assert await one.autosave.open(name)
        assert lines(one.session.tree) == lines(two.session.tree)
        assert max(map(len, lines(one.session.tree))) == 1

    asyncio.run(run())


def test_a_game_that_was_left_is_opened_again_with_what_could_not_be_stored(storage):
    async def run() -> None:
        browser = Together(storage, Random(1))
        tab = await tab_with_game(browser, "c3")
        [entry] = browser.entries
        browser.refusals = 1.0
        tab.dispatch(place("a1")[0])
        tab.dispatch(NewGame("byg", 3))
        await browser.pause()
        tab.autosave.open_entry(entry)
        assert max(map(len, lines(tab.session.tree))) == 2
        browser.refusals = 0.0
        await browser.settle()
        assert lines(tab.session.tree) in map(lines, browser.trees)

    asyncio.run(run())


def test_what_is_deleted_stays_deleted_after_another_tab_has_stored_the_same_tree(storage):
    async def run() -> None:
        browser = Together(storage, Random(1))
        one = await tab_with_game(browser, "c3", "a1")
        for event in GoToNode(1), *place("a2"):
            one.dispatch(event)
        await browser.settle()
        two = await browser.tab(Session(Match(new_tree(GAME))))
        assert await two.autosave.open(one.session.match.id)
        two.dispatch(GoToNode(2))  # only the line that is shown is another
        await browser.settle()
        one.dispatch(Delete(2))
        await browser.settle()
        [c3, a2] = place("c3", "a2")
        left = {(), (c3.action,), (c3.action, a2.action)}
        assert lines(one.session.tree) == lines(two.session.tree) == left
        assert [lines(tree) for tree in browser.trees] == [left]

    asyncio.run(run())


def test_a_deleted_game_on_the_table_no_longer_follows_other_tabs(storage):
    async def run() -> None:
        browser = Together(storage, Random(1))
        one = await tab_with_game(browser, "c3")
        two = await browser.tab(Session(Match(new_tree(GAME))))
        assert await two.autosave.open(one.session.match.id)
        await browser.settle()
        await one.autosave.delete(one.session.match.id)
        two.dispatch(place("a1")[0])
        await browser.settle()
        assert len(lines(one.session.tree)) == 2
        assert [len(lines(tree)) for tree in browser.trees] == [3]

    asyncio.run(run())


@pytest.mark.parametrize("name", ["0", "z"])  # before and after the id of the game on the table
def test_another_game_that_is_stored_leaves_the_one_on_the_table_as_it_is(storage, name: str):
    async def run() -> None:
        browser = Together(storage, Random(1))
        tab = await tab_with_game(browser, "c3", "a1")
        [entry] = browser.entries
        tab.dispatch(Delete(2))
        await tab.autosave.store.merge(replace(entry, id=name))
        await browser.pause()
        assert len(lines(tab.session.tree)) == 2

    asyncio.run(run())


def test_a_game_from_a_set_up_position_takes_the_place_of_a_bare_one(storage):
    async def run() -> None:
        browser = Together(storage, Random(1))
        tab = await browser.tab(Session(Match(new_tree(GAME))))
        for name in "a1", "b2":
            click = ClickCell(GAME.board.parse_cell(name))
            for event in ToggleEditor(True), click, PlayFromHere():
                tab.dispatch(event)
            await browser.settle()
            assert [entry.id for entry in browser.entries] == [tab.session.match.id]

    asyncio.run(run())


def test_the_game_on_the_table_is_remembered_once_it_is_stored_or_will_be(storage, monkeypatch):
    async def run() -> None:
        browser = Together(storage, Random(1))
        one = await browser.tab(Session(Match(new_tree(GAME))))
        monkeypatch.setattr(storage.autosave, "save_current_id", remembered.append)
        one.dispatch(place("c3")[0])
        assert remembered == [one.session.match.id]
        await browser.settle()
        two = await browser.tab(Session(Match(new_tree(GAME))))
        assert await two.autosave.open(one.session.match.id)
        assert remembered == [one.session.match.id] * 2

    remembered: list[str] = []
    asyncio.run(run())
