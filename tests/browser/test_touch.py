"""The board by touch: real touches on a phone, and the mouse where it differs."""

from __future__ import annotations

import time
from random import Random

import pytest
from playwright.sync_api import Page, expect

from .page_actions import (
    GAMES,
    cell,
    cells_with_class,
    fragment,
    has_result,
    leave,
    open_record_tab,
    play,
    press,
    wait_painted,
    wait_until,
)

pytestmark = [pytest.mark.motion, pytest.mark.no_engine]

DOUBLE_TAP_MILLIS = 360  # after this a second tap is a separate tap


class TouchInput:
    """Touches through the browser's own input, with a second finger for pinching."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.cdp_session = page.context.new_cdp_session(page)

    def _send(self, kind: str, *points: tuple[float, float], at: float | None = None) -> None:
        touches = [{"x": x, "y": y, "id": number} for number, (x, y) in enumerate(points)]
        event = {"type": kind, "touchPoints": touches}
        self.cdp_session.send(
            "Input.dispatchTouchEvent", event if at is None else {**event, "timestamp": at}
        )

    def middle(self, name: str) -> tuple[float, float]:
        box = cell(self.page, name).bounding_box()
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    def down(self, *points: tuple[float, float]) -> None:
        self._send("touchStart", *points)

    def move(self, *points: tuple[float, float]) -> None:
        self._send("touchMove", *points)

    def up(self) -> None:
        self._send("touchEnd")
        wait_painted(self.page)

    def tap(self, name: str) -> None:
        self.down(self.middle(name))
        self.up()

    def quick_taps(self, *points: tuple[float, float]) -> None:
        """Tap at intervals of 150 milliseconds, however slow this machine is."""
        now = time.time()
        for number, point in enumerate(points):
            at = now + number * 0.15
            self._send("touchStart", point, at=at)
            self._send("touchEnd", at=at + 0.05)
            wait_painted(self.page)


@pytest.fixture
def finger(phone: Page) -> TouchInput:
    phone.wait_for_timeout(DOUBLE_TAP_MILLIS)  # since the last tap of the previous test
    return TouchInput(phone)


def ghosts(page: Page) -> list[str]:
    script = "[...document.querySelectorAll('[class*=ghost-]')].map(c => c.dataset.cell)"
    return page.evaluate(script)


SLOTS_SCRIPT = """
[...document.querySelectorAll(".bar button, .board-box, .prompt")]
  .map(b => JSON.stringify(b.getBoundingClientRect()))
