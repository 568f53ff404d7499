"""Home: when it opens, navigation to and from it, and painting without Python."""

from __future__ import annotations

import json
import re

import pytest
from playwright.sync_api import Page, Route, expect

from greylox_web.rules import default_game
from greylox_web.rules.notation.links import write_spec
from tools.chromium import HAS_MARK_SCRIPT

from . import new_game_dialog
from .my_games_page import GAME_LINK, wait_saved
from .page_actions import (
    cells_with_class,
    fragment,
    patched,
    play,
    press,
    show_chances,
    switch_game,
    wait_evaluated,
    wait_until,
)
from .shared_browsers import restart
from .site_server import SiteServer

pytestmark = pytest.mark.no_engine

UNFINISHED = "#1/greylox3/mc3c4a1a2e5e4"
FINISHED = "#1/lox5-n/ma1b1-q"
GAMES = "greylox", "lox", "brink", "multiplicity", "byg"


def check_at_home(page: Page) -> None:
    expect(page.locator("#home")).to_be_visible()
    expect(page.locator("#board")).to_be_hidden()


def check_at_board(page: Page) -> None:
    expect(page.locator("#board")).to_be_visible()
    expect(page.locator("#home")).to_be_hidden()


def choose_game_card(page: Page, game: str) -> None:
    """Choose the card of a game."""
    page.get_by_role("link", name=f"Play {game}").click()


def test_a_first_visit_opens_home_and_a_link_the_board(page: Page, open_game):
    open_game(page, "#home")
    restart(page, "")
    check_at_home(page)
    assert fragment(page) == "#home"
    expect(page.get_by_role("heading", level=1)).to_have_text("Five board games on hexagons")
    open_game(page, UNFINISHED)
    check_at_board(page)


def test_first_game_is_greylox_against_the_first_level(page: Page, open_game):
    open_game(page, "#home", library=True)
    page.get_by_role("link", name="Play your first game").click()
    check_at_board(page)
    expect(page.locator("#title")).to_have_text("Greylox")
    expect(page.locator("#board-line")).to_contain_text("base 4")
    expect(page.locator("#side-1 .player")).to_have_text("Pip")
    assert fragment(page).startswith("#1/greylox4/m/")
    page.go_back()
    check_at_home(page)
    expect(page.get_by_role("heading", level=1)).to_have_text("Five board games on hexagons")
    page.go_forward()
    play(page, "e5")
    page.go_back()
    expect(page.get_by_role("heading", level=1)).to_have_text("Today")


def test_return_finds_the_game_in_progress_at_home(page: Page, open_game):
    open_game(page)
    play(page, "e5")
    link = fragment(page)
    restart(page, "")
    check_at_home(page)
    expect(page.get_by_role("heading", level=1)).to_have_text("Today")
    page.get_by_role("link", name="Go on").click()
    check_at_board(page)
    expect(page.locator("#moves button").first).to_have_text("e5")
    assert fragment(page) == link
    restart(page)
    check_at_board(page)


def test_return_without_unfinished_game_shows_no_card_for_it(page: Page, open_game):
    open_game(page, FINISHED)
    page.locator("#board .cell").first.click()  # so that the game belongs to this browser
    restart(page, "")
    check_at_home(page)
    assert fragment(page) == "#home"
    expect(page.locator("#games-in-progress")).to_be_hidden()
    restart(page)
    check_at_home(page)


@pytest.mark.no_engine(False)
def test_the_last_game_is_reviewed_and_repeated_at_home(page: Page, open_game):
    open_game(page, "#play/greylox", library=True, engine=True)
    play(page, "e5")
    page.click("#resign")
    page.get_by_role("dialog").get_by_role("button", name="Resign").click()
    page.evaluate("location.hash = 'home'")
    card = page.locator("#last-game")
    expect(card.locator(".eyebrow")).to_have_text("Last game · Greylox · base 4 · against Pip")
    expect(card.get_by_role("heading")).to_have_text("Pip wins")
    expect(page.locator("#home .main:visible")).to_have_text("Play Pip")
    card.get_by_role("button", name="Review").click()
    check_at_board(page)
    expect(page.locator("#review")).to_be_visible()
    expect(page.locator("#moves button").first).to_have_text("e5")
    page.evaluate("location.hash = 'home'")
    expect(page.get_by_role("button", name="Play Pip")).to_have_count(1)
    expect(card.get_by_role("button", name="Rematch")).to_have_count(0)  # the same game
    card.get_by_role("button", name="Play Pip").click()
    check_at_board(page)
    expect(page.locator("#moves button")).to_have_count(0)
    expect(page.locator("#board-line")).to_have_text("base 4 · against Pip, level 1")


