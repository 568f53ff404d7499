"""Whole games and all actions around them, by mouse and by touch."""

from __future__ import annotations

import json
from random import Random

import pytest
from playwright.sync_api import Page, expect

from greylox_web.rules import default_game
from greylox_web.rules.notation.links import write_spec
from greylox_web.session.last_choices import newcomer_game
from greylox_web.words.rules import RULES_WORDS

from .new_game_dialog import choose, chosen_value, start, start_new_game
from .page_actions import (
    GAMES,
    cell,
    cells_with_class,
    fragment,
    open_record_tab,
    play,
    press,
    wait_painted,
    wait_until,
)
from .shared_browsers import restart
from .site_server import storage_key

pytestmark = pytest.mark.no_engine


def test_new_game_after_link_keeps_even_board_size(page: Page, open_game):
    open_game(page, "#1/lox8/ma1b2")
    page.click("#open-new")
    assert chosen_value(page, "size") == "8"
    start(page)
    assert fragment(page).startswith("#1/lox8/m")
    expect(page.locator("#moves button")).to_have_count(0)


def test_game_choice_selects_first_or_last_chosen_board(page: Page, open_game):
    open_game(page)
    page.click("#open-new")
    for name in ("lox", "byg", "lox", "greylox", "brink"):
        choose(page, name=name)
        assert chosen_value(page, "size") == str(newcomer_game(name).size)
    assert chosen_value(page, "board") == newcomer_game("brink").board.shape
    choose(page, name="byg", board="rhombus")
    assert chosen_value(page, "size") == "11"
    choose(page, name="lox", size=5)
    start(page)
    page.click("#open-new")
    assert chosen_value(page, "size") == "5"
    choose(page, name="byg")
    default = newcomer_game("byg")
    assert chosen_value(page, "board") == default.board.shape and chosen_value(page, "size") == str(
        default.size
    )


@pytest.mark.motion
@pytest.mark.parametrize("name", GAMES)
def test_a_whole_game_from_the_dialog_to_the_result(page: Page, open_game, name: str):
    size, result = GAMES[name]
    open_game(page, "#1/greylox5/m")
    start_new_game(page, name, size)
    random = Random(name)
    result_line = page.locator("#result")
    for _ in range(200):
        wait_painted(page)
        if result_line.is_visible():
            break
        if page.locator("#end").is_visible() and random.random() < 0.3:
            page.click("#end")
        elif page.locator("#pass").is_visible():
            page.click("#pass")
        else:
            play(page, random.choice(cells_with_class(page, "legal")))
    expect(result_line).to_contain_text(result)
    assert fragment(page).startswith(f"#1/{name}{size}")
    if name in ("greylox", "byg"):
        expect(page.locator("#comparison .decided")).to_have_count(1)


@pytest.mark.no_engine(False)
def test_first_visit_shows_goal_and_offers_another_game(phone: Page, open_game):
    open_game(phone)
    expect(phone.locator("#goal")).to_contain_text("Goal: own the largest group")
    expect(phone.locator("#more [data-press='resign:open']")).to_be_disabled()
    start_new_game(phone, "lox", 5, level=1)
    expect(phone.locator("#goal")).to_contain_text("join the two edges of your colour")
    expect(phone.locator("#show-result")).to_be_hidden()
    phone.tap("#cell-c3")
    phone.wait_for_function("() => document.querySelectorAll('#moves [data-node]').length === 2")
    press(phone, "resign")
    phone.tap("#resign-yes")
    expect(phone.locator("#result")).to_have_text("Pip wins. You resigned.")
    expect(phone.locator("#goal")).to_be_hidden()
    phone.tap("#result-new")
    phone.tap("#new-start")
    expect(phone.locator("#result")).to_be_hidden()
    assert fragment(phone).startswith("#1/lox5/m/")
    expect(phone.locator("#side-1 .seat")).to_have_value("1")


def test_rhombus_boards_for_brink_and_byg(page: Page, open_game):
    open_game(page)
    start_new_game(page, "brink", 6, board="rhombus")
    expect(page.locator("[data-cell]")).to_have_count(36)
    spec = write_spec(default_game("brink", 6, {"board": "rhombus"}))
    assert fragment(page).startswith(f"#1/{spec}/m")


