"""What holds for all tests: how many examples Hypothesis tries, and one thread for arithmetic.

The examples are the same every time; with GREYLOX_TESTS=long there are many new ones.
"""

import os

import pytest
from hypothesis import HealthCheck, settings

# Read when numpy and torch are imported, by test modules.  Several processes test at a time.
for library in ("OPENBLAS", "OMP"):
    os.environ.setdefault(f"{library}_NUM_THREADS", "1")

SLOW = [HealthCheck.too_slow, HealthCheck.data_too_large]
settings.register_profile(
    "short", max_examples=40, deadline=None, derandomize=True, suppress_health_check=SLOW
)
settings.register_profile("long", max_examples=1500, deadline=None, suppress_health_check=SLOW)
settings.load_profile(os.environ.get("GREYLOX_TESTS", "short"))


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Tell why a browser test that passed had to be tried twice."""
    for report in terminalreporter.stats.get("rerun", []):
        crash = getattr(report.longrepr, "reprcrash", None)
        if crash is not None:
            place, told = f"{crash.path}:{crash.lineno}", crash.message.strip().split("\n")[:3]
            terminalreporter.write_line(f"RERUN {report.nodeid}: {place}: {' '.join(told)[:300]}")
