"""My games shared by tabs: no move is lost, whichever tab saves, closes or opens a link."""

from __future__ import annotations

import json

import pytest
from playwright.sync_api import Page, expect

from tools.chromium import HAS_MARK_SCRIPT

from .my_games_page import (
    DATABASE_NAME,
    GAME_LINK,
    open_my_games,
    open_with_library,
    play,
    press,
    stored_games,
    wait_saved,
)
from .page_actions import open_record_tab, wait_until
from .site_server import SiteServer

pytestmark = pytest.mark.no_engine


@pytest.fixture
def tab(page: Page):
    """`tab()`: open another tab of the same browser."""
    return page.context.new_page


def test_game_deleted_in_other_tab_cannot_be_renamed(page: Page, server: SiteServer, tab):
    open_with_library(page, server, GAME_LINK)
    play(page, "a1")
    wait_saved(page, 1)
    other = open_with_library(tab(), server, "#1/lox5/m")
    for each in (page, other):
        open_my_games(each)
    press(other, 0, "delete")
    expect(other.locator("#library-games > li")).to_have_count(0)
    press(page, 0, "rename")
    page.fill("#library input[name=name]", "Too late")
    page.keyboard.press("Enter")
    expect(page.locator("#library-message")).to_have_text("This game is no longer there.")
    expect(page.locator("#library-games > li")).to_have_count(0)


@pytest.mark.true_start
@pytest.mark.allow_console("404")  # a text file has no icon
def test_a_newer_page_in_another_tab_may_change_the_database(page: Page, server: SiteServer, tab):
    open_with_library(page, server, GAME_LINK)
    play(page, "a1")
    wait_saved(page, 1)
    other = tab()
    other.goto(server.url + "LICENSE.txt")
    version = """new Promise((done, failed) => {
      const request = indexedDB.open("%s", 99);
      request.onsuccess = () => { request.result.close(); done(request.result.version); };
      request.onblocked = failed;
    })"""
    assert other.evaluate(version % DATABASE_NAME) == 99
    expect(page.locator("#notice")).to_contain_text("newer version")
    play(page, "b2")
    expect(page.locator("#moves button")).to_have_count(2)


def lines(page: Page) -> set[tuple[str, ...]]:
    """All variations of the only stored game, as actions from the start."""
    nodes = json.loads(json.loads(stored_games(page)[0])["tree"])["nodes"]
    paths, parents = [()], set()
    for number, node in enumerate(nodes[1:], 1):
        parent = node.get("after", number - 1)
        parents.add(parent)
        paths.append((*paths[parent], node["play"]))
    return {path for number, path in enumerate(paths) if number not in parents}


def test_two_tabs_with_one_game_keep_all_moves(page: Page, server: SiteServer, tab):
    open_with_library(page, server, GAME_LINK)
    play(page, "a1", "b2")
    wait_saved(page, 2)
    other = open_with_library(tab(), server)
    expect(page.locator("#notice")).to_contain_text("another tab")
    expect(other.locator("#moves button")).to_have_count(2)
    other.keyboard.press("ArrowLeft")
    for name in ("c1", "c2"):
        play(page, name)
    for name in ("c3", "c4", "c5"):
        play(other, name)
    for each in (page, other):
        wait_until(each, "document.querySelectorAll('#moves button').length === 7")
    wait_saved(page, 7)
    assert lines(page) == {("a1", "b2", "c1", "c2"), ("a1", "c3", "c4", "c5")}
    page.wait_for_timeout(1000)
    before = stored_games(page)
    page.wait_for_timeout(800)
    assert stored_games(page) == before, "the tabs go on writing to each other"


def test_idle_tab_shows_moves_of_other_tab(page: Page, server: SiteServer, tab):
    open_with_library(page, server, GAME_LINK)
    play(page, "a1", "b2")
    wait_saved(page, 2)
    other = open_with_library(tab(), server)
    play(page, "c1")
    expect(other.locator("#moves [aria-current]")).to_have_text("c1")
    other.keyboard.press("ArrowLeft")
    play(page, "c2")
    expect(other.locator("#moves button")).to_have_count(4)
    expect(other.locator("#moves [aria-current]")).to_have_text("b2")
    for _ in range(2):
        other.keyboard.press("ArrowRight")
    play(page, "c3")
    expect(other.locator("#moves [aria-current]")).to_have_text("c3")


