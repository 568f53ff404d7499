"""A game with a friend by link, between two browsers that share only the links."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from .my_games_page import open_my_games, open_with_library, wait_saved
from .new_game_dialog import choose
from .page_actions import press, wait_until
from .shared_browsers import DESKTOP, PHONE, restart
from .site_server import ConsoleWatch, SiteServer

pytestmark = pytest.mark.no_engine


@pytest.fixture
def fresh_browsers(chromium: Browser) -> Iterator[Callable[[dict], Page]]:
    """`fresh_browsers(device)`: a page in a new browser context, checked after the test."""
    contexts = []

    def stranger(device: dict) -> Page:
        context = chromium.new_context(service_workers="block", **device)
        context.set_default_timeout(30_000)
        contexts.append((context, ConsoleWatch(context)))
        return context.new_page()

    yield stranger
    for context, watch in contexts:
        context.close()
        watch.check()


def send_turn(page: Page, name: str = "") -> str:
    """Press the button that sends the turn, name the friend if given, and return the link."""
    page.click("#send")
    expect(page.locator("#send-qr svg")).to_be_visible()
    if name:
        page.fill("#send-name", name)
        page.keyboard.press("Enter")
    link = page.locator("#send-link").input_value()
    page.click("#send-turn [data-close]")
    return link


def play_a_turn(page: Page) -> None:
    """Play legal stones until the turn is over."""
    wait_until(page, "() => !document.querySelector('#turn').textContent.endsWith('played')")
    expect(page.locator("#turn")).to_have_text("Your turn")
    stones = page.locator("#moves button").count()
    page.locator("#board .cell.legal").first.click()
    expect(page.locator("#moves button")).to_have_count(stones + 1)


def test_ten_turns_between_two_browsers(fresh_browsers, server: SiteServer):
    sender, receiver = (
        open_with_library(fresh_browsers(DESKTOP), server, "#1/brink3-x2/m"),
        fresh_browsers(PHONE),
    )
    sender_context = sender.context
    sender.select_option("#side-1 .seat", "friend")
    link = ""
    for turn in range(10):
        page, other = (sender, receiver) if turn % 2 == 0 else (receiver, sender)
        play_a_turn(page)
        link = send_turn(page, name="Anna" if turn == 0 else "")
        if turn == 0:
            expect(sender.locator("#turn")).to_have_text("Anna to move")
            open_with_library(other, server, link.removeprefix(server.url))
            expect(other.locator("#prompt")).to_contain_text("Play White")
            # a lesson first: the question is shown again after it
            other.evaluate("location.hash = '#learn/greylox'")
            expect(other.locator("#exercise-eyebrow")).to_contain_text("lesson 1")
            restart(other)
            other.click("#exercise [data-name=leave]")
            expect(other.locator("#prompt")).to_contain_text("Play White")
            other.click("#take-seat")
            expect(other.locator("#take-seat")).to_be_hidden()
        elif turn == 3:  # meanwhile the sender opened another game, and returns later
            press(sender, "open-new")
            sender.click("#new-start")
            sender.close()
            sender = sender_context.new_page()
            open_with_library(sender, server, link.removeprefix(server.url))
        else:
            other.goto(link)
        reader = receiver if turn % 2 == 0 else sender
        expect(reader.locator("#moves button")).to_have_count(turn + 1)
    expect(sender.locator("#notice")).to_contain_text("You are Black. Anna played")
    assert receiver.locator("#side-1").evaluate("side => side.classList.contains('own')")
    assert sender.url == receiver.url == link
    open_my_games(sender)
    expect(sender.locator("#library-games")).to_contain_text("Anna")
    wait_saved(receiver, 10)


def test_friend_moving_first_is_detected_by_first_reply(fresh_browsers, server: SiteServer):
    sender = open_with_library(fresh_browsers(DESKTOP), server, "#1/lox5/m")
    press(sender, "open-new")
    choose(sender, name="brink", board="hexhex", size=3, opponent="link", side="second")
    sender.click("#new-start")
    link = send_turn(sender, name="Anna")
    friend = open_with_library(fresh_browsers(PHONE), server, link.removeprefix(server.url))
    friend.click("#take-seat")
    play_a_turn(friend)
    answer = send_turn(friend)
    press(sender, "open-you")
    sender.get_by_role("button", name="Open link").click()
    sender.fill("#open-link-text", answer)
    sender.click("#open-link .actions .main")
    expect(sender.locator("#notice")).to_contain_text("You are White. Anna played")
    expect(sender.locator("#side-1 .seat")).to_have_value("")
    play_a_turn(sender)
    expect(sender.locator("#turn")).to_have_text("Anna to move")
    # an answer in advance: typed, listed, sent, played at once, and known to the sender
    turn, reply = sender.evaluate(
        "[...document.querySelectorAll('#board .cell')].slice(-2).map(cell => cell.id.slice(5))"
    )
    sender.click("#send")
    sender.click("#answers summary")
    sender.fill("#answer-turn", turn)
    sender.fill("#answer-reply", reply)
    sender.keyboard.press("Enter")
    expect(sender.locator("#answers-list li")).to_have_text(f"If {turn}, then {reply}.")
    expect(sender.locator("#send-link")).to_have_value(re.compile(f"/y2{turn}{reply}/"))
    friend.goto(sender.locator("#send-link").input_value())
    wait_until(friend, "() => document.querySelector('#turn').textContent === 'Your turn'")
    friend.locator(f"#cell-{turn}").click()
    expect(friend.locator("#notice")).to_contain_text("gave this answer in advance")
    play_a_turn(friend)
    sender.goto(send_turn(friend))
    expect(sender.locator("#notice")).to_contain_text("Your answer in advance was played")
    expect(sender.locator("#moves button")).to_have_count(5)


@pytest.mark.true_start
def test_old_friend_link_shows_later_reply(page: Page, server: SiteServer):
    page.set_viewport_size({"width": 360, "height": 740})
    open_with_library(page, server, "#1/brink3-x2/mc3/c38")
    top, end = (page.locator(part).bounding_box() for part in (".prompt-texts", ".own .plate"))
    assert end["y"] + end["height"] <= top["y"], "what is asked lies over no player and no cell"
    answers = page.locator(".prompt-buttons").bounding_box()
    assert top["y"] + top["height"] <= answers["y"], "the question has the whole width"
    page.click("#take-seat")
    play_a_turn(page)
    page.set_viewport_size({"width": 375, "height": 667})
    top, end = (page.locator(part).bounding_box() for part in (".prompt-texts", ".own .plate"))
    assert end["y"] + end["height"] <= top["y"], "nor does what is said beside the link"
    wait_saved(page, 2)
    answered = page.evaluate("location.hash")
    page.click("#leave-board")
    page.get_by_role("button", name="Open a link").click()
    page.fill("#open-link-text", f"{server.url}#1/brink3-x2/mc3/c38")
    page.click("#open-link .actions .main")
    expect(page.locator("#moves button")).to_have_count(2)
    wait_until(page, f"() => location.hash === {answered!r}")
    expect(page.locator("#turn")).to_have_text("Your friend to move")
    # a finished game
    page.goto(f"{server.url}#1/brink3-x3/mb3b4e5a1c5c3d5b2e4b1c2a2a3e3d2d4c4c1d3/cfs")
    expect(page.locator("#show-result")).to_be_visible()
    top, end = (page.locator(part).bounding_box() for part in (".prompt-texts", ".own .plate"))
    assert end["y"] + end["height"] <= top["y"], "nor does what is said of the end"


def test_turn_label_fits_beside_friend_link(page: Page, server: SiteServer):
    open_with_library(page, server, "#1/brink5-x3/m")
    page.select_option("#side-1 .seat", "friend")
    page.locator("#cell-h5").click()
    expect(page.locator("#send")).to_be_visible()
    heading, card = page.locator("#turn").bounding_box(), page.locator(".prompt").bounding_box()
    assert heading["height"] < 45, "in two lines at most"
    assert card["y"] + card["height"] <= page.locator("#explain").bounding_box()["y"]
