"""A server that can die, a real Chromium, and pages that watch themselves.

`page`, `phone` and their kin fail their test when the console shows an error or anything is
asked of another origin.  `open_game(page)` returns once the board can be played.  The site is a
copy of dist/ at a sub-path, so nothing can depend on where it is hosted.
"""

from __future__ import annotations

import functools
import json
import shutil
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Error,
    Page,
    expect,
    sync_playwright,
)

from tools import DIST, ROOT, pseudo
from tools.chromium import FLAGS
from tools.environment import ensure_chromium
from tools.pack import pack
from tools.server import Handler, Server
from tools.site.collect import collect
from tools.site.files import alone, write

SUB_PATH = "games/hex"


def kept_as(name: str) -> str:
    """The name under which the site keeps something, as early.js gives it."""
    return f"{name} /{SUB_PATH}/"


DESKTOP = {"viewport": {"width": 1280, "height": 800}}
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
STORES = "cookies,file_systems,indexeddb,local_storage,service_workers,cache_storage"
PATIENCE_MILLIS = 30_000
expect.set_options(timeout=PATIENCE_MILLIS)

MARKED = "name => performance.getEntriesByName(name).length > 0"

PAINTED = """
() => new Promise((done) =>
  setTimeout(() => requestAnimationFrame(() => requestAnimationFrame(done))))
"""


def until(page: Page, script: str, argument: object = None) -> None:
    """Wait until the script, which may be asynchronous, gives something true.

    Beware: `page.wait_for_function` takes a promise itself for true.
    """
    deadline = time.monotonic() + PATIENCE_MILLIS / 1000
    while not page.evaluate(script, argument):
        assert time.monotonic() < deadline, f"never true: {script}"
        page.wait_for_timeout(50)


PAGE_OF = {  # button -> the page of the record that it is on
    **dict.fromkeys(("analyse", "review-game"), "analysis"),
    **dict.fromkeys(("promote", "delete", "restore", "edit"), "study"),
}


def leaf(page: Page, name: str) -> None:
    """Turn to a page of the record: "moves", "analysis" or "study"."""
    if not page.locator(f"#tab-{name}").is_visible():
        page.click("#open-book")
    page.click(f"#tab-{name}")


def press(page: Page, name: str) -> None:
    """Press the button of this name, wherever this layout of the page keeps it."""
    if page.locator(f"#{name}").is_visible():
        page.click(f"#{name}")
    elif name in PAGE_OF:
        leaf(page, PAGE_OF[name])
        page.click(f"#{name}")
    else:
        page.click("#open-more")
        page.click(f"#more :is(#{name}, [data-does={name}])")


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
        self.context = context
        self.hears = {
            "console": self.heard,
            "weberror": lambda web: self.errors.append(str(web.error)),
            "request": lambda request: self.urls.append(request.url),
        }
        for name, hear in self.hears.items():
            context.on(name, hear)

    def leave(self) -> None:
        """Watch no longer."""
        for name, hear in self.hears.items():
            self.context.remove_listener(name, hear)

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
    if not (DIST / "index.html").exists():
        pytest.fail("There is no dist/ yet: run python3 build.py first.")
    folder = tmp_path_factory.mktemp("site")
    shutil.copytree(DIST, folder / SUB_PATH)
    host = Host(folder)
    yield host
    host.stop()


@pytest.fixture(scope="session")
def foreign(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Host]:
    """The site in the made-up language, served."""
    source, folder = tmp_path_factory.mktemp("pseudo"), tmp_path_factory.mktemp("site")
    pseudo.translate(ROOT, source)
    with alone():
        write(pack(collect(source=source)), folder / SUB_PATH)
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
    return ensure_chromium()


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


