"""The engine in its worker: reports, stopping, crashes; the page never blocks."""

from __future__ import annotations

import re
from functools import partial

import pytest
from playwright.sync_api import Browser, Page, Route, Worker, expect

from lab.bench.slow import play_game, renderers
from tests.thoroughness import sample
from tools.chromium import HAS_MARK_SCRIPT
from tools.slow import throttle

from .new_game_dialog import start_new_game
from .page_actions import (
    GAMES,
    cells_with_class,
    fragment,
    leave,
    open_record_tab,
    play,
    press,
    show_chances,
    wait_painted,
    wait_until,
)
from .shared_browsers import BOARD, DESKTOP, NO_WORKERS_SCRIPT, inject_into_workers
from .site_server import SiteServer

WASM = {"content-type": "application/wasm"}
SECONDS_30, ONLY_ENGINE = 14, "#1/greylox5/me5e6b2"

WATCH_WORKERS_SCRIPT = """() => {
  window.longest = 0;
  new PerformanceObserver(list => {
    for (const task of list.getEntries()) window.longest = Math.max(window.longest, task.duration);
  }).observe({type: 'longtask'});
}"""

REPORTS = """() => {
  const details = document.getElementById('search-details-text');
  window.reports = new Set([details.textContent]);
  new MutationObserver(() => window.reports.add(details.textContent))
    .observe(details, {childList: true, characterData: true, subtree: true});
}"""


def engines(page: Page) -> list[Worker]:
    """The engine's running workers."""
    return [worker for worker in page.workers if "/engine." in worker.url]


def thinking(page: Page) -> None:
    """Start a search that takes half a minute, however fast the machine is."""
    start_new_game(page, "greylox", 5, level=SECONDS_30)
    page.evaluate(WATCH_WORKERS_SCRIPT)
    play(page, "e5")
    expect(page.locator("#move-now")).to_be_visible()


def test_reports_come_while_it_thinks_and_the_page_stays_quick(page: Page, open_game):
    open_game(page, engine=True)
    show_chances(page)
    thinking(page)
    page.evaluate(REPORTS)
    expect(page.locator("#side-1 .thinking")).to_be_visible()
    wait_until(page, "() => window.reports.size > 4")
    expect(page.locator("#best-line")).not_to_be_empty()
    assert page.evaluate("longest") < 1000  # in a search of many seconds; the benchmark measures it


def test_resigning_does_not_wait_for_half_a_minute_of_thinking(page: Page, open_game):
    open_game(page, engine=True)
    thinking(page)
    page.keyboard.press("r")
    page.click("#resign-yes")
    expect(page.locator("#result-reason")).to_have_text("You resigned.", timeout=10_000)
    assert "-q/" in fragment(page)


def test_stop_and_let_it_move_again(page: Page, open_game):
    open_game(page, engine=True)
    thinking(page)
    page.click("#pause")
    expect(page.locator("#resume-engine")).to_be_visible()
    before = fragment(page)
    page.wait_for_timeout(600)
    assert fragment(page) == before
    page.click("#resume-engine")
    page.click("#move-now")
    wait_until(page, "() => document.querySelectorAll('#moves button').length > 1")


def test_another_tab_waits_for_the_answer_and_then_shows_it(page: Page, open_game):
    open_game(page, engine=True)
    start_new_game(page, "brink", 3, level=1, x=2)
    play(page, "a1")
    expect(page.locator("#moves button")).to_have_count(2)
    other = page.context.new_page()
    open_game(other, f"#{fragment(page).removeprefix('#')}", engine=True)
    other.wait_for_function(HAS_MARK_SCRIPT, arg="library-ready")
    vacant = next(name for name in ("b2", "c3", "d4") if name not in fragment(page))
    play(page, vacant)
    for each in (page, other):
        expect(each.locator("#moves button")).to_have_count(4)
        expect(each.locator("#moves [aria-current]")).to_have_attribute("data-node", "4")
        expect(each.locator("#turn")).to_have_text("Your turn")
    assert fragment(other) == fragment(page)


def test_a_new_game_while_it_thinks(page: Page, open_game):
    open_game(page, engine=True)
    thinking(page)
    start_new_game(page, "brink", 3)
    page.wait_for_timeout(600)
    assert fragment(page).startswith("#1/brink3-x3/m/c")
    expect(page.locator("#move-now")).to_be_hidden()


@pytest.mark.true_start
def test_crashed_worker_is_replaced_during_game(page: Page, open_game):
    open_game(page, engine=True)
    thinking(page)
    page.wait_for_timeout(300)
    [worker] = engines(page)
    worker.evaluate("close()")
    expect(page.locator("#notice")).to_contain_text("The engine stopped")
    expect(page.locator("#move-now")).to_be_visible()
    page.wait_for_timeout(400)
    page.click("#move-now")
    expect(page.locator("#moves button")).to_have_count(2)


