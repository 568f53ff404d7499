"""Hints, and the review of a whole game, with the real engine."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from playwright.sync_api import Page, expect

from greylox_web.rules.notation.actions import GameRecord
from greylox_web.rules.notation.links import read_link, write_link
from tests.thoroughness import LONG

from .page_actions import PAINTED, cells_with_class, fragment, play, press, wait_until
from .shared_browsers import restart

GAMES = {
    "greylox": "#1/greylox3/ma1b2b4c5d3d2e5d4c3c2b1b3a2b4e4e5e3e4a1c3c1a3c2e3",
    "lox": "#1/lox5/mb4a4e1d2b3b5d5d1b1a5d3e1b2b4c3d4e3e4c5a1d4a2",
    "brink": "#1/brink3-x3/md4c2d3b3c3c5a2b2d2a3a1e4d5b1c1b4e3e5c4",
    "multiplicity": "#1/multiplicity3/md2c1a2a3e5e4c5b4c3d4a1d5b1e3b2c2b3d3",
    "byg": "#1/byg3/mc2b3e4a1c3d5d3c4d4b1d2b2b4e5a2c1a3e3c5",
}
TIMEOUT_MILLIS = 120_000  # for the review of a small game


def second_half(name: str) -> str:
    """The link of a game that starts from the middle of this one, for a quicker review."""
    reading = read_link(GAMES[name])
    half = len(reading.record.actions) // 2
    while reading.states[half].placed:
        half += 1
    second_record = GameRecord(
        reading.record.game, reading.record.actions[half:], reading.states[half]
    )
    return f"#{write_link(second_record)}"


def wait_reviewed(page: Page) -> None:
    """Wait until every position of the line is reviewed.

    While the review is hidden, its text is that of the previous one.
    """
    expect(page.locator("#review")).to_be_visible()
    expect(page.locator("#review-status")).to_contain_text("Reviewed.", timeout=TIMEOUT_MILLIS)


def run_when(page: Page, when: str, then: str = "") -> None:
    """When the condition ``when`` holds, run ``then`` at once and set `window.conditionMet`.

    The condition may hold so briefly that polling from the test would miss it.
    """
    page.evaluate(f"""() => {{
        window.conditionMet = false;
        new MutationObserver((_, watch) => {{
            if (!({when})) return;
            watch.disconnect();
            {then}
            window.conditionMet = true;
        }}).observe(document.body, {{
            attributes: true, childList: true, characterData: true, subtree: true
        }});
    }}""")


def review_summary(page: Page) -> list[str]:
    """The review's average for both sides, and its most costly turns."""
    average = page.locator("#review-average").inner_text()
    return [average, *page.locator("#mistakes .turn").all_inner_texts()]


def review_from_cache(page: Page) -> list[str]:
    """The summary of a new review, for which every position is cached."""
    run_when(page, "document.querySelector('#review progress')?.checkVisibility()")
    press(page, "review-game")
    wait_reviewed(page)
    assert not page.evaluate("window.conditionMet"), "nothing is looked at twice"
    return review_summary(page)


def reviewed_count(page: Page) -> int:
    """The number of positions reviewed so far; 1000 once all are."""
    first_word = page.locator("#review-status").inner_text().split()[0]
    return 1000 if first_word == "Reviewed." else int(first_word)


# ------------------------------------------------------------------ hints


def test_hint_shows_region_then_cell_without_playing(page: Page, open_game):
    open_game(page, "#1/greylox3/mc3", engine=True)
    before = fragment(page)
    page.locator("#hint").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#hint-show")).to_have_text("Show the stone")
    region = cells_with_class(page, "hint-region")
    assert 3 <= len(region) <= 7 and set(region) <= set(cells_with_class(page, "legal"))
    announcement = page.locator("#live-region").inner_text()
    assert announcement.startswith("Hint: one of ") and all(cell in announcement for cell in region)
    page.locator("#hint-show").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#hint-hide")).to_be_focused()
    [cell] = cells_with_class(page, "hint")
    assert cell in region and cells_with_class(page, "hint-region") == []
    assert page.locator("#live-region").inner_text().startswith(f"Hint: {cell}.")
    assert "the hint" in page.locator(f'[data-cell="{cell}"]').get_attribute("aria-label")
    assert fragment(page) == before
    play(page, cell)
    expect(page.locator("#hint-box")).to_be_hidden()
    assert cells_with_class(page, "hint") == []


def test_a_hint_shows_its_progress_and_can_be_called_off(page: Page, open_game):
    open_game(page, "#1/lox11/mc8k3", engine=True)
    looking = "document.getElementById('hint-title')"
    progress_visible = rf"/\d+%/.test({looking}.textContent) && {looking}.checkVisibility()"
    run_when(page, progress_visible, "document.getElementById('hint').click();")
    page.click("#hint")
    wait_until(page, "() => window.conditionMet")
    expect(page.locator("#hint-box")).to_be_hidden()
    page.wait_for_timeout(500)
    assert cells_with_class(page, "hint-region") == []


