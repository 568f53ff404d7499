"""Where things stand: all that matters in sight, nothing that moves under a finger."""

from __future__ import annotations

from itertools import pairwise, product
from random import Random

import pytest
from playwright.sync_api import Page, expect

from tests.tokens import contrast
from tools import ROOT
from tools.languages import WHOLE
from tools.languages.catalogues import read

from .playing import (
    GAMES,
    Cases,
    fragment,
    marked,
    over,
    play,
    prefer_language,
    press,
    settled,
    until,
)

SMALL = {
    "tall": (390, 844),
    "short": (390, 664),
    "small": (360, 640),
    "across": (844, 390),
    "small across": (664, 360),
}
IN_SIGHT = """
selectors => {
  // On a low phone they take the line of what is due, for a while.
  for (const node of document.querySelectorAll("#legend, #notice")) node.hidden = true;
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
OVERLAPS = """
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
CELLS_COVERED = """
() => [...document.querySelectorAll("#board .cell")].filter(cell => {
  const { left, top, width, height } = cell.getBoundingClientRect();
  const there = document.elementFromPoint(left + width / 2, top + height / 2);
  return !there?.closest("#board");
}).length
"""
SLOTS = """
[...document.querySelectorAll(".bar button")].map(b => JSON.stringify(b.getBoundingClientRect()))
"""


@pytest.mark.no_engine
def test_all_that_a_player_needs_is_in_sight(phone: Page, open_game):
    open_game(phone)
    for name in GAMES:
        phone.evaluate(
            "name => document.querySelector(`.rail [data-press='play:${name}']`).click()", name
        )
        expect(phone.locator("#title")).to_have_text(name.capitalize())
        play(phone, marked(phone, "legal")[0])
        for size, (width, height) in SMALL.items():
            phone.set_viewport_size({"width": width, "height": height})
            settled(phone)
            all_in_sight(phone, f"{name}, {size}")


def all_in_sight(phone: Page, where: str) -> None:
    """Fail unless board, players, scores, what is due and actions are seen, each by itself."""
    parts = ["#board .cell", ".player", ".score .number", "#turn", ".bar button"]
    seen = phone.evaluate(IN_SIGHT, parts)
    cells = phone.locator("#board .cell").count()
    assert seen == dict(zip(parts, (cells, 2, 2, 1, 5), strict=True)), where
    assert phone.evaluate(OVERLAPS) == [], where
    assert phone.evaluate(CELLS_COVERED) == 0, where
    assert phone.evaluate(
        "document.documentElement.scrollHeight <= innerHeight"
        " && document.documentElement.scrollWidth <= innerWidth"
    ), where


LOOKS = {
    "light": {"color_scheme": "light"},
    "dark": {"color_scheme": "dark"},
    "high contrast": {"color_scheme": "dark", "contrast": "more"},
    "forced colours": {"color_scheme": "dark", "forced_colors": "active"},
}
FILLS = """() => {
  const drawn = document.querySelector(".own .gauge .lead.black");
  return [
    getComputedStyle(document.querySelector("#evaluation-own")).backgroundColor,
    getComputedStyle(drawn).fill,
    getComputedStyle(document.body).backgroundColor,
  ].map(colour => "#" + colour.match(/\\d+/g).slice(0, 3)
    .map(part => Number(part).toString(16).padStart(2, "0")).join(""));
}"""


@pytest.mark.no_engine
def test_the_share_of_black_is_filled_in_every_theme(phone: Page, open_game):
    open_game(phone, "#1/brink5-x3/mc3d4")
    for look, media in LOOKS.items():
        phone.emulate_media(**media)
        settled(phone)
        share, lead, ground = phone.evaluate(FILLS)
        assert contrast(share, ground) >= 3 and contrast(lead, ground) >= 3, look
    phone.emulate_media(contrast="no-preference", forced_colors="none")


