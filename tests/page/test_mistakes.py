"""Mistakes on the whole page: recorded by a review, tried by address, gone with a deleted game."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from datetime import date, timedelta
from random import Random
from types import SimpleNamespace

import pytest

from greylox_web.engine import messages
from greylox_web.features.exercise.model import ShowSolution
from greylox_web.features.library.entry import make_entry
from greylox_web.features.mistakes.model import progress
from greylox_web.features.review.model import StartReview
from greylox_web.session.requests import EngineReady, EngineReport
from tests.features.mistakes.mistake_helpers import played
from tests.page.page_simulation import SimulatedPage, do_nothing, whole_page
from tests.page.tab_simulation import BrowserSimulation
from tests.session.reviews import VALUES

TODAY = date(2026, 11, 30)


def run_visit(scenario: Callable[[SimulatedPage, SimpleNamespace], Awaitable[None]]) -> None:
    """Run a scenario in a visit with a game against the engine, on a fixed day."""

    async def run() -> None:
        from greylox_web.features.home import cards
        from greylox_web.features.library import panel as my_games
        from greylox_web.features.mistakes import elements, mistakes_page, panel, recorder

        modules.elements, modules.mistakes_page, modules.panel = elements, mistakes_page, panel
        modules.recorder, modules.my_games, modules.home = recorder, my_games, cards
        modules.today_is(TODAY)
        page = await SimulatedPage(modules, played()).start(BrowserSimulation(modules, Random(1)))
        page.do(EngineReady())
        await scenario(page, modules)

    with whole_page() as modules:
        asyncio.run(run())


def report(page: SimulatedPage, value: float, action: str = "c3") -> None:
    """Send the engine's evaluation."""
    ticket = page.session.engine.ticket
    line = [action]
    page.do(
        EngineReport(
            messages.SearchReport(ticket, True, action, 700, value, False, line, [], 5, None, 700)
        )
    )


async def review(page: SimulatedPage, modules: SimpleNamespace) -> str:
    """Review the game; return the name of its position."""
    page.store.get_part(modules.recorder.MistakeRecorder)
    page.do(StartReview())
    for value in VALUES:
        report(page, value)
    await page.run_until_idle()
    [name] = progress(page.progress.facts).last
    return name


def kinds(page: SimulatedPage) -> list[str]:
    """The kinds of all facts."""
    return [fact.kind for fact in page.progress.facts]


def test_review_is_recorded_once():
    async def scenario(page: SimulatedPage, modules: SimpleNamespace) -> None:
        await review(page, modules)
        page.do(StartReview(), EngineReady())
        await page.run_until_idle()
        assert kinds(page) == ["mistake"]

    run_visit(scenario)


@pytest.mark.parametrize(
    ("clicks", "value", "found"), [(["c3"], None, True), (["d3"], 0.0, True), (["d3"], -0.9, False)]
)
def test_due_position_is_tried_and_its_result_is_kept(
    clicks: list[str], value: float | None, found: bool
):
    async def scenario(page: SimulatedPage, modules: SimpleNamespace) -> None:
        name = await review(page, modules)
        await page.follow_link("#mistake/next")
        assert page.session.exercise_attempt is None, "nothing is due today"
        assert page.js.location.hash == "#you/mistakes"
        modules.today_is(TODAY + timedelta(1))
        await page.follow_link("#mistake/next")
        assert page.js.location.hash == f"#mistake/{name}" and page.is_board_shown
        page.play(*clicks)
        if value is not None:
            assert "mistake-try" not in kinds(page), "the engine has not answered"
            report(page, value)
        [fact] = page.progress.facts.by_kind("mistake-try")
        assert fact.what == {"mistake": name, "found": found}
        wait = 7 if found else 1
        due = progress(page.progress.facts).due_days[name]
        assert due == (TODAY + timedelta(1 + wait)).toordinal()
        await page.follow_link("#mistake/next")
        assert page.js.location.hash == "#you/mistakes"

    run_visit(scenario)


def test_solution_counts_as_a_miss_and_unknown_name_leads_to_the_page():
    async def scenario(page: SimulatedPage, modules: SimpleNamespace) -> None:
        name = await review(page, modules)
        await page.follow_link(f"#mistake/{name}")
        page.do(ShowSolution())
        [fact] = page.progress.facts.by_kind("mistake-try")
        assert not fact.what["found"]
        for address in ("#mistake/unknown", "#Mistakes", "#mistake"):
            await page.follow_link(address)
            assert page.js.location.hash == "#you/mistakes"

    run_visit(scenario)


def test_deleting_a_game_takes_its_positions_along_and_undo_brings_them_back():
    async def scenario(page: SimulatedPage, modules: SimpleNamespace) -> None:
        name = await review(page, modules)
        match = page.session.match
        await page.store.autosave.repository.merge(make_entry(match, match.id))
        [entry] = page.database.entries
        dialog = modules.my_games.MyGames(page.store)
        dialog.refresh = do_nothing
        dialog.run_storage_task(dialog.delete(entry))
        await page.run_until_idle()
        assert not page.database.entries and not progress(page.progress.facts).last
        dialog.run_storage_task(dialog.restore(dialog.last_deleted.pop()[1]))
        await page.run_until_idle()
        assert page.database.entries and [*progress(page.progress.facts).last] == [name]

    run_visit(scenario)


def test_home_has_a_card_only_when_something_is_due():
    async def scenario(page: SimulatedPage, modules: SimpleNamespace) -> None:
        slots = list[bool]()
        modules.home.show = lambda _, card: slots.append(card is not None)
        card = page.store.get_part(modules.home.MistakesCard)
        await card.show()
        await review(page, modules)
        await card.show()
        modules.today_is(TODAY + timedelta(1))
        await card.show()
        await card.show()
        assert slots == [False, False, True], "and once for the same facts"

    run_visit(scenario)
