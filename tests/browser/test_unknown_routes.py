"""Addresses that name pages: as they are written here, as people type them, and of none."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from .playing import until

pytestmark = pytest.mark.no_engine

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


SHEETS = {
    "#settings": "#settings",
    "#Preferences": "#settings",
    "#my-games": "#library",
    "#rules/": "#rules",
    "#share": "#share",
    "#new": "#new-game",
    "#statistics": "#statistics",
    "#lessons": "#learn",
    "#Puzzles": "#puzzles",
    "#puzzle": "#puzzles",
}


def test_the_name_of_a_dialog_opens_it_over_the_game(page: Page, open_game):
    open_game(page, "#1/lox5/mc3/cu9")
    for route, dialog in SHEETS.items():
        page.evaluate("route => { location.hash = route }", route)
        expect(page.locator(dialog)).to_be_visible()
        expect(page.locator("dialog[open]")).to_have_count(1)
        until(page, "() => location.hash.startsWith('#1/lox5/mc3')")
    page.keyboard.press("Escape")
    expect(page.locator("#moves button").first).to_have_text("c3")
    expect(page.locator("#notice")).to_be_hidden()


def test_over_a_lesson_its_address_comes_back(page: Page, open_game):
    open_game(page, "#learn/lox/swap")
    expect(page.locator("#exercise-title")).to_be_visible()
    page.evaluate("location.hash = 'settings'")
    expect(page.locator("#settings")).to_be_visible()
    until(page, "() => location.hash === '#learn/lox/swap'")


def test_my_games_are_waited_for_where_the_page_begins_with_them(page: Page, open_game):
    open_game(page, "#my-games")
    expect(page.locator("#library")).to_be_visible()


@pytest.mark.parametrize("first", [True, False])
def test_the_names_of_games_and_of_home_lead_there(page: Page, open_game, first: bool):
    open_game(page, "#Brink" if first else "")
    if not first:
        page.evaluate("location.hash = 'brink'")
    expect(page.locator("#title")).to_have_text("Brink")
    until(page, "() => location.hash.startsWith('#1/brink5')")
    page.evaluate("location.hash = 'games'")
    expect(page.locator("#home")).to_be_visible()
    until(page, "() => location.hash === '#home'")
    page.go_back()
    expect(page.locator("#title")).to_be_visible()
    expect(page.locator("#notice")).to_be_hidden()


def test_a_name_of_nothing_is_said_to_be_none(page: Page, open_game):
    open_game(page, "#foo")
    expect(page.locator("#notice")).to_have_text(
        "There is no page named “foo” here; from Home you will find everything."
    )
    assert page.evaluate("location.hash") == "#foo", "it stays until something is done"
    page.locator('[data-cell="e5"]:visible').click()
    expect(page.locator("#notice")).to_be_hidden()
    until(page, "() => location.hash.startsWith('#1/greylox5/me5')")
    page.evaluate("location.hash = 'play/chess'")
    expect(page.locator("#notice")).to_contain_text("no page named “play/chess”")
    expect(page.locator("#table")).to_be_visible()
