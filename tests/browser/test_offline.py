"""The offline copy: complete after one visit, whole versions only, updated on request."""

from __future__ import annotations

import json
import re

import pytest
from playwright.sync_api import Page, expect

from tools import ROOT
from tools.chromium import HAS_MARK_SCRIPT, NO_TIERING_FLAGS
from tools.environment import ensure_chromium
from tools.pack import Site, pack
from tools.site.files import write_site

from .page_actions import Cases, prefer_language, press, wait_until
from .shared_browsers import BOARD, NAVIGATE_SCRIPT
from .site_server import ConsoleWatch, SiteServer

SERVICE_WORKER_ACTIVE_SCRIPT = (
    "async () => (await navigator.serviceWorker.ready).active.state === 'activated'"
)
BUILD_FACTS_SCRIPT = "JSON.parse(document.querySelector('meta[name=greylox-build]').content)"
VERSION_SCRIPT, ENGINE = f"{BUILD_FACTS_SCRIPT}.version", f"{BUILD_FACTS_SCRIPT}.engine"


def release(host: SiteServer, parts: Site, mark: str) -> None:
    """Serve another version of the site, with ``mark`` in a style sheet and the changelog."""
    style = parts["late.css"] + f"\n/* {mark} */\n".encode()
    news = json.dumps([f"What is {mark}.", *json.loads(parts["news.json"])]).encode()
    write_site(pack(parts | {"late.css": style, "news.json": news}), host.site)


def visit(page: Page, host: SiteServer, fragment: str = BOARD) -> None:
    """Open the page and wait for the board, the engine and the offline copy."""
    page.goto(host.url + fragment)
    wait_offline_ready(page)


def wait_offline_ready(page: Page) -> None:
    """Wait for the board, the engine if it may start, and then the offline copy."""
    page.wait_for_function(HAS_MARK_SCRIPT, arg="board-interactive")
    if page.evaluate("window.hasNoWorkers"):
        expect(page.locator("#report")).to_have_text("The engine is not running.")
    else:
        page.wait_for_function(HAS_MARK_SCRIPT, arg="engine-ready")
    wait_until(page, SERVICE_WORKER_ACTIVE_SCRIPT)


def own_caches(page: Page) -> list[str]:
    """The versions in this site's caches."""
    names = page.evaluate(
        """async () => {
            const { scope } = await navigator.serviceWorker.ready;
            return (await caches.keys()).filter(name => name.startsWith(`greylox-${scope} `));
        }"""
    )
    return [name.split()[-1] for name in names]


def check_for_update(page: Page, wanted: str = "") -> str:
    """Check for an update as the page's own button does; return the status, the wanted one if any.

    A version that cannot be installed reports "failed" after the status of the check.
    """
    return page.evaluate(
        """wanted => new Promise(done => {
            addEventListener("greylox:update-status", function listen({ detail }) {
                if (wanted && detail !== wanted) return;
                removeEventListener("greylox:update-status", listen);
                done(detail);
            });
            dispatchEvent(new Event("greylox:check-update"));
        })""",
        wanted,
    )


def test_page_plays_offline_after_one_visit(profile, private_server: SiteServer):
    visit(profile().new_page(), private_server)
    private_server.stop()

    context = profile()  # a new browser process
    watch = ConsoleWatch(context)
    for address in ("", "index.html#puzzle/today", "?from=a-link", "#1%2Flox5%2Fmc3"):
        page = context.new_page()
        visit(page, private_server, address)
        expect(page.locator("#startup")).to_be_hidden()
        if "puzzle" in address:
            expect(page.locator("#exercise-title")).to_contain_text("to play and")
        page.close()
    page = context.new_page()
    visit(page, private_server, "go/learn/lox.html?cut")  # a page for link previews
    expect(page).to_have_url(f"{private_server.url}#learn/lox/cut")
    watch.check()


