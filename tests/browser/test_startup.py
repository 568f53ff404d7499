"""The start: a board before Python, the progress text, and a message on failure."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from tools.chromium import HAS_MARK_SCRIPT

from .page_actions import Cases
from .site_server import SiteServer, storage_key

pytestmark = [pytest.mark.true_start, pytest.mark.no_engine]

FIRST_GAME = "#play/greylox"  # on a first visit, index.html contains its board
broken_on_purpose = pytest.mark.allow_console("")


@pytest.fixture
def page(fresh_page: Page) -> Page:
    """A first visit, which most of these tests need."""
    return fresh_page


def start_files(site: Path) -> dict[str, list]:
    """The files that the page waits for, by path."""
    page = (site / "index.html").read_text("utf-8")
    return json.loads(re.search(r"name=\"greylox-files\" content='([^']*)'", page)[1])


def start_file(site: Path, part: str) -> Path:
    """The start file whose path contains ``part``."""
    return site / next(path for path in start_files(site) if part in path)


def test_board_shows_before_python_loads(before_python, page: Page):
    before_python()
    boards = page.locator("#board > svg")  # one for wide windows, one for phones
    assert [b.locator("[data-cell]").count() for b in boards.all()] == [37, 37]
    for width, height, visible_index in ((1280, 800, 0), (390, 844, 1), (844, 390, 0)):
        page.set_viewport_size({"width": width, "height": height})
        assert [b.is_visible() for b in boards.all()] == [visible_index == 0, visible_index == 1]


def test_page_without_scripts_or_server_shows_one_sentence(chromium: Browser, server: SiteServer):
    """Without JavaScript and as a local file, the page has no controls: none would work."""
    without = chromium.new_context(java_script_enabled=False)
    page = without.new_page()
    page.goto(server.url)
    text = page.locator("body").inner_text()
    assert text == "Greylox Web runs in your browser and needs JavaScript."
    without.close()
    page = chromium.new_page()
    page.goto((server.site / "index.html").as_uri())
    text = page.locator("body").inner_text()
    assert "python3 build.py serve" in text and "\n" not in text
    page.close()


@pytest.mark.no_engine(False)
def test_starts_engine_and_hides_the_start_up_line(page: Page, open_game):
    open_game(page, engine=True)
    expect(page.locator("#startup")).to_be_hidden()
    expect(page.locator("#update")).to_be_hidden()
    wasm, package = page.evaluate(REQUEST_TIMES_SCRIPT)
    assert len(wasm) == len(package) == 1  # the request of PyScript takes the hint's file
    assert package[0][0] >= wasm[0][1]  # the line has nothing else to do then


REQUEST_TIMES_SCRIPT = """() =>
  ["pyodide.asm.wasm", "app/greylox_web."].map((part) =>
    performance
      .getEntriesByType("resource")
      .filter(({ name }) => name.includes(part))
      .map(({ startTime, responseEnd }) => [startTime, responseEnd]),
  )
