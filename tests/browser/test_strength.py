"""The strength page in the browser: results from a file, another game, tables, the address."""

import re

from playwright.sync_api import Page, expect

from greylox_web.formats.game_json import write_library
from tests.features.statistics.statistics_helpers import career

from .page_actions import press


def test_strength_page_of_each_game(page: Page, open_game):
    open_game(page)
    page.evaluate("location.hash = '#statistics'")  # an older address
    page.wait_for_function("() => location.hash === '#you/strength'")
    strength = page.locator("#statistics")
    expect(strength.locator(".strength-now")).to_contain_text("known after 5 more games")
    expect(strength.locator(".strength-plot")).to_have_count(0)
    press(page, "open-you")
    file = write_library([], career(60, 90)).encode()
    page.set_input_files("#library-file", {"name": "all.json", "mimeType": "", "buffer": file})
    expect(page.locator("#library-message")).not_to_be_empty()
    page.click("#open-statistics")
    heading = strength.locator(".strength-now h2")
    expect(heading).to_contain_text(re.compile(r"^\d+\.\d (between|about|above|below) "))
    expect(strength.get_by_role("img", name="Your strength in Greylox: ")).to_be_visible()
    expect(strength.get_by_role("img", name="You have played on ")).to_be_visible()
    expect(strength.locator(".milestone-text").last).to_have_text("beat Juno")
    expect(strength.locator(".opponents li")).to_have_count(8)  # seven met, and the next
    expect(strength.locator(".opponents .is-next")).to_contain_text("Sable")
    table = strength.get_by_role("table", name="Your strength")
    expect(table).to_be_hidden()
    strength.locator(".strength-now summary").click()
    expect(table.get_by_role("row")).not_to_have_count(0)
    lox = strength.get_by_role("button", name="Lox", exact=True)
    lox.focus()
    page.keyboard.press("Enter")
    expect(lox).to_have_attribute("aria-pressed", "true")
    expect(lox).to_be_focused()
    expect(strength.get_by_role("img", name="Your strength in Lox: ")).to_be_visible()
    strength.get_by_role("button", name="Byg", exact=True).click()
    expect(strength.locator(".strength-now")).to_contain_text("Byg is known after 5 more games")
