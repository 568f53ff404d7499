"""Run the page for hours, with games of the engine and reloads, and measure its memory.

    python3 -m lab.soak --games 300 --reloads 50 --resume lab/runs/soak.jsonl

Chromium runs the site in dist/: games with all boards and options, one after the other in the same
page, at random levels from 1 to 3, with reloads of the page spread evenly among them.  After each
step all garbage is collected and the remaining memory is measured.  Faults are: an unfinished game,
a console error, an earlier page that is still in memory, and memory of the renderers above
``MAX_GROWTH`` times the maximum of the first ``WARM_UP_STEPS`` steps.

With ``--resume`` a file stores the rows, and the same command resumes in a new browser.
``--write`` writes the figures into ``lab/soundness.md``, with the number of browsers.
"""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import islice
from pathlib import Path
from statistics import median
from typing import Any

from playwright.sync_api import Browser, CDPSession, Error, Page, sync_playwright

from greylox_web.rules import new_game
from greylox_web.rules.notation.links import write_spec
from tools import DIST
from tools.chromium import FLAGS, HAS_MARK_SCRIPT
from tools.server import serve

from . import jsonl, soundness
from .command_line import make_parser
from .engine_games import generate_games
from .jsonl import Row

MAX_GROWTH = 1.5
WARM_UP_STEPS = 3  # first steps of a browser, whose memory is the baseline
MAX_LEVEL = 3
MAX_GC_ROUNDS = 50  # rounds of garbage collection until no earlier page remains
TIMEOUT_MILLIS = 600_000
TABLE_STEPS = 50  # steps in one row of the table
TABLE_COLUMNS = "memory", "heap", "nodes"
METRIC_NAMES = {"detached": "DetachedScriptStates", "nodes": "Nodes", "heap": "JSHeapUsedSize"}


class BrowserSession:
    """A browser with the page, its console errors and its memory."""

    def __init__(self, browser: Browser, url: str) -> None:
        self.url, self.errors = url, list[str]()
        self.browser: CDPSession = browser.new_browser_cdp_session()
        self.page: Page = browser.new_context().new_page()
        self.page.set_default_timeout(TIMEOUT_MILLIS)
        self.page.on("console", lambda message: self.on_console(message.type, message.text))
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))
        self.devtools = self.page.context.new_cdp_session(self.page)
        for domain in ("Performance", "HeapProfiler"):
            self.devtools.send(f"{domain}.enable")
        self.page.goto(url + "#go-on")
        self.wait_ready()

    def on_console(self, kind: str, text: str) -> None:
        """Record errors of the console."""
        if kind == "error":
            self.errors.append(text)

    def wait_ready(self) -> None:
        """Wait until the engine is ready."""
        self.page.wait_for_function(HAS_MARK_SCRIPT, arg="engine-ready")

    def reload(self) -> None:
        """Reload the page, and wait until the engine is ready."""
        self.page.reload()
        self.wait_ready()

    def play(self, spec: str, levels: tuple[int, int]) -> None:
        """Play a game of the engine against itself to its end."""
        self.page.evaluate("link => { location.hash = link; }", f"1/{spec}/m")
        for side, level in reversed(list(enumerate(levels))):
            self.page.select_option(f"#side-{side} .seat", str(level))
        self.page.locator("#result").wait_for()

    def measure(self) -> Row:
        """Return the memory after garbage collection, in megabytes, and counts of objects."""
        for number in range(MAX_GC_ROUNDS):
            self.devtools.send("HeapProfiler.collectGarbage")
            self.page.evaluate("() => new Promise((done) => setTimeout(done, 100))")
            metrics = self.devtools.send("Performance.getMetrics")["metrics"]
            metric_values = {metric["name"]: metric["value"] for metric in metrics}
            row: Row = {key: int(metric_values[name]) for key, name in METRIC_NAMES.items()}
            if number > 1 and not row["detached"]:
                break
        row["heap"] = round(row["heap"] / 1e6, 1)
        processes = self.browser.send("SystemInfo.getProcessInfo")["processInfo"]
        row["memory"] = sum(map(megabytes, processes))
        return row


def megabytes(process: dict[str, Any]) -> int:
    """Return a renderer's memory without mapped files; 0 for other processes or without /proc."""
    status = Path(f"/proc/{process['id']}/status")
    if process["type"] != "renderer" or not status.exists():
        return 0
    lines = dict(line.split(":", 1) for line in status.read_text().splitlines() if ":" in line)
    return int(lines["RssAnon"].split()[0]) // 1000