"""
REFUSALS = {
    "throws": "IDBFactory.prototype.open = () => { throw new DOMException('', 'SecurityError'); }",
    "fails": """{
      const { open } = IDBFactory.prototype;
      open.call(indexedDB, "newer", 2); // an older version of it can never be opened
      IDBFactory.prototype.open = () => open.call(indexedDB, "newer", 1);
    }""",
    "is silent": "IDBFactory.prototype.open = () => ({ addEventListener() {} })",
}


@pytest.mark.parametrize("refusal", REFUSALS)
def test_browser_denying_databases_still_plays(page: Page, open_game, refusal: str):
    page.add_init_script(REFUSALS[refusal])
    open_game(page)
    page.locator('[data-cell="e5"]:visible').click()
    expect(page.locator("#moves button").first).to_have_text("e5")


def test_start_up_line_does_not_cover_the_board(page: Page, server: SiteServer):
    page.route("**/*.wasm", lambda route: None)  # the start never ends
    page.goto(server.url + FIRST_GAME)
    expect(page.locator("#startup-stage")).to_have_text("Loading Python")
    line = page.locator("#startup").bounding_box()
    cells = [cell.bounding_box() for cell in page.locator("#board [data-cell]:visible").all()]
    top = min(cell["y"] for cell in cells)
    bottom = max(cell["y"] + cell["height"] for cell in cells)
    assert line["y"] + line["height"] <= top or line["y"] >= bottom


@pytest.fixture
def before_python(page: Page, server: SiteServer):
    """`before_python(fragment)`: open the page and hold Python; call the result to release it."""
    held: list[Route] = []
    released: list[bool] = []  # later requests are not held

    def opened(fragment: str = FIRST_GAME) -> Callable[[], None]:
        page.route("**/*.wasm", lambda r: r.continue_() if released else held.append(r))
        page.goto(server.url + fragment)
        expect(page.locator("#startup-stage")).to_have_text("Loading Python")

        def release_python() -> None:
            released.append(True)
            for route in held:
                route.continue_()

        return release_python

    return opened


def test_a_tap_before_python_is_a_ghost_and_then_a_stone(page: Page, before_python):
    release_python = before_python()
    page.locator('[data-cell="e5"]:visible').click()
    page.locator('[data-cell="d4"]:visible').click()  # the last tap counts
    expect(page.locator(".ghost-first")).to_have_attribute("data-cell", "d4")
    cell, ghost = page.locator(".ghost-first").bounding_box(), page.locator(".ghost:visible")
    box = ghost.locator(".body").bounding_box()
    for start, length in (("x", "width"), ("y", "height")):
        middle = cell[start] + cell[length] / 2
        assert abs(box[start] + box[length] / 2 - middle) < 1, "the ghost of a stone lies there"
    release_python()
    expect(page.locator("#moves button").first).to_have_text("d4")
    expect(page.locator("[class*=ghost-]")).to_have_count(0)


def test_first_game_shows_its_board_before_python(page: Page, before_python):
    release_python = before_python("")
    expect(page.locator("#board")).to_be_hidden()
    expect(page.locator("#startup-progress")).to_be_hidden()  # nothing waits for it
    page.get_by_role("link", name="Play your first game").click()
    expect(page.locator("#startup-progress")).to_be_visible()
    page.locator('[data-cell="e5"]:visible').click()
    release_python()
    expect(page.locator("#moves button").first).to_have_text("e5")
    expect(page.locator("#side-1 .player")).to_have_text("Pip")
    page.go_back()
    expect(page.locator("#home")).to_be_visible()


def test_tap_before_python_on_linked_board_plays_nothing(page: Page, before_python):
    release_python = before_python("#1/brink5-x3/m")
    page.locator('[data-cell="e5"]:visible').click()
    release_python()
    expect(page.locator("#notice")).to_contain_text("You chose e5 before the game had loaded")
    expect(page.locator("#title")).to_contain_text("Brink")
    expect(page.locator("#moves button")).to_have_count(0)


def test_tap_before_python_needs_confirmation_if_set(page: Page, before_python):
    preferences = json.dumps(json.dumps({"confirm": True}))
    key = storage_key("greylox-preferences-1")
    page.add_init_script(f"localStorage.setItem('{key}', {preferences})")
    release_python = before_python()
    page.locator('[data-cell="e5"]:visible').click()
    release_python()
    expect(page.locator("#typed")).to_contain_text("e5")
    expect(page.locator(".ghost-first")).to_have_attribute("data-cell", "e5")
    expect(page.locator("#moves button")).to_have_count(0)
    page.locator('[data-cell="e5"]:visible').click()
    expect(page.locator("#moves button").first).to_have_text("e5")


def test_slow_start_shows_warning_and_stalled_start_retry(page: Page, server: SiteServer):
    page.clock.install()
    page.route("**/*.wasm", lambda route: None)
    page.goto(server.url)
    page.wait_for_timeout(500)
    page.clock.run_for(21_000)
    expect(page.locator("#startup-stage")).to_contain_text("longer than usual")
    expect(page.locator("#startup-retry")).to_be_hidden()
    page.clock.run_for(46_000)
    expect(page.locator("#startup-retry")).to_be_visible()
    expect(page.locator("#startup-error")).to_contain_text("45 seconds")


@broken_on_purpose
def test_a_missing_file_is_named_and_retry_helps(page: Page, private_server: SiteServer):
    def restore(route: Route) -> None:
        file.write_bytes(content)
        route.continue_()

    with Cases() as cases:
        for part in (".wasm", "asm.js", ".mjs", "lib.zip", "core.js", "app/"):
            file = start_file(private_server.site, part)
            content = file.read_bytes()
            file.unlink()
            page.goto("about:blank")
            page.goto(private_server.url)
            with cases.case(part):
                expect(page.locator("#startup-error")).to_contain_text(f"{file.name} is missing")
                expect(page.locator("#startup-progress")).to_be_hidden()
            page.wait_for_load_state("networkidle")
            if part != "app/":
                file.write_bytes(content)
    page.route(private_server.url, restore)  # not earlier: the page might load it by itself
    page.locator("#startup-retry").click()
    page.wait_for_function(HAS_MARK_SCRIPT, arg="board-interactive")
    expect(page.locator("#startup")).to_be_hidden()


@broken_on_purpose
def test_python_is_named_as_missing_before_pyscript_has_loaded(
    page: Page, private_server: SiteServer
):
    start_file(private_server.site, ".wasm").unlink()
    page.route("**/core*.js", lambda route: None)
    page.goto(private_server.url)
    expect(page.locator("#startup-error")).to_contain_text("pyodide.asm.wasm is missing")


@broken_on_purpose
def test_missing_fonts_do_not_stop_the_start(page: Page, private_server: SiteServer):
    fonts = list(private_server.site.glob("fonts/*.woff2"))
    for font in fonts:
        font.unlink()
    page.goto(private_server.url)
    page.wait_for_function(HAS_MARK_SCRIPT, arg="board-interactive")
    expect(page.locator("#startup")).to_be_hidden()
    assert len(fonts) == 2


@broken_on_purpose
@pytest.mark.parametrize("part", [".wasm", "lib.zip", "app/"])
def test_a_damaged_file_is_named(page: Page, private_server: SiteServer, part: str):
    file = start_file(private_server.site, part)
    content = file.read_bytes()
    file.write_bytes(content[: len(content) // 2] + bytes(64))
    page.goto(private_server.url)
    expect(page.locator("#startup-error")).to_contain_text(f"{file.name} arrived damaged")
    expect(page.locator("#startup-retry")).to_be_visible()


@broken_on_purpose
def test_an_error_in_python_is_shown(page: Page, private_server: SiteServer):
    index = private_server.site / "index.html"
    text = index.read_text("utf-8").replace("await start()", 'raise RuntimeError("no such luck")')
    index.write_text(text, "utf-8")
    page.goto(private_server.url)
    expect(page.locator("#startup-error")).to_contain_text("no such luck")
    expect(page.locator("#startup-retry")).to_be_visible()


@broken_on_purpose
def test_browser_without_memory_shows_message(fresh_page: Page, server: SiteServer):
    """Chromium's own error occurs on the first page of a process that has no addresses left."""
    fresh_page.add_init_script("""
      window.held = [];
      try { for (;;) held.push(new WebAssembly.Memory({ initial: 1, maximum: 65536 })); } catch {}
    """)
    fresh_page.goto(server.url)
    expect(fresh_page.locator("#startup-error")).to_have_text(
        "The browser has no memory left for this page. Close other tabs that show it, or quit the"
        " browser and open it again."
    )
    expect(fresh_page.locator("#startup-retry")).to_be_visible()


