"""Solving puzzles: the daily one, several in a row, by keyboard, and on a phone."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import datetime

import pytest
from playwright.sync_api import Page, expect

from greylox_web.features.puzzles.puzzle import Puzzle
from greylox_web.features.puzzles.selection import daily_puzzle_name
from greylox_web.progress import FactLog
from tests.features.puzzles.shipped_puzzles import daily_list, puzzle
from tools.chromium import HAS_MARK_SCRIPT

from .page_actions import press, wait_painted, wait_until
from .shared_browsers import restart
from .site_server import storage_key
from .test_fit import AXE_SIZES, AXE_SOURCE, SIZES, check_axe, check_layout

pytestmark = pytest.mark.no_engine

TABLETS, PHONES = ((820, 1180), (600, 960)), ((360, 640), (390, 844))
CELL = "#board [data-cell='{0}']"


@pytest.fixture
def page(fresh_page: Page) -> Page:
    """A page with empty storage: these tests check what is stored."""
    return fresh_page


def hash_of(page: Page) -> str:
    return page.evaluate("() => location.hash")


def current_puzzle(page: Page) -> Puzzle:
    """The current puzzle, once it is shown."""
    expect(page.locator("#exercise-title")).to_be_visible()
    wait_until(page, r"() => /^#puzzle\/([a-z/-]+\/)?(today|[a-z]+-\d+)$/.test(location.hash)")
    name = hash_of(page).rpartition("/")[2]
    return puzzle(
        daily_puzzle_name(datetime.now().date(), daily_list(), FactLog())
        if name == "today"
        else name
    )


def play(page: Page, current: Puzzle, turn: str) -> None:
    """Play a whole turn by clicks."""
    for action in current.turn(current.state, turn):
        if current.game.board.cells >> action & 1:
            page.locator(CELL.format(current.game.board.cell_name(action))).click()
        else:
            page.locator("#exercise [data-name=end]").click()
        expect(page.locator("#notice")).to_be_hidden()


def expect_solved(page: Page) -> None:
    expect(page.locator("#exercise-task")).to_have_attribute("data-kind", "done")


def test_puzzle_continues_after_language_change(page: Page, open_game):
    open_game(page, "#puzzle/greylox-2")
    current = current_puzzle(page)
    play(page, current, "d1")
    expect(page.locator("#exercise-feedback")).to_contain_text("White answers f5. ")
    expect(page.locator("#puzzle-heading")).to_have_text("d1 loses")
    retry_button = page.locator("#exercise [data-name=again]")
    expect(retry_button).to_be_enabled()
    press(page, "open-settings")
    page.select_option("#settings-language", "de")
    expect(page.locator("html")).to_have_attribute("lang", "de")
    page.wait_for_function(HAS_MARK_SCRIPT, arg="library-ready")
    page.go_back()
    expect(page.locator("#puzzle-heading")).to_contain_text("d1 ")
    retry_button.click()
    play(page, current, current.row.solution)
    expect_solved(page)
    expect(page.locator("#puzzle-result")).to_contain_text("Nicht beim ersten Versuch")
    expect(page.locator("#puzzle-heading")).to_have_text("Gelöst")


def test_wrong_answer_is_refuted_and_right_one_recorded(page: Page, open_game):
    open_game(page, "#puzzle/greylox-2")
    current = current_puzzle(page)
    expect(page.locator("#exercise-title")).to_have_text("Black to play and win")
    expect(page.locator("#puzzle-facts")).to_have_text("Medium · 1,210Theme: shown at the end")
    expect(page.locator("#live-region")).to_contain_text("One turn wins, the other 9 lose")
    play(page, current, "d1")
    expect(page.locator("#exercise-feedback")).to_contain_text("White answers f5. ")
    expect(page.locator("#puzzle-heading")).to_have_text("d1 loses")
    expect(page.locator(CELL.format("f5"))).to_have_attribute("aria-label", re.compile("White"))
    page.click("#exercise [data-name=again]")
    expect(page.locator(CELL.format("d1"))).to_have_attribute("aria-label", re.compile("vacant"))
    play(page, current, current.row.solution)
    expect_solved(page)
    expect(page.locator("#puzzle-result")).to_contain_text("Not on the first try")
    expect(page.locator("#puzzle-facts")).to_contain_text("Theme: The flip can wait")
    expect(page.locator("#puzzle-rating")).to_be_hidden()

    page.click("#exercise [data-name=next]")
    wait_until(page, "() => location.hash !== '#puzzle/greylox-2'")
    current = current_puzzle(page)
    assert current.row.name != "greylox-2"
    restart(page)  # the address opens it again
    assert current_puzzle(page).row.name == current.row.name
    cell = page.locator(CELL.format(current.game.board.cell_name(current.solution[0])))
    cell.focus()  # by keyboard
    page.keyboard.press("Enter")
    expect_solved(page)
    expect(page.locator("#puzzle-heading")).to_have_text("Solved on the first try")
    expect(page.locator("#puzzle-days")).to_be_hidden()
    page.locator("#exercise [data-name=next]").focus()
    page.keyboard.press("Enter")
    wait_until(page, f"() => location.hash !== '#puzzle/{current.row.name}'")
    current_puzzle(page)
    wait_painted(page)
    announcement = page.locator("#live-region").text_content()
    page.click("#exercise [data-name=leave]")
    expect(page.locator("#home")).to_be_visible()
    wait_painted(page)
    assert page.locator("#live-region").text_content() == announcement, (
        "the table is not to be seen"
    )

    other = page.context.new_page()  # another tab reads the storage and notifies the first
    open_game(other)
    other.click("#open-puzzles")
    row = "#puzzles-sets li >> nth=0"
    for each in (other, page):
        each.bring_to_front()
        each.evaluate("location.hash = 'puzzles'")
        each.get_by_role("button", name="Greylox", exact=True).click()
        expect(each.locator(row)).to_contain_text("1 of 62")
    other.bring_to_front()
    other.locator(row).get_by_role("link").click()
    expect(other.locator("#puzzles")).to_be_hidden()
    current = current_puzzle(other)
    play(other, current, current.row.solution)
    expect_solved(other)
    assert hash_of(other) == f"#puzzle/set/greylox/{current.row.name}"
    page.bring_to_front()
    expect(page.locator(row)).to_contain_text("2 of 62")

    open_game(page, "#puzzle/greylox-2")  # the failed one
    current = current_puzzle(page)
    play(page, current, current.row.solution)
    expect_solved(page)
    expect(page.locator("#puzzle-heading")).to_have_text("Solved this time")


def test_a_hint_tells_a_region_and_then_the_cell(page: Page, open_game):
    open_game(page, "#puzzle/greylox-2")
    name = current_puzzle(page).solution[0]
    cell = page.locator(CELL.format(puzzle("greylox-2").game.board.cell_name(name)))
    hint, feedback = page.locator("#exercise [data-name=hint]"), page.locator("#exercise-feedback")
    hint_cells = page.locator("#board [aria-label*='in the region of the hint']")
    hint.click()
    expect(hint_cells.nth(2)).to_be_attached()
    expect(cell).to_have_attribute("aria-label", re.compile("in the region of the hint"))
    expect(feedback).to_contain_text("Hint: one of ")
    hint.click()
    expect(hint_cells).to_have_count(0)
    expect(cell).to_have_attribute("aria-label", re.compile("the hint"))
    hint.click()
    expect(cell).not_to_have_attribute("aria-label", re.compile("hint"))
    expect(feedback).to_be_hidden()
    cell.click()
    expect_solved(page)
    expect(page.locator("#puzzle-result")).to_contain_text("With a hint")


DENY_STORAGE_SCRIPT = (
    "IDBFactory.prototype.open = () => { throw new DOMException('no', 'SecurityError') }"
)


@pytest.mark.true_start
def test_daily_puzzle_shares_without_solution_or_storage(page: Page, open_game):
    page.add_init_script(DENY_STORAGE_SCRIPT)
    key = storage_key("greylox-preferences-1")
    page.add_init_script(f"""localStorage['{key}'] = '{{"greeted": true}}'""")
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    open_game(page, "#home")
    card = page.locator("#today")
    expect(card.locator(".picture svg")).to_be_visible()
    expect(card.locator(".title")).to_contain_text("to play and")
    card.get_by_role("link").click()
    current = current_puzzle(page)
    assert hash_of(page) == "#puzzle/today"
    expect(page.locator("#exercise-eyebrow")).to_contain_text("Puzzle of the day")
    play(page, current, current.row.solution)
    expect(page.locator("#exercise-feedback")).to_contain_text("lasts only until you leave it")
    expect(page.locator("#puzzle-heading")).to_have_text("Solved on the first try")
    expect(page.locator("#puzzle-days .puzzle-streak b")).to_have_text("1")
    expect(page.locator("#puzzle-days .first")).to_have_count(1)
    page.click("#puzzle-send")
    expect(page.locator("#puzzle-status")).to_contain_text("Copied")
    shared_text = page.evaluate("() => navigator.clipboard.readText()")
    assert "solved on the first try" in shared_text
    assert shared_text.endswith(f"#puzzle/{current.row.name}")
    page.click("#go-home")
    expect(card.locator(".eyebrow")).to_have_text("Solved today")
    expect(card.locator(".puzzle-streak b")).to_have_text("1")
    card.get_by_role("link", name="Next puzzle").click()
    expect(page.locator("#exercise-eyebrow")).not_to_contain_text("Puzzle of the day")
    page.evaluate("location.hash = 'puzzle/today'")
    expect_solved(page)
    expect(page.locator("#puzzle-heading")).to_have_text("Solved today")
    expect(page.locator("#puzzle-days .first")).to_have_count(1)
    page.click("#exercise [data-name=again]")
    expect(page.locator("#exercise-prompt")).to_contain_text("Goal: ")


def test_on_a_phone_all_of_a_puzzle_is_in_sight(phone: Page, open_game):
    open_game(phone, "#puzzle/nonsense-1")
    expect(phone.locator("#puzzles-status")).to_contain_text("no puzzle with that name")
    phone.evaluate("() => { location.hash = 'puzzle/lox-9999' }")
    expect(phone.locator("#puzzles-status")).to_contain_text("no puzzle with that name")
    phone.get_by_role("button", name="Byg", exact=True).tap()
    phone.get_by_role("link", name="All puzzles of Byg").tap()
    current = current_puzzle(phone)
    learn = phone.locator("#puzzle-learn")
    expect(learn).to_have_attribute("href", "#learn/byg")
    expect(learn).to_be_in_viewport()
    states = [board_boxes_of(phone, PHONES)]
    play(phone, current, next(iter(current.row.lost)))
    expect(phone.locator("#puzzle-heading")).to_contain_text("loses")
    states.append(board_boxes_of(phone, PHONES))
    assert phone.evaluate(
        "() => document.documentElement.scrollWidth <= innerWidth"
        " && document.querySelector('#exercise').scrollWidth <= innerWidth"
    )
    expect(phone.locator("#board")).to_be_in_viewport(ratio=0.99)
    expect(phone.locator("#puzzle-send")).to_be_hidden()
    expect(phone.locator("#exercise-title")).to_be_in_viewport()
    for name in ("leave", "again"):
        expect(phone.locator(f"#exercise [data-name={name}]")).to_have_text(re.compile(r"\w"))
    expect(phone.locator("#puzzle-save")).to_have_text("Save for later")
    phone.locator("#exercise [data-name=solution]").tap()
    expect(phone.locator("#puzzle-result")).to_have_text("It will come again.")
    expect(phone.locator("#puzzle-send")).to_be_hidden()
    states.append(board_boxes_of(phone, PHONES))
    assert states[1:] == states[:1] * 2, "the board never moves"
    phone.locator("#exercise [data-name=again]").tap()
    play(phone, current, current.row.solution)
    expect(phone.locator("#puzzle-send")).to_be_in_viewport()
    phone.evaluate(
        "() => { delete Navigator.prototype.share; delete Navigator.prototype.clipboard }"
    )
    phone.locator("#puzzle-send").tap()  # without both, the text is shown for copying
    text = phone.locator("#puzzle-text")
    expect(text).to_be_focused()
    buttons = phone.locator("#exercise-buttons").bounding_box()
    box = text.bounding_box()
    assert box["y"] + box["height"] <= buttons["y"], "nothing of it is behind the buttons"


ROWS = """buttons => {
  const rows = {};
  for (const { offsetTop } of buttons.children) rows[offsetTop] = (rows[offsetTop] ?? 0) + 1;
  return Object.values(rows);
}"""


def board_boxes_of(page: Page, sizes: Sequence[tuple[int, int]] = TABLETS) -> list[float]:
    """The height of the board's container at two sizes of the window."""
    heights = []
    for width, height in sizes:
        page.set_viewport_size({"width": width, "height": height})
        heights.append(page.locator(".board-box").bounding_box()["height"])
    return heights


