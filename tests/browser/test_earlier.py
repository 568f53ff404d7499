"""Earlier versions: what they stored comes along, and their tabs may stay open.

The upgrade trial is here, too: an update from each recorded version, offline and with two tabs.
"""

from __future__ import annotations

import json
import shutil
import time
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.earlier import VERSIONS, VISITS, load, unpack
from tests.earlier.storage import read_visit, write_visit
from tools.pack import Site

from .choosing import begin
from .hosts import Host
from .playing import MARKED, fragment, play
from .shelves import A_GAME, opened, press, ready, saved, titles
from .staying import GO, PLAYED
from .test_offline import VERSION, check_for_update, release, visit
from .test_puzzles import play as solve
from .test_puzzles import shown, solved

PLAY_AT = """([name, moment]) => {
  const cell = document.querySelector(`#board [data-cell="${name}"]`);
  const click = () => cell.dispatchEvent(new MouseEvent("click", { bubbles: true }));
  setTimeout(click, moment - Date.now());
}"""
"""Play at a cell at this time."""
Stored = dict[str, Any]
"""All that a browser stores, as ``tests.earlier.storage`` reads it."""


# ------------------------------------------------------------ nothing is lost


def positions(row: str) -> set[tuple[str, ...]]:
    """All positions of a stored game, each as the moves to it and its comment."""
    nodes = json.loads(json.loads(row)["tree"])["nodes"]
    paths: list[tuple[str, ...]] = [()]
    for before, node in enumerate(nodes[1:]):
        paths.append((*paths[node.get("after", before)], node["play"]))
    return {(*path, node.get("comment", "")) for path, node in zip(paths, nodes, strict=True)}


def names(row: str) -> dict[str, object]:
    """Who plays a stored game, and on what terms."""
    kept = json.loads(row)
    meta = json.loads(kept["tree"])["meta"]
    return {key: kept[key] for key in ("name", "opponent", "seats", "terms", "flagged")} | meta


def chosen(stored: Stored) -> dict[str, object]:
    """The preferences that a person has chosen."""
    preferences = json.loads(stored["local"]["greylox-preferences-1"])
    return {key: value for key, value in preferences.items() if key not in PLAYED}


def clocks(stored: Stored, running: set[str]) -> dict[str, str]:
    """The clocks by game, but for those that run."""
    texts = json.loads(stored["local"].get("greylox-clocks-1", "{}"))
    return {game: text for game, text in texts.items() if game not in running}


def times(stored: Stored) -> list[int]:
    """The milliseconds that both sides have left in the game of the tab."""
    left: list[int] = json.loads(stored["tab"]["greylox-clock-1"])["left"]
    return left


def nothing_lost(before: Stored, now: Stored) -> None:
    """Fail unless all that was stored before is still there."""
    assert now["version"] == before["version"]
    games, facts, damaged = (now["stores"][name] for name in ("games", "progress", "damaged"))
    for game, row in before["stores"]["games"].items():
        assert positions(row) <= positions(games[game])
        assert names(row).items() <= names(games[game]).items()
    assert before["stores"]["progress"].items() <= facts.items()
    assert damaged == before["stores"]["damaged"], "none more"
    assert chosen(now) == chosen(before)
    assert now["local"].get("greylox-reviews-1") == before["local"].get("greylox-reviews-1")
    running = {before["tab"]["greylox-library-game"], now["tab"]["greylox-library-game"]}
    assert clocks(before, running).items() <= clocks(now, running).items()


@pytest.mark.no_engine
@pytest.mark.allow_console("404")  # a text has no icon
@pytest.mark.parametrize(("version", "name"), VISITS)
def test_a_visit_of_an_earlier_version_goes_on(
    version: str, name: str, host: Host, request: pytest.FixtureRequest
):
    page: Page = request.getfixturevalue("phone" if name == "phone" else "page")
    before = load(version, name)
    write_visit(page, host, before)
    ready(page, host, before.get("address", ""))
    preferences = chosen(before)
    for look in ("theme", "board", "stones"):
        assert page.get_attribute("html", f"data-{look}") == preferences.get(look)
    assert page.get_attribute("html", "lang") == preferences.get("language", "en")
    if "greylox-attempt-1" in before["tab"]:
        expect(page.locator("#exercise [data-name=again]")).to_be_enabled()
    if json.loads(before["tab"]["greylox-table-1"])["editing"]:
        expect(page.locator("#editor")).to_be_visible()
    page.evaluate(GO, "#my-games")
    expect(page.locator("#library-games > li")).to_have_count(len(before["stores"]["games"]))
    given = {json.loads(row)["name"] for row in before["stores"]["games"].values()} - {""}
    assert given <= {*titles(page)}
    nothing_lost(before, read_visit(page))


# ------------------------------------------------------------ the upgrade trial