@pytest.mark.no_engine(False)
def test_a_game_against_the_engine_to_its_end(page: Page, open_game):
    open_game(page, engine=True)
    start_new_game(page, "greylox", 3, level=1)
    for _ in range(80):
        page.wait_for_function(
            "() => !document.getElementById('result').hidden ||"
            " document.getElementById('move-now').hidden && document.querySelector('.cell.legal')"
        )
        if page.locator("#result").is_visible():
            break
        play(page, cells_with_class(page, "legal")[0])
        wait_painted(page)
    expect(page.locator("#result")).to_contain_text("win")


def test_a_pointer_on_the_board_of_the_game_before_does_no_harm(page: Page, open_game):
    open_game(page, "#1/greylox5/m")
    page.evaluate("""async () => {
        const corner = document.querySelector("#board [data-cell=i9]");
        const followed = new Promise(done => addEventListener("hashchange", done, {once: true}));
        location.hash = "1/byg3/m/c7b";
        await followed;  // the session knows; nothing is painted yet
        for (const type of ["pointerover", "focusin", "click"]) {
            corner.dispatchEvent(new PointerEvent(type, {bubbles: true, pointerType: "mouse"}));
        }
    }""")
    expect(page.locator("#board [data-cell]")).to_have_count(19)
    expect(page.locator("#moves [data-node]")).to_have_count(0)


def test_an_illegal_click_says_why_and_shows_the_cause(page: Page, open_game):
    open_game(page, "#1/greylox5/me5")
    before = fragment(page)
    play(page, "a1")
    expect(page.locator("#notice")).to_have_text(
        "The first stone of this turn must touch e5, and a1 does not."
    )
    assert cells_with_class(page, "cause") == ["e5"] and cells_with_class(page, "refused") == ["a1"]
    assert fragment(page) == before
    play(page, "e6")
    expect(page.locator("#notice")).to_be_hidden()
    assert cells_with_class(page, "cause") == []


def test_control_shows_seeing_stones(page: Page, open_game):
    link = (
        "#1/lox11/mc8k3i9c5g10d9d11a10j8d7d1h6b11a4j9h1b3f2g6e7j4b6g9e2i10f4b1c4k8e5k4f7b4b2j3b9"
        "f3a3a1c1d6g5j5g4h5"
    )
    open_game(page, link)
    assert "k11" in cells_with_class(page, "control-first") and "i1" not in cells_with_class(
        page, "control-first"
    )
    assert len(cells_with_class(page, "threatened")) == 2
    play(page, "k11")
    expect(page.locator("#notice")).to_contain_text("k11 is controlled by Red")
    assert len(cells_with_class(page, "cause")) >= 2


def test_undo_and_redo_step_by_one_stone(page: Page, open_game):
    open_game(page, "#1/greylox5/me5")
    play(page, "e6", "b2")
    full = fragment(page)
    page.click("#undo")
    expect(page.locator("#turn")).to_have_text("Black to move: one stone more")
    page.click("#undo")
    expect(page.locator("#turn")).to_have_text("Black to move: two stones")
    press(page, "redo")
    press(page, "redo")
    assert fragment(page) == full


def test_stepping_back_keeps_moves_for_stepping_forward(page: Page, open_game):
    open_game(page, "#1/brink5-x3/me5d4a1b2")
    page.click("#first")
    wait_painted(page)
    assert cells_with_class(page, "first") == []
    expect(page.locator("#moves button")).to_have_count(4)
    page.keyboard.press("ArrowRight")
    wait_painted(page)
    assert cells_with_class(page, "first") == ["e5"]
    page.locator("#moves button", has_text="a1").click()
    wait_painted(page)
    assert sorted(cells_with_class(page, "first")) == ["a1", "e5"]
    page.keyboard.press("End")
    wait_painted(page)
    assert sorted(cells_with_class(page, "second")) == ["b2", "d4"]


@pytest.mark.no_engine(False)
def test_reload_keeps_game_seats_and_settings(page: Page, open_game):
    open_game(page, engine=True)
    start_new_game(page, "byg", 4, level=1)
    page.click("#open-layers")
    page.uncheck("[data-layer=legal]")
    page.click("#layers-close")
    play(page, "d4")
    expect(page.locator("#moves button")).to_have_count(3)
    before = fragment(page)
    open_game(page, before)
    restart(page)
    expect(page.locator("#moves button")).to_have_count(3)
    assert fragment(page) == before
    assert page.locator("#side-1 .seat").input_value() == "1"
    assert cells_with_class(page, "legal") == []


