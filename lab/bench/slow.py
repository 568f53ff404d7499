"""Play whole games against the engine on a slow device; the page may report no fault.

    python3 build.py bench slow [--slowdown 6] [--levels 1 2 3] [--games lox byg] [--size 3]

By default Chromium's pages and workers get a sixth of the processor's time.  Fingers tap the board
before Python is there, and then, in each game, play the first legal cell against a level, on the
default board unless a size is given.  The page itself measures the time from a finger's touch to
the frame after the one that painted the ghost, the preview of a stone.  The processes run for 2 ms
and then stop for 10 ms, so a latency under 12 ms cannot be measured.

Each game prints a line of text with the start times of board and engine, the time from the board to
the engine's first answer, the slowest answer, the ghosts of all taps, and the faults that the page
reported.  The exit status is 1 if a game was not finished, had a fault or missed an aim.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from statistics import median
from typing import Any, NamedTuple

from playwright.sync_api import Browser, CDPSession, Page, sync_playwright

from greylox_web.rules import DEFAULT_GAME, GAMES, default_game
from greylox_web.rules.notation.actions import GameRecord
from greylox_web.rules.notation.links import write_link
from greylox_web.session.last_choices import newcomer_game
from tools import DIST
from tools.chromium import FLAGS
from tools.environment import ensure_chromium
from tools.server import serve
from tools.slow import throttle

TIMES, LEVELS = 6.0, (1, 2, 3)
PERIOD_SECONDS = 0.012  # shorter than the usual one, for a finer measurement of the ghosts
PHONE: dict[str, Any] = {"viewport": {"width": 390, "height": 844}, "is_mobile": True}
MAX_GAME_SECONDS = 900
FIRST_ANSWER_AIM_SECONDS, GHOST_AIM_MILLIS = 15.0, 100.0
REACTION_MILLIS = 400  # from an answer to the next touch; the first touch does not wait
EARLY_TAP_MILLIS = 300  # between two taps before Python is there
FAULT_PHRASES = ("stopped", "gives up", "could not be started")

WATCH_SCRIPT = """
window.announcements = [];
window.ghostTimes = [];  // milliseconds from each touch to its ghost
let touches = 0;
addEventListener("pointerdown", ({ target, timeStamp }) => {
  const cell = target.closest("[data-cell]"), touch = ++touches;
  if (!cell) return;
  const place = cell.getAttribute("transform"), stone = `stone-${cell.dataset.cell}`;
  let seen = false;
  requestAnimationFrame(function look() {
    if (seen || touch !== touches) ghostTimes.push(seen ? performance.now() - timeStamp : Infinity);
    else requestAnimationFrame(look);
    const ghost = document.querySelector("#board .ghost")?.getAttribute("transform");
    seen = ghost === place || Boolean(document.getElementById(stone));
  });
}, { capture: true });
addEventListener("DOMContentLoaded", () => {
  const moves = document.getElementById("moves"), notice = document.getElementById("notice");
  new MutationObserver(() => {
    if (moves.querySelector("[data-colour='1'] [data-node]")) {
      window.firstAnswer ??= performance.now();
    }
  }).observe(moves, { childList: true, subtree: true });
  new MutationObserver(() => notice.textContent && announcements.push(notice.textContent))
    .observe(notice, { childList: true, characterData: true, subtree: true });
});
"""
NEXT_CELL_SCRIPT = """() => {
  if (!document.getElementById("result").hidden) return "over";
  if (!document.getElementById("move-now").hidden) return "";
  return document.querySelector(".cell.legal")?.dataset.cell ?? "";
}"""
CENTRE_SCRIPT = """name => {
  const box = document.getElementById(`cell-${name}`).getBoundingClientRect();
  return [box.x + box.width / 2, box.y + box.height / 2];
}"""
CENTRES_SCRIPT = """() => [...document.querySelectorAll("#board [data-cell]")]
  .filter(cell => cell.checkVisibility()).map(cell => {
    const box = cell.getBoundingClientRect();
    return [box.x + box.width / 2, box.y + box.height / 2];
  })"""
GHOST_SHOWN_SCRIPT = """touches => new Promise(done => {
  const look = () => ghostTimes.length < touches ? setTimeout(look, 50) : done();
  look();
})"""
NEXT_PAINT_SCRIPT = "new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))"
PRESS_SCRIPT = """name => document.querySelector(`#cell-${name}, button#${name}`)
  .dispatchEvent(new MouseEvent("click", { bubbles: true }))"""
SELECT_LEVEL_SCRIPT = """level => {
  const seat = document.querySelector("#side-1 .seat");
  seat.value = level;
  seat.dispatchEvent(new Event("change", { bubbles: true }));
}"""
MARK_SCRIPT = "name => performance.getEntriesByName(name)[0]?.startTime"


class GameResult(NamedTuple):
    """The result of a game."""

    is_finished: bool
    board: float  # seconds until the board could be played
    engine: float  # seconds until the engine was ready
    first_answer: float  # seconds from the board to the engine's first answer
    slowest: float  # seconds of the slowest answer
    ghosts: list[float]  # milliseconds from each touch to its ghost
    trouble: list[str]

    @property
    def misses(self) -> list[str]:
        """The aims that the game missed."""
        slow_answer = self.first_answer > FIRST_ANSWER_AIM_SECONDS
        slow_ghosts = median(self.ghosts) > GHOST_AIM_MILLIS
        return ["first answer"] * slow_answer + ["ghosts"] * slow_ghosts


def renderers(browser: Browser) -> list[int]:
    """Return the ids of the processes that run pages and their workers."""
    devtools = browser.new_browser_cdp_session()
    listed = devtools.send("SystemInfo.getProcessInfo")["processInfo"]
    devtools.detach()
    return [process["id"] for process in listed if process["type"] == "renderer"]


def wait_mark(page: Page, name: str) -> float:
    """Wait for a performance mark; return its time in seconds since the page's start."""
    deadline = time.monotonic() + MAX_GAME_SECONDS
    while not (mark_time := page.evaluate(MARK_SCRIPT, name)) and time.monotonic() < deadline:
        page.wait_for_timeout(100)
    return (mark_time or 0) / 1000


