"""Layout: everything important is in sight, and nothing moves under a finger."""

from __future__ import annotations

from itertools import pairwise, product

import pytest
from playwright.sync_api import Page, expect

from tests.css_tokens import contrast

from .page_actions import (
    GAMES,
    Cases,
    cells_with_class,
    fragment,
    open_record_tab,
    play,
    press,
    switch_game,
    wait_painted,
    wait_until,
)

SMALL = {
    "tall": (390, 844),
    "short": (390, 664),
    "small": (360, 640),
    "across": (844, 390),
    "small across": (664, 360),
}
COUNT_IN_SIGHT_SCRIPT = """
selectors => {
  // On a low phone they take the line of what is due, for a while.
  for (const node of document.querySelectorAll("#notice")) node.hidden = true;
  const found = {};
  for (const selector of selectors) {
    for (const node of document.querySelectorAll(selector)) {
      if (!node.checkVisibility({ visibilityProperty: true })) continue;
      const { left, top, right, bottom, width } = node.getBoundingClientRect();
      const inside = left >= -0.5 && top >= -0.5 && right <= innerWidth + 0.5
        && bottom <= innerHeight + 0.5 && width > 0;
      found[selector] = (found[selector] ?? 0) + (inside ? 1 : -1000);
    }
  }
  return found;
}
"""
OVERLAPS_SCRIPT = """
() => {
  const boxes = [...document.querySelectorAll(
    ".player, .score .number, .score .about, #turn, .bar button, .head h1, .head .icon-button")]
    .filter(node => node.checkVisibility())
    .map(node => [node, node.getBoundingClientRect()]);
  const found = [];
  boxes.forEach(([one, a], place) => boxes.slice(place + 1).forEach(([other, b]) => {
    const wide = Math.min(a.right, b.right) - Math.max(a.left, b.left);
    const high = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
    if (wide > 1 && high > 1) found.push(`${one.outerHTML} ${other.outerHTML}`);
  }));
  return found;
}
"""
COUNT_COVERED_CELLS_SCRIPT = """
() => [...document.querySelectorAll("#board .cell")].filter(cell => {
  const { left, top, width, height } = cell.getBoundingClientRect();
  const there = document.elementFromPoint(left + width / 2, top + height / 2);
  return !there?.closest("#board");
}).length
"""


@pytest.mark.no_engine
def test_board_players_and_actions_are_in_sight(phone: Page, open_game):
    open_game(phone)
    for name in GAMES:
        phone.evaluate("name => { location.hash = `play/${name}` }", name)
        expect(phone.locator("#title")).to_have_text(name.capitalize())
        play(phone, cells_with_class(phone, "legal")[0])
        for size, (width, height) in SMALL.items():
            phone.set_viewport_size({"width": width, "height": height})
            wait_painted(phone)
            check_all_in_sight(phone, f"{name}, {size}")


def check_all_in_sight(phone: Page, where: str) -> None:
    """Fail unless board, players, scores, turn and buttons are in sight and do not overlap."""
    parts = ["#board .cell", ".player", ".score .number", "#turn", ".bar button"]
    visible_counts = phone.evaluate(COUNT_IN_SIGHT_SCRIPT, parts)
    cells = phone.locator("#board .cell").count()
    visible_counts.setdefault(".score .number", 2)  # there is none before there are groups
    assert visible_counts == dict(zip(parts, (cells, 2, 2, 1, 5), strict=True)), where
    assert phone.evaluate(OVERLAPS_SCRIPT) == [], where
    assert phone.evaluate(COUNT_COVERED_CELLS_SCRIPT) == 0, where
    assert phone.evaluate(
        "document.documentElement.scrollHeight <= innerHeight"
        " && document.documentElement.scrollWidth <= innerWidth"
    ), where


THEMES = {
    "light": {"color_scheme": "light"},
    "dark": {"color_scheme": "dark"},
    "high contrast": {"color_scheme": "dark", "contrast": "more"},
    "forced colours": {"color_scheme": "dark", "forced_colors": "active"},
}
FILLS_SCRIPT = """() => {
  const drawn = document.querySelector("#score-drawing .gauge .lead.black");
  return [
    getComputedStyle(document.querySelector("#evaluation-own")).backgroundColor,
    getComputedStyle(drawn).fill,
    getComputedStyle(document.body).backgroundColor,
  ].map(colour => "#" + colour.match(/\\d+/g).slice(0, 3)
    .map(part => Number(part).toString(16).padStart(2, "0")).join(""));
}"""


