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
from tools.chromium import FRESH
from tools.environment import ensure_chromium
from tools.pack import Site
from tools.site.collect import collect

from .hosts import SUB_PATH, Host, Remembered, Watch
from .playing import MARKED, PATIENCE_MILLIS
from .staying import (
    CRASHED,
    DENIED,
    DESKTOP,
    GO,
    GONE,
    PASSED,
    PHONE,
    Browsers,
    allowed_by,
    shared_page,
    watched_page,
    without_engine,
)
from .variants import built_once

expect.set_options(timeout=PATIENCE_MILLIS)


@pytest.fixture(scope="session")
def host(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Host]:
    """The site as built, served for the whole session."""
    if not (DIST / "index.html").exists():
        pytest.fail("There is no dist/ yet: run python3 build.py first.")
    folder = tmp_path_factory.mktemp("site")
    shutil.copytree(DIST, folder / SUB_PATH)
    host = Host(folder, Remembered)
    yield host
    host.stop()


@pytest.fixture(scope="session")
def foreign(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Host]:
    """The site in the made-up language, served."""
    folder = built_once(tmp_path_factory, "foreign", partial(pseudo.translate, ROOT))
    host = Host(folder, Remembered)
    yield host
    host.stop()


@pytest.fixture
def own_host(tmp_path: Path, host: Host) -> Iterator[Host]:
    """A site of the test's own, to break, to update and to stop."""
    shutil.copytree(host.site, tmp_path / "www" / SUB_PATH)
    own = Host(tmp_path / "www")
    yield own
    own.stop()


@pytest.fixture(scope="session")
def parts() -> Site:
    """The files of the site before they are packed."""
    return collect()


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
    host: Host,
) -> Iterator[Browsers]:
    """The browsers that stay from test to test."""
    folder = partial(tmp_path_factory.mktemp, "kept")
    browsers = Browsers(playwright_api.chromium, chromium_path, folder, host)
    yield browsers
    browsers.close()


@pytest.fixture
def chromium(browsers: Browsers) -> Browser:
    """One browser for all tests; each test gets its own context."""
    return browsers.plain()


@pytest.fixture
def kept(browsers: Browsers) -> Callable[..., BrowserContext]:
    """Browsers that stay, one for each kind of device: they keep the site's compiled code.

    Pages that several tests share have another one: what it stores is apart.
    Their first page stays too, an empty one of the site, and with it the process that all pages
    of a site share.  A page starts there with a third of the work of a fresh context.
    """
    return browsers.staying


@pytest.fixture
def page(kept, request: pytest.FixtureRequest) -> Iterator[Page]:
    """A desktop page that fails its test on console errors and foreign requests."""
    yield from watched_page(kept(DESKTOP), request)


@pytest.fixture
def phone(kept, request: pytest.FixtureRequest) -> Iterator[Page]:
    """The same on a phone: 390 by 844, touch."""
    yield from watched_page(kept(PHONE), request)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Try a failed browser test once more; pytest's summary names each that needed it.

    One renderer in some thousands dies or stalls on a crowded machine.  A test named there twice
    has a fault, of its own or of the page.
    """
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker(pytest.mark.flaky(reruns=1))


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item, call: pytest.CallInfo) -> Iterator[None]:
    """Let fixtures know whether the test passed, and whether a page went down under it."""
    report = yield
    if call.excinfo and GONE.search(str(call.excinfo.value)):
        CRASHED.append(item.nodeid)
    item.stash.setdefault(PASSED, {})[report.when] = report.passed
    return report


@pytest.fixture
def same_page(kept, host: Host, request: pytest.FixtureRequest) -> Iterator[Page]:
    """A desktop page that stays open: for tests that leave no trace but games.

    They add no scripts to it, hold back no requests and stop no clock: that would stay.
    """
    yield from shared_page(kept, DESKTOP, host, request)


@pytest.fixture
def same_phone(kept, host: Host, request: pytest.FixtureRequest) -> Iterator[Page]:
    """The same on a phone."""
    yield from shared_page(kept, PHONE, host, request)


@pytest.fixture
def fresh_page(chromium: Browser, request: pytest.FixtureRequest) -> Iterator[Page]:
    """A desktop page as on a first visit, in a context of its own.

    For tests of the start, and for those that change what outlives a page: clocks, quotas.
    """
    context = chromium.new_context(service_workers="block", **DESKTOP)
    context.set_default_timeout(PATIENCE_MILLIS)
    watch = Watch(context)
    yield without_engine(context.new_page(), request)
    context.close()
    watch.check(allowed_by(request))


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
            tmp_path / "profile", executable_path=chromium_path, headless=True, args=FRESH, **device
        )
        context.set_default_timeout(PATIENCE_MILLIS)
        if request.node.get_closest_marker("no_workers"):
            context.add_init_script(DENIED)
        opened.append(context)
        return context

    yield start
    close()


@pytest.fixture
def open_game(host: Host) -> Callable[..., Page]:
    """`open_game(page, fragment="", engine=False, library=False)`: the page with a playable board.

    With `engine=True` it waits until the worker has answered too, with `library=True` until the
    stored games are at hand.
    """

    def opened(page: Page, fragment: str = "", engine: bool = False, library: bool = False) -> Page:
        if fragment and page.url.partition("#")[0] == host.url:  # the page was there before
            page.evaluate(GO, fragment)
        else:
            page.goto(host.url + fragment)
        page.wait_for_function(MARKED, arg="board-interactive")
        if engine:
            page.wait_for_function(MARKED, arg="engine-ready")
        if library:
            page.wait_for_function(MARKED, arg="library-ready")
        return page

    return opened