CACHED_LANGUAGES_SCRIPT = """async () => {
    const copies = (await caches.keys()).map(async name => (await caches.open(name)).keys());
    const addresses = (await Promise.all(copies)).flat().map(({ url }) => url);
    const codes = addresses.map(url => /\\/words-([a-z]+)\\.[0-9a-f]+\\.json$/.exec(url)?.[1]);
    return codes.filter(Boolean).sort();
}"""


@pytest.mark.allow_console("")  # what is not in the offline copy cannot be fetched
def test_the_copy_has_english_and_the_languages_in_use(profile, private_server: SiteServer):
    context = profile()
    prefer_language(context, "de")
    page = context.new_page()
    visit(page, private_server, "#you/settings")
    wait_until(page, f"async () => String(await ({CACHED_LANGUAGES_SCRIPT})()) === 'de'")
    context.set_offline(True)
    page.reload()
    wait_offline_ready(page)
    html, field = page.locator("html"), page.locator("#settings-language")
    about = page.locator("#settings-about-language")
    expect(html).to_have_attribute("lang", "de")
    field.select_option("es")
    expect(about).to_have_text(re.compile("Diese Sprache .* noch nicht gespeichert"))
    expect(field).to_have_value("")
    expect(html).to_have_attribute("lang", "de")
    field.select_option("en")  # it is always there
    expect(html).to_have_attribute("lang", "en")
    wait_offline_ready(page)

    context.set_offline(False)
    field.select_option("es")
    expect(html).to_have_attribute("lang", "es")
    wait_offline_ready(page)
    assert page.evaluate(CACHED_LANGUAGES_SCRIPT) == ["de", "es"]

    worker = private_server.site / "service-worker.js"  # an update keeps both
    version = page.evaluate(VERSION_SCRIPT)
    worker.write_text(worker.read_text("utf-8").replace(version, "next"), "utf-8")
    assert check_for_update(page) in ("arriving", "waiting")
    expect(page.locator("#update")).to_be_visible()
    context.set_offline(True)
    with page.expect_navigation():
        page.locator("#update-now").click()
    wait_until(page, "async () => (await caches.keys()).join().endsWith(' next')")
    wait_offline_ready(page)
    expect(html).to_have_attribute("lang", "es")
    assert page.evaluate(CACHED_LANGUAGES_SCRIPT) == ["de", "es"]


OFFLINE_MESSAGE = "Offline everything works"


@pytest.mark.no_workers
@pytest.mark.allow_console("ERR_INTERNET_DISCONNECTED")  # its update check fails
def test_offline_status_shows_at_board_and_at_home(profile, private_server: SiteServer):
    context = profile()
    page = context.new_page()
    visit(page, private_server)
    status = page.locator(".head .offline[role=status]")
    expect(status).to_have_text("")
    changes = (
        "() => { window.changes = []; new MutationObserver(() => changes.push(1)).observe("
        + ("document.querySelector('.head .offline'), { childList: true, subtree: true }); }")
    )
    page.evaluate(changes)
    context.set_offline(True)
    expect(status).to_have_text(OFFLINE_MESSAGE)
    page.evaluate("dispatchEvent(new Event('offline'))")  # some browsers fire it twice
    assert page.evaluate("changes.length") == 1, "it is announced once"
    for width, height in ((1440, 900), (834, 1112), (390, 844), (844, 390), (320, 640)):
        page.set_viewport_size({"width": width, "height": height})
        word = status.locator("span").first.bounding_box()
        frame = page.locator(".head .name").bounding_box()
        assert word["x"] + word["width"] <= frame["x"] + frame["width"], (width, height)
        assert word["y"] + word["height"] <= frame["y"] + frame["height"] + 1, (width, height)
    page.set_viewport_size({"width": 390, "height": 844})
    page.evaluate("location.hash = '#1/lox11-n/m'")
    board_line = page.locator("#board-line")
    expect(board_line).to_have_text("11 × 11 · no swap")
    assert board_line.evaluate("line => line.scrollWidth <= line.clientWidth")
    page.set_viewport_size({"width": 1440, "height": 900})
    page.click("#open-more")
    expect(page.locator("#more .out-of-reach")).to_be_visible()
    page.keyboard.press("Escape")
    page.evaluate("location.hash = 'home'")
    expect(page.locator(".page-notice.offline")).to_be_visible()
    page.reload()
    wait_offline_ready(page)
    expect(page.locator(".page-notice.offline")).to_have_text(OFFLINE_MESSAGE)
    context.set_offline(False)
    expect(page.locator(".page-notice.offline")).to_have_text("")
    page.evaluate("location.hash = 'go-on'")
    expect(status).to_have_text("")
    page.click("#open-more")
    expect(page.locator("#more .out-of-reach")).to_be_hidden()


