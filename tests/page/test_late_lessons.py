"""Lessons that come late: what is stored of them is read first."""

import asyncio
from random import Random
from types import SimpleNamespace

from greylox_web.match.match import Match
from greylox_web.match.tree import new_tree
from greylox_web.progress import FactLog
from greylox_web.rules import new_game
from greylox_web.session.opening import NewGame
from greylox_web.session.session import Session
from greylox_web.session.study import Comment
from tests.page.pretended import pretended, table_of
from tests.page.several_tabs import Together
from tests.page.whole_page import Page, whole_page


def test_a_lesson_leaves_alone_what_was_chosen_since_it_was_asked_for():
    async def run(js, lessons, *, leaves: bool) -> Session:
        table, read = table_of(Session(Match(new_tree(new_game("brink", 3))))), asyncio.Event()
        table.progress = lambda: SimpleNamespace(facts=FactLog(), ready=read.wait)
        js.location.hash = "#learn/lox"
        going = asyncio.ensure_future(lessons.Lessons(table).open_lesson("lox", None))
        await asyncio.sleep(0)
        if leaves:
            table.dispatch(NewGame("byg", 3))
            js.location.hash = "#1/byg3/m"
        read.set()
        await going
        return table.session

    with pretended() as js:
        from greylox_web.features.lessons import panel as lessons

        stayed = asyncio.run(run(js, lessons, leaves=False))
        assert stayed.exercise_attempt is not None and stayed.game.name == "lox"
        left = asyncio.run(run(js, lessons, leaves=True))
        assert left.exercise_attempt is None and left.game.name == "byg"


def test_a_lesson_comes_though_the_computer_plays_while_it_is_fetched():
    async def run(rooms) -> None:
        page = await Page(rooms).start(Together(rooms, Random(1)))
        await page.fetch_lesson_while_computer_plays()
        attempt = page.session.exercise_attempt
        assert attempt is not None and attempt.exercise.route == "learn/lox/join"
        assert page.history.entries[-1] == "#learn/lox/join"
        assert len(page.session.game_session.tree.nodes) == 3

    with whole_page() as rooms:
        asyncio.run(run(rooms))


def test_a_lesson_that_the_visit_begins_with_comes_though_the_game_is_joined_with_the_stored_one():
    async def run(rooms) -> None:
        page = await Page(rooms).start(Together(rooms, Random(1)))
        page.do(NewGame("brink", 3))
        page.play("a1")
        page.do(Comment("a word"))
        await page.settle()
        rooms.history.push("#learn/lox/join")
        again = Page(rooms)
        again.ready.clear()
        await again.start(page.database)
        assert again.session.tree.nodes[1].comment == "a word"
        again.ready.set()
        await again.settle()
        assert again.session.exercise_attempt is not None

    with whole_page() as rooms:
        asyncio.run(run(rooms))


def test_the_first_stone_of_a_small_game_is_stored_and_is_none_of_an_earlier_game():
    async def run(rooms) -> None:
        page = await Page(rooms).start(Together(rooms, Random(1)))
        for _ in range(2):
            await page.go("#learn/byg/game")
            page.play("a1")
            await page.settle()
            page.do(NewGame("lox", 5))
        assert [len(tree.nodes) for tree in page.database.trees] == [2, 2]
        again = Page(rooms)

        async def meanwhile() -> None:
            await again.go("#learn/byg/game")
            again.play("c3")

        await again.start(page.database, meanwhile)
        assert [len(tree.nodes) for tree in page.database.trees] == [2, 2, 2]

    with whole_page() as rooms:
        asyncio.run(run(rooms))