@pytest.mark.no_engine
def test_the_ruler_of_a_tall_phone_has_its_heading_and_moves_nothing(phone: Page, open_game):
    open_game(phone, "#1/brink5-x3/mc3d4")
    heading = phone.locator(".own .strip > .small")
    expect(heading).to_have_text("If the game ended now")
    expect(heading).to_be_in_viewport(ratio=1)
    with_it = phone.locator("#board").bounding_box()
    assert with_it["height"] >= 435, "the board is as wide as the window"
    for width, height in ((390, 664), (360, 640), (844, 390)):
        phone.set_viewport_size({"width": width, "height": height})
        expect(heading).to_be_hidden()


NAMES = """rows => {
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
def test_the_names_of_rows_are_as_far_from_them_and_clear_of_the_players(page: Page, open_game):
    open_game(page, "#1/lox11/mc3d4")
    book = page.locator("#open-book")
    with Cases() as cases:
        for width, height in ((1440, 900), (844, 390), (820, 1180), (390, 844), (360, 640)):
            with cases.case(width, height):
                page.set_viewport_size({"width": width, "height": height})
                settled(page)
                if book.is_visible() and width < height:  # a phone names the rows beside the moves
                    if book.get_attribute("aria-expanded") == "false":
                        book.click()
                    settled(page)
                expect(page.locator(".coordinate").first).to_be_visible()
                count, off, near = page.evaluate(NAMES)
                assert count == 11 and off < 1 and near == []
                cell = page.locator("#cell-c3").bounding_box()
                wider = cell["width"] > cell["height"]
                assert wider == (width < 600), "upright where that is larger"


CROWDED = """() => {
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
def test_the_labels_of_the_bar_of_chances_are_clear_of_the_scores(page: Page, open_game):
    with Cases() as cases:
        for game in ("greylox5/me5", "lox9/mc3", "multiplicity5/md2c1a2"):
            open_game(page, f"#1/{game}")
            for width, height in ((1366, 640), (1366, 560), (1024, 600), (1440, 900), (820, 1180)):
                page.set_viewport_size({"width": width, "height": height})
                settled(page)
                with cases.case(game, width, height):
                    assert page.evaluate(CROWDED) == []


CUT_NAMES = """name => [...document.querySelectorAll(".player")].filter(node => {
    node.textContent = name;
    const range = document.createRange();
    range.selectNodeContents(node);
    const { left, right } = range.getBoundingClientRect();
    const inside = left >= -1 && right <= innerWidth + 1;
    return !inside || node.scrollWidth > node.clientWidth + 1;
}).length"""


PEOPLE = ("Fern", "Alexandra Konstantinopoulos", "Wolfeschlegelsteinhausenberger")


@pytest.mark.no_engine
def test_names_beside_the_board_are_whole_with_letters_twice_as_large(page: Page, open_game):
    with Cases() as cases:
        for game in ("greylox5/me5", "lox9/mc3"):
            open_game(page, f"#1/{game}")
            page.evaluate("document.documentElement.style.fontSize = '200%'")
            for width, height in ((1366, 640), (820, 1180), (844, 390), (390, 844), (320, 640)):
                page.set_viewport_size({"width": width, "height": height})
                settled(page)
                for name in PEOPLE:
                    with cases.case(game, width, height, name):
                        assert page.evaluate(CUT_NAMES, name) == 0


FIRST = "first => document.documentElement.toggleAttribute('data-first', first)"
ANSWER = """
names => {
  document.getElementById("legend")?.toggleAttribute("hidden", true);
  document.getElementById("turn").textContent = "Fern is thinking";
  for (const button of document.querySelectorAll(".answers button")) {
    button.hidden = !names.includes(button.id);
    button.style.animation = "none"; // some appear late
  }
}
"""


@pytest.mark.no_engine
def test_no_button_beside_what_is_due_pushes_it_over_the_players(phone: Page, open_game):
    open_game(phone, "#1/greylox5/m")
    with Cases() as cases:
        for size, (width, height) in {**SMALL, "narrow": (320, 640)}.items():
            phone.set_viewport_size({"width": width, "height": height})
            for names in ("end", "swap", "pass", "ask", "show-result", "now pause"):
                phone.evaluate(ANSWER, names.split())
                for first in (True, False):
                    phone.evaluate(FIRST, first)
                    settled(phone)
                    with cases.case(size, names, f"first visit: {first}"):
                        assert phone.evaluate(OVERLAPS) == []


DUE = """() => {
    const box = name => document.querySelector(name).getBoundingClientRect();
    const line = parseFloat(getComputedStyle(document.getElementById("turn")).lineHeight);
    const apart = box("#standing-heading").top - box(".due").bottom;
    return [Math.round(box("#turn").height / line), apart];
}"""


@pytest.mark.true_start
@pytest.mark.parametrize("language", ["en", *WHOLE])
@pytest.mark.no_engine
def test_the_offer_to_swap_leaves_room_for_whose_turn_it_is_and_covers_nothing(
    page: Page, open_game, language: str
):
    prefer_language(page, language)
    page.set_viewport_size({"width": 1440, "height": 900})
    open_game(page, "#1/lox11/m")
    page.locator('.cell[data-cell="f5"]').click()
    expect(page.locator("#swap")).to_be_visible()
    for swapped in (False, True):
        if swapped:
            page.click("#swap")
            expect(page.locator("#due")).to_contain_text("e6")
        for first in (True, False):
            page.evaluate(FIRST, first)
            settled(page)
            lines, apart = page.evaluate(DUE)
            assert lines <= 2 and apart >= 0, (swapped, first)


@pytest.mark.parametrize("name", ["byg", "lox"])
def test_the_actions_stay_where_they_are_through_a_game(phone: Page, open_game, name: str):
    open_game(phone, f"#1/{name}4/m" if name == "byg" else "#1/lox5/m")
    places, random = {tuple(phone.evaluate(SLOTS))}, Random(name)
    for _ in range(200):
        settled(phone)
        if over(phone):
            break
        places.add(tuple(phone.evaluate(SLOTS)))
        buttons = [b for b in ("end", "swap", "pass") if phone.locator(f"#{b}").is_visible()]
        if (buttons and random.random() < 0.4) or not marked(phone, "legal"):
            phone.locator(f"#{buttons[0]}").tap()
        else:
            phone.locator(f"#cell-{random.choice(marked(phone, 'legal'))}").dispatch_event("click")
    expect(phone.locator("#ending")).to_be_visible()
    assert len(places) == 1


HEIGHTS = """words => words.map(word => {
  document.querySelector("#hint span").textContent = word;
  return document.getElementById("play-actions").getBoundingClientRect().height;
})"""


def test_the_actions_are_as_high_for_the_second_step_of_a_hint(page: Page, open_game):
    open_game(page, "#1/brink3-x2/ma1b2")
    said = [
        read(ROOT / f"languages/{code}/review.po", code)
        .get("Show the cell", "REVIEW_WORDS.hint-more")
        .string
        for code in WHOLE
    ]
    with Cases() as cases:
        for width, height in (*SMALL.values(), (320, 640), (834, 1112), (1440, 900)):
            page.set_viewport_size({"width": width, "height": height})
            settled(page)
            heights = page.evaluate(HEIGHTS, ["Hint", "Hide hint", "Show the cell", *said])
            with cases.case(width, height):
                assert len(set(heights)) == 1, heights
    page.evaluate(HEIGHTS, ["Hint"])


def test_the_board_stays_while_the_moves_scroll(page: Page, open_game):
    open_game(page, "#1/lox9/m" + "".join(f"{c}{r}" for r in range(1, 9) for c in "abcdefgh"))
    board = page.locator("#board").bounding_box()
    moves = page.locator("#moves")
    assert moves.evaluate("list => list.scrollHeight > list.clientHeight")
    moves.hover()
    page.mouse.wheel(0, -5000)
    until(page, "() => document.getElementById('moves').scrollTop === 0")
    assert page.locator("#board").bounding_box() == board
    assert page.evaluate("document.documentElement.scrollHeight <= innerHeight")


@pytest.mark.no_engine
def test_games_are_changed_on_the_rail_and_nothing_is_lost(page: Page, open_game):
    open_game(page)
    play(page, "e5")
    page.click(".rail [data-press='play:lox']")
    expect(page.locator("#title")).to_have_text("Lox")
    expect(page.locator(".rail [aria-current]")).to_have_text("Lox")
    expect(page.locator("#side-0 .player")).to_have_text("You")
    expect(page.locator("#side-1 .player")).to_have_text("Pip")
    page.click(".rail [data-press='play:greylox']")
    expect(page.locator("#title")).to_have_text("Greylox")
    assert fragment(page).startswith("#1/greylox4/me5")
    for height in (640, 600):  # a small laptop, whose browser shows its bars
        page.set_viewport_size({"width": 1366, "height": height})
        expect(page.locator(".rail #open-settings")).to_be_in_viewport(ratio=1)


def test_games_are_changed_in_the_menu_of_a_phone(phone: Page, open_game):
    open_game(phone, "#1/brink3-x2/ma1b2")
    phone.tap("#pick-game")
    phone.tap("#pick [data-press='play:byg']")
    expect(phone.locator("#pick")).to_be_hidden()
    expect(phone.locator("#title")).to_have_text("Byg")


def test_what_a_phone_shows_is_near_the_finger_and_in_sight(phone: Page, open_game):
    open_game(phone, "#1/brink3-x2/ma1b2a2e5a3", engine=True)
    expect(phone.locator(".coordinate")).to_have_count(0)
    phone.tap("#open-book")
    expect(phone.locator(".coordinate").first).to_be_visible()
    phone.tap("#close-book")
    expect(phone.locator(".coordinate")).to_have_count(0)
    phone.tap("#open-more")
    phone.tap("#more [data-press='book:analysis']")
    phone.tap("#review-game")
    expect(phone.locator("#graph")).to_be_in_viewport()
    phone.tap("#close-book")
    phone.tap("#open-more")
    phone.tap("#more [data-press='play:byg']")
    expect(phone.locator("#title")).to_have_text("Byg")
    expect(phone.locator("#more")).to_be_hidden()


@pytest.mark.true_start
def test_large_letters_do_not_cover_who_plays(phone: Page, open_game):
    open_game(phone, "#1/greylox5/me5", engine=True)
    large = phone.context.new_cdp_session(phone)
    large.send("Page.enable")
    large.send("Page.setFontSizes", {"fontSizes": {"standard": 32, "fixed": 26}})
    until(phone, "() => parseFloat(getComputedStyle(document.body).fontSize) > 24")
    until(
        phone,
        """() => {
          const bottom = document.querySelector('.own .plate').getBoundingClientRect().bottom;
          return document.querySelector('.says').getBoundingClientRect().top >= bottom - 1;
        }""",
    )
    large.send("Page.setFontSizes", {"fontSizes": {"standard": 16, "fixed": 13}})
    large.detach()


SENTENCES = {  # a page of long and short ones: where the record begins must not hang on them
    "greylox": ("me5f6b2", "a5", "b3"),
    "lox": ("ma1b2c3", "c3", "d4"),
    "brink": ("mc3", "c3", "d4"),
    "byg": ("ma1b2c3d4", "c3", "f6"),
}


def test_the_record_stays_where_it_is_whatever_the_sentence_says(page: Page, open_game):
    tabs = page.locator(".book-tabs")
    with Cases() as cases:
        for width, name in product((1440, 1100), SENTENCES):
            page.set_viewport_size({"width": width, "height": 800})
            played, refused, placed = SENTENCES[name]
            places = set()
            for link in (f"#1/{name}5/m", f"#1/{name}5/{played}"):
                open_game(page, link)
                settled(page)
                places.add(tabs.bounding_box()["y"])
            if page.locator("#show-goal").is_visible():
                page.click("#show-goal")
                places.add(tabs.bounding_box()["y"])
            play(page, refused)
            expect(page.locator("#notice")).to_be_visible()
            places.add(tabs.bounding_box()["y"])
            play(page, placed)
            settled(page)
            places.add(tabs.bounding_box()["y"])
            with cases.case(name, width):
                assert len(places) == 1, places


def test_back_leads_out_of_a_position_that_is_set_up(page: Page, open_game):
    open_game(page, "#1/greylox4/md4")
    open_game(page, "#1/brink3-x2/ma1b2")
    page.click("#tab-study")
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
    page.keyboard.press("Shift")
    page.locator("#tab-moves").focus()
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
    until(page, "() => location.hash.includes('/n1/')")  # who has clicked walks through the game


def test_the_theme_is_changed_by_one_press(page: Page, open_game):
    page.emulate_media(color_scheme="light")
    open_game(page, engine=True)
    press(page, "theme")
    expect(page.locator("html[data-theme=dark]")).to_have_count(1)
    press(page, "theme")
    expect(page.locator("html[data-theme=light]")).to_have_count(1)


@pytest.mark.no_engine
def test_home_fits_a_low_window_while_a_game_goes_on(page: Page, open_game):
    open_game(page, "#1/greylox3/mc3c4a1a2e5e4")
    page.evaluate("location.hash = 'home'")
    words = page.locator("#home .home-also .words").first
    with Cases() as cases:
        for width, height in ((720, 450), (667, 375), (640, 512)):
            page.set_viewport_size({"width": width, "height": height})
            with cases.case(width, height):
                expect(words).to_be_visible()
                assert page.evaluate("document.scrollingElement.scrollWidth") <= width
                assert words.bounding_box()["width"] > 60


@pytest.mark.no_engine
def test_on_a_phone_across_words_stay_whole_and_the_editor_says_what_is_wrong(
    page: Page, open_game
):
    page.set_viewport_size({"width": 667, "height": 375})
    open_game(page, "#1/multiplicity5/m")
    assert page.locator("#title").bounding_box()["height"] < 24, "one line"
    page.click("#open-book")
    for name in ("moves", "analysis", "study"):
        lines = f"document.querySelector('#tab-{name}').scrollHeight"
        assert page.evaluate(lines) < 50, "one line"
    open_game(page, "#1/byg5/m")
    press(page, "edit")
    play(page, "c3", "c4")
    page.click("#edit-play")
    due = page.locator("#due")
    expect(due).to_contain_text("one stone")
    in_front = """node => {
        const { left, top, width, height } = node.getBoundingClientRect();
        return node.contains(document.elementFromPoint(left + width / 2, top + height / 2));
    }"""
    assert due.evaluate(in_front)


@pytest.mark.no_engine
def test_a_position_that_was_set_up_is_seen_on_a_phone(phone: Page, open_game):
    open_game(phone, "#1/brink3-x2/m")
    press(phone, "edit")
    play(phone, "a1", "c3")
    phone.click("#edit-play")
    expect(phone.locator("#editor")).to_be_hidden()
    expect(phone.locator("#book")).to_be_hidden()
    expect(phone.locator("#turn")).to_be_visible()
    expect(phone.locator("#open-book")).to_have_attribute("aria-expanded", "false")


@pytest.mark.no_engine
def test_a_desktop_at_four_times_its_size_stacks_and_scrolls(page: Page, open_game):
    """The board is as wide as the window, and nothing that is said covers it or a plate."""
    for width, height in ((320, 200), (320, 256), (426, 266)):
        page.set_viewport_size({"width": width, "height": height})
        for game in ("brink3-x2/m", "lox7/mb2"):
            open_game(page, f"#1/{game}")
            settled(page)
            parts = (".other .plate", "#drawn", ".own .plate", ".says", ".bar")
            boxes = [page.locator(name).bounding_box() for name in parts]
            assert boxes[1]["width"] > 0.9 * width, (width, game)
            for above, below in pairwise(boxes):
                assert above["y"] + above["height"] <= below["y"] + 1, (width, game, boxes)
            assert page.evaluate("document.scrollingElement.scrollWidth") <= width