def test_puzzles_fit_every_screen_and_pass_axe(page: Page, open_game):
    open_game(page, "#puzzle/byg-2")
    current = current_puzzle(page)
    board_boxes = board_boxes_of(page)
    play(page, current, next(iter(current.row.lost)))
    expect(page.locator("#puzzle-heading")).to_contain_text("loses")
    assert board_boxes_of(page) == board_boxes
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        check_layout(page, "a puzzle")
        expect(page.locator("#exercise [data-name=again]")).to_be_in_viewport()
        if (width, height) == (844, 390):
            task, buttons = (page.locator(f"#exercise-{name}") for name in ("task", "buttons"))
            box = task.bounding_box()
            assert box["y"] + box["height"] <= buttons.bounding_box()["y"], "not behind them"
        expect(page.locator("#board svg.board")).to_be_in_viewport(ratio=0.99)
    page.set_viewport_size({"width": 1366, "height": 768})
    assert page.locator("#exercise-buttons").evaluate(ROWS) == [2, 2]
    page.evaluate(AXE_SOURCE)
    check_axe(page, "a puzzle", AXE_SIZES[0])
    page.click("#exercise [data-name=again]")
    cell = page.locator(CELL.format(current.row.solution.partition("+")[0]))
    label, vacant = "aria-label", re.compile("vacant")
    expect(cell).to_have_attribute(label, vacant)
    cell.click()
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        check_layout(page, "a turn that is begun")
        expect(page.locator("#exercise [data-name=undo]")).to_be_in_viewport()
        expect(page.locator("#exercise-prompt")).to_be_in_viewport()
    expect(cell).not_to_have_attribute(label, vacant)
    page.click("#exercise [data-name=undo]")
    expect(cell).to_have_attribute(label, vacant)
    expect(page.locator("#exercise [data-name=undo]")).to_have_count(0)
    play(page, current, current.row.solution)
    expect_solved(page)
    assert board_boxes_of(page) == board_boxes
    page.get_by_role("button", name="Save for later").click()
    expect(page.locator("#puzzle-save")).to_have_attribute("aria-pressed", "true")
    check_axe(page, "a solved puzzle", AXE_SIZES[1])
    page.click("#open-puzzles")
    expect(page.locator("#puzzles-sets > li")).not_to_have_count(0)
    saved = page.get_by_role("region", name="Saved for later").get_by_role("link")
    expect(saved).to_have_attribute("href", "#puzzle/byg-2")
    check_axe(page, "all puzzles", AXE_SIZES[0])


