"""Read and write everything that the site stores in a browser, except its offline copy.

A stored visit is a JSON object with ``local`` (localStorage), ``tab`` (sessionStorage), and
``stores`` and ``version`` of the database.  Its keys lack the site's folder.
"""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Page

from tests.browser.my_games_page import DATABASE_NAME
from tests.browser.site_server import SiteServer, storage_key

READ = """
async ([name, folder]) => {
  const own = (storage) => Object.fromEntries(
    Object.entries(storage)
      .filter(([key]) => key.startsWith("greylox-") && key.endsWith(folder))
      .map(([key, text]) => [key.slice(0, -folder.length), text])
      .sort());
  const result = (request) => new Promise((done, failed) => {
    request.onsuccess = () => done(request.result);
    request.onerror = () => failed(request.error);
  });
  const database = await result(indexedDB.open(name));
  const stores = {};
  for (const store of [...database.objectStoreNames].sort()) {
    const objects = database.transaction(store).objectStore(store);
    const [keys, texts] = await Promise.all([objects.getAllKeys(), objects.getAll()].map(result));
    stores[store] = Object.fromEntries(keys.map((key, index) => [key, texts[index]]));
  }
  const { version } = database;
  database.close();
  return { version, local: own(localStorage), tab: own(sessionStorage), stores };
}
"""
WRITE = """
async ([name, { version, local, tab, stores }, folder]) => {
  for (const [key, text] of Object.entries(local)) localStorage.setItem(key + folder, text);
  for (const [key, text] of Object.entries(tab)) sessionStorage.setItem(key + folder, text);
  const request = indexedDB.open(name, version);
  request.onupgradeneeded = () =>
    Object.keys(stores).forEach((store) => request.result.createObjectStore(store));
  await new Promise((done, failed) => { request.onsuccess = done; request.onerror = failed; });
  const work = request.result.transaction(Object.keys(stores), "readwrite");
  for (const [store, rows] of Object.entries(stores))
    for (const [key, text] of Object.entries(rows)) work.objectStore(store).put(text, key);
  await new Promise((done) => (work.oncomplete = done));
  request.result.close();
}
"""


def read_visit(page: Page) -> Any:
    """Everything stored in the page's browser and tab."""
    return page.evaluate(READ, [DATABASE_NAME, storage_key("")])


def write_visit(page: Page, host: SiteServer, visit: Any) -> None:
    """Store a visit in the page's browser and tab, before the site is opened there."""
    page.goto(host.url + "LICENSE.txt")
    page.evaluate(WRITE, [DATABASE_NAME, visit, storage_key("")])
