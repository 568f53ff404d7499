"""On paper: the board with its bars and marks, and all moves; nothing that can be pressed."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from .playing import settled

pytestmark = pytest.mark.no_engine

MOVES = "".join(f"{c}{r}" for r in range(1, 9) for c in "abcdefgh")
CONTROLS = (
    ".rail, .bar, .answers, .book-head, .steps, .icon-button, .seat, #skip, #show-goal, textarea, "
    "select, input, #edit, #analyse, #review-game"
)
PRINTED = """names => [...document.querySelectorAll(names)]
    .filter(node => node.checkVisibility({ visibilityProperty: true }))
    .filter(node => getComputedStyle(node).printColorAdjust !== "exact").length"""
CUT = """() => {
    const list = document.getElementById("moves").getBoundingClientRect();
    const cut = [...document.querySelectorAll("#moves [data-node]")].filter(node => {
        const { top, bottom, height } = node.getBoundingClientRect();
        let seen = height > 0 && top >= list.top - 1 && bottom <= list.bottom + 1;
        for (let box = node.parentElement; box && seen; box = box.parentElement) {
            const style = getComputedStyle(box), edge = box.getBoundingClientRect();
            seen = style.overflowY === "visible" || bottom <= edge.bottom + 1;
        }
        return !seen;
    });
    return cut.length;
}"""


@pytest.mark.parametrize("size", [(1366, 640), (820, 1180), (844, 390), (390, 844)])
@pytest.mark.parametrize("page_of_the_record", ["moves", "study"])
def test_the_board_its_bars_and_all_moves_are_printed_without_controls(
    page: Page, open_game, size: tuple[int, int], page_of_the_record: str
):
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.emulate_media(color_scheme="dark")
    open_game(page, f"#1/lox9/m{MOVES}")
    page.evaluate("name => document.getElementById(`tab-${name}`).click()", page_of_the_record)
    settled(page)
    page.emulate_media(media="print", color_scheme="dark")
    settled(page)
    page.evaluate("document.getElementById('evaluation').hidden = false")
    controls = page.locator(CONTROLS)
    assert controls.evaluate_all("all => all.filter(one => one.checkVisibility()).length") == 0
    expect(page.locator("#moves [data-node]")).to_have_count(64)
    assert page.evaluate(CUT) == 0
    board = page.locator("#board").bounding_box()
    assert board["width"] > 300 and board["height"] > 250
    for part in ("#evaluation .track", "#cell-a1", ".plate .dot", ".score .number"):
        expect(page.locator(part).first).to_be_visible()
    assert page.evaluate(PRINTED, "#evaluation-own, .track, .bars *, .dot, #drawn *") == 0
    background = "getComputedStyle(document.body).backgroundColor"
    assert page.evaluate(background) == "rgb(255, 255, 255)"
    assert page.evaluate("document.scrollingElement.scrollWidth <= innerWidth")
    assert len(re.findall(rb"/Type\s*/Page\b", page.pdf())) >= 2


def test_a_lesson_is_printed_without_the_moves_of_the_game_beneath(page: Page, open_game):
    open_game(page, "#learn/greylox/see")
    page.emulate_media(media="print")
    expect(page.locator("#exercise-title")).to_be_visible()
    expect(page.locator("#board #cell-e3")).to_be_visible()
    expect(page.locator("#moves")).to_be_hidden()
    expect(page.locator("#exercise-buttons")).to_be_hidden()
