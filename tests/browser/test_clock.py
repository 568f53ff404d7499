"""Games with a clock and games without takebacks, as people play them."""

from __future__ import annotations

import json
import time
from collections.abc import Callable

import pytest
from playwright.sync_api import Dialog, Page, expect

from .choosing import begin, pick, picked
from .hosts import kept_as
from .playing import MARKED, fragment, marked, play, settled, until
from .staying import restart

pytestmark = pytest.mark.no_engine

TIMES = "[...document.querySelectorAll('.clock')].map(p => p.textContent)"
RUNNING = "(document.querySelector('.clock.running')?.getAttribute('aria-label') ?? '')"


@pytest.fixture
def timed(open_game) -> Callable[..., Page]:
    """`timed(page, minutes=5, seats=...)`: a game of Brink with a clock, chosen in the dialog."""

    def opened(page: Page, minutes: int = 5, engine: str = "", takebacks: bool = True) -> Page:
        open_game(page, engine=bool(engine))
        clock = {"clock": "other", "minutes": minutes, "seconds": 0} if minutes else {}
        level = {"level": engine} if engine else {}
        begin(page, "brink", 3, **clock, **level, takebacks=takebacks)
        return page

    return opened


def restart_with(page: Page, first: int, second: int, turns: int) -> None:
    """Start the page again with so many milliseconds on the clocks."""
    text, key = json.dumps({"left": [first, second], "turns": turns}), kept_as("greylox-clock-1")
    restart(page, between=f"sessionStorage['{key}'] = localStorage['{key}'] = '{text}';")


def test_the_time_of_the_side_to_move_runs(page: Page, timed):
    timed(page)
    assert page.evaluate(TIMES) == ["5:00", "5:00"] and page.evaluate(RUNNING) == ""
    play(page, "a1")
    until(page, f"() => {RUNNING} === \"White's time\" && ({TIMES})[1] !== '5:00'")
    play(page, "b1")
    until(page, f'() => {RUNNING} === "Black\'s time"')
    stands = page.evaluate(TIMES)[1]
    until(page, f"() => ({TIMES})[0] !== '5:00'")
    assert page.evaluate(TIMES)[1] == stands


def test_a_dialog_stops_the_time_and_a_reload_keeps_it(page: Page, timed):
    timed(page)
    play(page, "a1")
    until(page, f"() => ({TIMES})[1] < '4:59'")
    page.click("#open-rules")
    until(page, f"() => {RUNNING} === ''")
    before = page.evaluate(TIMES)
    page.wait_for_timeout(1500)
    assert page.evaluate(TIMES) == before
    page.reload()
    until(page, f"() => ({TIMES})[0] === '5:00'")
    left = page.evaluate(TIMES)
    assert "4:30" < left[1] <= before[1]
    until(page, f'() => {RUNNING} === "White\'s time"')


def test_a_new_game_leaves_the_clock_of_the_game_before_alone(page: Page, timed):
    timed(page)
    play(page, "a1", "b1")
    page.wait_for_function(MARKED, arg="library-ready")
    settled(page)
    restart_with(page, 100_000, 200_000, turns=2)
    page.wait_for_function(MARKED, arg="library-ready")
    until(page, f"() => ({TIMES})[0] < '1:40'")
    begin(page, "brink", 3, clock="other", minutes=10, seconds=0)
    until(page, f"() => ({TIMES})[0] === '10:00'")
    restart(page)  # so that only what is stored is known
    page.wait_for_function(MARKED, arg="library-ready")
    page.click("#open-games")
    page.click("#library-games [data-action=open]")
    until(page, f"() => ({TIMES})[1] === '3:20'")
    assert page.evaluate(TIMES)[0].startswith("1:3")


def test_home_stops_the_time(page: Page, timed):
    timed(page)
    play(page, "a1")
    until(page, f"() => {RUNNING} !== ''")
    page.click("#go-home")
    until(page, f"() => {RUNNING} === ''")
    page.go_back()
    until(page, f"() => {RUNNING} !== ''")


