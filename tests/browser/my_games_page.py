"""Helpers for My games: the content of the database, and actions on the list."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tools.chromium import HAS_MARK_SCRIPT

from .page_actions import wait_until
from .shared_browsers import open_page, restart
from .site_server import SiteServer, storage_key

DATABASE_NAME = storage_key("greylox-library")
DATABASE_SCRIPT = """
async ([store, key, value]) => {
  const keyOf = window.greyloxStorageKey ?? window.greyloxNamed; // of an earlier version
  const name = keyOf("greylox-library");
  const names = (await indexedDB.databases()).map(({ name }) => name);
  if (!names.includes(name)) return [];
  const database = await new Promise((done, failed) => {
    const request = indexedDB.open(name);
    request.onsuccess = () => done(request.result);
    request.onerror = () => failed(request.error);
  });
  const place = database.transaction(store, "readwrite").objectStore(store);
  const request = key === null ? place.getAll() : place.put(value, key);
  const result = await new Promise((done) => (request.onsuccess = () => done(request.result)));
  database.close();
  return result;
}
"""
GAME_LINK = "#1/brink3-x2/m"


def stored_games(page: Page, store: str = "games") -> list:
    return page.evaluate(DATABASE_SCRIPT, [store, None, None])


def put_value(page: Page, key: str, value: object, store: str = "games") -> None:
    page.evaluate(DATABASE_SCRIPT, [store, key, value])


def wait_saved(page: Page, actions: int, games: int = 1) -> None:
    """Wait until ``games`` games are stored, one of them with ``actions`` nodes after the root."""
    page.wait_for_timeout(50)
    wait_until(
        page,
        f"""async ([games, actions]) => {{
          const all = await ({DATABASE_SCRIPT})(["games", null, null]);
          const nodes = all.map((text) => JSON.parse(JSON.parse(text).tree).nodes.length - 1);
          return all.length === games && (!games || nodes.includes(actions));
        }}""",
        [games, actions],
    )


def open_with_library(page: Page, host: SiteServer, fragment: str = "") -> Page:
    return open_page(page, host, fragment, library=True)


def reload(page: Page) -> None:
    restart(page)
    page.wait_for_function(HAS_MARK_SCRIPT, arg="library-ready")


def play(page: Page, *names: str) -> None:
    for name in names:
        page.locator(f'#board [data-cell="{name}"]').click()


def open_my_games(page: Page) -> None:
    opener = "#open-you" if page.locator("#open-you").count() else "#open-games"  # up to 0.2.0
    page.click(opener)
    expect(page.locator("#library-count")).not_to_be_empty()


def titles(page: Page) -> list[str]:
    return page.locator("#library-games h2").all_text_contents()


def press(page: Page, number: int, action: str) -> None:
    item = page.locator("#library-games > li").nth(number)
    if action == "open":
        item.locator('[data-action="open"]').click()
        return
    item.locator('[data-action="menu"]').click()
    page.locator(f'#library-menu [data-menu-action="{action}"]').click()
    expect(page.locator("#library-menu")).to_be_hidden()


def rename(page: Page, number: int, name: str, opponent: str) -> None:
    press(page, number, "rename")
    page.fill("#library input[name=name]", name)
    page.fill("#library input[name=opponent]", opponent)
    page.keyboard.press("Enter")
    expect(page.locator(f'#library-games h2 button:text-is("{name}")')).to_be_visible()
