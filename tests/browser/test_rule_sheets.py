"""Bottom sheets in a small window: opening, swiping away, closing for another view."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tools.chromium import HAS_MARK_SCRIPT

from .page_actions import fragment, press, wait_until
from .test_touch import TouchInput, finger

__all__ = ["finger"]

pytestmark = pytest.mark.motion


def test_the_record_is_swiped_away(phone: Page, finger: TouchInput, open_game):
    open_game(phone, "#1/brink3-x2/ma1b2", engine=True)
    phone.tap("#open-record")
    expect(phone.locator("#record")).to_be_visible()
    expect(phone.locator("#board .cell").first).to_be_visible()
    box = phone.locator("#record").bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + 12
    finger.down((x, y))
    for down in range(10, 160, 15):
        finger.move((x, y + down))
    finger.up()
    expect(phone.locator("#record")).to_be_hidden()
    expect(phone.locator("#open-record")).to_be_focused()
    expect(phone.locator("#open-record")).to_have_attribute("aria-expanded", "false")


CLOSES = "#open-record[aria-expanded=true], #layers-close:visible, #result-card:visible"


@pytest.mark.parametrize("sheet", ["record", "layers", "result"])
def test_close_request_closes_sheet_for_any_focus(phone: Page, open_game, sheet: str):
    """Chromium treats Escape and Android's Back as the same close request."""
    open_game(phone, "#1/brink3-x2/ma1b2")
    if sheet == "result":
        press(phone, "resign")
        phone.locator("#resign-dialog").get_by_role("button", name="Resign").click()
    else:
        phone.click(f"#open-{sheet}")
    expect(phone.locator(CLOSES)).to_have_count(1)
    before = fragment(phone)
    phone.evaluate("document.activeElement?.blur()")
    phone.keyboard.press("Escape")
    expect(phone.locator(CLOSES)).to_have_count(0)
    assert fragment(phone) == before
    if sheet != "result":
        phone.click(f"#open-{sheet}")  # it opens again
        expect(phone.locator(CLOSES)).to_have_count(1)


@pytest.mark.parametrize("drawer", ["record", "layers"])
def test_an_open_sheet_is_put_away_before_another_view(phone: Page, open_game, drawer: str):
    phone, opener = phone, phone.locator(f"#open-{drawer}")
    for route in ("learn/lox", "puzzle/today"):
        open_game(phone, "#1/brink3-x2/ma1b2")
        opener.click()
        expect(opener).to_have_attribute("aria-expanded", "true")
        phone.click("#leave-board")
        expect(phone.locator("#home")).to_be_visible()
        expect(opener).to_have_attribute("aria-expanded", "false")
        phone.go_back()
        expect(phone.locator("#play-actions")).to_be_visible()
        opener.click()
        phone.evaluate("route => location.hash = route", route)
        exercise = phone.locator("#exercise")
        expect(exercise).to_be_visible()
        expect(opener).to_have_attribute("aria-expanded", "false")
        assert phone.locator(".head").bounding_box()["width"] == 390
        assert phone.locator("#board").bounding_box()["height"] > 250
        assert exercise.bounding_box()["x"] == 0


def test_open_sheet_does_not_hide_game_from_link_or_back(phone: Page, open_game):
    open_game(phone, "#1/brink3-x2/ma1b2")
    phone.click("#open-record")
    phone.evaluate("location.hash = '#1/lox5/mc3/c1v'")
    expect(phone.locator("#title")).to_contain_text("Lox")
    expect(phone.locator("#open-record")).to_have_attribute("aria-expanded", "false")
    phone.click("#open-record")
    phone.go_back()
    expect(phone.locator("#open-record")).to_have_attribute("aria-expanded", "false")
    expect(phone.locator("#title")).to_contain_text("Lox")
    phone.go_back()
    expect(phone.locator("#title")).to_contain_text("Brink")
    expect(phone.locator("#open-record")).to_have_attribute("aria-expanded", "false")