# ------------------------------------------------------------------ the review


@pytest.mark.allow_console("ERR_INTERNET_DISCONNECTED")  # its update check fails
@pytest.mark.motion
@pytest.mark.parametrize("name", GAMES if LONG else ("brink", "byg"))
def test_a_game_is_reviewed_without_a_network(page: Page, open_game, name: str):
    open_game(page, second_half(name), engine=True)
    page.context.set_offline(True)
    run_when(page, "document.querySelector('#review progress')?.checkVisibility()")
    press(page, "review-game")
    wait_reviewed(page)
    assert page.evaluate("window.conditionMet")
    expect(page.locator("#review progress")).to_be_hidden()
    curve = page.locator("#graph .curve").get_attribute("points").split()
    position_count = int(page.locator("#graph").get_attribute("aria-valuemax")) + 1
    assert len(curve) == position_count + 2  # the curve extends to both edges of the graph
    assert page.locator("#graph .proven").count() > 3, "the end is solved, and shown so"
    turns = page.locator("#mistakes .turn").all_inner_texts()
    mark_count = page.locator("#graph .mistake").count()
    assert len(turns) <= 5 and min(len(turns), 1) <= mark_count <= len(turns)
    assert all(re.match(r"\d+\. [a-h]\d.* \d+%\n?.*", turn) for turn in turns)
    if name == "brink":  # this game has such turns
        turn = page.locator("#mistakes .turn").last
        turn.scroll_into_view_if_needed()
        turn.click()
        expect(turn).to_have_attribute("aria-current", "true")
        expect(page.locator("#board .chosen")).not_to_have_count(0)
        expect(page.locator("#board .choice-text").first).to_have_text("A")
        expect(turn).to_be_in_viewport(ratio=1)
        expect(page.locator("#why .line-buttons")).to_be_in_viewport(ratio=1)
        top = turn.bounding_box()["y"]
        turn.click()
        page.evaluate(PAINTED)
        assert abs(turn.bounding_box()["y"] - top) < 2, "it stays under the pointer"
        expect(page.locator("#moves .lost")).to_have_count(len(turns))
        expect(page.locator("#moves .lost").first).to_have_attribute(
            "title", turns[0].split("\n")[0]
        )
        check_line_player(page)
        page.locator("#all-turns summary").focus()
        page.keyboard.press("Enter")
        page.locator("#all-turns .turn[aria-current]").focus()
        page.keyboard.press("Enter")
        expect(page.locator("#all-turns #why")).to_be_visible()  # below the pressed button


SWIPE = """(board, across) => {
  const box = board.getBoundingClientRect(), y = box.top + box.height / 2;
  const x = box.left + box.width / 2;
  for (const [kind, clientX] of [["pointerdown", x], ["pointerup", x + across]])
    board.dispatchEvent(new PointerEvent(kind, {
      clientX, clientY: y, pointerType: "touch", pointerId: 9, isPrimary: true, bubbles: true }));
}"""


def check_line_player(page: Page) -> None:
    """Play the best line of the chosen turn out; afterwards the game is as before."""
    discs, stones = page.locator("#board .choice-text"), page.locator("#board .stones > g")
    board, play_button = page.locator("#board"), page.locator("#why .line-play")
    expect(page.locator("#why")).to_contain_text("lost")
    before, link = stones.count(), fragment(page)
    page.click("#why .line-forward")
    expect(discs).to_have_text(["1"])
    page.keyboard.press("ArrowRight")
    expect(discs).to_have_count(2)
    assert page.locator("#live-region").inner_text().startswith("2 of ")
    play_button.click()
    expect(play_button).to_have_text("Stop")
    expect(discs).to_have_count(4)
    page.keyboard.press("ArrowLeft")  # any key only stops
    expect(play_button).to_have_text("Play it out")
    assert discs.count() == 4 and stones.count() == before + 4
    board.evaluate(SWIPE, -90)
    expect(discs).to_have_count(5)
    board.evaluate(SWIPE, 90)
    expect(discs).to_have_count(4)
    page.keyboard.press("End")
    expect(page.locator("#why .chip[aria-current]").last).to_be_visible()
    expect(page.locator("#forward")).to_be_disabled()
    assert fragment(page) == link
    page.keyboard.press("Escape")
    expect(stones).to_have_count(before)
    expect(discs.first).to_have_text("A")
    expect(page.locator("#why")).to_be_visible()
    assert fragment(page) == link


