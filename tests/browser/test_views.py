"""All views in each language on narrow phones and with large text, and what axe reports of them."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, timedelta

import pytest
from playwright.sync_api import CDPSession, Page, expect

from greylox_web.features.puzzles.progress import puzzle_fact
from greylox_web.formats.game_json import write_library
from greylox_web.progress import Fact, new_fact
from tests.features.mistakes.mistake_helpers import one_mistake
from tests.features.puzzles.shipped_puzzles import puzzle
from tests.features.statistics.statistics_helpers import career
from tests.thoroughness import LONG
from tools.chromium import HAS_MARK_SCRIPT
from tools.languages import WHOLE

from .page_actions import Cases, cell, prefer_language, press, wait_painted
from .shared_browsers import NAVIGATE_SCRIPT
from .site_server import SiteServer
from .test_fit import AXE_SIZES, AXE_SOURCE, check_axe, check_layout
from .test_languages import untranslated_texts
from .test_layout import SET_FIRST_VISIT_SCRIPT

pytestmark = [pytest.mark.true_start, pytest.mark.no_engine]

NARROW = [(320, 640, 100), (320, 640, 200), (390, 844, 200)]
"""Width, height, text size in per cent; a translation alternates two of them unless ``LONG``."""
GAME = "1/multiplicity5/m" + (
    "h8g8e4e3b2a2i7h7d6c6g3f3d8d7c4c3e1f2g5g6a5b6c1d1i5i6f9e8f4d5b3e6c2b1i8a4g9h4a1"
)
PRODUCT = 1296  # of one side's groups: 1.296, 1 296, 1296
FINISHED = "1/lox5-n/ma1b1-q"
PAGES = {  # address -> what is shown once it is filled
    "you": "#library-games li",
    "you/strength": ".strength-plot",
    "you/mistakes": "#mistakes-lists li",
    "you/settings": "#settings-language",
    "share": "#share-qr svg",
    "play": "#new-start",
    "measure": "#measure-run span",
    "learn": "#learn summary",
    "puzzles": "#puzzles-due",
    "home": "#today-strength > *",
}
AXE_VIEWS = {"first visit", "first game", *PAGES, "game", "rules", "layers"}
"""The views that no other test checks."""
# Names of places that break within a word.
BROKEN_NAMES_SCRIPT = """() => [...document.querySelectorAll(".nav a span, .tabs a")]
    .filter(node => node.checkVisibility()).filter(node => {
        const range = document.createRange();
        range.selectNodeContents(node);
        return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1;
    }).map(node => node.textContent)"""
# How many lines the label of each rotation has; 0: it is wider than its button.
ROTATION_LINES_SCRIPT = """names => names.map(name => {
  const range = document.createRange();
  range.selectNodeContents(name);
  const button = name.closest("button").getBoundingClientRect();
  const { left, right } = range.getBoundingClientRect();
  return left < button.left || right > button.right ? 0 : range.getClientRects().length;
})"""

TURN_LABEL_SCRIPT = """() => {
    const box = name => document.querySelector(name).getBoundingClientRect();
    const line = parseFloat(getComputedStyle(document.getElementById("turn")).lineHeight);
    const apart = box("#score-heading").top - box(".prompt").bottom;
    return [Math.round(box("#turn").height / line), apart];
}"""


def facts() -> list[Fact]:
    """The facts of a player of several games: what is due, and a course begun."""
    puzzles = [puzzle_fact(f"greylox-{n}", 1400, right=n % 3 > 0) for n in range(3, 15)]
    past = (date.today() - timedelta(9)).isoformat()
    old = [fact._replace(day=past, at=f"{past}T12:00:00.{n:06}Z") for n, fact in enumerate(puzzles)]
    mistake = one_mistake()._replace(day=past)
    return [*career(60, 90), *old, mistake, new_fact("lesson", game="greylox", step="see")]


def show(page: Page, address: str) -> None:
    """Show a page or position, and wait until it is painted."""
    page.evaluate(NAVIGATE_SCRIPT, f"#{address}")
    wait_painted(page)


def set_text_size(devtools: CDPSession, letters: int) -> None:
    """Set the browser's text size in per cent; style sheets see it, as in a browser's settings."""
    sizes = {"standard": 16 * letters // 100, "fixed": 13 * letters // 100}
    devtools.send("Page.setFontSizes", {"fontSizes": sizes})


def walk(page: Page) -> Iterator[str]:
    """Show one view after the other, from the page of a first visit, and yield its name."""
    for _ in range(4):
        page.locator("#taste button:visible").click()
    page.locator("#taste [role=button]:visible").click()
    yield "first visit"
    show(page, "go-on")
    expect(page.locator("#board-line")).to_contain_text("4")
    yield "first board"
    page.locator("#board .cell.legal").first.click()
    yield "first game"
    show(page, FINISHED)
    expect(page.locator("#board svg.board")).to_have_attribute("data-game", "lox")
    page.locator("#board .cell").first.click()  # so that the game belongs to this browser
    show(page, "play/brink")
    expect(page.locator("#board svg.board")).to_have_attribute("data-game", "brink")
    page.locator("#board .cell.legal").first.click()
    show(page, "play/greylox")  # the game that is begun
    expect(page.locator("#board svg.board")).to_have_attribute("data-game", "greylox")
    show(page, "you")
    file = {"name": "all.json", "mimeType": "", "buffer": write_library([], facts()).encode()}
    page.set_input_files("#library-file", file)
    expect(page.locator("#library-message")).not_to_be_empty()
    for address, content in PAGES.items():
        show(page, address)
        expect(page.locator(content).first).to_be_visible()
        yield address
        if address == "learn":
            page.locator("#learn summary").first.click()
            yield "a course"
    show(page, "puzzle/greylox-2")
    expect(page.locator("#exercise-title")).to_be_visible()
    yield "puzzle"
    cell(page, "d1").click()
    expect(page.locator("#exercise [data-name=again]")).to_be_enabled()
    yield "refuted puzzle"
    page.locator("#exercise [data-name=again]").click()
    cell(page, puzzle("greylox-2").row.solution).click()
    expect(page.locator("#exercise-task")).to_have_attribute("data-kind", "done")
    yield "solved puzzle"
    show(page, "learn/lox/swap")
    expect(page.locator("#exercise-title")).to_be_visible()
    yield "lesson"
    show(page, GAME)
    expect(page.locator("#board svg.board")).to_have_attribute("data-game", "multiplicity")
    yield "game"
    for button, selector in {"rules": "#rules", "layers": "#layers"}.items():
        press(page, f"open-{button}")
        expect(page.locator(selector)).to_be_visible()
        yield button
        page.keyboard.press("Escape")


def check_first_board(phone: Page) -> None:
    """Fail unless the first game has its prompt and its goal in sight, and they cover nothing."""
    for width, height in ((360, 800), (360, 740), (320, 640), (360, 640)):
        phone.set_viewport_size({"width": width, "height": height})
        wait_painted(phone)
        expect(phone.locator("#prompt")).to_be_visible()
        if height >= 740:
            expect(phone.locator("#goal")).to_be_visible()
        message_box = phone.locator(".prompt").bounding_box()
        bar = phone.locator(".bar").bounding_box()
        plate = phone.locator(".own .plate").bounding_box()
        assert plate["y"] + plate["height"] <= message_box["y"] + 0.5, (width, height)
        assert message_box["y"] + message_box["height"] <= bar["y"] + 0.5


def check_swap(page: Page) -> None:
    """Fail unless the button that swaps leaves the turn's label two lines in a wide window."""
    page.set_viewport_size({"width": 1440, "height": 900})
    show(page, "1/lox11/m")
    cell(page, "f5").click()
    expect(page.locator("#swap")).to_be_visible()
    for swapped in (False, True):
        if swapped:
            page.click("#swap")
            expect(page.locator("#swap-told")).to_contain_text("e6")
        for first in (True, False):
            page.evaluate(SET_FIRST_VISIT_SCRIPT, first)
            wait_painted(page)
            lines, gap = page.evaluate(TURN_LABEL_SCRIPT)
            assert lines <= 2 and gap >= 0, (swapped, first)