def test_home_button_opens_home_and_back_returns(page: Page, open_game):
    open_game(page, UNFINISHED, library=True)
    expect(page).to_have_title("Greylox · base 3")
    page.evaluate("location.hash = 'home'")
    check_at_home(page)
    expect(page).to_have_title("Greylox Web")
    expect(page.locator("#home h1:visible")).to_be_focused()
    card = page.locator("#games-in-progress")
    expect(card.locator(".eyebrow")).to_have_text(
        "Greylox · base 3 · White and Black at this screen"
    )
    expect(card.locator("svg.board")).to_be_visible()
    page.click("#current-game")
    check_at_board(page)
    assert fragment(page).startswith(UNFINISHED)
    expect(page).to_have_title("Greylox · base 3")
    expect(page.locator("#title")).to_be_focused()
    page.go_back()
    check_at_home(page)
    page.go_back()
    check_at_board(page)
    assert fragment(page).startswith(UNFINISHED)


@pytest.mark.no_engine(False)
def test_back_from_home_shows_engine_answer(page: Page, open_game):
    open_game(page, engine=True)
    play(page, "e5")
    page.evaluate("location.hash = 'home'")
    check_at_home(page)
    expect(page.locator("#games-in-progress .title")).to_have_text("Your move, turn 3")
    expect(page.locator("#games-in-progress .eyebrow")).to_contain_text("against Pip")
    page.go_back()
    check_at_board(page)
    expect(page.locator("#moves button[aria-current]")).to_have_text(
        page.locator("#moves button").last.inner_text()
    )


def test_back_is_not_undone_by_simultaneous_event(page: Page, open_game):
    open_game(page, UNFINISHED)
    page.evaluate("location.hash = 'home'")
    check_at_home(page)
    page.click("#current-game")
    check_at_board(page)
    page.evaluate("""addEventListener(
        "popstate", () => document.getElementById("undo").click(), { once: true })""")
    page.go_back()
    check_at_home(page)
    assert fragment(page) == "#home"


def test_a_card_begins_a_game_and_back_and_forward_lead_to_both(page: Page, open_game):
    open_game(page, "#home", library=True)
    expect(page).to_have_title("Greylox Web")
    for name in GAMES:
        choose_game_card(page, name.capitalize())
        check_at_board(page)
        expect(page.locator("#board svg.board")).to_have_attribute("data-game", name)
        expect(page.locator("#moves button")).to_have_count(0)
        assert fragment(page).startswith(f"#1/{name}")
        page.go_back()
        check_at_home(page)
        page.go_forward()
        check_at_board(page)
        expect(page.locator("#board svg.board")).to_have_attribute("data-game", name)
        page.go_back()
        check_at_home(page)


@pytest.mark.no_engine(False)
def test_home_lists_each_game_in_progress_once(page: Page, open_game):
    open_game(page, engine=True)
    play(page, "e5")
    expect(page.locator("#moves button")).to_have_count(3)
    greylox = fragment(page)
    new_game_dialog.start_new_game(page, "brink", 3, clock="5-3")
    play(page, "a1")
    brink = fragment(page)
    wait_until(page, "() => document.querySelectorAll('.clock')[1].textContent < '5:00'")
    switch_game(page, "byg")  # no stone is placed
    switch_game(page, "brink")
    assert fragment(page) == brink and page.locator(".clock").last.inner_text() < "5:00"
    restart(page, "#home")
    card = page.locator("#games-in-progress")
    expect(card.locator(".eyebrow")).to_contain_text("Brink · base 3")
    other = card.locator(".other-games a")
    expect(other).to_have_count(1)
    expect(other).to_contain_text("Greylox · base 4")
    expect(other).to_contain_text("against Pip · Your move, turn 3")
    expect(other.locator(".when")).to_have_text("today")
    other.click()
    check_at_board(page)
    assert fragment(page) == greylox
    expect(page.locator("#side-1 .player")).to_have_text("Pip")
    page.evaluate("location.hash = 'home'")
    expect(card.locator(".eyebrow")).to_contain_text("Greylox · base 4 · against Pip")
    expect(card.locator(".other-games a")).to_have_count(1)
    expect(card.locator(".other-games a")).to_contain_text("Brink · base 3")
    card.locator(".other-games a").click()
    check_at_board(page)
    assert fragment(page) == brink
    expect(page.locator(".clock").first).to_be_visible()
    assert page.locator(".clock").last.inner_text() < "5:00", "as it was left"


