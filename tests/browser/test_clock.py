"""Games with a clock and games without takebacks."""

from __future__ import annotations

import json
import time
from collections.abc import Callable

import pytest
from playwright.sync_api import Dialog, Page, expect

from tools.chromium import HAS_MARK_SCRIPT

from .new_game_dialog import choose, chosen_value, start_new_game
from .page_actions import cells_with_class, fragment, play, wait_painted, wait_until
from .shared_browsers import restart
from .site_server import storage_key

pytestmark = pytest.mark.no_engine

TIMES_SCRIPT = "[...document.querySelectorAll('.clock')].map(p => p.textContent)"
RUNNING_CLOCK_SCRIPT = (
    "(document.querySelector('.clock.running')?.getAttribute('aria-label') ?? '')"
)


@pytest.fixture
def timed(open_game) -> Callable[..., Page]:
    """`timed(page, minutes=5, engine="", takebacks=True)`: Brink with a clock, from the dialog."""

    def opened(page: Page, minutes: int = 5, engine: str = "", takebacks: bool = True) -> Page:
        open_game(page, engine=bool(engine))
        clock = {"clock": "other", "minutes": minutes, "seconds": 0} if minutes else {}
        level = {"level": engine} if engine else {}
        start_new_game(page, "brink", 3, **clock, **level, takebacks=takebacks)
        return page

    return opened


def restart_with(page: Page, first: int, second: int, turns: int) -> None:
    """Restart the page with these milliseconds on the clocks."""
    text, key = (
        json.dumps({"left": [first, second], "turns": turns}),
        storage_key("greylox-clock-1"),
    )
    restart(page, between=f"sessionStorage['{key}'] = localStorage['{key}'] = '{text}';")


def test_the_time_of_the_side_to_move_runs(page: Page, timed):
    timed(page)
    assert (
        page.evaluate(TIMES_SCRIPT) == ["5:00", "5:00"]
        and page.evaluate(RUNNING_CLOCK_SCRIPT) == ""
    )
    play(page, "a1")
    wait_until(
        page, f"() => {RUNNING_CLOCK_SCRIPT} === \"White's time\" && ({TIMES_SCRIPT})[1] !== '5:00'"
    )
    play(page, "b1")
    wait_until(page, f'() => {RUNNING_CLOCK_SCRIPT} === "Black\'s time"')
    stands = page.evaluate(TIMES_SCRIPT)[1]
    wait_until(page, f"() => ({TIMES_SCRIPT})[0] !== '5:00'")
    assert page.evaluate(TIMES_SCRIPT)[1] == stands


def test_a_dialog_stops_the_time_and_a_reload_keeps_it(page: Page, timed):
    timed(page)
    play(page, "a1")
    wait_until(page, f"() => ({TIMES_SCRIPT})[1] < '4:59'")
    page.click("#open-rules")
    wait_until(page, f"() => {RUNNING_CLOCK_SCRIPT} === ''")
    before = page.evaluate(TIMES_SCRIPT)
    page.wait_for_timeout(1500)
    assert page.evaluate(TIMES_SCRIPT) == before
    page.reload()
    wait_until(page, f"() => ({TIMES_SCRIPT})[0] === '5:00'")
    times = page.evaluate(TIMES_SCRIPT)
    assert "4:30" < times[1] <= before[1]
    wait_until(page, f'() => {RUNNING_CLOCK_SCRIPT} === "White\'s time"')


def test_a_new_game_leaves_the_clock_of_the_game_before_alone(page: Page, timed):
    timed(page)
    play(page, "a1", "b1")
    page.wait_for_function(HAS_MARK_SCRIPT, arg="library-ready")
    wait_painted(page)
    restart_with(page, 100_000, 200_000, turns=2)
    page.wait_for_function(HAS_MARK_SCRIPT, arg="library-ready")
    wait_until(page, f"() => ({TIMES_SCRIPT})[0] < '1:40'")
    start_new_game(page, "brink", 3, clock="other", minutes=10, seconds=0)
    wait_until(page, f"() => ({TIMES_SCRIPT})[0] === '10:00'")
    restart(page)  # so that the page has only what is stored
    page.wait_for_function(HAS_MARK_SCRIPT, arg="library-ready")
    page.click("#open-you")
    page.click("#library-games [data-action=open]")
    wait_until(page, f"() => ({TIMES_SCRIPT})[1] === '3:20'")
    assert page.evaluate(TIMES_SCRIPT)[0].startswith("1:3")


def test_home_stops_the_time(page: Page, timed):
    timed(page)
    play(page, "a1")
    wait_until(page, f"() => {RUNNING_CLOCK_SCRIPT} !== ''")
    page.click("#go-home")
    wait_until(page, f"() => {RUNNING_CLOCK_SCRIPT} === ''")
    page.go_back()
    wait_until(page, f"() => {RUNNING_CLOCK_SCRIPT} !== ''")


