"""Two copies of the site in two folders of one origin: neither changes the other's storage."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tools.chromium import HAS_MARK_SCRIPT

from .page_actions import press, wait_until
from .site_server import SiteServer

pytestmark = pytest.mark.no_engine

OLD_GAME = "old"
OLD = """async ([id, version]) => {
  localStorage.setItem("greylox-preferences-1", '{"theme": "dark"}');
  const database = await new Promise((done) => {
    const request = indexedDB.open("greylox-library", version);
    request.onupgradeneeded = ({ oldVersion }) => {
      if (!oldVersion) {
        for (const name of ["games", "damaged", "progress"]) request.result.createObjectStore(name);
      }
    };
    request.onsuccess = () => done(request.result);
  });
  const work = database.transaction(["games", "damaged"], "readwrite");
  work.objectStore("games").put("{}", id);
  work.objectStore("damaged").put("no game", "older " + id);
  await new Promise((done) => (work.oncomplete = done));
  database.close();
}"""
KEYS = """async ([name, store]) => {
  const names = (await indexedDB.databases()).map((database) => database.name);
  if (!names.includes(name)) return null;
  const database = await new Promise((done) => {
    const request = indexedDB.open(name);
    request.onsuccess = () => done(request.result);
  });
  const request = database.transaction(store).objectStore(store).getAllKeys();
  const keys = await new Promise((done) => (request.onsuccess = () => done(request.result)));
  database.close();
  return keys;
}"""
NEWER = """async (name) => {
  const request = indexedDB.open(name, 99);
  await new Promise((done) => (request.onsuccess = done));
  request.result.close();
}"""
OWN_WORKER = """async () => {
  const registration = await navigator.serviceWorker.getRegistration();
  return registration?.scope.endsWith("/b/") && registration.active?.state === "activated";
}"""
CACHES = "async () => (await caches.keys()).map((name) => name.split(' ')[0])"


@pytest.fixture
def two_copies(tmp_path: Path, server: SiteServer) -> Iterator[SiteServer]:
    """One server with the site at its root and in the folder /b/."""
    shutil.copytree(server.site, tmp_path / "www")
    shutil.copytree(server.site, tmp_path / "www/b")
    http_server = SiteServer(tmp_path / "www")
    yield http_server
    http_server.stop()


def ready(page: Page, address: str) -> None:
    page.goto(address)
    page.wait_for_function(HAS_MARK_SCRIPT, arg="library-ready")


@pytest.mark.allow_console("404")  # a text file has no icon
def test_site_copies_share_only_the_origin(profile, two_copies: SiteServer):
    origin = f"http://127.0.0.1:{two_copies.port}"
    context = profile()
    one = context.new_page()
    one.goto(f"{origin}/LICENSE.txt")
    one.evaluate(OLD, [OLD_GAME, 2])

    ready(one, f"{origin}/#1/brink3-x2/m")
    expect(one.locator("html")).to_have_attribute("data-theme", "dark")
    one.evaluate("async () => (await navigator.serviceWorker.ready).active.scriptURL")
    one.locator('[data-cell="a1"]:visible').click()
    mine = ["greylox-library /", "games"]
    wait_until(one, f"async (name) => (await ({KEYS})(name))?.length === 2", mine)
    assert one.evaluate(KEYS, ["greylox-library /", "damaged"])
    assert one.evaluate(KEYS, ["greylox-library", "games"]) == [OLD_GAME], "it stays for others"
    one.evaluate(NEWER, "greylox-library")  # a newer version of it can still be imported

    other = context.new_page()
    ready(other, f"{origin}/b/#1/lox5/m")  # the root's service worker answers for this folder, too
    expect(other.locator("html")).to_have_attribute("data-theme", "dark")
    wait_until(other, OWN_WORKER)
    wait_until(other, f"async () => (await ({CACHES})()).length === 2")
    expect(other.locator("#update")).to_be_hidden()  # a first copy is no new version
    assert set(other.evaluate(CACHES)) == {f"greylox-{origin}/", f"greylox-{origin}/b/"}
    theirs = ["greylox-library /b/", "games"]
    press(other, "theme")
    expect(other.locator("html")).to_have_attribute("data-theme", "light")
    other.locator('[data-cell="c3"]:visible').click()
    wait_until(other, f"async (name) => (await ({KEYS})(name))?.length === 2", theirs)
    assert OLD_GAME in other.evaluate(KEYS, theirs)
    assert len(one.evaluate(KEYS, mine)) == 2

    one.evaluate(NEWER, "greylox-library /")  # a future version of one copy
    one.reload()
    expect(one.locator("html")).to_have_attribute("data-theme", "dark")
    expect(one.locator("#notice")).to_contain_text("A newer version of this program")
    one.locator('[data-cell="b2"]:visible').click()
    expect(one.locator("#moves button")).to_have_count(2)
    other.locator('[data-cell="b2"]:visible').click()
    expect(other.locator("#moves button")).to_have_count(2)
    other.reload()
    other.wait_for_function(HAS_MARK_SCRIPT, arg="library-ready")
    expect(other.locator("#moves button")).to_have_count(2)
    expect(other.locator("#notice")).to_be_hidden()
