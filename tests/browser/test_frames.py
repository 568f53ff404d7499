"""The page in a frame of another site: the game shows, nothing is stored, a link leads out."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from playwright.sync_api import Route, expect

from tools.chromium import HAS_MARK_SCRIPT
from tools.server import serve

from .site_server import SiteServer

pytestmark = pytest.mark.no_engine

STORED_COUNTS_SCRIPT = """async () => [
  Object.keys(localStorage).length, (await indexedDB.databases()).length,
  (await caches.keys()).length, (await navigator.serviceWorker.getRegistrations()).length,
]"""
FRAME = "<!doctype html><title>Another site</title><iframe width=800 height=600 src='{}'></iframe>"


@pytest.mark.allow_console("")
def test_cross_site_frame_stores_nothing(profile, server: SiteServer, tmp_path: Path):
    settings = tmp_path / "profile/Default"
    settings.mkdir(parents=True)
    lenient = {"profile": {"cookie_controls_mode": 0, "block_third_party_cookies": False}}
    (settings / "Preferences").write_text(json.dumps(lenient), "utf-8")
    context = profile()
    page = context.new_page()
    link = f"{server.url}#1/brink3-x2/ma1b1"
    folder = tmp_path / "other"
    folder.mkdir()
    (folder / "index.html").write_text(FRAME.format(link), "utf-8")
    with serve(folder) as other:
        page.goto(other.replace("127.0.0.1", "localhost"))
        frame = page.frames[1]
        frame.wait_for_function(HAS_MARK_SCRIPT, arg="library-ready")
        expect(frame.locator("#framed")).to_contain_text("nothing is kept")
        frame.locator('[data-cell="c3"]:visible').click()
        expect(frame.locator("#moves button")).to_have_count(3)
        expect(frame.locator("#notice")).not_to_contain_text("keeps")
        frame.wait_for_function(HAS_MARK_SCRIPT, arg="engine-ready")
        # the same storage, read without the page's own scripts
        plain = f"{server.url}LICENSE.txt"
        page.evaluate(
            """(src) => new Promise((onload) => document.body.append(
              Object.assign(document.createElement("iframe"), { src, onload })))""",
            plain,
        )
        assert page.frames[2].evaluate(STORED_COUNTS_SCRIPT) == [0, 0, 0, 0]
        with context.expect_page() as opening:
            frame.locator("#framed-open").click()
    alone = opening.value
    assert "/ma1b1c3/" in alone.url
    alone.wait_for_function(HAS_MARK_SCRIPT, arg="board-interactive")
    expect(alone.locator("#framed")).to_be_hidden()


def test_a_sandboxed_frame_shows_the_game(fresh_page, server: SiteServer):
    """On a host that allows pages without an origin to read its files, as GitHub Pages does."""
    page = fresh_page
    sandboxed = FRAME.replace("<iframe", "<iframe sandbox=allow-scripts").format("./#play/greylox")

    def readable(route: Route) -> None:
        answer = route.fetch()
        headers = {**answer.headers, "access-control-allow-origin": "*"}
        route.fulfill(response=answer, headers=headers)

    page.route("**/*", readable)
    page.route(
        "**/frame.html", lambda route: route.fulfill(body=sandboxed, content_type="text/html")
    )
    faults: list[str] = []
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.goto(f"{server.url}frame.html")
    frame = page.frames[1]
    frame.wait_for_function(HAS_MARK_SCRIPT, arg="library-ready")
    expect(frame.locator("#framed")).to_contain_text("nothing is kept")
    frame.locator('[data-cell="e5"]:visible').click()
    expect(frame.locator("#moves button").first).to_have_text("e5")
    assert not faults


def test_same_site_frame_stores_as_usual(fresh_page, server: SiteServer):
    page = fresh_page
    page.route(
        "**/frame.html",
        lambda route: route.fulfill(body=FRAME.format("./#play/greylox"), content_type="text/html"),
    )
    page.goto(f"{server.url}frame.html")
    frame = page.frames[1]
    expect(frame.locator("#board svg").first).to_be_visible()
    expect(frame.locator("#framed")).to_be_hidden()
