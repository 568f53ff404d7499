"""Your mistakes: from a review, by the card of home, to a better turn."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from greylox_web.rules import new_game

from .page_actions import cell, play
from .test_first_visit import game_before_win
from .test_review import TIMEOUT_MILLIS, wait_reviewed

TOMORROW_SCRIPT = "window.realNow = Date.now; Date.now = () => realNow() + 24 * 3600 * 1000"
TODAY_SCRIPT = "Date.now = window.realNow"


def better_turns(page: Page) -> dict[str, str]:
    """The engine's turns in place of the turns that the review marks."""
    rows = page.locator("#mistakes .turn:has(.better)")
    texts = [row.locator("span").all_inner_texts()[1:] for row in rows.all()]
    return {turn.split()[1]: better.split()[-1] for turn, better in texts}


def test_costly_turn_comes_back_the_next_day_and_is_found(page: Page, open_game):
    link, last = game_before_win(new_game("brink", 3))
    open_game(page, f"#{link}", engine=True)
    page.locator("#side-1 .seat").select_option("1")
    play(page, last)
    page.click("#result-review")
    note = page.locator("#result-card .mistakes-note")
    expect(note).to_contain_text("10% or more", timeout=TIMEOUT_MILLIS)
    page.click("#result-review")
    wait_reviewed(page)
    turns = better_turns(page)
    page.locator("#review .mistakes-note").get_by_role("link").click()
    expect(page.locator("#mistakes-head")).to_contain_text("Nothing is due today")
    kept = page.locator("#mistakes-lists li")
    expect(kept).not_to_have_count(0)
    count = kept.count()

    page.evaluate(TOMORROW_SCRIPT)
    try:
        page.click("#go-home")
        card = page.locator("#mistakes-card")
        expect(card).to_contain_text(f"{count} due today, {count} in all")
        titles = card.locator("li b").all_inner_texts()
        played = next(t.split()[-1] for t in titles if t.split()[-1] in turns)
        card.get_by_role("link", name=f"Instead of {played}").click()
        expect(page.locator("#exercise-title")).to_have_text(f"Find a better turn than {played}")
        cell(page, turns[played].removesuffix("x")).click()
        expect(page.locator("#mistake-heading")).to_have_text("Found")
        expect(page.locator("#exercise-feedback")).to_contain_text("is the engine's turn")
        expect(page.locator("#mistake-day")).to_contain_text("Comes back on")
        page.click("#mistake-remove")
        expect(page.locator("#mistake-day")).to_have_text("This position is not asked again.")
        page.click("#go-home")
        if count > 1:
            expect(card).to_contain_text(f"{count - 1} due today, {count - 1} in all")
        else:
            expect(card).to_have_count(0)
    finally:
        page.evaluate(TODAY_SCRIPT)
