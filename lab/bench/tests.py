"""The processor time of the tests by folder, file, case and kind, as Markdown.

    python3 build.py bench tests [arguments of pytest]
    python3 build.py test -p lab.bench.tests        # the same tables at the end of another run

It is the user and system time of each test process and its descendants, browsers included.  A
process whose parent has ended, such as Ray's, is not counted.  Starts of Python are counted; the
cost of one start is measured after the tests, in the same browser.
"""

from __future__ import annotations

import contextlib
import os
import subprocess
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Generator, Iterable, Iterator
from functools import wraps
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple

import pytest

import build
from tools import DIST, ROOT
from tools.chromium import FLAGS, HAS_MARK_SCRIPT
from tools.environment import ensure_chromium
from tools.server import serve

FILES, CASES = 40, 30  # rows of the tables
FIXTURE_SECONDS = 2.0  # a shared fixture that takes longer gets a row
RUNS = 4
PYTHON, ENGINE = "/pyodide.asm.js", "/engine."
PAGES, WORKERS = "Python started in a page", "Python started in a worker"
COLLECTION, HYPOTHESIS, FIXTURE = "imports and collection", "Hypothesis", "shared fixture "
WAITED = "waited on purpose"
NO_WORKERS = "window.Worker = class { constructor() { throw new DOMException('no workers'); } }"


def processor_seconds() -> float:
    """Return the processor time of this process and its descendants, ended ones included."""
    own = os.times()
    spent = own.user + own.system + own.children_user + own.children_system
    if not any(path.read_text() for path in Path("/proc/self/task").glob("*/children")):
        return spent  # most tests start no process, and reading all of /proc takes milliseconds
    parents: dict[int, int] = {}
    ticks: dict[int, int] = {}
    for entry in os.scandir("/proc"):
        if entry.name.isdigit():
            try:
                stat = Path(entry.path, "stat").read_text()
            except OSError:  # the process has just ended
                continue
            fields = stat.rpartition(")")[2].split()
            parents[int(entry.name)] = int(fields[1])
            ticks[int(entry.name)] = sum(map(int, fields[11:15]))
    family = {os.getpid()}
    while more := {pid for pid, parent in parents.items() if parent in family} - family:
        family |= more
    return spent + sum(ticks[pid] for pid in family - {os.getpid()}) / os.sysconf("SC_CLK_TCK")


class Meter:
    """A plugin for each test process: adds measurements to the reports of the tests."""

    def __init__(self) -> None:
        self.last_seconds = processor_seconds()
        self.kinds: Counter[str] = Counter()
        time.sleep = self.timed(time.sleep)
        with contextlib.suppress(ModuleNotFoundError):  # the quick tests lack Playwright
            self.watch_browsers()

    def watch_browsers(self) -> None:
        """Time the waits in all pages, and count the starts of Python."""
        from playwright.sync_api import Browser, BrowserType, Page

        Page.wait_for_timeout = self.timed(Page.wait_for_timeout)  # type: ignore[method-assign]
        for owner, name in (
            (Browser, "new_context"),
            (Browser, "new_page"),
            (BrowserType, "launch_persistent_context"),
        ):
            setattr(owner, name, self.watched(getattr(owner, name)))

    def timed(self, wait: Callable[..., None]) -> Callable[..., None]:
        """Return the function, wrapped to add up its wall time."""

        @wraps(wait)
        def timed_wait(*arguments: Any, **named: Any) -> None:
            start = time.monotonic()
            wait(*arguments, **named)
            self.kinds[WAITED] += time.monotonic() - start  # type: ignore[assignment]

        return timed_wait

    def watched(self, make: Callable[..., Any]) -> Callable[..., Any]:
        """Return the function that makes a context or page, wrapped to count starts of Python."""

        @wraps(make)
        def make_watched(*arguments: Any, **named: Any) -> Any:
            result = make(*arguments, **named)
            context = getattr(result, "context", result)
            context.on("request", self.count_start)
            return result

        return make_watched

    def count_start(self, request: Any) -> None:
        """Count a start of Python, in a worker if the engine's script is loaded as well."""
        if request.resource_type == "script":  # other requests only store or check files
            if request.url.endswith(PYTHON):
                self.kinds[PAGES] += 1
            elif ENGINE in request.url:
                self.kinds.update({PAGES: -1, WORKERS: 1})

    def seconds_since_last(self) -> float:
        """Return the processor seconds since the last call."""
        before, self.last_seconds = self.last_seconds, processor_seconds()
        return max(0.0, self.last_seconds - before)  # a process whose parent ended no longer counts

    def pytest_collection_finish(self) -> None:
        """Record the processor time of imports and collection."""
        self.kinds[COLLECTION] += self.seconds_since_last()  # type: ignore[assignment]

    @pytest.hookimpl(wrapper=True)
    def pytest_fixture_setup(self, fixturedef: Any) -> Generator[None, object, object]:
        """Measure the fixtures that several tests share."""
        before = processor_seconds() if fixturedef.scope != "function" else 0.0
        result = yield
        if fixturedef.scope != "function":
            name = FIXTURE + fixturedef.argname
            self.kinds[name] += processor_seconds() - before  # type: ignore[assignment]
        return result

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(self, item: pytest.Item) -> Generator[None, Any, Any]:
        """Add the measurements of a test's setup, call or teardown to its report."""
        report = yield
        report.processor = self.seconds_since_last()
        if report.when == "call" and getattr(getattr(item, "obj", None), "is_hypothesis_test", 0):
            self.kinds[HYPOTHESIS] += report.processor
        report.kinds, self.kinds = dict(self.kinds), Counter()
        return report


