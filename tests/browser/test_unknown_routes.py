"""Addresses of lessons and puzzles that do not exist."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from .playing import until

LESSONS = ("#learn/greylox/3", "#learn/chess", "#learn/greylox/sight/%3Cb%3E", "#learn/%2F")
PUZZLES = ("#puzzle/nothing-7", "#puzzle/lox-99999", "#puzzle/next/chess", "#puzzles/7")


def test_what_does_not_exist_is_said_and_the_way_to_what_does_is_open(page: Page, open_game):
    open_game(page, LESSONS[0])
    for room, routes in (("lesson", LESSONS), ("puzzle", PUZZLES)):
        dialog = page.locator("#learn" if room == "lesson" else "#puzzles")
        for route in routes:
            page.evaluate("route => { location.hash = route }", route)
            expect(dialog).to_be_visible()
            expect(dialog.locator("[role=status]")).to_contain_text("There is no")
            expect(dialog.locator("button[data-route]").first).to_be_visible()
            until(page, "() => location.hash.startsWith('#1/greylox5/')")
            page.keyboard.press("Escape")
            expect(dialog).to_be_hidden()
    expect(page.locator("#notice")).to_be_hidden()
    page.click("#open-puzzles")
    expect(page.locator("#puzzles [role=status]")).to_be_hidden()


def test_an_address_closes_the_dialog_that_lies_before_what_it_asks_for(page: Page, open_game):
    open_game(page)
    for room, route in (("puzzles", "#learn/greylox/control"), ("learn", "#puzzle/greylox-2")):
        page.click(f"#open-{room}")
        expect(page.locator(f"#{room}")).to_be_visible()
        page.evaluate("route => { location.hash = route }", route)
        expect(page.locator(f"#{room}")).to_be_hidden()
        expect(page.locator("dialog[open]")).to_have_count(0)