def touch(devtools: CDPSession, point: list[float]) -> None:
    """Put a finger on the page."""
    points = [{"x": point[0], "y": point[1]}]
    devtools.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": points})


def lift(devtools: CDPSession) -> None:
    """Lift the finger."""
    devtools.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


def tap_early(page: Page, url: str) -> list[float]:
    """Tap cells of the first game's board until Python is there; return the ghosts' times."""
    devtools = page.context.new_cdp_session(page)
    page.add_init_script(WATCH_SCRIPT)
    page.goto(f"{url}#{write_link(GameRecord(newcomer_game(DEFAULT_GAME), ()))}")
    wait_mark(page, "first-contentful-paint")
    points = page.evaluate(CENTRES_SCRIPT)
    while not page.evaluate(MARK_SCRIPT, "board-interactive"):
        page.wait_for_timeout(EARLY_TAP_MILLIS)
        points = [*points[1:], points[0]]
        touch(devtools, points[0])
        lift(devtools)
    page.evaluate(NEXT_PAINT_SCRIPT)
    return list(page.evaluate("ghostTimes"))


def play_game(page: Page, url: str, link: str, level: int) -> GameResult:
    """Load the page, and play a game to its end or to the time limit."""
    deadline = time.monotonic() + MAX_GAME_SECONDS
    devtools = page.context.new_cdp_session(page)
    page.add_init_script(WATCH_SCRIPT)
    page.goto(url + link, timeout=MAX_GAME_SECONDS * 1000)
    board = wait_mark(page, "board-interactive")
    page.evaluate(SELECT_LEVEL_SCRIPT, str(level))
    slowest, asked_at = 0.0, time.monotonic()
    cell, touches = "", 0
    while time.monotonic() < deadline and cell != "over":
        page.evaluate(NEXT_PAINT_SCRIPT)
        cell = page.evaluate(NEXT_CELL_SCRIPT)
        if cell and cell != "over":
            slowest = max(slowest, time.monotonic() - asked_at)
            page.wait_for_timeout(REACTION_MILLIS if touches else 0)
            touches += 1
            touch(devtools, page.evaluate(CENTRE_SCRIPT, cell))
            page.evaluate(GHOST_SHOWN_SCRIPT, touches)
            lift(devtools)
            asked_at = time.monotonic()
        elif not cell:
            for name in ("pass", "end"):
                if page.locator(f"#{name}").is_visible():
                    page.evaluate(PRESS_SCRIPT, name)
    first_answer = page.evaluate("window.firstAnswer ?? Infinity") / 1000 - board
    engine, ghosts = wait_mark(page, "engine-ready"), page.evaluate("ghostTimes")
    messages = page.evaluate("announcements")
    trouble = [
        text for text in dict.fromkeys(messages) if any(word in text for word in FAULT_PHRASES)
    ]
    return GameResult(cell == "over", board, engine, first_answer, slowest, ghosts, trouble)


