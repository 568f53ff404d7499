"""Run the smoke test in each browser and report the failures."""

from __future__ import annotations

import re
import time
from pathlib import Path

from ..server import serve_stoppable
from .page import Page
from .programs import run_browser
from .smoke_test import BROWSER_LANGUAGE, LANGUAGE_STEP, LanguageSmokeTest, SmokeTest, run_steps
from .webdriver import WebDriverError


def run_in_browser(
    name: str, site: Path, pictures: Path | None, only: str = ""
) -> tuple[SmokeTest, int]:
    """Run the smoke test in a browser and print each step; return it and the number of faults."""
    with serve_stoppable(site) as (url, stop), run_browser(name) as running:
        print(f"{name} {running.version}", flush=True)
        smoke_test = SmokeTest(Page(running), url, stop)
        faults = report_steps(smoke_test, name, pictures, only)
    if only in LANGUAGE_STEP:
        with serve_stoppable(site) as (url, stop), run_browser(name, BROWSER_LANGUAGE) as running:
            faults += report_steps(
                LanguageSmokeTest(Page(running), url, stop), name, pictures, only
            )
    return smoke_test, faults


def report_steps(smoke_test: SmokeTest, name: str, pictures: Path | None, only: str) -> int:
    """Run the steps, printing each; return the number of faults."""
    sum_, start = 0, time.monotonic()
    for step, faults in run_steps(smoke_test, only):
        seconds, start = time.monotonic() - start, time.monotonic()
        print(f"  {'FAULT' if faults else 'right'} {seconds:6.1f} s  {step}")
        print("".join(f"                 {fault}\n" for fault in faults), end="", flush=True)
        sum_ += len(faults)
        if pictures:
            file = re.sub(r"\W+", "-", step)
            smoke_test.page.save_screenshot(pictures / f"{name}-{file}.png")
    return sum_


def table(times: dict[str, dict[str, float]]) -> list[str]:
    """The lines of a table of start-up times in milliseconds, one column for each browser."""
    rows = list(dict.fromkeys(row for each in times.values() for row in each))
    lines = [f"{'':16}" + "".join(f"{name:>12}" for name in times)] if rows else []
    for row in rows:
        cells = (f"{each[row]:12,.0f}" if row in each else f"{'-':>12}" for each in times.values())
        lines.append(f"{row:16}" + "".join(cells))
    return lines


def report(names: list[str], site: Path, pictures: Path | None = None, only: str = "") -> bool:
    """Run the smoke test in these browsers and print a report; return whether all steps passed."""
    times: dict[str, dict[str, float]] = {}
    faulty = []
    if pictures:
        pictures.mkdir(parents=True, exist_ok=True)
    for name in names:
        try:
            smoke_test, faults = run_in_browser(name, site, pictures, only)
            times[name] = smoke_test.times
        except (WebDriverError, OSError) as fault:
            print(f"{name} cannot be driven: {fault}", flush=True)
            faults = 1
        if faults:
            faulty.append(name)
    print("\n".join(["", *table(times)]))
    print(f"Faults in {', '.join(faulty)}." if faulty else "No faults.")
    return not faulty
