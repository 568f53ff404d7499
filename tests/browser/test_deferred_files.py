"""A tab of an earlier version stays open and writes to the database name all copies shared."""

from __future__ import annotations

from dataclasses import replace

import pytest
from playwright.sync_api import Page

from greylox_web.features.library.entry import make_entry, write_entry
from tests.features.library.library_strategies import brink_session

from .my_games_page import (
    DATABASE_SCRIPT,
    open_my_games,
    open_with_library,
    press,
    reload,
    stored_games,
    titles,
)
from .page_actions import wait_until
from .site_server import SiteServer
from .test_library import FACT

pytestmark = pytest.mark.no_engine

WRITE_OLD_DATABASE_SCRIPT = """async ([games, facts]) => {
  const database = await new Promise((done) => {
    const request = indexedDB.open("greylox-library", 2);
    request.onupgradeneeded = () => {
      for (const name of ["games", "damaged", "progress"]) request.result.createObjectStore(name);
    };
    request.onsuccess = () => done(request.result);
  });
  const work = database.transaction(["games", "progress"], "readwrite");
  for (const [id, text] of Object.entries(games)) work.objectStore("games").put(text, id);
  for (const [id, text] of Object.entries(facts)) work.objectStore("progress").put(text, id);
  await new Promise((done) => (work.oncomplete = done));
  database.close();
}"""
MARKS = "() => localStorage.getItem(greyloxStorageKey('greylox-library-late'))"
HOLDS = f"""async (expected) => {{
  const games = (await ({DATABASE_SCRIPT})(["games", null, null])).map((text) => JSON.parse(text));
  const found = games.map(({{ name, tree }}) => [name, JSON.parse(tree).nodes.length - 1]).sort();
  return JSON.stringify(found) === JSON.stringify(expected);
}}"""


def make_row(name: str, line: str) -> str:
    return write_entry(replace(make_entry(brink_session(line), name), name=name))


@pytest.mark.true_start
@pytest.mark.allow_console("404")  # a text file has no icon
def test_row_written_by_older_tab_is_imported(page: Page, server: SiteServer):
    """Regression: the row was lost, as the old database was read only once."""
    page.goto(server.url + "LICENSE.txt")
    games = {name: make_row(name, "a1 b2") for name in ("broken", "deleted", "kept")}
    page.evaluate(WRITE_OLD_DATABASE_SCRIPT, [games | {"broken": "no game"}, {}])
    open_with_library(page, server)
    wait_until(page, MARKS)
    open_my_games(page)
    press(page, titles(page).index("deleted"), "delete")
    wait_until(page, HOLDS, [["kept", 2]])

    rows = {"kept": make_row("kept", "a1 b2 c3"), "late": make_row("late", "c1"), "odd": "{}"}
    page.evaluate(WRITE_OLD_DATABASE_SCRIPT, [rows, {"fact-0001": FACT}])
    reload(page)
    wait_until(page, HOLDS, [["kept", 3], ["late", 1]])
    wait_until(
        page, f"async () => (await ({DATABASE_SCRIPT})(['progress', null, null])).length === 2"
    )
    assert FACT in stored_games(page, "progress")  # beside the fact that a game was deleted

    page.evaluate(WRITE_OLD_DATABASE_SCRIPT, [{"deleted": make_row("deleted", "a1 b2 c1 c2")}, {}])
    reload(page)
    wait_until(page, HOLDS, [["deleted", 4], ["kept", 3], ["late", 1]])


@pytest.mark.true_start
@pytest.mark.allow_console("404")  # a text file has no icon
def test_row_written_after_first_load_is_imported(page: Page, server: SiteServer):
    open_with_library(page, server)
    wait_until(page, MARKS)
    page.goto(server.url + "LICENSE.txt")
    page.evaluate(WRITE_OLD_DATABASE_SCRIPT, [{"late": make_row("late", "a1")}, {}])
    open_with_library(page, server)
    wait_until(page, HOLDS, [["late", 1]])
