"""A change of language loads the page again: what is on the table goes on where it was."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from datetime import date, timedelta
from random import Random
from types import SimpleNamespace

import pytest

from greylox_web.features.analysis.hint import PressHint
from greylox_web.features.exercise.model import (
    Attempt,
    LeaveExercise,
    PlayReply,
    RetryExercise,
    ShowSolution,
)
from greylox_web.features.puzzles.choosing import daily_puzzle_name
from greylox_web.features.puzzles.puzzle import Puzzle
from greylox_web.session.playing import ClickCell, Undo
from tests.features.puzzles.shelves import days, puzzle
from tests.page.several_tabs import Together
from tests.page.whole_page import Page, whole_page

MONDAY = date(2026, 12, 7)
KEY = "greylox-attempt-1"
Walk = Callable[[Page, SimpleNamespace], Awaitable[None]]


def visit(walk: Walk) -> None:
    """Do something in a visit that begins on a Monday, with an empty browser."""

    async def run() -> None:
        from greylox_web.features.settings import language

        rooms.language = language
        rooms.today_is(MONDAY)
        await walk(await Page(rooms).start(Together(rooms, Random(1))), rooms)

    with whole_page() as rooms:
        asyncio.run(run())


async def in_another_language(page: Page) -> Page:
    """The page once another language was chosen."""
    field = SimpleNamespace(value="de", hasAttribute=lambda _: False, matches=lambda _: False)
    page.rooms.language.apply_language(page.table, field)
    assert page.js.location.reload.called
    return await again(page)


async def again(page: Page) -> Page:
    """The page loaded again, with what is stored of the player."""
    loaded = Page(page.rooms)
    loaded.progress.facts = page.progress.facts
    return await loaded.start(page.database)


def attempt_of(page: Page) -> Attempt:
    """The attempt at the exercise on the table."""
    assert page.session.exercise_attempt is not None
    return page.session.exercise_attempt


async def replies(page: Page) -> None:
    """Let the other side reply."""
    while attempt_of(page).pending:
        page.do(PlayReply())
    await page.settle()


async def in_half_a_turn(page: Page, made: Puzzle) -> None:
    page.do(ClickCell(made.turn(made.state, made.row.solution)[0]))


async def before_the_reply(page: Page, made: Puzzle) -> None:
    for action in made.turn(made.state, wrong_turn(made)):
        page.do(ClickCell(action))
    assert attempt_of(page).pending


async def wrong(page: Page, made: Puzzle) -> None:
    await page.take_turn(made, wrong_turn(made))
    assert attempt_of(page).kind == "wrong"


async def wrong_twice(page: Page, made: Puzzle) -> None:
    await wrong(page, made)
    page.do(RetryExercise())
    await wrong(page, made)


async def tried_again(page: Page, made: Puzzle) -> None:
    await wrong(page, made)
    page.do(RetryExercise())


async def with_a_hint(page: Page, _made: Puzzle) -> None:
    page.do(PressHint())


async def solved(page: Page, made: Puzzle) -> None:
    await page.take_turn(made, made.row.solution)
    assert attempt_of(page).kind == "done"


async def solved_later(page: Page, made: Puzzle) -> None:
    await tried_again(page, made)
    await solved(page, made)


async def shown(page: Page, _made: Puzzle) -> None:
    page.do(ShowSolution(), PlayReply())


def wrong_turn(made: Puzzle) -> str:
    """A turn that loses or only draws."""
    return next(iter({**made.row.lost, **made.row.drawn}))


PLACES = (
    *(in_half_a_turn, before_the_reply, wrong, wrong_twice, tried_again, with_a_hint),
    *(solved, solved_later, shown),
)


def outcome(page: Page) -> list[object]:
    """What is stored of the player by now, and what is told."""
    puzzles = page.table.get_part(page.rooms.puzzles.Puzzles)
    facts = [(fact.kind, fact.day, fact.what) for fact in page.progress.facts]
    return [
        *sorted(facts, key=str),
        (attempt_of(page).kind, attempt_of(page).wrong_count, attempt_of(page).helped),
        puzzles.is_repeat,
    ]


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("route", ["puzzle/today", "puzzle/byg-2", "met before"])
def test_a_puzzle_goes_on_and_counts_once(place, route):
    """It ends as if the language had stayed."""
    ends: list[list[object]] = []

    def ending(*, changes: bool) -> Walk:
        async def walk(page: Page, _rooms: SimpleNamespace) -> None:
            made = puzzle(daily_puzzle_name(MONDAY, days()) if route == "puzzle/today" else "byg-2")
            address = "#puzzle/byg-2" if route == "met before" else f"#{route}"
            if route == "met before":
                await page.go(address)
                await wrong(page, made)
                await page.go("#home")
                page.do(LeaveExercise())
            await page.go(address)
            await place(page, made)
            if changes:
                before, after = page, await in_another_language(page)
                was, now = attempt_of(before), attempt_of(after)
                assert (now.kind, now.pending, now.wrong_count) == (
                    was.kind,
                    was.pending,
                    was.wrong_count,
                )
                assert (now.hint, now.helped) == (was.hint, was.helped)
                assert after.line == before.line
                assert outcome(after)[:-1] == outcome(before)[:-1], "nothing counts twice"
                page = after
            await replies(page)
            if not attempt_of(page).is_finished:
                page.do(*([RetryExercise()] if attempt_of(page).kind == "wrong" else []))
                page.do(Undo())
                await solved(page, made)
            ends.append(outcome(page))

        return walk

    visit(ending(changes=False))
    visit(ending(changes=True))
    assert ends[0] == ends[1]


def test_a_lesson_goes_on_too():
    async def walk(page: Page, _rooms: SimpleNamespace) -> None:
        await page.go("#learn/byg/two")
        exercise = attempt_of(page).exercise
        page.do(ClickCell(exercise.solution[0]))
        line = page.line
        page = await in_another_language(page)
        assert attempt_of(page).exercise.route == "learn/byg/two" and page.line == line != []
        page = await again(page)
        assert page.line == [], "a reload begins it anew"

    visit(walk)


def test_the_puzzle_of_the_day_goes_on_though_a_day_has_begun_since():
    async def walk(page: Page, rooms: SimpleNamespace) -> None:
        made = puzzle(daily_puzzle_name(MONDAY, days()))
        await page.go("#puzzle/today")
        await wrong(page, made)
        rooms.today_is(MONDAY + timedelta(1))
        page = await in_another_language(page)
        assert attempt_of(page).wrong_count == 1 and attempt_of(page).exercise.day == MONDAY
        rooms.today_is(MONDAY + timedelta(30))
        page = await again(page)
        assert attempt_of(page).wrong_count == 0
        assert attempt_of(page).exercise.day == MONDAY + timedelta(30)

    visit(walk)


@pytest.mark.parametrize("elsewhere", ["#home", "#learn/lox/join", "#1/lox5/mc3"])
def test_what_was_left_for_something_else_begins_anew(elsewhere: str):
    async def walk(page: Page, rooms: SimpleNamespace) -> None:
        await page.go("#puzzle/byg-2")
        await wrong(page, puzzle("byg-2"))
        rooms.language.save_attempt(rooms.language.write_suspended(page.session.exercise_attempt))
        page.history.replace(elsewhere)
        page = await again(page)
        await page.go("#puzzle/byg-2")
        assert attempt_of(page).wrong_count == 0

    visit(walk)


@pytest.mark.parametrize("text", ["x", "[]", '{"route": "puzzle/byg-2"}', "[" * 9000])
def test_anything_else_that_lies_there_is_ignored(text: str):
    async def walk(page: Page, rooms: SimpleNamespace) -> None:
        page.js.window.sessionStorage[KEY] = text
        await page.go("#puzzle/byg-2")
        assert attempt_of(page).steps == ()

    visit(walk)
