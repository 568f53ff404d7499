"""Every view in the pseudo-language: all text is from the string tables, and longer text fits.

A failure shows ``where: text``.  Text listed as plain belongs in greylox_web/words.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tools import pseudo
from tools.chromium import HAS_MARK_SCRIPT

from .new_game_dialog import choose
from .page_actions import TIMEOUT_MILLIS, leave, open_record_tab, prefer_language, press, wait_until
from .shared_browsers import (
    BOARD,
    DESKTOP,
    NAVIGATE_SCRIPT,
    PASSED_PHASES,
    PHONE,
    REUSE_WORKERS_SCRIPT,
    Browsers,
    fresh_start,
    open_page,
)
from .site_server import ConsoleWatch, SiteServer

pytestmark = pytest.mark.true_start

AUDIT_SCRIPT = (Path(__file__).parent / "audit.js").read_text("utf-8")
GAMES = {
    "greylox": "#1/greylox3/mc3c4a1a2e5e4",
    "lox": "#1/lox5/mc3d3c4",
    "brink": "#1/brink3-x3/ma1b2c3",
    "multiplicity": "#1/multiplicity3-f/ma1b2c3",
    "byg": "#1/byg3/mc3a1e5",
}
VIEWS = {  # button or link -> the dialog or page that it opens
    "new": "#new-game",
    "rules": "#rules",
    "learn": "#learn",
    "puzzles": "#puzzles",
    "layers": "#layers",
    "share": "#share",
    "you": "#library",
    "statistics": "#statistics",
    "mistakes": "#your-mistakes",
    "settings": "#settings",
}
COSTLY = "#1/brink3-x3/md4c2d3b3c3c5a2b2d2a3a1e4"  # b1 loses, other turns win
SEAT_SCRIPT = "seat => { seat.value = '1'; seat.dispatchEvent(new Event('change')); }"
OVER = {
    "lox": "#1/lox5-n/ma1b1-q",
    "brink": "#1/brink3-x1/ma1a2a3b1b2b3b4c1c2c3c4c5d2d3d4d5e3e4e5",
    "multiplicity": "#1/multiplicity3-f/ma1a2a3b1b2b3b4c1c2c3c4c5d2d3d4d5e3e4",
}


@pytest.fixture(scope="module", params=[DESKTOP, PHONE], ids=["page", "phone"])
def device(browsers: Browsers, request: pytest.FixtureRequest) -> Iterator[BrowserContext]:
    """A context for a desktop and one for a phone, each with one page."""
    context = browsers.shared_browser().new_context(
        service_workers="block", reduced_motion="reduce", **request.param
    )
    context.set_default_timeout(TIMEOUT_MILLIS)
    context.add_init_script(REUSE_WORKERS_SCRIPT)
    prefer_language(context, pseudo.CODE)
    yield context
    context.close()


@pytest.fixture
def view(
    device: BrowserContext, pseudo_site: SiteServer, request: pytest.FixtureRequest
) -> Iterator[Page]:
    """The page in the pseudo-language, restarted with empty storage; a new one after a failure."""
    watch = ConsoleWatch(device)
    if device.pages:
        page = device.pages[0]
        page.evaluate("window.parkEngines?.()")
        fresh_start(page, BOARD)
    else:
        page = open_page(device.new_page(), pseudo_site)
    yield page
    if not request.node.stash[PASSED_PHASES].get("call"):
        page.close()
    watch.detach()
    watch.check()


def show(page: Page, fragment: str) -> None:
    """Open a link in the current page."""
    page.evaluate(NAVIGATE_SCRIPT, fragment)


def close_record_sheet(page: Page) -> None:
    """Close the record panel if it is a sheet over the buttons."""
    if page.locator("#close-record").is_visible():
        page.click("#close-record")


def check_texts(page: Page, root: str = "body") -> None:
    """Fail on text that is not from the string tables, and on text that does not fit."""
    page.evaluate("new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")
    faults = page.locator(root).evaluate(AUDIT_SCRIPT)
    assert faults == {"plain": [], "clipped": []}, page.url


def test_every_game_and_its_end(view: Page):
    check_texts(view)
    for name, fragment in [*GAMES.items(), *OVER.items()]:
        show(view, fragment)
        expect(view.locator("#board svg.board")).to_have_attribute("data-game", name)
        check_texts(view)
        view.locator(".cell").first.click()  # the rule that it breaks, or the next stone
        check_texts(view)
    show(view, "#1/greylox3/mc3a1")  # a faulty link
    check_texts(view)


EXERCISES = {
    "learn/greylox/control": "a3",
    "learn/lox/swap": "a1",
    "learn/byg/game": "",
    "puzzle/greylox-2": "d1",
}


def test_lessons_and_puzzles(view: Page):
    for route, wrong in EXERCISES.items():
        show(view, f"#{route}")
        wait_until(view, "route => location.hash === route", f"#{route}")
        expect(view.locator("#exercise-title")).to_be_focused()
        check_texts(view)
        if wrong:
            view.click(f"#board [data-cell={wrong}]")
            expect(view.locator("#exercise-feedback")).not_to_be_empty()
            check_texts(view)
    view.evaluate("location.hash = 'home'")
    expect(view.locator("#learning .count")).not_to_be_empty()
    check_texts(view)


def test_the_dialogs_and_pages(view: Page):
    view.wait_for_function(HAS_MARK_SCRIPT, arg="library-ready")
    view.locator(".cell.legal").first.click()
    for button, selector in VIEWS.items():
        press(view, f"open-{button}")
        expect(view.locator(selector)).to_be_visible()  # its code is fetched first
        if button == "you":
            expect(view.locator("#library-games li")).not_to_have_count(0)
        if button == "share":
            expect(view.locator("#share-qr svg")).to_be_visible()
        if button == "puzzles":
            expect(view.locator("#puzzles-sets li")).not_to_have_count(0)
            expect(view.locator("#puzzles-rating")).to_be_attached()
        if button == "learn":
            view.locator("#learn summary").first.click()
        check_texts(view, selector)
        if button != "you":  # the next page is below it
            leave(view)


def test_every_menu_view_is_tested(page: Page, open_game):
    names = (
        open_game(page).locator("[id^=open-]").evaluate_all("all => all.map(b => b.id.slice(5))")
    )
    assert {*names} - {"record", "more", "play", "games"} == {
        *VIEWS
    }  # the last two as "new", "you"


def test_each_game_in_the_new_game_dialog(view: Page):
    press(view, "open-new")
    for name in GAMES:
        choose(view, name=name)
        check_texts(view, "#new-game")


def test_study_analysis_and_setting_up(view: Page):
    show(view, GAMES["lox"])
    view.wait_for_function(HAS_MARK_SCRIPT, arg="engine-ready")
    open_record_tab(view, "study")
    view.select_option("#mark", "label")
    check_texts(view)
    press(view, "analyse")
    wait_until(view, "() => document.querySelector('#report').textContent.includes('%')")
    press(view, "analyse")
    check_texts(view)
    show(view, GAMES["greylox"])
    press(view, "edit")
    check_texts(view)
    view.click("#edit-clear")
    view.locator(".cell").first.click()
    check_texts(view)


def test_hint_review_and_clocks(view: Page):
    show(view, OVER["multiplicity"])
    view.wait_for_function(HAS_MARK_SCRIPT, arg="engine-ready")
    open_record_tab(view, "moves")
    view.click("#back")
    close_record_sheet(view)
    view.click("#hint")
    wait_until(view, "() => document.querySelector('.hint-region, .hint') !== null")
    check_texts(view)
    press(view, "review-game")
    wait_until(view, "() => document.querySelector('#review-status')?.textContent")
    check_texts(view)
    close_record_sheet(view)
    press(view, "open-new")
    choose(view, clock="5-3")
    check_texts(view, "#new-game")
    view.click("#new-start")
    expect(view.locator(".clock:visible")).to_have_count(2)
    check_texts(view)
    show(view, COSTLY)
    view.locator("#side-1 .seat").evaluate(SEAT_SCRIPT)
    press(view, "teach")
    check_texts(view)
    view.click("[data-cell='b1']")
    view.click("#teach-show-better")
    expect(view.locator("#teach-box .line-box")).to_have_count(2)
    check_texts(view)


def test_news_texts_fit_in_pseudo_language(view: Page):
    wait_until(
        view,
        "() => localStorage.getItem(greyloxStorageKey('greylox-preferences-1'))?.includes('news')",
    )
    view.evaluate(
        "localStorage.setItem(greyloxStorageKey('greylox-preferences-1'), '{\"news\": \"1\"}')"
    )
    view.reload()
    view.click("#news summary")
    view.evaluate("document.querySelector('#update').hidden = false")
    check_texts(view)
    view.evaluate("document.querySelector('#update').hidden = true")


def test_import_errors_fit_in_pseudo_language(view: Page):
    view.click("#open-share")
    for text in ("greylox99", "(;GM[1])", "{}", "11,z99", "lox5 setup 5.5.5.5.4", "1. zz9"):
        view.fill("#import-text", text)
        view.click("#import-open")
        expect(view.locator("#import-error")).to_be_visible()
        check_texts(view, "#share")
