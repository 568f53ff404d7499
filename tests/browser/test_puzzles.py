"""Puzzles as people solve them: the day's, one after the other, by keyboard, on a phone."""

from __future__ import annotations

import re
from datetime import datetime

import pytest
from playwright.sync_api import Page, expect

from greylox_web.features.puzzles.choosing import daily_puzzle_name
from greylox_web.features.puzzles.puzzle import Puzzle
from tests.features.puzzles.shelves import days, puzzle

from .playing import press, settled, until
from .staying import restart
from .test_fit import AXE, AXE_SIZES, SIZES, axe, check

pytestmark = pytest.mark.no_engine

CELL = "#board [data-cell='{0}']"


@pytest.fixture
def page(fresh_page: Page) -> Page:
    """These are about what a browser stores."""
    return fresh_page


def hash_of(page: Page) -> str:
    return page.evaluate("() => location.hash")


def shown(page: Page) -> Puzzle:
    """The puzzle on the table, once it is there."""
    expect(page.locator("#exercise-title")).to_be_visible()
    until(page, r"() => /^#puzzle\/(today|[a-z]+-\d+)$/.test(location.hash)")
    name = hash_of(page).rpartition("/")[2]
    return puzzle(daily_puzzle_name(datetime.now().date(), days()) if name == "today" else name)


def play(page: Page, made: Puzzle, turn: str) -> None:
    """Play a whole turn, by mouse or finger."""
    for action in made.turn(made.state, turn):
        if made.game.board.cells >> action & 1:
            page.locator(CELL.format(made.game.board.cell_name(action))).click()
        else:
            page.locator("#exercise [data-name=end]").click()
        expect(page.locator("#notice")).to_be_hidden()


def solved(page: Page) -> None:
    expect(page.locator("#exercise-task")).to_have_attribute("data-kind", "done")


def test_in_another_language_a_puzzle_goes_on_where_it_was(page: Page, open_game):
    open_game(page, "#puzzle/greylox-2")
    made = shown(page)
    play(page, made, "d1")
    expect(page.locator("#exercise-said")).to_contain_text("d1 loses: White answers f5. ")
    again = page.locator("#exercise [data-name=again]")
    expect(again).to_be_enabled()
    press(page, "open-settings")
    page.select_option("#settings-language", "de")
    expect(page.locator("html")).to_have_attribute("lang", "de")
    expect(page.locator("#exercise-said")).to_contain_text("d1 ")
    again.click()
    play(page, made, made.row.solution)
    solved(page)
    expect(page.locator("#puzzle-went")).to_contain_text("Nicht beim ersten Versuch")


def test_a_wrong_answer_is_refuted_and_a_right_one_stays_known(page: Page, open_game):
    open_game(page, "#puzzle/greylox-2")
    made = shown(page)
    expect(page.locator("#exercise-title")).to_have_text("Black to play and win")
    expect(page.locator("#spoken")).to_contain_text("One turn wins, the other 9 lose")
    play(page, made, "d1")
    expect(page.locator("#exercise-said")).to_contain_text("d1 loses: White answers f5. ")
    expect(page.locator(CELL.format("f5"))).to_have_attribute("aria-label", re.compile("White"))
    page.click("#exercise [data-name=again]")
    expect(page.locator(CELL.format("d1"))).to_have_attribute("aria-label", re.compile("vacant"))
    play(page, made, made.row.solution)
    solved(page)
    expect(page.locator("#puzzle-went")).to_contain_text("Not on the first try")
    expect(page.locator("#puzzle-streak")).to_be_hidden()

    page.click("#exercise [data-name=next]")
    until(page, "() => location.hash !== '#puzzle/greylox-2'")
    made = shown(page)
    assert made.row.name != "greylox-2"
    restart(page)  # the address leads to it again
    assert shown(page).row.name == made.row.name
    cell = page.locator(CELL.format(made.game.board.cell_name(made.solution[0])))
    cell.focus()  # by keyboard
    page.keyboard.press("Enter")
    solved(page)
    expect(page.locator("#puzzle-went")).to_contain_text("On the first try")
    expect(page.locator("#puzzle-streak")).to_be_hidden()
    expect(page.locator("#puzzle-week .done")).to_have_count(0)
    page.locator("#exercise [data-name=next]").focus()
    page.keyboard.press("Enter")
    until(page, f"() => location.hash !== '#puzzle/{made.row.name}'")
    shown(page)
    settled(page)
    told = page.locator("#spoken").text_content()
    page.click("#exercise [data-name=leave]")
    expect(page.locator("#home")).to_be_visible()
    settled(page)
    assert page.locator("#spoken").text_content() == told, "the table is not to be seen"

    other = page.context.new_page()  # another tab: it reads what is stored, and tells the first
    open_game(other)
    other.click("#open-puzzles")
    row = "#puzzles-games li >> nth=0"
    expect(other.locator(row)).to_contain_text("1 of 62 solved · 1 to try again")
    other.locator(row).get_by_role("button", name="Go on: Greylox").click()
    expect(other.locator("#puzzles")).to_be_hidden()
    made = shown(other)
    play(other, made, made.row.solution)
    solved(other)
    page.bring_to_front()
    page.click(".home-menu [data-press='all-puzzles:open']")
    expect(page.locator(row)).to_contain_text("2 of 62 solved")

    open_game(page, "#puzzle/greylox-2")  # the one that was missed
    made = shown(page)
    play(page, made, made.row.solution)
    solved(page)
    expect(page.locator("#puzzle-went")).to_contain_text("This time on the first try")


