"""The New game dialog: each choice leads to the game that was chosen, by mouse, finger and keys."""

from __future__ import annotations

import json
import re

import pytest
from playwright.sync_api import Page, expect

from greylox_web.engine.strengths import elo_above_level_1, expected_score
from greylox_web.rules import default_game
from greylox_web.session.choices import newcomer_game

from . import shelves
from .choosing import begin, pick, picked, start
from .playing import fragment, play, press, settled, until

SEATS = "JSON.parse(localStorage.getItem(greyloxNamed('greylox-table-1'))).seats"


def seats(page: Page) -> list[str]:
    """Who plays, as it is kept."""
    return page.evaluate(SEATS)


@pytest.mark.parametrize(
    ("choices", "link"),
    [
        ({"name": "greylox", "size": 7}, "#1/greylox7/"),
        ({"name": "lox", "size": 13, "swap": False}, "#1/lox13-n/"),
        ({"name": "brink", "board": "rhombus", "size": 8, "x": 5}, "#1/brink8-d-x5/"),
        ({"name": "multiplicity", "size": 5, "opening": False}, "#1/multiplicity5-f/"),
        ({"name": "byg", "board": "rhombus", "size": 15}, "#1/byg15-d/"),
    ],
)
def test_what_is_chosen_begins(page: Page, open_game, choices: dict, link: str):
    open_game(page, "#1/greylox5/m")
    page.click("#open-new")
    pick(page, **choices, opponent="here")
    start(page)
    play(page, "a1")
    until(page, "link => location.hash.startsWith(link)", link)


@pytest.mark.parametrize(
    ("choices", "wanted"),
    [
        ({"opponent": "here"}, ["", ""]),
        ({"level": 7}, ["", "7"]),
        ({"side": "second", "level": 1}, ["1", ""]),
        ({"opponent": "link"}, ["", "friend"]),
        ({"opponent": "link", "side": "second"}, ["friend", ""]),
    ],
)
def test_who_plays_is_who_was_chosen(page: Page, open_game, choices: dict, wanted: list[str]):
    open_game(page, "#1/greylox5/m")
    page.click("#open-new")
    pick(page, name="brink", board="hexhex", size=3, opponent="engine", side="first")
    pick(page, **choices)
    start(page)
    assert seats(page) == wanted
    page.click("#open-new")
    for key, value in choices.items():
        if key == "level":
            expect(page.locator("#new-level")).to_have_value(str(value))
        else:
            assert picked(page, key) == value


@pytest.mark.true_start
@pytest.mark.no_engine
def test_the_side_is_left_to_chance(page: Page, open_game):
    page.add_init_script("window.coin = 0; Math.random = () => window.coin")
    open_game(page)
    for coin, wanted in ((0.9, ["", "3"]), (0.1, ["3", ""])):
        page.evaluate("coin => { window.coin = coin }", coin)
        begin(page, "brink", 3, level=3, side="either")
        assert seats(page) == wanted
        page.click("#open-new")
        assert picked(page, "side") == "either"
        page.click("#new-game-close")


@pytest.mark.no_engine
def test_a_clock_is_one_of_the_usual_or_made_and_none_by_link(page: Page, open_game):
    open_game(page)
    begin(page, "brink", 3, clock="10-5")
    terms = "JSON.parse(localStorage.getItem(greyloxNamed('greylox-table-1'))).terms"
    assert page.evaluate(terms) == [600_000, 5000, True]
    page.click("#open-new")
    assert picked(page, "clock") == "10-5"
    pick(page, clock="other", minutes=3, seconds=2, takebacks=False)
    start(page)
    assert page.evaluate(terms) == [180_000, 2000, False]
    page.click("#open-new")
    expect(page.locator("#new-minutes")).to_have_value("3")
    pick(page, opponent="link")
    expect(page.locator("#new-clock-0-0")).to_be_disabled()
    start(page)
    assert page.evaluate(terms) == [0, 0, False]


@pytest.mark.no_engine
def test_with_keys_alone(page: Page, open_game):
    open_game(page)
    page.focus("#open-new")
    page.keyboard.press("Enter")
    expect(page.locator("#new-name-greylox")).to_be_focused()
    for _ in range(2):
        page.keyboard.press("ArrowRight")
    expect(page.locator("#new-name-brink")).to_be_checked()
    for wanted in ("new-board-hexhex", "new-size-4", "new-side-first", "new-takebacks"):
        page.keyboard.press("Tab")
        assert page.evaluate("document.activeElement.id") == wanted
    for _ in range(3):
        page.keyboard.press("Tab")  # past the button that makes the number smaller
    page.keyboard.press("Enter")
    x = newcomer_game("brink").options["x"] + 1
    expect(page.locator("#new-x")).to_have_value(str(x))
    page.keyboard.press("Tab")
    expect(page.locator("#new-opponent-engine")).to_be_focused()
    page.keyboard.press("Tab")
    for _ in range(3):
        page.keyboard.press("ArrowRight")
    expect(page.locator("#new-level")).to_have_value("4")
    expect(page.locator("#new-level")).to_have_attribute("aria-valuetext", "Clay, level 4, fair")
    expect(page.locator("#new-level-name")).to_have_text("Clay")
    page.keyboard.press("Enter")
    expect(page.locator("#new-game")).to_be_hidden()
    assert seats(page) == ["", "4"]
    play(page, "a1")
    board = newcomer_game("brink").size
    assert fragment(page).startswith(f"#1/brink{board}-x{x}/")