def test_start_page_returns_to_unfinished_game(page: Page, open_game):
    open_game(page, "#1/brink4-x2/ma1b2")
    play(page, "c3")
    link = fragment(page)
    open_game(page)
    restart(page, "")
    page.click("#current-game")
    expect(page.locator("#moves button")).to_have_count(3)
    assert fragment(page) == link


def test_a_link_opens_in_the_middle_of_a_turn(page: Page, open_game):
    open_game(page, "#1/greylox6/mf6f7")
    expect(page.locator("#steps [aria-current]")).to_contain_text("these touch no stone")
    assert cells_with_class(page, "pending") == ["f7"]
    play(page, "b2")
    assert fragment(page).startswith("#1/greylox6/mf6f7b2/c")


def test_bad_link_shows_legal_part_and_keeps_address(page: Page, open_game):
    bad = "#1/greylox5/me5e6a9zz"
    open_game(page, bad)
    expect(page.locator("#notice")).to_contain_text("a9 is not a cell of this board")
    assert fragment(page) == bad
    play(page, "b2")
    assert fragment(page).startswith("#1/greylox5/me5e6b2")
    page.go_back()
    assert fragment(page) == bad


def test_unreadable_link_shows_notice_and_usable_board(page: Page, open_game):
    for bad in ("#2/greylox5/m", "#1/chess8/m", "#nonsense", "#1/greylox5/m%24%3Cb%3E"):
        open_game(page, bad)
        expect(page.locator("#notice")).to_be_visible()
        assert fragment(page) == bad
        play(page, "e5")
        wait_painted(page)
        assert cells_with_class(page, "first") == ["e5"], bad
        open_game(page, "#1/greylox5/m")  # the other links are opened in a running page


def test_following_a_link_by_hand_and_going_back(page: Page, open_game):
    open_game(page, "#1/brink3-x2/ma1b2")
    page.evaluate("location.hash = '#1/byg3/mc3'")
    expect(page.locator("#title")).to_contain_text("Byg")
    page.go_back()
    expect(page.locator("#title")).to_contain_text("Brink")


def test_copy_link(page: Page, open_game):
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    open_game(page, "#1/brink3-x2/ma1b2")
    press(page, "copy-link")
    expect(page.locator("#notice")).to_have_text("Link copied.")
    assert page.evaluate("navigator.clipboard.readText()").endswith(fragment(page))
    open_record_tab(page, "study")
    page.fill("#comment", "a word")
    press(page, "copy-link")
    wait_until(page, "() => navigator.clipboard.readText().then(text => text.includes('/w'))")
    expect(page.locator("#notice")).to_have_text("Link copied.")


def test_swap_and_end_turn_only_where_legal(page: Page, open_game):
    open_game(page, "#1/lox5/m")
    expect(page.locator("#swap")).to_be_hidden()
    play(page, "a2")
    page.click("#swap")
    wait_painted(page)
    assert cells_with_class(page, "second") == ["b1"] and cells_with_class(page, "first") == []
    expect(page.locator("#swap")).to_be_hidden()
    message = "Blue swapped. The stone on a2 is now Blue's stone on b1"
    expect(page.locator("#swap-told")).to_contain_text(message)
    assert (cells_with_class(page, "swapped"), cells_with_class(page, "last")) == (["a2"], ["b1"])
    expect(page.locator(".above .swap")).to_have_count(1)
    page.keyboard.press("ArrowLeft")
    expect(page.locator(".above .swap")).to_have_count(0)
    open_game(page, "#1/byg3/ma1e5c1e3")
    expect(page.locator("#prompt")).to_have_text("Up to 2 stones, in different groups.")
    expect(page.locator("#end")).to_be_hidden()
    play(page, "a3")
    expect(page.locator("#prompt")).to_have_text(
        "1 of up to 2 stones placed: go on, or end the turn."
    )
    page.click("#end")
    expect(page.locator("#turn")).to_have_text("White to move")


def test_lox_warns_that_connection_must_survive(page: Page, open_game):
    open_game(page, "#1/lox5-n/s1x3.1x3.1x3.1x3.5-x-2/mb5")
    warning = page.locator("#side-0 .note")
    expect(warning).to_have_text("Connected: must survive one turn.")
    warning_box, name_box = warning.bounding_box(), page.locator("#side-0 .player").bounding_box()
    assert 0 <= warning_box["y"] - name_box["y"] - name_box["height"] < 8, (
        "under the name of who is connected"
    )


