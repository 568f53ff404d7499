"""Browsers that tests share, each with a page that is restarted for each test."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import (
    Browser,
    BrowserContext,
    BrowserType,
    CDPSession,
    Page,
    Route,
)
from playwright.sync_api import TimeoutError as PlaywrightTimeout

from tools.chromium import FLAGS, HAS_MARK_SCRIPT, NO_TIERING_FLAGS

from .page_actions import TIMEOUT_MILLIS
from .site_server import ConsoleWatch, SiteServer

DESKTOP = {"viewport": {"width": 1280, "height": 800}}
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
STORES = "cookies,file_systems,indexeddb,local_storage,service_workers,cache_storage"


def allowed_console_errors(request: pytest.FixtureRequest) -> tuple[str, ...]:
    """The console errors that the marks of the test allow; "" allows any."""
    return tuple(f for mark in request.node.iter_markers("allow_console") for f in mark.args)


NO_ENGINE_SCRIPT = """window.Worker = class extends EventTarget {
  postMessage() {}
  terminate() {}
};"""
"""The engine's worker never answers, as if its script were still loading; no error occurs."""


NO_WORKERS_SCRIPT = """window.hasNoWorkers = true;
window.Worker = class {
  constructor() {
    throw new DOMException("no workers here", "SecurityError");
  }
};"""
"""No worker can be created, so the start of the engine fails at once."""


REUSE_WORKERS_SCRIPT = """{
  const Real = window.Worker;
  const parked = [];
  const inUse = new Set();
  let numbers = 0;  // of the messages to all workers: no answer is taken for another one's
  window.Worker = class {
    constructor(address, options) {
      const index = parked.findIndex((worker) => worker.address === address);
      this.isReused = index >= 0;
      const worker = this.isReused ? parked.splice(index, 1)[0] : new Real(address, options);
      this.real = Object.assign(worker, { address });
      this.pending = new Map();  // the number of a call to the worker -> the page's own number
      this.real.onerror = (event) => this.onerror?.(event);
      this.real.onmessage = ({ data: [number, ...answer] }) => {
        const own = number && this.pending.get(number);
        if (own === undefined) return;  // asked by the page before
        this.pending.delete(number);
        this.onmessage?.({ data: [own, ...answer] });
      };
      inUse.add(this);
    }
    postMessage([number, name, ...given]) {
      if (name === "start" && this.isReused) {
        queueMicrotask(() => this.onmessage?.({ data: [number, ""] }));
      } else if (this.real) {
        this.pending.set(++numbers, number);
        this.real.postMessage([numbers, name, ...given]);
        if (name === "configure") this.isStarted = true;
      }
    }
    terminate() {
      inUse.delete(this);
      if (!this.real) return;
      this.real.onmessage = this.real.onerror = null;
      if (this.isStarted) parked.push(this.real);
      else this.real.terminate();
      this.real = null;
    }
  };
  window.parkEngines = () => [...inUse].forEach((worker) => worker.terminate());
}"""
"""The engine's worker survives a restart of its page, which then reuses it.

Half the cost of such a page is the start of Python in the worker.
"""


def inject_into_workers(page: Page, script: str, *, first: bool = False) -> list[str]:
    """Run a script in each engine worker, or only in the first, before the worker's own script.

    Each worker adds its address to the list that is returned.
    """
    worker_urls: list[str] = []

    def answer(route: Route) -> None:
        if route.request.resource_type == "fetch":  # the page diagnoses a faulty file
            route.continue_()
            return
        worker_urls.append(route.request.url)
        whole = route.fetch()
        text = whole.text() if first and len(worker_urls) > 1 else f"{script}\n{whole.text()}"
        route.fulfill(response=whole, body=text)

    page.route("**/engine.*.js", answer)
    return worker_urls


def has_engine(request: pytest.FixtureRequest) -> bool:
    """Whether the test runs with the engine; without it, the engine never finishes loading.

    An engine costs more than the page itself, and most tests end before it is ready.
    """
    mark = request.node.get_closest_marker("no_engine")
    return mark is None or mark.args == (False,)


def keep_context_alive(context: BrowserContext, host: SiteServer) -> None:
    """Leave only an empty page of the site in the context, which preserves the site's process."""
    empty = '<!doctype html><title>Empty</title><link rel="icon" href="data:,">'
    first = context.new_page()
    first.route("**", lambda route: route.fulfill(body=empty, content_type="text/html"))
    first.goto(host.url)
    first.on("crash", lambda page: CRASHED.append(page.url))
    CDP_SESSIONS[context] = context.new_cdp_session(first)
    for page in context.pages[:-1]:
        page.close()


def get_origin(url: str) -> str:
    """The origin of an address; storage belongs to it."""
    return "/".join(url.split("/")[:3])


