"""The start: a board before Python, a word on progress, and a sentence when it fails."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from .hosts import Host, kept_as
from .playing import MARKED

pytestmark = [pytest.mark.true_start, pytest.mark.no_engine]

broken_on_purpose = pytest.mark.allow_console("")


@pytest.fixture
def page(fresh_page: Page) -> Page:
    """Most of these are about a first visit."""
    return fresh_page


def start_files(site: Path) -> dict[str, list]:
    """The files that the page waits for, by path."""
    page = (site / "index.html").read_text("utf-8")
    return json.loads(re.search(r"name=\"greylox-files\" content='([^']*)'", page)[1])


def start_file(site: Path, part: str) -> Path:
    """The one of them whose path holds this text."""
    return site / next(path for path in start_files(site) if part in path)


def test_the_board_is_there_before_python(early, page: Page):
    early()
    boards = page.locator("#board > svg")  # for wide windows, and for phones
    assert [b.locator("[data-cell]").count() for b in boards.all()] == [37, 37]
    for width, height, shown in ((1280, 800, 0), (390, 844, 1), (844, 390, 0)):
        page.set_viewport_size({"width": width, "height": height})
        assert [b.is_visible() for b in boards.all()] == [shown == 0, shown == 1]


def test_where_nothing_can_work_one_sentence_says_why(chromium: Browser, host: Host):
    """Without scripts, and as a file: nothing else is there, for nothing would answer."""
    without = chromium.new_context(java_script_enabled=False)
    page = without.new_page()
    page.goto(host.url)
    said = page.locator("body").inner_text()
    assert said == "Greylox runs in your browser and needs JavaScript."
    without.close()
    page = chromium.new_page()
    page.goto((host.site / "index.html").as_uri())
    said = page.locator("body").inner_text()
    assert "python3 build.py serve" in said and "\n" not in said
    page.close()


@pytest.mark.no_engine(False)
def test_starts_engine_and_hides_the_start_up_line(page: Page, open_game):
    open_game(page, engine=True)
    expect(page.locator("#startup")).to_be_hidden()
    expect(page.locator("#update")).to_be_hidden()


REFUSALS = {
    "throws": "IDBFactory.prototype.open = () => { throw new DOMException('', 'SecurityError'); }",
    "fails": """{
      const { open } = IDBFactory.prototype;
      open.call(indexedDB, "newer", 2); // an older version of it can never be opened
      IDBFactory.prototype.open = () => open.call(indexedDB, "newer", 1);
    }""",
    "is silent": "IDBFactory.prototype.open = () => ({ addEventListener() {} })",
}


@pytest.mark.no_engine(False)
@pytest.mark.parametrize("refusal", REFUSALS)
def test_a_browser_that_denies_databases_still_plays(page: Page, open_game, refusal: str):
    page.add_init_script(REFUSALS[refusal])
    open_game(page, engine=True)
    page.locator('[data-cell="e5"]:visible').click()
    expect(page.locator("#moves button").first).to_have_text("e5")


def test_start_up_line_does_not_cover_the_board(page: Page, host: Host):
    page.route("**/*.wasm", lambda route: None)  # the start never ends
    page.goto(host.url)
    expect(page.locator("#startup-stage")).to_have_text("Loading Python")
    line = page.locator("#startup").bounding_box()
    cells = [cell.bounding_box() for cell in page.locator("#board [data-cell]:visible").all()]
    top = min(cell["y"] for cell in cells)
    bottom = max(cell["y"] + cell["height"] for cell in cells)
    assert line["y"] + line["height"] <= top or line["y"] >= bottom


@pytest.fixture
def early(page: Page, host: Host):
    """`early(fragment)`: the page before Python; what it returns lets Python come."""
    held: list[Route] = []
    may_come: list[bool] = []  # what is asked for later comes at once

    def opened(fragment: str = "") -> Callable[[], None]:
        page.route("**/*.wasm", lambda r: r.continue_() if may_come else held.append(r))
        page.goto(host.url + fragment)
        expect(page.locator("#startup-stage")).to_have_text("Loading Python")

        def go_on() -> None:
            may_come.append(True)
            for route in held:
                route.continue_()

        return go_on

    return opened


def test_a_tap_before_python_is_a_ghost_and_then_a_stone(page: Page, early):
    go_on = early()
    page.locator('[data-cell="e5"]:visible').click()
    page.locator('[data-cell="d4"]:visible').click()  # the last one counts
    expect(page.locator(".ghost-first")).to_have_attribute("data-cell", "d4")
    cell, ghost = page.locator(".ghost-first").bounding_box(), page.locator(".ghost:visible")
    box = ghost.locator(".body").bounding_box()
    for start, length in (("x", "width"), ("y", "height")):
        middle = cell[start] + cell[length] / 2
        assert abs(box[start] + box[length] / 2 - middle) < 1, "the ghost of a stone lies there"
    go_on()
    expect(page.locator("#moves button").first).to_have_text("d4")
    expect(page.locator("[class*=ghost-]")).to_have_count(0)


def test_a_tap_before_python_plays_nothing_on_another_board(page: Page, early):
    go_on = early("#1/brink5-x3/m")
    page.locator('[data-cell="e5"]:visible').click()
    go_on()
    expect(page.locator("#notice")).to_contain_text("You chose e5 before the game had loaded")
    expect(page.locator("#title")).to_contain_text("Brink")
    expect(page.locator("#moves button")).to_have_count(0)


def test_a_tap_before_python_waits_for_the_second_one_where_taps_are_confirmed(page: Page, early):
    wanted = json.dumps(json.dumps({"confirm": True}))
    key = kept_as("greylox-preferences-1")
    page.add_init_script(f"localStorage.setItem('{key}', {wanted})")
    go_on = early()
    page.locator('[data-cell="e5"]:visible').click()
    go_on()
    expect(page.locator("#typed")).to_contain_text("e5")
    expect(page.locator(".ghost-first")).to_have_attribute("data-cell", "e5")
    expect(page.locator("#moves button")).to_have_count(0)
    page.locator('[data-cell="e5"]:visible').click()
    expect(page.locator("#moves button").first).to_have_text("e5")


def test_a_slow_start_is_called_slow_and_a_stalled_one_offers_a_retry(page: Page, host: Host):
    page.clock.install()
    page.route("**/*.wasm", lambda route: None)
    page.goto(host.url)
    page.wait_for_timeout(500)
    page.clock.run_for(21_000)
    expect(page.locator("#startup-stage")).to_contain_text("longer than usual")
    expect(page.locator("#startup-retry")).to_be_hidden()
    page.clock.run_for(46_000)
    expect(page.locator("#startup-retry")).to_be_visible()
    expect(page.locator("#startup-error")).to_contain_text("45 seconds")


@broken_on_purpose
@pytest.mark.parametrize("part", [".wasm", "asm.js", ".mjs", "lib.zip", "core.js", "app/"])
def test_a_missing_file_is_named_and_retry_helps(page: Page, own_host: Host, part: str):
    file = start_file(own_host.site, part)
    content = file.read_bytes()
    file.unlink()
    page.goto(own_host.url)
    expect(page.locator("#startup-error")).to_contain_text(f"{file.name} is missing")
    expect(page.locator("#startup-progress")).to_be_hidden()
    page.wait_for_load_state("networkidle")
    file.write_bytes(content)
    page.locator("#startup-retry").click()
    page.wait_for_function(MARKED, arg="board-interactive")
    expect(page.locator("#startup")).to_be_hidden()


@broken_on_purpose
@pytest.mark.parametrize("part", [".wasm", "lib.zip", "app/"])
def test_a_damaged_file_is_named(page: Page, own_host: Host, part: str):
    file = start_file(own_host.site, part)
    content = file.read_bytes()
    file.write_bytes(content[: len(content) // 2] + bytes(64))
    page.goto(own_host.url)
    expect(page.locator("#startup-error")).to_contain_text(f"{file.name} arrived damaged")
    expect(page.locator("#startup-retry")).to_be_visible()


@broken_on_purpose
def test_an_error_in_python_is_shown(page: Page, own_host: Host):
    index = own_host.site / "index.html"
    text = index.read_text("utf-8").replace("await start()", 'raise RuntimeError("no such luck")')
    index.write_text(text, "utf-8")
    page.goto(own_host.url)
    expect(page.locator("#startup-error")).to_contain_text("no such luck")
    expect(page.locator("#startup-retry")).to_be_visible()


@broken_on_purpose
def test_a_browser_without_memory_says_so_in_words(fresh_page: Page, host: Host):
    """Chromium's own words come with the first page of a process that has no addresses left."""
    fresh_page.add_init_script("""
      window.held = [];
      try { for (;;) held.push(new WebAssembly.Memory({ initial: 1, maximum: 65536 })); } catch {}
    """)
    fresh_page.goto(host.url)
    expect(fresh_page.locator("#startup-error")).to_have_text(
        "The browser has no memory left for this page. Close other tabs that show it, or quit the"
        " browser and open it again."
    )
    expect(fresh_page.locator("#startup-retry")).to_be_visible()