def serve_web_page(route: Route) -> None:
    """Answer as many hosts do for a missing file: with a web page."""
    route.fulfill(content_type="text/html", body="<!doctype html><title>Welcome</title>")


@broken_on_purpose
def test_web_page_as_boot_script_shows_error_at_once(page: Page, server: SiteServer):
    page.route("**/boot.*.js", serve_web_page)
    page.goto(server.url)
    expect(page.locator("#startup-broken")).to_be_visible()
    expect(page.locator("#startup-slow a")).to_be_visible()
    expect(page.locator("#startup-stage")).to_be_hidden()


@pytest.mark.no_engine(False)
@broken_on_purpose
def test_web_page_as_file_is_named(page: Page, private_server: SiteServer):
    page.route("**/pyodide.asm.js", serve_web_page)
    page.goto(private_server.url + FIRST_GAME)
    expect(page.locator("#startup-error")).to_contain_text(
        "The server sends a web page in place of pyodide.asm.js"
    )
    page.unroute("**/pyodide.asm.js")
    page.route("**/late.*.css", serve_web_page)
    page.route("**/*.whl", lambda route: route.fulfill(body=b"PK, and no more"))
    page.add_init_script(
        "addEventListener('greylox:load-failed', (event) =>"
        " (window.failures ??= []).push(event.detail))"
    )
    page.reload()
    message = page.locator("#notice")
    expect(message).to_contain_text(re.compile(r"\.whl arrived damaged.*Two people can still play"))
    [sheet] = page.evaluate("() => window.failures")
    assert re.match(r"late\.\w+\.css could not be loaded", sheet)