@pytest.mark.true_start
@pytest.mark.allow_console("")  # files not yet fetched fail
def test_missing_offline_copy_shows_reload_warning(page: Page, open_game):
    page.add_init_script("Object.defineProperty(navigator, 'serviceWorker', { value: undefined })")
    open_game(page)
    page.context.set_offline(True)
    expect(page.locator(".head .offline")).to_have_text("Offline do not reload")
    page.click("#open-more")
    message = page.locator("#more .out-of-reach")
    expect(message).to_be_visible()
    assert message.inner_text().startswith("No offline copy is kept here. Without a network only")


@pytest.mark.no_workers
def test_first_visit_reports_current_and_outlives_its_server(profile, private_server: SiteServer):
    page = profile().new_page()
    visit(page, private_server)
    assert check_for_update(page) == "current"  # long before the automatic check
    private_server.stop()
    assert page.evaluate(f"async () => (await fetch({ENGINE})).status") == 200


@pytest.mark.no_workers
def test_failed_offline_copy_is_retried_on_request(profile, private_server: SiteServer):
    worker = private_server.site / "service-worker.js"
    text = worker.read_text("utf-8")
    worker.unlink()
    page = profile().new_page()
    page.goto(private_server.url + BOARD)
    page.wait_for_function(HAS_MARK_SCRIPT, arg="board-interactive")
    assert check_for_update(page) == "unkept"
    worker.write_text(text, "utf-8")
    assert check_for_update(page) in ("current", "arriving")
    wait_until(page, SERVICE_WORKER_ACTIVE_SCRIPT)


@pytest.mark.no_workers
def test_a_new_version_waits_for_the_players_word(profile, private_server: SiteServer, parts: Site):
    context = profile()
    page = context.new_page()
    visit(page, private_server, "#1/lox5/m")
    page.locator("#cell-c3").click()
    first = page.evaluate(VERSION_SCRIPT)
    page.evaluate(
        """async () => {
            await (await caches.open("another-game 7")).put("./x", new Response("kept"));
            await (await caches.open("greylox-http://elsewhere/ 1")).put("./x", new Response(""));
            localStorage.setItem("another-game", "kept");
            window.samePage = true;
        }"""
    )

    release(private_server, parts, "next")
    assert check_for_update(page) in ("arriving", "waiting")
    expect(page.locator("#update")).to_be_visible()
    assert len(own_caches(page)) == 2
    page.locator("#update-later").click()
    expect(page.locator("#update")).to_be_hidden()
    page.locator("#cell-b2").click()
    assert page.evaluate("window.samePage"), "it waits while a game goes on"
    page.reload()
    wait_offline_ready(page)
    assert page.evaluate(VERSION_SCRIPT) == first, (
        "the old version stays whole until the player agrees"
    )

    expect(page.locator("#update")).to_be_visible()
    page.locator("#update-now").click()
    page.wait_for_function(f"first => {VERSION_SCRIPT} !== first", arg=first)
    wait_offline_ready(page)
    expect(page.locator("#update")).to_be_hidden()
    assert page.evaluate("location.hash").startswith("#1/lox5/mc3b2")
    second = page.evaluate(VERSION_SCRIPT)
    assert own_caches(page) == [second]
    assert {"another-game 7", "greylox-http://elsewhere/ 1"} <= set(page.evaluate("caches.keys()"))
    assert page.evaluate("localStorage.getItem('another-game')") == "kept"

    private_server.stop()
    page.reload()
    wait_offline_ready(page)
    assert page.evaluate(VERSION_SCRIPT) == second


