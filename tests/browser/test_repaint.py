"""Incremental painting, action by action, gives the same page as painting all at once."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from .page_actions import cells_with_class, fragment, play, wait_painted
from .shared_browsers import restart

pytestmark = pytest.mark.no_engine

GAME_LINKS = {
    "greylox": "#1/greylox4/md4d5b1",
    "lox": "#1/lox7/mc3d3c4",
    "brink": "#1/brink4-x3/ma1b2c3",
    "multiplicity": "#1/multiplicity4/ma1b2c3",
    "byg": "#1/byg4/me6f7f6a2",
}
SCREEN_SCRIPT = """() => {
  const places = "#score-view, #side-0, #side-1, #facts, #moves, .bar, .prompt, #evaluation";
  const drawn = "#board-drawing > :is(.below, .above), #board-drawing .stone, #board-drawing .cell";
  const lines = [...document.querySelectorAll(`${places}, ${drawn}`)].map(node => {
    const copy = node.cloneNode(true);
    for (const each of copy.querySelectorAll("option, .fade-out, #legend")) each.remove();
    for (const each of [copy, ...copy.querySelectorAll("*")]) {
      each.removeAttribute("tabindex");
      each.classList.remove("placed-anim", "fade-in", "turned", "tilt", "flat");
      if (!each.classList.length) each.removeAttribute("class");
    }
    return copy.outerHTML;
  });
  return lines.sort();  // stones lie in the order in which they came
}"""


@pytest.mark.parametrize("name", GAME_LINKS)
def test_a_game_looks_as_when_its_link_is_opened(page: Page, open_game, name: str):
    open_game(page, GAME_LINKS[name])
    for _ in range(9):
        legal = cells_with_class(page, "legal")
        play(page, legal[len(legal) // 2])
        wait_painted(page)
    incremental = page.evaluate(SCREEN_SCRIPT)
    restart(page)
    open_game(page, "#" + page.url.partition("#")[2])
    wait_painted(page)
    assert incremental == page.evaluate(SCREEN_SCRIPT)


@pytest.mark.allow_console("PythonError", "Traceback")
def test_failing_panel_shows_notice_and_game_continues(page: Page, open_game):
    open_game(page, GAME_LINKS["byg"])
    page.evaluate("() => document.getElementById('prompt').remove()")
    play(page, "a1")
    expect(page.locator("#notice")).to_contain_text("Something went wrong on the page (")
    play(page, "b1")
    assert fragment(page).startswith("#1/byg4/me6f7f6a2a1b1")
    expect(page.locator("#board-drawing .stone")).to_have_count(6)
    expect(page.locator("#live-region")).not_to_be_empty()