def test_tab_follows_edits_and_deletions_of_other_tab(page: Page, server: SiteServer, tab):
    open_with_library(page, server, GAME_LINK)
    play(page, "a1", "b2")
    wait_saved(page, 2)
    other = open_with_library(tab(), server, "#1/brink3-x2/ma1b2")
    expect(other.locator("#moves button")).to_have_count(2)
    open_record_tab(page, "study")
    for text in ("A g", "A good m", "A good move"):
        page.fill("#comment", text)
        page.wait_for_timeout(700)  # each text is stored, and the other tab is notified
    expect(other.locator("#comment")).to_have_value("A good move")
    page.click("#delete")
    expect(other.locator("#moves button")).to_have_count(1)
    page.wait_for_timeout(1000)
    expect(page.locator("#moves button")).to_have_count(1)
    assert lines(page) == {("a1",)}


def test_tab_without_messages_merges_on_save(fresh_page: Page, server: SiteServer):
    page, tab = fresh_page, fresh_page.context.new_page
    page.context.add_init_script(
        "const Real = BroadcastChannel; window.BroadcastChannel = class extends Real {"
        "constructor(name) { if (name.includes('library')) throw Error('none'); super(name) } }"
    )
    open_with_library(page, server, GAME_LINK)
    play(page, "a1", "b2")
    wait_saved(page, 2)
    other = open_with_library(tab(), server)
    play(page, "c1")
    wait_saved(page, 3)
    play(other, "c3")
    wait_saved(page, 4)
    expect(other.locator("#notice")).to_contain_text("another tab")
    expect(other.locator("#moves button")).to_have_count(4)
    play(page, "c2")
    wait_saved(page, 5)
    assert lines(page) == {("a1", "b2", "c1", "c2"), ("a1", "b2", "c3")}


def test_reloaded_tab_restores_its_own_players(page: Page, server: SiteServer, tab):
    open_with_library(page, server, GAME_LINK)
    page.select_option("#side-1 .seat", "3")
    play(page, "a1")
    other = open_with_library(tab(), server, "#1/lox5/m")
    play(other, "a1")
    page.reload()
    page.wait_for_function(HAS_MARK_SCRIPT, arg="library-ready")
    expect(page.locator("#side-1 .seat")).to_have_value("3")
    expect(other.locator("#title")).to_contain_text("Lox")


def test_a_stone_just_before_leaving_is_not_lost(page: Page, server: SiteServer):
    open_with_library(page, server, GAME_LINK)
    play(page, "a1", "b2", "c3")
    page.goto("about:blank")
    open_with_library(page, server)
    wait_saved(page, 3)
    play(page, "c2")
    wait_saved(page, 4)


def test_an_answer_by_link_is_offered_to_the_game_it_belongs_to(
    page: Page, server: SiteServer, tab
):
    open_with_library(page, server, "#1/brink3-x2/ma1b2c3")
    play(page, "c4")
    wait_saved(page, 4)
    page.click("#open-new")
    page.check("#new-opponent-here")
    page.click("#new-start")
    play(page, "b1")
    wait_saved(page, 1, games=2)
    friend = open_with_library(tab(), server, "#1/brink3-x2/ma1b2c3c4d4")
    expect(friend.locator("#continue-bar")).to_contain_text("after move 4; White to move")
    friend.click("#continue-bar .main")
    expect(friend.locator("#continue-bar")).to_have_count(0)
    wait_saved(page, 5, games=2)
    friend.evaluate("location.hash = '#1/brink3-x2/ma1b2c3d4'")
    wait_until(friend, "document.querySelectorAll('#moves button').length === 4")
    expect(friend.locator("#continue-bar")).to_contain_text("Up to move 3")
    friend.click("#continue-bar .main")
    wait_saved(page, 6, games=2)
    friend.evaluate("location.hash = '#1/brink3-x2/ma1a1'")
    expect(friend.locator("#notice")).to_contain_text("a1")
    expect(friend.locator("#continue-bar")).to_have_count(0)
