"""The daily puzzle: around midnight, and its mark in the week."""

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
from greylox_web.features.puzzles.judge import task_text
from greylox_web.features.puzzles.progress import daily_fact, strength
from greylox_web.features.puzzles.progress_text import StreakText, streak_text
from greylox_web.features.puzzles.puzzle import Puzzle
from greylox_web.features.puzzles.selection import daily_puzzle_name
from greylox_web.progress import FactLog
from greylox_web.session.load_match import NewGame
from tests.features.puzzles.shipped_puzzles import daily_list, puzzle
from tests.page.page_simulation import SimulatedPage, whole_page
from tests.page.tab_simulation import BrowserSimulation

MONDAY = date(2026, 12, 7)


def daily_puzzle(day: date) -> Puzzle:
    """The puzzle of a day."""
    return puzzle(daily_puzzle_name(day, daily_list(), FactLog()))


def run_visit(scenario: Callable[[SimulatedPage, SimpleNamespace], Awaitable[None]]) -> None:
    """Run a scenario in a visit that begins on a Monday, with an empty browser."""

    async def run() -> None:
        from greylox_web.features.home import cards as today
        from greylox_web.features.puzzles import new_day
        from greylox_web.features.puzzles import puzzles_page as all_puzzles

        modules.all_puzzles, modules.new_day, modules.today = all_puzzles, new_day, today
        modules.today_is(MONDAY)
        await scenario(
            await SimulatedPage(modules).start(BrowserSimulation(modules, Random(1))), modules
        )

    with whole_page() as modules:
        asyncio.run(run())


def current_puzzle_name(page: SimulatedPage) -> str:
    """The name of the current puzzle."""
    attempt = page.session.exercise_attempt
    assert attempt is not None
    return attempt.exercise.permalink.removeprefix("puzzle/")


def elements(page: SimulatedPage) -> Callable[[str], MagicMock]:
    """The fake elements of the page by their ids; each has its own parts."""

    @cache
    def element(name: str) -> MagicMock:
        node = MagicMock(name=name)
        node.querySelector = cache(lambda selector: MagicMock(name=selector))
        return node

    page.js.document.getElementById = element
    return element


def day_mark_and_streak(page: SimulatedPage, day: date = MONDAY) -> tuple[str, int]:
    """The mark of a day in the week, and the streak."""
    week: StreakText = streak_text(page.progress.facts, day)
    return week.week[day.weekday()][2], week.streak


@pytest.mark.parametrize("days_later", [1, 2, 30])
@pytest.mark.parametrize("origin", ["home", "home after a lesson", "lesson", "game"])
def test_daily_route_after_midnight_opens_new_puzzle(origin: str, days_later: int):
    async def scenario(page: SimulatedPage, modules: SimpleNamespace) -> None:
        await page.follow_link("#puzzle/today")
        assert current_puzzle_name(page) == daily_puzzle(MONDAY).row.name
        if "home" in origin:
            await page.follow_link("#home")
        if "lesson" in origin:
            await page.follow_link("#learn/lox/join")
        if origin == "home after a lesson":
            await page.follow_link("#home")
        if origin == "game":
            page.do(NewGame("byg", 3))
        modules.today_is(MONDAY + timedelta(days_later))
        await page.follow_link("#puzzle/today")
        assert current_puzzle_name(page) == daily_puzzle(MONDAY + timedelta(days_later)).row.name
        assert page.js.location.hash == "#puzzle/today" and page.is_board_shown

    run_visit(scenario)


def test_daily_route_on_same_day_restores_puzzle():
    async def scenario(page: SimulatedPage, _modules: SimpleNamespace) -> None:
        await page.follow_link("#puzzle/today")
        await page.play_turn(daily_puzzle(MONDAY), daily_puzzle(MONDAY).row.solution)
        await page.follow_link("#home")
        await page.follow_link("#puzzle/today")
        assert (
            page.session.exercise_attempt is not None and page.session.exercise_attempt.is_finished
        )

    run_visit(scenario)