BOARD = "#go-on"
"""The address of the board with the current game; on a first visit, with a first one."""
GC_INTERVAL = 5
CLEAR_COUNTS: Counter[BrowserContext] = Counter()
CDP_SESSIONS: dict[BrowserContext, CDPSession] = {}
"""The CDP session of the permanent page in each shared context."""


def clear(context: BrowserContext, origins: set[str]) -> None:
    """Restore a shared browser to its initial state, except for compiled code.

    Every ``GC_INTERVAL`` calls also collect the garbage of closed pages.  Chromium seldom does so,
    as the Python of a page takes little of its heap.  But each page reserves 8 GB of addresses,
    and a process has 1,000: after about a hundred pages no further page would start.
    """
    if CRASHED:  # the browser is not reused, and a crashed page does not answer every call
        return
    for page in context.pages[1:]:
        page.close()
    context.clear_permissions()
    context.set_offline(False)
    devtools = CDP_SESSIONS[context]
    for origin in filter(lambda origin: origin.startswith("http"), origins):
        devtools.send("Storage.clearDataForOrigin", {"origin": origin, "storageTypes": STORES})
    CLEAR_COUNTS[context] += 1
    if CLEAR_COUNTS[context] % GC_INTERVAL == 0:
        devtools.send("HeapProfiler.collectGarbage")


CRASH_PATTERN = re.compile("crashed|has been closed|Connection closed")
"""Playwright's messages for a page or browser whose process has ended."""
CRASHED: list[str] = []
"""The tests and pages in which a process ended, until the browsers are restarted."""


class Browsers:
    """The browsers that tests share, each started when first requested.

    After a crash all are restarted: where one process crashed, the next ones often did, too.
    """

    def __init__(
        self, program: BrowserType, path: str, folder: Callable[[], Path], host: SiteServer
    ) -> None:
        self.program, self.path, self.folder, self.host = program, path, folder, host
        self.browser: Browser | None = None
        self.contexts: dict[tuple[int, bool], BrowserContext] = {}

    def shared_browser(self) -> Browser:
        """The browser in which tests make their own contexts."""
        self._restart_crashed()
        if self.browser is None:
            self.browser = self.program.launch(executable_path=self.path, args=NO_TIERING_FLAGS)
        return self.browser

    def device_context(self, device: dict, engine: bool) -> BrowserContext:
        """The persistent context of a device, with the site's compiled code and process."""
        self._restart_crashed()
        key = id(device), engine
        if key not in self.contexts:
            context = self.contexts[key] = self.program.launch_persistent_context(
                self.folder(),
                executable_path=self.path,
                args=[*FLAGS, "--process-per-site"],
                service_workers="block",
                reduced_motion="reduce",
                **device,
            )
            context.set_default_timeout(TIMEOUT_MILLIS)
            if not engine:
                context.add_init_script(NO_ENGINE_SCRIPT)
            keep_context_alive(context, self.host)
        return self.contexts[key]

    def _restart_crashed(self) -> None:
        if CRASHED:
            self.close()

    def close(self) -> None:
        """Close all browsers, and with them the pages that tests share."""
        for registry in REUSABLE_PAGES, CLEAR_COUNTS, CDP_SESSIONS, CRASHED, DIRTY_PAGES:
            registry.clear()
        for context in self.contexts.values():
            context.close()
        self.contexts.clear()
        if self.browser is not None:
            self.browser.close()
        self.browser = None


PASSED_PHASES: pytest.StashKey[dict[str, bool]] = pytest.StashKey()
REUSABLE_PAGES: dict[BrowserContext, Page] = {}
"""The page of each context that is restarted for the next test."""
DIRTY_PAGES: set[Page] = set()
"""The pages that still show the previous test's state: ``open_game`` restarts them."""
MAX_RESTARTS = 50
"""The maximum number of restarts of a page with the same Python."""
NAVIGATE_SCRIPT = """fragment => new Promise((done) => {
  const painted = () => requestAnimationFrame(() => requestAnimationFrame(done));
  if (location.hash === fragment) return painted();
  addEventListener("hashchange", painted, { once: true });  // the page has heard of it by then
  location.hash = fragment;
})"""
RESTART_SCRIPT = """async (address) => {
  const databases = (await indexedDB.databases()).map(({ name }) => name);
  const early = window.greyloxEarly;
  window.greyloxEarly = () => {  // called when the page has stopped, and before another starts
    window.greyloxEarly = early;
    %s
    scrollTo(0, 0);
    early();
  };
  window.restarts = (window.restarts ?? 0) + 1;
  performance.clearMarks();
  dispatchEvent(new CustomEvent("greylox:restart", { detail: address }));
}"""
CLEAR_GAMES_SCRIPT = """
for (const name of [...databases, greyloxStorageKey("greylox-library")])
  indexedDB.deleteDatabase(name);
localStorage.clear();
sessionStorage.clear();
"""