def test_a_time_a_turn(page: Page, open_game):
    """The engine uses its time and no more; stop and undo also work while it ponders."""
    open_game(page, engine=True)
    press(page, "open-settings")
    page.check("#settings-ponder")
    leave(page)
    start_new_game(page, "brink", 5, level=11)
    moves = page.locator("#moves button")
    play(page, "e5")
    began = page.evaluate("performance.now()")
    expect(moves).to_have_count(2)
    assert 500 < page.evaluate("performance.now()") - began < 15_000
    page.select_option("#side-1 .seat", "14")
    page.locator(".cell.legal").first.click()
    page.click("#pause")
    expect(page.locator("#resume-engine")).to_be_visible()
    page.click("#resume-engine")
    page.click("#move-now")
    expect(moves).to_have_count(4)
    page.locator(".cell.legal").first.click()
    expect(page.locator("#move-now")).to_be_visible()
    page.click("#undo")
    expect(page.locator("#move-now")).to_be_hidden()
    page.wait_for_timeout(500)
    expect(page.locator("#turn")).to_have_text("Your turn")
    expect(moves).to_have_count(5)
    assert "/n4" in fragment(page), "a late answer is dropped"


CRASH_SCRIPT = """(async () => {
  for (;;) {
    const { held } = await navigator.locks.query();
    if (held.some(({ name }) => name.startsWith("greylox-worker"))) close();
    await new Promise((done) => setTimeout(done, 20));
  }
})();"""


@pytest.mark.true_start
def test_worker_crashed_at_start_is_replaced_at_once(page: Page, open_game):
    """Regression: the page waited for a minute, as a crash fires no event."""
    worker_urls = inject_into_workers(page, CRASH_SCRIPT, first=True)
    open_game(page, engine=True)
    assert len(worker_urls) == 2


def test_worker_hanging_at_start_is_replaced(fresh_page: Page, server: SiteServer):
    page = fresh_page
    inject_into_workers(page, "for (;;);", first=True)
    page.clock.install()  # this removes the page's performance marks, too
    with page.expect_response("**/engine.*.js"):
        page.goto(server.url + BOARD)
    with page.expect_response("**/engine.*.js"):
        page.clock.fast_forward(61_000)
    play(page, "e5")
    expect(page.locator("#moves button")).to_have_count(3)  # the engine's two stones


@pytest.mark.parametrize("name", sample([*GAMES]))
def test_two_engines_play_each_other_to_the_end(page: Page, open_game, name: str):
    """A level that searches and solves late positions plays a fast one; no worker is lost."""
    size, result = GAMES[name]
    open_game(page, "#1/greylox5/m", engine=True)
    before = engines(page)
    start_new_game(page, name, size, level=1)
    page.select_option("#side-0 .seat", "7")
    expect(page.locator("#result")).to_be_visible(timeout=120_000)
    expect(page.locator("#result")).to_contain_text(result)
    expect(page.locator("#resume-engine")).to_be_hidden()
    assert engines(page) == before
    if name == "byg":
        wait_painted(page)
        assert page.locator("#comparison .decided").count() == 1


@pytest.mark.true_start
@pytest.mark.allow_console("")
def test_without_the_worker_two_people_still_play(page: Page, open_game):
    page.route("**/engine.*.js", lambda route: route.abort())
    open_game(page)
    play(page, "e5")
    expect(page.locator("#turn")).to_have_text("Pip to move: two stones")


@pytest.mark.true_start
def test_browser_without_workers_shows_notice_at_once(page: Page, open_game):
    """Regression: the page showed for ever that the engine was getting ready."""
    page.add_init_script(NO_WORKERS_SCRIPT)
    open_game(page)
    expect(page.locator("#notice")).to_contain_text("The engine could not be started")
    play(page, "e5")
    expect(page.locator("#turn")).to_have_text("Pip to move: two stones")


@pytest.mark.true_start
def test_failed_worker_creation_is_retried_next_time(page: Page, open_game):
    page.add_init_script(
        """{
          const { Worker } = window;
          let left = 1;
          window.Worker = class extends Worker {
            constructor(...args) {
              if (left-- > 0) throw new DOMException("not now", "SecurityError");
              super(...args);
            }
          };
        }"""
    )
    open_game(page, engine=True)
    play(page, "e5")
    expect(page.locator("#moves button")).to_have_count(3)


