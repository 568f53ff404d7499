"""A new player on an offline phone: the lessons, three puzzles and a won game."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from greylox_web.api import Engine, read
from greylox_web.features.lessons.step import course

from .page_actions import wait_until
from .shared_browsers import PHONE
from .site_server import ConsoleWatch, SiteServer
from .test_lessons import at_lesson, button, expect_feedback
from .test_offline import visit
from .test_puzzles import current_puzzle, expect_solved, hash_of

MAX_GAMES = 4  # even a level that plays like a beginner can win by luck


def tap(page: Page, word: str) -> None:
    """Tap a cell, or the button that ends a turn."""
    page.locator("#end" if word == "end" else f"#board [data-cell={word}]").tap()


def win(page: Page) -> bool:
    """Play the current game to its end with the engine's help; return whether it is won."""
    engine = Engine(level=8, seed=1)
    over, ours = page.locator("#result-card"), page.locator("#side-0.to-move, #side-1.to-move")
    while True:
        wait_until(
            page,
            """() => document.getElementById("result-card")?.checkVisibility()
                || document.getElementById("turn").textContent.startsWith("Your ")""",
        )
        if over.is_visible():
            return page.locator("#result-title").inner_text() == "You win"
        expect(ours).to_have_count(1)
        for word in engine.move(read(hash_of(page))).split("+"):
            tap(page, word.removesuffix("x"))  # c3x flips the stone on c3


@pytest.mark.timeout(300)
def test_a_first_evening_offline_on_a_phone(profile, private_server: SiteServer):
    visit(profile(**PHONE).new_page(), private_server)
    private_server.stop()

    context = profile(**PHONE)  # a later visit in a new process
    watch = ConsoleWatch(context)
    page = context.new_page()
    visit(page, private_server, "")
    page.get_by_role("link", name="Learn it in short lessons").tap()
    *steps, last = course("greylox")
    for step in steps:
        at_lesson(page, "greylox", step.name)
        for word in step.solution.split():
            tap(page, word)
        expect_feedback(page, "greylox", f"{step.name}-done")
        button(page, "next").tap()
    at_lesson(page, "greylox", last.name)
    button(page, "play").tap()
    expect(page.locator("#exercise")).to_be_hidden()
    for _ in range(MAX_GAMES):
        if win(page):
            break
        page.locator("#rematch").tap()
    else:
        pytest.fail("the first level was not beaten")

    page.evaluate("location.hash = 'puzzles'")
    page.get_by_role("link", name="Start: Suited to you").tap()
    for number in range(1, 4):
        puzzle = current_puzzle(page)
        for action in puzzle.turn(puzzle.state, puzzle.row.solution):
            tap(
                page,
                puzzle.game.board.cell_name(action)
                if puzzle.game.board.cells >> action & 1
                else "end",
            )
        expect_solved(page)
        expect(page.locator("#puzzle-heading")).to_have_text("Solved on the first try")
        if number < 3:
            page.locator("#exercise [data-name=next]").tap()
            wait_until(page, f"() => location.hash !== '#puzzle/{puzzle.row.name}'")
    watch.check()