@pytest.mark.no_workers
def test_a_damaged_version_is_not_installed(profile, private_server: SiteServer, parts: Site):
    page = profile().new_page()
    visit(page, private_server)
    first = page.evaluate(VERSION_SCRIPT)
    release(private_server, parts | {"engine.js": parts["engine.js"] + b"\n// next\n"}, "next")
    with Cases() as cases:
        for pattern in ("late.*.css", "engine.*.js", "index.html"):
            file = next(private_server.site.glob(pattern))
            whole = file.read_bytes()
            file.write_bytes(whole + b" ")
            check_for_update(page, wanted="failed")
            with cases.case(pattern):
                expect(page.locator("#update")).to_be_hidden()
                assert own_caches(page) == [first]
            if pattern == "late.*.css":
                page.reload()
                wait_offline_ready(page)
                assert page.evaluate(VERSION_SCRIPT) == first
            file.write_bytes(whole)
    check_for_update(page)
    expect(page.locator("#update")).to_be_visible()


@pytest.mark.no_workers
def test_another_tab_keeps_its_version(profile, private_server: SiteServer, parts: Site):
    context = profile()
    one, two = context.new_page(), context.new_page()
    visit(one, private_server)
    visit(two, private_server)
    first = two.evaluate(VERSION_SCRIPT)
    two.evaluate("window.samePage = true")
    release(private_server, parts | {"engine.js": parts["engine.js"] + b"\n// next\n"}, "next")
    check_for_update(one)
    one.locator("#update-now").click()
    one.wait_for_function(f"first => {VERSION_SCRIPT} !== first", arg=first)
    wait_offline_ready(one)

    assert two.evaluate("window.samePage"), "only the tab that was asked reloads"
    expect(two.locator("#update")).to_be_visible()
    assert two.evaluate(f"async () => (await fetch({ENGINE})).status") == 200
    two.locator("#update-now").click()
    two.wait_for_function(f"first => {VERSION_SCRIPT} !== first", arg=first)
    wait_offline_ready(two)
    two.close()
    one.reload()
    wait_offline_ready(one)
    wait_until(one, "async () => (await caches.keys()).length === 1")


@pytest.mark.no_workers
def test_news_appear_once_after_update(profile, private_server: SiteServer, parts: Site):
    write_site(pack(parts), private_server.site)
    page = profile().new_page()
    visit(page, private_server)
    wait_until(
        page,
        "() => localStorage.getItem(greyloxStorageKey('greylox-preferences-1'))?.includes('news')",
    )
    expect(page.locator("#news")).to_have_count(0)  # a first visit shows no news
    release(private_server, parts, "next")
    check_for_update(page)
    first = page.evaluate(VERSION_SCRIPT)
    page.locator("#update-now").click()
    page.wait_for_function(f"first => {VERSION_SCRIPT} !== first", arg=first)
    wait_offline_ready(page)
    page.wait_for_function(HAS_MARK_SCRIPT, arg="library-ready")
    news = page.locator("#news")
    expect(news).to_contain_text("New since your last visit: 1")
    news.locator("summary").click()
    expect(news.locator("li")).to_have_text(["What is next."])
    news.locator("button").click()
    expect(news).to_have_count(0)
    page.reload()
    page.wait_for_function(HAS_MARK_SCRIPT, arg="library-ready")
    page.wait_for_timeout(300)
    expect(news).to_have_count(0)


def test_an_installed_app_finds_updates(
    playwright_api, tmp_path, private_server: SiteServer, parts: Site
):
    context = playwright_api.chromium.launch_persistent_context(
        tmp_path / "installed",
        executable_path=ensure_chromium(),  # headless Chromium has no windows
        args=[*NO_TIERING_FLAGS, f"--app={private_server.url}"],  # the window of an installed app
    )
    page = context.pages[0]
    wait_offline_ready(page)
    assert page.evaluate("matchMedia('(display-mode: standalone)').matches")
    expect(page.locator("#version")).to_have_text(page.evaluate(VERSION_SCRIPT))
    page.evaluate(NAVIGATE_SCRIPT, BOARD)
    notice = page.locator("#notice")
    press(page, "check-update")
    expect(notice).to_have_text("This is the newest version.")
    release(private_server, parts, "next")
    press(page, "check-update")
    expect(page.locator("#update")).to_be_visible()
    expect(notice).to_contain_text("new version")
    context.close()