def a_web_page(route: Route) -> None:
    """What many hosts send in the place of a file that they do not have."""
    route.fulfill(content_type="text/html", body="<!doctype html><title>Welcome</title>")


@broken_on_purpose
def test_a_first_script_that_is_none_is_told_at_once(page: Page, host: Host):
    page.route("**/boot.*.js", a_web_page)
    page.goto(host.url)
    expect(page.locator("#startup-broken")).to_be_visible()
    expect(page.locator("#startup-late a")).to_be_visible()
    expect(page.locator("#startup-stage")).to_be_hidden()


@pytest.mark.no_engine(False)
@broken_on_purpose
def test_a_file_that_is_none_is_named(page: Page, own_host: Host):
    page.route("**/pyodide.asm.js", a_web_page)
    page.goto(own_host.url)
    expect(page.locator("#startup-error")).to_contain_text(
        "The server sends a web page in place of pyodide.asm.js"
    )
    page.unroute("**/pyodide.asm.js")
    page.route("**/dialogs.*.css", a_web_page)
    page.route("**/*.whl", lambda route: route.fulfill(body=b"PK, and no more"))
    page.add_init_script(
        "addEventListener('greylox:file-failed', ({ detail }) => (window.told ??= []).push(detail))"
    )
    page.goto(own_host.url)
    told = page.locator("#notice")
    expect(told).to_contain_text(re.compile(r"\.whl arrived damaged.*Two people can still play"))
    [sheet] = page.evaluate("() => window.told")
    assert re.match(r"dialogs\.\w+\.css could not be loaded", sheet)