def test_the_flag_falls(page: Page, timed):
    timed(page, minutes=1)
    play(page, "a1", "b1")
    settled(page)
    restart_with(page, 900, 60_000, turns=2)
    until(page, "() => !document.getElementById('result').hidden")
    expect(page.locator("#result")).to_have_text("White wins. Black has no time left.")
    assert page.evaluate(TIMES) == ["0:00.0", "1:00"]
    assert "-q/" in fragment(page), "a record can say that somebody resigned, not why"
    play(page, "c3")
    expect(page.locator("#notice")).to_have_text("The game is over.")
    restart(page)
    until(page, "() => !document.getElementById('result').hidden")
    expect(page.locator("#result")).to_have_text("White wins. Black has no time left.")
    page.wait_for_function(MARKED, arg="library-ready")
    page.click("#open-new")
    page.click("#new-start")
    expect(page.locator("#result")).to_be_hidden()
    page.click("#open-games")
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


def test_without_takebacks_undo_is_refused_until_the_game_is_over(page: Page, timed):
    timed(page, minutes=0, takebacks=False)
    expect(page.locator(".clock:visible")).to_have_count(0)
    play(page, "a1", "b1")
    page.click("#undo")
    expect(page.locator("#notice")).to_contain_text("Takebacks are off")
    assert marked(page, "second") == ["b1"]
    restart(page)
    page.wait_for_function(MARKED, arg="board-interactive")
    page.click("#undo")
    expect(page.locator("#notice")).to_contain_text("Takebacks are off")
    page.click("#resign")
    page.click("#resign-yes")
    page.keyboard.press("Escape")
    page.click("#undo")
    expect(page.locator("#cell-b1.second")).to_have_count(0)
    expect(page.locator("#notice")).to_be_hidden()
    assert marked(page, "second") == []


@pytest.mark.no_engine(False)
def test_the_dialog_offers_what_was_chosen_last(page: Page, timed, open_game):
    timed(page, minutes=10, engine="3", takebacks=False)
    open_game(page, "#1/lox7/md4")
    restart(page)
    page.wait_for_function(MARKED, arg="board-interactive")
    page.click("#open-new")
    assert picked(page, "name") == "lox" and picked(page, "opponent") == "engine"
    assert page.input_value("#new-level") == "3" and picked(page, "clock") == "other"
    assert page.input_value("#new-minutes") == "10" and page.input_value("#new-seconds") == "0"
    assert not page.is_checked("#new-takebacks")
    pick(page, name="brink")
    assert picked(page, "size") == "3"


def sleep(page: Page, seconds: float) -> None:
    """Stop the page for a while, as a sleep of the device does: behind a message of the browser."""

    def dismiss(message: Dialog) -> None:
        time.sleep(seconds)
        message.dismiss()

    page.once("dialog", dismiss)
    page.evaluate("alert()")


def test_after_a_sleep_the_page_asks_and_the_time_is_not_counted(page: Page, timed):
    timed(page, minutes=1)
    play(page, "a1", "b1")
    until(page, f"() => ({TIMES})[0] < '0:59'")
    sleep(page, 2)
    settled(page)
    expect(page.locator("#ask-slept")).to_have_count(0)
    before = page.evaluate(TIMES)[0]
    sleep(page, 11)
    question = page.get_by_role("dialog", name="Play on?")
    expect(question).to_be_visible()
    expect(question.get_by_role("button", name="Play on")).to_be_focused()
    stands = page.evaluate(TIMES)
    assert page.evaluate(RUNNING) == "" and "0:4" < stands[0] <= before
    page.wait_for_timeout(300)
    assert page.evaluate(TIMES) == stands
    page.keyboard.press("Enter")
    expect(question).to_be_hidden()
    until(page, f"() => {RUNNING} !== ''")
    sleep(page, 11)
    question.get_by_role("button", name="Later").click()
    expect(page.locator("html")).to_have_attribute("data-view", "home")
    expect(question).to_be_hidden()
    assert page.evaluate(RUNNING) == ""
