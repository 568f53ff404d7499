"""Output for assistive technology: one polite message a decision, and views that pass axe."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tools.chromium import HAS_MARK_SCRIPT

from .page_actions import Cases, open_record_tab, press, wait_painted, wait_until
from .test_fit import AXE_SOURCE, run_axe

LISTEN = """() => {
    window.announcements = [];
    window.listening?.disconnect();  // since the test before
    const live = "[aria-live], [role=status], [role=alert], [role=log]";
    window.listening = new MutationObserver(changes => {
        const spoken = new Set();
        for (const { target } of changes) {
            const region = (target.closest ? target : target.parentElement)?.closest(live);
            if (region?.checkVisibility() && region.textContent.trim()) spoken.add(region);
        }
        for (const region of spoken)
            announcements.push(`${region.id}: ${region.textContent.trim()}`);
    });
    const all = { childList: true, characterData: true, subtree: true };
    window.listening.observe(document.body, all);
}"""


def announcements(page: Page) -> list[str]:
    return page.evaluate("window.announcements")


@pytest.mark.no_engine
def test_two_players_hear_each_decision_once(page: Page, open_game):
    open_game(page, "#1/byg3/mc3a1")
    page.evaluate(LISTEN)
    count = 0
    for button in ("cell-e5", "cell-c5", "cell-b3", "end", "cell-a3", "cell-c3"):
        page.click(f"#{button}")  # the last cell is occupied
        count += 1
        wait_until(page, "count => window.announcements.length >= count", count)
    assert len(announcements(page)) == count, announcements(page)
    assert announcements(page)[3].startswith("live-region: Black ends the turn. White to move.")
    assert announcements(page)[-1] == "live-region: c3 is already taken."
    assert all(text.startswith("live-region: ") for text in announcements(page))


@pytest.mark.no_engine
def test_repeated_event_is_announced_again(page: Page, open_game):
    open_game(page, "#1/byg3/mc3")
    page.evaluate(LISTEN)
    for count in range(1, 4):
        page.locator("#cell-c3").dispatch_event("click")  # a quick second press would be ignored
        wait_until(page, "count => window.announcements.length >= count", count)
    assert announcements(page) == ["live-region: c3 is already taken."] * 3
    page.evaluate("dispatchEvent(new Event('resize'))")  # the page is repainted
    page.click("#open-you")
    page.click("#library [data-press='open-link:open']")
    page.fill("#open-link-text", "no game at all")
    page.evaluate("window.announcements = []")
    for count in range(1, 4):
        page.click("#open-link button.main")
        wait_until(page, "count => window.announcements.length >= count", count)
    assert announcements(page) == [announcements(page)[0]] * 3 and announcements(page)[
        0
    ].startswith("open-link-error: ")


def test_a_search_is_silent(page: Page, open_game):
    open_game(page, "#1/lox7/md4", engine=True)
    page.wait_for_function(HAS_MARK_SCRIPT, arg="library-ready")
    page.evaluate(LISTEN)  # before it can answer
    page.select_option("#side-1 .seat", "4")
    wait_until(page, "() => document.querySelectorAll('#moves [data-node]').length === 2")
    wait_until(page, "() => window.announcements.length")
    assert len(announcements(page)) == 1, announcements(page)
    assert announcements(page)[0].startswith(
        ("live-region: Clay plays ", "live-region: Clay swapped")
    )
    press(page, "analyse")
    wait_until(page, "() => document.querySelector('#report').textContent.includes('%')")
    page.wait_for_timeout(1500)
    assert len(announcements(page)) == 1, announcements(page)


def check_axe(page: Page, view: str) -> None:
    """Fail on anything that axe reports in light and in dark colours."""
    with Cases() as cases:
        for scheme in ("light", "dark"):
            page.emulate_media(color_scheme=scheme)
            wait_painted(page)
            with cases.case(view, scheme):
                assert run_axe(page.locator("html"), only_contrast=scheme == "dark") == []


def test_study_pages_pass_axe(page: Page, open_game):
    open_game(page, "#1/lox5/mc3d3c4/v2b2", engine=True)
    page.wait_for_function(HAS_MARK_SCRIPT, arg="library-ready")
    page.evaluate(AXE_SOURCE)
    open_record_tab(page, "study")
    page.select_option("#mark", "label")
    check_axe(page, "study")
    page.select_option("#mark", "")
    press(page, "analyse")
    wait_until(page, "() => document.querySelector('#report').textContent.includes('%')")
    check_axe(page, "analysis")
    press(page, "analyse")
    page.click("#cell-a1")
    page.click("#cell-c3")  # occupied
    expect(page.locator("#notice")).to_be_visible()
    check_axe(page, "a refusal")
    page.click("#open-you")
    expect(page.locator("#library-games li")).to_have_count(1)
    check_axe(page, "my games")
    page.click("#library-games [data-action=menu]")
    check_axe(page, "the menu of a game")
    page.click("#library-menu [data-menu-action=rename]")
    check_axe(page, "my games, renaming")
    page.click("#library-games [data-action=cancel]")
    page.click("#library-games [data-action=menu]")
    page.click("#library-menu [data-menu-action=delete]")
    expect(page.locator("#library-undo")).to_be_visible()
    check_axe(page, "my games, deleted")
    page.go_back()
    press(page, "edit")
    check_axe(page, "set-up")
    page.click("#edit-close")
    page.evaluate("location.hash = '#1/brink3-x1/ma1a2a3b1b2b3b4c1c2c3c4c5d2d3d4d5e3e4e5'")
    expect(page.locator("#result")).to_be_visible()
    check_axe(page, "the end")