@pytest.mark.no_engine
def test_what_was_measured_stands_behind_details(page: Page, open_game):
    open_game(page)
    page.click("#open-new")
    pick(page, name="lox", level=3)
    expect(page.locator("#new-level-about")).to_contain_text("Prefers good moves")
    expect(page.locator("#new-strengths")).to_be_hidden()
    page.click("#new-details summary")
    told = page.locator("#new-strengths")
    wins, other = expected_score("lox", 3)
    expect(told).to_contain_text(f"Wins {wins} of 100 games against level {other}.")
    elo, error = elo_above_level_1("lox", 3)
    expect(told).to_contain_text(f"Level 3: {elo} Elo above level 1 (±{error}")


def test_a_number_that_cannot_be_is_refused_with_a_sentence(page: Page, open_game):
    open_game(page, "#1/greylox5/m")
    before = fragment(page)
    page.click("#open-new")
    pick(page, name="brink", board="hexhex", size=3, x=99)
    page.click("#new-start")
    expect(page.locator("#new-error")).to_contain_text("from 1 to 19 on this board, not 99")
    expect(page.locator("#new-game")).to_be_visible()
    expect(page.locator("#new-x")).to_be_focused()
    assert fragment(page) == before
    page.click("#new-options [data-step='-1']")
    expect(page.locator("#new-error")).to_be_hidden()
    expect(page.locator("#new-x")).to_have_value("19")
    expect(page.locator("#new-x-about")).to_contain_text("larger by 19 or more")
    expect(page.locator("#notice")).to_be_hidden()


def test_a_number_is_typed_anew_and_only_one_board_is_the_usual_one(page: Page, open_game):
    open_game(page, "#1/greylox5/m")
    page.click("#open-new")
    pick(page, name="brink", board="hexhex", size=5, x=3)
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
    pick(page, board="rhombus", size=11)
    expect(page.locator("#new-size-about")).to_have_text("11 × 11, 121 cells")
    pick(page, name="lox", size=11)
    expect(page.locator("#new-size-about")).to_contain_text("the usual board")


def test_each_board_of_brink_has_its_x_until_another_is_set(page: Page, open_game):
    open_game(page, "#1/greylox5/m")
    page.click("#open-new")
    x = page.locator("#new-x")
    pick(page, name="brink", board="hexhex")
    for size in (4, 5, 8):
        pick(page, size=size)
        default = default_game("brink", size, {"board": "hexhex"})
        expect(x).to_have_value(str(default.options["x"]))
    pick(page, board="rhombus")
    default = default_game("brink", None, {"board": "rhombus"})
    assert picked(page, "size") == str(default.size)
    expect(x).to_have_value(str(default.options["x"]))
    pick(page, x=2)
    for size in (5, 6, 7):
        pick(page, size=size)
        expect(x).to_have_value("2")
    pick(page, opponent="here")
    start(page)
    assert fragment(page).startswith("#1/brink7-d-x2/")
    page.click("#open-new")
    pick(page, name="lox")
    pick(page, name="brink")
    expect(x).to_have_value("2")


def test_an_x_that_the_network_was_not_trained_with_is_told(page: Page, open_game):
    open_game(page, "#1/greylox5/m")
    page.click("#open-new")
    pick(page, name="brink", board="hexhex", size=5, opponent="engine", x=15)
    about = page.locator("#new-level-about")
    expect(about).not_to_be_empty()
    expect(about).not_to_contain_text("not trained")
    pick(page, x=16)
    expect(about).to_contain_text("was not trained with X above 15")


def test_a_position_is_set_up_on_the_board_chosen(page: Page, open_game):
    open_game(page, "#1/greylox5/m")
    page.click("#open-new")
    pick(page, name="byg", size=4, opponent="here")
    page.click("#new-setup")
    expect(page.locator("#new-game")).to_be_hidden()
    expect(page.locator("#editor")).to_be_visible()
    expect(page.locator("[data-cell]")).to_have_count(37)