@pytest.mark.no_engine
def test_the_share_of_black_is_filled_in_every_theme(page: Page, open_game):
    open_game(page, "#1/brink5-x3/mc3d5c4")
    for theme, media in THEMES.items():
        page.emulate_media(**media)
        wait_painted(page)
        share, lead, ground = page.evaluate(FILLS_SCRIPT)
        assert contrast(share, ground) >= 3 and contrast(lead, ground) >= 3, theme
    page.emulate_media(contrast="no-preference", forced_colors="none")


COORDINATES_SCRIPT = """rows => {
  const board = [...document.querySelectorAll("#board > svg")].find(one => one.checkVisibility());
  const boxes = [...document.querySelectorAll(".player, .score .number, .score .about")]
    .filter(node => node.checkVisibility()).map(node => {
      const range = document.createRange();
      range.selectNodeContents(node);
      return range.getBoundingClientRect();
    });
  const away = [], near = [];
  for (const text of board.querySelectorAll(".coordinate")) {
    const { left, right, top, bottom } = text.getBoundingClientRect();
    const name = text.textContent;
    const cell = board.querySelector(`[data-cell="a${name}"]`)?.getBoundingClientRect();
    if (cell) away.push(Math.hypot((left + right - cell.left - cell.right) / 2,
                                   (top + bottom - cell.top - cell.bottom) / 2));
    if (boxes.some(box => left < box.right + 8 && box.left < right + 8
                          && top < box.bottom + 8 && box.top < bottom + 8)) near.push(name);
  }
  return [away.length, Math.max(...away) - Math.min(...away), near];
}"""


@pytest.mark.no_engine
def test_row_coordinates_are_aligned_and_clear_of_players(page: Page, open_game):
    open_game(page, "#1/lox11/mc3d4")
    with Cases() as cases:
        for width, height in ((1440, 900), (844, 390), (820, 1180), (390, 844), (360, 640)):
            with cases.case(width, height):
                page.set_viewport_size({"width": width, "height": height})
                wait_painted(page)
                expect(page.locator(".coordinate").first).to_be_visible()
                count, spread, too_close = page.evaluate(COORDINATES_SCRIPT)
                assert count == 11 and spread < 1.5 and too_close == []
                cell = page.locator("#cell-c3").bounding_box()
                wider = cell["width"] > cell["height"]
                assert wider == (width < 600), "upright where that is larger"


CROWDED_LABELS_SCRIPT = """() => {
    document.getElementById("evaluation").hidden = false;
    document.getElementById("evaluation-number").textContent = "White 60%";
    const box = node => {
        const range = document.createRange();
        range.selectNodeContents(node);
        return range.getBoundingClientRect();
    };
    const shown = names => [...document.querySelectorAll(names)].filter(n => n.checkVisibility());
    const found = [];
    for (const label of shown(".evaluation-name, #evaluation-number").map(box)) {
        for (const node of shown(".score .number, .side .about, .side .note, .player")) {
            const other = box(node);
            const apart = Math.max(
                label.left - other.right, other.left - label.right,
                label.top - other.bottom, other.top - label.bottom,
            );
            if (apart < 4) found.push(`${node.textContent}: ${apart}`);
        }
    }
    return found;
}"""


@pytest.mark.no_engine
def test_evaluation_labels_are_clear_of_scores(page: Page, open_game):
    with Cases() as cases:
        for game in ("greylox5/me5", "lox9/mc3", "multiplicity5/md2c1a2"):
            open_game(page, f"#1/{game}")
            for width, height in ((1366, 640), (1366, 560), (1024, 600), (1440, 900), (820, 1180)):
                page.set_viewport_size({"width": width, "height": height})
                wait_painted(page)
                with cases.case(game, width, height):
                    assert page.evaluate(CROWDED_LABELS_SCRIPT) == []