def test_the_button_of_the_moves_shows_the_moves(phone: Page, open_game):
    open_game(phone, "#1/brink3-x2/ma1b2")
    phone.tap("#open-more")
    phone.tap("#more [data-press='record:analyse']")
    expect(phone.locator("#page-analysis")).to_be_visible()
    expect(phone.locator("#analyse")).to_have_class("main")
    phone.tap("#close-record")
    phone.tap("#open-record")
    expect(phone.locator("#moves")).to_be_visible()
    expect(phone.locator("#page-analysis")).to_be_hidden()
    phone.tap("#close-record")


def test_a_sheet_is_swiped_away_and_a_short_swipe_leaves_it(
    phone: Page, finger: TouchInput, open_game
):
    open_game(phone, "#1/brink3-x2/ma1b2", engine=True)
    phone.tap("#open-more")
    sheet = phone.locator("#more")
    expect(sheet).to_be_visible()
    box = sheet.bounding_box()
    assert abs(box["y"] + box["height"] - 844) < 2, "it stands at the foot"
    x, y = 195, box["y"] + 10
    for length, stays in ((60, True), (180, False)):
        finger.down((x, y))
        for down in range(10, length, 10):
            finger.move((x, y + down))
        finger.up()
        expect(sheet).to_be_visible() if stays else expect(sheet).to_be_hidden()
    expect(phone.locator("#open-more")).to_be_focused()


def test_escape_and_a_press_beside_it_close_a_sheet(page: Page, open_game):
    open_game(page, "#1/brink3-x2/ma1b2", engine=True)
    page.click("#open-more")
    page.keyboard.press("Escape")
    expect(page.locator("#more")).to_be_hidden()
    page.click("#open-more")
    page.mouse.click(400, 300)
    expect(page.locator("#more")).to_be_hidden()
    assert fragment(page).startswith("#1/brink3-x2/ma1b2"), "the press was not for the board"


def test_tap_outside_sheet_does_not_reach_page(phone: Page, open_game):
    open_game(phone)
    phone.evaluate("() => addEventListener('click', it => document.body.dataset.on = it.target.id)")
    box = phone.locator("#open-rules").bounding_box()
    press(phone, "open-more")
    expect(phone.locator("#more")).to_be_visible()
    top = phone.locator("#more").bounding_box()["y"]
    phone.touchscreen.tap(box["x"] + 20, min(box["y"] + 20, top - 4))
    wait_until(phone, "() => document.body.dataset.on === 'more'")
    expect(phone.locator("dialog[open]")).to_have_count(0)


BACK_SCRIPT = "history.back()"
AN_ENTRY_OF_ITS_OWN = "number => JSON.parse(history.state)[1].endsWith(` ${number}`)"
TWO_GAMES = "#1/lox5/mc3b2", "#1/brink3-x2/ma1b2"


@pytest.fixture
def two_games(open_game):
    """`two_games(page)`: open two games, one after the other."""

    def opened(page: Page) -> Page:
        for game in TWO_GAMES:
            open_game(page, game)
        expect(page.locator("#title")).to_contain_text("Brink")
        return page

    return opened


def check_game_shown(page: Page, game: str, still_open: int = 0) -> None:
    """Check the title, the address and the number of open dialogs of a game."""
    name = "Lox" if "lox" in game else "Brink"
    expect(page.locator("dialog[open]")).to_have_count(still_open)
    expect(page.locator("#title")).to_contain_text(name)
    wait_until(page, "game => location.hash.startsWith(game)", game)


def open_dialogs(page: Page, *names: str) -> None:
    """Open dialogs on top of each other."""
    for number, name in enumerate(names, 1):
        page.evaluate("name => document.getElementById(name).click()", name)
        wait_until(page, AN_ENTRY_OF_ITS_OWN, number)


