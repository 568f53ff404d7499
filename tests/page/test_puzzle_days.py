"""The puzzle of the day: over midnight, and what the week shows of it."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from datetime import date, timedelta
from functools import cache
from random import Random
from types import SimpleNamespace
from unittest.mock import MagicMock

import pytest

from greylox_web.features.analysis.hint import PressHint
from greylox_web.features.exercise.model import PlayReply, RetryExercise, ShowSolution
from greylox_web.features.exercise.view import exercise_view
from greylox_web.features.puzzles.choosing import daily_puzzle_name
from greylox_web.features.puzzles.judging import task_text
from greylox_web.features.puzzles.progress import daily_fact, strength
from greylox_web.features.puzzles.puzzle import Puzzle
from greylox_web.features.puzzles.telling import StreakText
from greylox_web.features.puzzles.telling import streak_text as told_days
from greylox_web.session.opening import NewGame
from tests.features.puzzles.shelves import days, puzzle
from tests.page.several_tabs import Together
from tests.page.whole_page import Page, whole_page

MONDAY = date(2026, 12, 7)


def of(day: date) -> Puzzle:
    """The puzzle of a day."""
    return puzzle(daily_puzzle_name(day, days()))


def visit(walk: Callable[[Page, SimpleNamespace], Awaitable[None]]) -> None:
    """Do something in a visit that begins on a Monday, with an empty browser."""

    async def run() -> None:
        from greylox_web.features.home import cards as today
        from greylox_web.features.puzzles import all as all_puzzles
        from greylox_web.features.puzzles import new_day

        rooms.all_puzzles, rooms.new_day, rooms.today = all_puzzles, new_day, today
        rooms.today_is(MONDAY)
        await walk(await Page(rooms).start(Together(rooms, Random(1))), rooms)

    with whole_page() as rooms:
        asyncio.run(run())


def shown(page: Page) -> str:
    """The name of the puzzle on the table."""
    attempt = page.session.exercise_attempt
    assert attempt is not None
    return attempt.exercise.permalink.removeprefix("puzzle/")


def elements(page: Page) -> Callable[[str], MagicMock]:
    """The elements of the page by their ids, each with its own parts."""

    @cache
    def element(name: str) -> MagicMock:
        made = MagicMock(name=name)
        made.querySelector = cache(lambda selector: MagicMock(name=selector))
        return made

    page.js.document.getElementById = element
    return element


def told(page: Page, day: date = MONDAY) -> tuple[str, int]:
    """The mark of a day in the week, and the streak."""
    week: StreakText = told_days(page.progress.facts, day)
    return week.week[day.weekday()][2], week.streak


@pytest.mark.parametrize("later", [1, 2, 30])
@pytest.mark.parametrize("way", ["home", "home after a lesson", "lesson", "game"])
def test_after_midnight_the_way_to_the_days_puzzle_leads_to_the_new_one(way: str, later: int):
    async def walk(page: Page, rooms: SimpleNamespace) -> None:
        await page.go("#puzzle/today")
        assert shown(page) == of(MONDAY).row.name
        if "home" in way:
            await page.go("#home")
        if "lesson" in way:
            await page.go("#learn/lox/join")
        if way == "home after a lesson":
            await page.go("#home")
        if way == "game":
            page.do(NewGame("byg", 3))
        rooms.today_is(MONDAY + timedelta(later))
        await page.go("#puzzle/today")
        assert shown(page) == of(MONDAY + timedelta(later)).row.name
        assert page.js.location.hash == "#puzzle/today" and not page.is_home

    visit(walk)


def test_on_the_same_day_the_way_leads_back_to_the_puzzle_as_it_was_left():
    async def walk(page: Page, _rooms: SimpleNamespace) -> None:
        await page.go("#puzzle/today")
        await page.take_turn(of(MONDAY), of(MONDAY).row.solution)
        await page.go("#home")
        await page.go("#puzzle/today")
        assert (
            page.session.exercise_attempt is not None and page.session.exercise_attempt.is_finished
        )

    visit(walk)


def test_the_page_of_puzzles_leads_to_the_new_one_over_the_old_one():
    async def walk(page: Page, rooms: SimpleNamespace) -> None:
        await page.go("#puzzle/today")
        listed = rooms.all_puzzles.PuzzlesPage(page.table)
        button = SimpleNamespace(dataset=SimpleNamespace(route="puzzle/today"))
        press = SimpleNamespace(target=SimpleNamespace(closest=lambda _: button))
        attempt = page.session.exercise_attempt
        listed.on_click(press)
        await page.settle()
        assert page.session.exercise_attempt is attempt, "it is there already"
        rooms.today_is(MONDAY + timedelta(1))
        listed.on_click(press)
        await page.settle()
        assert shown(page) == of(MONDAY + timedelta(1)).row.name

    visit(walk)


def test_a_puzzle_that_is_solved_after_midnight_counts_for_its_own_day():
    async def walk(page: Page, rooms: SimpleNamespace) -> None:
        await page.go("#puzzle/today")
        rooms.today_is(MONDAY + timedelta(1))
        await page.take_turn(of(MONDAY), of(MONDAY).row.solution)
        facts = page.progress.facts
        assert daily_fact(facts, MONDAY.isoformat()) is not None
        assert daily_fact(facts, (MONDAY + timedelta(1)).isoformat()) is None
        view = exercise_view(page.session)
        assert view is not None and view.eyebrow.startswith("Puzzle · "), "it is no longer today's"
        assert MONDAY.isoformat() in page.table.get_part(rooms.puzzles.Puzzles).message()

    visit(walk)


@pytest.mark.parametrize("way", ["timer", "in sight again"])
def test_a_page_in_sight_shows_the_new_puzzle_at_midnight_and_leads_to_it(way: str):
    async def walk(page: Page, rooms: SimpleNamespace) -> None:
        element = elements(page)
        timers: list[Callable[[], None]] = []
        heard: list[Callable[[object], None]] = []
        page.js.window.setTimeout = lambda then, _millis: timers.append(then)
        page.js.document.addEventListener = lambda _kind, then, _: heard.append(then)
        await page.go("#puzzle/today")
        await page.go("#home")
        page.table.get_part(rooms.today.DailyPuzzleCard).on_event(None, page.session)
        rooms.new_day.watch_date(page.table)
        await page.settle()
        title = element("today").querySelector(".title")
        assert title.textContent == task_text(of(MONDAY))
        day = next(
            day
            for day in (MONDAY + timedelta(after) for after in range(1, 30))
            if task_text(of(day)) != task_text(of(MONDAY))
        )
        rooms.today_is(day)
        if way == "timer":
            timers.pop()()
        else:
            heard[-1](None)
        await page.settle()
        assert title.textContent == task_text(of(day))
        await page.go("#puzzle/today")
        assert shown(page) == of(day).row.name

    visit(walk)


async def answer_wrong(page: Page, made: Puzzle) -> None:
    """Play a turn that loses or only draws."""
    await page.take_turn(made, next(iter({**made.row.lost, **made.row.drawn})))
    assert (
        page.session.exercise_attempt is not None and page.session.exercise_attempt.kind == "wrong"
    )


@pytest.mark.parametrize("way", ["again", "other turn", "hint", "twice", "reopened", "shown"])
def test_the_days_puzzle_is_solved_at_whichever_try(way: str):
    async def walk(page: Page, _rooms: SimpleNamespace) -> None:
        made = of(MONDAY)
        await page.go("#puzzle/today")
        if way == "hint":
            page.do(PressHint())
        elif way == "shown":
            page.do(ShowSolution())
            while (
                page.session.exercise_attempt is not None and page.session.exercise_attempt.pending
            ):
                page.do(PlayReply())
        else:
            for _ in range(2 if way == "twice" else 1):
                await answer_wrong(page, made)
                page.do(*([] if way == "other turn" else [RetryExercise()]))
        assert told(page) == ("", 0)
        before = strength(page.progress.facts, made.game.name, MONDAY)
        if way == "reopened":
            await page.go("#learn/lox/join")
            await page.go("#puzzle/today")
        elif way == "shown":
            assert len(page.progress.facts) == 1
            return
        await page.take_turn(made, made.row.solution)
        assert told(page) == ("done", 1)
        if way != "hint":
            assert strength(page.progress.facts, made.game.name, MONDAY) == before

    visit(walk)


def test_a_first_try_has_a_mark_of_its_own_and_is_stored_once():
    async def walk(page: Page, _rooms: SimpleNamespace) -> None:
        await page.go("#puzzle/today")
        await page.take_turn(of(MONDAY), of(MONDAY).row.solution)
        assert told(page) == ("first", 1)
        stored = [*page.progress.facts]
        page.do(RetryExercise())
        await page.take_turn(of(MONDAY), of(MONDAY).row.solution)
        await page.go("#home")
        await page.go("#puzzle/today")
        assert [*page.progress.facts] == stored
        assert sorted(fact.kind for fact in stored) == ["daily", "puzzle"]

    visit(walk)


def test_another_puzzle_never_fills_the_day():
    async def walk(page: Page, _rooms: SimpleNamespace) -> None:
        await page.go("#puzzle/today")
        await answer_wrong(page, of(MONDAY))
        await page.go("#puzzle/lox-1")
        await page.take_turn(puzzle("lox-1"), puzzle("lox-1").row.solution)
        assert (
            page.session.exercise_attempt is not None
            and page.session.exercise_attempt.kind == "done"
        )
        assert told(page) == ("", 0)

    visit(walk)


def test_a_puzzle_solved_after_midnight_at_a_second_try_fills_its_own_day():
    async def walk(page: Page, rooms: SimpleNamespace) -> None:
        await page.go("#puzzle/today")
        await answer_wrong(page, of(MONDAY))
        rooms.today_is(MONDAY + timedelta(1))
        await page.take_turn(of(MONDAY), of(MONDAY).row.solution)
        assert told(page) == ("done", 1)
        assert told(page, MONDAY + timedelta(1)) == ("", 1)

    visit(walk)
