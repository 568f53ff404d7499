"""The page in each of its languages: it comes as the browser wishes, whole, and can be changed.

What is said is checked against the tables: no English sentence that has a translation is left.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

import build
from greylox_web.formats.game_json import write_library
from greylox_web.progress import new_fact
from tools.languages import WHOLE
from tools.languages.made import translator_of
from tools.languages.source import entries

from .hosts import Host
from .playing import MARKED, PAINTED, press, until
from .test_language import VIEWS

pytestmark = [pytest.mark.true_start, pytest.mark.no_engine]

AUDIT = (Path(__file__).parent / "audit.js").read_text("utf-8")
WISHES = "Object.defineProperty(navigator, 'languages', { get: () => ['eo', '%s-AT', 'en'] })"
TEXTS = """() => {
    const found = [];
    const kept = "script, style, noscript, [lang]:not(html)";
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let text = walker.nextNode(); text; text = walker.nextNode()) {
        if (!text.parentElement.closest(kept)) found.push(text.data);
    }
    for (const name of ["aria-label", "title", "placeholder", "alt"]) {
        const nodes = document.querySelectorAll(`[${name}]`);
        for (const node of nodes) found.push(node.getAttribute(name));
    }
    return found.map((text) => text.trim().replace(/\\s+/g, " "));
}"""
DIALOGS = {"open-rules": "#rules", "open-new": "#new-game", "open-settings": "#settings"}
GAME = "#1/multiplicity5/m" + (
    "h8g8e4e3b2a2i7h7d6c6g3f3d8d7c4c3e1f2g5g6a5b6c1d1i5i6f9e8f4d5b3e6c2b1i8a4g9h4a1"
)
PRODUCT = 1296  # of the groups of one side: 1.296, 1 296, 1296


NARROW = [(320, 640, 100), (390, 844, 200), (320, 640, 200)]  # width, height, letters in per cent
ROUTES = ["learn/lox/swap", "puzzle/greylox-2", "home", GAME[1:]]


def longest() -> str:
    """The language whose sentences are the longest, all in all."""
    said = {code: translator_of(build.ROOT, code) for code in WHOLE}
    listed = [(place, entry) for place, all_ in entries(build.ROOT).items() for entry in all_]
    return max(WHOLE, key=lambda code: sum(len(said[code](*each)[0]) for each in listed))


def left_english(page: Page, code: str) -> set[str]:
    """The texts of the page, seen or not, that are English sentences with a translation."""
    say = translator_of(build.ROOT, code)
    english: set[str] = set()
    theirs: set[str] = set()
    for place, listed in entries(build.ROOT).items():
        for entry in listed:
            english.update(entry.forms)
            theirs.update(say(place, entry))
    return {text for text in english - theirs if len(text) > 2} & {*page.evaluate(TEXTS)}


@pytest.mark.parametrize("code", WHOLE)
def test_a_language_is_wished_for_and_can_be_left(page: Page, host: Host, code: str):
    page.add_init_script(WISHES % code)
    page.goto(host.url + GAME)
    page.wait_for_function(MARKED, arg="board-interactive")
    assert page.evaluate("document.documentElement.lang") == code
    product = page.evaluate(f"new Intl.NumberFormat('{code}-AT').format({PRODUCT})")
    expect(page.locator("#side-1")).to_contain_text(product)
    for button, place in DIALOGS.items():
        page.click(f"#{button}")
        expect(page.locator(place)).to_be_visible()
        assert not left_english(page, code)
        page.set_viewport_size({"width": 320, "height": 640})
        assert page.locator(place).evaluate(AUDIT)["clipped"] == []
        page.set_viewport_size({"width": 1280, "height": 800})
        if place != "#settings":
            page.keyboard.press("Escape")
    moves = page.locator("#moves").text_content()
    field = page.locator("#settings-language")
    expect(field).to_have_accessible_description(re.compile(r"\w\s?; "))
    field.focus()
    page.keyboard.type("E")
    expect(field).to_have_value("en")  # a step on the way, for all that is known
    page.wait_for_timeout(200)
    assert page.evaluate("document.documentElement.lang") == code
    page.keyboard.press("Enter")
    expect(page.locator("html")).to_have_attribute("lang", "en")
    page.wait_for_function(MARKED, arg="board-interactive")
    expect(field).to_be_focused()
    expect(page.locator("#undo span")).to_have_text("Undo")
    expect(page.locator("#moves")).to_have_text(moves or "")


@pytest.mark.allow_console("")  # what is still to be fetched cannot be
@pytest.mark.parametrize("code", WHOLE)
def test_that_there_is_no_network_is_said_in_each_language(page: Page, host: Host, code: str):
    page.add_init_script(WISHES % code)
    page.goto(host.url)
    page.wait_for_function(MARKED, arg="library-ready")
    page.context.set_offline(True)
    say, listed = translator_of(build.ROOT, code), entries(build.ROOT)["page"]
    texts = {entry.context: say("page", entry)[0] for entry in listed}
    told = [texts[f"BOOT_WORDS.{key}"] for key in ("offline", "not-kept")]
    expect(page.locator(".head .offline")).to_have_text(" ".join(told))


def test_the_longest_language_fits_narrow_phones_and_large_letters(phone: Page, host: Host):
    def fits(view: str) -> None:
        for width, height, letters in NARROW:
            phone.set_viewport_size({"width": width, "height": height})
            phone.evaluate(f"document.documentElement.style.fontSize = '{letters}%'")
            phone.evaluate(PAINTED)
            cut = phone.locator("dialog[open], body").last.evaluate(AUDIT)["clipped"]
            assert cut == [], (view, width, letters)
            wide = phone.evaluate("() => document.documentElement.scrollWidth")
            assert wide <= width, (view, width, letters)
        phone.set_viewport_size({"width": 390, "height": 844})
        phone.evaluate("document.documentElement.style.fontSize = ''")

    phone.add_init_script(WISHES % longest())
    phone.goto(host.url)
    phone.wait_for_function(MARKED, arg="library-ready")
    phone.locator(".cell.legal").first.click()
    fits("a first visit")
    for route in ROUTES:
        phone.evaluate("route => { location.hash = route }", route)
        until(phone, "route => location.hash.slice(1).startsWith(route)", route.split("/m")[0])
        fits(route)
    for button, place in VIEWS.items():
        press(phone, f"open-{button}")
        expect(phone.locator(place)).to_be_visible()
        if button == "games":
            expect(phone.locator("#library-games li")).not_to_have_count(0)
        fits(button)
        phone.keyboard.press("Escape")
        expect(phone.locator(place)).to_be_hidden()


def test_the_statistics_fit_a_narrow_phone(phone: Page, host: Host):
    what = {"game": "multiplicity", "spec": "multiplicity6-f", "colour": 0}
    facts = [
        new_fact("game", **what, level=14, score=2, unrated=""),
        new_fact("review", **what, turns=20, lost=100),
    ]
    file = {"name": "all.json", "mimeType": "", "buffer": write_library([], facts).encode()}
    phone.add_init_script(WISHES % "es")  # its headings are the widest
    phone.goto(host.url)
    phone.wait_for_function(MARKED, arg="library-ready")
    phone.set_viewport_size({"width": 320, "height": 640})
    press(phone, "open-games")
    phone.set_input_files("#library-file", file)
    expect(phone.locator("#library-message")).not_to_be_empty()
    phone.click("#open-statistics")
    expect(phone.locator("#statistics table")).to_have_count(5)
    sheet = phone.locator("#statistics")
    for width, height, letters in NARROW:
        phone.evaluate(f"document.documentElement.style.fontSize = '{letters}%'")
        phone.set_viewport_size({"width": width, "height": height})
        phone.evaluate(PAINTED)
        assert sheet.evaluate("sheet => sheet.scrollWidth <= sheet.clientWidth"), (width, letters)