@pytest.fixture(scope="session")
def kept(
    playwright_api, chromium_path: str, tmp_path_factory: pytest.TempPathFactory, host: Host
) -> Iterator[Callable[..., BrowserContext]]:
    """Browsers that stay, one for each kind of device: they keep the site's compiled code.

    Pages that several tests share have another one: what it stores is apart.
    Their first page stays too, an empty one of the site, and with it the process that all pages
    of a site share.  A page starts there with a third of the work of a fresh context.
    """
    contexts: dict[tuple[int, bool], BrowserContext] = {}

    def context(device: dict, shared: bool = False) -> BrowserContext:
        key = id(device), shared
        if key not in contexts:
            contexts[key] = playwright_api.chromium.launch_persistent_context(
                tmp_path_factory.mktemp("kept"),
                executable_path=chromium_path,
                args=[*FLAGS, "--process-per-site"],
                service_workers="block",
                **device,
            )
            contexts[key].set_default_timeout(PATIENCE_MILLIS)
            stay(contexts[key], host)
        return contexts[key]

    yield context
    for context_ in contexts.values():
        context_.close()


def stay(context: BrowserContext, host: Host) -> None:
    """Leave the context one page, an empty one of the site, which keeps the site's process."""
    empty = '<!doctype html><title>Empty</title><link rel="icon" href="data:,">'
    first = context.new_page()
    first.route("**", lambda route: route.fulfill(body=empty, content_type="text/html"))
    first.goto(host.url)
    for page in context.pages[:-1]:
        page.close()


def watched_page(
    context: BrowserContext, host: Host, request: pytest.FixtureRequest
) -> Iterator[Page]:
    """A page in a browser that stays, checked at the end; nothing it stored is left behind."""
    if pages := context.pages[1:]:
        clear(context, host, {origin_of(page.url) for page in pages})
    watch = Watch(context)
    yield context.new_page()
    clear(context, host, set(map(origin_of, watch.urls)))
    watch.leave()
    watch.check(allowed_by(request))


def origin_of(url: str) -> str:
    """The part of an address that storage belongs to."""
    return "/".join(url.split("/")[:3])


def clear(context: BrowserContext, host: Host, origins: set[str]) -> None:
    """Leave a browser that stays as it was at first, but for compiled code."""
    staying, *pages = context.pages
    for page in pages:
        page.close()
    context.clear_permissions()
    context.set_offline(False)
    try:
        devtools = context.new_cdp_session(staying)
    except Error:  # it went down with the process of a page that crashed
        stay(context, host)
        devtools = context.new_cdp_session(context.pages[0])
    for origin in filter(lambda origin: origin.startswith("http"), origins):
        devtools.send("Storage.clearDataForOrigin", {"origin": origin, "storageTypes": STORES})
    devtools.detach()


@pytest.fixture
def page(kept, host: Host, request: pytest.FixtureRequest) -> Iterator[Page]:
    """A desktop page that fails its test on console errors and foreign requests."""
    yield from watched_page(kept(DESKTOP), host, request)


@pytest.fixture
def phone(kept, host: Host, request: pytest.FixtureRequest) -> Iterator[Page]:
    """The same on a phone: 390 by 844, touch."""
    yield from watched_page(kept(PHONE), host, request)


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
    """Let fixtures know whether the test passed."""
    report = yield
    item.stash.setdefault(PASSED, {})[report.when] = report.passed
    return report


PASSED: pytest.StashKey[dict[str, bool]] = pytest.StashKey()
NEUTRAL = "#1/multiplicity6-f/m"
"""A game that no test plays: what follows it on the table has nothing of the game before it."""
GO = """fragment => new Promise((done) => {
  const painted = () => requestAnimationFrame(() => requestAnimationFrame(done));
  if (location.hash === fragment) return painted();
  addEventListener("hashchange", painted, { once: true });  // the page has heard of it by then
  location.hash = fragment;
})"""
PLAYED = {"greeted", "legends", "visits", "finished", "install", "news"}
"""What is kept beside games by who only plays; the rest was chosen by the test."""
FORGET = """async () => {  // the stored games: the page would offer to go on with one
  const name = greyloxNamed("greylox-library");
  if (!(await indexedDB.databases()).some((known) => known.name === name)) return;
  const opened = (request) =>
    new Promise((done, failed) => {
      request.onsuccess = () => done(request.result);
      request.onerror = () => failed(request.error);
    });
  const database = await opened(indexedDB.open(name));
  await opened(database.transaction("games", "readwrite").objectStore("games").clear());
  database.close();
}"""
SAYS = "dialog[open], .toast:visible, .library-bar:visible"  # what waits for an answer
KEPT = "() => localStorage.getItem(greyloxNamed('greylox-preferences-1'))"


