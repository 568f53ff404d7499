"""Runs the page for hours, with games of the engine and reloads, and measures its memory.

    python3 -m lab.soak --games 300 --reloads 50 --resume lab/runs/soak.jsonl

Chromium plays the site in dist/ as it is: games with all boards and options, one after the other in
the same page, at all levels in rotation, with reloads of the page spread evenly among them.  After
each step all garbage is collected and the memory that remains is measured.  Faults are: a game that
does not finish, an error on the console, a page that was left and is still in memory, and memory of
the renderers above ``MOST_GROWTH`` times what it was after the first games.

With ``--resume`` the rows are kept in a file and the same command continues where it stopped, in a
new browser; ``--write`` puts the figures into ``lab/soundness.md``, with how many browsers it took.
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
from tools.chromium import FLAGS
from tools.server import served

from . import rows, soundness
from .command_line import command_line
from .rows import Row
from .wholegames import plans

MOST_GROWTH = 1.5
FIRST = 3  # rows of a browser, after which memory may not grow by much
MOST_LEVEL = 3
MOST_ROUNDS = 50  # of garbage collection, until nothing of a page that was left remains
PATIENCE_MILLIS = 600_000
MARKED = "name => performance.getEntriesByName(name).length > 0"
PART = 50  # steps in one line of the table
SHOWN = "memory", "heap", "nodes"
COUNTS = {"detached": "DetachedScriptStates", "nodes": "Nodes", "heap": "JSHeapUsedSize"}


class Sitting:
    """A browser with the page, its console errors and its memory."""

    def __init__(self, browser: Browser, url: str) -> None:
        self.url, self.errors = url, list[str]()
        self.browser: CDPSession = browser.new_browser_cdp_session()
        self.page: Page = browser.new_context().new_page()
        self.page.set_default_timeout(PATIENCE_MILLIS)
        self.page.on("console", lambda said: self.heard(said.type, said.text))
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))
        self.devtools = self.page.context.new_cdp_session(self.page)
        for domain in ("Performance", "HeapProfiler"):
            self.devtools.send(f"{domain}.enable")
        self.page.goto(url)
        self.ready()

    def heard(self, kind: str, text: str) -> None:
        """Note errors that the console reports."""
        if kind == "error":
            self.errors.append(text)

    def ready(self) -> None:
        """Wait until the engine is ready."""
        self.page.wait_for_function(MARKED, arg="engine-ready")

    def reload(self) -> None:
        """Visit the page again."""
        self.page.reload()
        self.ready()

    def play(self, spec: str, levels: tuple[int, int]) -> None:
        """Let the engine play a game against itself, to its end."""
        self.page.evaluate("link => { location.hash = link; }", f"1/{spec}/m")
        for side, level in reversed(list(enumerate(levels))):
            self.page.select_option(f"#side-{side} .seat", str(level))
        self.page.locator("#result").wait_for()

    def measured(self) -> Row:
        """The memory after garbage collection, in megabytes, and counts of objects."""
        for number in range(MOST_ROUNDS):
            self.devtools.send("HeapProfiler.collectGarbage")
            self.page.evaluate("() => new Promise((done) => setTimeout(done, 100))")
            metrics = self.devtools.send("Performance.getMetrics")["metrics"]
            found = {metric["name"]: metric["value"] for metric in metrics}
            row: Row = {key: int(found[name]) for key, name in COUNTS.items()}
            if number > 1 and not row["detached"]:
                break
        row["heap"] = round(row["heap"] / 1e6, 1)
        processes = self.browser.send("SystemInfo.getProcessInfo")["processInfo"]
        row["memory"] = sum(map(megabytes, processes))
        return row


def megabytes(process: dict[str, Any]) -> int:
    """A renderer's memory without mapped files; 0 for other processes, and without /proc."""
    status = Path(f"/proc/{process['id']}/status")
    if process["type"] != "renderer" or not status.exists():
        return 0
    lines = dict(line.split(":", 1) for line in status.read_text().splitlines() if ":" in line)
    return int(lines["RssAnon"].split()[0]) // 1000