"""


@pytest.mark.parametrize(
    ("name", "size"), [("byg", (390, 844)), ("lox", (390, 844)), ("multiplicity", (360, 640))]
)
def test_a_whole_game_by_taps_moves_nothing(
    phone: Page, finger: TouchInput, open_game, name: str, size: tuple[int, int]
):
    """The actions, the board and the prompt stay where they are, whatever the prompt says."""
    phone.set_viewport_size({"width": size[0], "height": size[1]})
    board, result = GAMES[name]
    open_game(phone, f"#1/{name}{board}/m")
    random, played, slot_boxes = Random(name), 0, set()
    for _ in range(200):
        wait_painted(phone)
        if has_result(phone):
            break
        slot_boxes.add(tuple(phone.evaluate(SLOTS_SCRIPT)))
        buttons = [b for b in ("end", "swap", "pass") if phone.locator(f"#{b}").is_visible()]
        legal = cells_with_class(phone, "legal")
        if buttons and (not legal or random.random() < 0.3):
            phone.locator(f"#{buttons[0]}").tap()
        else:
            finger.tap(random.choice(legal))
        played += 1
    expect(phone.locator("#result-card")).to_be_visible()
    expect(phone.locator("#result")).to_contain_text(result)
    expect(phone.locator("#moves button")).to_have_count(played)
    assert len(slot_boxes) == 1


def test_a_press_shows_a_ghost_and_the_release_plays(phone: Page, finger: TouchInput, open_game):
    open_game(phone, "#1/greylox3/mc3")
    finger.down(finger.middle("c4"))
    assert ghosts(phone) == ["c4"]
    expect(cell(phone, "c4")).to_contain_class("ghost-second")
    assert cells_with_class(phone, "second") == []
    finger.up()
    assert cells_with_class(phone, "second") == ["c4"] and ghosts(phone) == []


def test_drag_off_board_plays_nothing(phone: Page, finger: TouchInput, open_game):
    open_game(phone, "#1/greylox5/me5")
    before = fragment(phone)
    finger.down(finger.middle("e6"))
    for y in (300, 480, 600):
        finger.move((195, y))
    finger.up()
    assert fragment(phone) == before and ghosts(phone) == []
    finger.tap("e6")
    assert cells_with_class(phone, "second") == ["e6"]


def test_small_cells_are_magnified_and_the_finger_chooses(
    phone: Page, finger: TouchInput, open_game
):
    open_game(phone, "#1/lox11/mf6")
    assert cell(phone, "e5").bounding_box()["width"] < 44
    finger.down(finger.middle("c3"))
    glass = phone.locator("#magnifier")
    expect(glass).to_be_visible()
    finger.move(finger.middle("d3"))
    wait_until(phone, "() => document.querySelector('.ghost-second')?.dataset.cell === 'd3'")
    expect(glass).to_have_text("d3")
    scale = "svg => svg.getScreenCTM().a"
    large = glass.locator("svg").evaluate(scale) / phone.locator("#board svg").evaluate(scale)
    assert cell(phone, "d3").bounding_box()["width"] * large >= 44
    expect(glass.locator("use")).to_have_attribute("href", "#board-drawing")
    round_, (x, y) = glass.bounding_box(), finger.middle("d3")
    inside = (
        round_["x"] < x < round_["x"] + round_["width"]
        and round_["y"] < y < round_["y"] + round_["height"]
    )
    assert not inside, "the glass must not lie under the finger"
    finger.up()
    assert cells_with_class(phone, "second") == ["d3"]
    expect(glass).to_be_hidden()


def test_large_cells_are_not_magnified(phone: Page, finger: TouchInput, open_game):
    open_game(phone, "#1/greylox3/m")
    wait_until(phone, "() => !document.querySelector('#board svg.fine')")
    assert cell(phone, "c3").bounding_box()["width"] >= 44
    finger.down(finger.middle("c3"))
    expect(phone.locator("#magnifier")).to_be_hidden()
    finger.up()
    assert cells_with_class(phone, "first") == ["c3"]


@pytest.mark.no_engine(False)
def test_redraw_between_press_and_release_plays_once(phone: Page, finger: TouchInput, open_game):
    open_game(phone, "#1/greylox5/m", engine=True)
    press(phone, "analyse")
    expect(phone.locator("#candidates li").first).to_be_visible()
    for number, name in enumerate(("d4", "d5", "b2"), 1):
        finger.down(finger.middle(name))
        old = phone.locator("#search-details").text_content()  # the evaluation may be unchanged
        wait_until(
            phone, "old => document.getElementById('search-details').textContent !== old", old
        )
        finger.up()
        expect(phone.locator("#moves button")).to_have_count(number)
    expect(phone.locator("#moves button").first).to_have_text("d4")


def test_a_press_counts_for_the_position_it_was_made_in(phone: Page, finger: TouchInput, open_game):
    open_game(phone, "#1/brink4-x2/ma1b2")
    finger.down(finger.middle("c3"))
    phone.keyboard.press("ArrowLeft")
    finger.up()
    expect(phone.locator("#moves button")).to_have_count(2)
    assert cells_with_class(phone, "first") == ["a1"] and ghosts(phone) == []


def test_a_double_tap_plays_once(phone: Page, finger: TouchInput, open_game):
    open_game(phone, "#1/byg3/ma1e5c1e3")
    finger.quick_taps(finger.middle("c3"), finger.middle("c3"))
    expect(phone.locator("#moves button")).to_have_count(5)
    expect(phone.locator("#notice")).to_be_hidden()
    phone.wait_for_timeout(DOUBLE_TAP_MILLIS)
    finger.tap("c3")
    expect(phone.locator("#notice")).to_contain_text("c3 is already taken")


def test_a_tap_after_undo_counts_however_quick(phone: Page, finger: TouchInput, open_game):
    open_game(phone, "#1/byg3/ma1e5c1e3")
    box = phone.locator("#undo").bounding_box()
    undo = (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    finger.quick_taps(finger.middle("c3"), undo, finger.middle("c3"))
    assert "c3" in cells_with_class(phone, "first") + cells_with_class(phone, "second")
    expect(phone.locator("#moves button")).to_have_count(5)


def test_straying_double_tap_plays_no_second_stone(phone: Page, finger: TouchInput, open_game):
    open_game(phone, "#1/brink3-x2/m")
    (x, y), (other, other_y) = finger.middle("c3"), finger.middle("d3")
    finger.quick_taps(  # on both sides of the edge between the cells
        *((x + part * (other - x), y + part * (other_y - y)) for part in (0.35, 0.65))
    )
    expect(phone.locator("#moves button")).to_have_count(1)
    assert "d3" in cells_with_class(phone, "legal")
    phone.wait_for_timeout(DOUBLE_TAP_MILLIS)
    finger.tap("d3")
    expect(phone.locator("#moves button")).to_have_count(2)


@pytest.mark.true_start  # the viewport scale would remain for later tests
def test_pinch_zooms_without_playing(phone: Page, finger: TouchInput, open_game):
    open_game(phone, "#1/greylox5/m")
    before = fragment(phone)
    x, y = finger.middle("e5")
    finger.down((x - 20, y))
    finger.down((x - 20, y), (x + 20, y))
    for distance in range(25, 140, 5):
        finger.move((x - distance, y), (x + distance, y))
    finger.up()
    wait_until(phone, "() => visualViewport.scale > 1.5")
    assert fragment(phone) == before and ghosts(phone) == []
    wait_until(phone, "() => !document.querySelector('#board svg.fine')")  # now large enough


def test_quick_taps_never_zoom(phone: Page, finger: TouchInput, open_game):
    open_game(phone, "#1/greylox5/m")
    finger.quick_taps(finger.middle("e5"), finger.middle("e5"))
    phone.wait_for_timeout(DOUBLE_TAP_MILLIS)
    assert phone.evaluate("visualViewport.scale") == 1


def test_typed_label_is_saved_when_cell_is_tapped(phone: Page, open_game):
    """The field has the focus until after the tap, and fires no change event before."""
    open_game(phone, "#1/brink3-x2/ma1b1")
    open_record_tab(phone, "study")
    phone.select_option("#mark", "label")
    phone.fill("#mark-text", "Q0")
    cell(phone, "c3").tap()
    expect(phone.locator("#board .sign-label")).to_have_text("Q0")


def test_a_tap_between_two_cells_is_explained(phone: Page, finger: TouchInput, open_game):
    open_game(phone, "#1/greylox5/m")
    (x, y), (other, other_y) = finger.middle("e5"), finger.middle("f5")
    finger.down(((x + other) / 2, (y + other_y) / 2))
    finger.up()
    expect(phone.locator("#notice")).to_have_text(
        "That was between two cells, so nothing was played."
    )
    assert cells_with_class(phone, "first") == []


def confirm_moves(page: Page) -> None:
    press(page, "open-settings")
    page.check("#settings [data-preference=confirm]")
    leave(page)


def test_a_second_tap_confirms(phone: Page, finger: TouchInput, open_game):
    open_game(phone, "#1/greylox3/m")
    confirm_moves(phone)
    finger.tap("c3")
    assert ghosts(phone) == ["c3"] and cells_with_class(phone, "first") == []
    expect(phone.locator("#typed")).to_contain_text("Tap c3 again")
    finger.tap("b2")
    assert ghosts(phone) == ["b2"] and cells_with_class(phone, "first") == []
    phone.keyboard.press("Escape")
    assert ghosts(phone) == []
    expect(phone.locator("#typed")).to_be_hidden()
    finger.tap("b2")
    assert cells_with_class(phone, "first") == []
    finger.tap("b2")
    assert cells_with_class(phone, "first") == ["b2"] and ghosts(phone) == []


def test_held_ghost_is_dropped_by_other_tap_or_stepping_back(
    phone: Page, finger: TouchInput, open_game
):
    open_game(phone, "#1/brink4-x2/ma1b2")
    confirm_moves(phone)
    finger.tap("c3")
    phone.locator("#turn").tap()
    assert ghosts(phone) == []
    finger.tap("c3")
    phone.keyboard.press("ArrowLeft")
    wait_painted(phone)
    assert ghosts(phone) == []
    expect(phone.locator("#moves button")).to_have_count(2)


def test_escape_cancels_mouse_press(page: Page, open_game):
    open_game(page, "#1/greylox3/m")
    box = cell(page, "c3").bounding_box()
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.mouse.down()
    assert ghosts(page) == ["c3"]
    page.keyboard.press("Escape")
    assert ghosts(page) == []
    page.mouse.up()
    wait_painted(page)
    assert cells_with_class(page, "first") == []
    page.mouse.down()
    page.mouse.up()
    wait_painted(page)
    assert cells_with_class(page, "first") == ["c3"]


def test_mouse_release_elsewhere_plays_nothing(page: Page, open_game):
    open_game(page, "#1/greylox3/m")
    for name in ("c3", "b2"):
        box = cell(page, name).bounding_box()
        page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        if name == "c3":
            page.mouse.down()
    assert ghosts(page) == []
    page.mouse.up()
    wait_painted(page)
    assert cells_with_class(page, "first") == []
    expect(page.locator("#magnifier")).to_have_count(0)
    play(page, "b2")
    wait_painted(page)
    assert cells_with_class(page, "first") == ["b2"]


def test_click_without_pointer_plays(page: Page, open_game):
    """Screen readers and switches click an element without pointer events."""
    open_game(page, "#1/greylox3/m")
    page.evaluate(
        "document.querySelector('[data-cell=c3]')"
        ".dispatchEvent(new MouseEvent('click', {bubbles: true}))"
    )
    wait_painted(page)
    assert cells_with_class(page, "first") == ["c3"]


def test_phone_labels_cells_named_in_message(phone: Page, open_game):
    open_game(phone, "#1/greylox5/me5f6b2")
    tags = phone.locator("#board-drawing .tag-text")
    phone.tap("#open-layers")
    phone.locator("#layers label:has([data-layer=coordinates])").tap()
    phone.locator("#layers").press("Escape")
    expect(phone.locator(".coordinate")).to_have_count(0)
    cell(phone, "a5").tap()
    expect(phone.locator("#notice")).to_have_text(
        "The first stone of this turn must touch b2, and a5 does not."
    )
    expect(tags).to_have_text(["b2", "a5"])
    board = phone.locator("#board").bounding_box()
    play(phone, "b3")
    expect(tags).to_have_count(0)
    assert phone.locator("#board").bounding_box() == board
