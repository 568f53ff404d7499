"""Lessons: a course by keyboard and one by touch, stored progress, and the suspended game."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from greylox_web.features.lessons.step import course, sentences
from greylox_web.rules import TITLES

from .page_actions import fragment, play, wait_until
from .shared_browsers import restart
from .test_fit import AXE_SIZES, AXE_SOURCE, SIZES, check_axe, check_layout

pytestmark = pytest.mark.no_engine

GREYLOX = "#1/greylox3/mc3c4a1a2e5e4"
BUTTONS = """root => [...root.children].map(button => {
    const { left, top } = button.getBoundingClientRect();
    return [button.dataset.name, left, top];
})"""


FILLS = "nodes => nodes.map(node => getComputedStyle(node).fill)"


def at_lesson(page: Page, game: str, name: str) -> None:
    """Wait until a lesson is shown."""
    expect(page.locator("#exercise-title")).to_have_text(sentences(game)[f"{name}-title"])
    expect(page.locator("#exercise")).to_be_visible()


def expect_feedback(page: Page, game: str, key: str, cells: str = "") -> None:
    """Check the feedback; ``cells`` are the outlined cells that it names."""
    text = sentences(game)[key].format(cells=cells)
    expect(page.locator("#exercise-feedback")).to_have_text(text)


def button(page: Page, name: str):
    return page.locator(f"#exercise-buttons [data-name={name}]")


def own_actions(step) -> list[str]:
    """The player's own actions of the solution."""
    words = step.solution.split()
    return words[::2] if step.name == "gaps" else words


def test_the_address_follows_the_game_after_the_page_of_lessons(page: Page, open_game):
    open_game(page, GREYLOX)
    page.evaluate("location.hash = 'learn'")
    expect(page.locator("#learn")).to_be_visible()
    page.go_back()
    expect(page.locator("#learn")).to_be_hidden()
    before = fragment(page)
    page.click("#undo")
    wait_until(page, "before => location.hash !== before", before)


def test_a_whole_course_by_keyboard(page: Page, open_game):
    open_game(page, GREYLOX)
    page.locator("#open-learn").focus()
    page.keyboard.press("Enter")
    page.get_by_role("link", name="Greylox: Start").focus()
    page.keyboard.press("Enter")
    steps = course("greylox")
    for step in steps[:-1]:
        at_lesson(page, "greylox", step.name)
        expect(page.locator("#exercise-title")).to_be_focused()
        expect(page.locator("#live-region")).to_contain_text(
            sentences("greylox")[f"{step.name}-ask"]
        )
        assert fragment(page) == f"#learn/greylox/{step.name}"
        for name in own_actions(step):
            page.keyboard.type(f"{name}\n")
        expect_feedback(page, "greylox", f"{step.name}-done")
        expect(page.locator("#live-region")).to_contain_text(
            sentences("greylox")[f"{step.name}-done"]
        )
        expect(button(page, "next")).to_be_focused()
        page.keyboard.press("Enter")
    at_lesson(page, "greylox", "game")
    expect(page.locator("#exercise-row .done")).to_have_count(len(steps) - 1)
    expect(page).to_have_title("A small game · Greylox · lesson 9 of 9")
    button(page, "leave").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#exercise")).to_be_hidden()
    expect(page.locator("#moves button").last).to_have_text("e4")
    assert fragment(page).startswith(GREYLOX)
    page.go_back()
    at_lesson(page, "greylox", "game")


