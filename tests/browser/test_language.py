"""Every view in a made-up language: all text comes from the tables, and longer text fits.

A failure says ``where: text``.  Text that is called plain belongs into greylox_web/words.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from .choosing import pick
from .hosts import Host
from .playing import MARKED, leaf, press, until
from .staying import DESKTOP, GO, PHONE, Browsers, open_page, page_of

pytestmark = pytest.mark.true_start

AUDIT = (Path(__file__).parent / "audit.js").read_text("utf-8")
GAMES = {
    "greylox": "#1/greylox3/mc3c4a1a2e5e4",
    "lox": "#1/lox5/mc3d3c4",
    "brink": "#1/brink3-x3/ma1b2c3",
    "multiplicity": "#1/multiplicity3-f/ma1b2c3",
    "byg": "#1/byg3/mc3a1e5",
}
VIEWS = {  # what the buttons of the menu open
    "new": "#new-game",
    "rules": "#rules",
    "learn": "#learn",
    "puzzles": "#puzzles",
    "layers": "#layers",
    "share": "#share",
    "games": "#library",
    "settings": "#settings",
}
OVER = {
    "lox": "#1/lox5-n/ma1b1-q",
    "brink": "#1/brink3-x1/ma1a2a3b1b2b3b4c1c2c3c4c5d2d3d4d5e3e4e5",
    "multiplicity": "#1/multiplicity3-f/ma1a2a3b1b2b3b4c1c2c3c4c5d2d3d4d5e3e4",
}


@pytest.fixture(params=[DESKTOP, PHONE], ids=["page", "phone"])
def view(browsers: Browsers, foreign: Host, request: pytest.FixtureRequest) -> Iterator[Page]:
    """The page in the made-up language, on a desktop and on a phone."""
    for page in page_of(browsers, request.param, request):
        yield open_page(page, foreign)


def show(page: Page, fragment: str) -> None:
    """Open a link in the page that is there."""
    page.evaluate(GO, fragment)


def put_away(page: Page) -> None:
    """Close the record where it is a sheet over the actions."""
    if page.locator("#close-book").is_visible():
        page.click("#close-book")


def audit(page: Page, root: str = "body") -> None:
    """Fail on text from elsewhere, and on text that does not fit."""
    page.evaluate("new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")
    found = page.locator(root).evaluate(AUDIT)
    assert found == {"plain": [], "clipped": []}, page.url


def test_every_game_and_its_end(view: Page):
    audit(view)
    for name, fragment in [*GAMES.items(), *OVER.items()]:
        show(view, fragment)
        expect(view.locator("#board svg.board")).to_have_attribute("data-game", name)
        audit(view)
        view.locator(".cell").first.click()  # the law it breaks, or the next stone
        audit(view)
    show(view, "#1/greylox3/mc3a1")  # a link that is not right
    audit(view)


EXERCISES = {
    "learn/greylox/control": "a3",
    "learn/lox/swap": "a1",
    "learn/byg/game": "",
    "puzzle/greylox-2": "d1",
}


def test_lessons_and_puzzles(view: Page):
    for route, wrong in EXERCISES.items():
        show(view, f"#{route}")
        until(view, "route => location.hash === route", f"#{route}")
        expect(view.locator("#exercise-title")).to_be_focused()
        audit(view)
        if wrong:
            view.click(f"#board [data-cell={wrong}]")
            expect(view.locator("#exercise-said")).not_to_be_empty()
            audit(view)
    view.evaluate("location.hash = 'home'")
    expect(view.locator("#next-lesson .title")).to_be_attached()
    audit(view)


def test_the_dialogs_of_the_menu(view: Page):
    view.wait_for_function(MARKED, arg="library-ready")
    view.locator(".cell.legal").first.click()
    for button, place in VIEWS.items():
        press(view, f"open-{button}")
        expect(view.locator(place)).to_be_visible()  # its code is fetched
        if button == "games":
            expect(view.locator("#library-games li")).not_to_have_count(0)
        if button == "share":
            expect(view.locator("#share-qr svg")).to_be_visible()
        if button == "puzzles":
            expect(view.locator("#puzzles-games li")).to_have_count(5)
        if button == "learn":
            view.locator("#learn summary").first.click()
        audit(view, place)
        view.keyboard.press("Escape")
        expect(view.locator(place)).to_be_hidden()


def test_the_menu_has_no_view_that_is_not_tested(page: Page, open_game):
    names = (
        open_game(page).locator("[id^=open-]").evaluate_all("all => all.map(b => b.id.slice(5))")
    )
    assert {*names} - {"book", "more"} == {*VIEWS}


def test_each_game_in_the_new_game_dialog(view: Page):
    press(view, "open-new")
    for name in GAMES:
        pick(view, name=name)
        audit(view, "#new-game")


def test_study_analysis_and_setting_up(view: Page):
    show(view, GAMES["lox"])
    view.wait_for_function(MARKED, arg="engine-ready")
    leaf(view, "study")
    view.select_option("#mark", "label")
    audit(view)
    press(view, "analyse")
    until(view, "() => document.querySelector('#report').textContent.includes('%')")
    press(view, "analyse")
    audit(view)
    show(view, GAMES["greylox"])
    press(view, "edit")
    audit(view)
    view.click("#edit-clear")
    view.locator(".cell").first.click()
    audit(view)


def test_hint_review_and_clocks(view: Page):
    show(view, OVER["multiplicity"])
    view.wait_for_function(MARKED, arg="engine-ready")
    leaf(view, "moves")
    view.click("#back")
    put_away(view)
    view.click("#hint")
    until(view, "() => document.querySelector('.hint-region, .hint') !== null")
    audit(view)
    press(view, "review-game")
    until(view, "() => document.querySelector('#review-status')?.textContent")
    audit(view)
    put_away(view)
    press(view, "open-new")
    pick(view, clock="5-3")
    audit(view, "#new-game")
    view.click("#new-start")
    expect(view.locator(".clock:visible")).to_have_count(2)
    audit(view)


def test_what_is_new(view: Page):
    until(
        view,
        "() => localStorage.getItem(greyloxNamed('greylox-preferences-1'))?.includes('news')",
    )
    view.evaluate(
        "localStorage.setItem(greyloxNamed('greylox-preferences-1'), '{\"news\": \"1\"}')"
    )
    view.reload()
    view.click("#news summary")
    view.evaluate("document.querySelector('#update').hidden = false")
    audit(view)
    view.evaluate("document.querySelector('#update').hidden = true")


def test_texts_that_cannot_be_opened(view: Page):
    view.click("#open-share")
    for text in ("greylox99", "(;GM[1])", "{}", "11,z99", "lox5 setup 5.5.5.5.4", "1. zz9"):
        view.fill("#import-text", text)
        view.click("#import-open")
        expect(view.locator("#import-error")).to_be_visible()
        audit(view, "#share")