COUNT_CUT_NAMES_SCRIPT = """name => [...document.querySelectorAll(".player")].filter(node => {
    node.textContent = name;
    const range = document.createRange();
    range.selectNodeContents(node);
    const { left, right } = range.getBoundingClientRect();
    const inside = left >= -1 && right <= innerWidth + 1;
    return !inside || node.scrollWidth > node.clientWidth + 1;
}).length"""


PLAYER_NAMES = ("Fern", "Alexandra Konstantinopoulos", "Wolfeschlegelsteinhausenberger")


@pytest.mark.no_engine
def test_player_names_with_double_text_size_are_uncut(page: Page, open_game):
    with Cases() as cases:
        for game in ("greylox5/me5", "lox9/mc3"):
            open_game(page, f"#1/{game}")
            page.evaluate("document.documentElement.style.fontSize = '200%'")
            for width, height in ((1366, 640), (820, 1180), (844, 390), (390, 844), (320, 640)):
                page.set_viewport_size({"width": width, "height": height})
                wait_painted(page)
                for name in PLAYER_NAMES:
                    with cases.case(game, width, height, name):
                        assert page.evaluate(COUNT_CUT_NAMES_SCRIPT, name) == 0


SET_FIRST_VISIT_SCRIPT = (
    "first => document.documentElement.toggleAttribute('data-first-visit', first)"
)
SHOW_ANSWERS_SCRIPT = """
names => {
  document.getElementById("legend")?.toggleAttribute("hidden", true);
  document.getElementById("turn").textContent = "Fern is thinking";
  for (const button of document.querySelectorAll(".prompt-buttons button")) {
    button.hidden = !names.includes(button.id);
    button.style.animation = "none"; // some appear late
  }
}
"""


@pytest.mark.no_engine
def test_turn_buttons_do_not_push_label_over_players(phone: Page, open_game):
    open_game(phone, "#1/greylox5/m")
    with Cases() as cases:
        for size, (width, height) in {**SMALL, "narrow": (320, 640)}.items():
            phone.set_viewport_size({"width": width, "height": height})
            for names in ("end", "swap", "pass", "resume-engine", "show-result", "move-now pause"):
                phone.evaluate(SHOW_ANSWERS_SCRIPT, names.split())
                for first in (True, False):
                    phone.evaluate(SET_FIRST_VISIT_SCRIPT, first)
                    wait_painted(phone)
                    with cases.case(size, names, f"first visit: {first}"):
                        assert phone.evaluate(OVERLAPS_SCRIPT) == []


def test_the_board_stays_while_the_moves_scroll(page: Page, open_game):
    open_game(page, "#1/lox9/m" + "".join(f"{c}{r}" for r in range(1, 9) for c in "abcdefgh"))
    board = page.locator("#board").bounding_box()
    moves = page.locator("#moves")
    assert moves.evaluate("list => list.scrollHeight > list.clientHeight")
    moves.hover()
    page.mouse.wheel(0, -5000)
    wait_until(page, "() => document.getElementById('moves').scrollTop === 0")
    assert page.locator("#board").bounding_box() == board
    assert page.evaluate("document.documentElement.scrollHeight <= innerHeight")


@pytest.mark.no_engine
def test_the_name_of_the_game_opens_the_others_and_each_is_kept(page: Page, open_game):
    open_game(page, "#1/greylox4/m")
    play(page, "e5")
    switch_game(page, "lox")
    expect(page.locator("#title")).to_have_text("Lox")
    expect(page.locator("#side-0 .player")).to_have_text("You")
    expect(page.locator("#side-1 .player")).to_have_text("Pip")
    switch_game(page, "greylox")
    expect(page.locator("#title")).to_have_text("Greylox")
    assert fragment(page).startswith("#1/greylox4/me5")
    for height in (640, 600):  # a small laptop with visible browser bars
        page.set_viewport_size({"width": 1366, "height": height})
        expect(page.locator("#open-settings")).to_be_in_viewport(ratio=1)


