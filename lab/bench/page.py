"""How the page feels while the engine thinks: longest task, and how soon a wish is obeyed.

    python3 build.py bench page [--runs 5]

Chromium on this machine plays Greylox base 5 against the strongest level, which without its
network thinks for many seconds.  Everything is timed inside the page: long tasks by its own
observer, wishes from the click until the page shows that they were obeyed.
"""

from __future__ import annotations

import argparse
import shutil
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from playwright.sync_api import Page, sync_playwright

import build
from tools import DIST
from tools.server import served

FLAGS = ["--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking"]
THINK_MILLIS = 5000

OBSERVE = """() => {
  window.tasks = [];
  new PerformanceObserver(list => {
    for (const task of list.getEntries()) window.tasks.push(task.duration);
  }).observe({type: 'longtask'});
}"""

TIMED = """([button, shown]) => new Promise(done => {
  const start = performance.now();
  const look = () => {
    const found = document.querySelector(shown);
    if (found && !found.hidden) done(performance.now() - start);
    else setTimeout(look, 1);
  };
  document.getElementById(button).click();
  look();
})"""


def thinking(page: Page, url: str) -> None:
    """A fresh game in which the strongest level has begun to think."""
    page.goto("about:blank")
    page.goto(url + "#1/greylox5/m")
    page.wait_for_function("() => performance.getEntriesByName('engine-ready').length > 0")
    page.select_option("#side-1 .seat", "10")
    page.click('[data-cell="e5"]')
    page.wait_for_selector("#now:not([hidden])")


def measured(page: Page, url: str) -> dict[str, float]:
    """One run: milliseconds by what was measured."""
    thinking(page, url)
    page.evaluate(OBSERVE)
    page.wait_for_timeout(THINK_MILLIS)
    tasks = page.evaluate("tasks") or [0]
    found = {"longest task while it thinks": max(tasks)}
    found["tasks over 50 ms"] = sum(task > 50 for task in tasks)
    page.wait_for_timeout(300)
    found["move now"] = page.evaluate(TIMED, ["now", "#moves li:nth-child(2)"])
    thinking(page, url)
    found["stop"] = page.evaluate(TIMED, ["pause", "#ask:not([hidden])"])
    thinking(page, url)
    found["undo"] = page.evaluate(TIMED, ["undo", "#undo[disabled]"])
    return found


def main() -> None:
    """Measure several runs and print medians and worst values."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--runs", type=int, default=5)
    runs = parser.parse_args().runs
    with TemporaryDirectory() as folder:
        site = shutil.copytree(DIST, Path(folder) / "site")
        for path in (site / "nets").glob("*.npz"):
            path.unlink()
        with served(site) as url, sync_playwright() as api:
            browser = api.chromium.launch(executable_path=build.ensure_chromium(), args=FLAGS)
            page = browser.new_page()
            results = [measured(page, url) for _ in range(runs)]
            browser.close()
    print(f"{'milliseconds':32}{'median':>8}{'worst':>8}   ({runs} runs)")
    for name in results[0]:
        values = [result[name] for result in results]
        print(f"{name:32}{median(values):8.0f}{max(values):8.0f}")


if __name__ == "__main__":
    main()