def test_a_whole_course_by_touch(phone: Page, open_game):
    page = phone
    open_game(page)
    page.evaluate("location.hash = '#learn/greylox'")
    at_lesson(page, "greylox", "see")
    button(page, "leave").tap()
    page.locator("#open-learn").tap()
    page.get_by_role("link", name="Lox: Start", exact=True).tap()
    steps = course("lox")
    cell = lambda name: page.locator(f"#board [data-cell={name}]")  # noqa: E731
    height = lambda: page.locator("#board").evaluate("board => board.offsetHeight")  # noqa: E731
    buttons = lambda: page.locator("#exercise-buttons").evaluate(BUTTONS)  # noqa: E731
    at_lesson(page, "lox", "join")
    still, boxes = height(), buttons()
    cell("a1").tap()
    expect_feedback(page, "lox", "join-wrong", "c3")
    assert height() == still, "the board stays, whatever is said"
    expect(page.locator("#exercise-feedback")).to_be_in_viewport()
    # "again" takes the position of "next", so no button moves.
    then = buttons()
    assert [name for name, *_ in then] == ["back", "again", "solution", "leave"]
    for (_, *box), (_, *old_box) in zip(then, boxes, strict=True):
        assert box == pytest.approx(old_box, abs=3)
    button(page, "again").tap()
    expect(button(page, "next")).to_be_disabled()
    expect(page.locator("#exercise-feedback")).to_be_hidden()
    for step in steps[:-1]:
        at_lesson(page, "lox", step.name)
        assert height() == still, step.name
        if step.dial:  # open parts of the dial are filled like the tiles
            fills = page.locator(".dial .open, #board .cell[data-cell=a1]").evaluate_all(FILLS)
            assert len(fills) == 3 and len(set(fills)) == 1
        for name in own_actions(step):
            if name == "swap":
                button(page, "swap").tap()
                continue
            cell(name).tap()
            if step.name == "gaps" and name == "c2":  # the other side answers
                expect(page.locator(".cell.last[data-cell=b4]")).to_have_count(1)
        expect_feedback(page, "lox", f"{step.name}-done")
        button(page, "next").tap()
    at_lesson(page, "lox", "game")
    restart(page)
    expect(page.locator("#exercise-row .done")).to_have_count(len(steps) - 1)
    button(page, "play").tap()
    expect(page.locator("#exercise")).to_be_hidden()
    expect(page.locator("#side-1 .seat")).to_have_value("1")
    assert fragment(page).startswith("#1/lox5")


@pytest.mark.no_engine(False)
def test_the_small_game_is_the_last_lesson(page: Page, open_game):
    open_game(page, "#learn/byg/game", engine=True)
    at_lesson(page, "byg", "game")
    button(page, "play").click()
    expect(page.locator("#exercise")).to_be_hidden()
    play(page, "c3")
    expect(page.locator("#side-1 .face")).to_be_visible()
    expect(page.locator("#turn")).to_have_text("Your turn")
    restart(page)  # the game may end in a later visit
    page.click("#resign")
    page.click("#resign-yes")
    expect(page.locator("#rating-note")).to_contain_text("Byg: 1 of 7 lessons done.")
    expect(page.locator("#rating-note")).to_contain_text("it was a lesson")
    page.click("#open-learn")
    expect(page.locator("#learn [role=img]").last).to_have_attribute(
        "aria-label", "1 of 7 lessons done"
    )
    page.go_back()
    page.get_by_role("link", name="Next lesson").click()
    at_lesson(page, "byg", course("byg")[0].name)


@pytest.mark.no_engine(False)
def test_a_click_on_the_board_of_the_small_game_begins_it(page: Page, open_game):
    open_game(page, "#learn/byg/game", engine=True)
    at_lesson(page, "byg", "game")
    play(page, "c3")
    expect(page.locator("#moves [data-node]").first).to_have_text("c3")
    expect(page.locator("#turn")).to_have_text("Your turn")
    page.click("#resign")
    page.click("#resign-yes")
    expect(page.locator("#rating-note")).to_contain_text("lessons")


@pytest.mark.no_engine(False)
def test_the_same_board_begun_as_a_game_is_no_lesson(page: Page, open_game):
    open_game(page, "#1/byg3/m/", engine=True)
    page.select_option("#side-1 .seat", "1")
    play(page, "c3")
    expect(page.locator("#turn")).to_have_text("Your turn")
    page.click("#resign")
    page.click("#resign-yes")
    expect(page.locator("#rating-note")).to_contain_text("against Pip")
    expect(page.locator("#rating-note")).not_to_contain_text("lessons")
    page.click("#open-learn")
    expect(page.locator("#learn [role=img]").last).to_have_attribute(
        "aria-label", "0 of 7 lessons done"
    )


