"""The memory of the page: what the browser takes for it beyond an empty tab.

    python3 build.py bench memory [--browser webkit] [--runs 3] [--games 10] [--reloads 20]
                                  [--windows desktop phone]

The figure is the proportional set size (PSS) of all processes of the browser, less that with an
empty tab before.  It is read from /proc, so only on Linux, and once it no longer falls.  Each run
is a new browser with a fresh profile: the page starts, then a player of the first legal cell meets
level 1 in games on small boards, and the last game is reviewed.  In one more browser the page is
loaded again and again.  WebKit, which has no window of a phone, only starts and loads again.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from typing import NamedTuple

from playwright.sync_api import Page, Playwright, sync_playwright

from greylox_web.rules import GAMES, default_game
from greylox_web.rules.notation.actions import GameRecord
from greylox_web.rules.notation.links import write_link
from lab.bench.slow import NEXT_PAINT_SCRIPT, play_to_end, wait_mark
from lab.bench.startup import OFFLINE_READY_SCRIPT
from tools import DIST
from tools.browsers.page import Page as DrivenPage
from tools.browsers.programs import run_browser
from tools.chromium import FLAGS
from tools.server import serve

WINDOWS = {
    "desktop": {"viewport": {"width": 1280, "height": 800}},
    "phone": {
        "viewport": {"width": 390, "height": 844},
        "device_scale_factor": 3,
        "is_mobile": True,
        "has_touch": True,
    },
}
AIMS = {"start": 270, "games and review": 400}
LEVEL = "1"
MAX_GAME_SECONDS = 60
SAMPLE_SECONDS = 0.5
IDLE_SECONDS = 8  # without a lower figure: browsers collect the garbage of a page once it is idle
RELOAD_SECONDS = 3  # the same after each of many reloads
MAX_SETTLE_SECONDS = 40
WEBKIT_RELOADS = 5

OFFLINE_READY = "navigator.serviceWorker.controller?.state === 'activated'"
OPEN_LINK_SCRIPT = "link => { location.hash = link; }"
REVIEW_SCRIPT = """async () => {
  document.getElementById("result-review").click();
  const status = () => document.getElementById("review-status")?.textContent ?? "";
  while (!status().includes("Reviewed.")) await new Promise(done => setTimeout(done, 100));
}"""


class Tab(NamedTuple):
    """A page that loads, and the processes of its browser."""

    open: Callable[[str], None]  # until the engine and the offline copy are ready
    reload: Callable[[], None]
    root: int  # the id of the process below which all others of the browser are


class Figures(NamedTuple):
    """The megabytes of one run beyond an empty tab."""

    start: float
    games: float


# ---------------------------------------------------------------- processes


def process_tree(root: int) -> list[int]:
    """Return the id of a process and of all below it."""
    children: dict[int, list[int]] = {}
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = path.read_text().rpartition(")")[2].split()
        except OSError:  # it has ended
            continue
        children.setdefault(int(fields[1]), []).append(int(path.parent.name))
    tree = [root]
    for process in tree:  # grows meanwhile
        tree += children.get(process, [])
    return tree


def command(process: int) -> str:
    """Return the command line of a process; "" if it has ended."""
    try:
        return Path(f"/proc/{process}/cmdline").read_text("utf-8", "replace")
    except OSError:
        return ""


def pss_megabytes(processes: list[int]) -> float:
    """Return the proportional set size of these processes together."""
    total = 0
    for process in processes:
        try:
            lines = Path(f"/proc/{process}/smaps_rollup").read_text().splitlines()
        except OSError:
            continue
        total += sum(int(line.split()[1]) for line in lines if line.startswith("Pss:"))
    return total * 1024 / 1e6


def settled_megabytes(root: int, quiet_seconds: float = IDLE_SECONDS) -> float:
    """Wait until the memory of a browser no longer falls; return it.

    A figure is the median of three samples, because a sample can be far too low while the browser
    starts a process.
    """
    samples, lowest, fell_at = list[float](), float("inf"), time.monotonic()
    deadline = fell_at + MAX_SETTLE_SECONDS
    while (now := time.monotonic()) < min(fell_at + quiet_seconds, deadline):
        time.sleep(SAMPLE_SECONDS)
        samples.append(pss_megabytes(process_tree(root)))
        megabytes = median(samples[-3:])
        if len(samples) >= 3 and megabytes < lowest:
            fell_at = now if megabytes < lowest - 1 else fell_at
            lowest = megabytes
    return lowest


# ---------------------------------------------------------------- browsers


@contextmanager
def chromium_page(api: Playwright, window: str) -> Iterator[tuple[Page, Tab]]:
    """Run Chromium with a fresh profile; yield its page."""
    with tempfile.TemporaryDirectory() as profile:
        context = api.chromium.launch_persistent_context(
            profile,
            executable_path=os.environ["GREYLOX_CHROMIUM"],
            headless=True,
            args=FLAGS,
            **WINDOWS[window],  # type: ignore[arg-type]
        )
        page = context.pages[0]
        page.goto("about:blank")
        root = next(process for process in process_tree(os.getpid()) if profile in command(process))

        def wait_ready() -> None:
            wait_mark(page, "engine-ready")
            page.evaluate(OFFLINE_READY_SCRIPT)

        def open_address(address: str) -> None:
            page.goto(address)
            wait_ready()

        def reload() -> None:
            page.reload()
            wait_ready()

        yield page, Tab(open_address, reload, root)
        context.close()


@contextmanager
def webkit_tab() -> Iterator[Tab]:
    """Run WebKitGTK; yield its tab.  Its driver and its screen count in both figures alike."""
    with run_browser("webkit") as running:
        page = DrivenPage(running)
        page.navigate("about:blank")
        page.set_default_size()

        def wait_ready() -> None:
            page.wait_mark("engine-ready")
            page.wait_until(OFFLINE_READY)

        def open_address(address: str) -> None:
            page.navigate(address)
            wait_ready()

        def reload() -> None:
            page.reload()
            wait_ready()

        yield Tab(open_address, reload, os.getpid())


# ---------------------------------------------------------------- measurements


def play_and_review(page: Page, count: int) -> None:
    """Play games in this page, each game in turn, and review the last."""
    for number in range(count):
        name = sorted(GAMES)[number % len(GAMES)]
        game = default_game(name, GAMES[name].shapes[0].sizes[0])
        link = write_link(GameRecord(game, ()))
        page.evaluate(OPEN_LINK_SCRIPT, link)
        page.evaluate(NEXT_PAINT_SCRIPT)
        page.select_option("#side-1 .seat", LEVEL, force=True)
        if not play_to_end(page, time.monotonic() + MAX_GAME_SECONDS)[0]:
            raise SystemExit(f"The game of {name} does not end.")
    page.evaluate(REVIEW_SCRIPT)


def measure_games(api: Playwright, url: str, window: str, games: int) -> Figures:
    """Return the figures after the start, and after games and a review."""
    with chromium_page(api, window) as (page, tab):
        empty = settled_megabytes(tab.root)
        tab.open(f"{url}#go-on")
        start = settled_megabytes(tab.root) - empty
        if not games:
            return Figures(start, float("nan"))
        play_and_review(page, games)
        return Figures(start, settled_megabytes(tab.root) - empty)


def measure_reloads(tab: Tab, url: str, reloads: int) -> list[float]:
    """Return the figures after the start and after each of the reloads."""
    empty = settled_megabytes(tab.root)
    tab.open(f"{url}#go-on")
    figures = [settled_megabytes(tab.root) - empty]
    for _ in range(reloads):
        tab.reload()
        figures.append(settled_megabytes(tab.root, RELOAD_SECONDS) - empty)
    return figures


def print_row(name: str, megabytes: list[float], aim: str = "") -> None:
    """Print a row of the table: the median, and all figures."""
    every = " ".join(f"{figure:.0f}" for figure in megabytes)
    print(f"| {name} | {median(megabytes):.0f} MB{aim} | {every} |", flush=True)


def print_reloads(name: str, figures: list[float]) -> None:
    """Print the figures after the first, the tenth and the last reload."""
    for number in sorted({1, 10, len(figures) - 1}):
        if 0 < number < len(figures):
            print(f"| {name}, reload {number} | {figures[number]:.0f} MB | |")
    every = " ".join(f"{figure:.0f}" for figure in figures)
    print(f"| {name}, after the start and each reload | | {every} |", flush=True)


def main() -> None:
    """Measure, and print the table."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--browser", choices=("chromium", "webkit"), default="chromium")
    parser.add_argument("--windows", nargs="+", choices=list(WINDOWS), default=list(WINDOWS))
    parser.add_argument("--runs", type=int, default=3, help="starts, and rounds of games")
    parser.add_argument("--games", type=int, default=10)
    parser.add_argument("--reloads", type=int, default=20)
    options = parser.parse_args()
    if not Path("/proc/self/smaps_rollup").exists():
        sys.exit("This system does not tell how much memory its processes take.")
    print("| after | median | every run |\n|---|---:|---|", flush=True)
    with serve(DIST) as url:
        if options.browser == "webkit":
            runs: list[list[float]] = []
            for _ in range(options.runs):
                with webkit_tab() as tab:
                    reloads = WEBKIT_RELOADS if not runs else 0
                    runs.append(measure_reloads(tab, url, min(options.reloads, reloads)))
            print_row("webkit, start", [figures[0] for figures in runs])
            print_reloads("webkit", runs[0])
            return
        with sync_playwright() as api:
            for window in options.windows:
                rounds = [
                    measure_games(api, url, window, options.games) for _ in range(options.runs)
                ]
                if rounds:
                    aims = {name: f" (aim {aim})" for name, aim in AIMS.items()}
                    print_row(f"{window}, start", [it.start for it in rounds], aims["start"])
                if rounds and options.games:
                    print_row(
                        f"{window}, {options.games} games and a review",
                        [it.games for it in rounds],
                        aims["games and review"],
                    )
                if options.reloads:
                    with chromium_page(api, window) as (_, tab):
                        print_reloads(window, measure_reloads(tab, url, options.reloads))


if __name__ == "__main__":
    main()
