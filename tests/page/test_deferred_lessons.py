"""Lessons that load late, after their stored results."""

import asyncio
from random import Random
from types import SimpleNamespace

from greylox_web.match.match import Match
from greylox_web.match.tree import new_tree
from greylox_web.progress import FactLog
from greylox_web.rules import new_game
from greylox_web.session.load_match import NewGame
from greylox_web.session.session import Session
from greylox_web.session.study import Comment
from tests.page.fake_browser import fake_js, make_store
from tests.page.page_simulation import SimulatedPage, whole_page
from tests.page.tab_simulation import BrowserSimulation


def test_late_lesson_does_not_replace_later_choice():
    async def run(js, lessons, *, leaves: bool) -> Session:
        table, read = make_store(Session(Match(new_tree(new_game("brink", 3))))), asyncio.Event()
        table.progress = lambda: SimpleNamespace(facts=FactLog(), wait_loaded=read.wait)
        js.location.hash = "#learn/lox"
        task = asyncio.ensure_future(lessons.Lessons(table).open_lesson("lox", None))
        await asyncio.sleep(0)
        if leaves:
            table.dispatch(NewGame("byg", 3))
            js.location.hash = "#1/byg3/m"
        read.set()
        await task
        return table.session

    with fake_js() as js:
        from greylox_web.features.lessons import panel as lessons

        session_after_staying = asyncio.run(run(js, lessons, leaves=False))
        assert (
            session_after_staying.exercise_attempt is not None
            and session_after_staying.game.name == "lox"
        )
        session_after_leaving = asyncio.run(run(js, lessons, leaves=True))
        assert (
            session_after_leaving.exercise_attempt is None
            and session_after_leaving.game.name == "byg"
        )


def test_lesson_opens_though_engine_plays_meanwhile():
    async def run(modules) -> None:
        page = await SimulatedPage(modules).start(BrowserSimulation(modules, Random(1)))
        await page.fetch_lesson_while_computer_plays()
        attempt = page.session.exercise_attempt
        assert attempt is not None and attempt.exercise.route == "learn/lox/join"
        assert page.history.entries[-1] == "#learn/lox/join"
        assert len(page.session.game_session.tree.nodes) == 3

    with whole_page() as modules:
        asyncio.run(run(modules))


def test_first_lesson_opens_though_game_merges_meanwhile():
    async def run(modules) -> None:
        page = await SimulatedPage(modules).start(BrowserSimulation(modules, Random(1)))
        page.do(NewGame("brink", 3))
        page.play("a1")
        page.do(Comment("a word"))
        await page.run_until_idle()
        modules.history.push("#learn/lox/join")
        reloaded = SimulatedPage(modules)
        reloaded.ready.clear()
        await reloaded.start(page.database)
        assert reloaded.session.tree.nodes[1].comment == "a word"
        reloaded.ready.set()
        await reloaded.run_until_idle()
        assert reloaded.session.exercise_attempt is not None

    with whole_page() as modules:
        asyncio.run(run(modules))


def test_first_stone_of_lesson_game_starts_new_entry():
    async def run(modules) -> None:
        page = await SimulatedPage(modules).start(BrowserSimulation(modules, Random(1)))
        for _ in range(2):
            await page.follow_link("#learn/byg/game")
            page.play("a1")
            await page.run_until_idle()
            page.do(NewGame("lox", 5))
        assert [len(tree.nodes) for tree in page.database.trees] == [2, 2]
        reloaded = SimulatedPage(modules)

        async def meanwhile() -> None:
            await reloaded.follow_link("#learn/byg/game")
            reloaded.play("c3")

        await reloaded.start(page.database, meanwhile)
        assert [len(tree.nodes) for tree in page.database.trees] == [2, 2, 2]

    with whole_page() as modules:
        asyncio.run(run(modules))
