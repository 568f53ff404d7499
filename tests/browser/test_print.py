"""The printed page: the board, both scores and every turn; no controls."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from .page_actions import Cases, open_record_tab, play, press, wait_painted

pytestmark = pytest.mark.no_engine

LONG = (  # more turns than fit in any panel
    "#1/lox11/mc8k3i9c5g10d9d11a10j8d7d1h6b11a4j9h1b3f2g6e7j4b6g9e2i10f4b1c4k8e5k4f7b4b2j3b9"
    "f3a3a1c1d6g5j5g4h5"
)
ENDING = "#1/byg4/me6f7f6a2e4g7e2d4b5d3c5e7d6c4c1d5b3b1a3d2.c3g6f3f5c6b2f4.b4.e5a4g5c2g4d7d1.a1/cha"
"""A game before its last stone, on e3; after it the result card covers the list of moves."""

PAPER = (718, 1020)  # an A4 sheet within its margins

CUT_TEXTS_SCRIPT = """root => [...document.querySelectorAll(root)].filter(node => {
    if (!node.checkVisibility({ visibilityProperty: true, opacityProperty: true })) return true;
    const { left, top, right, bottom } = node.getBoundingClientRect();
    if (right - left < 2 || bottom - top < 2) return true;
    for (let box = node.parentElement; box; box = box.parentElement) {
        const { overflowX, overflowY, position, display } = getComputedStyle(box);
        if (position === "fixed") return true;  // on every sheet anew
        if (display === "contents" || overflowX + overflowY === "visiblevisible") continue;
        const edge = box.getBoundingClientRect();
        if (left < edge.left - 1 || right > edge.right + 1) return true;
        if (top < edge.top - 1 || bottom > edge.bottom + 1) return true;
    }
    return left < -1 || right > innerWidth + 1;
}).map(node => node.textContent || node.id)"""
FILLS = """() => [
    "#board .cell", "#board .tray", ".plate .dot", ".track", "#evaluation-own"
].filter(part => getComputedStyle(document.querySelector(part)).printColorAdjust !== "exact")"""
LIGHT = """node => {
    const [r, g, b] = getComputedStyle(node).color.match(/[\\d.]+/g).map(Number);
    return Math.max(r, g, b) < 120;
}"""
CONTROLS = (
    "#play-actions, .nav, .steps, .record-tabs, .prompt-buttons, .icon-button, .seat, dialog,"
    " .toast, #notice, #goal, #update, #layers, #result-card, #analyse,"
    " #comment"
)


def check_printed(page: Page) -> None:
    """Check the printed page at its own size and at the paper size."""
    turns = page.locator("#moves li").all_text_contents()
    own = page.viewport_size
    page.emulate_media(media="print")
    for width, height in ((own["width"], own["height"]) if own else PAPER, PAPER):
        page.set_viewport_size({"width": width, "height": height})
        wait_painted(page)
        assert page.evaluate(CUT_TEXTS_SCRIPT, "#moves li, #moves button") == []
        assert (
            page.evaluate(CUT_TEXTS_SCRIPT, "#board > svg:last-child, .side .player, .side .dot")
            == []
        )
        assert page.evaluate(FILLS) == []
        assert page.locator("#moves li").all_text_contents() == turns
        for text in ("#moves button:not([aria-current])", ".player", "#title"):
            assert page.locator(text).first.evaluate(LIGHT), text
        for part in page.locator(CONTROLS).all():
            expect(part).not_to_be_visible()
    assert len(re.findall(rb"/Type\s*/Page\b(?!s)", page.pdf(format="A4"))) >= 2
    page.emulate_media(media="screen")


def test_every_turn_is_printed_whichever_tab_is_open(page: Page, open_game):
    open_game(page, LONG)
    press(page, "theme")
    page.emulate_media(color_scheme="dark")
    with Cases() as cases:
        for tab in ("moves", "analysis", "study"):
            page.set_viewport_size({"width": 1280, "height": 800})
            open_record_tab(page, tab)
            if page.locator("#open-more[aria-expanded=false]").count():
                page.click("#open-more")
            with cases.case(tab):
                check_printed(page)
            page.emulate_media(media="screen")


def test_every_turn_is_printed_from_a_phone(phone: Page, open_game):
    open_game(phone, LONG)
    phone.emulate_media(color_scheme="dark")
    with Cases() as cases:
        for tab in ("", "analysis"):
            phone.set_viewport_size({"width": 390, "height": 844})
            if tab:
                open_record_tab(phone, tab)
            with cases.case(tab):
                check_printed(phone)
            phone.emulate_media(media="screen")


def test_finished_game_prints_with_result(page: Page, open_game):
    with Cases() as cases:
        for width, height in ((1280, 800), (390, 844)):
            page.set_viewport_size({"width": width, "height": height})
            open_game(page, LONG)
            open_game(page, ENDING)
            play(page, "e3")
            expect(page.locator("#result-card")).to_be_visible()
            with cases.case(width, height):
                check_printed(page)
                page.emulate_media(media="print")
                assert (
                    page.evaluate(CUT_TEXTS_SCRIPT, "#result, .score .number, #moves .number") == []
                )
                expect(page.locator("#result")).to_contain_text("White wins")
            page.emulate_media(media="screen")


def test_lesson_prints_without_moves_of_suspended_game(page: Page, open_game):
    open_game(page, "#learn/greylox/see")
    page.emulate_media(media="print")
    expect(page.locator("#exercise-title")).to_be_visible()
    expect(page.locator("#board #cell-e3")).to_be_visible()
    expect(page.locator("#moves")).to_be_hidden()
    expect(page.locator("#exercise-buttons")).to_be_hidden()
