"""A server that can die, a real Chromium, and pages that watch themselves: the fixtures.

`page`, `phone` and their kin fail their test when the console shows an error or anything is
asked of another origin.  `open_game(page)` returns once the board can be played.  The site is a
copy of dist/ at a sub-path, so nothing can depend on where it is hosted.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import (
    Browser,
    BrowserContext,
    Page,
    Playwright,
    expect,
    sync_playwright,
)

from tools import DIST, ROOT, pseudo
from tools.chromium import NO_TIERING_FLAGS
from tools.environment import ensure_chromium
from tools.pack import Site
from tools.site.collect import collect_site_files

from .page_actions import TIMEOUT_MILLIS
from .shared_browsers import (
    CRASH_PATTERN,
    CRASHED,
    DESKTOP,
    NO_ENGINE_SCRIPT,
    NO_WORKERS_SCRIPT,
    PASSED_PHASES,
    PHONE,
    Browsers,
    allowed_console_errors,
    checked_page,
    has_engine,
    open_page,
)
from .site_server import SUB_PATH, CachingHandler, ConsoleWatch, SiteServer
from .variants import built_once

expect.set_options(timeout=TIMEOUT_MILLIS)


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[SiteServer]:
    """The site as built, served for the whole session."""
    if not (DIST / "index.html").exists():
        pytest.fail("There is no dist/ yet: run python3 build.py first.")
    folder = tmp_path_factory.mktemp("site")
    shutil.copytree(DIST, folder / SUB_PATH)
    host = SiteServer(folder, CachingHandler)
    yield host
    host.stop()


@pytest.fixture(scope="session")
def pseudo_site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[SiteServer]:
    """The site in the made-up language, served."""
    folder = built_once(tmp_path_factory, "foreign", partial(pseudo.translate, ROOT))
    host = SiteServer(folder, CachingHandler)
    yield host
    host.stop()


@pytest.fixture
def private_server(tmp_path: Path, server: SiteServer) -> Iterator[SiteServer]:
    """A site of the test's own, to break, to update and to stop."""
    shutil.copytree(server.site, tmp_path / "www" / SUB_PATH)
    own = SiteServer(tmp_path / "www")
    yield own
    own.stop()


@pytest.fixture(scope="session")
def parts() -> Site:
    """The files of the site before they are packed."""
    return collect_site_files()


@pytest.fixture(scope="session")
def chromium_path() -> str:
    """The browser's program; never a skip."""
    return ensure_chromium(headless=True)


@pytest.fixture(scope="session")
def playwright_api() -> Iterator[Playwright]:
    """Playwright's door, opened once; what browsers say is shown with the test that failed."""
    os.environ.setdefault("DEBUG", "pw:browser")
    with sync_playwright() as api:
        yield api


@pytest.fixture(scope="session")
def browsers(
    playwright_api: Playwright,
    chromium_path: str,
    tmp_path_factory: pytest.TempPathFactory,
    server: SiteServer,
) -> Iterator[Browsers]:
    """The browsers that stay from test to test."""
    folder = partial(tmp_path_factory.mktemp, "kept")
    browsers = Browsers(playwright_api.chromium, chromium_path, folder, server)
    yield browsers
    browsers.close()


@pytest.fixture
def chromium(browsers: Browsers) -> Browser:
    """One browser for all tests; each test gets its own context."""
    return browsers.shared_browser()


@pytest.fixture
def page(browsers: Browsers, request: pytest.FixtureRequest) -> Iterator[Page]:
    """A desktop page that fails its test on console errors and foreign requests.

    It is opened by ``open_game``, which starts it again in the place of that of the test before.
    Scripts before its start, a clock that stands or another site need the mark ``true_start``.
    """
    yield from checked_page(browsers, DESKTOP, request)


@pytest.fixture
def phone(browsers: Browsers, request: pytest.FixtureRequest) -> Iterator[Page]:
    """The same on a phone: 390 by 844, touch."""
    yield from checked_page(browsers, PHONE, request)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item, call: pytest.CallInfo) -> Iterator[None]:
    """Let fixtures know whether the test passed, and whether a page went down under it."""
    report = yield
    if call.excinfo and CRASH_PATTERN.search(str(call.excinfo.value)):
        CRASHED.append(item.nodeid)
    item.stash.setdefault(PASSED_PHASES, {})[report.when] = report.passed
    return report


@pytest.fixture
def fresh_page(chromium: Browser, request: pytest.FixtureRequest) -> Iterator[Page]:
    """A desktop page as on a first visit, in a context of its own.

    For tests of the start, and for those that change what outlives a page: clocks, quotas.
    """
    context = chromium.new_context(service_workers="block", **DESKTOP)
    context.set_default_timeout(TIMEOUT_MILLIS)
    if not has_engine(request):
        context.add_init_script(NO_ENGINE_SCRIPT)
    watch = ConsoleWatch(context)
    yield context.new_page()
    context.close()
    watch.check(allowed_console_errors(request))


@pytest.fixture
def profile(
    playwright_api, chromium_path: str, tmp_path: Path, request: pytest.FixtureRequest
) -> Iterator[Callable[..., BrowserContext]]:
    """Open a new browser process on one and the same profile; the one before is closed."""
    opened: list[BrowserContext] = []

    def close() -> None:
        while opened:
            opened.pop().close()

    def start(**device: Any) -> BrowserContext:
        close()
        context = playwright_api.chromium.launch_persistent_context(
            tmp_path / "profile",
            executable_path=chromium_path,
            headless=True,
            args=NO_TIERING_FLAGS,
            **device,
        )
        context.set_default_timeout(TIMEOUT_MILLIS)
        if request.node.get_closest_marker("no_workers"):
            context.add_init_script(NO_WORKERS_SCRIPT)
        opened.append(context)
        return context

    yield start
    close()


@pytest.fixture
def open_game(server: SiteServer) -> Callable[..., Page]:
    """`open_game(page, fragment="", engine=False, library=False)`: see ``open_page``."""

    def opened(page: Page, fragment: str = "", **wait: bool) -> Page:
        return open_page(page, server, fragment, **wait)

    return opened