@contextmanager
def open_browser() -> Iterator[BrowserSession]:
    """Yield a new browser with the built site."""
    path = os.environ.get("GREYLOX_CHROMIUM", "/usr/bin/chromium")
    with sync_playwright() as api, serve(DIST) as url:
        browser = api.chromium.launch(executable_path=path, args=FLAGS)
        yield BrowserSession(browser, url)
        browser.close()


def steps(games: int, reloads: int) -> Iterator[tuple[str, tuple[int, int]]]:
    """Yield the steps: games as a board and two levels, and reloads as ``("", (0, 0))``."""
    total = games + reloads
    planned = generate_games(1)
    for number in range(total):
        if (number + 1) * reloads // total > number * reloads // total:
            yield "", (0, 0)
        else:
            name, options, size, (first, second) = next(planned)
            spec = write_spec(new_game(name, size, options))
            yield spec, (first % MAX_LEVEL + 1, second % MAX_LEVEL + 1)


def run_step(browser: BrowserSession, spec: str, levels: tuple[int, int], baseline: int) -> Row:
    """Run one step; return its row.  ``baseline`` is in megabytes; 0 if there is none yet."""
    row: Row = {"step": spec or "reload", "fault": ""}
    try:
        browser.play(spec, levels) if spec else browser.reload()
        row |= browser.measure()
    except Error as error:
        return row | dict.fromkeys(METRIC_NAMES, 0) | {"memory": 0, "fault": str(error)[:300]}
    if browser.errors:
        row["fault"] = browser.errors[0][:300]
        browser.errors.clear()
    elif row["detached"]:
        row["fault"] = "a page that was left is kept"
    elif baseline and row["memory"] > baseline * MAX_GROWTH:
        row["fault"] = f"{row['memory']} MB, after {baseline} MB at first"
    return row


def summary(rows: list[Row]) -> str:
    """Return the figures, in Markdown."""
    games = [row for row in rows if row["step"] != "reload"]
    faults = [row for row in rows if row["fault"]]
    browsers = len({row.get("browser", 0) for row in rows})
    counts = f"{len(games)} games, {len(rows) - len(games)} reloads, {len(faults)} faults"
    lines = [f"{counts}; browsers, one after the other: {browsers}.", ""]
    lines += [
        "| steps | renderers, median | most | JavaScript | nodes |",
        "|---|---:|---:|---:|---:|",
    ]
    for begin in range(0, len(rows), TABLE_STEPS):
        part = rows[begin : begin + TABLE_STEPS]
        memory, heap, nodes = (median(row[key] for row in part) for key in TABLE_COLUMNS)
        max_memory = max(row["memory"] for row in part)
        cells = f"{memory:.0f} MB | {max_memory} MB | {heap:.1f} MB | {nodes:,.0f}"
        lines.append(f"| {begin + 1} to {begin + len(part)} | {cells} |")
    return "\n".join(lines)


def soak(games: int, reloads: int, path: Path | None) -> list[Row]:
    """Run all missing steps; return the rows of all steps."""
    done_rows = jsonl.read_rows(path)
    with open_browser() as browser:
        browser_start = len(done_rows)
        for spec, levels in islice(steps(games, reloads), browser_start, None):
            browser_rows = done_rows[browser_start : browser_start + WARM_UP_STEPS]
            baseline = (
                max(row["memory"] for row in browser_rows)
                if len(browser_rows) == WARM_UP_STEPS
                else 0
            )
            done_rows.append(run_step(browser, spec, levels, baseline) | {"browser": browser_start})
            jsonl.append_row(path, done_rows[-1])
            print(len(done_rows), done_rows[-1], flush=True)
    return done_rows


def main() -> int:
    """Run the soak test; return 1 if any step had a fault."""
    parser = make_parser("lab.soak", __doc__)
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--reloads", type=int, default=10)
    parser.add_argument(
        "--resume", type=Path, metavar="FILE", help="log to append to and resume from"
    )
    parser.add_argument("--write", action="store_true", help="put the figures into soundness.md")
    options = parser.parse_args()
    done_rows = soak(options.games, options.reloads, options.resume)
    print(summary(done_rows))
    if options.write:
        soundness.replace_section("soak", summary(done_rows))
    return 1 if any(row["fault"] for row in done_rows) else 0


if __name__ == "__main__":
    sys.exit(main())