def limit_quota(page: Page, host: SiteServer, size: int) -> None:
    """Limit the site's storage in this browser to ``size`` bytes."""
    origin = "/".join(host.url.split("/")[:3])
    limit = {"origin": origin, "quotaSize": size}
    page.context.new_cdp_session(page).send("Storage.overrideQuotaForOrigin", limit)


def test_full_browser_plays_without_copy_and_shows_notice(profile, private_server: SiteServer):
    page = profile().new_page()
    limit_quota(page, private_server, 1_000_000)
    page.goto(private_server.url + BOARD)
    page.wait_for_function(HAS_MARK_SCRIPT, arg="engine-ready")
    expect(page.locator("#notice")).to_contain_text("No offline copy could be stored")
    page.locator("#cell-e5").click()
    expect(page.locator("#cell-e5.first")).to_be_visible()
    press(page, "check-update")
    expect(page.locator("#notice")).not_to_contain_text("No offline copy could be stored")
    wait_until(page, "async () => (await caches.keys()).length === 0")


@pytest.mark.no_workers
def test_unreadable_copy_falls_back_to_server(profile, private_server: SiteServer):
    worker = private_server.site / "service-worker.js"
    broken = "CacheStorage.prototype.match = async () => { throw new Error('unreadable'); };"
    worker.write_text(broken + worker.read_text("utf-8"), "utf-8")
    page = profile().new_page()
    visit(page, private_server)
    page.reload()
    page.wait_for_function(HAS_MARK_SCRIPT, arg="board-interactive")
    assert page.evaluate("() => Boolean(navigator.serviceWorker.controller)")


@pytest.mark.no_workers
def test_a_full_browser_stays_at_its_version(profile, private_server: SiteServer, parts: Site):
    page = profile().new_page()
    visit(page, private_server)
    first = page.evaluate(VERSION_SCRIPT)
    limit_quota(page, private_server, 1_000_000)
    release(private_server, parts, "next")
    press(page, "check-update")
    expect(page.locator("#notice")).to_contain_text("The new version could not be stored")
    expect(page.locator("#update")).to_be_hidden()
    page.reload()
    wait_offline_ready(page)
    assert page.evaluate(VERSION_SCRIPT) == first


@pytest.mark.no_workers
def test_kill_switch_clears_broken_version_and_keeps_games(
    profile, private_server: SiteServer, parts: Site
):
    page = profile().new_page()
    visit(page, private_server, "#1/lox5/m")
    page.locator("#cell-c3").click()
    page.wait_for_function(HAS_MARK_SCRIPT, arg="library-ready")
    broken = parts | {"boot.js": b"throw new Error('a broken version');"}
    write_site(pack(broken), private_server.site)
    check_for_update(page)
    page.locator("#update-now").click()
    page.wait_for_function("() => document.querySelector('#startup')?.checkVisibility()")

    killer = (ROOT / "tools/kill_switch.js").read_bytes()
    write_site(pack(parts | {"service-worker.js": killer}), private_server.site)
    page.reload()  # the browser itself checks for a newer worker
    page.wait_for_function(HAS_MARK_SCRIPT, arg="board-interactive")
    wait_until(page, "async () => (await caches.keys()).length === 0")
    page.evaluate("window.samePage = true")
    page.wait_for_function(HAS_MARK_SCRIPT, arg="library-ready")
    wait_until(page, "async () => (await navigator.serviceWorker.getRegistrations()).length === 0")
    assert page.evaluate("window.samePage"), "it does not load the page again and again"
    assert page.evaluate("location.hash").startswith("#1/lox5/mc3")
    page.click("#open-you")
    expect(page.locator("#library-games li")).to_have_count(1)