def test_games_are_changed_in_the_menu_of_a_phone(phone: Page, open_game):
    open_game(phone, "#1/brink3-x2/ma1b2")
    phone.tap("#pick-game")
    phone.tap("#game-switcher [data-press='play:byg']")
    expect(phone.locator("#game-switcher")).to_be_hidden()
    expect(phone.locator("#title")).to_have_text("Byg")


def test_phone_opens_panels_in_sight(phone: Page, open_game):
    open_game(phone, "#1/brink3-x2/ma1b2a2e5a3", engine=True)
    expect(phone.locator(".coordinate").first).to_be_visible()
    frame = "document.querySelector('#board > svg').getAttribute('viewBox')"
    in_play = phone.evaluate(frame)
    phone.tap("#open-record")
    board = phone.locator("#board .cells").bounding_box()
    assert board["width"] > 0.7 * 390 and phone.evaluate(frame) == in_play
    phone.tap("#close-record")
    phone.tap("#open-more")
    phone.tap("#more [data-press='record:analyse']")
    phone.tap("#review-game")
    expect(phone.locator("#graph")).to_be_in_viewport()
    phone.tap("#close-record")
    phone.tap("#pick-game")
    phone.tap("#game-switcher [data-press='play:byg']")
    expect(phone.locator("#title")).to_have_text("Byg")
    expect(phone.locator("#game-switcher")).to_be_hidden()


@pytest.mark.true_start
def test_large_text_does_not_cover_players(phone: Page, open_game):
    open_game(phone, "#1/greylox5/me5", engine=True)
    large = phone.context.new_cdp_session(phone)
    large.send("Page.enable")
    large.send("Page.setFontSizes", {"fontSizes": {"standard": 32, "fixed": 26}})
    wait_until(phone, "() => parseFloat(getComputedStyle(document.body).fontSize) > 24")
    wait_until(
        phone,
        """() => {
          const bottom = document.querySelector('.own .plate').getBoundingClientRect().bottom;
          return document.querySelector('.prompt').getBoundingClientRect().top >= bottom - 1;
        }""",
    )
    large.send("Page.setFontSizes", {"fontSizes": {"standard": 16, "fixed": 13}})
    large.detach()


SENTENCES = {  # games with long and short messages, which must not move the board
    "greylox": ("me5f6b2", "a5", "b3"),
    "lox": ("ma1b2c3", "c3", "d4"),
    "brink": ("mc3", "c3", "d4"),
    "byg": ("ma1b2c3d4", "c3", "f6"),
}


def test_board_keeps_its_position_for_any_message(page: Page, open_game):
    board = page.locator("#board")
    with Cases() as cases:
        for (width, height), name in product(((1440, 900), (834, 1112), (390, 844)), SENTENCES):
            page.set_viewport_size({"width": width, "height": height})
            played, refused, placed = SENTENCES[name]
            boxes = []
            for link in (f"#1/{name}5/m", f"#1/{name}5/{played}"):
                open_game(page, link)
                wait_painted(page)
                boxes.append(board.bounding_box())
            play(page, refused)
            expect(page.locator("#notice")).to_be_visible()
            expect(page.locator("#prompt:visible, #steps .now:visible")).to_have_count(1)
            boxes.append(board.bounding_box())
            play(page, placed)
            wait_painted(page)
            boxes.append(board.bounding_box())
            with cases.case(name, width):
                assert all(box == boxes[0] for box in boxes), boxes


def test_back_leaves_position_editor(page: Page, open_game):
    open_game(page, "#1/greylox4/md4")
    open_game(page, "#1/brink3-x2/ma1b2")
    open_record_tab(page, "study")
    page.click("#edit")
    page.locator("#cell-c3").click()
    page.go_back()
    expect(page.locator("#title")).to_contain_text("Greylox")
    expect(page.locator("#editor")).to_be_hidden()
    page.go_forward()
    expect(page.locator("#title")).to_contain_text("Brink")
    expect(page.locator("#moves button")).to_have_count(2)


