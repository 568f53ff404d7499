"""What holds for all tests: how thorough they are, and one thread for arithmetic."""

import os

import pytest

from tests.thoroughness import load_profile

# Read when numpy and torch are imported, by test modules.  Several processes test at a time.
for library in ("OPENBLAS", "OMP"):
    os.environ.setdefault(f"{library}_NUM_THREADS", "1")

load_profile()


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Tell why a browser test that passed had to be tried twice."""
    for report in terminalreporter.stats.get("rerun", []):
        crash = getattr(report.longrepr, "reprcrash", None)
        if crash is not None:
            place, told = f"{crash.path}:{crash.lineno}", crash.message.strip().split("\n")[:3]
            terminalreporter.write_line(f"RERUN {report.nodeid}: {place}: {' '.join(told)[:300]}")
