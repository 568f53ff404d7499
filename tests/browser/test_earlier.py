"""Stored data of earlier versions, and the upgrade trial.

The trial updates each recorded version to the present build, with games in progress in two tabs.
"""

from __future__ import annotations

import json
import re
import shutil
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from greylox_web.session.preferences import DEFAULTS
from tests.earlier import VERSIONS, VISITS, load, load_sums, unpack
from tests.earlier.storage import read_visit, write_visit
from tests.thoroughness import LONG
from tools.chromium import HAS_MARK_SCRIPT
from tools.pack import Site, digest

from .my_games_page import GAME_LINK, open_my_games, open_with_library, press, titles, wait_saved
from .new_game_dialog import start_new_game
from .page_actions import fragment, leave, play
from .shared_browsers import NAVIGATE_SCRIPT
from .site_server import ConsoleWatch, SiteServer
from .test_offline import VERSION_SCRIPT, check_for_update, own_caches, release, visit
from .test_puzzles import current_puzzle, expect_solved
from .test_puzzles import play as play_puzzle

CLICK_AT_SCRIPT = """([name, moment]) => {
  const cell = document.querySelector(`#board [data-cell="${name}"]`);
  const click = () => cell.dispatchEvent(new MouseEvent("click", { bubbles: true }));
  setTimeout(click, moment - Date.now());
}"""
"""Click a cell at a time, in milliseconds since 1970."""
Stored = dict[str, Any]
"""The result of ``read_visit``, or a recorded visit."""


# ------------------------------------------------------------ nothing is lost


def positions(row: str) -> set[tuple[str, ...]]:
    """The moves to each position of a stored game, followed by the position's comment."""
    nodes = json.loads(json.loads(row)["tree"])["nodes"]
    paths: list[tuple[str, ...]] = [()]
    for before, node in enumerate(nodes[1:]):
        paths.append((*paths[node.get("after", before)], node["play"]))
    return {(*path, node.get("comment", "")) for path, node in zip(paths, nodes, strict=True)}


def players_and_terms(row: str) -> dict[str, object]:
    """The names, seats and terms of a stored game, and the metadata of its tree."""
    fields = json.loads(row)
    meta = json.loads(fields["tree"])["meta"]
    return {key: fields[key] for key in ("name", "opponent", "seats", "terms", "flagged")} | meta


PLAY_PREFERENCES = {"greeted", "legends", "visits", "finished", "install", "news"}
"""The preferences that change by playing."""


def chosen_preferences(stored: Stored) -> dict[str, object]:
    """The stored preferences that were chosen and differ from today's defaults."""
    preferences = json.loads(stored["local"]["greylox-preferences-1"])
    return {
        key: value
        for key, value in preferences.items()
        if key not in PLAY_PREFERENCES and value != getattr(DEFAULTS, key)
    }


def stopped_clocks(stored: Stored, running: set[str]) -> dict[str, str]:
    """The clock of each game that is not among ``running``."""
    texts = json.loads(stored["local"].get("greylox-clocks-1", "{}"))
    return {game: text for game, text in texts.items() if game not in running}


def remaining_millis(stored: Stored) -> list[int]:
    """The remaining time of both sides in the tab's game."""
    remaining: list[int] = json.loads(stored["tab"]["greylox-clock-1"])["left"]
    return remaining


def assert_nothing_lost(before: Stored, now: Stored) -> None:
    """Assert that everything stored in ``before`` is also in ``now``."""
    assert now["version"] == before["version"], "an older tab cannot open a newer database"
    games, facts, damaged = (now["stores"][name] for name in ("games", "progress", "damaged"))
    for game, row in before["stores"]["games"].items():
        assert positions(row) <= positions(games[game])
        assert players_and_terms(row).items() <= players_and_terms(games[game]).items()
    assert before["stores"]["progress"].items() <= facts.items()
    assert damaged == before["stores"]["damaged"], "none was set aside"
    assert chosen_preferences(now) == chosen_preferences(before)
    assert now["local"].get("greylox-reviews-1") == before["local"].get("greylox-reviews-1")
    running = {before["tab"]["greylox-library-game"], now["tab"]["greylox-library-game"]}
    assert stopped_clocks(before, running).items() <= stopped_clocks(now, running).items()