def check_language(page: Page, code: str, view: str) -> None:
    """Fail on English text that has a translation, and on numbers in another language's form."""
    assert page.evaluate("document.documentElement.lang") == code
    assert not untranslated_texts(page, code)
    if view == "game":
        product = page.evaluate(f"new Intl.NumberFormat('{code}-AT').format({PRODUCT})")
        expect(page.locator("#side-1")).to_contain_text(product)


def check_rotations(phone: Page) -> None:
    """Fail unless the buttons that turn the board have labels in one line, and one width."""
    for width in (390, 360, 320):
        phone.set_viewport_size({"width": width, "height": 640})
        wait_painted(phone)
        labels = phone.locator(".rotations small:visible")
        assert labels.evaluate_all(ROTATION_LINES_SCRIPT) == [1] * 4, width
        buttons = phone.locator(".rotations button:visible").all()
        assert len({round(button.bounding_box()["width"]) for button in buttons}) == 1, width


@pytest.mark.parametrize("code", ["en", *WHOLE])
def test_views_fit_narrow_phones_and_large_text(phone: Page, server: SiteServer, code: str):
    prefer_language(phone, code)
    phone.goto(server.url)
    phone.wait_for_function(HAS_MARK_SCRIPT, arg="library-ready")
    devtools = phone.context.new_cdp_session(phone)
    with Cases() as cases:
        for turn, view in enumerate(walk(phone), WHOLE.index(code) if code in WHOLE else 0):
            if code != "en":
                with cases.case(view, "language"):
                    check_language(phone, code, view)
            tables = phone.locator("#statistics details")
            tables.evaluate_all("tables => tables.forEach(table => { table.open = true })")
            sizes = NARROW if LONG or code == "en" else [NARROW[turn % 2]]
            for width, height, letters in sizes:
                phone.set_viewport_size({"width": width, "height": height})
                set_text_size(devtools, letters)
                with cases.case(view, width, letters):
                    check_layout(phone, view)
                    assert phone.evaluate(BROKEN_NAMES_SCRIPT) == []
            set_text_size(devtools, 100)
            if check := {
                "first board": check_first_board,
                "you/settings": check_rotations,
                "layers": check_rotations,
            }.get(view):
                with cases.case(view, check.__name__):
                    check(phone)
            phone.set_viewport_size({"width": 390, "height": 844})
        with cases.case("swap"):
            check_swap(phone)


@pytest.mark.timeout(240)
def test_views_pass_axe(page: Page, server: SiteServer):
    page.goto(server.url)
    page.wait_for_function(HAS_MARK_SCRIPT, arg="library-ready")
    page.evaluate(AXE_SOURCE)
    with Cases() as cases:
        for index, view in enumerate(walk(page)):
            if view in AXE_VIEWS:
                with cases.case(view):
                    check_axe(page, view, AXE_SIZES[index % 2])