@pytest.mark.no_engine(False)
def test_a_host_that_does_not_know_webassembly_is_no_hindrance(page: Page, open_game):
    """Pyodide waited for ever, here and in the worker, and the page said that a minute later."""
    kind = {"content-type": "application/octet-stream"}
    page.route("**/*.wasm", lambda route: route.fulfill(response=route.fetch(), headers=kind))
    open_game(page, engine=True)


@broken_on_purpose
def test_a_rest_that_was_cut_off_is_fetched_again(page: Page, open_game):
    cut = [True, True]

    def half(route: Route) -> None:
        if cut:
            cut.pop()
            body = route.fetch().body()
            route.fulfill(body=body[: len(body) // 2])
        else:
            route.continue_()

    page.route(REST, half)
    open_game(page)
    page.wait_for_function(MARKED, arg="library-ready")


def test_a_browser_that_cannot_is_told_so_at_once_and_loads_nothing(page: Page, host: Host):
    """One from before 2024 drew colours and dialogs wrong; without WebAssembly a code was told."""
    for script, told in (
        ("CSS.supports = (it) => !/light-dark/.test(it)", "too old"),
        ("delete globalThis.WebAssembly", "WebAssembly switched off"),
    ):
        page.add_init_script(script)
        page.goto(host.url)
        expect(page.locator("#startup-error")).to_contain_text(told)
        expect(page.locator("#startup-retry")).to_be_hidden()
        assert not page.locator("script[src*='pyscript']").count()


@broken_on_purpose
def test_without_the_first_script_a_link_appears(page: Page, own_host: Host):
    page.route("**/boot.*.js", lambda route: None)  # it never comes
    page.goto(own_host.url, wait_until="commit")
    late = page.locator("#startup-late")
    expect(late).to_be_hidden()
    late.evaluate("e => e.getAnimations().forEach(a => a.finish())")
    expect(late).to_be_visible()


@broken_on_purpose
def test_the_board_needs_nothing_of_the_engine(page: Page, own_host: Host):
    next(own_host.site.glob("wheels.*/*.whl")).unlink()
    page.goto(own_host.url)
    page.wait_for_function(MARKED, arg="board-interactive")
    expect(page.locator("#startup")).to_be_hidden()


REST = "**/app/*-rest.*"  # what the start does without


def test_the_first_stone_needs_nothing_of_the_rest(page: Page, open_game):
    page.route(REST, lambda route: None)  # it never comes; whoever waits for it waits for ever
    open_game(page)
    page.locator('[data-cell="e5"]:visible').click()
    expect(page.locator("#moves button").first).to_have_text("e5")
    expect(page.locator("#turn")).to_have_text("Pip to move")


@pytest.mark.parametrize("early", ["a dialog", "a link"])
def test_what_is_needed_too_early_is_fetched_at_once(page: Page, open_game, early: str):
    def held(route: Route) -> None:
        if route.request.resource_type == "xhr":
            route.continue_()

    page.route(REST, held)
    if early == "a dialog":
        open_game(page)
        page.click("#open-settings")
        expect(page.locator("#settings")).to_be_visible()
    else:
        open_game(page, "#1%2Flox5%2Fmc3")
        expect(page.locator("#moves button").first).to_have_text("c3")


@broken_on_purpose
def test_a_rest_that_did_not_come_is_asked_for_again(page: Page, open_game):
    asked: list[str] = []

    def lost_once(route: Route) -> None:
        asked.append(route.request.url)
        if len(asked) == 1:
            route.abort()
        else:
            route.continue_()

    page.route(REST, lost_once)
    open_game(page)
    page.wait_for_function(MARKED, arg="library-ready")
    assert asked.count(asked[0]) > 1


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
