"""The page in another language: the browser's preference, changing it, messages, wide headings.

`test_views` shows every view in each language, and finds English text that has a translation.
"""

from __future__ import annotations

import re
from functools import cache

import pytest
from playwright.sync_api import Page, expect

import build
from greylox_web.formats.game_json import write_library
from tests.features.statistics.statistics_helpers import career, game
from tools.chromium import HAS_MARK_SCRIPT
from tools.languages import WHOLE
from tools.languages.extract import entries
from tools.languages.translations import translator_of

from .page_actions import PAINTED, prefer_language, press
from .site_server import SiteServer

pytestmark = [pytest.mark.true_start, pytest.mark.no_engine]

TEXTS_SCRIPT = """() => {
    const found = [];
    const excluded = "script, style, noscript, [lang]:not(html)";
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let text = walker.nextNode(); text; text = walker.nextNode()) {
        if (!text.parentElement.closest(excluded)) found.push(text.data);
    }
    for (const name of ["aria-label", "title", "placeholder", "alt"]) {
        const nodes = document.querySelectorAll(`[${name}]`);
        for (const node of nodes) found.push(node.getAttribute(name));
    }
    return found.map((text) => text.trim().replace(/\\s+/g, " "));
}"""
GAME = "#1/multiplicity5/m" + (
    "h8g8e4e3b2a2i7h7d6c6g3f3d8d7c4c3e1f2g5g6a5b6c1d1i5i6f9e8f4d5b3e6c2b1i8a4g9h4a1"
)


NARROW = [(320, 640, 100), (390, 844, 200), (320, 640, 200)]  # width, height, text size in per cent


@cache
def english_texts(code: str) -> frozenset[str]:
    """The English texts that have another translation in this language."""
    translate = translator_of(build.ROOT, code)
    english: set[str] = set()
    theirs: set[str] = set()
    for catalog, listed in entries(build.ROOT).items():
        for entry in listed:
            english.update(entry.forms)
            theirs.update(translate(catalog, entry))
    return frozenset(text for text in english - theirs if len(text) > 2)


def untranslated_texts(page: Page, code: str) -> set[str]:
    """The texts of the page, visible or not, that are English and have a translation."""
    return english_texts(code) & {*page.evaluate(TEXTS_SCRIPT)}


def test_the_preferred_language_can_be_changed(page: Page, server: SiteServer):
    prefer_language(page, code := WHOLE[0])
    page.goto(server.url + GAME)
    page.wait_for_function(HAS_MARK_SCRIPT, arg="board-interactive")
    assert page.evaluate("document.documentElement.lang") == code
    page.click("#open-settings")
    moves = page.locator("#moves").text_content()
    field = page.locator("#settings-language")
    expect(field).to_have_accessible_description(re.compile(r"\w\s?; "))
    field.focus()
    page.keyboard.type("E")
    expect(field).to_have_value("en")  # the choice may not be final
    page.wait_for_timeout(200)
    assert page.evaluate("document.documentElement.lang") == code
    page.keyboard.press("Enter")
    expect(page.locator("html")).to_have_attribute("lang", "en")
    page.wait_for_function(HAS_MARK_SCRIPT, arg="board-interactive")
    expect(field).to_be_focused()
    expect(page.locator("#undo span")).to_have_text("Undo")
    expect(page.locator("#moves")).to_have_text(moves or "")


def test_without_its_translation_the_page_is_english_and_says_so(
    page: Page, private_server: SiteServer
):
    code = WHOLE[0]
    (path,) = private_server.site.glob(f"app/words-{code}.*.json")
    path.write_text('{"tables": []}')
    prefer_language(page, code)
    page.goto(private_server.url + "#1/lox5/mc3")
    page.wait_for_function(HAS_MARK_SCRIPT, arg="library-ready")
    translate, listed = translator_of(build.ROOT, code), entries(build.ROOT)["page"]
    texts = {entry.context: translate("page", entry)[0] for entry in listed}
    expect(page.locator("#notice")).to_have_text(texts["BOOT_WORDS.untranslated"])
    expect(page.locator("#turn")).to_contain_text("to move")


@pytest.mark.allow_console("")  # files not yet fetched fail
def test_offline_message_is_translated(page: Page, server: SiteServer):
    code = WHOLE[0]
    prefer_language(page, code)
    page.goto(server.url)
    page.wait_for_function(HAS_MARK_SCRIPT, arg="library-ready")
    page.context.set_offline(True)
    translate, listed = translator_of(build.ROOT, code), entries(build.ROOT)["page"]
    texts = {entry.context: translate("page", entry)[0] for entry in listed}
    messages = [texts[f"BOOT_WORDS.{key}"] for key in ("offline", "not-kept")]
    expect(page.locator(".head .offline")).to_have_text(" ".join(messages))


def test_the_strength_fits_a_narrow_phone(phone: Page, server: SiteServer):
    facts = [*career(60, 90), game(14, 2, 1, unrated="time")]
    file = {"name": "all.json", "mimeType": "", "buffer": write_library([], facts).encode()}
    prefer_language(phone, "es")  # its headings are the widest
    phone.goto(server.url)
    phone.wait_for_function(HAS_MARK_SCRIPT, arg="library-ready")
    phone.set_viewport_size({"width": 320, "height": 640})
    press(phone, "open-you")
    phone.set_input_files("#library-file", file)
    expect(phone.locator("#library-message")).not_to_be_empty()
    phone.click("#open-statistics")
    page = phone.locator("#statistics")
    expect(page.locator(".strength-plot")).to_be_visible()
    tables = page.locator("details")
    tables.evaluate_all("tables => tables.forEach(table => { table.open = true })")
    expect(page.locator("table")).to_have_count(6)
    for width, height, letters in NARROW:
        phone.evaluate(f"document.documentElement.style.fontSize = '{letters}%'")
        phone.set_viewport_size({"width": width, "height": height})
        phone.evaluate(PAINTED)
        wide = page.evaluate(
            """page => [page, ...page.querySelectorAll(".stats-card, .stats-card > *")]
                .filter(part => part.scrollWidth > part.clientWidth + 1 && part.clientWidth)
                .map(part => part.className || part.localName)"""
        )
        assert wide == [], (width, letters)
