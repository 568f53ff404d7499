"""Study pages: links to them, layout, and opening one of their games on the board."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.thoroughness import LONG

from .site_server import SiteServer
from .test_fit import AXE_SOURCE, PHONE, THEMES, WIDE, run_axe

pytestmark = [pytest.mark.true_start, pytest.mark.no_engine]


def check_axe(page: Page, narrow: tuple[int, int] = PHONE) -> None:
    """Fail on anything that axe reports or that is wider than the window, in all themes if long."""
    page.evaluate(AXE_SOURCE)
    sizes = (WIDE, narrow, *[PHONE] * LONG)
    for (width, height), (scheme, forced) in zip(sizes, THEMES, strict=False):
        page.set_viewport_size({"width": width, "height": height})
        page.emulate_media(color_scheme=scheme, forced_colors=forced)
        found = run_axe(page.locator("body"), only_contrast=forced == "active")
        assert found == [], (width, scheme, forced)
        assert page.evaluate("() => document.documentElement.scrollWidth") <= width


def test_study_in_rules_opens_games_on_board(page: Page, open_game):
    open_game(page, "#1/brink5-x3/me5")
    page.click("#open-rules")
    page.click("#rules .rule-study a")
    expect(page.get_by_role("heading", level=1)).to_have_text("Brink: which X?")
    expect(page.locator("svg[role=img]")).to_have_count(7)
    check_axe(page)
    page.emulate_media(color_scheme="light", forced_colors="none")
    page.set_viewport_size({"width": 1440, "height": 900})
    page.locator("main li a").first.click()
    expect(page.locator("#result")).to_have_text(re.compile("wins"))


def test_studies_page_links_all_studies_and_has_route(page: Page, open_game, server: SiteServer):
    open_game(page, "#1/brink5-x3/me5")
    page.click("#open-more")
    page.click("#more .version [href$='studies/index.html']")
    expect(page.get_by_role("heading", level=1)).to_have_text("Studies")
    expect(page.locator("main li a")).to_have_count(5)
    check_axe(page)
    page.get_by_role("link", name="Brink: which X?").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Brink: which X?")
    page.locator("header").get_by_role("link", name="Studies").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Studies")
    open_game(page, "#1/brink5-x3/me5")
    page.evaluate("location.hash = 'Studies'")
    page.wait_for_url(f"{server.url}studies/index.html")
    page.go_back()
    expect(page.locator("#moves button").first).to_have_text("e5")


def test_swap_maps_fit_phone_and_pass_axe(page: Page, open_game):
    open_game(page, "#1/lox11/mj2")
    page.click("#open-rules")
    page.click("#rules .rule-study a")
    expect(page.get_by_role("heading", level=1)).to_contain_text("swap")
    maps = page.get_by_role("img", name=re.compile("^First stones, Lox"))
    expect(maps).to_have_count(7)
    expect(maps.nth(5).locator("text:not(.coordinate)")).to_have_count(121)
    check_axe(page, narrow=(320, 640))