def test_a_hint_tells_a_region_and_then_the_cell(page: Page, open_game):
    open_game(page, "#puzzle/greylox-2")
    name = shown(page).solution[0]
    cell = page.locator(CELL.format(puzzle("greylox-2").game.board.cell_name(name)))
    hint, said = page.locator("#exercise [data-name=hint]"), page.locator("#exercise-said")
    near = page.locator("#board [aria-label*='in the region of the hint']")
    hint.click()
    expect(near.nth(2)).to_be_attached()
    expect(cell).to_have_attribute("aria-label", re.compile("in the region of the hint"))
    expect(said).to_contain_text("Hint: one of ")
    hint.click()
    expect(near).to_have_count(0)
    expect(cell).to_have_attribute("aria-label", re.compile("the hint"))
    hint.click()
    expect(cell).not_to_have_attribute("aria-label", re.compile("hint"))
    expect(said).to_be_hidden()
    cell.click()
    solved(page)
    expect(page.locator("#puzzle-went")).to_contain_text("With a hint")


REFUSES = "IDBFactory.prototype.open = () => { throw new DOMException('no', 'SecurityError') }"


@pytest.mark.true_start
def test_the_puzzle_of_the_day_is_sent_without_its_solution_even_where_nothing_is_kept(
    page: Page, open_game
):
    page.add_init_script(REFUSES)
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    open_game(page, "#home")
    card = page.locator("#today")
    expect(card.locator(".picture svg")).to_be_visible()
    expect(card.locator(".title")).to_contain_text("to play and")
    card.click()
    made = shown(page)
    assert hash_of(page) == "#puzzle/today"
    expect(page.locator("#exercise-eyebrow")).to_contain_text("Today's puzzle")
    play(page, made, made.row.solution)
    expect(page.locator("#exercise-said")).to_contain_text("lasts only until you leave it")
    expect(page.locator("#puzzle-went")).to_contain_text("On the first try")
    expect(page.locator("#puzzle-streak b")).to_have_text("1")
    expect(page.locator("#puzzle-week .first")).to_have_count(1)
    page.click("#puzzle-send")
    expect(page.locator("#puzzle-said")).to_contain_text("Copied")
    told = page.evaluate("() => navigator.clipboard.readText()")
    assert "solved on the first try" in told
    assert told.endswith(f"#puzzle/{made.row.name}")
    page.click("#go-home")
    expect(card.locator(".eyebrow")).to_have_text("Solved today")
    expect(card.locator(".where")).to_contain_text("1 day")


