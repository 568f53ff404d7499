"""When the fonts come, nothing moves."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, Playwright, Route

from tools.chromium import NO_TIERING_FLAGS

from .page_actions import wait_until
from .shared_browsers import DESKTOP, NO_ENGINE_SCRIPT, PHONE
from .site_server import SiteServer

EXACT_WIDTHS = "--font-render-hinting=none"  # else each character's width is rounded to pixels
PLACES = {"#home": "#home", "#1/greylox4/m": ".prompt"}
HEIGHTS_SCRIPT = """selector => [...document.querySelector(selector).children].map(
    child => child.getBoundingClientRect().height)"""
LOADED_SCRIPT = """() => [...document.fonts].filter(
    it => /^"?(Literata|Public Sans)/.test(it.family) && it.status === "loaded").length === 2"""


@pytest.fixture(scope="module")
def browser(playwright_api: Playwright, chromium_path: str) -> Iterator[Browser]:
    """A browser with exact widths."""
    flags = [*NO_TIERING_FLAGS, EXACT_WIDTHS]
    browser = playwright_api.chromium.launch(executable_path=chromium_path, args=flags)
    yield browser
    browser.close()


@pytest.mark.parametrize("screen", [DESKTOP, PHONE], ids=["desktop", "phone"])
@pytest.mark.parametrize("fragment", PLACES)
def test_nothing_moves_when_the_fonts_come(
    browser: Browser, server: SiteServer, fragment: str, screen: dict
):
    page: Page = browser.new_page(**screen)
    page.add_init_script(NO_ENGINE_SCRIPT)
    held: list[Route] = []
    page.route("**/fonts/*", lambda route: held.append(route))
    page.goto(server.url + fragment, wait_until="commit")
    wait_until(page, "() => performance.getEntriesByName('board-interactive').length")
    assert not page.evaluate(LOADED_SCRIPT)
    before = page.evaluate(HEIGHTS_SCRIPT, PLACES[fragment])
    for route in held:
        route.continue_()
    wait_until(page, LOADED_SCRIPT)
    after = page.evaluate(HEIGHTS_SCRIPT, PLACES[fragment])
    page.close()
    assert sum(before) > 50 and before == pytest.approx(after, abs=2)