def test_puzzle_page_after_midnight_opens_new_puzzle():
    async def scenario(page: SimulatedPage, modules: SimpleNamespace) -> None:
        await page.follow_link("#puzzle/today")
        attempt = page.session.exercise_attempt
        await page.follow_link("#puzzles")
        await page.follow_link("#puzzle/today")
        assert page.session.exercise_attempt is attempt, "it is there already"
        await page.follow_link("#puzzles")
        modules.today_is(MONDAY + timedelta(1))
        await page.follow_link("#puzzle/today")
        assert current_puzzle_name(page) == daily_puzzle(MONDAY + timedelta(1)).row.name

    run_visit(scenario)


def test_puzzle_solved_after_midnight_counts_for_its_day():
    async def scenario(page: SimulatedPage, modules: SimpleNamespace) -> None:
        await page.follow_link("#puzzle/today")
        modules.today_is(MONDAY + timedelta(1))
        await page.play_turn(daily_puzzle(MONDAY), daily_puzzle(MONDAY).row.solution)
        facts = page.progress.facts
        assert daily_fact(facts, MONDAY.isoformat()) is not None
        assert daily_fact(facts, (MONDAY + timedelta(1)).isoformat()) is None
        view = exercise_view(page.session)
        assert view is not None and view.eyebrow.startswith("Puzzle · "), "it is no longer today's"
        assert MONDAY.isoformat() in page.store.get_part(modules.puzzles.Puzzles).message()

    run_visit(scenario)


@pytest.mark.parametrize("trigger", ["timer", "in sight again"])
def test_visible_home_shows_new_puzzle_at_midnight(trigger: str):
    async def scenario(page: SimulatedPage, modules: SimpleNamespace) -> None:
        element = elements(page)
        timers: list[Callable[[], None]] = []
        listeners: list[Callable[[object], None]] = []
        page.js.window.setTimeout = lambda then, _millis: timers.append(then)
        page.js.document.addEventListener = lambda _kind, then, _: listeners.append(then)
        await page.follow_link("#puzzle/today")
        await page.follow_link("#home")
        page.store.get_part(modules.today.DailyPuzzleCard).on_event(None, page.session)
        modules.new_day.watch_date(page.store)
        await page.run_until_idle()
        title = element("today").querySelector(".title")
        assert title.textContent == task_text(daily_puzzle(MONDAY))
        day = next(
            day
            for day in (MONDAY + timedelta(after) for after in range(1, 30))
            if task_text(daily_puzzle(day)) != task_text(daily_puzzle(MONDAY))
        )
        modules.today_is(day)
        if trigger == "timer":
            timers.pop()()
        else:
            listeners[-1](None)
        await page.run_until_idle()
        assert title.textContent == task_text(daily_puzzle(day))
        await page.follow_link("#puzzle/today")
        assert current_puzzle_name(page) == daily_puzzle(day).row.name

    run_visit(scenario)


def test_home_offers_the_new_puzzle_after_the_one_of_yesterday_was_solved():
    """Regression: the card still said that today's puzzle was solved."""

    async def scenario(page: SimulatedPage, modules: SimpleNamespace) -> None:
        element = elements(page)
        card = page.store.get_part(modules.today.DailyPuzzleCard)
        for day, status, button in (
            (MONDAY, "Solved today", "Next puzzle"),
            (MONDAY + timedelta(1), "Puzzle of the day", "Solve it"),
        ):
            modules.today_is(day)
            if day == MONDAY:
                await page.follow_link("#puzzle/today")
                await page.play_turn(daily_puzzle(MONDAY), daily_puzzle(MONDAY).row.solution)
                await page.follow_link("#home")
            card.on_event(None, page.session)
            await page.run_until_idle()
            assert element("today").querySelector(".eyebrow").textContent == status
            link = element("today").querySelector("a")
            assert link.querySelector("span").textContent == button
        link.setAttribute.assert_called_with("href", "#puzzle/today")

    run_visit(scenario)


