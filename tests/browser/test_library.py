"""My games in use: automatic saving, the list, and export and import as one file."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from playwright.sync_api import Page, Route, expect

from greylox_web.rules.notation.links import write_spec
from greylox_web.session.last_choices import newcomer_game
from tools.chromium import HAS_MARK_SCRIPT

from .my_games_page import (
    DATABASE_SCRIPT,
    GAME_LINK,
    open_my_games,
    open_with_library,
    play,
    press,
    put_value,
    reload,
    rename,
    stored_games,
    titles,
    wait_saved,
)
from .new_game_dialog import start_new_game
from .page_actions import TIMEOUT_MILLIS, patched, wait_until
from .shared_browsers import BOARD, NAVIGATE_SCRIPT, restart
from .site_server import SiteServer

pytestmark = pytest.mark.no_engine


def test_a_game_is_stored_from_its_first_stone_on(page: Page, server: SiteServer):
    open_with_library(page, server, GAME_LINK)
    page.wait_for_timeout(300)
    wait_saved(page, 0, games=0)
    play(page, "a1")
    wait_saved(page, 1)
    play(page, "b2", "c3")
    wait_saved(page, 3)
    reload(page)
    play(page, "c2")
    wait_saved(page, 4)


def test_stone_placed_at_start_is_stored(page: Page, open_game):
    open_game(page, GAME_LINK)
    play(page, "a1")
    wait_saved(page, 1)


def test_a_new_game_is_another_entry(page: Page, server: SiteServer):
    open_with_library(page, server, GAME_LINK)
    play(page, "a1")
    page.click("#open-new")
    page.click("#new-start")
    expect(page.locator("#new-game")).to_be_hidden()
    wait_saved(page, 1)
    play(page, "b1")
    wait_saved(page, 1, games=2)


@pytest.mark.no_engine(False)
def test_game_only_viewed_is_not_stored(page: Page, server: SiteServer):
    open_with_library(page, server, GAME_LINK)
    start_new_game(page, "byg", 3, level=1, side="second")
    expect(page.locator("#moves button")).to_have_count(1)
    page.evaluate(NAVIGATE_SCRIPT, "#home")
    expect(page.locator("#home")).to_be_visible()
    expect(page.locator("#current-game")).to_be_hidden()
    page.wait_for_timeout(1000)  # longer than saving takes
    wait_saved(page, 0, games=0)
    page.go_back()
    free = page.locator("[data-cell]:not(.first)").first
    free.click()
    wait_saved(page, 2)


@pytest.mark.true_start
def test_list_search_open_rename_duplicate_delete_and_undo(page: Page, server: SiteServer):
    open_with_library(page, server, "#1/lox5/m")
    play(page, "a1", "b2")
    wait_saved(page, 2)
    page.goto(server.url + GAME_LINK)
    restart(page)
    page.wait_for_function(HAS_MARK_SCRIPT, arg="library-ready")
    play(page, "a1")
    wait_saved(page, 1, games=2)

    open_my_games(page)
    assert sorted(titles(page)) == ["Brink · base 3 · X 2", "Lox · 5 × 5"]
    rename(page, 0, "With <b>Ann</b>", "Ann")
    expect(page.locator(':focus[data-action="menu"]')).to_be_visible()
    press(page, 0, "rename")
    page.keyboard.press("Escape")
    expect(page.locator("#library")).to_be_visible()
    expect(page.locator("#library form.library-form")).to_have_count(0)
    page.fill("#library-search", "ann brink")
    expect(page.locator("#library-games > li")).to_have_count(1)
    day = page.evaluate("new Date().toLocaleDateString('en-US', { dateStyle: 'medium' })")
    page.fill("#library-search", f"änn {day}")
    expect(page.locator("#library-games > li")).to_have_count(1)
    page.fill("#library-search", "nothing like it")
    expect(page.locator("#library-count")).to_contain_text("No game")
    page.fill("#library-search", "")

    press(page, 0, "duplicate")
    expect(page.locator("#library-games > li")).to_have_count(3)
    assert "With <b>Ann</b> (copy)" in titles(page)
    press(page, titles(page).index("With <b>Ann</b> (copy)"), "delete")
    expect(page.locator("#library-games > li")).to_have_count(2)
    expect(page.locator("#library-undo button")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("#library-games > li")).to_have_count(3)
    expect(page.locator("#library-undo")).to_be_hidden()

    press(page, titles(page).index("Lox · 5 × 5"), "open")
    expect(page.locator("#library")).to_be_hidden()
    expect(page.locator("#title")).to_contain_text("Lox")
    expect(page.locator("#title")).to_be_focused()
    expect(page.locator("#moves button")).to_have_count(2)
    play(page, "c3")
    wait_saved(page, 3, games=3)


def test_deleted_games_stay_away_and_come_back_when_played_on(page: Page, server: SiteServer):
    open_with_library(page, server, GAME_LINK)
    play(page, "a1", "b2")
    wait_saved(page, 2)
    open_my_games(page)
    press(page, 0, "delete")
    expect(page.locator("#library-count")).to_contain_text("No games yet")
    page.go_back()
    page.click("#back")
    page.wait_for_timeout(900)
    assert stored_games(page) == []
    page.click("#forward")
    play(page, "c3")
    wait_saved(page, 3)


FACT = (
    '{"id":"fact-0001","kind":"lesson","at":"2026-11-22T18:00:00.000+00:00",'
    '"day":"2026-11-22","what":{"game":"greylox","step":"sight"}}'
)
DOWNGRADE_DATABASE_SCRIPT = """() => new Promise((done) => {
  const request = indexedDB.open("greylox-library", 1);
  request.onupgradeneeded = () =>
    ["games", "damaged"].map((store) => request.result.createObjectStore(store));
  request.onsuccess = () => done(request.result.close());
})"""


@pytest.mark.true_start
def test_all_games_export_and_import_as_one_file(
    page: Page, server: SiteServer, chromium, tmp_path: Path
):
    open_with_library(page, server, GAME_LINK)
    play(page, "a1", "b2")
    wait_saved(page, 2)
    put_value(page, "fact-0001", FACT, "progress")
    reload(page)  # the page has read the facts already
    open_my_games(page)
    rename(page, 0, "The one", "Bea")
    with page.expect_download() as download:
        page.click("#library-export")
    expect(page.locator("#library-message")).to_contain_text("one file: 1")
    file = tmp_path / "games.json"
    download.value.save_as(file)
    page.set_input_files("#library-file", file)
    expect(page.locator("#library-message")).to_contain_text("1 already here")
    document = json.loads(file.read_text())
    [document["games"][0]["game"], document["games"][0]["nodes"]] = ["lox5", [{}, {"play": "e5"}]]
    document = {"name": "t.json", "mimeType": "", "buffer": json.dumps(document).encode()}
    for message in ("1 new", "1 already here"):  # with the id of another game
        page.set_input_files("#library-file", document)
        expect(page.locator("#library-message")).to_contain_text(message)
    [copy] = [
        n for n in range(2) if "Lox" in page.locator("#library-games > li").nth(n).inner_text()
    ]
    press(page, copy, "delete")
    expect(page.locator("#library-games > li")).to_have_count(1)
    alone = tmp_path / "alone.json"
    with page.expect_download() as download:
        press(page, 0, "export")
    download.value.save_as(alone)
    assert json.loads(alone.read_text())["meta"]["name"] == "The one"
    page.set_input_files("#library-file", alone)
    expect(page.locator("#library-message")).to_contain_text("1 already here")
    text = "(;FF[4]GG[lox:5]PB[Ada]PW[Bob];B[c2];W[d3])"
    sgf = {"name": "a.sgf", "mimeType": "application/x-go-sgf", "buffer": text.encode()}
    page.set_input_files("#library-file", sgf)
    expect(page.locator("#library-message")).to_contain_text("1 new")
    expect(page.locator("#library-games")).to_contain_text("Ada – Bob")
    for repeated in ("lox5 1. c2 2. d3", f"{text} (;GG[lox:5];B[c2];W[d3])"):
        page.set_input_files("#library-file", sgf | {"name": "b", "buffer": repeated.encode()})
        duplicates = 1 + repeated.count("GG[") // 2
        expect(page.locator("#library-message")).to_contain_text(
            f"0 joined with yours, {duplicates}"
        )
    several = sgf | {"buffer": f"{text}(;GG[lox:5];B[c3];W[a1])".encode()}
    page.set_input_files("#library-file", several)
    expect(page.locator("#library-message")).to_contain_text(
        "1 new, 0 joined with yours, 1 already"
    )
    press(page, 0, "delete")
    expect(page.locator("#library-games")).to_contain_text("Ada – Bob")
    press(page, 0, "delete")

    games = json.loads(file.read_text())
    games["games"].append({"format": "nonsense"})
    file.write_text(json.dumps(games))
    damaged = {**games, "games": [{"format": "nonsense"}]}
    damaged["progress"] = [{**games["progress"][0], "id": "fact-0002"}]
    page.set_input_files("#library-file", sgf | {"buffer": json.dumps(damaged).encode()})
    expect(page.locator("#library-message")).to_contain_text("No game in this file")
    expect(page.locator("#library-message")).to_contain_text("puzzles and results: 1 new")
    context = chromium.new_context(service_workers="block")
    context.set_default_timeout(TIMEOUT_MILLIS)
    other = context.new_page()
    other.goto(server.url + "LICENSE.txt")
    other.evaluate(DOWNGRADE_DATABASE_SCRIPT)
    other = open_with_library(other, server)
    open_my_games(other)
    other.set_input_files("#library-file", file)
    expect(other.locator("#library-message")).to_contain_text(
        "1 new, 0 joined with yours, 0 already"
    )
    expect(other.locator("#library-message")).to_contain_text("1 unreadable")
    expect(other.locator("#library-message")).to_contain_text("puzzles and results: 1 new")
    wait_until(
        other, f"async () => (await ({DATABASE_SCRIPT})(['progress', null, null])).length === 1"
    )
    assert stored_games(other, "progress") == [FACT]
    assert titles(other) == ["The one"]
    expect(other.locator("#library-games")).to_contain_text("Bea")
    file.write_text("{]")
    other.set_input_files("#library-file", file)
    expect(other.locator("#library-message")).to_contain_text("could be read")
    context.close()


def test_a_long_library_can_be_dropped_and_pasted(page: Page, server: SiteServer):
    open_with_library(page, server, GAME_LINK)
    games = []
    for name in ("one", "two", "²"):
        nodes = [
            {"comment": "long " * 3_990},
            *({"play": f"{c}1", "comment": "x" * 9_999} for c in "abc"),
        ]
        game = {"format": "greylox-web game", "version": 1, "game": "brink3-x2", "nodes": nodes}
        games += [{**game, "meta": {"id": f"{name}-{n}", "seats": [name, ""]}} for n in range(5)]
    text = json.dumps({"format": "greylox-web library", "version": 1, "games": games})
    assert len(text) > 1 << 19
    page.evaluate(
        """(text) => {
          const data = new DataTransfer();
          data.items.add(new File([text], "games.json"));
          document.body.dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true }));
        }""",
        text,
    )
    expect(page.locator("#library-message")).to_contain_text("15 new")
    expect(page.locator("#library-games > li")).to_have_count(15)
    page.go_back()
    page.click("#open-share")
    page.fill("#import-text", text)
    page.click("#import-open")
    expect(page.locator("#library-message")).to_contain_text("15 already here")


def test_the_list_fits_a_phone_and_needs_no_mouse(phone: Page, server: SiteServer):
    open_with_library(phone, server, GAME_LINK)
    phone.locator('#board [data-cell="a1"]').tap()
    wait_saved(phone, 1)
    for link in ("#leave-board", "#open-you"):
        expect(phone.locator(link)).to_be_visible()
        phone.locator(link).focus()
        phone.keyboard.press("Enter")
    expect(phone.locator("#library-games > li")).to_have_count(1)
    card = phone.locator("#library-games > li")
    card.evaluate("card => card.querySelector('h2').append(' and more'.repeat(9))")
    picture = card.locator(".library-picture").bounding_box()
    assert abs(picture["height"] - card.bounding_box()["height"]) <= 2, "as high as the words"
    assert phone.locator("#library").evaluate("box => box.scrollWidth <= box.clientWidth")
    # the whole card opens its game, so the card is measured, not its name
    buttons = phone.locator("#library :is(.game-card, button:not(h2 *)):visible")
    for button in buttons.all():
        box = button.bounding_box()
        assert box["x"] >= 0 and box["x"] + box["width"] <= 390 and box["height"] >= 40
    press(phone, 0, "rename")
    phone.keyboard.type("By hand")
    phone.keyboard.press("Enter")
    expect(phone.locator("#library-games h2")).to_have_text("By hand")


def test_imported_game_is_in_sight_below_long_list(phone: Page, server: SiteServer):
    page = open_with_library(phone, server, GAME_LINK)
    play(page, "a1")
    wait_saved(page, 1)
    text = stored_games(page)[0]
    for number in range(12):
        name = f"one-of-{number:02}"
        put_value(page, name, json.dumps({**json.loads(text), "id": name}))
    page.click("#leave-board")
    page.click("#open-you")
    expect(page.locator("#library-games > li")).to_have_count(13)
    page.locator("#library-import").scroll_into_view_if_needed()
    nothing = {"name": "a.json", "mimeType": "application/json", "buffer": b"nothing"}
    page.set_input_files("#library-file", nothing)
    expect(page.locator("#library-message")).to_contain_text("No game in this file")
    expect(page.locator("#library-message")).to_be_in_viewport()


def test_many_games_are_listed_quickly(page: Page, server: SiteServer):
    open_with_library(page, server, GAME_LINK)
    play(page, "a1")
    wait_saved(page, 1)
    good = json.loads(stored_games(page)[0])
    many = [[f"g{n}", json.dumps({**good, "id": f"g{n}", "name": f"Game {n}"})] for n in range(300)]
    for key, text in many:
        put_value(page, key, text)
    open_my_games(page)
    expect(page.locator("#library-games > li")).to_have_count(24)
    page.click("#library-more")
    expect(page.locator("#library-games > li")).to_have_count(48)
    page.fill("#library-search", "game 299")
    expect(page.locator("#library-games h2")).to_have_text("Game 299")


@pytest.mark.true_start
def test_moves_before_library_loads_are_stored(page: Page, server: SiteServer):
    held: list[Route] = []

    def hold(route: Route) -> None:
        """Hold the automatic fetch; continue a request that is needed at once."""
        if route.request.resource_type == "fetch":
            held.append(route)
        else:
            route.continue_()

    page.route("**/greylox_web-rest.*", hold)
    page.goto(server.url + BOARD)
    page.wait_for_function(HAS_MARK_SCRIPT, arg="board-interactive")
    play(page, "e5")
    expect(page.locator("#moves button")).to_have_count(1)
    page.evaluate("location.hash = 'play/brink'")
    expect(page.locator("#title")).to_contain_text("Brink")
    play(page, "c3")
    expect(page.locator("#moves button")).to_have_count(1)
    assert not page.evaluate(HAS_MARK_SCRIPT, "library-ready")
    page.wait_for_timeout(500)
    for route in held:
        route.continue_()
    page.wait_for_function(HAS_MARK_SCRIPT, arg="library-ready")
    wait_saved(page, 1, games=2)
    small = {write_spec(newcomer_game(name)) for name in ("greylox", "brink")}
    assert {json.loads(text)["spec"] for text in stored_games(page)} == small
    page.click("#undo")
    play(page, "d4")
    wait_saved(page, 2, games=2)


@pytest.mark.no_engine(False)
def test_a_hint_is_stored_with_the_game_at_once(page: Page, server: SiteServer):
    open_with_library(page, server, GAME_LINK)
    play(page, "a1")
    wait_saved(page, 1)
    page.wait_for_function(HAS_MARK_SCRIPT, arg="engine-ready")
    page.click("#hint")
    wait_until(
        page,
        f"""async () => {{
          const [game] = await ({DATABASE_SCRIPT})(["games", null, null]);
          return JSON.parse(game).helped === "hint";
        }}""",
    )


def test_a_file_larger_than_any_library_is_refused_unread(page: Page, server: SiteServer):
    open_with_library(page, server, GAME_LINK)
    open_my_games(page)
    file = {"name": "games.json", "mimeType": "application/json", "buffer": b"{}"}
    unread = "() => { throw new Error('was read') }"
    with (
        patched(page, "File.prototype.size", "2 ** 30"),
        patched(page, "Blob.prototype.arrayBuffer", unread),
    ):
        page.set_input_files("#library-file", file)
        expect(page.locator("#library-message")).to_contain_text("This file is too large")
