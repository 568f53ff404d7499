"""My games with faults: damaged entries, hostile texts, storage errors."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tools.chromium import HAS_MARK_SCRIPT

from .my_games_page import (
    DATABASE_NAME,
    GAME_LINK,
    open_my_games,
    open_with_library,
    play,
    press,
    put_value,
    reload,
    stored_games,
    wait_saved,
)
from .page_actions import patched
from .shared_browsers import restart
from .site_server import SiteServer, storage_key

pytestmark = pytest.mark.no_engine

GARBAGE = [
    *('""', '"{]"', '"null"', '"[]"', '"{}"', "null", "7", "[1]", '{"schema": 1}', "true"),
    '"{\\"schema\\": \\"1\\"}"',
]


def test_damaged_entries_are_quarantined_alone(page: Page, server: SiteServer):
    open_with_library(page, server, GAME_LINK)
    play(page, "a1")
    wait_saved(page, 1)
    good = json.loads(stored_games(page)[0])
    for number, text in enumerate(GARBAGE):
        put_value(page, f"bad-{number}", json.loads(text))
    for key in good:
        put_value(page, f"key-{key}", json.dumps({**good, key: {"x": 1}}))
    put_value(page, "tree", json.dumps({**good, "id": "tree", "tree": good["tree"][:40]}))
    put_value(page, "newer", json.dumps({**good, "schema": 99}))
    count = len(GARBAGE) + len(good)
    open_my_games(page)
    expect(page.locator("#library-games > li")).to_have_count(2)
    expect(page.locator("#library-damaged-list > li")).to_have_count(count + 1)
    expect(page.locator("#library-damaged-list > li").first).to_contain_text("newer version")
    with page.expect_download() as download:
        page.locator('[data-key^="bad-1 "] [data-action="download"]').click()
    assert Path(download.value.path()).read_text() == "{]"
    page.locator('[data-key^="bad-1 "] [data-action="delete"]').click()
    expect(page.locator("#library-damaged-list > li")).to_have_count(count)
    page.locator('[data-game="tree"] [data-action="open"]').click()
    expect(page.locator("#library-damaged-list > li")).to_have_count(count + 1)
    expect(page.locator("#library-games > li")).to_have_count(1)
    assert json.loads(json.dumps({**good, "schema": 99})) in [
        json.loads(t) for t in stored_games(page)
    ]
    press(page, 0, "open")
    expect(page.locator("#library")).to_be_hidden()


PUT_RAW_SCRIPT = """async (name) => {
  const database = await new Promise((done) => {
    const request = indexedDB.open(name);
    request.onsuccess = () => done(request.result);
  });
  const twice = (value, depth) => (depth ? twice([value, value], depth - 1) : value);
  const deep = (depth) => Array.from({ length: depth }).reduce((inner) => [inner], 1);
  const circle = { toString: 1 };
  circle.self = circle;
  const writes = database.transaction(["games", "progress"], "readwrite");
  const put = (value, key) => {
    for (const store of ["games", "progress"]) writes.objectStore(store).put(value, key);
  };
  for (const [key, value] of Object.entries({
    circle, twice: twice(1, 40), big: 1n << 70n, bytes: new ArrayBuffer(9), date: new Date(),
  })) put(value, key);
  for (let depth = 1 << 20; depth; depth >>= 1) {
    try {
      put(deep(depth), "deep");
      break;
    } catch { /* deeper than the browser can write */ }
  }
  await new Promise((done) => (writes.oncomplete = done));
  database.close();
}"""


def test_non_text_values_are_quarantined(page: Page, server: SiteServer):
    """Other code of the origin may write them; one value is a million million long as text."""
    open_with_library(page, server, GAME_LINK)
    play(page, "a1")
    wait_saved(page, 1)
    page.evaluate(PUT_RAW_SCRIPT, DATABASE_NAME)
    reload(page)
    open_my_games(page)
    expect(page.locator("#library-games > li")).to_have_count(1)
    expect(page.locator("#library-damaged-list > li")).to_have_count(6)
    page.locator('[data-key^="twice "] [data-action="delete"]').click()
    expect(page.locator("#library-damaged-list > li")).to_have_count(5)
    page.go_back()
    play(page, "b2")
    wait_saved(page, 2)


ENDLESS = "[" * 50_000
DIGITS = json.dumps({"link": "1/brink3-x2/m", "seats": ["²", "5" * 5000], "terms": [-1, 0, True]})
STORAGES = {
    "brackets": dict.fromkeys(("table", "clock", "preferences"), ENDLESS),
    "digits": {"table": DIGITS, "preferences": '{"news": "1", "sound": 1, "volume": "²"}'},
}


@pytest.mark.parametrize("texts", STORAGES.values(), ids=STORAGES)
def test_arbitrary_stored_or_broadcast_data_is_tolerated(page: Page, server: SiteServer, texts):
    open_with_library(page, server, GAME_LINK)
    page.route("**/news.*.json", lambda route: route.fulfill(body=ENDLESS))
    keys = {storage_key(f"greylox-{name}-1"): text for name, text in texts.items()}
    restart(page, GAME_LINK, f"Object.assign(localStorage, {json.dumps(keys)});")
    page.wait_for_function(HAS_MARK_SCRIPT, arg="library-ready")
    play(page, "a1")
    wait_saved(page, 1)
    good = json.loads(stored_games(page)[0])
    put_value(page, "brackets", ENDLESS)
    put_value(page, "tree", json.dumps({**good, "id": "tree", "tree": ENDLESS}))
    put_value(page, "digits", json.dumps({**good, "id": "digits", "seats": ["²", "5" * 5000]}))
    put_value(page, "mask", json.dumps({**good, "id": "mask", "picture": ["²", "-1"]}))
    messages = [DATABASE_NAME, ENDLESS, json.dumps(["saved", good["id"], "²"])]
    page.evaluate(
        "([name, ...messages]) => messages.map((s) => new BroadcastChannel(name).postMessage(s))",
        messages,
    )
    open_my_games(page)
    expect(page.locator("#library-games > li")).to_have_count(3)
    expect(page.locator("#library-damaged-list > li")).to_have_count(2)
    page.locator('[data-game="tree"] [data-action="open"]').click()
    expect(page.locator("#library-damaged-list > li")).to_have_count(3)
    page.locator('[data-game="digits"] [data-action="open"]').click()
    expect(page.locator("#library")).to_be_hidden()
    play(page, "b2")
    expect(page.locator("#moves button")).to_have_count(2)


OPEN_SCRIPT = """((open) => function (name, version) {
  if (!name.startsWith("greylox-library")) return open.call(this, name, version);
  %s
})(IDBFactory.prototype.open)"""
REFUSALS = {  # a function of the browser -> what takes its place
    "throws": (
        "IDBFactory.prototype.open",
        OPEN_SCRIPT % "throw new DOMException('no', 'SecurityError');",
    ),
    "errors": (
        "IDBFactory.prototype.open",
        OPEN_SCRIPT
        % """const request = new EventTarget();
          request.error = new DOMException('private', 'InvalidStateError');
          setTimeout(() => request.onerror(new Event('error', {cancelable: true})), 9);
          return request;""",
    ),
    "aborts": (
        "IDBDatabase.prototype.transaction",
        """((transaction) => function (stores, mode) {
          const begun = transaction.call(this, stores, mode);
          if (mode === "readwrite") queueMicrotask(() => begun.abort());
          return begun;
        })(IDBDatabase.prototype.transaction)""",
    ),
    "full": (
        "IDBObjectStore.prototype.put",
        "() => { throw new DOMException('full', 'QuotaExceededError') }",
    ),
}


@pytest.mark.parametrize("how", REFUSALS)
def test_failing_storage_shows_one_notice_and_game_continues(page: Page, server: SiteServer, how):
    open_with_library(page, server, GAME_LINK)
    with patched(page, *REFUSALS[how]):
        restart(page, GAME_LINK)
        page.wait_for_function(HAS_MARK_SCRIPT, arg="library-ready")
        play(page, "a1")
        sentence = {"full": "no room left", "aborts": "could not save"}.get(how, "keeps no games")
        expect(page.locator("#notice")).to_contain_text(sentence)
        play(page, "b2", "c3")
        expect(page.locator("#moves button")).to_have_count(3)
        page.wait_for_timeout(900)
        expect(page.locator("#notice")).to_be_hidden()
        page.click("#open-you")
        expect(page.locator("#library")).to_be_visible()
        if sentence == "keeps no games":
            expect(page.locator("#library-message")).to_contain_text(sentence)


def test_full_quota_shows_notice_and_freed_space_is_used(fresh_page: Page, server: SiteServer):
    page = open_with_library(fresh_page, server, GAME_LINK)
    quota = page.context.new_cdp_session(page)
    origin = server.url.rsplit("/games", 1)[0]
    quota.send("Storage.overrideQuotaForOrigin", {"origin": origin, "quotaSize": 1})
    play(page, "a1")
    expect(page.locator("#notice")).to_contain_text("no room left")
    quota.send("Storage.overrideQuotaForOrigin", {"origin": origin})
    play(page, "b2")
    wait_saved(page, 2)


@pytest.mark.true_start
def test_slow_library_shows_loading_message(page: Page, open_game):
    page.add_init_script(
        f"sessionStorage.setItem('{storage_key('greylox-library-game')}', 'one');"
        """const later = setTimeout; // the page's patience with a silent database never ends
        window.setTimeout = (call, millis, ...rest) =>
          later(call, millis > 5000 ? 1e8 : millis, ...rest);"""
        + f"IDBFactory.prototype.open = {OPEN_SCRIPT % 'return {};'};"
    )
    open_game(page)
    page.click("#open-you")
    expect(page.locator("#library [role=status]")).to_contain_text("still loading")
    page.go_back()
    text = '{"format": "greylox-web library", "version": 1, "games": []}'
    page.click("#open-share")
    page.fill("#import-text", text)
    page.click("#import-open")
    expect(page.locator("#import-error")).to_contain_text("still loading")