class Row(NamedTuple):
    """One report of a test: its id, the seconds it took, and the starts of Python in it."""

    test: str
    processor: float
    wall: float
    pages: int
    workers: int


class Tables:
    """A plugin for the main process: collects the reports and prints the tables."""

    def __init__(self) -> None:
        self.rows: list[Row] = []
        self.kinds: Counter[str] = Counter()

    def pytest_runtest_logreport(self, report: Any) -> None:
        measured = getattr(report, "processor", 0.0)  # a test process that died measured nothing
        kinds = getattr(report, "kinds", {})
        starts = kinds.get(PAGES, 0), kinds.get(WORKERS, 0)
        self.rows.append(Row(report.nodeid, measured, report.duration, *starts))
        self.kinds.update(kinds)

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        """Print the tables before pytest's closing line."""
        starts = self.kinds[PAGES] + self.kinds[WORKERS]
        costs = start_costs() if starts else (0.0, 0.0)
        for line in self.markdown(*costs):
            terminalreporter.write_line(line)

    def markdown(self, page_cost: float, worker_cost: float) -> Iterator[str]:
        """Yield the Markdown of all tables, by line of text."""
        total = sum(row.processor for row in self.rows) + self.kinds[COLLECTION]
        yield from ("", f"{total:.0f} processor seconds, {self.wall():.0f} seconds in tests.", "")
        yield from ("| kind | times | processor seconds |", "|---|---:|---:|")
        remaining = total
        for kind, cost in ((PAGES, page_cost), (WORKERS, worker_cost)):
            remaining -= self.kinds[kind] * cost
            yield f"| {kind} | {self.kinds[kind]} | {self.kinds[kind] * cost:.0f} |"
        shared = {kind: n for kind, n in self.kinds.items() if kind.startswith(FIXTURE)}
        remaining -= sum(shared.values()) + self.kinds[HYPOTHESIS] + self.kinds[COLLECTION]
        for kind, seconds in sorted(shared.items(), key=lambda pair: -pair[1]):
            if seconds >= FIXTURE_SECONDS:
                yield f"| {kind} | | {seconds:.0f} |"
        small = sum(seconds for seconds in shared.values() if seconds < FIXTURE_SECONDS)
        yield f"| other shared fixtures | | {small:.0f} |"
        for kind in (HYPOTHESIS, COLLECTION):
            yield f"| {kind} | | {self.kinds[kind]:.0f} |"
        yield f"| rest | | {remaining:.0f} |"
        yield f"| {WAITED} (no processor time) | | {self.kinds[WAITED]:.0f} |"
        yield from self.table("folder", lambda test: test_file(test).rpartition("/")[0])
        yield from self.table("file", test_file, FILES)
        yield from self.table("case", lambda test: test, CASES)

    def wall(self) -> float:
        """Return the sum of the wall seconds of all tests."""
        return sum(row.wall for row in self.rows)

    def table(
        self, title: str, key: Callable[[str], str], limit: int | None = None
    ) -> Iterable[str]:
        """Return a table with a row for each key, by decreasing processor time."""
        total = sum(row.processor for row in self.rows) or 1.0
        groups: defaultdict[str, list[Row]] = defaultdict(list)
        for row in self.rows:
            groups[key(row.test)].append(row)
        columns = ("processor", "wall", "pages", "workers")
        sums = {
            name: [sum(getattr(row, column) for row in rows) for column in columns]
            for name, rows in groups.items()
        }
        head = f"| {title} | cases | processor seconds | share | wall seconds | pages | workers |"
        yield from ("", head, "|---|---:|---:|---:|---:|---:|---:|")
        for name, added in sorted(sums.items(), key=lambda pair: -pair[1][0])[:limit]:
            cases = len({row.test for row in groups[name]})
            processor, wall, pages, workers = added
            share = f"{processor / total:.1%}"
            times = f"{processor:.1f} | {share} | {wall:.1f}"
            yield f"| {name} | {cases} | {times} | {pages} | {workers} |"


def test_file(test: str) -> str:
    """Return the path of a test's file."""
    return test.partition("::")[0]


def start_costs() -> tuple[float, float]:
    """Return the processor seconds of one start of Python in a page, and in its worker."""
    from playwright.sync_api import sync_playwright

    os.environ.pop("DEBUG", None)  # set by the tests: Playwright would print browser logs
    with serve(DIST) as url, sync_playwright() as api:
        program = ensure_chromium(headless=True)
        browser = api.chromium.launch(executable_path=program, args=FLAGS)
        medians = []
        for mark, script in (("board-interactive", NO_WORKERS), ("engine-ready", "")):
            context = browser.new_context(service_workers="block")
            context.add_init_script(script)
            page, spent = context.new_page(), []
            for _ in range(RUNS):
                before = processor_seconds()
                page.goto(url)
                page.wait_for_function(HAS_MARK_SCRIPT, arg=mark)
                spent.append(processor_seconds() - before)
            medians.append(median(spent[1:]))  # the first start compiles, later ones do not
            context.close()
        browser.close()
    return medians[0], medians[1] - medians[0]


def pytest_configure(config: pytest.Config) -> None:
    """Register ``Meter`` in processes that run tests, and ``Tables`` in the main process."""
    divided = config.getoption("dist", "no") != "no"
    is_worker = hasattr(config, "workerinput")
    if is_worker or not divided:
        config.pluginmanager.register(Meter())
    if not is_worker:
        config.pluginmanager.register(Tables())


if __name__ == "__main__":
    pytest_with_tables = [sys.executable, "-m", "pytest", "-p", "lab.bench.tests"]
    done = subprocess.run([*pytest_with_tables, *build.process_count(), *sys.argv[1:]], cwd=ROOT)
    sys.exit(done.returncode)
