"""Configuration of all tests: thoroughness, and one thread for arithmetic."""

import asyncio
import os
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.thoroughness import PROFILE, load_profile, sample

# numpy and torch read these when test modules import them; several processes test at a time
for library in ("OPENBLAS", "OMP"):
    os.environ.setdefault(f"{library}_NUM_THREADS", "1")

load_profile()


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """In the profile quick, select a sample of the parameters of each test."""
    if PROFILE == "quick":
        cases: defaultdict[str, list[pytest.Item]] = defaultdict(list)
        for item in items:
            cases[item.nodeid.partition("[")[0]].append(item)
        chosen = {item for same in cases.values() for item in sample(same)}
        config.hook.pytest_deselected(items=[item for item in items if item not in chosen])
        items[:] = [item for item in items if item in chosen]


@pytest.fixture(autouse=True, scope="module")
def without_running_loop(request: pytest.FixtureRequest) -> Iterator[None]:
    """Allow a test its own event loop: browser tests leave Playwright's running in the process."""
    if Path(__file__).with_name("browser") in request.path.parents:
        yield
        return
    running = asyncio._get_running_loop()
    asyncio._set_running_loop(None)
    yield
    asyncio._set_running_loop(running)