def test_back_closes_dialogs_then_navigates(phone: Page, two_games):
    page, (lox, brink) = two_games(phone), TWO_GAMES
    for name in ("open-rules", "keys", "open-more", "pick-game"):
        open_dialogs(page, name)
        page.evaluate(BACK_SCRIPT)
        check_game_shown(page, brink)
    for name in ("open-settings", "open-new", "open-share"):
        page.evaluate("name => document.getElementById(name).click()", name)
        expect(page.locator("#game-view")).to_be_hidden()
        page.evaluate(BACK_SCRIPT)
        check_game_shown(page, brink)
    open_dialogs(page, "open-rules", "keys", "open-more")
    for still_open in (2, 1, 0):
        page.evaluate(BACK_SCRIPT)
        check_game_shown(page, brink, still_open)
    for sheet in ("record", "layers"):
        open_dialogs(page, f"open-{sheet}")
        expect(page.locator(CLOSES)).to_have_count(1)
        page.evaluate(BACK_SCRIPT)
        expect(page.locator(CLOSES)).to_have_count(0)
        check_game_shown(page, brink)
    page.evaluate(BACK_SCRIPT)
    check_game_shown(page, lox)
    page.evaluate("history.forward()")
    check_game_shown(page, brink)


def test_dialog_closed_by_button_leaves_no_history_entry(page: Page, two_games):
    page, (lox, brink) = two_games(page), TWO_GAMES
    for _ in range(2):
        open_dialogs(page, "open-rules", "keys")
        page.locator("#key-list [data-close]").click()
        check_game_shown(page, brink, 1)
        page.evaluate(BACK_SCRIPT)
        check_game_shown(page, brink)
    open_dialogs(page, "open-rules")
    page.keyboard.press("Escape")
    check_game_shown(page, brink)
    page.evaluate(BACK_SCRIPT)
    check_game_shown(page, lox)
    page.evaluate("history.forward()")
    check_game_shown(page, brink)
    page.evaluate("history.forward()")  # the entry of a closed dialog
    check_game_shown(page, brink)
    page.evaluate(BACK_SCRIPT)
    check_game_shown(page, lox)


def test_back_after_reload_with_dialog_opens_previous_game(page: Page, two_games):
    page, (lox, brink) = two_games(page), TWO_GAMES
    open_dialogs(page, "open-rules")
    page.reload()
    page.wait_for_function(HAS_MARK_SCRIPT, arg="library-ready")  # from then on Back closes dialogs
    check_game_shown(page, brink)
    open_dialogs(page, "keys")
    page.evaluate(BACK_SCRIPT)
    check_game_shown(page, brink)
    page.evaluate(BACK_SCRIPT)
    check_game_shown(page, lox)


def test_back_closes_dialog_after_game_advanced(page: Page, two_games):
    page, (lox, brink) = two_games(page), TWO_GAMES
    open_dialogs(page, "open-rules", "keys")
    for name in ("c3", "d3"):  # the first action after a link adds a history entry
        page.locator(f"[data-cell={name}]").dispatch_event("click")
    wait_until(page, "game => location.hash.startsWith(game)", f"{brink}c3d3")
    page.evaluate(BACK_SCRIPT)
    check_game_shown(page, f"{brink}c3d3", 1)
    page.locator("[data-cell=e3]").dispatch_event("click")
    page.evaluate(BACK_SCRIPT)
    check_game_shown(page, f"{brink}c3d3e3")
    page.evaluate(BACK_SCRIPT)
    check_game_shown(page, brink)
    page.evaluate(BACK_SCRIPT)
    check_game_shown(page, lox)


def test_back_after_dialog_navigation_opens_games_in_order(page: Page, two_games):
    page, (lox, brink) = two_games(page), TWO_GAMES
    open_dialogs(page, "keys")
    page.evaluate("location.hash = 'learn/byg/two'")
    expect(page.locator("#exercise")).to_be_visible()
    expect(page.locator("dialog[open]")).to_have_count(0)
    open_dialogs(page, "open-rules")
    page.evaluate(BACK_SCRIPT)
    expect(page.locator("dialog[open]")).to_have_count(0)
    expect(page.locator("#exercise")).to_be_visible()
    page.evaluate(BACK_SCRIPT)
    check_game_shown(page, brink)
    expect(page.locator("#exercise")).to_be_hidden()
    page.evaluate(BACK_SCRIPT)
    check_game_shown(page, lox)