class Shared(NamedTuple):
    """A page that stays open from test to test, and what may still have it."""

    page: Page
    path: Path  # the file whose tests share it
    test: str  # who had it last; all others get it only if that one has chosen nothing
    chosen: bool

    def goes_to(self, request: pytest.FixtureRequest) -> bool:
        """Whether a test may have it."""
        same = self.test == request.node.originalname
        return not self.page.is_closed() and self.path == request.path and (same or not self.chosen)


SHARED: dict[int, Shared] = {}
"""The pages that stay open, by device."""


def shared_page(kept, device: dict, host: Host, request: pytest.FixtureRequest) -> Iterator[Page]:
    """A page that the next test of the file gets too, with nothing open but the board.

    Games that were played before are there, and nothing else: a test that has changed a setting
    leaves the page to its own variants only.  ``open_game`` leads to another game.
    """
    context, left = kept(device, shared=True), SHARED.pop(id(device), None)
    if left is None or not left.goes_to(request):
        clear(context, host, {origin_of(host.url)})
        page = context.new_page()
    else:
        page = left.page
        page.evaluate(FORGET)
    watch = Watch(context)
    yield page
    if request.node.stash[PASSED].get("call") and page.url.startswith(host.url):
        chosen = not json.loads(page.evaluate(KEPT) or "{}").keys() <= PLAYED
        tidy(page, device)
        if not page.locator(SAYS).count():
            SHARED[id(device)] = Shared(page, request.path, request.node.originalname, chosen)
    if id(device) not in SHARED:
        page.close()
    watch.leave()
    watch.check(allowed_by(request))


def tidy(page: Page, device: dict) -> None:
    """Leave a page with an empty board that two people play on, and nothing open."""
    for _ in range(page.locator("dialog[open]").count()):
        page.keyboard.press("Escape")
    for opened in page.locator("[aria-expanded=true]:visible").all():
        opened.click()
    if page.locator("#layers-close").is_visible():  # on a phone its button is not in sight
        page.click("#layers-close")
    if page.locator("#tab-moves[aria-selected=false]:visible").count():
        page.click("#tab-moves")
    page.set_viewport_size(device["viewport"])
    page.context.set_offline(False)
    page.emulate_media(
        color_scheme="light", forced_colors="none", reduced_motion="null", contrast="null"
    )
    page.mouse.move(0, 0)
    page.evaluate("document.activeElement?.blur()")
    page.evaluate(GO, NEUTRAL)


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
    yield context.new_page()
    context.close()
    watch.check(allowed_by(request))


@pytest.fixture
def profile(
    playwright_api, chromium_path: str, tmp_path: Path
) -> Iterator[Callable[..., BrowserContext]]:
    """Open a new browser process on one and the same profile; the one before is closed."""
    opened: list[BrowserContext] = []

    def close() -> None:
        while opened:
            opened.pop().close()

    def start(**device: Any) -> BrowserContext:
        close()
        context = playwright_api.chromium.launch_persistent_context(
            tmp_path / "profile", executable_path=chromium_path, headless=True, args=FLAGS, **device
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
        if fragment and page.url.partition("#")[0] == host.url:  # the page was there before
            page.evaluate(GO, fragment)
        else:
            page.goto(host.url + fragment)
        page.wait_for_function(MARKED, arg="board-interactive")
        if engine:
            page.wait_for_function(MARKED, arg="engine-ready")
        return page

    return opened