@pytest.mark.true_start
@pytest.mark.no_engine
@pytest.mark.allow_console("404")  # a text file has no icon
@pytest.mark.parametrize(("version", "name"), VISITS)
def test_visit_of_earlier_version_continues(
    version: str, name: str, server: SiteServer, request: pytest.FixtureRequest
):
    page: Page = request.getfixturevalue("phone" if name == "phone" else "page")
    before = load(version, name)
    write_visit(page, server, before)
    open_with_library(page, server, before.get("address", ""))
    preferences = chosen_preferences(before)
    for setting in ("theme", "board", "stones"):
        assert page.get_attribute("html", f"data-{setting}") == preferences.get(setting)
    assert page.get_attribute("html", "lang") == preferences.get("language", "en")
    if "greylox-attempt-1" in before["tab"]:
        expect(page.locator("#exercise [data-name=again]")).to_be_enabled()
    if json.loads(before["tab"]["greylox-table-1"])["editing"]:
        expect(page.locator("#editor")).to_be_visible()
    page.evaluate(NAVIGATE_SCRIPT, "#my-games")
    expect(page.locator("#library-games > li")).to_have_count(len(before["stores"]["games"]))
    names = {json.loads(row)["name"] for row in before["stores"]["games"].values()} - {""}
    assert names <= {*titles(page)}
    assert_nothing_lost(before, read_visit(page))


# ------------------------------------------------------------ games with an unknown option


@pytest.mark.true_start
@pytest.mark.no_engine
@pytest.mark.parametrize("version", VERSIONS if LONG else VERSIONS[:1])
def test_earlier_tab_leaves_game_with_unknown_option_alone(
    version: str, page: Page, private_server: SiteServer
):
    open_with_library(page, private_server, "#1/brink3-x2-p/m")
    play(page, "a1")
    page.click("#swap")
    play(page, "b2")
    wait_saved(page, 3)
    (row,) = read_visit(page)["stores"]["games"].values()
    serve_earlier(version, private_server)
    earlier = open_with_library(page.context.new_page(), private_server)
    for actions in (1, 2):  # before and after a reload
        earlier.evaluate(NAVIGATE_SCRIPT, GAME_LINK)
        play(earlier, *("a1", "b2")[:actions])
        wait_saved(earlier, actions, 1 + actions)
        open_my_games(earlier)
        expect(earlier.locator("#library-games > li")).to_have_count(actions)
        expect(earlier.locator("#library-damaged li")).to_have_text(re.compile("newer version"))
        earlier.reload()
        earlier.wait_for_function(HAS_MARK_SCRIPT, arg="library-ready")
    stores = read_visit(earlier)["stores"]
    assert row in stores["games"].values() and not stores["damaged"]
    play(page, "c3")
    wait_saved(page, 4, 3)
    open_my_games(page)
    expect(page.locator("#library-games > li")).to_have_count(3)
    expect(page.locator("#library-damaged")).to_be_hidden()
    earlier.close()


# ------------------------------------------------------------ the upgrade trial


def test_site_of_first_version_is_as_it_was(tmp_path: Path):
    site = unpack(VERSIONS[0], "site", tmp_path)
    sums = load_sums(site)
    assert {path: digest((site / path).read_bytes()) for path in sums} == sums
    assert sum(path.is_file() for path in site.rglob("*")) == len(sums) + 1


def serve_earlier(version: str, host: SiteServer) -> None:
    """Replace the served site by that of an earlier version in one step."""
    site = unpack(version, "site", host.folder / version)
    for path in site.rglob("*"):
        path.touch()  # the server compares the times of files to see whether they changed
    shutil.move(host.site, host.folder / "before")
    shutil.move(site, host.site)
    shutil.rmtree(host.folder / "before")


def accept_update(page: Page) -> None:
    """Accept the offered update, and wait until the new version has loaded the stored games."""
    before = page.evaluate(VERSION_SCRIPT)
    page.locator("#update-now").click()
    page.wait_for_function(f"before => {VERSION_SCRIPT} !== before", arg=before)
    page.wait_for_function(HAS_MARK_SCRIPT, arg="library-ready")


def import_sgf(page: Page) -> None:
    """Import a game with players' names."""
    file = "(;GM[11]SZ[5]PB[Ann]PW[Bob]DT[2020-01-02]EV[Club final];B[b2];W[c3];B[a1];W[e5])"
    open_my_games(page)
    chosen = {"name": "a.sgf", "mimeType": "text/plain", "buffer": file.encode()}
    page.set_input_files("#library-file", chosen)
    expect(page.locator("#library-games > li").first).to_contain_text("Ann – Bob")
    leave(page)


