"""A tab of an earlier version stays open, and writes on under the name that all copies had."""

from __future__ import annotations

from dataclasses import replace

import pytest
from playwright.sync_api import Page

from greylox_web.features.library.entry import make_entry, write_entry
from tests.features.library.stored import brink

from .hosts import Host
from .playing import until
from .shelves import DATABASE, opened, press, ready, reloaded, stored, titles
from .test_library import FACT

pytestmark = pytest.mark.no_engine

OLD = """async ([games, facts]) => {
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
MARKS = "() => localStorage.getItem(greyloxNamed('greylox-library-late'))"
HOLDS = f"""async (wanted) => {{
  const games = (await ({DATABASE})(["games", null, null])).map((text) => JSON.parse(text));
  const found = games.map(({{ name, tree }}) => [name, JSON.parse(tree).nodes.length - 1]).sort();
  return JSON.stringify(found) === JSON.stringify(wanted);
}}"""


def text(name: str, line: str) -> str:
    return write_entry(replace(make_entry(brink(line), name), name=name))


@pytest.mark.true_start
@pytest.mark.allow_console("404")  # a text has no icon
def test_what_a_tab_of_an_earlier_version_still_writes_is_brought_in(page: Page, host: Host):
    """It was never seen again: the old database was looked at only once."""
    page.goto(host.url + "LICENSE.txt")
    games = {name: text(name, "a1 b2") for name in ("broken", "deleted", "kept")}
    page.evaluate(OLD, [games | {"broken": "no game"}, {}])
    ready(page, host)
    until(page, MARKS)
    opened(page)
    press(page, titles(page).index("deleted"), "delete")
    until(page, HOLDS, [["kept", 2]])

    late = {"kept": text("kept", "a1 b2 c3"), "late": text("late", "c1"), "odd": "{}"}
    page.evaluate(OLD, [late, {"fact-0001": FACT}])
    reloaded(page)
    until(page, HOLDS, [["kept", 3], ["late", 1]])
    until(page, f"async () => (await ({DATABASE})(['progress', null, null])).length === 1")
    assert stored(page, "progress") == [FACT]

    page.evaluate(OLD, [{"deleted": text("deleted", "a1 b2 c1 c2")}, {}])
    reloaded(page)
    until(page, HOLDS, [["deleted", 4], ["kept", 3], ["late", 1]])


@pytest.mark.true_start
@pytest.mark.allow_console("404")  # a text has no icon
def test_what_comes_after_the_first_look_is_brought_in_where_there_was_nothing(
    page: Page, host: Host
):
    ready(page, host)
    until(page, MARKS)
    page.goto(host.url + "LICENSE.txt")
    page.evaluate(OLD, [{"late": text("late", "a1")}, {}])
    ready(page, host)
    until(page, HOLDS, [["late", 1]])
