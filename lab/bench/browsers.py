"""The start, the engine's first answer and a click on the board, in all three browsers.

    python3 build.py bench browsers [--runs 5] [--browsers webkit firefox chromium] [--compare DIST]

Each run has a new profile.  Its first and third visit open Greylox base 4 by a link, and measure
when the board can be played, when the engine is ready, and how long it then takes to answer a stone
at level 3.  Then two people play on the five default boards: the mouse clicks legal cells, and the
page measures the time from the release of the button to the frame after the one that painted the
stone, which includes up to two waits for a frame.  Each figure is a median over all runs.
``--compare`` measures the site in another folder too, in turn with dist/.
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path
from statistics import median

from greylox_web.rules import GAMES, default_game
from greylox_web.rules.notation.actions import GameRecord
from greylox_web.rules.notation.links import write_link
from tools import DIST
from tools.browsers.page import Page
from tools.browsers.programs import BROWSERS, run_browser
from tools.server import serve

LINK = "#1/greylox4/m"
VISITS = {1: "first visit", 3: "third visit"}
LEVEL, CLICKS = "3", 6  # of the first answer; clicks on each board
STORE_SECONDS = 4.0  # after a visit, for the browser to store compiled code and the offline copy
REST_SECONDS = 0.4  # between two clicks
CLICK, CLICK_AIM_MILLIS = "click until its stone is painted", 100

ANSWER_SCRIPT = """
const done = arguments[0], start = performance.now();
const moves = document.getElementById("moves");
new MutationObserver((_, observer) => {
  if (moves.querySelectorAll("[data-node]").length < 2) return;
  observer.disconnect();
  done(performance.now() - start);
}).observe(moves, { childList: true, subtree: true });
document.querySelector(".cell.legal").dispatchEvent(new MouseEvent("click", { bubbles: true }));
"""
WATCH_CLICK_SCRIPT = """
const cells = [...document.querySelectorAll(".cell.legal:not(.first):not(.second)")];
const name = cells[cells.length >> 1].dataset.cell;
window.clickTime = new Promise((done) => {
  const watch = () => {
    const start = performance.now();
    requestAnimationFrame(function look() {  // before the page's own work in each frame
      if (document.getElementById(`stone-${name}`)) done(performance.now() - start);
      else requestAnimationFrame(look);
    });
  };
  addEventListener("pointerup", watch, { capture: true, once: true });
});
return name;
"""
CLICK_TIME_SCRIPT = "window.clickTime.then(arguments[0]);"

Timings = dict[str, list[float]]  # milliseconds by name


def run_async(page: Page, script: str) -> float:
    """Return what a script passes to its last argument, a function."""
    return float(page.driver.command("ExecuteAsyncScript", script=script, args=[]))


def measure_visit(page: Page, address: str) -> dict[str, float]:
    """Return the times of one visit."""
    page.navigate("about:blank")
    page.navigate(address)
    board, engine = page.wait_mark("board-interactive"), page.wait_mark("engine-ready")
    page.select("#side-1 .seat", LEVEL)
    answer = run_async(page, ANSWER_SCRIPT)
    return {"board can be played": board, "engine ready": engine, "engine's first answer": answer}


def measure_clicks(page: Page, address: str) -> list[float]:
    """Return the times of clicks in a game of two people."""
    page.navigate("about:blank")
    page.navigate(address)
    page.wait_mark("engine-ready")
    page.select("#side-1 .seat", "")
    times = []
    for _ in range(CLICKS):
        time.sleep(REST_SECONDS)
        page.click(f"#cell-{page.run(WATCH_CLICK_SCRIPT)}")
        times.append(run_async(page, CLICK_TIME_SCRIPT))
    return times


def measure_run(browser: str, url: str, timings: Timings) -> None:
    """Add the times of one run with a new profile."""
    with run_browser(browser) as running:
        page = Page(running)
        for number in range(1, max(VISITS) + 1):
            visit = measure_visit(page, url + LINK)
            time.sleep(STORE_SECONDS)
            if number in VISITS:
                for name, value in visit.items():
                    timings.setdefault(f"{name}, {VISITS[number]}", []).append(value)
        for game in sorted(GAMES):
            link = write_link(GameRecord(default_game(game), ()))
            timings.setdefault(CLICK, []).extend(measure_clicks(page, f"{url}#{link}"))


def print_table(browser: str, sites: list[Timings]) -> None:
    """Print the medians of one browser: dist/, and the other site with the ratio to it."""
    other = f"{'compared':>10}{'ratio':>8}" if len(sites) > 1 else ""
    print(f"\n{browser + ', milliseconds':36}{'dist':>8}{other}")
    for name in sites[0]:
        medians = [median(site[name]) for site in sites]
        line = f"{name:36}{medians[0]:8.0f}"
        if len(sites) > 1:
            line += f"{medians[1]:10.0f}{medians[0] / medians[1]:8.2f}"
        if name == CLICK:
            passed = "pass" if medians[0] <= CLICK_AIM_MILLIS else "FAIL"
            line += f"   aim {CLICK_AIM_MILLIS}: {passed}, worst {max(sites[0][name]):.0f}"
        print(line, flush=True)


def main() -> None:
    """Measure each browser and print a table for it."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument(
        "--browsers", nargs="+", choices=sorted(BROWSERS), default=sorted(BROWSERS, reverse=True)
    )
    parser.add_argument("--compare", type=Path, metavar="DIST", help="another built site")
    chosen = parser.parse_args()
    folders = [DIST, chosen.compare] if chosen.compare else [DIST]
    for browser in chosen.browsers:
        sites: list[Timings] = [{} for _ in folders]
        for _ in range(chosen.runs):
            for folder, timings in zip(folders, sites, strict=True):
                with serve(folder) as url:
                    measure_run(browser, url, timings)
        print_table(browser, sites)


if __name__ == "__main__":
    main()
