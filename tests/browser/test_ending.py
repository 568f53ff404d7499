"""The end of a game: the result card, its buttons, the board, and resigning."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from .new_game_dialog import start_new_game
from .page_actions import (
    cell,
    cells_with_class,
    check_uncovered,
    fragment,
    play,
    press,
    show_chances,
    switch_game,
    wait_evaluated,
    wait_painted,
    wait_until,
)
from .shared_browsers import restart
from .test_touch import TouchInput, finger

__all__ = ["finger"]

pytestmark = pytest.mark.motion

LAST_ACTIONS = {  # a game before its last action, its cell, the winner, the reason
    "greylox": (
        "#1/greylox3/ma3b3b1c2c5b4e3d2d4e4d5a3e5a1b2d3c3a2c1b2/ca3",
        "d3",
        "White wins",
        "White's largest group holds 10, Black's 7.",
    ),
    "lox": (
        "#1/lox5/mc3-se3b1a3a5b5b4d3d5d4c2e4d1e2e1/c17",
        "a2",
        "Blue wins",
        "Blue's connection from edge to edge survived Red's turn.",
    ),
    "brink": (
        "#1/brink3-x3/mb4d4b1c3d3b3a3c2e4e3b2a2d2c1a1d5e5c4/c9u",
        "c5",
        "White wins",
        "White's largest group is larger by 4, 8 to 4. 3 is enough, so it wins.",
    ),
    "multiplicity": (
        "#1/multiplicity3/mb4c5a1a2e5e4c3b3d2d3c2b2a3c1b1d4d5/ctl",
        "e3",
        "White wins",
        "White's groups multiply to 24, Red's to 7.",
    ),
    "byg": (
        "#1/byg3/mb1a2b2d4d5c2c4b3e3e5a1a3e4.d3c5c3.d2b4/ccm",
        "c1",
        "Black wins",
        "The larger groups are equal; Black's second largest holds 2, White's 0.",
    ),
}

IS_IN_FRONT_SCRIPT = """node => {
    const { left, top, width, height } = node.getBoundingClientRect();
    return node.contains(document.elementFromPoint(left + width / 2, top + height / 2));
}"""


def finish(page: Page, open_game, name: str) -> None:
    """Open the game and play its last action."""
    link, last, _, _ = LAST_ACTIONS[name]
    open_game(page, link)
    cell(page, last).click()
    expect(page.locator("#result-card")).to_be_visible()


def count_drawn(page: Page, name: str) -> int:
    return page.locator(f"#board-drawing .{name}").count()


ANIMATIONS_FINISHED_SCRIPT = """() => new Promise(
    (done) => requestAnimationFrame(() => requestAnimationFrame(done)))
  .then(() => document.getAnimations())
  .then((all) => all.filter(({ effect }) => effect.getComputedTiming().endTime < Infinity))
  .then((all) => Promise.allSettled(all.map(({ finished }) => finished)))"""
"""Wait until all finite animations of the page have ended."""


def check_in_sight(page: Page, selector: str) -> None:
    """Fail unless the whole element is in the window and nothing covers its centre."""
    page.evaluate(ANIMATIONS_FINISHED_SCRIPT)
    script = """selector => {
        const box = document.querySelector(selector).getBoundingClientRect();
        const top = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
        return [box.left >= 0, box.top >= 0, box.right <= innerWidth, box.bottom <= innerHeight,
                !!top && (!!top.closest(selector) || selector === "#board")];
    }"""
    assert page.evaluate(script, selector) == [True] * 5, selector


@pytest.mark.parametrize("name", LAST_ACTIONS)
def test_a_game_ends_with_a_card_and_its_reason_on_the_board(page: Page, open_game, name: str):
    finish(page, open_game, name)
    _, _, headline, reason = LAST_ACTIONS[name]
    expect(page.locator("#result-title")).to_have_text(headline)
    expect(page.locator("#result-reason")).to_contain_text(reason)
    expect(page.locator("#result-title")).to_be_focused()
    expect(page.locator("#live-region")).to_contain_text(f"{headline}. {reason}")
    if name == "lox":
        assert count_drawn(page, "path") == 1
    else:
        # equal groups are shown before
        expect(page.locator("#board-drawing .won")).to_have_count(1)
        assert count_drawn(page, "plaque-text") >= 1
    if name == "greylox":
        assert count_drawn(page, "small") >= 1, "a vacant cell counts"
    assert page.locator("#board-drawing .stone.faded").count() > 0
    page.keyboard.press("Escape")
    expect(page.locator("#result-card")).to_be_hidden()
    expect(page.locator("#show-result")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("#result-title")).to_be_visible()


@pytest.mark.parametrize("name", LAST_ACTIONS)
def test_on_a_phone_the_board_stays_whole_above_the_card(phone: Page, open_game, name: str):
    finish(phone, open_game, name)
    for height in (844, 664):
        phone.set_viewport_size({"width": 390, "height": height})
        check_in_sight(phone, "#board")
        for button in ("rematch", "new", "review", "share", "close"):
            check_in_sight(phone, f"#result-{button}")
        board = phone.locator("#board").bounding_box()
        card = phone.locator("#result-card").bounding_box()
        assert board["y"] + board["height"] <= card["y"] + 1
    phone.tap("#result-close")
    expect(phone.locator("#result-card")).to_be_hidden()
    phone.tap("#show-result")
    expect(phone.locator("#result-card")).to_be_visible()


def test_group_steps_and_swipe_dismiss_result_card(phone: Page, finger: TouchInput, open_game):
    phone.emulate_media(reduced_motion="reduce")  # the card does not step by itself
    finish(phone, open_game, "byg")
    text, step = phone.locator("#result-rank-text"), phone.locator("#result-step")
    expect(text).to_have_text("The second largest: 2 to 0. They decide.")
    expect(phone.locator("#result-reason")).to_contain_text("The board is full.")
    step.tap()
    expect(text).to_have_text("Largest groups: 8 each, equal.")
    expect(phone.locator("#board-drawing .plaque-text")).to_have_text(["8", "8"])
    step.tap()
    expect(phone.locator("#board-drawing .plaque-text")).to_have_text(["2"])
    box = phone.locator("#result-card").bounding_box()
    finger.down((195, box["y"] + 30))
    for down in range(10, 160, 15):
        finger.move((195, box["y"] + 30 + down))
    finger.up()
    expect(phone.locator("#result-card")).to_be_hidden()
    expect(phone.locator("#show-result")).to_be_visible()


def test_two_people_play_again_review_and_share(page: Page, open_game):
    finish(page, open_game, "byg")
    expect(page.locator("#result-colour")).to_have_count(0)
    page.click("#result-share")
    expect(page.locator("#share")).to_be_visible()
    page.go_back()
    expect(page.locator("#share")).to_be_hidden()
    page.click("#result-new")
    expect(page.locator("#new-game")).to_be_visible()
    page.go_back()
    page.click("#result-rematch")
    expect(page.locator("#result-card")).to_be_hidden()
    wait_painted(page)
    assert fragment(page).startswith("#1/byg3/m/")
    assert cells_with_class(page, "first") == cells_with_class(page, "second") == []


def test_the_review_fills_the_card(page: Page, open_game):
    open_game(page, LAST_ACTIONS["brink"][0], engine=True)
    cell(page, LAST_ACTIONS["brink"][1]).click()
    expect(page.locator("#result-card .source")).to_have_text(
        "A review shows how the chances changed."
    )
    page.click("#result-review")
    expect(page.locator("#result-review")).to_have_text("Whole review", timeout=120_000)
    expect(page.locator("#result-card .chances .area")).not_to_have_count(0, timeout=120_000)
    expect(page.locator("#result-card .source")).to_have_count(0, timeout=120_000)
    page.set_viewport_size({"width": 820, "height": 1180})
    for case in ("with turns that cost most", "without"):
        assert page.locator("#result-card .chances").bounding_box()["width"] < 400, case
        page.locator("#result-card .eval-graph ol").evaluate_all(
            "all => all.map(list => list.remove())"
        )
    page.set_viewport_size({"width": 1280, "height": 800})
    page.click("#result-review")
    expect(page.locator("#result-card")).to_be_hidden()
    expect(page.locator("#tab-analysis")).to_have_attribute("aria-selected", "true")
    expect(page.locator("#review-heading")).to_be_focused()
    for part in ("#review-heading", "#graph"):  # in sight at once
        assert page.locator(part).evaluate(IS_IN_FRONT_SCRIPT), part
    check_uncovered(page, "#record")
    page.set_viewport_size({"width": 1280, "height": 800})
    page.click("#tab-moves")
    course = page.locator("#eval-graph")
    expect(course).to_have_attribute("aria-valuetext", re.compile("White wins for certain$"))
    width = course.bounding_box()["width"]
    course.click(position={"x": width / 2, "y": 20})
    expect(page.locator("#moves [aria-current]")).to_have_attribute(
        "data-node", re.compile("^[89]$|^1.$")
    )
    course.press("End")
    page.click("#show-result")
    page.locator("#result-card .eval-graph button").first.click()
    expect(page.locator("#result-card")).to_be_hidden()
    expect(page.locator("#retry-panel")).to_be_visible()
    expect(page.locator("#retry-panel")).to_contain_text("Try something other")


def start_against_engine(page: Page, open_game) -> None:
    """Start Lox against level 3 and wait until both have played a stone."""
    open_game(page, engine=True)
    start_new_game(page, "lox", 5, level=3, side="first")
    play(page, "a1")
    page.wait_for_function("() => document.querySelectorAll('#moves [data-node]').length >= 2")


def test_resign_dialog_defaults_to_play_on(page: Page, open_game):
    start_against_engine(page, open_game)
    question = page.locator("#resign-dialog")
    for leave in ("Enter", "Escape"):
        page.keyboard.press("r")
        expect(question).to_be_visible()
        expect(question.get_by_role("button", name="Play on")).to_be_focused()
        page.keyboard.press(leave)
        expect(question).to_be_hidden()
        expect(page.locator("#result")).to_be_hidden()
    press(page, "resign")
    question.get_by_role("button", name="Resign").click()
    expect(page.locator("#result-title")).to_have_text("Wren wins")
    expect(page.locator("#result-reason")).to_have_text("You resigned.")
    page.keyboard.press("r")
    expect(question).to_be_hidden()


def test_lost_game_offers_lower_level_and_other_colour(page: Page, open_game):
    start_against_engine(page, open_game)
    press(page, "resign")
    page.click("#resign-yes")
    expect(page.locator("#result-level")).to_have_text("Easier: Fern")
    page.click("#result-level")
    expect(page.locator("#result-card")).to_be_hidden()
    expect(page.locator("#turn")).to_have_text("Your turn")
    expect(page.locator("#side-1 .seat")).to_have_value("2")
    play(page, "a1")
    page.wait_for_function("() => document.querySelectorAll('#moves [data-node]').length >= 2")
    page.keyboard.press("r")
    page.click("#resign-yes")
    page.click("#result-colour")
    expect(page.locator("#side-0 .seat")).to_have_value("2")
    page.wait_for_function("() => document.querySelectorAll('#moves [data-node]').length >= 1")
    switch_game(page, "multiplicity")  # the colours were swapped only for the rematch
    expect(page.locator("#side-1 .seat")).to_have_value("1")  # the default of a game never played
    expect(page.locator("#side-0 .seat")).to_have_value("")


GRAPH_VISIBILITY_SCRIPT = """() => {
  const graph = document.querySelector("#result-card .chances").getBoundingClientRect();
  const heading = document.querySelector("#result-card h3").getBoundingClientRect();
  const fold = document.querySelector("#result-card .next").getBoundingClientRect().top;
  return [(Math.min(graph.bottom, fold) - graph.top) / graph.height, heading.bottom <= fold];
}"""


def test_graph_on_phone_is_visible_in_result_card(phone: Page, open_game):
    open_game(phone, engine=True)
    show_chances(phone)
    start_new_game(phone, "brink", 4, level=1, side="first")
    expect(phone.locator("#turn")).to_have_text("Your turn")
    phone.tap("#hint")
    expect(phone.locator("#hint-box")).to_be_visible()
    for count in (2, 4, 6):
        play(phone, cells_with_class(phone, "legal")[0])
        expect(phone.locator("#moves [data-node]")).to_have_count(count)
        wait_evaluated(phone)
    press(phone, "resign")
    phone.tap("#resign-yes")
    expect(phone.locator("#rating-note")).to_contain_text("a hint was used")
    expect(phone.locator("#result-card .chances")).to_be_visible()
    for size in ((390, 844), (390, 664), (360, 640)):
        phone.set_viewport_size({"width": size[0], "height": size[1]})
        phone.evaluate(ANIMATIONS_FINISHED_SCRIPT)
        graph_share, heading_visible = phone.evaluate(GRAPH_VISIBILITY_SCRIPT)
        assert graph_share > 0.75 and heading_visible, size
        phone.locator("#result-share").focus()
        phone.keyboard.press("Tab")  # keyboard focus scrolls to the controls below the fold
        expect(phone.locator("#result-new")).to_be_focused()
        check_in_sight(phone, "#result-new")
        phone.locator("#result-title").focus()
        phone.evaluate("document.getElementById('result-card').scrollTop = 0")
    phone.evaluate("document.getElementById('result-card').scrollTop = 9_999")
    expect(phone.locator("#result-title")).to_be_in_viewport(ratio=1)
    expect(phone.locator("#result-close")).to_be_in_viewport(ratio=1)


@pytest.mark.no_engine
def test_phase_toast_on_phone_covers_no_stone(phone: Page, open_game):
    open_game(phone, "#1/byg5/me5")
    play(phone, "d5")
    expect(phone.locator("#phase-toast")).to_be_visible()
    word = phone.locator("#phase-toast").bounding_box()
    rows = phone.locator("#board .cell").evaluate_all(
        "cells => cells.map(cell => cell.getBoundingClientRect().top).sort((a, b) => a - b)"
    )
    assert word["y"] + word["height"] <= rows[1], "it lies over one corner at most"


@pytest.mark.no_engine
def test_phase_toast_shows_once(page: Page, open_game):
    open_game(page, "#1/byg3/mc3")
    page.wait_for_timeout(500)
    play(page, "a1")
    expect(page.locator("#phase-toast")).to_have_text("One group, one stone")
    expect(page.locator("#phase-toast")).to_be_visible()
    expect(page.locator("#phase-toast")).to_be_hidden(timeout=8000)


@pytest.mark.no_engine
def test_legend_explains_the_signs_until_it_is_hidden(page: Page, open_game):
    open_game(page, "#1/greylox3/mc3")
    signs = page.locator("#legend li")
    expect(signs).to_have_text(["you may place here", "touch this stone", "last turn"])
    play(page, "c4")
    expect(signs.filter(has_text="placed in this turn")).to_be_visible()
    page.click("#legend button")
    expect(signs).to_have_count(0)
    restart(page)
    expect(page.locator("#legend button")).to_have_text("Show")
    expect(signs).to_have_count(0)
    page.click("#legend button")
    expect(signs).not_to_have_count(0)


OFFER_INSTALL_SCRIPT = """() => {
    const event = new Event("beforeinstallprompt", { cancelable: true });
    event.prompt = () => { window.asked = true; };
    return !window.dispatchEvent(event);  // the page prevents the default
}"""


def test_install_offer_appears_after_second_game(page: Page, open_game):
    open_game(page, LAST_ACTIONS["brink"][0], engine=True)
    wait_until(page, "() => sessionStorage.getItem(greyloxStorageKey('greylox-visit-1')) !== null")
    assert page.evaluate(OFFER_INSTALL_SCRIPT)
    offer = page.locator("#install")
    cell(page, LAST_ACTIONS["brink"][1]).click()
    expect(page.locator("#result-card")).to_be_visible()
    expect(offer).to_be_hidden()
    page.evaluate("link => { location.hash = link }", LAST_ACTIONS["multiplicity"][0])
    expect(page.locator("#title")).to_have_text("Multiplicity")
    expect(offer).to_be_hidden()
    cell(page, LAST_ACTIONS["multiplicity"][1]).click()
    expect(offer).to_be_visible()
    page.click("#result-close")
    page.click("#undo")
    expect(page.locator("#result")).to_be_hidden()
    expect(offer).to_be_hidden()  # the game continues
    cell(page, LAST_ACTIONS["multiplicity"][1]).click()
    expect(page.locator("#result-card")).to_be_visible()
    page.click("#install-yes")
    expect(offer).to_be_hidden()
    assert page.evaluate("window.asked")
    preferences = page.evaluate(
        "JSON.parse(localStorage.getItem(greyloxStorageKey('greylox-preferences-1')))"
    )
    assert preferences["install"] is False, "that was the last time"
