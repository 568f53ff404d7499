"""Games before and after the start of autosave: which are stored and which are resumed."""

import asyncio
from random import Random
from types import SimpleNamespace

import pytest

from greylox_web.features.library.entry import load_match
from greylox_web.match.match import PERSON, GameTerms, Seat
from greylox_web.session.load_match import NewGame, OpenLink
from greylox_web.session.requests import EngineReady
from tests.page.page_simulation import SimulatedPage, whole_page
from tests.page.tab_simulation import BrowserSimulation

ENGINE = Seat(2)


@pytest.mark.parametrize("origin", ["stored", "left"])
def test_resumed_game_has_its_own_time(origin: str):
    async def run() -> None:
        page = await SimulatedPage(modules).start(BrowserSimulation(modules, Random(1)))
        clocked = NewGame("brink", 3, (), (PERSON, PERSON), GameTerms(60_000))
        page.do(clocked)
        page.play("a1")
        modules.now[0] += 6000
        page.play("b2")
        await page.run_until_idle()
        page.do(clocked)
        page.play("a1")
        assert page.clock.clock.millis_left == (60_000, 60_000)
        if origin == "left":
            await page.traverse_history()
        else:
            await page.store.autosave.open(page.database.entries[0].id)
        assert page.line == ["a1", "b2"] and page.clock.clock.millis_left == (60_000, 54_000)

    with whole_page() as modules:
        asyncio.run(run())


def test_only_played_game_is_remembered_before_autosave():
    async def run(modules: SimpleNamespace, play: bool) -> list[str]:
        page, database = SimulatedPage(modules), BrowserSimulation(modules, Random(1))

        async def meanwhile() -> None:
            page.do(NewGame("lox", 3), OpenLink("1/byg3/ma1c3"))
            if play:
                page.play("b2")
            page.do(NewGame("brink", 3))

        await page.start(database, meanwhile)
        return [load_match(entry).game.name for entry in database.entries]

    for play in False, True:
        with whole_page() as modules:
            assert asyncio.run(run(modules, play)) == ["byg"] * play


def test_engine_only_game_before_autosave_is_not_stored():
    async def run(modules: SimpleNamespace) -> None:
        page = SimulatedPage(modules)

        async def meanwhile() -> None:
            page.do(EngineReady(), NewGame("brink", 3, (), (ENGINE, PERSON)))
            page.answer("a1")
            page.do(NewGame("byg", 3))

        await page.start(BrowserSimulation(modules, Random(1)), meanwhile)
        assert not page.database.entries

    with whole_page() as modules:
        asyncio.run(run(modules))


def test_game_played_before_autosave_is_a_new_entry():
    async def run(modules: SimpleNamespace) -> None:
        page = await SimulatedPage(modules).start(BrowserSimulation(modules, Random(1)))
        page.do(NewGame("brink", 3))
        page.play("a1", "b2")
        await page.run_until_idle()
        reloaded = SimulatedPage(modules)

        async def meanwhile() -> None:
            reloaded.do(NewGame("brink", 3))
            reloaded.play("c3")

        await reloaded.start(page.database, meanwhile)
        assert sorted(len(tree.nodes) for tree in reloaded.database.trees) == [2, 3]

    with whole_page() as modules:
        asyncio.run(run(modules))


def test_suspended_game_resumes_unless_deleted():
    async def run(modules: SimpleNamespace) -> None:
        page = await SimulatedPage(modules).start(BrowserSimulation(modules, Random(1)))
        page.do(NewGame("brink", 3))
        page.play("a1")
        await page.run_until_idle()
        page.do(NewGame("byg", 3))
        visit = page.store.visit
        assert (
            visit.get_suspended("brink").match.game.name == "brink"
            and visit.get_suspended("lox") is None
        )
        await page.store.autosave.delete(page.database.entries[0].id)
        assert visit.get_suspended("brink") is None

    with whole_page() as modules:
        asyncio.run(run(modules))