def test_new_game_of_today_selects_its_game(page: Page, open_game):
    open_game(page, UNFINISHED, library=True)
    play(page, page.locator(".cell.legal").first.get_attribute("data-cell"))
    page.evaluate("location.hash = 'home'")
    page.get_by_role("button", name="New game of Lox").click()
    assert new_game_dialog.chosen_value(page, "name") == "lox"
    new_game_dialog.start(page)
    check_at_board(page)
    expect(page.locator("#title")).to_have_text("Lox")
    expect(page.locator("#moves button")).to_have_count(0)


@pytest.mark.no_engine(False)
def test_suspended_game_returns_with_its_players(page: Page, open_game):
    open_game(page, engine=True)
    play(page, "e5")
    expect(page.locator("#moves button")).to_have_count(3)
    link = fragment(page)
    page.evaluate("location.hash = 'play/brink'")
    expect(page.locator("#title")).to_contain_text("Brink")
    page.go_back()
    expect(page.locator("#title")).to_contain_text("Greylox")
    assert fragment(page) == link
    expect(page.locator("#continue-bar")).to_have_count(0)
    stored_session = page.evaluate("localStorage.getItem(greyloxStorageKey('greylox-table-1'))")
    assert json.loads(stored_session)["seats"] == ["", "1"]


@pytest.mark.no_engine(False)
def test_suspended_or_reloaded_game_returns_with_chances(page: Page, open_game):
    open_game(page, engine=True)
    show_chances(page)
    new_game_dialog.start_new_game(page, "brink", 3, level=1, side="first")
    for count in (2, 4, 6):
        play(page, cells_with_class(page, "legal")[0])
        expect(page.locator("#moves [data-node]")).to_have_count(count)
        wait_evaluated(page)
    curve = page.locator("#eval-graph .curve")
    graph = page.locator("#eval-graph")  # the curve is flat where one side wins for certain
    expect(curve).to_have_count(1)
    points = curve.get_attribute("points")
    switch_game(page, "lox")
    expect(graph).to_be_hidden()
    switch_game(page, "brink")
    expect(page.locator("#moves [data-node]")).to_have_count(6)
    expect(graph).to_be_visible()
    assert curve.get_attribute("points") == points
    restart(page)
    expect(page.locator("#moves [data-node]")).to_have_count(6)
    expect(graph).to_be_visible()
    before, after = (
        [float(part) for part in re.split("[ ,]", text)]
        for text in (points, curve.get_attribute("points"))
    )
    assert after == pytest.approx(before, abs=0.11), "kept to a thousandth"


def test_the_menu_of_games_opens_the_one_played_last(page: Page, open_game):
    open_game(page, library=True)
    new_game_dialog.start_new_game(page, "brink", 3)
    play(page, "a1")
    switch_game(page, "lox")
    new_game_dialog.start_new_game(page, "brink", 4)
    play(page, "b2")
    last = fragment(page)
    new_game_dialog.start_new_game(page, "multiplicity", 3)  # not in the menu
    switch_game(page, "brink")
    assert fragment(page) == last
    new_game_dialog.start_new_game(page, "brink", 3, x=3)
    play(page, "c3")
    page.evaluate("location.hash = '#1/lox5-n/ma1b1-q'")
    switch_game(page, "brink")
    assert fragment(page).startswith("#1/brink3-x3/mc3")
    new_game_dialog.start_new_game(page, "brink", 4)  # empty; other games are unfinished
    switch_game(page, "multiplicity")
    switch_game(page, "brink")
    empty = write_spec(default_game("brink", 4, {"board": "hexhex"}))
    assert fragment(page).startswith(f"#1/{empty}/m/")


def test_game_stays_linked_to_entry_after_many_others(page: Page, open_game):
    open_game(page, GAME_LINK, library=True)
    play(page, "a1", "b2", "c3")
    wait_saved(page, 3)
    switch_game(page, "lox")
    for size in (3, 4, 5) * 3:
        page.evaluate(f"location.hash = '1/byg{size}/m'")
        wait_until(page, f"location.hash.startsWith('#1/byg{size}/m/c')")
    switch_game(page, "brink")
    page.wait_for_timeout(300)
    expect(page.locator("#continue-bar")).to_have_count(0)
    play(page, "c2")
    wait_saved(page, 4)