def verdict(passed: bool) -> str:
    """Return the word for an aim in the table."""
    return "pass" if passed else "FAIL"


def ghost_text(times: list[float]) -> str:
    """Return the median and the worst of the ghosts' times, and whether they meet the aim."""
    middle = median(times)
    return f"ghosts {middle:4.0f}, worst {max(times):4.0f} ms {verdict(middle <= GHOST_AIM_MILLIS)}"


def main() -> None:
    """Play the games and print a line of text for each."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--slowdown", type=float, default=TIMES, help="how much slower")
    parser.add_argument(
        "--times", dest="slowdown", type=float, default=argparse.SUPPRESS, help=argparse.SUPPRESS
    )
    parser.add_argument("--levels", type=int, nargs="+", default=LEVELS)
    parser.add_argument("--games", nargs="+", choices=sorted(GAMES), default=sorted(GAMES))
    parser.add_argument("--size", type=int, help="of the boards; the usual one without")
    chosen = parser.parse_args()
    faulty = 0
    with serve(DIST) as url, sync_playwright() as api:
        browser = api.chromium.launch(executable_path=ensure_chromium(), args=FLAGS)

        @contextmanager
        def slow_page() -> Iterator[Page]:
            page = browser.new_context(service_workers="block", **PHONE).new_page()
            page.goto("about:blank")
            processes = renderers(browser)
            with throttle(partial(list, processes), chosen.slowdown, PERIOD_SECONDS):
                yield page
            page.context.close()

        with slow_page() as page:
            early = tap_early(page, url)
        print(f"taps before Python: {len(early)}  {ghost_text(early)}", flush=True)
        for number, name in enumerate(chosen.games):
            level = chosen.levels[number % len(chosen.levels)]
            game = default_game(name, chosen.size)
            with slow_page() as page:
                result = play_game(page, url, f"#{write_link(GameRecord(game, ()))}", level)
            print(
                f"{name:14} level {level:2}  board {result.board:5.1f} s"
                f"  engine {result.engine:5.1f} s"
                f"  first answer {result.first_answer:5.1f} s after the board "
                f"{verdict(result.first_answer <= FIRST_ANSWER_AIM_SECONDS)}"
                f"  slowest answer {result.slowest:5.1f} s"
                f"  {ghost_text(result.ghosts)}"
                f"  {'over' if result.is_finished else 'NOT OVER'}"
                f"  {' '.join(result.trouble)}",
                flush=True,
            )
            faulty += bool(result.trouble or result.misses) or not result.is_finished
        browser.close()
    sys.exit(1 if faulty else 0)


if __name__ == "__main__":
    main()
