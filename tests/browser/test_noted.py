"""What no address keeps outlives a reload: set-ups, comments, variations."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from .choosing import begin
from .hosts import Host
from .playing import MARKED, fragment, leaf, until
from .shelves import A_GAME, DATABASE, opened, play, press, ready, reloaded, saved
from .staying import GO

pytestmark = pytest.mark.no_engine


def test_comments_come_back_which_no_link_carries(page: Page, host: Host):
    ready(page, host, A_GAME)
    play(page, "a1", "b2")
    leaf(page, "study")
    page.fill("#comment", "Here it began.")
    page.locator("#comment").blur()
    until(page, f"async () => (await ({DATABASE})(['games', null, null]))[0]?.includes('it began')")
    reloaded(page)
    expect(page.locator("#comment")).to_have_value("Here it began.")


@pytest.mark.no_engine(False)
def test_a_position_that_was_set_up_is_kept_with_its_comment_before_anybody_plays(
    page: Page, host: Host
):
    ready(page, host, A_GAME)
    leaf(page, "study")
    page.click("#edit")
    play(page, "d4")
    page.click("#edit-play")
    saved(page, 0)
    page.click("#edit")
    play(page, "b2")
    page.click("#edit-play")
    link = fragment(page).removeprefix("#")
    until(page, f"async () => (await ({DATABASE})(['games', null, null]))[0]?.includes('{link}')")
    saved(page, 0)  # in the place of the one before, of which nothing else was made
    page.fill("#comment", "White to play.")
    page.locator("#comment").blur()
    until(page, f"async () => (await ({DATABASE})(['games', null, null]))[0]?.includes('to play.')")
    reloaded(page)
    expect(page.locator("#comment")).to_have_value("White to play.")
    begin(page, "brink", 3, level=1, side="second")  # the engine begins
    expect(page.locator("#moves button")).not_to_have_count(0)
    opened(page)
    expect(page.locator("#library-games > li")).to_have_count(1)
    press(page, 0, "open")
    expect(page.locator("#comment")).to_have_value("White to play.")


def test_a_comment_comes_back_before_the_first_stone(page: Page, host: Host):
    ready(page, host, A_GAME)
    leaf(page, "study")
    expect(page.locator("#tab-study")).not_to_have_class("noted")
    page.fill("#comment", "Where to begin?")
    page.locator("#comment").blur()
    saved(page, 0)
    reloaded(page)
    expect(page.locator("#tab-study.noted")).to_have_attribute("title", "Where to begin?")
    expect(page.locator("#comment")).to_have_value("Where to begin?")
    begin(page, "brink", 3, level=None)
    expect(page.locator("#comment")).to_have_value("")
    reloaded(page)  # the game before is not taken for it
    expect(page.locator("#comment")).to_have_value("")
    for _ in range(2):  # the second time it is found again
        page.click("#open-share")
        page.fill("#import-text", "(;GM[1]FF[4]GG[lox:5]SZ[5]AB[b2]AW[c3]PL[B]C[Black wins.])")
        page.click("#import-open")
        expect(page.locator("#comment")).to_have_value("Black wins.")
        saved(page, 0, games=2)
        page.evaluate(GO, A_GAME)


def test_a_position_in_the_making_outlives_a_reload_and_a_change_of_language(
    page: Page, host: Host
):
    """What is stored of the game comes after the start of the page, and does not end it either."""
    ready(page, host, A_GAME)
    play(page, "a1", "b2")
    page.keyboard.press("ArrowLeft")
    play(page, "c3")  # a variation, which no address tells
    saved(page, 3)
    leaf(page, "study")
    page.click("#edit")
    play(page, "d4")
    page.select_option("#edit-mover", "0")
    reloaded(page)
    expect(page.locator("#editor")).to_be_visible()
    expect(page.locator("#edit-mover")).to_have_value("0")
    play(page, "e5")
    page.click("#open-settings")
    page.select_option("#settings-language", "de")
    expect(page.locator("html")).to_have_attribute("lang", "de")
    page.wait_for_function(MARKED, arg="library-ready")
    expect(page.locator("#editor")).to_be_visible()
    page.click("#edit-play")
    expect(page.locator("#editor")).to_be_hidden()
    assert fragment(page).startswith("#1/brink3-x2/sx2.4.2o2.2x1.2x-x-2/m")


def test_a_game_from_a_file_is_kept_with_what_no_address_keeps(page: Page, host: Host):
    ready(page, host, A_GAME)
    page.click("#open-share")
    text = "(;GM[1]FF[4]GG[lox:11]SZ[11];B[g3]C[A strong start];W[d4](;B[e8]C[main])(;B[j2]))"
    page.fill("#import-text", text)
    page.click("#import-open")
    saved(page, 4)
    reloaded(page)
    page.click("#tab-study")
    expect(page.locator("#comment")).to_have_value("main")
    saved(page, 4)
    page.click("#tab-moves")
    expect(page.locator("#moves .noted")).to_have_text(["g3", "e8"])
    expect(page.locator("#moves .noted").first).to_have_attribute("title", "A strong start")
