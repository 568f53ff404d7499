"""The page's start-up time and download size, in real Chromium on this machine.

    python3 build.py bench startup [--runs 7] [--write]

Each figure is a median; each run is a new browser process.  Cold is a fresh profile; warm is the
third visit with the same profile.  A visit begins at home, where a game can be begun once Python
answers, or with a link to a board, which can be played then.  The baseline is a bare PyScript page
that only shows "hello", on unmodified Pyodide, measured in the same runs.  `--write` writes the
tables into README.md.
"""

from __future__ import annotations

import argparse
import functools
import gzip
import html
import io
import json
import os
import re
import shutil
import tempfile
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median

from playwright.sync_api import BrowserType, Page, Request, sync_playwright

from lab import soundness
from tools import DIST, ROOT
from tools.chromium import FLAGS
from tools.environment import ensure_npm
from tools.pack import MAX_OFFLINE_BYTES, PLUGINS, transfer_size
from tools.server import Handler, serve

README = ROOT / "README.md"
BYTES_PER_SECOND = 10e6 / 8
LATENCY_MILLIS = 40
LINK = "#1/greylox4/m"
AIMS = {
    "home: first paint, with the first turns": (200, None),
    "home: a game can be begun": (1300, 700),
    "link: first paint, with the board": (200, None),
    "link: board can be played": (1300, 700),
    "link: engine ready": (2200, 1300),
    "bare PyScript page": (None, None),
}
BOARD_COLUMN = 3  # of the board that a link opens
BARE_AIMS = 0.48, 0.45
SLOW_AIM_MILLIS = 4200

MARK_TIMES_SCRIPT = """async name => {
    const at = name => performance.getEntriesByName(name)[0]?.startTime;
    while (!at(name)) await new Promise(done => setTimeout(done, 20));
    return [at("first-contentful-paint"), at("board-interactive"), at("engine-ready")];
}"""
OFFLINE_READY_SCRIPT = "async () => (await navigator.serviceWorker.ready).active.state"

BARE_PAGE = """<!doctype html>
<script type="module" src="./pyscript/core.js"></script>
<script type="py" config="{config}">
import js
js.document.body.append("hello")
js.performance.mark("board-interactive")
</script>
<mpy-config hidden>{plugins}</mpy-config>
"""


class GzipHandler(Handler):
    """A handler that sends every file compressed, as most hosts send text and WebAssembly."""

    @staticmethod
    @functools.cache
    def gzip_file(path: str) -> bytes:
        """Return the compressed file."""
        return gzip.compress(Path(path).read_bytes(), 6, mtime=0)

    def send_head(self) -> io.BytesIO | None:
        """Send the headers; return the compressed file, or None after a 404."""
        path = Path(self.translate_path(self.path))
        path = path / "index.html" if path.is_dir() else path
        if not path.exists():
            self.send_error(404)
            return None
        data = self.gzip_file(str(path))
        self.send_response(200)
        self.send_header("Content-Type", self.guess_type(str(path)))
        self.send_header("Content-Encoding", "gzip")
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        return io.BytesIO(data)


def bare_site(folder: Path) -> None:
    """Write a page that shows "hello", on unmodified Pyodide and PyScript."""
    modules = ensure_npm()
    shutil.copytree(modules / "@pyscript/core/dist", folder / "pyscript")
    shutil.copytree(modules / "pyodide", folder / "pyodide")
    plugins = {"plugins": PLUGINS}
    config = html.escape(json.dumps({"interpreter": "./pyodide/pyodide.mjs", **plugins}))
    page = BARE_PAGE.format(config=config, plugins=json.dumps(plugins))
    (folder / "index.html").write_text(page, "utf-8")


@contextmanager
def browser_page(chromium: BrowserType, profile: Path) -> Iterator[Page]:
    """Yield a page in a new browser process with this profile."""
    context = chromium.launch_persistent_context(
        profile, executable_path=os.environ["GREYLOX_CHROMIUM"], headless=True, args=FLAGS
    )
    yield context.pages[0]
    context.close()


