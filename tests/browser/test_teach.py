"""A game that stops after a costly turn, with the real engine."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from .new_game_dialog import choose, start
from .page_actions import fragment, play, press, wait_until
from .shared_browsers import restart

# Black to move wins with c1 or e5, and loses with every other stone.
LINK = "1/brink3-x3/md4c2d3b3c3c5a2b2d2a3a1e4"


def has_reply(page: Page) -> bool:
    """Wait until it is the player's turn again; return whether the game is not stopped."""
    wait_until(
        page,
        """() => document.querySelector('#board .legal')
        || !document.getElementById('teach-box').hidden""",
    )
    return page.locator("#teach-box").is_hidden()


def test_a_costly_turn_stops_the_game_and_is_taken_back(page: Page, open_game):
    open_game(page, engine=True)
    press(page, "open-new")
    choose(page, name="brink", size=3, opponent="engine", level=1, teach=True)
    expect(page.locator("#new-clock-5-3")).to_be_disabled()
    expect(page.locator("#new-level-counts")).to_contain_text("Does not count")
    start(page)
    play(page, "c3")
    assert has_reply(page), "the engine replies to a good turn"
    page.click("#open-more")
    expect(page.locator("#teach")).to_have_text("Stop teaching me")
    page.keyboard.press("Escape")

    page.evaluate("link => location.hash = link", f"#{LINK}")
    wait_until(page, "link => location.hash.startsWith(link)", f"#{LINK}")
    page.click("#open-more")
    expect(page.locator("#teach")).to_be_hidden()  # nobody plays the engine here
    page.keyboard.press("Escape")
    page.select_option("#side-1 .seat", "1")
    press(page, "teach")
    expect(page.locator("#notice")).to_contain_text("the game stops after a costly turn")
    page.keyboard.type("b1")
    page.keyboard.press("Enter")
    expect(page.locator("#teach-title")).to_contain_text("A costly turn: 100% → 0%")
    expect(page.locator("#teach-title")).to_be_focused()
    expect(page.locator("#live-region")).to_contain_text(
        "Your chance falls from 100% to 0%", ignore_case=True
    )
    assert fragment(page).startswith(f"#{LINK}b1/"), "the engine waits"
    lines = page.locator("#teach-box .line-box")
    expect(lines).to_have_count(1)
    page.locator("#teach-show-better").focus()
    page.keyboard.press("Enter")
    expect(lines.first.locator(".chip").first).to_have_text(re.compile("c1|e5"))
    expect(page.locator("#live-region")).to_contain_text(re.compile("Better: (c1|e5)."))
    expect(page.locator("#teach-take-back")).to_be_focused()
    page.click("#teach-box .line-forward")
    expect(page.locator("#live-region")).to_contain_text("1 of ")
    page.keyboard.press("Escape")
    expect(page.locator("#live-region")).to_contain_text("The game's position again.")

    restart(page)
    expect(page.locator("#teach-title")).to_contain_text("A costly turn: 100% → 0%")
    page.locator("#teach-take-back").press("Enter")
    expect(page.locator("#teach-box")).to_be_hidden()
    assert page.evaluate("document.activeElement.closest('#board') !== null")
    play(page, "c1")
    wait_until(page, "link => location.hash.length > link.length + 6", f"#{LINK}c1")
    assert has_reply(page), "the game goes on"
    page.click("#undo")
    play(page, "b1")
    page.click("#teach-play-on")
    expect(page.locator("#teach-box")).to_be_hidden()
    assert has_reply(page)
