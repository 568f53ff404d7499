"""Record what the last build stores: ``.venv/bin/python -m tests.earlier.record 0.2.0``.

The command plays three visits with ``dist/`` in Chromium and writes the folder of the version,
which must already be in ``VERSIONS``.  It takes two minutes, one of them for a flag fall.

``--whole`` instead of a version puts the files of Pyodide and numpy, which ``dist/`` has, into the
archive of the first version; ``--small`` leaves them out again.  Both check all sums.
"""

from __future__ import annotations

import io
import json
import re
import shutil
import sys
import tarfile
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from playwright.sync_api import Page, expect, sync_playwright

from greylox_web.features.lessons.step import course
from greylox_web.rules import new_game
from tests.browser.my_games_page import (
    DATABASE_SCRIPT,
    open_my_games,
    open_with_library,
    put_value,
    rename,
)
from tests.browser.my_games_page import press as press_game
from tests.browser.new_game_dialog import start_new_game
from tests.browser.page_actions import TIMEOUT_MILLIS, open_record_tab, play, press, wait_until
from tests.browser.shared_browsers import DESKTOP, NAVIGATE_SCRIPT, PHONE
from tests.browser.site_server import SUB_PATH, SiteServer
from tests.browser.test_first_visit import game_before_win
from tests.browser.test_friends import send_turn
from tests.browser.test_lessons import at_lesson, own_actions
from tests.browser.test_puzzles import current_puzzle, expect_solved
from tests.browser.test_puzzles import play as play_puzzle
from tests.browser.test_records import export_file
from tests.browser.test_review import wait_reviewed
from tests.browser.test_settings import prefer
from tools import DIST, ROOT
from tools.chromium import HAS_MARK_SCRIPT, NO_TIERING_FLAGS
from tools.environment import ensure_chromium
from tools.pack import CHECKSUM_FILE, digest

from . import FOLDER, READER, VERSIONS, load_sums, unpack
from .storage import read_visit

FLAG_FALLS_MILLIS = 90_000
SGF = (
    "(;GM[11]SZ[5]PB[Ann]PW[Bob]DT[2020-01-02]EV[Club final]PC[Kyoto]RE[B+R]"
    ";B[b2];W[c3];B[a1];W[e5])"
)


def play_on_desktop(page: Page, host: SiteServer) -> None:
    """Play a lesson, puzzles, games with the engine, a review, settings and a game with a clock."""
    open_with_library(page, host)
    page.wait_for_function(HAS_MARK_SCRIPT, arg="engine-ready")
    open_route(page, "#learn/greylox/see")
    at_lesson(page, "greylox", "see")
    for name in own_actions(next(step for step in course("greylox") if step.name == "see")):
        page.keyboard.type(f"{name}\n")
    wait_facts(page, "lesson")
    for route in ("#puzzle/greylox-2", "#puzzle/today"):
        open_route(page, route)
        current = current_puzzle(page)
        play_puzzle(page, current, next(iter({**current.row.lost, **current.row.drawn})))
        page.click("#exercise [data-name=again]")
        play_puzzle(page, current, current.row.solution)
        expect_solved(page)
    wait_facts(page, "daily")
    open_route(page, "#puzzle/byg-3")
    current = current_puzzle(page)
    page.click("#exercise [data-name=hint]")
    play_puzzle(page, current, current.row.solution)
    expect_solved(page)
    page.click("#puzzle-save")
    wait_facts(page, "saved")
    wait_facts(page, "puzzle", 3)
    open_route(page, "#puzzle/streak")
    current = current_puzzle(page)
    play_puzzle(page, current, current.row.solution)
    expect_solved(page)
    wait_facts(page, "streak")
    open_route(page, "#go-on")

    start_new_game(page, "brink", 5, level=1)  # the usual board, so the game is rated
    play_legal_cell(page)
    resign(page)
    wait_facts(page, "game")
    start_new_game(page, "multiplicity", 3, level=2)
    play_legal_cell(page)
    page.click("#hint")
    play_legal_cell(page)
    resign(page)
    wait_facts(page, "game", 2)
    press(page, "review-game")
    wait_reviewed(page)
    wait_facts(page, "review")
    try_mistake(page)
    start_new_game(page, "lox", clock="other", minutes=5, seconds=3, opponent="here")
    play(page, "d4", "f6")
    wait_row(page, "lox")
    start_new_game(page, "byg", level=2)
    play_legal_cell(page)
    play_legal_cell(page)
    page.click("#undo")

    for name, value in {
        **{"theme": "dark", "board": "wood", "stones": "flat", "pace": "calm"},
        **{"chances": False, "ponder": True, "sound": True, "names": True},
    }.items():
        prefer(page, name, value)
    press(page, "open-settings")
    page.fill("#settings-volume", "4")
    open_route(page, "#go-on")
    start_new_game(page, "brink", 5, level=2, clock="other", minutes=30, seconds=5, takebacks=False)
    play_legal_cell(page)
    play_legal_cell(page)
    expect(page.locator("#turn")).to_contain_text("Your turn")
    page.click("#open-layers")
    for box in page.locator("#layers [data-layer]").all():
        box.set_checked(not box.is_checked())
    page.click("#layers [data-rotation=turn-left]")
    page.click("#layers-close")


