"""Measure the time until the page reports that the engine's worker cannot start, for each fault.

    python3 build.py bench faults [--runs 7] [--only wheel asm.wasm]

The time runs in Chromium from the creation of the worker to the message on the page.  The first
row is the time until a healthy worker is ready.  A file is faulty only after the request for the
worker's script, so the page itself starts.  Nothing is cached.  Each figure is a median.  Dying
workers close themselves while they load Python or numpy.  The exit status is 1 if a report took
more than three seconds.
"""

from __future__ import annotations

import argparse
import functools
import io
import os
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http import HTTPStatus
from pathlib import Path
from statistics import median
from typing import ClassVar

from playwright.sync_api import Browser, Page, sync_playwright

from tools import DIST
from tools.chromium import FLAGS
from tools.environment import ensure_chromium
from tools.server import Handler, Server

MAX_MILLIS = 130_000
TARGET_MILLIS = 3000

FILES = {  # name in the output -> path in dist/
    "script": "engine.*.js",
    "wheel": "wheels.*/numpy*.whl",
    "numpy": "wheels.*/numpy*.wasm",
    "package": "app/greylox_web.*.zip",
    "python-rest": "app/python-rest.*.zip",
    "pyodide.mjs": "pyodide.*/pyodide.mjs",
    "asm.js": "pyodide.*/pyodide.asm.js",
    "asm.wasm": "pyodide.*/pyodide.asm.wasm",
    "stdlib": "pyodide.*/python_stdlib.zip",
    "lock": "pyodide.*/pyodide-lock.json",
}
WEB_PAGE = b"<!doctype html><title>Welcome</title>"
FAULTS = ("missing", "a web page", "cut off")

DYING_FILES = "python_stdlib.zip", ".whl"
DYING_WORKER = """{
  const plain = fetch;
  globalThis.fetch = (file, ...rest) => {
    if (String(file.url ?? file).endsWith("%s")) setTimeout(close, 50);
    return plain(file, ...rest);
  };
}"""
LISTEN_SCRIPT = """{
  const { Worker } = window;
  window.Worker = class extends Worker {
    constructor(...given) {
      super(...given);
      window.made ??= performance.now();
    }
  };
}
document.addEventListener("DOMContentLoaded", () => {
  window.notices = [];
  const notice = document.getElementById("notice");
  const note = () => {
    const text = notice.textContent;
    if (!notice.hidden && text) notices.push([performance.now(), text]);
  };
  new MutationObserver(note).observe(notice,
    { attributes: true, childList: true, characterData: true, subtree: true });
});"""
REPORT_SCRIPT = """() => {
  const [ready] = performance.getEntriesByName("engine-ready");
  const [at, text] = ready ? [ready.startTime, ""] : notices[0] ?? [];
  return window.made && at && [at - made, text];
}"""


class FaultyHandler(Handler):
    """A handler for the built site; one file is faulty after the request for the worker's script.

    ``script_prefix`` is prepended to the script for a worker, not for the page's check.
    """

    fault_path: ClassVar[str] = ""
    script_prefix: ClassVar[str] = ""
    fault: ClassVar[str] = ""
    worker_requested: ClassVar[threading.Event] = threading.Event()

    def send_head(self) -> io.BytesIO | None:
        """Send the headers; return the content, which may be faulty, or None after a 404."""
        path = Path(self.translate_path(self.path))
        path = path / "index.html" if path.is_dir() else path
        if path.match(FILES["script"]):
            self.worker_requested.set()
        fault = (
            self.fault
            if self.fault_path and self.worker_requested.is_set() and path.match(self.fault_path)
            else ""
        )
        if fault == "missing" or not path.exists():
            self.send_error(HTTPStatus.NOT_FOUND)
            return None
        data = WEB_PAGE if fault == "a web page" else path.read_bytes()
        data = data[: len(data) // 2] if fault == "cut off" else data
        if path.match(FILES["script"]) and self.headers.get("Sec-Fetch-Dest") == "worker":
            data = self.script_prefix.encode() + data
        self.send_response(HTTPStatus.OK)
        kind = "text/html" if fault == "a web page" else self.guess_type(str(path))
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        return io.BytesIO(data)

    def end_headers(self) -> None:
        """Forbid caching, and end the headers."""
        self.send_header("Cache-Control", "no-store")
        super(Handler, self).end_headers()


@contextmanager
def new_page(browser: Browser) -> Iterator[Page]:
    """Yield a page in a new browser context."""
    context = browser.new_context(service_workers="block")
    page = context.new_page()
    page.add_init_script(LISTEN_SCRIPT)
    yield page
    context.close()


def time_to_report(browser: Browser, url: str) -> tuple[float, str]:
    """Return the milliseconds until the page reported readiness or a failure, and the message."""
    FaultyHandler.worker_requested.clear()
    with new_page(browser) as page:
        page.goto(url)
        for _ in range(MAX_MILLIS // 50):
            report = page.evaluate(REPORT_SCRIPT)
            if report:
                return float(report[0]), str(report[1])
            page.wait_for_timeout(50)
    return float(MAX_MILLIS), "nothing was said"


def fault_cases(only: list[str]) -> Iterator[tuple[str, str, str, str]]:
    """Yield the cases: name, faulty file, kind of fault, and the prefix of the worker's script."""
    yield "healthy", "", "", ""
    files = [(name, path, fault) for name, path in FILES.items() for fault in FAULTS]
    all_cases = [(f"{name}, {fault}", path, fault, "") for name, path, fault in files]
    for end in DYING_FILES:
        all_cases.append((f"dies after asking for {end}", "", "", DYING_WORKER % end))
    yield from (case for case in all_cases if not only or any(word in case[0] for word in only))


def load_average() -> str:
    """Return the machine's load averages over the last 1, 5 and 15 minutes, as text."""
    return "load {:.1f} {:.1f} {:.1f}".format(*os.getloadavg())


def main() -> None:
    """Measure the cases and print a row for each."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--runs", type=int, default=7)
    parser.add_argument("--only", nargs="+", default=[], metavar="WORD", help="of the cases")
    chosen = parser.parse_args()
    late_count = 0
    print(load_average())
    server = Server(("127.0.0.1", 0), functools.partial(FaultyHandler, directory=str(DIST)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    url = f"http://127.0.0.1:{server.server_port}/"
    with sync_playwright() as api:
        browser = api.chromium.launch(executable_path=ensure_chromium(), args=FLAGS)
        for name, path, FaultyHandler.fault, before in fault_cases(chosen.only):
            FaultyHandler.fault_path, FaultyHandler.script_prefix = path, before
            rows = [time_to_report(browser, url) for _ in range(chosen.runs)]
            millis = median(row[0] for row in rows)
            late_count += millis > TARGET_MILLIS and bool(path or before)
            message = rows[-1][1] or "ready"
            print(f"{name:40} {millis:8,.0f} ms  most {max(rows)[0]:8,.0f}  {message}", flush=True)
        browser.close()
    print(load_average())
    sys.exit(1 if late_count else 0)


if __name__ == "__main__":
    main()