def test_lessons_fit_every_screen_and_pass_axe(page: Page, open_game):
    open_game(page, "#learn/greylox/control")
    at_lesson(page, "greylox", "control")
    page.locator("#board [data-cell=a3]").click()  # after a mistake the most buttons are shown
    expect_feedback(page, "greylox", "control-behind", "b3")
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        check_layout(page, "a lesson")
        expect(button(page, "again")).to_be_in_viewport()
        expect(page.locator("#board svg.board")).to_be_in_viewport(ratio=0.99)
    page.set_viewport_size({"width": 360, "height": 740})
    assert page.locator("#exercise").evaluate("all => all.scrollHeight <= all.clientHeight")
    page.evaluate(AXE_SOURCE)
    check_axe(page, "a lesson", AXE_SIZES[0])
    page.click("#open-learn")
    expect(page.locator("#learn-games > li")).to_have_count(5)
    page.locator("#learn summary").first.click()
    check_axe(page, "all lessons", AXE_SIZES[1])


def test_an_opening_map_is_drawn_when_it_is_chosen_and_fits(page: Page, open_game):
    open_game(page, "#learn")
    tabs = page.locator("#learn-maps nav a")
    expect(tabs).to_have_count(5)
    expect(page.locator(".opening-map")).to_have_count(0)
    tabs.nth(1).focus()
    page.keyboard.press("Enter")
    lox = page.locator("#learn-maps .opening-map")
    expect(lox.get_by_role("img")).to_have_accessible_name("Lox · 11 × 11 · no swap: Opening map")
    expect(lox.locator("text")).to_have_count(121)
    expect(lox).to_contain_text("Red does well to begin where the number is close to 50")
    page.evaluate(AXE_SOURCE)
    for width, height in (*SIZES, (320, 640)):
        page.set_viewport_size({"width": width, "height": height})
        check_layout(page, "an opening map")
    check_axe(page, "an opening map", AXE_SIZES[1])
    expect(page.locator("#learn-maps [aria-current]")).to_have_text("Lox")
    tabs.nth(2).click()
    expect(page.locator("#learn-maps [aria-current]")).to_have_text("Brink")
    expect(page.locator(".opening-map")).to_have_count(1)


@pytest.mark.no_engine(False)
def test_requested_opening_map_is_expanded_and_in_sight(page: Page, open_game):
    open_game(page, "#learn/multiplicity/map")
    figure = page.locator("#learn-maps .opening-map")
    expect(figure.locator("svg")).to_be_in_viewport(ratio=0.5)
    expect(page.locator(".opening-map")).to_have_count(1)
    assert fragment(page) == "#learn/multiplicity/map"
    open_game(page, "#1/byg5/mc3", engine=True)
    page.click("#open-rules")
    page.get_by_role("link", name="Opening map").click()  # the rules link to it, too
    expect(page.locator("#rules")).to_be_hidden()
    expect(page.locator("#learn-maps .opening-map svg")).to_be_in_viewport(ratio=0.5)
    assert fragment(page) == "#learn/byg/map"
    page.go_back()
    expect(page.locator("#title")).to_have_text("Byg")
    assert fragment(page).startswith("#1/byg5/mc3")


def test_a_map_on_a_phone_can_be_read(phone: Page, open_game):
    open_game(phone, "#learn")
    for name in ("greylox", "lox"):
        phone.locator(f"#learn-maps nav [href='#learn/{name}/map']").tap()
        expect(phone.locator("#learn-maps [aria-current]")).to_have_text(TITLES[name])
        texts = phone.locator("#learn-maps .chance")
        expect(texts.first).to_be_visible()
        assert texts.first.evaluate("text => text.getBoundingClientRect().height") >= 12


def test_a_card_opens_the_rules_of_its_game(page: Page, open_game):
    open_game(page, "#learn")
    page.get_by_role("button", name="Lox: Rules in six pictures", exact=True).click()
    expect(page.locator("#rules-heading")).to_contain_text("Lox")
    expect(page.locator("#rules .rule-figures li")).to_have_count(6)
    page.keyboard.press("Escape")
    expect(page.locator("#learn h1")).to_be_visible()