def study_games(page: Page, host: SiteServer) -> None:
    """Use variations, comments, files, a set-up, a friend, two people and the position editor."""
    open_with_library(page, host, "#1/brink3-x2/ma1c2d3")
    for _ in range(2):
        page.keyboard.press("ArrowLeft")
    play(page, "b2", "c3")
    open_record_tab(page, "study")
    page.fill("#comment", 'A better answer: "c2".')
    page.select_option("#mark", "triangle")
    play(page, "c2")
    page.select_option("#mark", "label")
    page.fill("#mark-text", "Z")
    page.locator("#mark-text").blur()
    play(page, "d4")
    wait_row(page, '["label","d4","Z"]')

    open_my_games(page)
    rename(page, 0, "Tuesday", "Ben")
    put_value(page, "broken", '{"schema": 6, "id": "broken"}')
    file = {"name": "a.sgf", "mimeType": "text/plain", "buffer": SGF.encode()}
    page.set_input_files("#library-file", file)
    expect(page.locator("#library-games")).to_contain_text("Ann – Bob")
    expect(page.locator("#library-damaged")).to_be_visible()
    page.keyboard.press("Escape")

    open_route(page, "#1/brink3-x3/m")
    open_record_tab(page, "study")
    page.click("#edit")
    play(page, "d4")
    page.click("#edit-play")
    page.fill("#comment", "White to play.")
    page.locator("#comment").blur()
    wait_row(page, "White to play.")
    start_new_game(page, "brink", 3, opponent="link")
    play_legal_cell(page)
    send_turn(page, name="Anna")
    start_new_game(page, "greylox", opponent="here")
    play(page, "e5", "f6", "d7")
    start_new_game(page, "brink", 5, opponent="here")
    play(page, "c3", "d4")
    wait_row(page, "brink5-x11")
    open_record_tab(page, "study")
    page.click("#edit")
    play(page, "a1")


def play_on_phone(page: Page, host: SiteServer) -> None:
    """Play a first game, a flag fall, a link that offers a seat, a puzzle; change the language."""
    open_with_library(page, host)
    page.wait_for_function(HAS_MARK_SCRIPT, arg="engine-ready")
    play_legal_cell(page)
    expect(page.locator("#turn")).to_contain_text("Your turn")
    start_new_game(page, "lox", 5, clock="other", minutes=1, seconds=0, opponent="here")
    play(page, "a1", "b2")
    page.locator("#result-close").click(timeout=FLAG_FALLS_MILLIS)
    wait_row(page, '"flagged":true')
    for name, value in {"loupe": False, "haptics": True, "theme": "contrast"}.items():
        prefer(page, name, value)
    open_route(page, "#1/multiplicity3/md2c1a2/cif")
    expect(page.locator("#take-seat")).to_be_visible()
    open_route(page, "#puzzle/greylox-2")
    play_puzzle(page, current_puzzle(page), "d1")
    open_route(page, "#settings")
    page.check("#settings-confirm")
    empty = "<!doctype html><title>Empty</title>"  # a real page would clear the data for the reload
    page.route(f"{host.url}*", lambda route: route.fulfill(body=empty, content_type="text/html"))
    page.select_option("#settings-language", "de")
    expect(page).to_have_title("Empty")