@contextmanager
def sitting() -> Iterator[Sitting]:
    """A new browser with the built site."""
    path = os.environ.get("GREYLOX_CHROMIUM", "/usr/bin/chromium")
    with sync_playwright() as api, served(DIST) as url:
        browser = api.chromium.launch(executable_path=path, args=FLAGS)
        yield Sitting(browser, url)
        browser.close()


def steps(games: int, reloads: int) -> Iterator[tuple[str, tuple[int, int]]]:
    """The steps: games, as a board and two levels, and reloads, ``("", (0, 0))``, between them."""
    total = games + reloads
    planned = plans(1)
    for number in range(total):
        if (number + 1) * reloads // total > number * reloads // total:
            yield "", (0, 0)
        else:
            name, options, size, (first, second) = next(planned)
            spec = write_spec(new_game(name, size, options))
            yield spec, (first % MOST_LEVEL + 1, second % MOST_LEVEL + 1)


def done(there: Sitting, spec: str, levels: tuple[int, int], first: int) -> Row:
    """Do one step and measure; ``first`` is the memory to compare with in megabytes, 0 for none."""
    row: Row = {"step": spec or "reload", "fault": ""}
    try:
        there.play(spec, levels) if spec else there.reload()
        row |= there.measured()
    except Error as error:
        return row | dict.fromkeys(COUNTS, 0) | {"memory": 0, "fault": str(error)[:300]}
    if there.errors:
        row["fault"] = there.errors[0][:300]
        there.errors.clear()
    elif row["detached"]:
        row["fault"] = "a page that was left is kept"
    elif first and row["memory"] > first * MOST_GROWTH:
        row["fault"] = f"{row['memory']} MB, after {first} MB at first"
    return row


def told(rows: list[Row]) -> str:
    """The figures, in Markdown."""
    games = [row for row in rows if row["step"] != "reload"]
    faults = [row for row in rows if row["fault"]]
    browsers = len({row.get("browser", 0) for row in rows})
    counts = f"{len(games)} games, {len(rows) - len(games)} reloads, {len(faults)} faults"
    lines = [f"{counts}; browsers, one after the other: {browsers}.", ""]
    lines += [
        "| steps | renderers, median | most | JavaScript | nodes |",
        "|---|---:|---:|---:|---:|",
    ]
    for begin in range(0, len(rows), PART):
        part = rows[begin : begin + PART]
        memory, heap, nodes = (median(row[key] for row in part) for key in SHOWN)
        most = max(row["memory"] for row in part)
        cells = f"{memory:.0f} MB | {most} MB | {heap:.1f} MB | {nodes:,.0f}"
        lines.append(f"| {begin + 1} to {begin + len(part)} | {cells} |")
    return "\n".join(lines)


def soak(games: int, reloads: int, path: Path | None) -> list[Row]:
    """Do all missing steps; return the rows of all."""
    known = rows.read(path)
    with sitting() as there:
        begun = len(known)
        for spec, levels in islice(steps(games, reloads), begun, None):
            mine = known[begun : begun + FIRST]
            first = max(row["memory"] for row in mine) if len(mine) == FIRST else 0
            known.append(done(there, spec, levels, first) | {"browser": begun})
            rows.add(path, known[-1])
            print(len(known), known[-1], flush=True)
    return known


def main() -> int:
    """Do what the command line asks for; 1 when anything was a fault."""
    parser = command_line("lab.soak", __doc__)
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--reloads", type=int, default=10)
    parser.add_argument(
        "--resume", type=Path, metavar="FILE", help="log to append to and resume from"
    )
    parser.add_argument("--write", action="store_true", help="put the figures into soundness.md")
    options = parser.parse_args()
    known = soak(options.games, options.reloads, options.resume)
    print(told(known))
    if options.write:
        soundness.write("soak", told(known))
    return 1 if any(row["fault"] for row in known) else 0


if __name__ == "__main__":
    sys.exit(main())
