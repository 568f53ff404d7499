"""Play whole games against the engine on a slow device; the page may report no fault.

    python3 build.py bench slow [--slowdown 6] [--levels 1 2 3] [--games lox byg] [--size 3]

By default Chromium's pages and workers get a sixth of the processor's time.  In each game a player
of the first legal cell meets a level, on the default board unless a size is given.  Each game
prints a line of text: the start times of board and engine, the time of the slowest answer, and the
faults that the page reported.  The exit status is 1 if a game was not finished or had a fault.
"""

from __future__ import annotations

import argparse
import sys
import time
from functools import partial
from typing import NamedTuple

from playwright.sync_api import Browser, Page, sync_playwright

from greylox_web.rules import GAMES, default_game
from greylox_web.rules.notation.actions import GameRecord
from greylox_web.rules.notation.links import write_link
from tools import DIST
from tools.chromium import FLAGS
from tools.environment import ensure_chromium
from tools.server import serve
from tools.slow import throttle

TIMES, LEVELS = 6.0, (1, 2, 3)
MAX_GAME_SECONDS = 900
FAULT_PHRASES = ("stopped", "gives up", "could not be started")

LISTEN_SCRIPT = """() => {
  window.announcements = [];
  const notice = document.getElementById("notice");
  new MutationObserver(() => notice.textContent && announcements.push(notice.textContent))
    .observe(notice, { childList: true, characterData: true, subtree: true });
}"""
NEXT_CELL_SCRIPT = """() => {
  if (!document.getElementById("result").hidden) return "over";
  if (!document.getElementById("move-now").hidden) return "";
  return document.querySelector(".cell.legal")?.dataset.cell ?? "";
}"""
NEXT_PAINT_SCRIPT = "new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))"
PRESS_SCRIPT = """name => document.querySelector(`#cell-${name}, button#${name}`)
  .dispatchEvent(new MouseEvent("click", { bubbles: true }))"""
MARK_SCRIPT = "name => performance.getEntriesByName(name)[0]?.startTime"


class GameResult(NamedTuple):
    """The result of a game."""

    is_finished: bool
    board: float  # seconds until the board could be played
    engine: float  # seconds until the engine was ready
    slowest: float  # seconds of the slowest answer
    trouble: list[str]


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


def play_game(page: Page, url: str, link: str, level: int) -> GameResult:
    """Load the page, and play a game to its end or to the time limit."""
    deadline = time.monotonic() + MAX_GAME_SECONDS
    page.goto(url + link, timeout=MAX_GAME_SECONDS * 1000)
    board, engine = wait_mark(page, "board-interactive"), wait_mark(page, "engine-ready")
    page.evaluate(LISTEN_SCRIPT)
    page.select_option("#side-1 .seat", str(level))
    slowest, asked_at = 0.0, time.monotonic()
    cell = ""
    while time.monotonic() < deadline and cell != "over":
        page.evaluate(NEXT_PAINT_SCRIPT)
        cell = page.evaluate(NEXT_CELL_SCRIPT)
        if cell and cell != "over":
            slowest = max(slowest, time.monotonic() - asked_at)
            page.evaluate(PRESS_SCRIPT, cell)
            asked_at = time.monotonic()
        elif not cell:
            for name in ("pass", "end"):
                if page.locator(f"#{name}").is_visible():
                    page.evaluate(PRESS_SCRIPT, name)
    messages = page.evaluate("announcements")
    trouble = [
        text for text in dict.fromkeys(messages) if any(word in text for word in FAULT_PHRASES)
    ]
    return GameResult(cell == "over", board, engine, slowest, trouble)


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
        for number, name in enumerate(chosen.games):
            level = chosen.levels[number % len(chosen.levels)]
            game = default_game(name, chosen.size)
            link = f"#{write_link(GameRecord(game, ()))}"
            page = browser.new_context(service_workers="block").new_page()
            page.goto("about:blank")
            processes = renderers(browser)
            with throttle(partial(list, processes), chosen.slowdown):
                result = play_game(page, url, link, level)
            page.context.close()
            print(
                f"{name:14} level {level:2}  board {result.board:5.1f} s"
                f"  engine {result.engine:5.1f} s"
                f"  slowest answer {result.slowest:5.1f} s"
                f"  {'over' if result.is_finished else 'NOT OVER'}"
                f"  {' '.join(result.trouble)}",
                flush=True,
            )
            faulty += bool(result.trouble) or not result.is_finished
        browser.close()
    sys.exit(1 if faulty else 0)


if __name__ == "__main__":
    main()
