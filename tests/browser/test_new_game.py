"""The page for a new game: each choice starts the chosen game, by mouse, touch and keyboard."""

from __future__ import annotations

import json
import re

import pytest
from playwright.sync_api import Page, expect

from greylox_web.engine.strengths import elo_above_level_1, expected_score
from greylox_web.rules import default_game
from greylox_web.session.last_choices import newcomer_game

from . import my_games_page
from .new_game_dialog import choose, chosen_value, start, start_new_game
from .page_actions import (
    cells_with_class,
    fragment,
    patched,
    play,
    press,
    wait_painted,
    wait_until,
)
from .shared_browsers import restart
from .test_spoken_text import LISTEN, announcements

CHOOSE_AT_ONCE_SCRIPT = """new Promise(done => {
    addEventListener("hashchange", () => {
        document.getElementById("new-name-brink").click();
        done();
    }, { once: true });
    location.hash = "#play";
})"""
STORED_SEATS_SCRIPT = "JSON.parse(localStorage.getItem(greyloxStorageKey('greylox-table-1'))).seats"


def stored_seats(page: Page) -> list[str]:
    """The seats as stored."""
    return page.evaluate(STORED_SEATS_SCRIPT)


CHOSEN_GAMES = [  # for each game the form offers what was chosen for it before
    ({"name": "greylox", "size": 7}, "#1/greylox7/"),
    ({"name": "lox", "size": 13, "swap": False}, "#1/lox13-n/"),
    ({"name": "brink", "board": "rhombus", "size": 6, "swap": False}, "#1/brink6-d-x8/"),
    ({"name": "brink", "board": "rhombus", "size": 8, "x": 5}, "#1/brink8-d-x5/"),
    ({"name": "multiplicity", "size": 5, "opening": False}, "#1/multiplicity5-f/"),
    ({"name": "multiplicity", "size": 4, "opening": False, "swap": True}, "#1/multiplicity4-f-p/"),
    ({"name": "byg", "board": "rhombus", "size": 15}, "#1/byg15-d/"),
]


@pytest.mark.no_engine
def test_chosen_options_start_matching_game(page: Page, open_game):
    open_game(page, "#1/greylox5/m")
    for choices, link in CHOSEN_GAMES:
        page.click("#open-new")
        choose(page, **choices, opponent="here")
        start(page)
        play(page, "a1")
        wait_until(page, "link => location.hash.startsWith(link)", link)


def test_choice_made_while_progress_is_read_stays(page: Page, open_game):
    open_game(page, "#1/lox5-n/m", library=True)
    page.evaluate(CHOOSE_AT_ONCE_SCRIPT)
    wait_painted(page)
    assert chosen_value(page, "name") == "brink"


CHOSEN_PLAYERS = [
    ({"opponent": "here"}, ["", ""]),
    ({"level": 7}, ["", "7"]),
    ({"side": "second", "level": 1}, ["1", ""]),
    ({"opponent": "link"}, ["", "friend"]),
    ({"opponent": "link", "side": "second"}, ["friend", ""]),
]


@pytest.mark.no_engine
def test_chosen_players_take_their_seats(page: Page, open_game):
    open_game(page, "#1/greylox5/m")
    for choices, expected in CHOSEN_PLAYERS:
        page.click("#open-new")
        choose(page, name="brink", board="hexhex", size=3, opponent="engine", side="first")
        choose(page, **choices)
        start(page)
        assert stored_seats(page) == expected, choices
        page.click("#open-new")
        for key, value in choices.items():
            if key == "level":
                expect(page.locator("#new-level")).to_have_value(str(value))
            else:
                assert chosen_value(page, key) == value, choices
        page.go_back()


@pytest.mark.no_engine
def test_random_side_assigns_seats_by_chance(page: Page, open_game):
    open_game(page)
    for coin, expected in ((0.9, ["", "3"]), (0.1, ["3", ""])):
        with patched(page, "Math.random", f"() => {coin}"):
            start_new_game(page, "brink", 3, level=3, side="either")
        assert stored_seats(page) == expected
        page.click("#open-new")
        assert chosen_value(page, "side") == "either"
        page.go_back()


