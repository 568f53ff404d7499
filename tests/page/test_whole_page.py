"""Whatever is done on the page, in any order: nothing is lost, and the engine is asked in time."""

import asyncio
from random import Random
from types import SimpleNamespace

import pytest

from greylox_web.features.library.entry import load_match
from greylox_web.match.match import PERSON, GameTerms, Seat
from greylox_web.session.asking import EngineReady
from greylox_web.session.opening import NewGame, OpenLink
from tests.page.several_tabs import Together
from tests.page.whole_page import Page, whole_page

ENGINE = Seat(2)


@pytest.mark.parametrize("way", ["stored", "left"])
def test_a_game_that_is_gone_on_with_has_its_own_time_though_another_one_began_alike(way: str):
    async def run() -> None:
        page = await Page(rooms).start(Together(rooms, Random(1)))
        clocked = NewGame("brink", 3, (), (PERSON, PERSON), GameTerms(60_000))
        page.do(clocked)
        page.play("a1")
        rooms.now[0] += 6000
        page.play("b2")
        await page.settle()
        page.do(clocked)
        page.play("a1")
        assert page.clock.clock.millis_left == (60_000, 60_000)
        if way == "left":
            await page.back()
        else:
            await page.table.autosave.open(page.database.entries[0].id)
        assert page.line == ["a1", "b2"] and page.clock.clock.millis_left == (60_000, 54_000)

    with whole_page() as rooms:
        asyncio.run(run())


def test_before_saving_starts_what_is_played_is_noted_and_what_is_opened_is_not():
    async def run(rooms: SimpleNamespace, play: bool) -> list[str]:
        page, database = Page(rooms), Together(rooms, Random(1))

        async def meanwhile() -> None:
            page.do(NewGame("lox", 3), OpenLink("1/byg3/ma1c3"))
            if play:
                page.play("b2")
            page.do(NewGame("brink", 3))

        await page.start(database, meanwhile)
        return [load_match(entry).game.name for entry in database.entries]

    for play in False, True:
        with whole_page() as rooms:
            assert asyncio.run(run(rooms, play)) == ["byg"] * play


def test_a_game_that_only_the_computer_has_played_in_before_saving_starts_is_not_stored():
    async def run(rooms: SimpleNamespace) -> None:
        page = Page(rooms)

        async def meanwhile() -> None:
            page.do(EngineReady(), NewGame("brink", 3, (), (ENGINE, PERSON)))
            page.answer("a1")
            page.do(NewGame("byg", 3))

        await page.start(Together(rooms, Random(1)), meanwhile)
        assert not page.database.entries

    with whole_page() as rooms:
        asyncio.run(run(rooms))


def test_another_game_that_is_played_before_saving_starts_is_stored_beside_the_last_one():
    async def run(rooms: SimpleNamespace) -> None:
        page = await Page(rooms).start(Together(rooms, Random(1)))
        page.do(NewGame("brink", 3))
        page.play("a1", "b2")
        await page.settle()
        again = Page(rooms)

        async def meanwhile() -> None:
            again.do(NewGame("brink", 3))
            again.play("c3")

        await again.start(page.database, meanwhile)
        assert sorted(len(tree.nodes) for tree in again.database.trees) == [2, 3]

    with whole_page() as rooms:
        asyncio.run(run(rooms))


def test_a_game_that_was_left_is_gone_on_with_unless_it_was_deleted():
    async def run(rooms: SimpleNamespace) -> None:
        page = await Page(rooms).start(Together(rooms, Random(1)))
        page.do(NewGame("brink", 3))
        page.play("a1")
        await page.settle()
        page.do(NewGame("byg", 3))
        visit = page.table.visit
        assert (
            visit.get_suspended("brink").match.game.name == "brink"
            and visit.get_suspended("lox") is None
        )
        await page.table.autosave.delete(page.database.entries[0].id)
        assert visit.get_suspended("brink") is None

    with whole_page() as rooms:
        asyncio.run(run(rooms))