def test_fully_stored_game_is_not_offered_for_merging(page: Page, open_game):
    open_game(page, GAME_LINK, library=True)
    play(page, "a1", "b2", "c3")
    wait_saved(page, 3)
    switch_game(page, "lox")
    restart(page)
    page.wait_for_function(HAS_MARK_SCRIPT, arg="library-ready")
    page.go_back()
    expect(page.locator("#moves button")).to_have_count(3)
    page.wait_for_timeout(500)
    expect(page.locator("#notice")).to_be_hidden()  # going back has stored nothing new
    expect(page.locator("#continue-bar")).to_have_count(0)
    play(page, "c2")
    wait_saved(page, 4)


def test_declined_merge_is_not_offered_again(page: Page, open_game):
    open_game(page, GAME_LINK, library=True)
    play(page, "a1", "b2", "c3", "c2")
    wait_saved(page, 4)
    switch_game(page, "lox")
    for keep in (page.get_by_role("button", name="Keep apart").click, lambda: None):
        page.evaluate("location.hash = '1/brink3-x2/ma1b2c3'")
        expect(page.locator("#continue-bar")).to_contain_text("All of this is in Brink")
        keep()
        for game in ("lox", "brink") * 2:
            switch_game(page, game)
        page.wait_for_timeout(300)
        expect(page.locator("#continue-bar")).to_have_count(0)
        expect(page.locator("#moves button")).to_have_count(3)
        switch_game(page, "lox")


@pytest.mark.true_start
def test_card_chosen_before_python_opens_when_loaded(page: Page, server: SiteServer):
    held: list[Route] = []
    page.route("**/*.wasm", lambda route: held.append(route))
    page.goto(server.url + "#home")
    check_at_home(page)
    choose_game_card(page, "Byg")
    choose_game_card(page, "Brink")  # the last one counts
    check_at_home(page)
    expect(page.locator("#home .card-link[data-chosen]")).to_have_count(1)
    for route in held:
        route.continue_()
    page.wait_for_function(HAS_MARK_SCRIPT, arg="board-interactive")
    check_at_board(page)
    expect(page.locator("#title")).to_contain_text("Brink")
    play(page, "e5")
    expect(page.locator("#moves button").first).to_have_text("e5")
    page.go_back()
    check_at_home(page)
    expect(page.locator("#home .card-link[data-chosen]")).to_have_count(0)


@pytest.mark.true_start
def test_home_needs_no_python_to_be_painted(page: Page, server: SiteServer):
    page.route("**/*.wasm", lambda route: None)
    page.goto(server.url + "#home")
    check_at_home(page)
    for name in GAMES:
        expect(page.get_by_role("heading", name=name.capitalize(), exact=True)).to_be_visible()
        expect(page.locator(f"#home li:has([href='#play/{name}']) svg").first).to_be_visible()
    expect(page.locator("#startup-progress")).to_be_hidden()  # nothing waits for Python
    painted = "performance.getEntriesByName('first-contentful-paint').length > 0"
    page.wait_for_function(painted)


def test_unknown_route_shows_notice_at_board(page: Page, open_game):
    open_game(page, "#play/chess")
    check_at_board(page)
    expect(page.locator("#notice")).to_contain_text("There is no page named “play/chess”")


def test_home_by_keyboard_alone(page: Page, open_game):
    open_game(page, "#home", library=True)
    page.keyboard.type("e5\n")  # the board's keys are inactive
    page.keyboard.press("ArrowRight")
    page.get_by_role("link", name="Play Greylox").focus()
    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="Play Lox")).to_be_focused()
    page.keyboard.press("Enter")
    check_at_board(page)
    expect(page.locator("#title")).to_contain_text("Lox")
    expect(page.locator("#moves button")).to_have_count(0)
    page.keyboard.type("c3\n")
    expect(page.locator("#moves button").first).to_have_text("c3")


def test_a_friends_link_is_pasted_at_home(phone: Page, open_game):
    open_game(phone, "#home", library=True)
    phone.get_by_role("button", name="Open a link").click()
    field = phone.locator("#open-link-text")
    expect(field).to_be_focused()
    field.fill("no link at all")
    phone.get_by_role("button", name="Open", exact=True).click()
    expect(phone.locator("#open-link-error")).not_to_be_empty()
    check_at_home(phone)
    field.fill(f"Your turn: https://example.org/{UNFINISHED}")
    phone.get_by_role("button", name="Open", exact=True).click()
    check_at_board(phone)
    expect(phone.locator("#moves button").last).to_have_text("e4")