async def answer_wrong(page: SimulatedPage, puzzle: Puzzle) -> None:
    """Play a turn that loses or only draws."""
    await page.play_turn(puzzle, next(iter({**puzzle.row.lost, **puzzle.row.drawn})))
    assert (
        page.session.exercise_attempt is not None and page.session.exercise_attempt.kind == "wrong"
    )


@pytest.mark.parametrize("kind", ["again", "other turn", "hint", "twice", "reopened", "shown"])
def test_the_days_puzzle_is_solved_at_whichever_try(kind: str):
    async def scenario(page: SimulatedPage, _modules: SimpleNamespace) -> None:
        puzzle = daily_puzzle(MONDAY)
        await page.follow_link("#puzzle/today")
        if kind == "hint":
            page.do(PressHint())
        elif kind == "shown":
            page.do(ShowSolution())
            while (
                page.session.exercise_attempt is not None and page.session.exercise_attempt.pending
            ):
                page.do(PlayReply())
        else:
            for _ in range(2 if kind == "twice" else 1):
                await answer_wrong(page, puzzle)
                page.do(*([] if kind == "other turn" else [RetryExercise()]))
        assert day_mark_and_streak(page) == ("", 0)
        before = strength(page.progress.facts, puzzle.game.name, MONDAY)
        if kind == "reopened":
            await page.follow_link("#learn/lox/join")
            await page.follow_link("#puzzle/today")
        elif kind == "shown":
            assert len(page.progress.facts) == 1
            return
        await page.play_turn(puzzle, puzzle.row.solution)
        assert day_mark_and_streak(page) == ("done", 1)
        if kind != "hint":
            assert strength(page.progress.facts, puzzle.game.name, MONDAY) == before

    run_visit(scenario)


def test_a_first_try_has_a_mark_of_its_own_and_is_stored_once():
    async def scenario(page: SimulatedPage, _modules: SimpleNamespace) -> None:
        await page.follow_link("#puzzle/today")
        await page.play_turn(daily_puzzle(MONDAY), daily_puzzle(MONDAY).row.solution)
        assert day_mark_and_streak(page) == ("first", 1)
        stored = [*page.progress.facts]
        page.do(RetryExercise())
        await page.play_turn(daily_puzzle(MONDAY), daily_puzzle(MONDAY).row.solution)
        await page.follow_link("#home")
        await page.follow_link("#puzzle/today")
        assert [*page.progress.facts] == stored
        assert sorted(fact.kind for fact in stored) == ["daily", "puzzle"]

    run_visit(scenario)


def test_another_puzzle_never_fills_the_day():
    async def scenario(page: SimulatedPage, _modules: SimpleNamespace) -> None:
        await page.follow_link("#puzzle/today")
        await answer_wrong(page, daily_puzzle(MONDAY))
        await page.follow_link("#puzzle/lox-1")
        await page.play_turn(puzzle("lox-1"), puzzle("lox-1").row.solution)
        assert (
            page.session.exercise_attempt is not None
            and page.session.exercise_attempt.kind == "done"
        )
        assert day_mark_and_streak(page) == ("", 0)

    run_visit(scenario)


def test_second_try_after_midnight_fills_its_own_day():
    async def scenario(page: SimulatedPage, modules: SimpleNamespace) -> None:
        await page.follow_link("#puzzle/today")
        await answer_wrong(page, daily_puzzle(MONDAY))
        modules.today_is(MONDAY + timedelta(1))
        await page.play_turn(daily_puzzle(MONDAY), daily_puzzle(MONDAY).row.solution)
        assert day_mark_and_streak(page) == ("done", 1)
        assert day_mark_and_streak(page, MONDAY + timedelta(1)) == ("", 1)

    run_visit(scenario)