@pytest.mark.no_engine
def test_clock_is_preset_custom_or_absent_by_link(page: Page, open_game):
    open_game(page)
    start_new_game(page, "brink", 3, clock="10-5")
    terms = "JSON.parse(localStorage.getItem(greyloxStorageKey('greylox-table-1'))).terms"
    assert page.evaluate(terms) == [600_000, 5000, True]
    page.click("#open-new")
    assert chosen_value(page, "clock") == "10-5"
    choose(page, clock="other", minutes=3, seconds=2, takebacks=False)
    start(page)
    assert page.evaluate(terms) == [180_000, 2000, False]
    page.click("#open-new")
    expect(page.locator("#new-minutes")).to_have_value("3")
    choose(page, opponent="link")
    expect(page.locator("#new-clock-0-0")).to_be_disabled()
    start(page)
    assert page.evaluate(terms) == [0, 0, False]


@pytest.mark.no_engine
def test_with_keys_alone(page: Page, open_game):
    open_game(page)
    page.focus("#open-new")
    page.keyboard.press("Enter")
    expect(page.locator("#new-game-heading")).to_be_focused()
    page.keyboard.press("Tab")
    expect(page.locator("#new-name-greylox")).to_be_focused()
    for _ in range(2):
        page.keyboard.press("ArrowRight")
    expect(page.locator("#new-name-brink")).to_be_checked()
    expect(page.locator("#new-goal-text")).to_contain_text("Keep your largest group")
    for focused_id in (
        "new-lesson",
        "new-measure",
        "new-board-hexhex",
        "new-size-4",
        "new-side-first",
        "new-takebacks",
    ):
        page.keyboard.press("Tab")
        assert page.evaluate("document.activeElement.id") == focused_id
    for _ in range(3):
        page.keyboard.press("Tab")  # past the button that decreases the number
    page.keyboard.press("Enter")
    x = newcomer_game("brink").options["x"] + 1
    expect(page.locator("#new-x")).to_have_value(str(x))
    page.keyboard.press("Tab")
    expect(page.locator("#new-swap")).to_be_focused()
    page.keyboard.press("Tab")
    expect(page.locator("#new-opponent-engine")).to_be_focused()
    page.keyboard.press("Tab")
    for _ in range(3):
        page.keyboard.press("ArrowRight")
    expect(page.locator("#new-level")).to_have_value("4")
    expect(page.locator("#new-level")).to_have_attribute("aria-valuetext", "Clay, 4 of 10 · fair")
    expect(page.locator("#new-level-name")).to_have_text("Clay")
    page.keyboard.press("Enter")  # on a choice it starts no game
    page.focus("#new-side-first")
    page.keyboard.press("Enter")
    expect(page.locator("#new-game")).to_be_visible()
    page.focus("#new-start")
    page.keyboard.press("Enter")
    expect(page.locator("#new-game")).to_be_hidden()
    assert stored_seats(page) == ["", "4"]
    play(page, "a1")
    board = newcomer_game("brink").size
    assert fragment(page).startswith(f"#1/brink{board}-x{x}/")


@pytest.mark.no_engine
def test_details_show_measured_strength(page: Page, open_game):
    open_game(page)
    page.click("#open-new")
    choose(page, name="lox", level=3)
    expect(page.locator("#new-level-about")).to_contain_text("Prefers good moves")
    expect(page.locator("#new-strengths")).to_be_hidden()
    page.click("#new-details summary")
    strengths = page.locator("#new-strengths")
    wins, other = expected_score("lox", 3)
    expect(strengths).to_contain_text(f"Wins {wins} of 100 games against level {other}.")
    elo, error = elo_above_level_1("lox", 3)
    expect(strengths).to_contain_text(f"Level 3: {elo} Elo above level 1 (±{error}")