RECORDED_VISITS = {
    "desktop": (DESKTOP, play_on_desktop),
    "study": (DESKTOP, study_games),
    "phone": (PHONE, play_on_phone),
}


# ------------------------------------------------------------ steps of a visit


def try_mistake(page: Page) -> None:
    """Review a game with a costly turn, see its solution, ask for it no more, delete the game."""
    link, last = game_before_win(new_game("brink", 3))
    open_route(page, f"#{link}")
    page.locator("#side-1 .seat").select_option("1")
    play(page, last)
    page.click("#result-review")
    wait_facts(page, "mistake")
    open_route(page, "#you/mistakes")
    page.locator("#mistakes-lists .mistake-link").first.click()
    page.click("#exercise [data-name=solution]")
    wait_facts(page, "mistake-try")
    page.click("#mistake-remove")
    wait_facts(page, "mistake-asked")
    open_my_games(page)
    press_game(page, 0, "delete")
    wait_facts(page, "game-deleted")
    open_route(page, "#go-on")


def open_route(page: Page, fragment: str) -> None:
    """Go to another game or exercise."""
    page.evaluate(NAVIGATE_SCRIPT, fragment)


def play_legal_cell(page: Page) -> None:
    """Place a stone on a legal cell, once the engine has answered."""
    expect(page.locator("#turn")).to_contain_text("Your turn")
    stones = page.locator("#moves button").count()
    page.locator("#board .cell.legal").first.click()
    wait_until(page, f"() => document.querySelectorAll('#moves button').length > {stones}")


def resign(page: Page) -> None:
    """Resign the current game, and close the result card."""
    press(page, "resign")
    page.click("#resign-yes")
    page.click("#result-close")


def wait_facts(page: Page, kind: str, count: int = 1) -> None:
    """Wait until at least this number of facts of a kind is stored."""
    wait_until(
        page,
        f"""async ([kind, count]) => (await ({DATABASE_SCRIPT})(["progress", null, null]))
          .filter((text) => JSON.parse(text).kind === kind).length >= count""",
        [kind, count],
    )


def wait_row(page: Page, part: str) -> None:
    """Wait until a stored game contains this text, in its row or in the tree inside it."""
    wait_until(
        page,
        f"""async (part) => (await ({DATABASE_SCRIPT})(["games", null, null]))
          .some((text) => text.includes(part) || JSON.parse(text).tree.includes(part))""",
        part,
    )


# ------------------------------------------------------------ files of a version


def write_json(version: str, name: str, value: object) -> None:
    """Write a JSON file of a version."""
    text = json.dumps(value, indent=1, ensure_ascii=False) + "\n"
    (FOLDER / version / f"{name}.json").write_text(text, "utf-8")


def write_archive(version: str, name: str, files: Mapping[str, bytes]) -> None:
    """Write an archive whose bytes depend only on the files."""
    with tarfile.open(FOLDER / version / f"{name}.tar.xz", "w:xz", preset=9) as archive:
        for path, content in sorted(files.items()):
            entry = tarfile.TarInfo(path)
            entry.size = len(content)
            archive.addfile(entry, io.BytesIO(content))


