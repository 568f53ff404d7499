"""What the tests of the page without a browser share."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator

import pytest


@pytest.fixture(autouse=True, scope="module")
def without_running_loop() -> Iterator[None]:
    """Let a test run its own event loop: Playwright's goes on in a process of browser tests."""
    running = asyncio._get_running_loop()
    asyncio._set_running_loop(None)
    yield
    asyncio._set_running_loop(running)