def test_nothing_moves_when_something_is_chosen(page: Page, open_game):
    page.set_viewport_size({"width": 1440, "height": 900})
    open_game(page, "#1/greylox5/m")
    page.click("#open-new")
    places = """() => JSON.stringify(["#new-boards legend", "#new-sides .segments",
        "#new-opponents",
        "#new-takebacks", "#new-clocks .segments", "#new-start"].map(name => {
            const box = document.querySelector(name).getBoundingClientRect();
            return [box.x, box.y].map(Math.round);
        }))"""
    before = page.evaluate(places)
    assert json.loads(before)
    for name in ("lox", "brink", "multiplicity", "byg"):
        pick(page, name=name)
        assert page.evaluate(places) == before, name
        if name in ("brink", "byg"):
            pick(page, board="rhombus")
            assert page.evaluate(places) == before, f"{name} on a rhombus"
    for choice in ({"opponent": "here"}, {"opponent": "link"}, {"opponent": "engine"}):
        pick(page, **choice)
        assert page.evaluate(places) == before, choice
    for clock in ("5-3", "other"):
        pick(page, clock=clock)
        assert page.evaluate(places) == before, clock


def test_start_is_in_sight_on_every_screen(page: Page, open_game):
    open_game(page, "#1/greylox5/m")
    page.click("#open-new")
    for width, height in ((360, 640), (390, 664), (844, 390), (834, 1112), (1440, 900)):
        page.set_viewport_size({"width": width, "height": height})
        settled(page)
        box = page.locator("#new-start").bounding_box()
        assert box and box["y"] + box["height"] <= height and box["x"] + box["width"] <= width
        body = page.locator("#new-game div.body")
        assert body.evaluate("body => body.clientHeight") > 150
        assert body.evaluate("body => body.scrollWidth <= body.clientWidth")


@pytest.mark.no_engine
def test_with_a_finger(phone: Page, open_game):
    open_game(phone)
    press(phone, "open-new")
    phone.tap("#new-games label:has(#new-name-byg)")
    phone.tap("#new-opponents label:has(#new-opponent-here)")
    phone.tap("#new-start")
    expect(phone.locator("#new-game")).to_be_hidden()
    assert seats(phone) == ["", ""]


def test_a_game_against_the_engine_is_kept_and_said_to_count_before_and_after(
    page: Page, open_game
):
    open_game(page, engine=True)
    page.click("#open-new")
    expect(page.locator("#new-level-about")).to_contain_text("to start with")
    expect(page.locator("#new-level-counts")).to_contain_text("Only games on the usual board")
    pick(page, name="brink", size=5, level=1)
    expect(page.locator("#new-level-counts")).to_contain_text("Counts towards your strength")
    page.click("#new-start")
    for helped in (False, True):
        play(page, "e5")
        expect(page.locator("#moves button")).to_have_count(2)
        if helped:
            page.click("#hint")
        page.click("#resign")
        page.click("#resign-yes")
        expect(page.locator("#verdict")).to_contain_text("you have won 0 of")
        expect(page.locator("#verdict svg.face")).to_be_visible()
        said = (
            "Not counted towards your strength: a hint was used."
            if helped
            else "known after 2 more games"
        )
        expect(page.locator("#verdict")).to_contain_text(said)
        page.click("#ending-rematch")
    page.click("#open-new")
    expect(page.locator("#new-level-about")).not_to_contain_text("to start with")
    page.click("#new-game-close")
    page.click("#open-games")
    page.click("#open-statistics")
    row = page.locator("#statistics tbody tr", has_text="Pip, level 1")
    expect(row).to_have_text(re.compile("^Pip, level 1002$"))
    page.keyboard.press("Escape")
    expect(page.locator("#statistics")).to_be_hidden()
    expect(page.locator("#library")).to_be_visible()
    shelves.press(page, 1, "duplicate")
    expect(page.locator("#library-games > li")).to_have_count(3)
    copy = next(n for n, title in enumerate(shelves.titles(page)) if "(copy)" in title)
    shelves.press(page, copy, "open")
    page.click("#show-result")
    expect(page.locator("#verdict")).to_contain_text("you have won 0 of 2")
    page.keyboard.press("Escape")
    page.click("#open-games")
    page.click("#open-statistics")
    expect(row).to_have_text(re.compile("^Pip, level 1002$"))
    page.select_option("#statistics-game", "lox")
    expect(row).to_have_count(0)


@pytest.mark.true_start
def test_where_nothing_can_be_stored_a_game_begins_all_the_same(page: Page, open_game):
    page.add_init_script("Storage.prototype.setItem = () => { throw new Error('denied') }")
    open_game(page)
    page.click("#open-new")
    pick(page, name="byg")
    page.click("#new-start")
    expect(page.locator("#new-game")).to_be_hidden()
    expect(page.locator("#title")).to_contain_text("Byg")
    expect(page.locator("#notice")).to_contain_text("stores nothing for this page")