@pytest.mark.no_engine(False)
def test_wrong_wasm_content_type_still_starts(page: Page, open_game):
    """Regression: Pyodide waited for ever in page and worker; the notice came a minute later."""
    kind = {"content-type": "application/octet-stream"}
    page.route("**/*.wasm", lambda route: route.fulfill(response=route.fetch(), headers=kind))
    open_game(page, engine=True)


@broken_on_purpose
def test_truncated_deferred_archive_is_refetched(page: Page, open_game):
    cut = [True, True]

    def half(route: Route) -> None:
        if cut:
            cut.pop()
            body = route.fetch().body()
            route.fulfill(body=body[: len(body) // 2])
        else:
            route.continue_()

    page.route(DEFERRED_ARCHIVES, half)
    open_game(page)
    page.wait_for_function(HAS_MARK_SCRIPT, arg="library-ready")


def test_unsupported_browser_shows_error_and_loads_nothing(page: Page, server: SiteServer):
    """Before 2024, browsers drew colours and dialogs wrong; without WebAssembly a code appeared."""
    for script, message in (
        ("CSS.supports = (it) => !/light-dark/.test(it)", "too old"),
        ("delete globalThis.WebAssembly", "WebAssembly switched off"),
    ):
        page.add_init_script(script)
        page.goto(server.url)
        expect(page.locator("#startup-error")).to_contain_text(message)
        expect(page.locator("#startup-retry")).to_be_hidden()
        assert not page.locator("script[src*='pyscript']").count()


@broken_on_purpose
def test_without_the_first_script_a_link_appears(page: Page, private_server: SiteServer):
    page.route("**/boot.*.js", lambda route: None)  # it never arrives
    page.goto(private_server.url, wait_until="commit")
    late_link = page.locator("#startup-slow")
    expect(late_link).to_be_hidden()
    late_link.evaluate("e => e.getAnimations().forEach(a => a.finish())")
    expect(late_link).to_be_visible()


@broken_on_purpose
def test_board_works_without_engine_files(page: Page, private_server: SiteServer):
    next(private_server.site.glob("wheels.*/*.whl")).unlink()
    page.goto(private_server.url)
    page.wait_for_function(HAS_MARK_SCRIPT, arg="board-interactive")
    expect(page.locator("#startup")).to_be_hidden()


DEFERRED_ARCHIVES = "**/app/*-rest.*"  # not needed for the start


def test_first_stone_works_without_deferred_archive(page: Page, open_game):
    page.route(DEFERRED_ARCHIVES, lambda route: None)  # it never arrives
    open_game(page)
    page.locator('[data-cell="e5"]:visible').click()
    expect(page.locator("#moves button").first).to_have_text("e5")
    expect(page.locator("#turn")).to_have_text("Pip to move: two stones")


@pytest.mark.parametrize("trigger", ["a page", "a link"])
def test_deferred_module_is_fetched_on_demand(page: Page, open_game, trigger: str):
    def held(route: Route) -> None:
        if route.request.resource_type == "xhr":
            route.continue_()

    page.route(DEFERRED_ARCHIVES, held)
    if trigger == "a page":
        open_game(page)
        page.click("#open-settings")
        expect(page.locator("#settings")).to_be_visible()
    else:
        open_game(page, "#1%2Flox5%2Fmc3")
        expect(page.locator("#moves button").first).to_have_text("c3")


@broken_on_purpose
def test_lost_deferred_archive_is_requested_again(page: Page, open_game):
    requests: list[str] = []

    def lost_once(route: Route) -> None:
        requests.append(route.request.url)
        if len(requests) == 1:
            route.abort()
        else:
            route.continue_()

    page.route(DEFERRED_ARCHIVES, lost_once)
    open_game(page)
    page.wait_for_function(HAS_MARK_SCRIPT, arg="library-ready")
    assert requests.count(requests[0]) > 1


@pytest.mark.allow_console("Content Security Policy")
def test_the_policy_lets_no_inline_script_run(page: Page, open_game):
    open_game(page)
    ran = page.evaluate(
        """() => new Promise(done => {
            addEventListener("securitypolicyviolation", event => done(event.effectiveDirective));
            const script = document.createElement("script");
            script.textContent = "window.injected = true";
            document.body.append(script);
        })"""
    )
    assert ran == "script-src-elem"
    assert not page.evaluate("window.injected")