def test_a_friends_answer_and_a_puzzle_are_pasted_at_home(phone: Page, open_game):
    open_game(phone, UNFINISHED, library=True)
    phone.evaluate("location.hash = 'home'")
    check_at_home(phone)

    def paste(text: str) -> None:
        phone.get_by_role("button", name="Open a link").click()
        phone.fill("#open-link-text", text)
        phone.get_by_role("button", name="Open", exact=True).click()

    paste(f"https://example.org/{UNFINISHED}c1")
    check_at_board(phone)
    expect(phone.locator("#moves button").last).to_have_text("c1")
    phone.evaluate("location.hash = 'home'")
    check_at_home(phone)
    paste("12")
    expect(phone.locator("#open-link-error")).to_have_text("There are no moves in this text.")
    phone.fill("#open-link-text", "https://example.org/#puzzle/greylox-2")
    phone.get_by_role("button", name="Open", exact=True).click()
    expect(phone.locator("#exercise")).to_contain_text("Black to play and win")
    expect(phone.locator("#open-link")).to_be_hidden()


def test_a_stored_game_is_opened_from_home(page: Page, open_game):
    open_game(page, UNFINISHED, library=True)
    page.wait_for_function(HAS_MARK_SCRIPT, arg="library-ready")
    play(page, page.locator(".cell.legal").first.get_attribute("data-cell"))
    for other in (False, True):  # the current game, and one that is no longer current
        page.evaluate("location.hash = 'home'")
        check_at_home(page)
        if other:
            page.evaluate("location.hash = 'play/byg'")
            check_at_board(page)
            page.go_back()
            check_at_home(page)
        page.click("#open-you")
        page.locator("#library-games button").first.click()
        check_at_board(page)
        assert fragment(page).startswith("#1/greylox3/mc3c4a1a2e5e4")


@pytest.mark.true_start
def test_theme_is_applied_before_python_loads(page: Page, server: SiteServer, open_game):
    open_game(page, library=True)
    press(page, "theme")
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    page.route("**/*.wasm", lambda route: None)
    page.reload()
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")


@pytest.mark.true_start
@pytest.mark.allow_console("")
def test_denied_storage_shows_the_board(page: Page, open_game):
    denied = "get() { throw new DOMException('', 'SecurityError') }"
    for name in ("localStorage", "sessionStorage"):
        page.add_init_script(f"Object.defineProperty(window, '{name}', {{ {denied} }})")
    check_at_board(open_game(page))
    page.evaluate("location.hash = 'home'")
    check_at_home(page)
    choose_game_card(page, "Brink")
    check_at_board(page)
    expect(page.locator("#title")).to_contain_text("Brink")


VISITED_SCRIPT = """
localStorage.setItem(greyloxStorageKey("greylox-preferences-1"), JSON.stringify({ visits: 3 }));
"""


def visit_again(page: Page) -> None:
    """Begin a later visit, in which the page may offer to be installed."""
    restart(page, "#home", VISITED_SCRIPT)
    page.wait_for_function(HAS_MARK_SCRIPT, arg="library-ready")


@pytest.mark.true_start  # a restart keeps the browser's offer to install
def test_the_offer_to_keep_the_page_as_an_app_hides_no_game(phone: Page, open_game):
    open_game(phone, library=True)  # by then it has counted this visit
    visit_again(phone)
    phone.evaluate("dispatchEvent(new Event('beforeinstallprompt', { cancelable: true }))")
    offer, last = phone.locator("#install"), phone.locator(".game-offer >> nth=4")
    expect(offer).to_be_visible()
    phone.evaluate("document.documentElement.scrollTo(0, 1e6)")
    over, under = offer.bounding_box(), last.bounding_box()
    assert under["y"] + under["height"] <= over["y"]
    assert (over["x"], over["width"]) == (under["x"], under["width"])


def test_install_hint_appears_without_install_prompt(phone: Page, open_game):
    open_game(phone, library=True)
    offer = phone.locator("#install")
    refuse = offer.get_by_role("button", name="No, thanks")
    with patched(phone, "navigator.standalone", "false"):  # as in Safari on an iPhone
        visit_again(phone)
        expect(offer).to_contain_text("Tap Share, then “Add to Home Screen”")
        expect(offer.get_by_role("button")).to_have_text(["No, thanks"])
        with patched(phone, "navigator.standalone", "true"):  # started from the home screen
            visit_again(phone)
            phone.wait_for_timeout(300)
            expect(offer).to_be_hidden()
        visit_again(phone)
        refuse.click()
        expect(offer).to_be_hidden()
        restart(phone)
        phone.wait_for_function(HAS_MARK_SCRIPT, arg="library-ready")
        phone.wait_for_timeout(300)
        expect(offer).to_be_hidden()