def put_earlier(version: str, host: Host) -> None:
    """Replace the whole site at the host's address by that of an earlier version."""
    shutil.rmtree(host.site)
    for path in unpack(version, "site", host.site).rglob("*"):
        path.touch()  # else the server would say that nothing has changed since the archive


def accept_update(page: Page) -> None:
    """Accept the update that the page offers, and wait until the page has all of it."""
    before = page.evaluate(VERSION)
    page.locator("#update-now").click()
    page.wait_for_function(f"before => {VERSION} !== before", arg=before)
    page.wait_for_function(MARKED, arg="library-ready")


def bring_in(page: Page) -> None:
    """Import a game with the names of its players."""
    file = "(;GM[11]SZ[5]PB[Ann]PW[Bob]DT[2020-01-02]EV[Club final];B[b2];W[c3];B[a1];W[e5])"
    opened(page)
    chosen = {"name": "a.sgf", "mimeType": "text/plain", "buffer": file.encode()}
    page.set_input_files("#library-file", chosen)
    expect(page.locator("#library-games > li").first).to_contain_text("Ann – Bob")
    page.keyboard.press("Escape")


def miss_and_solve(page: Page, route: str) -> None:
    """Miss a puzzle at the first try, and solve it at the second."""
    page.evaluate(GO, route)
    made = shown(page)
    solve(page, made, next(iter({**made.row.lost, **made.row.drawn})))
    page.click("#exercise [data-name=again]")
    solve(page, made, made.row.solution)
    solved(page)


@pytest.mark.no_workers
@pytest.mark.allow_console("")  # without a network an update is looked for in vain
@pytest.mark.parametrize("version", VERSIONS)
def test_an_update_from_an_earlier_version_loses_nothing(
    version: str, profile: Callable[[], BrowserContext], own_host: Host, parts: Site
):
    put_earlier(version, own_host)
    page = profile().new_page()
    recorded = load(version, "desktop")
    write_visit(page, own_host, recorded)
    visit(page, own_host)
    own_host.stop()

    # without a network, in a new browser process: games in progress in two tabs
    context = profile()
    one, two = ready(context.new_page(), own_host), context.new_page()
    expect(one.locator("html")).to_have_attribute("data-theme", "dark")
    nothing_lost(recorded, read_visit(one))
    earlier = one.evaluate(VERSION)
    begin(one, "lox", 5, opponent="here", clock="other", minutes=30, seconds=0)
    play(one, "a1", "b2", "c3")
    ready(two, own_host, A_GAME)
    play(two, "a1")
    two.evaluate("window.samePage = true")
    games = len(recorded["stores"]["games"]) + 2
    saved(one, 3, games)
    saved(two, 1, games)
    before = read_visit(one)

    # the new build at the same address: one tab accepts the update
    release(own_host, parts, "next")
    own_host.start()
    assert check_for_update(one) in ("arriving", "waiting")
    accept_update(one)
    updated = read_visit(one)
    nothing_lost(before, updated)
    assert fragment(one).startswith("#1/lox5/ma1b2c3")
    expect(one.locator("#side-1 .clock")).to_be_visible()
    for was, left in zip(times(before), times(updated), strict=True):
        assert was - 600_000 < left <= was, "the clock goes on where it was"
    opened(one)
    expect(one.locator("#library-games > li")).to_have_count(games)
    one.keyboard.press("Escape")

    # the other tab, still of the version before, plays on: another game, then the same one
    assert two.evaluate("window.samePage") and two.evaluate(VERSION) == earlier
    play(one, "d4")
    play(two, "b2")
    saved(one, 4, games)
    saved(two, 2, games)
    one.evaluate(GO, f"{A_GAME}a1b2")
    play(one, "c3")
    expect(two.locator("#moves button")).to_have_count(3)
    play(two, "d4")
    expect(one.locator("#moves button")).to_have_count(4)
    moment = time.time() * 1000 + 1000
    one.evaluate(PLAY_AT, ["b1", moment])
    two.evaluate(PLAY_AT, ["e5", moment])
    for tab in one, two:
        expect(tab.locator("#moves button")).to_have_count(6)
    bring_in(one)
    opened(two)
    expect(two.locator("#library-games > li").first).to_contain_text("Ann – Bob")
    press(two, 0, "open")
    play(two, "d4")
    saved(two, 5, games + 1)
    miss_and_solve(one, "#puzzle/greylox-2")
    miss_and_solve(two, "#puzzle/byg-3")
    now = read_visit(two)
    nothing_lost(before, now)
    assert len(now["stores"]["games"]) == games + 1
    assert len(now["stores"]["progress"]) == len(before["stores"]["progress"]) + 2

    # it follows with the update; then the host goes back to the version before
    accept_update(two)
    nothing_lost(now, read_visit(two))
    opened(two)
    expect(two.locator("#library-games")).to_contain_text("Club final")
    put_earlier(version, own_host)
    check_for_update(one)
    accept_update(one)
    assert one.evaluate(VERSION) == earlier
    nothing_lost(now, read_visit(one))
