"""My games as people use them: saved by themselves, found again, shared by tabs, never lost."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from .conftest import MARKED, PATIENCE_MILLIS, Host, kept_as, leaf, until

NAME = kept_as("greylox-library")
DATABASE = """
async ([store, key, value]) => {
  const name = greyloxNamed("greylox-library");
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
A_GAME = "#1/brink3-x2/m"


def stored(page: Page, store: str = "games") -> list:
    return page.evaluate(DATABASE, [store, None, None])


def put(page: Page, key: str, value: object, store: str = "games") -> None:
    page.evaluate(DATABASE, [store, key, value])


def saved(page: Page, actions: int, games: int = 1) -> None:
    """Wait until so many games are stored, the first with so many positions in its tree."""
    page.wait_for_timeout(50)
    until(
        page,
        f"""async ([games, actions]) => {{
          const all = await ({DATABASE})(["games", null, null]);
          const nodes = all.map((text) => JSON.parse(JSON.parse(text).tree).nodes.length - 1);
          return all.length === games && (!games || nodes.includes(actions));
        }}""",
        [games, actions],
    )


def ready(page: Page, host: Host, fragment: str = "") -> Page:
    page.goto(host.url + fragment)
    page.wait_for_function(MARKED, arg="library-ready")
    return page


def reloaded(page: Page) -> None:
    page.reload()
    page.wait_for_function(MARKED, arg="library-ready")


def play(page: Page, *names: str) -> None:
    for name in names:
        page.locator(f'#board [data-cell="{name}"]').click()


def opened(page: Page) -> None:
    page.click("#open-games")
    expect(page.locator("#library-count")).not_to_be_empty()


def titles(page: Page) -> list[str]:
    return page.locator("#library-games h3").all_text_contents()


def press(page: Page, number: int, action: str) -> None:
    item = page.locator("#library-games > li").nth(number)
    if action == "open":
        item.locator('[data-action="open"]').click()
        return
    item.locator('[data-action="menu"]').click()
    page.locator(f'#library-menu [data-do="{action}"]').click()
    expect(page.locator("#library-menu")).to_be_hidden()


def named(page: Page, number: int, name: str, opponent: str) -> None:
    press(page, number, "rename")
    page.fill("#library input[name=name]", name)
    page.fill("#library input[name=opponent]", opponent)
    page.keyboard.press("Enter")
    expect(page.locator(f'#library-games h3 button:text-is("{name}")')).to_be_visible()


@pytest.fixture
def tab(page: Page):
    """`tab()`: another tab of the same browser."""
    return page.context.new_page


def test_a_game_is_stored_from_its_first_stone_on(page: Page, host: Host):
    ready(page, host, A_GAME)
    page.wait_for_timeout(300)
    saved(page, 0, games=0)
    play(page, "a1")
    saved(page, 1)
    play(page, "b2", "c3")
    saved(page, 3)
    reloaded(page)
    play(page, "c2")
    saved(page, 4)


def test_a_stone_placed_at_once_is_stored_too(page: Page, open_game):
    open_game(page, A_GAME)
    play(page, "a1")
    saved(page, 1)


def test_a_new_game_is_another_entry(page: Page, host: Host):
    ready(page, host, A_GAME)
    play(page, "a1")
    page.click("#open-new")
    page.click("#new-start")
    expect(page.locator("#new-game")).to_be_hidden()
    saved(page, 1)
    play(page, "b1")
    saved(page, 1, games=2)


def test_comments_come_back_which_no_link_carries(page: Page, host: Host):
    ready(page, host, A_GAME)
    play(page, "a1", "b2")
    leaf(page, "study")
    page.fill("#comment", "Here it began.")
    page.locator("#comment").blur()
    until(page, f"async () => (await ({DATABASE})(['games', null, null]))[0]?.includes('it began')")
    reloaded(page)
    expect(page.locator("#comment")).to_have_value("Here it began.")


def test_list_search_open_rename_duplicate_delete_and_undo(page: Page, host: Host):
    ready(page, host, "#1/lox5/m")
    play(page, "a1", "b2")
    saved(page, 2)
    page.goto(host.url + A_GAME)
    page.reload()
    page.wait_for_function(MARKED, arg="library-ready")
    play(page, "a1")
    saved(page, 1, games=2)

    opened(page)
    assert sorted(titles(page)) == ["Brink · base 3 · X 2", "Lox · 5 × 5"]
    named(page, 0, "With <b>Ann</b>", "Ann")
    expect(page.locator(':focus[data-action="menu"]')).to_be_visible()
    page.fill("#library-search", "ann brink")
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
    expect(page.locator("#open-games")).to_be_focused()
    expect(page.locator("#title")).to_contain_text("Lox")
    expect(page.locator("#moves button")).to_have_count(2)
    play(page, "c3")
    saved(page, 3, games=3)


def test_deleted_games_stay_away_and_come_back_when_played_on(page: Page, host: Host):
    ready(page, host, A_GAME)
    play(page, "a1", "b2")
    saved(page, 2)
    opened(page)
    press(page, 0, "delete")
    expect(page.locator("#library-count")).to_contain_text("No games yet")
    page.click("#library [data-close]")
    expect(page.locator("#open-games")).to_be_focused()
    page.click("#back")
    page.wait_for_timeout(900)
    assert stored(page) == []
    page.click("#forward")
    play(page, "c3")
    saved(page, 3)


def test_a_game_that_another_tab_deleted_cannot_be_renamed(page: Page, host: Host, tab):
    ready(page, host, A_GAME)
    play(page, "a1")
    saved(page, 1)
    other = ready(tab(), host, "#1/lox5/m")
    for each in (page, other):
        opened(each)
    press(other, 0, "delete")
    expect(other.locator("#library-games > li")).to_have_count(0)
    press(page, 0, "rename")
    page.fill("#library input[name=name]", "Too late")
    page.keyboard.press("Enter")
    expect(page.locator("#library-message")).to_have_text("This game is no longer there.")
    expect(page.locator("#library-games > li")).to_have_count(0)


FACT = (
    '{"id":"fact-0001","kind":"lesson","at":"2026-11-22T18:00:00.000+00:00",'
    '"day":"2026-11-22","what":{"game":"greylox","step":"sight"}}'
)
AS_IT_ONCE_WAS = """() => new Promise((done) => {
  const request = indexedDB.open("greylox-library", 1);
  request.onupgradeneeded = () =>
    ["games", "damaged"].map((store) => request.result.createObjectStore(store));
  request.onsuccess = () => done(request.result.close());
})"""


def test_all_games_go_out_and_in_as_one_file(page: Page, host: Host, chromium, tmp_path: Path):
    ready(page, host, A_GAME)
    play(page, "a1", "b2")
    saved(page, 2)
    put(page, "fact-0001", FACT, "progress")
    opened(page)
    named(page, 0, "The one", "Bea")
    with page.expect_download() as download:
        page.click("#library-export")
    expect(page.locator("#library-message")).to_contain_text("one file: 1")
    file = tmp_path / "games.json"
    download.value.save_as(file)
    page.set_input_files("#library-file", file)
    expect(page.locator("#library-message")).to_contain_text("1 already here")

    games = json.loads(file.read_text())
    games["games"].append({"format": "nonsense"})
    file.write_text(json.dumps(games))
    context = chromium.new_context(service_workers="block")
    context.set_default_timeout(PATIENCE_MILLIS)
    other = context.new_page()
    other.goto(host.url + "LICENSE.txt")
    other.evaluate(AS_IT_ONCE_WAS)
    other = ready(other, host)
    opened(other)
    other.set_input_files("#library-file", file)
    expect(other.locator("#library-message")).to_contain_text(
        "1 new, 0 joined with yours, 0 already"
    )
    expect(other.locator("#library-message")).to_contain_text("1 unreadable")
    expect(other.locator("#library-message")).to_contain_text("puzzles and results: 1 new")
    until(other, f"async () => (await ({DATABASE})(['progress', null, null])).length === 1")
    assert stored(other, "progress") == [FACT]
    assert titles(other) == ["The one"]
    expect(other.locator("#library-games")).to_contain_text("Bea")
    file.write_text("{]")
    other.set_input_files("#library-file", file)
    expect(other.locator("#library-message")).to_contain_text("could be read")
    context.close()


GARBAGE = [
    *('""', '"{]"', '"null"', '"[]"', '"{}"', "null", "7", "[1]", '{"schema": 1}', "true"),
    '"{\\"schema\\": \\"1\\"}"',
]


def test_damaged_entries_are_set_aside_and_take_nothing_along(page: Page, host: Host):
    ready(page, host, A_GAME)
    play(page, "a1")
    saved(page, 1)
    good = json.loads(stored(page)[0])
    for number, text in enumerate(GARBAGE):
        put(page, f"bad-{number}", json.loads(text))
    for key in good:
        put(page, f"key-{key}", json.dumps({**good, key: {"x": 1}}))
    put(page, "tree", json.dumps({**good, "id": "tree", "tree": good["tree"][:40]}))
    put(page, "newer", json.dumps({**good, "schema": 99}))
    count = len(GARBAGE) + len(good)
    opened(page)
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
    assert json.loads(json.dumps({**good, "schema": 99})) in [json.loads(t) for t in stored(page)]
    press(page, 0, "open")
    expect(page.locator("#library")).to_be_hidden()


RAW = """async (name) => {
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


def test_values_that_are_no_text_are_set_aside(page: Page, host: Host):
    """Other code of the origin wrote them: one of the values is a million million long as text."""
    ready(page, host, A_GAME)
    play(page, "a1")
    saved(page, 1)
    page.evaluate(RAW, NAME)
    reloaded(page)
    opened(page)
    expect(page.locator("#library-games > li")).to_have_count(1)
    expect(page.locator("#library-damaged-list > li")).to_have_count(6)
    page.locator('[data-key^="twice "] [data-action="delete"]').click()
    expect(page.locator("#library-damaged-list > li")).to_have_count(5)
    page.keyboard.press("Escape")
    play(page, "b2")
    saved(page, 2)


ENDLESS = "[" * 50_000
DIGITS = json.dumps({"link": "1/brink3-x2/m", "seats": ["²", "5" * 5000], "terms": [-1, 0, True]})
STORAGES = {
    "brackets": dict.fromkeys(("table", "clock", "preferences"), ENDLESS),
    "digits": {"table": DIGITS, "preferences": '{"news": "1", "sound": 1, "volume": "²"}'},
}


@pytest.mark.parametrize("texts", STORAGES.values(), ids=STORAGES)
def test_whatever_is_stored_or_said_by_another_tab_stops_nothing(page: Page, host: Host, texts):
    for name, text in texts.items():
        key = kept_as(f"greylox-{name}-1")
        page.add_init_script(f"localStorage['{key}'] = {json.dumps(text)}")
    page.route("**/news.*.json", lambda route: route.fulfill(body=ENDLESS))
    ready(page, host, A_GAME)
    play(page, "a1")
    saved(page, 1)
    good = json.loads(stored(page)[0])
    put(page, "brackets", ENDLESS)
    put(page, "tree", json.dumps({**good, "id": "tree", "tree": ENDLESS}))
    put(page, "digits", json.dumps({**good, "id": "digits", "seats": ["²", "5" * 5000]}))
    put(page, "mask", json.dumps({**good, "id": "mask", "picture": ["²", "-1"]}))
    said = [NAME, ENDLESS, json.dumps(["saved", good["id"], "²"])]
    page.evaluate(
        "([name, ...said]) => said.map((s) => new BroadcastChannel(name).postMessage(s))", said
    )
    opened(page)
    expect(page.locator("#library-games > li")).to_have_count(3)
    expect(page.locator("#library-damaged-list > li")).to_have_count(2)
    page.locator('[data-game="tree"] [data-action="open"]').click()
    expect(page.locator("#library-damaged-list > li")).to_have_count(3)
    page.locator('[data-game="digits"] [data-action="open"]').click()
    expect(page.locator("#library")).to_be_hidden()
    play(page, "b2")
    expect(page.locator("#moves button")).to_have_count(2)


def test_a_long_library_can_be_dropped_and_pasted(page: Page, host: Host):
    ready(page, host, A_GAME)
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
    page.click("#library [data-close]")
    page.click("#open-share")
    page.fill("#import-text", text)
    page.click("#import-open")
    expect(page.locator("#library-message")).to_contain_text("15 joined with yours")


def test_games_that_are_not_there_yet_are_not_silent(page: Page, open_game):
    page.add_init_script(
        f"sessionStorage.setItem('{kept_as('greylox-library-game')}', 'one');"
        """const later = setTimeout; // the page's patience with a silent database never ends
        window.setTimeout = (call, millis, ...rest) =>
          later(call, millis > 5000 ? 1e8 : millis, ...rest);""" + OPEN % "return {};"
    )
    open_game(page)
    page.click("#open-games")
    expect(page.locator("#notice")).to_contain_text("still loading")
    text = '{"format": "greylox-web library", "version": 1, "games": []}'
    page.click("#open-share")
    page.fill("#import-text", text)
    page.click("#import-open")
    expect(page.locator("#import-error")).to_contain_text("still loading")


OPEN = """
const open = IDBFactory.prototype.open;
IDBFactory.prototype.open = function (name, version) {
  if (!name.startsWith("greylox-library")) return open.call(this, name, version);
  %s
};
"""
REFUSALS = {
    "throws": OPEN % "throw new DOMException('no', 'SecurityError');",
    "errors": OPEN
    % """const request = new EventTarget();
      request.error = new DOMException('private', 'InvalidStateError');
      setTimeout(() => request.onerror(new Event('error', {cancelable: true})), 9);
      return request;""",
    "aborts": """const { transaction } = IDBDatabase.prototype;
      IDBDatabase.prototype.transaction = function (stores, mode) {
        const begun = transaction.call(this, stores, mode);
        if (mode === "readwrite") queueMicrotask(() => begun.abort());
        return begun;
      };""",
    "full": "IDBObjectStore.prototype.put = () => {"
    " throw new DOMException('full', 'QuotaExceededError') }",
}


@pytest.mark.parametrize("how", REFUSALS)
def test_storage_that_refuses_gives_one_sentence_and_the_game_goes_on(page: Page, host: Host, how):
    page.add_init_script(REFUSALS[how])
    ready(page, host, A_GAME)
    play(page, "a1")
    sentence = {"full": "no room left", "aborts": "could not save"}.get(how, "keeps no games")
    expect(page.locator("#notice")).to_contain_text(sentence)
    play(page, "b2", "c3")
    expect(page.locator("#moves button")).to_have_count(3)
    page.wait_for_timeout(900)
    expect(page.locator("#notice")).to_be_hidden()
    page.click("#open-games")
    expect(page.locator("#library")).to_be_visible()
    if sentence == "keeps no games":
        expect(page.locator("#library-message")).to_contain_text(sentence)


def test_a_real_quota_is_told_and_later_room_is_used(fresh_page: Page, host: Host):
    page = ready(fresh_page, host, A_GAME)
    quota = page.context.new_cdp_session(page)
    origin = host.url.rsplit("/games", 1)[0]
    quota.send("Storage.overrideQuotaForOrigin", {"origin": origin, "quotaSize": 1})
    play(page, "a1")
    expect(page.locator("#notice")).to_contain_text("no room left")
    quota.send("Storage.overrideQuotaForOrigin", {"origin": origin})
    play(page, "b2")
    saved(page, 2)


@pytest.mark.allow_console("404")  # a text has no icon
def test_a_newer_page_in_another_tab_may_change_the_database(page: Page, host: Host, tab):
    ready(page, host, A_GAME)
    play(page, "a1")
    saved(page, 1)
    other = tab()
    other.goto(host.url + "LICENSE.txt")
    version = """new Promise((done, failed) => {
      const request = indexedDB.open("%s", 99);
      request.onsuccess = () => { request.result.close(); done(request.result.version); };
      request.onblocked = failed;
    })"""
    assert other.evaluate(version % NAME) == 99
    expect(page.locator("#notice")).to_contain_text("newer version")
    play(page, "b2")
    expect(page.locator("#moves button")).to_have_count(2)


def lines(page: Page) -> set[tuple[str, ...]]:
    """All lines of the one stored game, as actions from the start."""
    nodes = json.loads(json.loads(stored(page)[0])["tree"])["nodes"]
    paths, parents = [()], set()
    for number, node in enumerate(nodes[1:], 1):
        parent = node.get("after", number - 1)
        parents.add(parent)
        paths.append((*paths[parent], node["play"]))
    return {path for number, path in enumerate(paths) if number not in parents}


def test_two_tabs_with_one_game_lose_no_move(page: Page, host: Host, tab):
    ready(page, host, A_GAME)
    play(page, "a1", "b2")
    saved(page, 2)
    other = ready(tab(), host)
    expect(page.locator("#notice")).to_contain_text("another tab")
    expect(other.locator("#moves button")).to_have_count(2)
    for name in ("c1", "c2"):
        play(page, name)
    for name in ("c3", "c4", "c5"):
        play(other, name)
    for each in (page, other):
        until(each, "document.querySelectorAll('#moves button').length === 7")
    saved(page, 7)
    assert lines(page) == {("a1", "b2", "c1", "c2"), ("a1", "b2", "c3", "c4", "c5")}
    page.wait_for_timeout(1500)
    before = stored(page)
    page.wait_for_timeout(800)
    assert stored(page) == before, "the tabs go on writing to each other"


def test_a_tab_that_did_not_hear_merges_when_it_saves(fresh_page: Page, host: Host):
    page, tab = fresh_page, fresh_page.context.new_page
    page.context.add_init_script(
        "const Real = BroadcastChannel; window.BroadcastChannel = class extends Real {"
        "constructor(name) { if (name.includes('library')) throw Error('none'); super(name) } }"
    )
    ready(page, host, A_GAME)
    play(page, "a1", "b2")
    saved(page, 2)
    other = ready(tab(), host)
    play(page, "c1")
    saved(page, 3)
    play(other, "c3")
    saved(page, 4)
    expect(other.locator("#notice")).to_contain_text("another tab")
    expect(other.locator("#moves button")).to_have_count(4)
    play(page, "c2")
    saved(page, 5)
    assert lines(page) == {("a1", "b2", "c1", "c2"), ("a1", "b2", "c3")}


def test_a_tab_that_is_loaded_again_has_its_own_players_back(page: Page, host: Host, tab):
    ready(page, host, A_GAME)
    page.select_option("#side-1 .seat", "3")
    play(page, "a1")
    other = ready(tab(), host, "#1/lox5/m")
    play(other, "a1")
    page.reload()
    page.wait_for_function(MARKED, arg="library-ready")
    expect(page.locator("#side-1 .seat")).to_have_value("3")
    expect(other.locator("#title")).to_contain_text("Lox")


def test_a_stone_just_before_leaving_is_not_lost(page: Page, host: Host):
    ready(page, host, A_GAME)
    play(page, "a1", "b2", "c3")
    page.goto("about:blank")
    ready(page, host)
    saved(page, 3)
    play(page, "c2")
    saved(page, 4)


def test_an_answer_by_link_is_offered_to_the_game_it_belongs_to(page: Page, host: Host, tab):
    ready(page, host, "#1/brink3-x2/ma1b2c3")
    play(page, "c4")
    saved(page, 4)
    page.click("#open-new")
    page.check("#new-opponent-here")
    page.click("#new-start")
    play(page, "b1")
    saved(page, 1, games=2)
    friend = ready(tab(), host, "#1/brink3-x2/ma1b2c3c4d4")
    expect(friend.locator("#continue-bar")).to_contain_text("after move 4; White to move")
    friend.click("#continue-bar .main")
    expect(friend.locator("#continue-bar")).to_have_count(0)
    saved(page, 5, games=2)
    friend.evaluate("location.hash = '#1/brink3-x2/ma1b2c3d4'")
    until(friend, "document.querySelectorAll('#moves button').length === 4")
    expect(friend.locator("#continue-bar")).to_contain_text("Up to move 3")
    friend.click("#continue-bar .main")
    saved(page, 6, games=2)
    friend.evaluate("location.hash = '#1/brink3-x2/ma1a1'")
    expect(friend.locator("#notice")).to_contain_text("a1")
    expect(friend.locator("#continue-bar")).to_have_count(0)


def test_the_list_fits_a_phone_and_needs_no_mouse(phone: Page, host: Host):
    ready(phone, host, A_GAME)
    phone.locator('#board [data-cell="a1"]').tap()
    saved(phone, 1)
    phone.locator("#open-more").focus()
    phone.keyboard.press("Enter")
    phone.locator("#more [data-does=open-games]").focus()
    phone.keyboard.press("Enter")
    expect(phone.locator("#library-games > li")).to_have_count(1)
    assert phone.locator("#library").evaluate("box => box.scrollWidth <= box.clientWidth")
    for button in phone.locator("#library button:visible").all():
        box = button.bounding_box()
        assert box["x"] >= 0 and box["x"] + box["width"] <= 390 and box["height"] >= 40
    press(phone, 0, "rename")
    phone.keyboard.type("By hand")
    phone.keyboard.press("Enter")
    expect(phone.locator("#library-games h3")).to_have_text("By hand")
    phone.keyboard.press("Escape")
    expect(phone.locator("#open-more")).to_be_focused()


def test_many_games_are_listed_quickly(page: Page, host: Host):
    ready(page, host, A_GAME)
    play(page, "a1")
    saved(page, 1)
    good = json.loads(stored(page)[0])
    many = [[f"g{n}", json.dumps({**good, "id": f"g{n}", "name": f"Game {n}"})] for n in range(300)]
    for key, text in many:
        put(page, key, text)
    opened(page)
    expect(page.locator("#library-games > li")).to_have_count(40)
    page.click("#library-more")
    expect(page.locator("#library-games > li")).to_have_count(80)
    page.fill("#library-search", "game 299")
    expect(page.locator("#library-games h3")).to_have_text("Game 299")
