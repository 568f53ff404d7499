"""The memory of the page: what the browser takes for it beyond an empty tab.

    python3 build.py bench memory [--browser webkit] [--windows desktop phone] [--runs 2]
                                  [--games 10] [--reloads 20]

The figure is the proportional set size (PSS) of all processes of the browser, less that with an
empty tab before.  It is read from /proc, so only on Linux, and once it no longer falls.  Each run
is a new browser with a fresh profile: the page starts, then a player of the first legal cell meets
level 1 in games on small boards, and the last game is reviewed.  In one more browser the page is
loaded again and again.  No other browser may run meanwhile: shared memory would be divided among
them.  The drivers are those of the smoke test, because Playwright makes Chromium keep every
response, as text.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median

from greylox_web.rules import GAMES, default_game
from greylox_web.rules.notation.actions import GameRecord
from greylox_web.rules.notation.links import write_link
from lab.bench.slow import NEXT_CELL_SCRIPT, PRESS_SCRIPT
from tools import DIST
from tools.browsers.devtools import DevTools
from tools.browsers.page import Page
from tools.browsers.programs import run_browser
from tools.browsers.smoke_test import OFFLINE_READY
from tools.server import serve

PHONE = {"width": 390, "height": 844, "deviceScaleFactor": 3, "mobile": True}
WINDOWS = "desktop", "phone"
START_AIM, GAMES_AIM = 270, 400
LEVEL = "1"
MAX_GAME_SECONDS = 60
SAMPLE_SECONDS = 0.5
IDLE_SECONDS = 6  # without a lower figure: browsers collect the garbage of a page once it is idle
RELOAD_SECONDS = 2  # the same after each of many reloads
MAX_SETTLE_SECONDS = 20

REVIEWED = "document.querySelector('#review-status')?.textContent.includes('Reviewed.')"


# ---------------------------------------------------------------- processes


def descendants(process: int) -> list[int]:
    """Return the ids of all processes below this one."""
    children: dict[int, list[int]] = {}
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = path.read_text("utf-8").rpartition(")")[2].split()
        except OSError:  # it has ended
            continue
        children.setdefault(int(fields[1]), []).append(int(path.parent.name))
    ids = list(children.get(process, []))
    for child in ids:  # grows meanwhile
        ids += children.get(child, [])
    return ids


def pss_megabytes() -> float:
    """Return the proportional set size of the browser and its driver: all below this process."""
    total = 0
    for process in descendants(os.getpid()):
        try:
            lines = Path(f"/proc/{process}/smaps_rollup").read_text("utf-8").splitlines()
        except OSError:  # it has ended
            continue
        total += sum(int(line.split()[1]) for line in lines if line.startswith("Pss:"))
    return total * 1024 / 1e6


def settled_megabytes(quiet_seconds: float = IDLE_SECONDS) -> float:
    """Wait until the memory no longer falls; return it.

    A figure is the median of three samples, because a sample can be far too low while the browser
    starts a process.
    """
    samples, lowest, fell_at = list[float](), float("inf"), time.monotonic()
    deadline = fell_at + MAX_SETTLE_SECONDS
    while (now := time.monotonic()) < min(fell_at + quiet_seconds, deadline):
        time.sleep(SAMPLE_SECONDS)
        samples.append(pss_megabytes())
        megabytes = median(samples[-3:])
        if len(samples) >= 3 and megabytes < lowest:
            fell_at = now if megabytes < lowest - 1 else fell_at
            lowest = megabytes
    return lowest


# ---------------------------------------------------------------- measurements


@contextmanager
def open_tab(browser: str, window: str) -> Iterator[tuple[Page, float]]:
    """Run a browser with a fresh profile; yield its empty page and the memory that it takes."""
    with run_browser(browser) as running:
        page = Page(running)
        page.navigate("about:blank")
        if window == "phone":
            assert isinstance(running.driver, DevTools)
            running.driver.call("Emulation.setDeviceMetricsOverride", **PHONE)
            running.driver.call("Emulation.setTouchEmulationEnabled", enabled=True)
        else:
            page.set_default_size()
        yield page, settled_megabytes()


def wait_ready(page: Page) -> None:
    """Wait until the engine and the offline copy are ready."""
    page.wait_mark("engine-ready")
    page.wait_until(OFFLINE_READY)


def play_to_end(page: Page) -> None:
    """Play the first legal cell in each own turn until there is a result."""
    deadline = time.monotonic() + MAX_GAME_SECONDS
    while time.monotonic() < deadline:
        page.wait_painted()
        button = page.evaluate(f"({NEXT_CELL_SCRIPT})()")
        if button == "over":
            return
        for name in ("pass", "end"):
            button = button or (name if page.is_visible(f"#{name}") else "")
        if button:
            page.run(f"({PRESS_SCRIPT})(arguments[0])", button)
    sys.exit("A game does not end.")


def play_and_review(page: Page, count: int) -> None:
    """Play games, one of each kind in turn, and review the last."""
    for number in range(count):
        name = sorted(GAMES)[number % len(GAMES)]
        game = default_game(name, GAMES[name].shapes[0].sizes[0])
        page.run("location.hash = arguments[0]", write_link(GameRecord(game, ())))
        page.wait_painted()
        page.select("#side-1 .seat", LEVEL)
        play_to_end(page)
    page.run("document.getElementById('result-review').click()")
    page.wait_until(REVIEWED)


def measure_games(browser: str, window: str, address: str, games: int) -> tuple[float, float]:
    """Return the megabytes after the start, and after games and a review."""
    with open_tab(browser, window) as (page, empty):
        page.navigate(address)
        wait_ready(page)
        start = settled_megabytes() - empty
        if not games:
            return start, start
        play_and_review(page, games)
        return start, settled_megabytes() - empty


def measure_reloads(browser: str, window: str, address: str, reloads: int) -> list[float]:
    """Return the megabytes after the start and after each of the reloads."""
    with open_tab(browser, window) as (page, empty):
        page.navigate(address)
        wait_ready(page)
        figures = [settled_megabytes() - empty]
        for _ in range(reloads):
            page.reload()
            wait_ready(page)
            figures.append(settled_megabytes(RELOAD_SECONDS) - empty)
    return figures


# ---------------------------------------------------------------- the table


def print_row(name: str, megabytes: float, figures: list[float], aim: int = 0) -> None:
    """Print a row of the table."""
    text = f"{megabytes:.0f} MB" + (f" (aim {aim})" if aim else "")
    print(f"| {name} | {text} | {' '.join(f'{it:.0f}' for it in figures)} |", flush=True)


def main() -> None:
    """Measure, and print the table."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--browser", choices=("chromium", "firefox", "webkit"), default="chromium")
    parser.add_argument("--windows", nargs="+", choices=WINDOWS, help="a phone only in Chromium")
    parser.add_argument("--runs", type=int, default=2, help="of the start and the games")
    parser.add_argument("--games", type=int, default=10)
    parser.add_argument("--reloads", type=int, default=20)
    options = parser.parse_args()
    if not Path("/proc/self/smaps_rollup").exists():
        sys.exit("This system does not report the memory of its processes in /proc.")
    windows = options.windows or (WINDOWS if options.browser == "chromium" else WINDOWS[:1])
    print(f"| {options.browser} | memory | all figures |\n|---|---:|---|", flush=True)
    with serve(DIST) as url:
        for window in windows:
            visit = options.browser, window, f"{url}#go-on"
            runs = [measure_games(*visit, options.games) for _ in range(options.runs)]
            if runs:
                starts, ends = map(list, zip(*runs, strict=True))
                print_row(f"{window}, after the start", median(starts), starts, START_AIM)
            if runs and options.games:
                name = f"{window}, after {options.games} games and a review"
                print_row(name, median(ends), ends, GAMES_AIM)
            if options.reloads:
                figures = measure_reloads(*visit, options.reloads)
                for number in sorted({1, options.reloads // 2, options.reloads} - {0}):
                    row = figures if number == options.reloads else []
                    print_row(f"{window}, after reload {number}", figures[number], row)


if __name__ == "__main__":
    main()
