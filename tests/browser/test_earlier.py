"""The version before: its stored games and progress come along, and its tabs may stay open."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.earlier import load, unpack

from .hosts import Host, kept_as
from .playing import MARKED, play, until
from .shelves import A_GAME, DATABASE, NAME, opened, press, ready, saved, stored, titles
from .test_puzzles import play as solve
from .test_puzzles import shown, solved

pytestmark = pytest.mark.no_engine

PLANT = """
async ([name, { version, local, tab, stores }, suffix]) => {
  for (const [key, text] of Object.entries(local)) localStorage.setItem(key + suffix, text);
  for (const [key, text] of Object.entries(tab)) sessionStorage.setItem(key + suffix, text);
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


def plant(page: Page, host: Host, visit: dict) -> None:
    """Store what an earlier visit stored, before the page is opened."""
    page.goto(host.url + "LICENSE.txt")
    page.evaluate(PLANT, [NAME, visit, kept_as("")])


@pytest.mark.allow_console("404")  # a text has no icon
@pytest.mark.parametrize("device", ["desktop", "phone"])
def test_a_visit_of_the_version_before_goes_on(
    device: str, host: Host, request: pytest.FixtureRequest
):
    page: Page = request.getfixturevalue({"desktop": "page", "phone": "phone"}[device])
    visit = load("0.1.0", device)
    plant(page, host, visit)
    ready(page, host)
    chosen = json.loads(visit["local"]["greylox-preferences-1"])
    assert page.get_attribute("html", "data-theme") == chosen.get("theme")
    page.locator("#open-games:visible, [data-does=open-games]:visible").first.click()
    expect(page.locator("#library-games > li")).to_have_count(len(visit["stores"]["games"]))
    names = {json.loads(text)["name"] for text in visit["stores"]["games"].values()} - {""}
    assert names <= {*titles(page)}
    assert len(stored(page, "damaged")) == len(visit["stores"]["damaged"]), "none more"
    before, now = visit["stores"]["progress"], stored(page, "progress")
    assert {*before.values()} <= {*now}


@pytest.fixture
def versions(own_host: Host, tmp_path: Path) -> Callable[[str], None]:
    """`versions("earlier")`, `versions("now")`: the version that a tab opened next has."""
    earlier, site = unpack("0.1.0", "site", tmp_path / "earlier"), own_host.site
    pages = {"earlier": (earlier / "index.html").read_bytes()}
    pages["now"] = (site / "index.html").read_bytes()
    for path in filter(Path.is_file, earlier.rglob("*")):  # files are named after their content
        other = site / path.relative_to(earlier)
        if not other.exists():
            other.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(path, other)
    return lambda version: (site / "index.html").write_bytes(pages[version]) and None


def test_a_tab_of_the_version_before_and_one_of_this_lose_nothing(
    page: Page, own_host: Host, versions: Callable[[str], None]
):
    versions("earlier")
    earlier = ready(page, own_host, "#1/brink3-x2/m")
    play(earlier, "a1")
    saved(earlier, 1)
    versions("now")
    now = ready(page.context.new_page(), own_host, "#1/brink3-x2/ma1")
    play(now, "b2")
    saved(now, 2)
    expect(earlier.locator("#moves button")).to_have_count(2)
    play(earlier, "c3")
    saved(earlier, 3)
    expect(now.locator("#moves button")).to_have_count(3)
    play(now, "d3")
    saved(now, 4)

    now.evaluate("location.hash = 'puzzle/greylox-2'")
    made = shown(now)
    solve(now, made, "d1")  # wrong
    now.click("#exercise [data-name=again]")
    solve(now, made, made.row.solution)
    solved(now)
    facts = stored(now, "progress")
    assert facts
    earlier.evaluate("location.hash = 'puzzle/byg-3'")
    made = shown(earlier)
    solve(earlier, made, made.row.solution)
    solved(earlier)
    until(
        earlier, f"async () => (await ({DATABASE})(['progress', null, null])).length > {len(facts)}"
    )
    assert {*facts} <= {*stored(earlier, "progress")}
    for tab in earlier, now:
        tab.reload()  # whichever version it has, what is stored is sound
        tab.wait_for_function(MARKED, arg="library-ready")
        assert len(stored(tab)) == 1
        assert not stored(tab, "damaged")
    versions("earlier")
    ready(now, own_host)
    assert {*facts} <= {*stored(now, "progress")}
    assert not stored(now, "damaged")


def test_a_game_with_names_of_a_file_goes_on_in_a_tab_of_the_version_before(
    page: Page, own_host: Host, versions: Callable[[str], None]
):
    now = ready(page, own_host, A_GAME)
    opened(now)
    file = "(;GM[11]SZ[5]PB[Ann]PW[Bob]DT[2020-01-02]EV[Club final];B[b2];W[c3];B[a1];W[e5])"
    chosen = {"name": "a.sgf", "mimeType": "text/plain", "buffer": file.encode()}
    now.set_input_files("#library-file", chosen)
    card = now.locator("#library-games > li").first
    expect(card).to_contain_text("Ann – Bob")
    versions("earlier")
    earlier = ready(page.context.new_page(), own_host, A_GAME)
    opened(earlier)
    expect(earlier.locator("#library-games > li").first).to_contain_text("Ann – Bob")
    press(earlier, 0, "open")
    expect(earlier.locator("#moves button")).to_have_count(4)
    play(earlier, "d4")
    saved(earlier, 5)
    now.reload()  # as the version before
    now.wait_for_function(MARKED, arg="library-ready")
    versions("now")
    now.reload()
    now.wait_for_function(MARKED, arg="library-ready")
    opened(now)
    expect(card).to_contain_text("Club final")
    expect(card).to_contain_text("Ann – Bob")
    assert not stored(now, "damaged")
