"""The address names what is on the table, and what is typed there comes onto it."""

import asyncio
from collections.abc import Awaitable, Callable
from importlib import import_module
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

from greylox_web.rules.notation.links import read_link
from greylox_web.session.opening import NewGame
from greylox_web.session.playing import StepBy
from tests.page.several_tabs import Together
from tests.page.whole_page import Page, nothing, whole_page

Walk = Callable[[Page], Awaitable[None]]


def visit(walk: Walk, meanwhile: Walk = nothing) -> None:
    """Do something in a visit that begins with an empty browser, and before the library is read."""

    async def run() -> None:
        page = Page(rooms)
        await walk(await page.start(Together(rooms, Random(1)), lambda: meanwhile(page)))

    with whole_page() as rooms:
        asyncio.run(run())


def opened(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The names of the dialogs that are opened from now on."""
    names: list[str] = []
    router = import_module("greylox_web.browser.router")
    routes = {feature: route for route, feature in router.DIALOG_ROUTES.items()}
    real = router.registry.get_feature

    def feature(table: Any, name: str) -> Any:
        if name not in routes:
            return real(table, name)
        return SimpleNamespace(open=lambda _rest: names.append(routes[name]))

    monkeypatch.setattr(router.registry, "get_feature", feature)
    return names


def address(page: Page) -> str:
    """The fragment that the address bar shows, without its first sign."""
    return str(page.js.location.hash).removeprefix("#")


def test_going_back_in_a_game_changes_the_address(monkeypatch):
    async def walk(page: Page) -> None:
        page.do(NewGame("brink", 3))
        page.play("a1", "b2", "c3")
        links = [address(page)]
        for step in (-1, -1, 1):
            page.do(StepBy(step))
            assert address(page) == page.session.link
            links.append(address(page))
        assert len(set(links)) == 3

    visit(walk)


@pytest.mark.parametrize("route", ["settings", "Preferences/", "statistics", "my-games"])
def test_a_dialog_lies_over_the_game_and_the_address_stays_that_of_the_game(route, monkeypatch):
    async def walk(page: Page) -> None:
        names = opened(monkeypatch)
        page.do(NewGame("brink", 3))
        page.play("a1")
        page.history.follow_link(f"#{route}")
        page.hear()
        assert names == ["settings" if route == "Preferences/" else route]
        assert address(page) == page.session.link and page.line == ["a1"]

    visit(walk)


def test_a_dialog_over_a_lesson_leaves_the_address_of_the_lesson(monkeypatch):
    async def walk(page: Page) -> None:
        names = opened(monkeypatch)
        await page.go("#learn/lox/join")
        await page.go("#settings")
        assert names == ["settings"] and address(page) == "learn/lox/join"

    visit(walk)


def test_my_games_wait_until_they_are_read_and_settings_do_not(monkeypatch):
    names: list[list[str]] = []

    async def meanwhile(page: Page) -> None:
        names.append(opened(monkeypatch))
        for route in ("settings", "my-games"):
            page.history.follow_link(f"#{route}")
            page.hear()
        await page.database.pause()
        assert names == [["settings"]], "what is stored cannot be read yet"

    async def walk(_page: Page) -> None:
        assert names == [["settings", "my-games"]]

    visit(walk, meanwhile)


@pytest.mark.parametrize("route", ["settings/x", "studies/x", "nothing"])
def test_an_address_that_leads_nowhere_stays_and_gets_a_sentence(route, monkeypatch):
    async def walk(page: Page) -> None:
        names = opened(monkeypatch)
        page.do(NewGame("brink", 3))
        page.play("a1")
        await page.go(f"#{route}")
        assert address(page) == route and page.session.notice is not None
        assert names == [] and page.line == ["a1"]
        assert not page.js.location.assign.called

    visit(walk)


def test_a_page_of_its_own_is_opened_and_back_leads_to_the_game():
    async def walk(page: Page) -> None:
        page.do(NewGame("brink", 3))
        page.play("a1")
        await page.go("#Studies")
        assert address(page) == page.session.link
        page.js.location.assign.assert_called_once_with("./studies/index.html")

    visit(walk)


def test_a_lesson_that_is_fetched_under_another_spelling_comes():
    async def walk(page: Page) -> None:
        page.do(NewGame("brink", 3))
        page.play("a1")
        page.ready.clear()
        await page.go("#Learn/Lox/Join")
        assert page.session.exercise_attempt is None and address(page) == "learn/lox/join"
        page.ready.set()
        await page.settle()
        assert page.session.exercise_attempt is not None and address(page) == "learn/lox/join"

    visit(walk)


def test_a_link_to_the_position_on_the_table_gets_its_usual_spelling():
    async def walk(page: Page) -> None:
        page.do(NewGame("brink", 3))
        page.play("a1", "b2")
        link = page.session.link
        other = f"{link}%20"
        assert read_link(other).record == read_link(link).record and other != link
        await page.go(f"#{other}")
        assert address(page) == link and page.line == ["a1", "b2"]

    visit(walk)


def test_home_gives_way_to_the_game_on_the_table_when_it_is_asked_for():
    async def walk(page: Page) -> None:
        page.do(NewGame("brink", 3))
        page.play("a1")
        await page.go("#home")
        assert page.is_home
        await page.go("#play/brink")
        assert not page.is_home and page.line == ["a1"]
        assert address(page) == page.session.link

    visit(walk)
