"""The board of a first visit, which plays six beats before Python and without it."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from .site_server import SiteServer

pytestmark = [pytest.mark.motion, pytest.mark.true_start, pytest.mark.no_engine]

SENTENCES = (
    "White plays here.",
    "A stone sees along straight lines.",
    "Four of six lines: White controls this cell.",
    "So the stone on it may be flipped.",
    "Your turn. Choose the black stone that leans.",
    "One group of eight. The largest group wins.",
)
OWN_TURN, LAST = SENTENCES[4:]
RECORD_SENTENCES_SCRIPT = """() => {
    const text = document.getElementById("taste-text");
    window.sentences = [];
    new MutationObserver(() => sentences.push(text.textContent)).observe(text, { childList: true });
}"""
STONES_SCRIPT = """() => {
    const board = [...document.querySelectorAll(".taste-board")].find(it => it.checkVisibility());
    const count = (colour) => [...board.querySelectorAll(`.stone .body.${colour},
        .taste-after .body.${colour}, .taste-placed .body.${colour}`)]
        .filter(it => it.getClientRects().length).length;
    return [count("white"), count("black")];
}"""


@pytest.fixture
def first_visit(page: Page, server: SiteServer) -> Page:
    """A first visit whose Python never arrives."""
    page.route("**/*.wasm", lambda route: None)
    return page


def sentence(page: Page):
    return page.locator("#taste-text")


def test_plays_to_the_visitors_turn_and_waits_for_a_tap(first_visit: Page, server: SiteServer):
    page = first_visit
    page.goto(server.url)
    page.evaluate(RECORD_SENTENCES_SCRIPT)
    expect(sentence(page)).to_have_text(OWN_TURN, timeout=20_000)
    shown = page.evaluate("window.sentences")
    assert shown == list(SENTENCES[5 - len(shown) : 5]), "each beat once, in order"
    assert page.evaluate(STONES_SCRIPT) == [7, 2]
    stone = page.get_by_role("button", name="Flip the black stone that leans")
    expect(stone).to_have_count(1)
    stone.click()
    expect(sentence(page)).to_have_text(LAST)
    assert page.evaluate(STONES_SCRIPT) == [8, 1]
    expect(page.locator(".taste-board.wide .won")).to_be_visible()
    again = page.get_by_role("button", name="Again")
    expect(again).not_to_be_focused()  # a pointer moves no focus
    again.click()
    expect(sentence(page)).to_have_text(SENTENCES[0])


def test_with_reduced_motion_each_press_brings_the_next_beat(first_visit: Page, server: SiteServer):
    page = first_visit
    page.emulate_media(reduced_motion="reduce")
    page.goto(server.url)
    page.wait_for_timeout(2000)  # the first beat would last 1.3 s
    for text in SENTENCES[:4]:
        expect(sentence(page)).to_have_text(text)
        page.get_by_role("button", name="Next").click()
    expect(sentence(page)).to_have_text(OWN_TURN)
    expect(page.get_by_role("button", name="Next")).to_be_hidden()
    assert not page.evaluate(
        "document.getElementById('taste').getAnimations({ subtree: true }).length"
    )


@pytest.mark.parametrize("key", ["Enter", " "])
def test_is_played_by_keyboard_alone(first_visit: Page, server: SiteServer, key: str):
    page = first_visit
    page.emulate_media(reduced_motion="reduce")
    page.goto(server.url)
    page.get_by_role("button", name="Next").focus()
    for _ in range(4):
        page.keyboard.press("Enter")
    leaning = page.get_by_role("button", name="Flip the black stone that leans")
    expect(leaning).to_be_focused()
    expect(leaning.locator(".focus-ring")).to_be_visible()
    top = page.evaluate("scrollY")
    page.keyboard.press(key)
    expect(sentence(page)).to_have_text(LAST)
    expect(page.get_by_role("button", name="Again")).to_be_focused()
    assert page.evaluate("scrollY") == top
    page.keyboard.press("Enter")
    expect(sentence(page)).to_have_text(SENTENCES[0])
    expect(page.get_by_role("button", name="Next")).to_be_focused()


def test_waits_until_it_is_in_sight(first_visit: Page, server: SiteServer):
    page = first_visit
    page.set_viewport_size({"width": 390, "height": 220})
    page.goto(server.url)
    page.wait_for_timeout(2000)
    expect(sentence(page)).to_have_text(SENTENCES[0])
    page.set_viewport_size({"width": 390, "height": 844})
    expect(sentence(page)).to_have_text(SENTENCES[1])


def test_a_phone_shows_the_board_on_its_corner(first_visit: Page, server: SiteServer):
    page = first_visit
    page.emulate_media(reduced_motion="reduce")
    page.goto(server.url)
    for width, height, shown in ((1280, 800, "wide"), (390, 844, "upright"), (844, 390, "wide")):
        page.set_viewport_size({"width": width, "height": height})
        for name in ("wide", "upright"):
            board = page.locator(f".taste-board.{name}")
            expect(board).to_be_visible(visible=name == shown)
