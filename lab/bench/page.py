"""The page's responsiveness: while the engine thinks, on large boards, with many stored games.

    python3 build.py bench page [--runs 5]

Chromium plays Greylox base 5 against the strongest level, which thinks for many seconds without its
network.  The page itself measures: an observer reports the longest task, and the latency of a
button runs from the click until the page shows the effect.  The work of a click, and of the frame
that shows it, is the main thread's own time in the browser's trace, in random games after half of
their actions.  These games use the network, since without it the engine is busy meanwhile.
On the usual boards, a tap takes until the frame after the one with the stone begins.
``lab/bench/library.py`` measures home and My games with many stored games.
"""

from __future__ import annotations

import argparse
import json
import shutil
from itertools import count
from pathlib import Path
from random import Random
from statistics import median
from tempfile import TemporaryDirectory
from typing import Any

from playwright.sync_api import Page, sync_playwright

from greylox_web.rules import GAMES, Game, default_game
from greylox_web.rules.notation.actions import GameRecord
from greylox_web.rules.notation.links import read_spec, write_link
from greylox_web.rules.play import random_game
from lab.bench.library import GAMES_STORED, print_pages
from tools import DIST
from tools.chromium import FLAGS
from tools.environment import ensure_chromium
from tools.server import serve

THINK_MILLIS = 5000

OBSERVE_SCRIPT = """() => {
  window.tasks = [];
  new PerformanceObserver(list => {
    for (const task of list.getEntries()) window.tasks.push(task.duration);
  }).observe({type: 'longtask'});
}"""

TIME_SCRIPT = """([button, shown]) => new Promise(done => {
  const start = performance.now();
  const look = () => {
    const found = document.querySelector(shown);
    if (found && !found.hidden) done(performance.now() - start);
    else setTimeout(look, 1);
  };
  document.getElementById(button).click();
  look();
})"""


CLICK_SCRIPT = """() => new Promise(done => {
  const cells = [...document.querySelectorAll('.cell.legal:not(.first):not(.second)')];
  cells[cells.length >> 1].dispatchEvent(new MouseEvent('click', {bubbles: true}));
  requestAnimationFrame(() => requestAnimationFrame(done));
})"""
STONE_SCRIPT = """() => new Promise(done => {
  const cells = [...document.querySelectorAll('.cell.legal:not(.first):not(.second)')];
  const cell = cells[cells.length >> 1], {x, y, width, height} = cell.getBoundingClientRect();
  const at = {bubbles: true, clientX: x + width / 2, clientY: y + height / 2, detail: 1,
              isPrimary: true, pointerType: 'mouse', pointerId: 1};
  const start = performance.now(), stones = document.querySelector('#board .stones');
  new MutationObserver((_, observer) => {
    observer.disconnect();  // during the frame's script; the next frame's begins after the paint
    requestAnimationFrame(() => done(performance.now() - start));
  }).observe(stones.parentElement, {childList: true, subtree: true});
  cell.dispatchEvent(new PointerEvent('pointerdown', at));
  cell.dispatchEvent(new PointerEvent('pointerup', at));
  cell.dispatchEvent(new MouseEvent('click', at));
})"""
TAPS = 30
LARGE = ("lox15", "greylox8", "brink8-x3")
TRACED = ["devtools.timeline", "toplevel", "-*"]
WORK = {  # part of a repaint -> its events in Chromium's trace
    "style": ("UpdateLayoutTree",),
    "layout": ("Layout",),
    "painting": ("PrePaint", "Paint", "Layerize"),
}
COLUMNS = ("click", "repaint", "of it Python", *WORK)


def start_thinking(page: Page, url: str) -> None:
    """Start a new game, and wait until the strongest level thinks."""
    page.goto("about:blank")
    page.goto(url + "#1/greylox5/m")
    page.wait_for_function("() => performance.getEntriesByName('engine-ready').length > 0")
    page.select_option("#side-1 .seat", "10")
    page.click('[data-cell="e5"]')
    page.wait_for_selector("#move-now:not([hidden])")


def measure_run(page: Page, url: str) -> dict[str, float]:
    """Return the figures of one run by name: milliseconds, and a count of long tasks."""
    start_thinking(page, url)
    page.evaluate(OBSERVE_SCRIPT)
    page.wait_for_timeout(THINK_MILLIS)
    tasks = page.evaluate("tasks") or [0]
    timings = {"longest task while it thinks": max(tasks)}
    timings["tasks over 50 ms"] = sum(task > 50 for task in tasks)
    page.wait_for_timeout(300)
    timings["move now"] = page.evaluate(TIME_SCRIPT, ["move-now", "#moves li:nth-child(2)"])
    start_thinking(page, url)
    timings["stop"] = page.evaluate(TIME_SCRIPT, ["pause", "#resume-engine:not([hidden])"])
    start_thinking(page, url)
    timings["undo"] = page.evaluate(TIME_SCRIPT, ["undo", "#undo[disabled]"])
    return timings