def test_the_page_stays_quick_while_a_game_is_reviewed(fresh_page: Page, open_game):
    page = fresh_page
    open_game(page, second_half("lox"), engine=True)
    page.wait_for_timeout(1000)
    with task_millis(page) as tasks:
        press(page, "review-game")
        wait_reviewed(page)
    assert 0 < max(tasks) < 100, "a click is answered at once; the benchmark has figures"


@contextmanager
def task_millis(page: Page) -> Iterator[list[float]]:
    """The CPU milliseconds of the tasks of the page's thread, without waits for a free core."""
    session = page.context.browser.new_browser_cdp_session()
    events: list[dict] = []
    complete_events: list[dict] = []
    times: list[float] = []
    session.on("Tracing.dataCollected", lambda message: events.extend(message["value"]))
    session.on("Tracing.tracingComplete", lambda message: complete_events.append(message))
    config = {"includedCategories": ["toplevel"]}
    session.send("Tracing.start", {"transferMode": "ReportEvents", "traceConfig": config})
    yield times
    session.send("Tracing.end")
    while not complete_events:
        page.wait_for_timeout(50)
    threads = [e for e in events if e.get("args", {}).get("name") == "CrRendererMain"]
    pages = {(e["pid"], e["tid"]) for e in threads}
    times += [
        e["tdur"] / 1000
        for e in events
        if e["name"].endswith("RunTask") and "tdur" in e and (e["pid"], e["tid"]) in pages
    ]
    session.detach()


def test_review_is_stopped_resumed_and_stepped_through(fresh_page: Page, open_game):
    page = fresh_page  # no review has cached any of these positions
    open_game(page, GAMES["byg"], engine=True)
    stop = "document.getElementById('review-stop')"
    some_reviewed = "parseInt(document.getElementById('review-status')?.textContent) > 3"
    run_when(page, some_reviewed, f"{stop}.focus(); {stop}.click();")  # the review may end soon
    press(page, "review-game")
    wait_until(page, "() => window.conditionMet")
    expect(page.locator("#review-go-on")).to_be_visible()
    expect(page.locator("#graph")).to_be_focused()
    page.wait_for_timeout(300)
    done = reviewed_count(page)
    page.wait_for_timeout(700)
    assert reviewed_count(page) == done, "nothing goes on by itself"
    page.click("#review-go-on")
    assert reviewed_count(page) >= done
    wait_reviewed(page)
    graph = page.locator("#graph")
    graph.focus()
    page.keyboard.press("Home")
    expect(page.locator("#review-position")).to_contain_text("Start: ")
    page.keyboard.press("ArrowRight")
    expect(page.locator("#review-position")).to_contain_text("1. c2: ")
    assert graph.get_attribute("aria-valuenow") == "1"
    page.click("#review-forward")
    expect(page.locator("#review-position")).to_contain_text("2. ")
    page.click("#review-back")
    page.click("#review-back")
    expect(page.locator("#review-position")).to_contain_text("Start: ")
    expect(page.locator("#review-back")).to_be_disabled()
    expect(graph).to_be_focused()
    assert re.search(r"\d+%|certain", graph.get_attribute("aria-valuetext"))
    picture = page.locator("#graph .picture")
    picture.click(position={"x": picture.bounding_box()["width"] - 2, "y": 20})
    current = page.locator("#moves [aria-current]")
    expect(current).to_have_text("c5")
    page.set_viewport_size({"width": 1280, "height": 640})
    page.click("#tab-moves")
    expect(current).to_be_in_viewport(ratio=1)
    page.click("#tab-analysis")
    graph.evaluate(KEYS, ["Home", "ArrowRight"])
    expect(page.locator("#review-position")).to_contain_text("1. c2: ")
    page.click("#tab-moves")
    expect(current).to_be_in_viewport(ratio=1)


KEYS = """(node, keys) => {  // the second one before the first has been painted
  node.focus();
  for (const key of keys) node.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
}"""


