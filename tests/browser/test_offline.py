"""The offline copy: complete after one visit, whole versions only, updated on the player's word."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

import build
from lab.pack import Site, pack

from .conftest import MARKED, Host, Watch, until

KEPT = "async () => (await navigator.serviceWorker.ready).active.state === 'activated'"
FACTS = "JSON.parse(document.querySelector('meta[name=greylox-build]').content)"
VERSION, WORKER = f"{FACTS}.version", f"{FACTS}.worker"


@pytest.fixture(scope="module")
def parts() -> Site:
    """The files of the site before they are packed."""
    return build.collect()


def release(host: Host, parts: Site, mark: str) -> None:
    """Put another version of the site on the server: the style sheet says so."""
    style = parts["style.css"] + f"\n/* {mark} */\n".encode()
    build.write(pack(parts | {"style.css": style}), host.site)


def visit(page: Page, host: Host, fragment: str = "") -> None:
    """Open the page and wait for the board, the engine and the offline copy."""
    page.goto(host.url + fragment)
    settled(page)


def settled(page: Page) -> None:
    page.wait_for_function(MARKED, arg="board-interactive")
    page.wait_for_function(MARKED, arg="engine-ready")
    until(page, KEPT)


def own_caches(page: Page) -> list[str]:
    """The versions that this site keeps."""
    names = page.evaluate(
        """async () => {
            const { scope } = await navigator.serviceWorker.ready;
            return (await caches.keys()).filter(name => name.startsWith(`greylox-${scope} `));
        }"""
    )
    return [name.split()[-1] for name in names]


def check_for_update(page: Page) -> str:
    """Ask as the page's own button does; the answer."""
    return page.evaluate(
        """() => new Promise(done => {
            addEventListener("greylox:update-status", e => done(e.detail), { once: true });
            dispatchEvent(new Event("greylox:check-update"));
        })"""
    )


def test_plays_offline_after_one_visit(profile, own_host: Host):
    visit(profile().new_page(), own_host)
    own_host.stop()

    context = profile()  # a new browser process
    watch = Watch(context)
    for address in ("", "index.html", "?from=a-link"):
        page = context.new_page()
        visit(page, own_host, address)
        expect(page.locator("#startup")).to_be_hidden()
        page.close()
    watch.check()


def test_the_first_visit_outlives_its_server(profile, own_host: Host):
    page = profile().new_page()
    visit(page, own_host)
    own_host.stop()
    assert page.evaluate(f"async () => (await fetch({WORKER})).status") == 200


def test_a_new_version_waits_for_the_players_word(profile, own_host: Host, parts: Site):
    context = profile()
    page = context.new_page()
    visit(page, own_host)
    first = page.evaluate(VERSION)
    page.evaluate(
        """async () => {
            await (await caches.open("another-game 7")).put("./x", new Response("kept"));
            await (await caches.open("greylox-http://elsewhere/ 1")).put("./x", new Response(""));
            localStorage.setItem("another-game", "kept");
            window.samePage = true;
        }"""
    )

    release(own_host, parts, "next")
    assert check_for_update(page) in ("arriving", "waiting")
    expect(page.locator("#update")).to_be_visible()
    assert len(own_caches(page)) == 2
    page.locator("#update-later").click()
    expect(page.locator("#update")).to_be_hidden()
    assert page.evaluate("window.samePage")
    page.reload()
    settled(page)
    assert page.evaluate(VERSION) == first, "the old version stays whole until the player agrees"

    expect(page.locator("#update")).to_be_visible()
    page.locator("#update-now").click()
    page.wait_for_function(f"first => {VERSION} !== first", arg=first)
    settled(page)
    expect(page.locator("#update")).to_be_hidden()
    second = page.evaluate(VERSION)
    assert own_caches(page) == [second]
    assert {"another-game 7", "greylox-http://elsewhere/ 1"} <= set(page.evaluate("caches.keys()"))
    assert page.evaluate("localStorage.getItem('another-game')") == "kept"

    own_host.stop()
    page.reload()
    settled(page)
    assert page.evaluate(VERSION) == second


@pytest.mark.parametrize("damaged", ["style", "worker", "index"])
def test_a_damaged_version_is_not_installed(profile, own_host: Host, parts: Site, damaged: str):
    page = profile().new_page()
    visit(page, own_host)
    first = page.evaluate(VERSION)
    release(own_host, parts | {"app/worker.py": parts["app/worker.py"] + b"\n# next\n"}, "next")
    patterns = {"style": "style.*.css", "worker": "app/worker.*.py", "index": "index.html"}
    file = next(own_host.site.glob(patterns[damaged]))
    whole = file.read_bytes()
    file.write_bytes(whole + b" ")

    check_for_update(page)
    until(page, "async () => !(await navigator.serviceWorker.getRegistration()).installing")
    expect(page.locator("#update")).to_be_hidden()
    assert own_caches(page) == [first]
    page.reload()
    settled(page)
    assert page.evaluate(VERSION) == first

    file.write_bytes(whole)
    check_for_update(page)
    expect(page.locator("#update")).to_be_visible()


def test_another_tab_keeps_its_version(profile, own_host: Host, parts: Site):
    context = profile()
    one, two = context.new_page(), context.new_page()
    visit(one, own_host)
    visit(two, own_host)
    first = two.evaluate(VERSION)
    two.evaluate("window.samePage = true")
    release(own_host, parts | {"app/worker.py": parts["app/worker.py"] + b"\n# next\n"}, "next")
    check_for_update(one)
    one.locator("#update-now").click()
    one.wait_for_function(f"first => {VERSION} !== first", arg=first)
    settled(one)

    assert two.evaluate("window.samePage"), "only the tab that was asked reloads"
    expect(two.locator("#update")).to_be_visible()
    assert two.evaluate(f"async () => (await fetch({WORKER})).status") == 200
    two.locator("#update-now").click()
    two.wait_for_function(f"first => {VERSION} !== first", arg=first)
    settled(two)
    two.close()
    one.reload()
    settled(one)
    until(one, "async () => (await caches.keys()).length === 1")
