"""Set-ups, comments and variations, which no address contains, survive a reload."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tools.chromium import HAS_MARK_SCRIPT

from .my_games_page import (
    DATABASE_SCRIPT,
    GAME_LINK,
    open_my_games,
    open_with_library,
    play,
    press,
    reload,
    wait_saved,
)
from .new_game_dialog import start_new_game
from .page_actions import fragment, open_record_tab, wait_until
from .shared_browsers import NAVIGATE_SCRIPT
from .site_server import SiteServer

pytestmark = pytest.mark.no_engine


def test_comments_come_back_which_no_link_carries(page: Page, server: SiteServer):
    open_with_library(page, server, GAME_LINK)
    play(page, "a1", "b2")
    open_record_tab(page, "study")
    page.fill("#comment", "Here it began.")
    page.locator("#comment").blur()
    wait_until(
        page,
        f"async () => (await ({DATABASE_SCRIPT})(['games', null, null]))[0]?.includes('it began')",
    )
    reload(page)
    expect(page.locator("#comment")).to_have_value("Here it began.")


@pytest.mark.no_engine(False)
def test_edited_position_is_stored_with_comment_before_play(page: Page, server: SiteServer):
    open_with_library(page, server, GAME_LINK)
    open_record_tab(page, "study")
    page.click("#edit")
    play(page, "d4")
    page.click("#edit-play")
    wait_saved(page, 0)
    page.click("#edit")
    play(page, "b2")
    page.click("#edit-play")
    link = fragment(page).removeprefix("#")
    wait_until(
        page,
        f"async () => (await ({DATABASE_SCRIPT})(['games', null, null]))[0]?.includes('{link}')",
    )
    wait_saved(page, 0)  # it replaces the first set-up, which has no moves
    page.fill("#comment", "White to play.")
    page.locator("#comment").blur()
    wait_until(
        page,
        f"async () => (await ({DATABASE_SCRIPT})(['games', null, null]))[0]?.includes('to play.')",
    )
    reload(page)
    expect(page.locator("#comment")).to_have_value("White to play.")
    start_new_game(page, "brink", 3, level=1, side="second")  # the engine begins
    expect(page.locator("#moves button")).not_to_have_count(0)
    open_my_games(page)
    expect(page.locator("#library-games > li")).to_have_count(1)
    press(page, 0, "open")
    expect(page.locator("#comment")).to_have_value("White to play.")


def test_comment_before_first_stone_survives_reload(page: Page, server: SiteServer):
    open_with_library(page, server, GAME_LINK)
    open_record_tab(page, "study")
    expect(page.locator("#tab-study")).not_to_have_class("has-comment")
    page.fill("#comment", "Where to begin?")
    page.locator("#comment").blur()
    wait_saved(page, 0)
    reload(page)
    expect(page.locator("#tab-study.has-comment")).to_have_attribute("title", "Where to begin?")
    expect(page.locator("#comment")).to_have_value("Where to begin?")
    start_new_game(page, "brink", 3, level=None)
    expect(page.locator("#comment")).to_have_value("")
    reload(page)  # the new game is not mistaken for the previous one
    expect(page.locator("#comment")).to_have_value("")
    for _ in range(2):  # the second time it is already stored
        page.click("#open-share")
        page.fill("#import-text", "(;GM[1]FF[4]GG[lox:5]SZ[5]AB[b2]AW[c3]PL[B]C[Black wins.])")
        page.click("#import-open")
        expect(page.locator("#comment")).to_have_value("Black wins.")
        wait_saved(page, 0, games=2)
        page.evaluate(NAVIGATE_SCRIPT, GAME_LINK)


def test_edited_position_survives_reload_and_language_change(page: Page, server: SiteServer):
    """The stored game loads after the page has started, and does not end the edited position."""
    open_with_library(page, server, GAME_LINK)
    play(page, "a1", "b2")
    page.keyboard.press("ArrowLeft")
    play(page, "c3")  # a variation, which the address does not contain
    wait_saved(page, 3)
    open_record_tab(page, "study")
    page.click("#edit")
    play(page, "d4")
    page.select_option("#edit-mover", "0")
    reload(page)
    expect(page.locator("#editor")).to_be_visible()
    expect(page.locator("#edit-mover")).to_have_value("0")
    play(page, "e5")
    page.click("#open-settings")
    page.select_option("#settings-language", "de")
    expect(page.locator("html")).to_have_attribute("lang", "de")
    page.wait_for_function(HAS_MARK_SCRIPT, arg="library-ready")
    page.go_back()
    expect(page.locator("#editor")).to_be_visible()
    page.click("#edit-play")
    expect(page.locator("#editor")).to_be_hidden()
    assert fragment(page).startswith("#1/brink3-x2/sx2.4.2o2.2x1.2x-x-2/m")


def test_imported_game_is_stored_with_file_only_data(page: Page, server: SiteServer):
    open_with_library(page, server, GAME_LINK)
    page.click("#open-share")
    text = "(;GM[1]FF[4]GG[lox:11]SZ[11];B[g3]C[A strong start];W[d4](;B[e8]C[main])(;B[j2]))"
    page.fill("#import-text", text)
    page.click("#import-open")
    wait_saved(page, 4)
    reload(page)
    open_record_tab(page, "study")
    expect(page.locator("#comment")).to_have_value("main")
    wait_saved(page, 4)
    page.click("#tab-moves")
    expect(page.locator("#moves .has-comment")).to_have_text(["g3", "e8"])
    expect(page.locator("#moves .has-comment").first).to_have_attribute("title", "A strong start")