def restart(page: Page, fragment: str | None = None, between: str = "") -> None:
    """Restart the page, as a reload would, at its address or at another fragment.

    ``between`` is a script that runs once the page has stopped, before it starts again.
    """
    # Before that, the page does not handle the restart event.
    page.wait_for_function(HAS_MARK_SCRIPT, arg="library-ready")
    page.evaluate(
        RESTART_SCRIPT % between, None if fragment is None else fragment.removeprefix("#")
    )
    page.wait_for_function(HAS_MARK_SCRIPT, arg="board-interactive")


def fresh_start(page: Page, fragment: str) -> None:
    """Restart a page with empty storage."""
    DIRTY_PAGES.discard(page)
    restart(page, fragment, CLEAR_GAMES_SCRIPT)


def open_page(
    page: Page, host: SiteServer, fragment: str = "", engine: bool = False, library: bool = False
) -> Page:
    """Open the site and return the page once the board can be played.

    Without a fragment it opens the board, with the current game or a first one.  The first call of
    a test starts the page.  A later call opens another fragment or, without a fragment, restarts
    the page with its storage.  With ``engine``, wait until the engine is ready;
    with ``library``, until the stored games are loaded.
    """
    is_on_site = page.url.partition("#")[0] == host.url
    if page in DIRTY_PAGES:
        fresh_start(page, fragment or BOARD)
    elif is_on_site and fragment:
        page.evaluate(NAVIGATE_SCRIPT, fragment)
    elif is_on_site:
        restart(page, BOARD)
    else:
        page.goto(host.url + (fragment or BOARD))
    page.wait_for_function(HAS_MARK_SCRIPT, arg="board-interactive")
    if engine:
        page.wait_for_function(HAS_MARK_SCRIPT, arg="engine-ready")
    if library:
        page.wait_for_function(HAS_MARK_SCRIPT, arg="library-ready")
    return page


def checked_page(
    browsers: Browsers, device: dict[str, Any], request: pytest.FixtureRequest
) -> Iterator[Page]:
    """A page of a shared browser, checked after the test, with its storage cleared.

    It is the restarted page of the previous test, unless the test is marked ``true_start``.
    """
    context = browsers.device_context(device, has_engine(request))
    true_start = request.node.get_closest_marker("true_start") is not None
    page = None if true_start else REUSABLE_PAGES.pop(context, None)
    if page is None or page.is_closed():
        REUSABLE_PAGES.pop(context, None)
        if context.pages[1:]:
            clear(context, {get_origin(browsers.host.url)})
        page = context.new_page()
        if not true_start and has_engine(request):
            page.add_init_script(REUSE_WORKERS_SCRIPT)
    if request.node.get_closest_marker("motion"):
        page.emulate_media(reduced_motion="no-preference")
    watch = ConsoleWatch(context)
    yield page
    unused = page in DIRTY_PAGES
    DIRTY_PAGES.discard(page)
    if (
        not true_start
        and request.node.stash[PASSED_PHASES].get("call")
        and is_ready(page, browsers.host)
    ):
        reset_page(page, device)
        REUSABLE_PAGES[context] = page
        DIRTY_PAGES.add(page)
    else:
        clear(context, set(map(get_origin, [browsers.host.url, *watch.urls])))
    watch.detach()
    watch.check(allowed_console_errors(request))
    assert not unused, "open the page with open_game, or mark the test true_start"


def is_ready(page: Page, host: SiteServer) -> bool:
    """Whether a page can be restarted for another test."""
    if CRASHED or page.is_closed() or not page.url.startswith(host.url):
        return False
    try:
        page.wait_for_function(HAS_MARK_SCRIPT, arg="library-ready", timeout=5000)
    except PlaywrightTimeout:
        return False
    is_english = page.get_attribute("html", "lang") == "en"  # a restart cannot change it
    return is_english and page.evaluate("window.restarts ?? 0") < MAX_RESTARTS


def reset_page(page: Page, device: dict[str, Any]) -> None:
    """Restore the browser of a page to its initial state."""
    for other in page.context.pages[1:]:
        if other is not page:
            other.close()
    page.evaluate("window.parkEngines?.()")
    page.unroute_all()
    page.context.clear_permissions()
    page.context.set_offline(False)
    page.set_viewport_size(device["viewport"])
    page.emulate_media(
        media="null",
        color_scheme="light",
        forced_colors="none",
        reduced_motion="reduce",
        contrast="null",
    )
    page.mouse.move(0, 0)