def test_retried_turn_keeps_original_line(page: Page, open_game):
    open_game(page, second_half("brink"), engine=True)
    press(page, "review-game")
    wait_reviewed(page)
    turn = page.locator("#mistakes .turn").first.inner_text()
    number, played = re.match(r"(\d+)\. (\w+)", turn).groups()
    page.locator("#graph").evaluate(KEYS, ["Home", "PageDown"])
    expect(page.locator("#review-position")).to_contain_text(f"{number}. {played}: ")
    page.get_by_role("button", name="Try again").first.click()
    expect(page.locator("#retry-panel")).to_contain_text(f"Try something other than {played}")
    expect(page.locator("#browsing-note")).to_be_hidden()  # it would repeat the sentence
    page.click("#review-try-best")
    expect(page.locator("#board .choice-text").first).to_have_text("1")
    expect(page.locator("#review-try-back")).to_be_focused()
    expect(page.locator("#live-region")).to_contain_text("The engine's best: ")
    best = page.locator("#best-turn").inner_text().removeprefix("The engine's best: ").rstrip(".")
    page.set_viewport_size({"width": 1280, "height": 640})
    page.locator("#page-analysis").evaluate("page => page.scrollTo(0, 9_999)")
    expect(page.locator("#retry-panel")).not_to_be_in_viewport()
    play(page, best)
    good = re.compile(f"^{best} (is as good as the engine's best|wins for certain)")
    expect(page.locator("#retry-panel")).to_have_text(good)
    expect(page.locator("#live-region")).to_have_text(good)
    expect(page.locator("#browsing-note")).to_have_text(good)  # for a closed review panel
    expect(page.locator("#evaluation")).to_be_visible()
    expect(page.locator("#retry-panel")).to_be_in_viewport(ratio=1)
    retried = page.locator("#moves .variation").inner_text()
    assert "".join(retried.split()) == f"{number}.{best}"
    page.click("#review-try-other")
    expect(page.locator("#retry-panel")).to_contain_text("Try something other")
    play(page, played)
    expect(page.locator("#retry-panel")).to_contain_text(f"{played} is what was played")
    page.click("#review-try-back")
    expect(page.locator("#retry-panel")).to_be_hidden()
    expect(page.locator("#graph")).to_be_focused()
    valued = page.locator("#review-position").inner_text()
    expect(page.locator("#graph")).to_have_attribute("aria-valuetext", valued)
    expect(page.locator("#moves [aria-current]")).to_have_text(played)
    expect(page.locator("#review-status")).to_contain_text("Reviewed.")
    assert fragment(page).startswith(second_half("brink").rpartition("/")[0]), "nothing is lost"


def test_the_review_of_another_line_is_marked_as_such(page: Page, open_game):
    open_game(page, "#1/brink3-x3/ma1b1c1", engine=True)
    press(page, "review-game")
    wait_reviewed(page)
    play(page, "e5")
    expect(page.locator("#review-note")).to_contain_text("another line")
    page.click("#review-this-line")
    expect(page.locator("#review-note")).to_be_hidden()
    wait_reviewed(page)
    page.click("#review-close")
    expect(page.locator("#review")).to_be_hidden()
    expect(page.locator("#review-game")).to_be_focused()


def test_review_is_kept_when_game_is_left(page: Page, open_game):
    page, game = page, second_half("multiplicity")
    open_game(page, game, engine=True)
    press(page, "review-game")
    wait_reviewed(page)
    summary = review_summary(page)
    open_game(page, "#1/lox5/mb4")
    expect(page.locator("#review")).to_be_hidden()
    open_game(page, game)
    page.click("#tab-analysis")
    wait_reviewed(page)
    assert review_summary(page) == summary


def test_review_is_kept_for_next_visit(page: Page, open_game):
    game, ready = f"#{GAMES['multiplicity']}", "performance.getEntriesByName('engine-ready').length"
    open_game(page, game, engine=True)
    run_when(page, "parseInt(document.getElementById('review-status')?.textContent) > 0")
    press(page, "review-game")
    wait_until(page, "window.conditionMet")
    restart(page)  # in the middle of the review
    wait_until(page, ready)
    begins = "/^0 /.test(document.getElementById('review-status')?.textContent)"
    run_when(page, begins)
    press(page, "review-game")
    wait_reviewed(page)
    assert not page.evaluate("window.conditionMet"), "it goes on with what it has found"
    summary = average, *_ = review_summary(page)
    assert re.fullmatch(r"Average loss per turn: White \d+\.\d%, Red \d+\.\d%\.", average)
    restart(page)
    wait_until(page, ready)
    expect(page.locator("#review-game")).to_be_hidden()  # it is shown at once
    page.click("#tab-analysis")
    wait_reviewed(page)
    assert review_summary(page) == summary


def test_on_a_phone_it_fits(phone: Page, open_game):
    open_game(phone, "#1/brink3-x3/md4c2d3b3c3c5a2b2d2a3a1e4", engine=True)
    press(phone, "review-game")
    wait_reviewed(phone)
    assert phone.evaluate("document.documentElement.scrollWidth") <= 390
    phone.locator("#graph").scroll_into_view_if_needed()
    box = phone.locator("#graph .picture").bounding_box()
    phone.touchscreen.tap(box["x"] + 2, box["y"] + box["height"] / 2)
    expect(phone.locator("#review-position")).to_contain_text("Start: ")
    phone.locator("#mistakes [data-retry-turn]").first.tap()
    phone.tap("#close-record")
    expect(phone.locator("#turn")).to_contain_text("A try: ")
    phone.tap("#leave-try")
    expect(phone.locator("#review-heading")).to_be_in_viewport()
    expect(phone.locator("#retry-panel")).to_be_hidden()
