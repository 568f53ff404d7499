"""A change of language reloads the page, which resumes the current exercise."""

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
from greylox_web.features.puzzles.puzzle import Puzzle
from greylox_web.features.puzzles.selection import daily_puzzle_name
from greylox_web.progress import FactLog
from greylox_web.session.playing import ClickCell, Undo
from tests.features.puzzles.shipped_puzzles import daily_list, puzzle
from tests.page.page_simulation import SimulatedPage, whole_page
from tests.page.tab_simulation import BrowserSimulation

MONDAY = date(2026, 12, 7)
KEY = "greylox-attempt-1"
Scenario = Callable[[SimulatedPage, SimpleNamespace], Awaitable[None]]


def run_visit(scenario: Scenario) -> None:
    """Run a scenario in a visit that begins on a Monday, with an empty browser."""

    async def run() -> None:
        from greylox_web.features.settings import language

        modules.language = language
        modules.today_is(MONDAY)
        await scenario(
            await SimulatedPage(modules).start(BrowserSimulation(modules, Random(1))), modules
        )

    with whole_page() as modules:
        asyncio.run(run())


async def change_language(page: SimulatedPage) -> SimulatedPage:
    """The page after a change of the language."""
    field = SimpleNamespace(value="de", hasAttribute=lambda _: False, matches=lambda _: False)
    page.modules.language.apply_language(page.store, field)
    await page.run_until_idle()
    assert page.js.location.reload.called
    return await reload(page)


async def reload(page: SimulatedPage) -> SimulatedPage:
    """The page after a reload, with the player's stored progress."""
    loaded = SimulatedPage(page.modules)
    loaded.progress.facts = page.progress.facts
    return await loaded.start(page.database)


def get_attempt(page: SimulatedPage) -> Attempt:
    """The attempt at the current exercise."""
    assert page.session.exercise_attempt is not None
    return page.session.exercise_attempt


async def replies(page: SimulatedPage) -> None:
    """Play the pending replies."""
    while get_attempt(page).pending:
        page.do(PlayReply())
    await page.run_until_idle()


async def play_half_turn(page: SimulatedPage, current: Puzzle) -> None:
    page.do(ClickCell(current.turn(current.state, current.row.solution)[0]))


async def play_wrong_turn_without_reply(page: SimulatedPage, current: Puzzle) -> None:
    for action in current.turn(current.state, find_wrong_turn(current)):
        page.do(ClickCell(action))
    assert get_attempt(page).pending


async def answer_wrong(page: SimulatedPage, current: Puzzle) -> None:
    await page.play_turn(current, find_wrong_turn(current))
    assert get_attempt(page).kind == "wrong"


async def answer_wrong_twice(page: SimulatedPage, current: Puzzle) -> None:
    await answer_wrong(page, current)
    page.do(RetryExercise())
    await answer_wrong(page, current)


async def retry(page: SimulatedPage, current: Puzzle) -> None:
    await answer_wrong(page, current)
    page.do(RetryExercise())


async def take_hint(page: SimulatedPage, _current: Puzzle) -> None:
    page.do(PressHint())


async def solve(page: SimulatedPage, current: Puzzle) -> None:
    await page.play_turn(current, current.row.solution)
    assert get_attempt(page).kind == "done"


async def retry_and_solve(page: SimulatedPage, current: Puzzle) -> None:
    await retry(page, current)
    await solve(page, current)


async def show_solution(page: SimulatedPage, _current: Puzzle) -> None:
    page.do(ShowSolution(), PlayReply())


def find_wrong_turn(current: Puzzle) -> str:
    """A turn that loses or only draws."""
    return next(iter({**current.row.lost, **current.row.drawn}))


STAGES = (
    *(
        play_half_turn,
        play_wrong_turn_without_reply,
        answer_wrong,
        answer_wrong_twice,
        retry,
        take_hint,
    ),
    *(solve, retry_and_solve, show_solution),
)


def outcome(page: SimulatedPage) -> list[object]:
    """The player's facts, the state of the attempt, and whether the puzzle is a repeat."""
    puzzles = page.store.get_part(page.modules.puzzles.Puzzles)
    facts = [(fact.kind, fact.day, fact.what) for fact in page.progress.facts]
    return [
        *sorted(facts, key=str),
        (get_attempt(page).kind, get_attempt(page).wrong_count, get_attempt(page).helped),
        puzzles.is_repeat,
    ]