def test_the_flag_falls(page: Page, timed):
    timed(page, minutes=1)
    play(page, "a1", "b1")
    wait_painted(page)
    restart_with(page, 900, 60_000, turns=2)
    wait_until(page, "() => !document.getElementById('result').hidden")
    expect(page.locator("#result")).to_have_text("White wins. Black has no time left.")
    assert page.evaluate(TIMES_SCRIPT) == ["0:00.0", "1:00"]
    assert "-q/" in fragment(page), "a record can say that somebody resigned, not why"
    play(page, "c3")
    expect(page.locator("#notice")).to_have_text("The game is over.")
    restart(page)
    wait_until(page, "() => !document.getElementById('result').hidden")
    expect(page.locator("#result")).to_have_text("White wins. Black has no time left.")
    page.wait_for_function(HAS_MARK_SCRIPT, arg="library-ready")
    page.click("#open-new")
    page.click("#new-start")
    expect(page.locator("#result")).to_be_hidden()
    page.click("#open-you")
    page.click("#library-games [data-action=open]")
    expect(page.locator("#result")).to_have_text("White wins. Black has no time left.")


@pytest.mark.no_engine(False)
def test_an_engine_plays_faster_before_its_flag_falls(page: Page, timed):
    timed(page, minutes=1)
    play(page, "a1")
    restart_with(page, 60_000, 9_000, turns=1)
    page.select_option("#side-1 .seat", "6")
    expect(page.locator("#moves button")).to_have_count(2)
    expect(page.locator("#result")).to_be_hidden()


def test_undo_without_takebacks_is_refused_until_game_ends(page: Page, timed):
    timed(page, minutes=0, takebacks=False)
    expect(page.locator(".clock:visible")).to_have_count(0)
    play(page, "a1", "b1")
    page.click("#undo")
    expect(page.locator("#notice")).to_contain_text("Takebacks are off")
    assert cells_with_class(page, "second") == ["b1"]
    restart(page)
    page.wait_for_function(HAS_MARK_SCRIPT, arg="board-interactive")
    page.click("#undo")
    expect(page.locator("#notice")).to_contain_text("Takebacks are off")
    page.click("#resign")
    page.click("#resign-yes")
    page.keyboard.press("Escape")
    page.click("#undo")
    expect(page.locator("#cell-b1.second")).to_have_count(0)
    expect(page.locator("#notice")).to_be_hidden()
    assert cells_with_class(page, "second") == []


@pytest.mark.no_engine(False)
def test_new_game_dialog_offers_last_choices(page: Page, timed, open_game):
    timed(page, minutes=10, engine="3", takebacks=False)
    open_game(page, "#1/lox7/md4")
    restart(page)
    page.wait_for_function(HAS_MARK_SCRIPT, arg="board-interactive")
    page.click("#open-new")
    assert chosen_value(page, "name") == "lox" and chosen_value(page, "opponent") == "engine"
    assert page.input_value("#new-level") == "3" and chosen_value(page, "clock") == "other"
    assert page.input_value("#new-minutes") == "10" and page.input_value("#new-seconds") == "0"
    assert not page.is_checked("#new-takebacks")
    choose(page, name="brink")
    assert chosen_value(page, "size") == "3"


def sleep(page: Page, seconds: float) -> None:
    """Stop the page for some seconds with a browser alert, as a sleep of the device does."""

    def dismiss(message: Dialog) -> None:
        time.sleep(seconds)
        message.dismiss()

    page.once("dialog", dismiss)
    page.evaluate("alert()")


def test_after_a_sleep_the_page_asks_and_the_time_is_not_counted(page: Page, timed):
    timed(page, minutes=1)
    play(page, "a1", "b1")
    wait_until(page, f"() => ({TIMES_SCRIPT})[0] < '0:59'")
    sleep(page, 2)
    wait_painted(page)
    expect(page.locator("#clock-stopped")).to_have_count(0)
    before = page.evaluate(TIMES_SCRIPT)[0]
    sleep(page, 11)
    question = page.get_by_role("dialog", name="Play on?")
    expect(question).to_be_visible()
    expect(question.get_by_role("button", name="Play on")).to_be_focused()
    stands = page.evaluate(TIMES_SCRIPT)
    assert page.evaluate(RUNNING_CLOCK_SCRIPT) == "" and "0:4" < stands[0] <= before
    page.wait_for_timeout(300)
    assert page.evaluate(TIMES_SCRIPT) == stands
    page.keyboard.press("Enter")
    expect(question).to_be_hidden()
    wait_until(page, f"() => {RUNNING_CLOCK_SCRIPT} !== ''")