def test_multiplicity_shows_stones_groups_and_product(page: Page, open_game):
    open_game(page, "#1/multiplicity4-f/ma1g7a2g6d4")
    expect(page.locator("#side-0 .number")).to_have_text("2")
    expect(page.locator("#facts tr", has_text="Product")).to_contain_text("2 = 2 × 1")
    expect(page.locator("#facts tr", has_text="Groups")).to_contain_text("2: 2 1")


def test_resign_and_take_it_back(page: Page, open_game):
    open_game(page, "#1/brink3-x2/ma1")
    page.click("#resign")
    page.click("#resign-yes")
    page.keyboard.press("Escape")
    expect(page.locator("#result")).to_have_text("Black wins. White resigned.")
    assert "-q/" in fragment(page)
    page.click("#undo")
    expect(page.locator("#turn")).to_have_text("White to move")


def test_rules_of_every_game_are_on_the_page(page: Page, open_game):
    open_game(page, "#1/greylox5/m")
    page.click("#open-rules")
    for name in GAMES:
        page.click(f"[data-rules={name}]")
        expect(page.locator("#rules-heading")).to_have_text(f"How {name.capitalize()} works")
        sheet = page.locator(f".rule-sheet[data-game={name}]")
        expect(sheet).to_be_visible()
        expect(sheet.locator("figure svg")).to_have_count(6)
        sheet.locator("summary").click()
        assert len(sheet.inner_text()) > 800
    expect(page.locator(".rule-sheet")).to_have_count(1)


def test_the_rules_by_keyboard(page: Page, open_game):
    open_game(page, "#1/greylox5/me5")
    page.locator("#open-rules").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#rules-heading")).to_have_text("How Greylox works")
    page.locator("#rules-tabs [data-rules=lox]").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#rules-heading")).to_have_text("How Lox works")
    term = page.locator(".term[data-term=control]").first
    for _ in range(20):
        page.keyboard.press("Tab")
        if term.evaluate("e => e === document.activeElement"):
            break
    expect(term).to_be_focused()
    page.keyboard.press("Space")
    expect(term).to_have_attribute("aria-expanded", "true")
    expect(page.locator("#rules .term-note")).to_have_text(RULES_WORDS["term-control"])
    page.keyboard.press("Enter")
    expect(page.locator("#rules .term-note")).to_have_count(0)
    expect(term).to_have_attribute("aria-expanded", "false")
    page.locator("#rules summary").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#rules .rule-text")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("#rules")).to_be_hidden()
    expect(page.locator("#open-rules")).to_be_focused()


def test_a_phone_plays_by_touch(phone: Page, open_game):
    open_game(phone, "#1/lox11/m")
    assert phone.evaluate("document.documentElement.scrollWidth <= innerWidth")
    cell(phone, "f6").tap()
    expect(phone.locator("#turn")).to_have_text("Blue to move")
    box = cell(phone, "f6").bounding_box()
    assert box["width"] >= 30
    phone.wait_for_timeout(500)  # without the pause it would be a double tap, which plays nothing
    cell(phone, "f6").tap()
    expect(phone.locator("#notice")).to_be_visible()
    cell(phone, "e5").tap()
    expect(phone.locator("#moves button")).to_have_count(2)


@pytest.mark.true_start
def test_denied_or_damaged_storage_keeps_game_playable(page: Page, open_game):
    page.add_init_script(
        f"localStorage.setItem('{storage_key('greylox-table-1')}',"
        """ '{"link": 7, "seats": [null, "x"]');"""
        "Storage.prototype.setItem = () => "
        "{ throw new DOMException('full', 'QuotaExceededError'); };"
    )
    open_game(page, "#1/brink3-x2/m")
    expect(page.locator("#notice")).to_contain_text("This browser stores nothing")
    play(page, "a1", "b2")
    wait_painted(page)
    assert cells_with_class(page, "second") == ["b2"]


@pytest.mark.no_engine(False)
def test_marks_can_be_measured_by_anybody(page: Page, open_game):
    open_game(page, engine=True)
    marks = json.loads(page.evaluate("JSON.stringify(performance.getEntriesByType('mark'))"))
    assert {"board-interactive", "engine-ready"} <= {mark["name"] for mark in marks}