@pytest.mark.true_start
@pytest.mark.allow_console("")
def test_missing_or_truncated_worker_script_shows_notice(page: Page, open_game):
    """Regression: the page waited a minute twice for a missing script; other faults showed code."""
    answer: dict[str, object] = {}
    page.route("**/engine.*.js", lambda route: route.fulfill(**answer))
    script, web = "text/javascript", "text/html; charset=utf-8"
    for status, kind, body in (
        (404, web, "<p>Not found"),
        (200, web, "<p>Welcome"),
        (200, script, "throw new Error()"),
    ):
        answer |= {"status": status, "content_type": kind, "body": body}
        open_game(page)
        expect(page.locator("#notice")).to_have_text(
            re.compile(
                r"The engine could not be started\. .*engine\.\w+\.js.* load the page again\."
            )
        )
        assert not engines(page)


@pytest.mark.true_start
@pytest.mark.allow_console("")
@pytest.mark.parametrize("part", ["numpy.wasm", "python_stdlib.zip"])
def test_worker_without_python_shows_notice_at_once(page: Page, open_game, part: str):
    """Regression: the page waited a minute twice if one of the files of the worker was damaged."""
    requests: list[str] = []

    def half(route: Route) -> None:
        body = route.fetch().body()
        route.fulfill(body=body[: len(body) // 2] if requests else body, headers=WASM)

    def record(route: Route) -> None:
        requests.append(route.request.url)
        route.continue_()

    page.route("**/engine.*.js", record)
    page.route(f"**/{part}", half)
    open_game(page)
    expect(page.locator("#notice")).to_contain_text(f"{part} arrived damaged. Two people")
    play(page, "e5")
    expect(page.locator("#turn")).to_have_text("Pip to move: two stones")


LOOP_SCRIPT = """() => {
    const start = performance.now();
    for (let i = 0, sum = 0; i < 2e8; i++) sum += i % 7;
    return performance.now() - start;
}"""


def test_on_a_device_six_times_slower_a_game_comes_to_its_end(
    chromium: Browser, server: SiteServer
):
    """Page and worker are slowed; ``build.py bench slow`` plays on the usual boards."""
    page = chromium.new_context(service_workers="block", **DESKTOP).new_page()
    alone = min(page.evaluate(LOOP_SCRIPT) for _ in range(3))
    with throttle(partial(list, renderers(chromium)), 6):
        session = play_game(page, server.url, "#1/lox5/m", level=3)
        slowed = page.evaluate(LOOP_SCRIPT)
    page.context.close()
    assert session.is_finished and not session.trouble
    assert slowed > 2 * alone, "the device was not slow"


def test_chances_are_hidden_during_play(page: Page, open_game):
    open_game(page, engine=True)
    play(page, "e5")
    expect(page.locator("#moves button")).to_have_count(3)  # the engine's turn has two stones
    play(page, cells_with_class(page, "legal")[0])
    page.wait_for_timeout(1500)
    expect(page.locator("#evaluation")).to_be_hidden()
    press(page, "analyse")
    expect(page.locator("#evaluation")).to_be_visible()


def test_analysis_shows_the_best_actions_and_stops(page: Page, open_game):
    open_game(page, "#1/greylox4/md4d5b1", engine=True)
    show_chances(page)
    open_record_tab(page, "analysis")
    button = page.locator("#analyse")
    expect(button).to_have_accessible_name("Analyse")
    size = button.bounding_box()
    button.click()
    expect(button).to_have_accessible_name("Stop")
    expect(page.locator("#candidates li").first).to_be_visible()
    for side in ("x", "width", "height"):  # a longer list of signs above it moves it down
        assert button.bounding_box()[side] == size[side], side
    expect(page.locator("#evaluation")).to_be_visible()
    value_text = page.locator("#evaluation").get_attribute("aria-valuetext")
    assert re.fullmatch(r"\w+ \d+%(, proven)?", value_text)
    expect(page.locator(".cell.best")).to_have_count(1)
    expect(page.locator("#board circle.choice")).not_to_have_count(0)
    layers = page.locator("#engine-layers")
    layers.get_by_role("button", name="First thought").click()
    expect(page.locator("#board .heat-text")).not_to_have_count(0)
    expect(page.locator("#board circle.choice")).to_have_count(0)
    layers.get_by_role("button", name="Who will hold it").click()
    expect(page.locator("#board .holder")).not_to_have_count(0)
    page.focus("#cell-d4")
    expect(page.locator("#cell-d4")).to_have_accessible_name(
        re.compile(r"holds it in \d+, Black in")
    )
    layers.get_by_role("button", name="Best choices").click()
    expect(page.locator("#board .holder")).to_have_count(0)
    before = fragment(page)
    page.get_by_role("button", name="Stop", exact=True).click()
    expect(button).to_have_accessible_name("Analyse")
    expect(page.locator("#candidates")).to_be_visible()
    expect(page.locator("#evaluation")).to_be_visible()
    assert fragment(page) == before