def test_invalid_number_shows_error(page: Page, open_game):
    open_game(page, "#1/greylox5/m")
    before = fragment(page)
    page.click("#open-new")
    choose(page, name="brink", board="hexhex", size=3, x=99)
    page.click("#new-start")
    expect(page.locator("#new-error")).to_contain_text("from 1 to 19 on this board, not 99")
    expect(page.locator("#new-game")).to_be_visible()
    expect(page.locator("#new-x")).to_be_focused()
    page.click("#new-options [data-step='-1']")
    expect(page.locator("#new-error")).to_be_hidden()
    expect(page.locator("#new-x")).to_have_value("19")
    expect(page.locator("#new-x-about")).to_contain_text("larger by 19 or more")
    page.go_back()
    expect(page.locator("#game-view")).to_be_visible()
    expect(page.locator("#notice")).to_be_hidden()
    assert fragment(page) == before


def test_number_is_retyped_and_one_board_is_default(page: Page, open_game):
    open_game(page, "#1/greylox5/m")
    page.click("#open-new")
    choose(page, name="brink", board="hexhex", size=5, x=3)
    expect(page.locator("#new-size-about")).to_have_text("5 to a side, 61 cells: the usual board")
    x, about = page.locator("#new-x"), page.locator("#new-x-about")
    x.focus()
    page.keyboard.press("Backspace")
    expect(x).to_have_value("")
    expect(about).to_contain_text("larger by 3 or more")
    page.keyboard.type("12")
    expect(x).to_have_value("12")
    expect(about).to_contain_text("larger by 12 or more")
    x.fill("")
    x.blur()
    expect(x).to_have_value("12")
    choose(page, board="rhombus", size=11)
    expect(page.locator("#new-size-about")).to_have_text("11 × 11, 121 cells")
    choose(page, name="lox", size=11)
    expect(page.locator("#new-size-about")).to_contain_text("the usual board")


def test_each_board_of_brink_has_its_x_until_another_is_set(page: Page, open_game):
    open_game(page, "#1/greylox5/m")
    page.click("#open-new")
    x = page.locator("#new-x")
    choose(page, name="brink", board="hexhex")
    for size in (4, 5, 8):
        choose(page, size=size)
        default = default_game("brink", size, {"board": "hexhex"})
        expect(x).to_have_value(str(default.options["x"]))
    choose(page, board="rhombus")
    default = default_game("brink", None, {"board": "rhombus"})
    assert chosen_value(page, "size") == str(default.size)
    expect(x).to_have_value(str(default.options["x"]))
    choose(page, x=2)
    for size in (5, 6, 7):
        choose(page, size=size)
        expect(x).to_have_value("2")
    choose(page, opponent="here")
    start(page)
    assert fragment(page).startswith("#1/brink7-d-x2-p/")
    page.click("#open-new")
    choose(page, name="lox")
    choose(page, name="brink")
    expect(x).to_have_value("2")


def test_swap_is_on_where_no_fair_x_is_known_and_turns_the_stone(page: Page, open_game):
    open_game(page, "#1/greylox5/m")
    page.click("#open-new")
    swap, shares = page.locator("#new-swap"), page.locator("#new-shares-text")
    choose(page, name="brink", board="hexhex", size=5)
    expect(swap).not_to_be_checked()
    choose(page, board="rhombus", size=7)
    expect(swap).to_be_checked()
    expect(page.locator("#new-swap-about")).to_contain_text("may take over the opponent's stone")
    expect(shares).to_contain_text("White, wins 76 of 100")
    choose(page, swap=False)
    expect(shares).to_contain_text("White wins 66 of 100")
    choose(page, swap=True, opponent="here")
    start(page)
    expect(page.locator("#board-line")).to_have_text("7 × 7 · X 8 · swap")
    expect(page.locator("#swap")).to_be_hidden()
    play(page, "c3")
    due = "One stone; or swap: Black's stone becomes yours where it lies."
    expect(page.locator("#prompt")).to_have_text(due)
    page.evaluate(LISTEN)
    page.click("#swap")
    wait_painted(page)
    assert cells_with_class(page, "second") == ["c3"] and cells_with_class(page, "first") == []
    expect(page.locator("#stone-c3 .white")).not_to_have_count(0)
    message = "White swapped. The stone on c3 is now White's."
    expect(page.locator("#swap-told")).to_have_text(message)
    label = "c3, White, last turn, a swap"
    expect(page.locator("[data-cell=c3]")).to_have_attribute("aria-label", label)
    wait_until(page, "() => window.announcements.length")
    assert announcements(page)[0].startswith(f"live-region: {message} Black to move.")
    expect(page.locator("#turn")).to_have_text("Black to move")
    expect(page.locator("#swap")).to_be_hidden()
    wait_until(page, "link => location.hash.startsWith(link)", "#1/brink7-d-x8-p/mc3-s")