def test_the_pages_of_the_record_are_turned_by_keys(page: Page, open_game):
    open_game(page, "#1/brink3-x2/ma1b2")
    before = fragment(page)
    open_record_tab(page, "analysis")
    page.keyboard.press("Shift")
    page.locator("#tab-analysis").focus()
    page.keyboard.press("ArrowLeft")
    expect(page.locator("#tab-moves")).to_be_focused()
    page.keyboard.press("ArrowRight")
    expect(page.locator("#tab-analysis")).to_be_focused()
    expect(page.locator("#page-analysis")).to_be_visible()
    expect(page.locator("#page-moves")).to_be_hidden()
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowLeft")
    expect(page.locator("#page-study")).to_be_visible()
    assert fragment(page) == before, "the keys turn the pages, and not the game back"
    page.click("#tab-moves")
    page.keyboard.press("ArrowLeft")
    expect(page.locator("#page-moves")).to_be_visible()
    # after a click, the arrow keys step through the game
    wait_until(page, "() => location.hash.includes('/n1/')")


def test_theme_button_toggles_theme(page: Page, open_game):
    page.emulate_media(color_scheme="light")
    open_game(page, engine=True)
    press(page, "theme")
    expect(page.locator("html[data-theme=dark]")).to_have_count(1)
    press(page, "theme")
    expect(page.locator("html[data-theme=light]")).to_have_count(1)


@pytest.mark.no_engine
def test_home_with_unfinished_game_fits_low_window(page: Page, open_game):
    open_game(page, "#1/greylox3/mc3c4a1a2e5e4")
    page.evaluate("location.hash = 'home'")
    words = page.locator("#games-in-progress .title")
    with Cases() as cases:
        for width, height in ((720, 450), (667, 375), (640, 512)):
            page.set_viewport_size({"width": width, "height": height})
            with cases.case(width, height):
                expect(words).to_be_visible()
                assert page.evaluate("document.scrollingElement.scrollWidth") <= width
                assert words.bounding_box()["width"] > 60


@pytest.mark.no_engine
def test_landscape_phone_keeps_words_whole_and_shows_error(page: Page, open_game):
    page.set_viewport_size({"width": 667, "height": 375})
    open_game(page, "#1/multiplicity5/m")
    assert page.locator("#title").bounding_box()["height"] < 24, "one line"
    open_record_tab(page, "analysis")
    for name in ("moves", "analysis", "study"):
        lines = f"document.querySelector('#tab-{name}').scrollHeight"
        assert page.evaluate(lines) < 50, "one line"
    open_game(page, "#1/byg5/m")
    press(page, "edit")
    play(page, "c3", "c4")
    page.click("#edit-play")
    prompt = page.locator("#prompt")
    expect(prompt).to_contain_text("one stone")
    in_front = """node => {
        const { left, top, width, height } = node.getBoundingClientRect();
        return node.contains(document.elementFromPoint(left + width / 2, top + height / 2));
    }"""
    assert prompt.evaluate(in_front)


@pytest.mark.no_engine
def test_edited_position_is_visible_on_phone(phone: Page, open_game):
    open_game(phone, "#1/brink3-x2/m")
    press(phone, "edit")
    play(phone, "a1", "c3")
    phone.click("#edit-play")
    expect(phone.locator("#editor")).to_be_hidden()
    expect(phone.locator("#record")).to_be_hidden()
    expect(phone.locator("#turn")).to_be_visible()
    expect(phone.locator("#open-record")).to_have_attribute("aria-expanded", "false")


@pytest.mark.no_engine
def test_a_desktop_at_four_times_its_size_stacks_and_scrolls(page: Page, open_game):
    """The board is as wide as the window, and no message covers it or a player's plate."""
    for width, height in ((320, 200), (320, 256), (426, 266)):
        page.set_viewport_size({"width": width, "height": height})
        for game in ("brink3-x2/m", "lox7/mb2"):
            open_game(page, f"#1/{game}")
            wait_painted(page)
            parts = (".other .plate", "#board-drawing", ".own .plate", ".prompt-texts", ".bar")
            boxes = [page.locator(name).bounding_box() for name in parts]
            assert boxes[1]["width"] > 0.9 * width, (width, game)
            for above, below in pairwise(boxes):
                assert above["y"] + above["height"] <= below["y"] + 1, (width, game, boxes)
            assert page.evaluate("document.scrollingElement.scrollWidth") <= width
