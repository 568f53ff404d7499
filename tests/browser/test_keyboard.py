"""Keyboard control of the whole page, and the announcements to assistive technology."""

from __future__ import annotations

from random import Random

import pytest
from playwright.sync_api import Page, expect

from .page_actions import (
    GAMES,
    cells_with_class,
    fragment,
    wait_painted,
)

pytestmark = pytest.mark.no_engine

RESULT = "document.getElementById('result').textContent"


def typed_text(page: Page, name: str) -> None:
    page.keyboard.type(name)
    page.keyboard.press("Enter")
    wait_painted(page)


@pytest.mark.motion
@pytest.mark.parametrize("name", ["brink", "byg"])  # without and with an end of the turn
def test_a_whole_game_by_keyboard_alone(page: Page, open_game, name: str):
    size, result = GAMES[name]
    open_game(page, f"#1/{name}{size}/m")
    random = Random(name)
    for _ in range(200):
        if page.evaluate(RESULT):
            break
        wait_painted(page)
        for button in ("end", "pass"):
            if page.locator(f"#{button}").is_visible() and random.random() < 0.4:
                page.locator(f"#{button}").focus()
                page.keyboard.press("Enter")
                wait_painted(page)
        legal = cells_with_class(page, "legal")
        if legal:
            typed_text(page, random.choice(legal))
    expect(page.locator("#result")).to_contain_text(result)


def test_focus_ring_appears_for_keys_only(page: Page, open_game):
    open_game(page, "#1/greylox3/m")
    ring = page.locator("#board-drawing > .focus")
    expect(ring).to_be_hidden()
    page.locator("#title").focus()
    page.locator("[data-cell][tabindex='0']").focus()
    page.keyboard.press("ArrowRight")
    expect(ring).to_be_visible()
    at = page.locator("#cell-b1").get_attribute("transform")
    expect(ring).to_have_attribute("transform", at)
    page.locator("#title").focus()
    expect(ring).to_be_hidden()
    page.locator("#cell-c3").click()
    expect(ring).to_be_hidden()
    page.keyboard.press("ArrowRight")
    expect(ring).to_be_visible()


def test_arrows_walk_the_board_and_enter_plays(page: Page, open_game):
    open_game(page, "#1/greylox3/m")
    page.locator("[data-cell][tabindex='0']").focus()
    focused = "document.activeElement.dataset.cell"
    assert page.evaluate(focused) == "a1"
    for key, cell in (
        ("ArrowRight", "b1"),
        ("ArrowUp", "c2"),
        ("Shift+ArrowUp", "c3"),
        ("ArrowLeft", "b3"),
        ("ArrowDown", "a2"),
        ("ArrowDown", "a1"),
    ):
        page.keyboard.press(key)
        assert page.evaluate(focused) == cell
    page.keyboard.press("Enter")
    wait_painted(page)
    assert cells_with_class(page, "first") == ["a1"]
    expect(page.locator("[data-cell=a1]")).to_have_attribute(
        "aria-label", "a1, White, last turn, the next stone must touch it"
    )


def test_a_message_for_each_decision(page: Page, open_game):
    open_game(page, "#1/greylox3/m")
    typed_text(page, "c3")
    expect(page.locator("#live-region")).to_have_text(
        "White plays c3. Black to move: two stones. Bound: touching White's last stone, c3."
    )
    typed_text(page, "a1")
    expect(page.locator("#live-region")).to_contain_text(
        "The first stone of this turn must touch c3"
    )


def test_unknown_cell_name_shows_notice(page: Page, open_game):
    open_game(page, "#1/greylox3/m")
    before = fragment(page)
    typed_text(page, "o9")
    expect(page.locator("#notice")).to_contain_text("o9 is not a cell of this board")
    assert fragment(page) == before


def focused(page: Page) -> str:
    return page.evaluate("document.activeElement.dataset.cell || document.activeElement.id")