def measure_clicks(page: Page, url: str, link: str) -> list[dict[str, float]]:
    """Return, for ten clicks in one game, the main thread's milliseconds by kind of work."""
    page.goto("about:blank")
    page.goto(f"{url}#{link}")
    page.wait_for_function("() => performance.getEntriesByName('engine-ready').length > 0")
    page.wait_for_timeout(2500)
    browser = page.context.browser
    assert browser is not None
    results = []
    for _ in range(11):
        browser.start_tracing(page=page, categories=TRACED)
        page.evaluate(CLICK_SCRIPT)
        page.wait_for_timeout(300)
        results.append(summarise_trace(json.loads(browser.stop_tracing())["traceEvents"]))
        page.wait_for_timeout(400)
    return results[1:]  # the first click loads deferred modules


def summarise_trace(events: list[dict[str, Any]]) -> dict[str, float]:
    """Return the milliseconds of one click and of the frame that shows it, from a trace."""
    spans = [event for event in events if event["ph"] == "X" and "tdur" in event]
    scripts = [event for event in spans if event["name"] == "FireAnimationFrame"]
    script = max(scripts, key=lambda event: event["tdur"])
    own = [e for e in spans if (e["pid"], e["tid"]) == (script["pid"], script["tid"])]
    enclosing = [e for e in own if e["name"].endswith("RunTask") and is_nested(script, e)]
    frame = max(enclosing, key=lambda event: event["tdur"])

    def millis(names: tuple[str, ...], outer: dict[str, Any]) -> float:
        spent: int = sum(e["tdur"] for e in own if e["name"] in names and is_nested(e, outer))
        return spent / 1000

    timings = {name: millis(names, frame) for name, names in WORK.items()}
    clicks = [
        e for e in own if e["name"] == "EventDispatch" and e["args"]["data"]["type"] == "click"
    ]
    forced = millis(WORK["style"] + WORK["layout"], script)
    return timings | {
        "click": sum(event["tdur"] for event in clicks) / 1000,
        "repaint": frame["tdur"] / 1000,
        "of it Python": script["tdur"] / 1000 - forced,
    }


def is_nested(event: dict[str, Any], outer: dict[str, Any]) -> bool:
    """Return whether a trace event began during ``outer``, an event of the same thread."""
    return bool(outer["ts"] <= event["ts"] < outer["ts"] + outer["dur"])


def print_work(page: Page, url: str) -> None:
    """Print the work of a click, and of the frame after it, for each of the large boards."""
    heads = "".join(f"{kind:>14}" for kind in COLUMNS)
    print(f"\n{'milliseconds of the main thread':32}{heads}")
    for spec in LARGE:
        game = read_spec(spec)
        actions = random_game(game, Random(7))
        link = write_link(GameRecord(game, tuple(actions[: len(actions) // 2])))
        results = measure_clicks(page, url, link)
        values = "".join(f"{median(result[kind] for result in results):14.1f}" for kind in COLUMNS)
        print(f"{spec:32}{values}")


def tap(page: Page, url: str, game: Game) -> list[float]:
    """Return the milliseconds from 30 taps until the stone is painted, in games of two people."""
    times: list[float] = []
    seeds = count()
    while len(times) < TAPS:
        actions = random_game(game, Random(next(seeds)))
        link = write_link(GameRecord(game, tuple(actions[: len(actions) // 4])))
        page.goto("about:blank")
        page.goto(f"{url}#{link}")
        page.wait_for_function("() => performance.getEntriesByName('engine-ready').length > 0")
        page.wait_for_timeout(1500)
        for number in range(1 + min(8, len(actions) // 4)):
            page.wait_for_timeout(300)
            millis = page.evaluate(STONE_SCRIPT)
            times += [millis] * bool(number)  # the first loads deferred modules
    return times[:TAPS]


def print_taps(page: Page, url: str) -> None:
    """Print how long a stone takes from the tap until it is painted, on the usual boards."""
    print(f"\n{'milliseconds from tap to stone':32}{'median':>8}{'worst':>8}   ({TAPS} taps)")
    for name in GAMES:
        times = tap(page, url, default_game(name))
        print(f"{name:32}{median(times):8.0f}{max(times):8.0f}")


def main() -> None:
    """Measure several runs and print medians and worst values."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--runs", type=int, default=5)
    runs = parser.parse_args().runs
    with TemporaryDirectory() as folder:
        site = shutil.copytree(DIST, Path(folder) / "site")
        for path in (site / "nets").glob("*.npz"):
            path.unlink()
        with serve(site) as url, serve(DIST) as full_url, sync_playwright() as api:
            browser = api.chromium.launch(executable_path=ensure_chromium(), args=FLAGS)
            page = browser.new_page()
            results = [measure_run(page, url) for _ in range(runs)]
            print(f"{'milliseconds':32}{'median':>8}{'worst':>8}   ({runs} runs)")
            for name in results[0]:
                values = [result[name] for result in results]
                print(f"{name:32}{median(values):8.0f}{max(values):8.0f}")
            page.close()
            print_work(browser.new_page(), full_url)
            print_taps(browser.new_page(), full_url)
            print_pages(browser, [full_url], GAMES_STORED, runs)
            browser.close()


if __name__ == "__main__":
    main()