def miss_and_solve(page: Page, route: str) -> None:
    """Answer a puzzle wrong, then right."""
    page.evaluate(NAVIGATE_SCRIPT, route)
    puzzle = current_puzzle(page)
    play_puzzle(page, puzzle, next(iter({**puzzle.row.lost, **puzzle.row.drawn})))
    page.click("#exercise [data-name=again]")
    play_puzzle(page, puzzle, puzzle.row.solution)
    expect_solved(page)


@pytest.mark.no_workers
@pytest.mark.parametrize("version", VERSIONS)
def test_update_from_earlier_version_keeps_all_data(
    version: str, profile: Callable[[], BrowserContext], private_server: SiteServer, parts: Site
):
    serve_earlier(version, private_server)
    page = profile().new_page()
    recorded = load(version, "desktop")
    write_visit(page, private_server, recorded)
    visit(page, private_server)
    private_server.stop()

    # a new browser process without a network: games in progress in two tabs
    context = profile()
    watch = ConsoleWatch(context)
    one, two = open_with_library(context.new_page(), private_server), context.new_page()
    expect(one.locator("html")).to_have_attribute("data-theme", "dark")
    assert_nothing_lost(recorded, read_visit(one))
    earlier = one.evaluate(VERSION_SCRIPT)
    start_new_game(one, "lox", 5, opponent="here", clock="other", minutes=30, seconds=0)
    play(one, "a1", "b2", "c3")
    open_with_library(two, private_server, GAME_LINK)
    play(two, "a1")
    two.evaluate("window.samePage = true")
    games = len(recorded["stores"]["games"]) + 2
    wait_saved(one, 3, games)
    wait_saved(two, 1, games)
    before = read_visit(one)

    # the new build at the same address: one tab accepts the update
    release(private_server, parts, "next")
    private_server.start()
    assert check_for_update(one) in ("arriving", "waiting")
    accept_update(one)
    updated = read_visit(one)
    assert_nothing_lost(before, updated)
    assert fragment(one).startswith("#1/lox5/ma1b2c3")
    expect(one.locator("#side-1 .clock")).to_be_visible()
    for before_left, now_left in zip(
        remaining_millis(before), remaining_millis(updated), strict=True
    ):
        assert before_left - 600_000 < now_left <= before_left, "the clock continues"
    open_my_games(one)
    expect(one.locator("#library-games > li")).to_have_count(games)
    leave(one)

    # both tabs play, the second one still in the earlier version: different games, then the same
    assert two.evaluate("window.samePage") and two.evaluate(VERSION_SCRIPT) == earlier
    assert earlier in own_caches(two), "its files stay"
    play(one, "d4")
    play(two, "b2")
    wait_saved(one, 4, games)
    wait_saved(two, 2, games)
    one.evaluate(NAVIGATE_SCRIPT, f"{GAME_LINK}a1b2")
    play(one, "c3")
    expect(two.locator("#moves button")).to_have_count(3)
    play(two, "d4")
    expect(one.locator("#moves button")).to_have_count(4)
    click_time = time.time() * 1000 + 1000
    one.evaluate(CLICK_AT_SCRIPT, ["b1", click_time])
    two.evaluate(CLICK_AT_SCRIPT, ["e5", click_time])
    for tab in one, two:
        expect(tab.locator("#moves button")).to_have_count(6)
    import_sgf(one)
    open_my_games(two)
    expect(two.locator("#library-games > li").first).to_contain_text("Ann – Bob")
    press(two, 0, "open")
    play(two, "d4")
    wait_saved(two, 5, games + 1)
    miss_and_solve(one, "#puzzle/greylox-2")
    miss_and_solve(two, "#puzzle/byg-3")
    now = read_visit(two)
    assert_nothing_lost(before, now)
    assert len(now["stores"]["games"]) == games + 1
    assert len(now["stores"]["progress"]) == len(before["stores"]["progress"]) + 2

    # the second tab updates, too; then the host serves the earlier version again
    accept_update(two)
    assert_nothing_lost(now, read_visit(two))
    open_my_games(two)
    expect(two.locator("#library-games")).to_contain_text("Club final")
    serve_earlier(version, private_server)
    check_for_update(one)
    accept_update(one)
    assert one.evaluate(VERSION_SCRIPT) == earlier
    assert_nothing_lost(now, read_visit(one))
    watch.check(("no workers here", "ERR_CONNECTION_REFUSED"))
