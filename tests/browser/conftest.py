"""A server that can die, a real Chromium, and pages that watch themselves.

`page` and `phone` fail their test when the console shows an error or anything is asked of another
origin.  `open_game(page)` returns once the board can be played.  The site is a copy of dist/ at a
sub-path, so nothing can depend on where it is hosted.
"""

from __future__ import annotations

import functools
import shutil
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Page,
    expect,
    sync_playwright,
)

import build
from tools.server import Handler, Server

FLAGS = """
    --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking
    --disable-component-update --disable-sync
""".split()
SUB_PATH = "games/hex"
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
PATIENCE_MILLIS = 30_000
expect.set_options(timeout=PATIENCE_MILLIS)

MARKED = "name => performance.getEntriesByName(name).length > 0"


def until(page: Page, script: str, argument: object = None) -> None:
    """Wait until the script, which may be asynchronous, gives something true.

    Beware: `page.wait_for_function` takes a promise itself for true.
    """
    deadline = time.monotonic() + PATIENCE_MILLIS / 1000
    while not page.evaluate(script, argument):
        assert time.monotonic() < deadline, f"never true: {script}"
        page.wait_for_timeout(50)


class Host:
    """A static server for a folder; stopped, it is really gone, and it can return."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.port = folder, 0
        self.start()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}/{SUB_PATH}/"

    @property
    def site(self) -> Path:
        """The folder that holds index.html."""
        return self.folder / SUB_PATH

    def start(self) -> None:
        handler = functools.partial(Handler, directory=str(self.folder))
        self.server = Server(("127.0.0.1", self.port), handler)
        self.port = self.server.server_port
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def stop(self) -> None:
        self.server.shutdown()
        self.server.server_close()


class Watch:
    """What a context's pages and workers say and ask for."""

    def __init__(self, context: BrowserContext) -> None:
        self.errors: list[str] = []
        self.urls: list[str] = []
        context.on("console", self.heard)
        context.on("weberror", lambda web: self.errors.append(str(web.error)))
        context.on("request", lambda request: self.urls.append(request.url))

    def heard(self, message: ConsoleMessage) -> None:
        if message.type == "error":
            self.errors.append(message.text)

    def check(self, allowed: tuple[str, ...] = ()) -> None:
        """Fail on an error that is not expected and on any origin but the first."""
        errors = [e for e in self.errors if not any(fragment in e for fragment in allowed)]
        assert not errors, errors
        origin = "/".join(self.urls[0].split("/")[:3]) + "/" if self.urls else ""
        own = (origin, f"blob:{origin}", "data:", "about:")
        foreign = [url for url in self.urls if not url.startswith(own)]
        assert not foreign, foreign


def allowed_by(request: pytest.FixtureRequest) -> tuple[str, ...]:
    """The console errors that the test said it expects; "" expects any."""
    return tuple(f for mark in request.node.iter_markers("allow_console") for f in mark.args)


@pytest.fixture(scope="session")
def host(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Host]:
    """The site as built, served for the whole session."""
    if not (build.DIST / "index.html").exists():
        pytest.fail("There is no dist/ yet: run python3 build.py first.")
    folder = tmp_path_factory.mktemp("site")
    shutil.copytree(build.DIST, folder / SUB_PATH)
    host = Host(folder)
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
def chromium_path() -> str:
    """The browser's program; never a skip."""
    return build.ensure_chromium()


@pytest.fixture(scope="session")
def playwright_api() -> Iterator[object]:
    """Playwright's door, opened once."""
    with sync_playwright() as api:
        yield api


@pytest.fixture(scope="session")
def chromium(playwright_api, chromium_path: str) -> Iterator[Browser]:
    """One browser for all tests; each test gets its own context."""
    browser = playwright_api.chromium.launch(executable_path=chromium_path, args=FLAGS)
    yield browser
    browser.close()


def watched_page(browser: Browser, request: pytest.FixtureRequest, **options) -> Iterator[Page]:
    """A page in a fresh context, checked at the end; without a service worker, for speed."""
    context = browser.new_context(service_workers="block", **options)
    context.set_default_timeout(PATIENCE_MILLIS)
    watch = Watch(context)
    page = context.new_page()
    yield page
    context.close()
    watch.check(allowed_by(request))


@pytest.fixture
def page(chromium: Browser, request: pytest.FixtureRequest) -> Iterator[Page]:
    """A desktop page that fails its test on console errors and foreign requests."""
    yield from watched_page(chromium, request, viewport={"width": 1280, "height": 800})


@pytest.fixture
def phone(chromium: Browser, request: pytest.FixtureRequest) -> Iterator[Page]:
    """The same on a phone: 390 by 844, touch."""
    yield from watched_page(chromium, request, **PHONE)


@pytest.fixture
def profile(
    playwright_api, chromium_path: str, tmp_path: Path
) -> Iterator[Callable[[], BrowserContext]]:
    """Open a new browser process on one and the same profile; the one before is closed."""
    opened: list[BrowserContext] = []

    def close() -> None:
        while opened:
            opened.pop().close()

    def start() -> BrowserContext:
        close()
        context = playwright_api.chromium.launch_persistent_context(
            tmp_path / "profile", executable_path=chromium_path, headless=True, args=FLAGS
        )
        context.set_default_timeout(PATIENCE_MILLIS)
        opened.append(context)
        return context

    yield start
    close()


@pytest.fixture
def open_game(host: Host) -> Callable[..., Page]:
    """`open_game(page, fragment="", engine=False)`: the page with a playable board.

    With `engine=True` it waits until the worker has answered too.
    """

    def opened(page: Page, fragment: str = "", engine: bool = False) -> Page:
        page.goto(host.url + fragment)
        page.wait_for_function(MARKED, arg="board-interactive")
        if engine:
            page.wait_for_function(MARKED, arg="engine-ready")
        return page

    return opened