def test_swap_is_offered_while_the_opening_is_off(page: Page, open_game):
    open_game(page, "#1/greylox5/m")
    page.click("#open-new")
    swap = page.locator("#new-swap")
    choose(page, name="multiplicity")
    expect(swap).to_be_hidden()
    choose(page, opening=False)
    expect(swap).to_be_visible()
    expect(swap).not_to_be_checked()
    choose(page, swap=True, opening=True)
    expect(swap).to_be_hidden()
    choose(page, opening=False)
    expect(swap).not_to_be_checked()
    choose(page, swap=True, opening=True, opponent="here")
    start(page)
    play(page, "a1")
    size = newcomer_game("multiplicity").size
    wait_until(page, "link => location.hash.startsWith(link)", f"#1/multiplicity{size}/ma1")


def test_x_outside_training_range_shows_warning(page: Page, open_game):
    open_game(page, "#1/greylox5/m")
    page.click("#open-new")
    choose(page, name="brink", board="hexhex", size=5, opponent="engine", x=15)
    about = page.locator("#new-level-about")
    expect(about).not_to_be_empty()
    expect(about).not_to_contain_text("not trained")
    choose(page, x=16)
    expect(about).to_contain_text("was not trained with X above 15")


def test_a_position_is_set_up_on_the_board_chosen(page: Page, open_game):
    open_game(page, "#1/greylox5/m")
    page.click("#open-new")
    choose(page, name="byg", size=4, opponent="here")
    page.click("#new-setup")
    expect(page.locator("#new-game")).to_be_hidden()
    expect(page.locator("#editor")).to_be_visible()
    expect(page.locator("[data-cell]")).to_have_count(37)


def test_choices_cause_no_layout_shift(page: Page, open_game):
    page.set_viewport_size({"width": 1440, "height": 900})
    open_game(page, "#1/greylox5/m")
    page.click("#open-new")
    boxes_script = """() => JSON.stringify(["#new-boards legend", "#new-sides .segments",
        "#new-opponents",
        "#new-takebacks", "#new-clocks .segments", "#new-start"].map(name => {
            const box = document.querySelector(name).getBoundingClientRect();
            return [box.x, box.y].map(Math.round);
        }))"""
    before = page.evaluate(boxes_script)
    assert json.loads(before)
    for name in ("lox", "brink", "multiplicity", "byg"):
        choose(page, name=name)
        assert page.evaluate(boxes_script) == before, name
        if name in ("brink", "byg"):
            choose(page, board="rhombus")
            assert page.evaluate(boxes_script) == before, f"{name} on a rhombus"
    for choice in ({"opponent": "here"}, {"opponent": "link"}, {"opponent": "engine"}):
        choose(page, **choice)
        assert page.evaluate(boxes_script) == before, choice
    for clock in ("5-3", "other"):
        choose(page, clock=clock)
        assert page.evaluate(boxes_script) == before, clock


def test_start_is_in_sight_on_every_screen(page: Page, open_game):
    open_game(page, "#1/greylox5/m")
    page.click("#open-new")
    for width, height in ((360, 640), (390, 664), (844, 390), (834, 1112), (1440, 900)):
        page.set_viewport_size({"width": width, "height": height})
        wait_painted(page)
        box = page.locator("#new-start").bounding_box()
        assert box and box["y"] + box["height"] <= height and box["x"] + box["width"] <= width
        top = page.locator("#new-game footer").bounding_box()["y"]
        assert top > 150, "the form has most of the height"
        assert page.evaluate("document.documentElement.scrollWidth") <= width


@pytest.mark.no_engine
def test_with_a_finger(phone: Page, open_game):
    open_game(phone)
    press(phone, "open-new")
    phone.tap("#new-games label:has(#new-name-byg)")
    phone.tap("#new-opponents label:has(#new-opponent-here)")
    phone.tap("#new-start")
    expect(phone.locator("#new-game")).to_be_hidden()
    assert stored_seats(phone) == ["", ""]