@pytest.mark.parametrize("stage", STAGES)
@pytest.mark.parametrize("route", ["puzzle/today", "puzzle/byg-2", "met before"])
def test_puzzle_after_language_change_counts_once(stage, route):
    """The result equals the result without a change of the language."""
    ends: list[list[object]] = []

    def ending(*, changes: bool) -> Scenario:
        async def scenario(page: SimulatedPage, _modules: SimpleNamespace) -> None:
            current = puzzle(
                daily_puzzle_name(MONDAY, daily_list(), FactLog())
                if route == "puzzle/today"
                else "byg-2"
            )
            address = "#puzzle/byg-2" if route == "met before" else f"#{route}"
            if route == "met before":
                await page.follow_link(address)
                await answer_wrong(page, current)
                await page.follow_link("#home")
                page.do(LeaveExercise())
            await page.follow_link(address)
            await stage(page, current)
            if changes:
                before, after = page, await change_language(page)
                was, now = get_attempt(before), get_attempt(after)
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
            if not get_attempt(page).is_finished:
                page.do(*([RetryExercise()] if get_attempt(page).kind == "wrong" else []))
                page.do(Undo())
                await solve(page, current)
            ends.append(outcome(page))

        return scenario

    run_visit(ending(changes=False))
    run_visit(ending(changes=True))
    assert ends[0] == ends[1]


def test_lesson_continues_after_language_change():
    async def scenario(page: SimulatedPage, _modules: SimpleNamespace) -> None:
        await page.follow_link("#learn/byg/two")
        exercise = get_attempt(page).exercise
        page.do(ClickCell(exercise.solution[0]))
        line = page.line
        page = await change_language(page)
        assert get_attempt(page).exercise.route == "learn/byg/two" and page.line == line != []
        page = await reload(page)
        assert page.line == [], "a reload begins it anew"

    run_visit(scenario)


def test_daily_puzzle_continues_after_midnight():
    async def scenario(page: SimulatedPage, modules: SimpleNamespace) -> None:
        current = puzzle(daily_puzzle_name(MONDAY, daily_list(), FactLog()))
        await page.follow_link("#puzzle/today")
        await answer_wrong(page, current)
        modules.today_is(MONDAY + timedelta(1))
        page = await change_language(page)
        assert get_attempt(page).wrong_count == 1 and get_attempt(page).exercise.day == MONDAY
        modules.today_is(MONDAY + timedelta(30))
        page = await reload(page)
        assert get_attempt(page).wrong_count == 0
        assert get_attempt(page).exercise.day == MONDAY + timedelta(30)

    run_visit(scenario)


@pytest.mark.parametrize("is_reachable", [True, False])
def test_language_is_changed_only_if_its_words_can_be_fetched(is_reachable: bool):
    async def scenario(page: SimulatedPage, modules: SimpleNamespace) -> None:
        async def fetch(address: str) -> None:
            assert address == "./words-de.js"
            if not is_reachable:
                raise modules.language.JsException("no network")

        texts: dict[str, str] = {}
        modules.language.fetch = fetch
        modules.language.set_text = texts.__setitem__
        page.js.window.greyloxWords = lambda code: f"./words-{code}.js" if code else ""
        field = SimpleNamespace(value="de", hasAttribute=lambda _: False, matches=lambda _: False)
        modules.language.apply_language(page.store, field)
        await page.run_until_idle()
        assert page.js.location.reload.called == is_reachable
        chosen = "de" if is_reachable else ""
        assert field.value == page.session.preferences.language == chosen
        assert ("could not be fetched" in str(texts)) != is_reachable

    run_visit(scenario)


@pytest.mark.parametrize("elsewhere", ["#home", "#learn/lox/join", "#1/lox5/mc3"])
def test_abandoned_puzzle_starts_again(elsewhere: str):
    async def scenario(page: SimulatedPage, modules: SimpleNamespace) -> None:
        await page.follow_link("#puzzle/byg-2")
        await answer_wrong(page, puzzle("byg-2"))
        modules.language.save_attempt(
            modules.language.write_suspended(page.session.exercise_attempt)
        )
        page.history.replace(elsewhere)
        page = await reload(page)
        await page.follow_link("#puzzle/byg-2")
        assert get_attempt(page).wrong_count == 0

    run_visit(scenario)


@pytest.mark.parametrize("text", ["x", "[]", '{"route": "puzzle/byg-2"}', "[" * 9000])
def test_invalid_stored_attempt_is_ignored(text: str):
    async def scenario(page: SimulatedPage, modules: SimpleNamespace) -> None:
        page.js.window.sessionStorage[KEY] = text
        await page.follow_link("#puzzle/byg-2")
        assert get_attempt(page).steps == ()

    run_visit(scenario)
