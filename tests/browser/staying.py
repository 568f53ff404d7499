"""Browsers that stay from test to test, and pages that several tests share."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

import pytest
from playwright.sync_api import Browser, BrowserContext, BrowserType, CDPSession, Page, Route

from tools.chromium import FLAGS, FRESH

from .hosts import Host, Watch
from .playing import PATIENCE_MILLIS

DESKTOP = {"viewport": {"width": 1280, "height": 800}}
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
STORES = "cookies,file_systems,indexeddb,local_storage,service_workers,cache_storage"


def allowed_by(request: pytest.FixtureRequest) -> tuple[str, ...]:
    """The console errors that the test said it expects; "" expects any."""
    return tuple(f for mark in request.node.iter_markers("allow_console") for f in mark.args)


NO_ENGINE = """window.Worker = class extends EventTarget {
  postMessage() {}
  terminate() {}
};"""
"""The script of the engine's worker never comes: as on a slow line, nothing is said of it."""


DENIED = """window.hasNoWorkers = true;
window.Worker = class {
  constructor() {
    throw new DOMException("no workers here", "SecurityError");
  }
};"""
"""No worker can be made: what follows a failed start of the engine comes at once."""


def before_engine(page: Page, script: str, *, first: bool = False) -> list[str]:
    """Run a script in each worker of the engine before its own, or in the first only.

    The list grows with the addresses of these workers.
    """
    made: list[str] = []

    def answer(route: Route) -> None:
        if route.request.resource_type == "fetch":  # the page looks what is wrong with the file
            route.continue_()
            return
        made.append(route.request.url)
        whole = route.fetch()
        text = whole.text() if first and len(made) > 1 else f"{script}\n{whole.text()}"
        route.fulfill(response=whole, body=text)

    page.route("**/engine.*.js", answer)
    return made


def without_engine(page: Page, request: pytest.FixtureRequest) -> Page:
    """The page; where the test or its file says so, its engine stays on its way for ever.

    An engine costs more than the page itself, and most tests are over before it is ready.
    """
    mark = request.node.get_closest_marker("no_engine")
    if mark and mark.args != (False,):
        page.add_init_script(NO_ENGINE)
    return page


def stay(context: BrowserContext, host: Host) -> None:
    """Leave the context one page, an empty one of the site, which keeps the site's process."""
    empty = '<!doctype html><title>Empty</title><link rel="icon" href="data:,">'
    first = context.new_page()
    first.route("**", lambda route: route.fulfill(body=empty, content_type="text/html"))
    first.goto(host.url)
    first.on("crash", lambda page: CRASHED.append(page.url))
    DEVTOOLS[context] = context.new_cdp_session(first)
    for page in context.pages[:-1]:
        page.close()


def watched_page(context: BrowserContext, request: pytest.FixtureRequest) -> Iterator[Page]:
    """A page in a browser that stays, checked at the end; nothing it stored is left behind."""
    if pages := context.pages[1:]:
        clear(context, {origin_of(page.url) for page in pages})
    watch = Watch(context)
    yield without_engine(context.new_page(), request)
    clear(context, set(map(origin_of, watch.urls)))
    watch.leave()
    watch.check(allowed_by(request))


def origin_of(url: str) -> str:
    """The part of an address that storage belongs to."""
    return "/".join(url.split("/")[:3])


COLLECTED_EVERY = 5
CLEARED: Counter[BrowserContext] = Counter()
DEVTOOLS: dict[BrowserContext, CDPSession] = {}
"""To what stays open in each browser that stays."""


def clear(context: BrowserContext, origins: set[str]) -> None:
    """Leave a browser that stays as it was at first, but for compiled code.

    Every few times what closed pages have left is collected, too.  Chromium sees little reason to:
    a page's Python is small to its heap.  But each reserves 8 GB of addresses, and a process has
    1,000: after about a hundred pages none would start any more.
    """
    if CRASHED:  # it is not used again, and a page that went down does not answer all
        return
    for page in context.pages[1:]:
        page.close()
    context.clear_permissions()
    context.set_offline(False)
    devtools = DEVTOOLS[context]
    for origin in filter(lambda origin: origin.startswith("http"), origins):
        devtools.send("Storage.clearDataForOrigin", {"origin": origin, "storageTypes": STORES})
    CLEARED[context] += 1
    if CLEARED[context] % COLLECTED_EVERY == 0:
        devtools.send("HeapProfiler.collectGarbage")


GONE = re.compile("crashed|has been closed|Connection closed")
"""What Playwright says of a page or a browser whose process has ended."""
CRASHED: list[str] = []
"""The tests and pages under which one ended, until the browsers are started anew."""


class Browsers:
    """The browsers that tests share: each is started when it is asked for, and after a crash all
    are started anew, for where one process went down the next ones often did, too."""

    def __init__(
        self, program: BrowserType, path: str, folder: Callable[[], Path], host: Host
    ) -> None:
        self.program, self.path, self.folder, self.host = program, path, folder, host
        self.browser: Browser | None = None
        self.contexts: dict[tuple[int, bool], BrowserContext] = {}

    def plain(self) -> Browser:
        """The one in which tests make contexts of their own."""
        self._mend()
        if self.browser is None:
            self.browser = self.program.launch(executable_path=self.path, args=FRESH)
        return self.browser

    def staying(self, device: dict, shared: bool = False) -> BrowserContext:
        """The one of a kind of device that keeps the site's code, and its process."""
        self._mend()
        key = id(device), shared
        if key not in self.contexts:
            context = self.contexts[key] = self.program.launch_persistent_context(
                self.folder(),
                executable_path=self.path,
                args=[*FLAGS, "--process-per-site"],
                service_workers="block",
                **device,
            )
            context.set_default_timeout(PATIENCE_MILLIS)
            stay(context, self.host)
        return self.contexts[key]

    def _mend(self) -> None:
        if CRASHED:
            self.close()

    def close(self) -> None:
        """End all of them; what tests share goes with them."""
        for known in SHARED, CLEARED, DEVTOOLS, CRASHED:
            known.clear()
        for context in self.contexts.values():
            context.close()
        self.contexts.clear()
        if self.browser is not None:
            self.browser.close()
        self.browser = None


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
        clear(context, {origin_of(host.url)})
        page = without_engine(context.new_page(), request)
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