def new_files(version: str, folder: Path) -> dict[str, bytes]:
    """The files of the build's offline copy that are new or changed since the previous version."""
    before = unpack(VERSIONS[VERSIONS.index(version) - 1], "site", folder)
    worker = (DIST / "service-worker.js").read_text("utf-8")
    table = re.search(r"const FILES = ({.*?});", worker, re.DOTALL)
    assert table
    paths = {path.removeprefix("./") or "index.html" for path in json.loads(table[1])}
    files = {path: (DIST / path).read_bytes() for path in paths | {"service-worker.js"}}
    existing = {path for path in files if (before / path).exists()}
    return {
        path: content
        for path, content in files.items()
        if path not in existing or (before / path).read_bytes() != content
    }


def exported_games(page: Page, visit: Any) -> dict[str, str]:
    """Link -> SGF of all stored games."""
    texts = {}
    for game, row in visit["stores"]["games"].items():
        open_my_games(page)
        page.locator(f"#library-games [data-game='{game}'] [data-action=open]").click()
        expect(page.locator("#library")).to_be_hidden()
        texts[json.loads(row)["link"]] = export_file(page, "sgf").read_text("utf-8")
        page.locator("#share [data-close]").click()
    return texts


def exported_library(page: Page) -> Any:
    """The parsed export of all games and facts."""
    open_my_games(page)
    with page.expect_download() as download:
        page.click("#library-export")
    return json.loads(download.value.path().read_text("utf-8"))


OTHERS = "api", "browser", "command", "zoo"  # folders without readers


def sources() -> dict[str, bytes]:
    """The modules that read and write stored data, and ``reader.py``."""
    package = ROOT / "greylox_web"
    paths = [
        path for path in package.rglob("*.py") if path.parts[len(ROOT.parts) + 1] not in OTHERS
    ]
    files = {str(path.relative_to(ROOT)): path.read_bytes() for path in paths}
    return files | {"reader.py": READER.read_bytes()}


def record(version: str, folder: Path) -> None:
    """Write the folder of a version; ``folder`` is an empty folder for temporary files."""
    (FOLDER / version).mkdir()  # fails if it exists: recordings are never renewed
    write_archive(version, "site", new_files(version, folder / "before"))
    write_archive(version, "package", sources())
    shutil.copytree(DIST, folder / "www" / SUB_PATH)
    host, texts = SiteServer(folder / "www"), {}
    with sync_playwright() as api:
        browser = api.chromium.launch(
            executable_path=ensure_chromium(headless=True), args=NO_TIERING_FLAGS
        )
        for name, (device, play_visit) in RECORDED_VISITS.items():
            context = browser.new_context(service_workers="block", **device)
            context.set_default_timeout(TIMEOUT_MILLIS)
            page = context.new_page()
            play_visit(page, host)
            visit = read_visit(page)
            write_json(version, name, {"address": page.evaluate("location.hash"), **visit})
            if device is DESKTOP:
                texts |= exported_games(page, visit)
            if name == "desktop":
                write_json(version, "library", exported_library(page))
            context.close()
    host.stop()
    write_json(version, "sgf", texts)


SHARED = re.compile(r"(pyodide|wheels)[.]")  # the start of folder names
LARGE = 500_000


def rewrite_first_site(folder: Path, whole: bool) -> None:
    """Write the archive of the first site with or without the large files that the build has."""
    site, present = unpack(VERSIONS[0], "site", folder), {*load_sums(DIST).values()}
    sums = load_sums(site)
    files = {path: (site / path).read_bytes() for path in (*sums, CHECKSUM_FILE)}
    assert all(digest(files[path]) == sums[path] for path in sums), "the site is not as it was"
    if not whole:
        for path in filter(SHARED.match, sums):
            if sums[path] in present and len(files[path]) > LARGE:
                del files[path]
    write_archive(VERSIONS[0], "site", files)


if __name__ == "__main__":
    expect.set_options(timeout=TIMEOUT_MILLIS)
    with tempfile.TemporaryDirectory() as empty_folder:
        if sys.argv[1] in ("--whole", "--small"):
            rewrite_first_site(Path(empty_folder), sys.argv[1] == "--whole")
        else:
            record(sys.argv[1], Path(empty_folder))