def measure_visits(
    chromium: BrowserType, url: str, mark: str, offline: bool
) -> tuple[list[float], list[float]]:
    """Return the milliseconds to first paint, board and engine on the first and the third visit.

    At home, the time of the board is when a game can be begun.
    """
    times = []
    with tempfile.TemporaryDirectory() as profile:
        for _ in range(3):
            with browser_page(chromium, Path(profile)) as page:
                page.goto(url)
                times.append(page.evaluate(MARK_TIMES_SCRIPT, mark))
                if offline:
                    page.evaluate(OFFLINE_READY_SCRIPT)
                page.wait_for_timeout(1500)  # for the browser to store compiled code
    return times[0], times[2]


def slow_visit(chromium: BrowserType, url: str) -> float:
    """Return the milliseconds to a playable board on a first visit over a slow connection."""
    with (
        tempfile.TemporaryDirectory() as profile,
        browser_page(chromium, Path(profile)) as page,
    ):
        line = {"offline": False, "latency": LATENCY_MILLIS}
        rates = {"downloadThroughput": BYTES_PER_SECOND, "uploadThroughput": BYTES_PER_SECOND}
        devtools = page.context.new_cdp_session(page)
        devtools.send("Network.enable")
        devtools.send("Network.emulateNetworkConditions", line | rates)
        page.goto(url)
        return float(page.evaluate(MARK_TIMES_SCRIPT, "board-interactive")[1])


def record_requests(chromium: BrowserType, url: str) -> dict[str, str]:
    """Return the requests of a first visit until the engine is ready: path -> page or engine."""
    phase_by_path: dict[str, str] = {}
    with tempfile.TemporaryDirectory() as profile, browser_page(chromium, Path(profile)) as page:
        phase = ["page"]

        def record_request(request: Request) -> None:
            if request.url.startswith(url):
                phase_by_path.setdefault(request.url.removeprefix(url) or "index.html", phase[0])

        page.context.on("request", record_request)
        page.goto(url)
        page.evaluate(MARK_TIMES_SCRIPT, "board-interactive")
        phase[0] = "engine"
        page.evaluate(MARK_TIMES_SCRIPT, "engine-ready")
    return phase_by_path


def precached_files() -> list[str]:
    """Return the paths of all files that are stored before the page works offline, in English."""
    worker = (DIST / "service-worker.js").read_text("utf-8")
    files = re.search(r"^const FILES = (\{.*?\});", worker, re.DOTALL | re.MULTILINE)
    assert files, "service-worker.js has no table of files"
    paths = (path.removeprefix("./") or "index.html" for path in json.loads(files[1]))
    return [path for path in paths if "words-" not in path]


KINDS = {
    "Pyodide: CPython as WebAssembly": "pyodide.asm.wasm",
    "Pyodide: JavaScript": "js",
    "Python's standard library": "python_stdlib.zip",
    "Python's standard library, after the board": "python-rest",
    "Greylox Web: Python": "greylox_web.",
    "Greylox Web: Python, after the board": "greylox_web-rest",
    "NumPy (engine only)": "numpy.",
    "fonts": "fonts/",
    "networks of the games": "nets/",
    "QR codes": "extras",
    "studies": "studies/",
}


def table_row(path: str) -> str:
    """Return the name of the byte table's row that counts the file."""
    if path.startswith("pyscript"):
        return "PyScript"
    if path.startswith("pyodide") and path.endswith(("js", "json")):
        return "Pyodide: JavaScript"
    return next((k for k, part in KINDS.items() if part in path and part != "js"), "page, rest")


