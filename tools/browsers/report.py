"""Runs the walk in each browser and reports the failures."""

from __future__ import annotations

import re
import time
from pathlib import Path

from ..server import serving
from .page import Page
from .programs import started
from .walk import ABROAD, WISH, Abroad, Walk, walked
from .wire import Refused


def take(name: str, site: Path, pictures: Path | None, only: str = "") -> tuple[Walk, int]:
    """Walk through the site in a browser, printing each step; return the walk and its faults."""
    with serving(site) as (url, stop), started(name) as running:
        print(f"{name} {running.version}", flush=True)
        walk = Walk(Page(running), url, stop)
        faults = told(walk, name, pictures, only)
    if only in ABROAD:
        with serving(site) as (url, stop), started(name, WISH) as running:
            faults += told(Abroad(Page(running), url, stop), name, pictures, only)
    return walk, faults


def told(walk: Walk, name: str, pictures: Path | None, only: str) -> int:
    """Run the steps, printing each; return the number of faults."""
    sum_, begun = 0, time.monotonic()
    for step, faults in walked(walk, only):
        seconds, begun = time.monotonic() - begun, time.monotonic()
        print(f"  {'FAULT' if faults else 'right'} {seconds:6.1f} s  {step}")
        print("".join(f"                 {fault}\n" for fault in faults), end="", flush=True)
        sum_ += len(faults)
        if pictures:
            file = re.sub(r"\W+", "-", step)
            walk.page.picture(pictures / f"{name}-{file}.png")
    return sum_


def table(times: dict[str, dict[str, float]]) -> list[str]:
    """Start-up times side by side, in milliseconds."""
    rows = list(dict.fromkeys(row for each in times.values() for row in each))
    lines = [f"{'':16}" + "".join(f"{name:>12}" for name in times)] if rows else []
    for row in rows:
        cells = (f"{each[row]:12,.0f}" if row in each else f"{'-':>12}" for each in times.values())
        lines.append(f"{row:16}" + "".join(cells))
    return lines


def report(names: list[str], site: Path, pictures: Path | None = None, only: str = "") -> bool:
    """Run the walk in these browsers and print a report; return whether all steps passed."""
    times: dict[str, dict[str, float]] = {}
    faulty = []
    if pictures:
        pictures.mkdir(parents=True, exist_ok=True)
    for name in names:
        try:
            walk, faults = take(name, site, pictures, only)
            times[name] = walk.times
        except (Refused, OSError) as fault:
            print(f"{name} cannot be driven: {fault}", flush=True)
            faults = 1
        if faults:
            faulty.append(name)
    print("\n".join(["", *table(times)]))
    print(f"Faults in {', '.join(faulty)}." if faulty else "No faults.")
    return not faulty