def test_a_streak_ends_at_the_first_mistake(page: Page, open_game):
    open_game(page, "#puzzles")
    page.get_by_role("link", name="Run: Streak").click()
    first = current_puzzle(page)
    play(page, first, first.row.solution)
    expect(page.locator("#puzzle-run")).to_contain_text("This streak: 1")
    page.click("#exercise [data-name=next]")
    wait_until(page, f"() => !location.hash.endsWith('{first.row.name}')")
    second = current_puzzle(page)
    page.click("#exercise [data-name=skip]")
    wait_until(page, f"() => !location.hash.endsWith('{second.row.name}')")
    third = current_puzzle(page)
    expect(page.locator("#exercise [data-name=skip]")).to_have_count(0)
    play(page, third, next(iter(third.row.lost)))
    expect(page.locator("#puzzle-run")).to_contain_text("The streak is over")
    page.click("#exercise [data-name=solution]")
    page.click("#exercise [data-name=next]")
    wait_until(page, f"() => !location.hash.endsWith('{third.row.name}')")
    current_puzzle(page)
    expect(page.locator("#puzzle-run")).to_contain_text("This streak: 0Your best: 1")
    page.click("#open-puzzles")
    expect(page.locator("#puzzles-streak")).to_contain_text("1is your best")


OWN = "1/greylox4/soox1.1oxoo.oxxxoo.1xxxxxo.xxxox1.xxoo1.1o1o-o-2/m/cpi"  # only g5 wins