def test_typed_name_is_announced_and_cleared_on_move(page: Page, open_game):
    open_game(page, "#1/greylox3/m")
    expect(page.get_by_role("region", name="What comes after the opening")).to_be_visible()
    spoken, typed_label = page.locator("#live-region"), page.locator("#typed")
    page.locator("[data-cell][tabindex='0']").focus()
    page.keyboard.press("Tab")
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("e")
    expect(spoken).to_have_text("e")
    page.keyboard.press("5")
    expect(spoken).to_have_text("Cell e5: press Enter to play there.")
    page.keyboard.press("ArrowRight")
    expect(typed_label).to_be_hidden()
    page.keyboard.press("Enter")
    expect(page.locator(".cell.first")).to_have_attribute("data-cell", "b1")
    page.keyboard.press("a")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("c")
    page.keyboard.press("Enter")  # a letter alone names no cell
    expect(page.locator(".cell.second")).to_have_attribute("data-cell", "c1")
    page.keyboard.type("d2")
    page.click("#open-new")
    page.go_back()
    expect(typed_label).to_be_hidden()
    page.keyboard.type("d2")
    page.evaluate("location.hash = '#1/greylox3/ma1'")
    expect(typed_label).to_be_hidden()


def test_a_typed_name_is_played_where_a_button_has_the_focus(page: Page, open_game):
    open_game(page, "#1/greylox3/m")
    page.locator("#open-new").focus()
    page.keyboard.type("b2")
    page.keyboard.press("Escape")
    expect(page.locator("#typed")).to_be_hidden()
    page.keyboard.type("b3")
    page.keyboard.press("Enter")
    wait_painted(page)
    assert cells_with_class(page, "first") == ["b3"]
    assert not page.locator("dialog[open]").count()
    page.keyboard.press("Enter")
    expect(page.locator("#new-game")).to_be_visible()


def test_toggle_keys_announce_new_state(page: Page, open_game):
    open_game(page, "#1/greylox3/ma1")
    page.locator("#title").focus()
    for announcement in ("Lines of sight: on", "Lines of sight: off"):
        page.keyboard.press("s")
        expect(page.locator("#live-region")).to_have_text(announcement)
    for announcement in ("Dark", "Light"):
        for button in ("open-more", "theme"):
            page.locator(f"#{button}").focus()
            page.keyboard.press("Enter")
        expect(page.locator("#live-region")).to_have_text(f"Theme: {announcement}")


def test_focus_moves_on_when_its_element_disappears(page: Page, open_game):

    def press(name: str) -> None:
        page.locator(f"#{name}").focus()
        page.keyboard.press("Enter")
        wait_painted(page)

    open_game(page, "#1/byg3/mc3a1e5c5b3")
    page.keyboard.press("Tab")
    press("end")
    assert focused(page) == "a1"
    open_game(page, "#1/lox5/mb2")
    press("swap")
    assert focused(page) == "a1"
    press("undo")
    assert focused(page) == "undo"
    press("undo")
    assert focused(page) == "a1"
    page.locator("#last").focus()
    page.keyboard.press("Enter")
    wait_painted(page)
    assert focused(page) in ("back", "first")
    open_game(page, "#1/brink3-x1/ma1a2a3b1b2b3b4c1c2c3c4c5d2d3d4d5e3e4")
    typed_text(page, "e5")
    assert focused(page) == "result-title"
    page.keyboard.press("ArrowLeft")
    wait_painted(page)
    assert focused(page) == "a1"
    typed_text(page, "e5")
    press("result-rematch")
    assert focused(page) == "a1"


def test_seat_and_board_selects_have_accessible_names(page: Page, open_game):
    open_game(page, "#1/lox5/m")
    for colour, name in enumerate(("Red", "Blue")):
        seat = page.locator(f"#side-{colour} .seat")
        expect(seat).to_have_accessible_name(f"{name}: who plays")
    page.click("#open-new")
    boards = page.locator("#new-boards")
    expect(boards).to_have_accessible_description("5 × 5, 25 cells")
    page.check("#new-size-7")
    expect(boards).to_have_accessible_description("7 × 7, 49 cells")
    for name in ("new-size-about", "new-level-counts"):
        expect(page.locator(f"#{name}")).to_have_role("status")


@pytest.mark.parametrize("width", [1440, 820, 390])
def test_first_tab_key_shows_skip_link(page: Page, open_game, width: int):
    page.set_viewport_size({"width": width, "height": 800})
    open_game(page, "#1/greylox3/md4")
    skip = page.locator("#skip")
    assert skip.bounding_box()["width"] < 2
    page.keyboard.press("Tab")
    expect(skip).to_be_focused()
    assert skip.bounding_box()["width"] > 60 and skip.bounding_box()["x"] >= 0
    before = fragment(page)
    page.keyboard.press("Enter")
    expect(page.locator("#board .cell:focus")).to_have_count(1)
    assert skip.bounding_box()["width"] < 2 and fragment(page) == before
    page.keyboard.press("ArrowRight")
    expect(page.locator("#board-drawing > .focus")).to_be_visible()
