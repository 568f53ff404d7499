"""Fixtures: a server that can be stopped, a real Chromium, and pages that are checked.

`page`, `phone` and similar fixtures fail their test on a console error or a request to another
origin.  `open_game(page)` returns once the board can be played.  The site is a copy of dist/ at a
sub-path, so nothing can depend on where it is hosted.
"""

from __future__ import annotations

import json
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

from tools import DIST, pseudo
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
    """The site with the pseudo-language, for pages that ``prefer_language``, served."""

    def collect(_folder: Path) -> Site:
        parts = collect_site_files(languages=[pseudo.CODE])
        news = map(pseudo.add_accents, json.loads(parts["news.json"]))
        return parts | {"news.json": json.dumps([*news]).encode()}

    folder = built_once(tmp_path_factory, "foreign", collect)
    host = SiteServer(folder, CachingHandler)
    yield host
    host.stop()


@pytest.fixture
def private_server(tmp_path: Path, server: SiteServer) -> Iterator[SiteServer]:
    """A copy of the site for one test, which may break, update or stop it."""
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
    """The path of the Chromium executable; without one the test fails and is not skipped."""
    return ensure_chromium(headless=True)


@pytest.fixture(scope="session")
def playwright_api() -> Iterator[Playwright]:
    """The Playwright API, started once; browser output is shown with the test that failed."""
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
    """The browsers that tests share."""
    folder = partial(tmp_path_factory.mktemp, "kept")
    browsers = Browsers(playwright_api.chromium, chromium_path, folder, server)
    yield browsers
    browsers.close()


@pytest.fixture
def chromium(browsers: Browsers) -> Browser:
    """The browser that all tests share; each test makes its own context."""
    return browsers.shared_browser()


@pytest.fixture
def page(browsers: Browsers, request: pytest.FixtureRequest) -> Iterator[Page]:
    """A desktop page that fails its test on console errors and requests to other origins.

    ``open_game`` opens it by restarting the page of the previous test.  Tests with init scripts, a
    stopped clock or another site need the mark ``true_start``.
    """
    yield from checked_page(browsers, DESKTOP, request)


@pytest.fixture
def phone(browsers: Browsers, request: pytest.FixtureRequest) -> Iterator[Page]:
    """Like ``page``, on a phone: 390 by 844 pixels, touch."""
    yield from checked_page(browsers, PHONE, request)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item, call: pytest.CallInfo) -> Iterator[None]:
    """Record for the fixtures whether the test passed, and whether a page crashed in it."""
    report = yield
    if call.excinfo and CRASH_PATTERN.search(str(call.excinfo.value)):
        CRASHED.append(item.nodeid)
    item.stash.setdefault(PASSED_PHASES, {})[report.when] = report.passed
    return report


@pytest.fixture
def fresh_page(chromium: Browser, request: pytest.FixtureRequest) -> Iterator[Page]:
    """A desktop page as on a first visit, in its own context.

    For tests of the start, and for those that change the context: clocks, quotas.
    """
    motion = "no-preference" if request.node.get_closest_marker("motion") else "reduce"
    context = chromium.new_context(service_workers="block", reduced_motion=motion, **DESKTOP)
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
    """A function that starts a browser with the test's profile and closes the previous one."""
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
    """``open_page`` on the shared site: `open_game(page, fragment="", engine=..., library=...)`."""

    def opened(page: Page, fragment: str = "", **wait: bool) -> Page:
        return open_page(page, server, fragment, **wait)

    return opened