@pytest.mark.no_engine(False)
def test_a_set_up_position_becomes_a_puzzle_that_its_link_opens(page: Page, open_game):
    open_game(page, f"#{OWN.replace('-o-2/m/cpi', '-x-2/m')}", engine=True)
    press(page, "open-more")
    page.locator("#more [data-press='study:edit']").click()
    page.locator("#edit-mover").select_option("1")
    page.locator("#edit-puzzle").click()
    expect(page.locator("#exercise-text")).to_have_text("Proven: only g5 wins. 4 turns lose.")
    assert hash_of(page) == f"#puzzle/{OWN}"

    address = page.url
    page.goto("about:blank")
    page.goto(address)
    expect(page.locator("#exercise-title")).to_have_text("Black to play and win")
    expect(page.locator("#exercise-text")).to_contain_text("One turn wins, the other 4 lose")
    expect(page.locator("#own-difficulty")).to_contain_text("4 wrong turns · proof of ")
    page.locator(CELL.format("d1")).click()
    expect(page.locator("#exercise-task")).to_have_attribute("data-kind", "wrong")
    expect(page.locator("#exercise-feedback")).to_contain_text("White answers g5")
    page.locator("#exercise-buttons [data-name=again]").click()
    page.locator(CELL.format("g5")).click()
    expect(page.locator("#exercise-feedback")).to_contain_text("the only turn that wins")
    page.locator("#own-copy").click()
    expect(page.locator("#own-copied")).not_to_be_empty()
    page.locator("#own-share").click()
    expect(page.locator("#share-link")).to_have_value(address)