def test_engine_game_is_stored_and_shows_whether_it_counts(page: Page, open_game):
    open_game(page, engine=True)
    page.click("#open-new")
    expect(page.locator("#new-level-about")).to_contain_text("to start with")
    expect(page.locator("#new-level-counts")).to_contain_text("Only games on the usual board")
    choose(page, name="brink", size=5, level=1)
    expect(page.locator("#new-level-counts")).to_contain_text("Counts towards your strength")
    page.click("#new-start")
    for helped in (False, True):
        play(page, "e5")
        expect(page.locator("#moves button")).to_have_count(2)
        if helped:
            page.click("#hint")
        page.click("#resign")
        page.click("#resign-yes")
        expect(page.locator("#rating-note")).to_contain_text("you have won 0 of")
        expect(page.locator("#rating-note svg.face")).to_be_visible()
        message = (
            "Not counted towards your strength: a hint was used."
            if helped
            else "known after 4 more games"
        )
        expect(page.locator("#rating-note")).to_contain_text(message)
        page.click("#result-rematch")
    page.click("#open-new")
    expect(page.locator("#new-level-about")).not_to_contain_text("to start with")
    page.go_back()
    page.click("#open-you")
    page.click("#open-statistics")
    row = page.locator("#statistics .opponents li", has_text="Pip")
    expect(row).to_have_text(re.compile("Pip *0 of 2"))
    page.go_back()
    expect(page.locator("#statistics")).to_be_hidden()
    expect(page.locator("#library")).to_be_visible()
    my_games_page.press(page, 1, "duplicate")
    expect(page.locator("#library-games > li")).to_have_count(3)
    copy = next(n for n, title in enumerate(my_games_page.titles(page)) if "(copy)" in title)
    my_games_page.press(page, copy, "open")
    page.click("#show-result")
    expect(page.locator("#rating-note")).to_contain_text("you have won 0 of 2")
    page.keyboard.press("Escape")
    page.click("#open-you")
    page.click("#open-statistics")
    expect(row).to_have_text(re.compile("Pip *0 of 2"))
    page.get_by_role("button", name="Lox", exact=True).click()
    expect(row).to_have_count(0)


@pytest.mark.no_engine
def test_game_starts_without_storage(page: Page, open_game):
    open_game(page)
    with patched(page, "Storage.prototype.setItem", "() => { throw new Error('denied') }"):
        restart(page)
        page.click("#open-new")
        choose(page, name="byg")
        page.click("#new-start")
        expect(page.locator("#new-game")).to_be_hidden()
        expect(page.locator("#title")).to_contain_text("Byg")
        expect(page.locator("#notice")).to_contain_text("stores nothing for this page")


def test_two_people_here_can_enter_their_names(page: Page, open_game):
    open_game(page, "#1/byg3/m")
    page.click("#open-new")
    choose(page, name="lox", opponent="here")
    page.get_by_label("Red's name").fill("Ana")
    page.get_by_label("Blue's name").fill("Ben")
    page.keyboard.press("Enter")
    expect(page.locator("#new-game")).to_be_hidden()
    expect(page.locator("#side-0 .player")).to_have_text("Ana")
    play(page, "a1")
    expect(page.locator("#side-1 .player")).to_have_text("Ben")
    page.reload()
    expect(page.locator("#side-0 .player")).to_have_text("Ana")
    press(page, "open-new")
    choose(page, opponent="here")
    expect(page.get_by_label("Blue's name")).to_have_value("Ben")


@pytest.mark.no_engine
def test_the_page_offers_to_go_on_with_the_game_in_progress(page: Page, open_game):
    open_game(page, "#1/brink3-x2/m")
    page.click("#open-play")
    expect(page.locator("#new-current")).to_be_hidden()
    page.go_back()
    play(page, "a1")
    page.click("#open-play")
    expect(page.locator("#new-current")).to_contain_text("Brink · base 3 · X 2")
    page.click("#new-current")
    expect(page.locator("#game-view")).to_be_visible()
    assert fragment(page).startswith("#1/brink3-x2/ma1")