def test_on_a_phone_all_of_a_puzzle_is_in_sight(phone: Page, open_game):
    open_game(phone, "#puzzle/nonsense-1")
    expect(phone.locator("#puzzles-said")).to_contain_text("no puzzle with that name")
    phone.click("#puzzles [data-close]")
    phone.evaluate("() => { location.hash = 'puzzle/lox-9999' }")
    expect(phone.locator("#puzzles-said")).to_contain_text("no puzzle with that name")
    phone.locator("#puzzles-games li").nth(4).get_by_role("button").tap()
    made = shown(phone)
    learn = phone.locator("#puzzle-learn")
    expect(learn).to_have_attribute("href", "#learn/byg")
    expect(learn).to_be_in_viewport()
    play(phone, made, next(iter(made.row.lost)))
    expect(phone.locator("#exercise-said")).to_contain_text("loses")
    assert phone.evaluate(
        "() => document.documentElement.scrollWidth <= innerWidth"
        " && document.querySelector('#exercise').scrollWidth <= innerWidth"
    )
    expect(phone.locator("#board")).to_be_in_viewport(ratio=0.99)
    expect(phone.locator("#puzzle-send")).to_be_hidden()
    phone.locator("#exercise [data-name=solution]").tap()
    expect(phone.locator("#puzzle-send")).to_be_in_viewport()
    expect(phone.locator("#puzzle-went")).to_have_text("It will come again.")
    phone.evaluate(
        "() => { delete Navigator.prototype.share; delete Navigator.prototype.clipboard }"
    )
    phone.locator("#puzzle-send").tap()  # nothing takes the text: it is there to be copied
    text = phone.locator("#puzzle-text")
    expect(text).to_be_focused()
    buttons = phone.locator("#exercise-buttons").bounding_box()
    place = text.bounding_box()
    assert place["y"] + place["height"] <= buttons["y"], "nothing of it is behind the buttons"


ROWS = """buttons => {
  const rows = {};
  for (const { offsetTop } of buttons.children) rows[offsetTop] = (rows[offsetTop] ?? 0) + 1;
  return Object.values(rows);
}"""


def boards(page: Page) -> list[float]:
    """How high the board's place is on tablets."""
    heights = []
    for width, height in ((820, 1180), (600, 960)):
        page.set_viewport_size({"width": width, "height": height})
        heights.append(page.locator(".board-box").bounding_box()["height"])
    return heights


def test_puzzles_fit_every_screen_and_axe_finds_nothing(page: Page, open_game):
    open_game(page, "#puzzle/byg-2")
    made = shown(page)
    room = boards(page)
    play(page, made, next(iter(made.row.lost)))
    expect(page.locator("#exercise-said")).to_contain_text("loses")
    assert boards(page) == room
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        check(page, "a puzzle")
        expect(page.locator("#exercise [data-name=again]")).to_be_in_viewport()
        expect(page.locator("#board svg.board")).to_be_in_viewport(ratio=0.99)
    page.set_viewport_size({"width": 1366, "height": 768})
    assert page.locator("#exercise-buttons").evaluate(ROWS) == [2, 2]
    page.evaluate(AXE)
    axe(page, "a puzzle", AXE_SIZES[0])
    page.click("#exercise [data-name=again]")
    cell = page.locator(CELL.format(made.row.solution.partition("+")[0]))
    label, vacant = "aria-label", re.compile("vacant")
    expect(cell).to_have_attribute(label, vacant)
    cell.click()
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        check(page, "a turn that is begun")
        expect(page.locator("#exercise [data-name=undo]")).to_be_in_viewport()
        expect(page.locator("#exercise-ask")).to_be_in_viewport()
    expect(cell).not_to_have_attribute(label, vacant)
    page.click("#exercise [data-name=undo]")
    expect(cell).to_have_attribute(label, vacant)
    expect(page.locator("#exercise [data-name=undo]")).to_have_count(0)
    play(page, made, made.row.solution)
    solved(page)
    assert boards(page) == room
    axe(page, "a solved puzzle", AXE_SIZES[1])
    page.click("#open-puzzles")
    expect(page.locator("#puzzles-games > li")).to_have_count(5)
    axe(page, "all puzzles", AXE_SIZES[1])
