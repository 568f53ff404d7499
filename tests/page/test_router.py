"""The address shows the current game or route, and a typed address opens one."""

import asyncio
from collections.abc import Awaitable, Callable
from importlib import import_module
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

from greylox_web.rules.notation.links import read_link
from greylox_web.session.load_match import NewGame
from greylox_web.session.playing import StepBy
from tests.page.page_simulation import SimulatedPage, do_nothing, whole_page
from tests.page.tab_simulation import BrowserSimulation

Scenario = Callable[[SimulatedPage], Awaitable[None]]


def run_visit(scenario: Scenario, meanwhile: Scenario = do_nothing) -> None:
    """Run a scenario in an empty browser, and ``meanwhile`` before the library is read."""

    async def run() -> None:
        page = SimulatedPage(modules)
        await scenario(
            await page.start(BrowserSimulation(modules, Random(1)), lambda: meanwhile(page))
        )

    with whole_page() as modules:
        asyncio.run(run())


def record_opened_routes(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Record the routes of all pages and dialogs that are opened later; return the list."""
    names: list[str] = []
    router = import_module("greylox_web.browser.router")
    all_routes = router.VIEW_ROUTES | router.DIALOG_ROUTES
    routes = {feature: route for route, feature in all_routes.items()}
    real = router.registry.get_feature

    def feature(table: Any, name: str) -> Any:
        if name not in routes:
            return real(table, name)
        return SimpleNamespace(open=lambda _argument: names.append(routes[name]))

    monkeypatch.setattr(router.registry, "get_feature", feature)
    return names


def address(page: SimulatedPage) -> str:
    """The fragment in the address bar, without "#"."""
    return str(page.js.location.hash).removeprefix("#")


def test_going_back_in_a_game_changes_the_address(monkeypatch):
    async def scenario(page: SimulatedPage) -> None:
        page.do(NewGame("brink", 3))
        page.play("a1", "b2", "c3")
        links = [address(page)]
        for step in (-1, -1, 1):
            page.do(StepBy(step))
            assert address(page) == page.session.link
            links.append(address(page))
        assert len(set(links)) == 3

    run_visit(scenario)


@pytest.mark.parametrize(
    ("typed", "route"),
    [
        ("you/settings", "you/settings"),
        ("Preferences/", "you/settings"),
        ("statistics", "you/strength"),
        ("my-games", "you"),
        ("mistakes", "you/mistakes"),
        ("new", "play"),
        ("puzzles", "puzzles"),
        ("Measure", "measure"),
    ],
)
def test_a_page_has_one_address_and_back_leads_to_the_game(typed, route, monkeypatch):
    async def scenario(page: SimulatedPage) -> None:
        names = record_opened_routes(monkeypatch)
        page.do(NewGame("brink", 3))
        page.play("a1")
        link = address(page)
        await page.follow_link(f"#{typed}")
        assert names == [route] and address(page) == route and not page.is_board_shown
        page.history.traverse_history(-1)
        page.process_hash_changes()
        assert address(page) == link and page.is_board_shown and page.line == ["a1"]

    run_visit(scenario)


def test_a_game_that_begins_on_a_page_leaves_it(monkeypatch):
    async def scenario(page: SimulatedPage) -> None:
        record_opened_routes(monkeypatch)
        await page.follow_link("#play")
        page.do(StepBy(1))
        assert not page.is_board_shown and address(page) == "play"
        page.do(NewGame("brink", 3))
        assert page.is_board_shown and address(page) == page.session.link

    run_visit(scenario)


def test_a_dialog_over_a_lesson_leaves_the_address_of_the_lesson(monkeypatch):
    async def scenario(page: SimulatedPage) -> None:
        names = record_opened_routes(monkeypatch)
        await page.follow_link("#learn/lox/join")
        await page.follow_link("#rules")
        assert names == ["rules"] and address(page) == "learn/lox/join"

    run_visit(scenario)


@pytest.mark.parametrize("route", ["settings/x", "studies/x", "nothing"])
def test_unknown_route_stays_in_address_and_shows_notice(route, monkeypatch):
    async def scenario(page: SimulatedPage) -> None:
        names = record_opened_routes(monkeypatch)
        page.do(NewGame("brink", 3))
        page.play("a1")
        await page.follow_link(f"#{route}")
        assert address(page) == route and page.session.notice is not None
        assert names == [] and page.line == ["a1"]
        assert not page.js.location.assign.called

    run_visit(scenario)


def test_a_page_of_its_own_is_opened_and_back_leads_to_the_game():
    async def scenario(page: SimulatedPage) -> None:
        page.do(NewGame("brink", 3))
        page.play("a1")
        await page.follow_link("#Studies")
        assert address(page) == page.session.link
        page.js.location.assign.assert_called_once_with("./studies/index.html")

    run_visit(scenario)


def test_lesson_route_in_other_spelling_opens():
    async def scenario(page: SimulatedPage) -> None:
        page.do(NewGame("brink", 3))
        page.play("a1")
        page.ready.clear()
        await page.follow_link("#Learn/Lox/Join")
        assert page.session.exercise_attempt is None and address(page) == "learn/lox/join"
        page.ready.set()
        await page.run_until_idle()
        assert page.session.exercise_attempt is not None and address(page) == "learn/lox/join"

    run_visit(scenario)


def test_link_to_current_position_is_normalized():
    async def scenario(page: SimulatedPage) -> None:
        page.do(NewGame("brink", 3))
        page.play("a1", "b2")
        link = page.session.link
        other = f"{link}%20"
        assert read_link(other).record == read_link(link).record and other != link
        await page.follow_link(f"#{other}")
        assert address(page) == link and page.line == ["a1", "b2"]

    run_visit(scenario)


def test_play_route_opens_current_game_from_home():
    async def scenario(page: SimulatedPage) -> None:
        page.do(NewGame("brink", 3))
        page.play("a1")
        await page.follow_link("#home")
        assert not page.is_board_shown
        await page.follow_link("#play/brink")
        assert page.is_board_shown and page.line == ["a1"]
        assert address(page) == page.session.link

    run_visit(scenario)