def byte_table(first: Collection[str]) -> list[str]:
    """Return the Markdown table of the bytes of a first visit, raw and compressed.

    ``first`` are the paths that are fetched until the engine is ready.
    """
    sums: dict[str, list[int]] = {}
    ready = [0, 0]
    for path in sorted({*first, *precached_files(), "service-worker.js"}):
        data = (DIST / path).read_bytes()
        sizes = len(data), transfer_size(data)
        row = sums.setdefault(table_row(path), [0, 0])
        for i, size in enumerate(sizes):
            row[i] += size
            ready[i] += size if path in first else 0
    rows = sorted(sums.items(), key=lambda item: -item[1][1])
    rows.append(("**until the engine is ready**", ready))
    rows.append(
        ("**until the page works offline**", [sum(r[i] for r in sums.values()) for i in (0, 1)])
    )
    lines = ["| First visit | bytes | gzip |", "|---|---:|---:|"]
    lines += [f"| {name} | {raw:,} | {gzip_size:,} |" for name, (raw, gzip_size) in rows]
    aim = f"Aim: at most {MAX_OFFLINE_BYTES:,} bytes with gzip until the page works offline."
    return [*lines, "", aim]


def time_table(
    cold: list[list[float]],
    warm: list[list[float]],
    bare: tuple[list[float], list[float]],
    slow: list[float],
) -> list[str]:
    """Return the Markdown table of medians, aims and the ratio to the bare page."""

    def cell(values: list[float], aim: int | None) -> str:
        return f"{median(values):,.0f} ms" + (f" (aim {aim:,})" if aim else "")

    lines = ["| Start-up | first visit | later visits |", "|---|---:|---:|"]
    for column, (name, aims) in enumerate(AIMS.items()):
        is_bare = column == len(AIMS) - 1
        pair = bare if is_bare else ([t[column] for t in cold], [t[column] for t in warm])
        cells = [cell(values, aim) for values, aim in zip(pair, aims, strict=True)]
        lines.append(f"| {name} | {cells[0]} | {cells[1]} |")
    ratios = [
        median(t[BOARD_COLUMN] for t in times) / median(b)
        for times, b in zip((cold, warm), bare, strict=True)
    ]
    cells = [f"{r:.2f} (aim {aim:.2f})" for r, aim in zip(ratios, BARE_AIMS, strict=True)]
    lines.append(f"| board against bare page | {cells[0]} | {cells[1]} |")
    line = f"| board over 10 Mbit/s, 40 ms | {cell(slow, SLOW_AIM_MILLIS)} | |"
    return [*lines, line]


def measure(runs: int) -> str:
    """Measure, and return the report in Markdown."""
    cold, warm, bare_cold, bare_warm, slow = [], [], [], [], []
    with tempfile.TemporaryDirectory() as scratch, sync_playwright() as api:
        bare_site(Path(scratch))
        with (
            serve(DIST) as url,
            serve(Path(scratch)) as bare_url,
            serve(DIST, GzipHandler) as slow_url,
        ):
            for number in range(runs):
                home, later_home = measure_visits(api.chromium, url, "engine-ready", offline=True)
                board, later_board = measure_visits(
                    api.chromium, url + LINK, "engine-ready", offline=True
                )
                cold.append([*home[:2], *board])
                warm.append([*later_home[:2], *later_board])
                first, third = measure_visits(
                    api.chromium, bare_url, "board-interactive", offline=False
                )
                bare_cold.append(first[1])
                bare_warm.append(third[1])
                slow.append(slow_visit(api.chromium, slow_url + LINK))
                print(f"{number + 1}/{runs}: {cold[-1]} {warm[-1]}", flush=True)
            paths = record_requests(api.chromium, url)
    times = time_table(cold, warm, (bare_cold, bare_warm), slow)
    caption = f"Medians of {runs} runs on a machine with {os.cpu_count()} cores, localhost."
    return "\n".join([*times, "", caption, "", *byte_table(paths)])


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=7)
    parser.add_argument("--write", action="store_true", help="put the tables into README.md")
    options = parser.parse_args()
    report = measure(options.runs)
    print(report)
    if options.write:
        soundness.replace_section("bench:startup", report, README)
