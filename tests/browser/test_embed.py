"""Boards in frames of another site's page: how much they load, and what they need to be played."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator
from html import escape
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Frame, Page, expect

from tools.chromium import HAS_MARK_SCRIPT
from tools.server import serve

from .page_actions import TIMEOUT_MILLIS
from .site_server import CachingHandler, SiteServer

pytestmark = pytest.mark.no_engine

SANDBOX = "allow-scripts allow-same-origin allow-popups"
MOST_BYTES = 300_000
FRAMES = 10
GAME = "1/brink3-x2/sx4.4.5.4.3-o-2/t2.2/la1/1/brink3-x2/ma1".replace("sx4", "sx2")
LAST_TURN = (
    "1/brink3-x1/sxo1.xxxo.xoxoo.xoxo.oxo-x-2/t19.20/lb3"
    "/1/brink3-x1/ma3e5b2c4d5e3c3e4d4b1a1c5c2d3a2d2b4b3c1/n18"
)
PUZZLE = "1-dark/lox7/s{}-x-2/puzzle/lox-36".format(".".join(["7"] * 7))


@pytest.fixture
def counted(server: SiteServer) -> Iterator[tuple[SiteServer, list[int]]]:
    """Another server for the site, and the size of each file that it sends."""
    sent: list[int] = []

    class CountingHandler(CachingHandler):
        def copyfile(self, source, outputfile) -> None:
            sent.append(os.fstat(source.fileno()).st_size)
            super().copyfile(source, outputfile)

    own = SiteServer(server.folder, CountingHandler)
    yield own, sent
    own.stop()


@pytest.fixture
def host(chromium: Browser, server: SiteServer, tmp_path: Path) -> Iterator[Callable[..., Page]]:
    """Open a page of another site, with a strict policy, that has these frames."""
    context = chromium.new_context(viewport={"width": 1280, "height": 900})
    context.set_default_timeout(TIMEOUT_MILLIS)
    errors: list[str] = []
    context.on("console", lambda it: it.type == "error" and errors.append(it.text))
    context.on("weberror", lambda it: errors.append(str(it.error)))

    with serve(tmp_path) as other:

        def opened(*frames: str, site: SiteServer = server) -> Page:
            policy = f"default-src 'none'; frame-src {site.url}embed.html"
            text = f"<!doctype html><title>Other</title><meta charset=utf-8>{''.join(frames)}"
            meta = f'<meta http-equiv="Content-Security-Policy" content="{policy}">'
            (tmp_path / "index.html").write_text(text.replace("<meta", f"{meta}<meta", 1), "utf-8")
            page = context.new_page()
            page.goto(other.replace("127.0.0.1", "localhost"))
            return page

        yield opened
    context.close()
    assert not errors


def frame_of(server: SiteServer, address: str, sandbox: str = SANDBOX) -> str:
    """The code of a frame."""
    src = escape(f"{server.url}embed.html#{address}")
    return f'<iframe src="{src}" width=360 height=420 title=Game sandbox="{sandbox}"></iframe>'


def start(frame: Frame, button: str = "Play") -> Frame:
    """Start the game of a frame with this button; return the frame of the whole page in it."""
    frame.get_by_role("button", name=button, exact=True).click()
    expect(frame.locator("html")).to_have_attribute("data-state", "running")
    (whole,) = frame.child_frames
    whole.wait_for_function(HAS_MARK_SCRIPT, arg="board-interactive")
    return whole


def test_ten_boards_are_light_and_one_is_played(host, counted: tuple[SiteServer, list[int]]):
    server, sent = counted
    page = host(*[frame_of(server, GAME)] * FRAMES, site=server)
    frames = page.frames[1:]
    for frame in frames:
        expect(frame.locator("svg.board .stone")).to_have_count(1)
        expect(frame.locator("#status")).to_have_text("White to move · turn 2 of 2")
    assert 10_000 < sum(sent) < MOST_BYTES
    entries = page.evaluate("history.length")
    expect(frames[3].get_by_role("img")).to_have_accessible_name(
        "Brink, base 3. Black: a1. White: no stones. Last turn: a1."
    )
    whole = start(frames[3])
    assert "framed" in whole.evaluate("({ ...document.documentElement.dataset })")
    whole.locator('[data-cell="b1"]:visible').click()
    expect(frames[3].locator("#open")).to_have_attribute("href", "./#1/brink3-x2/ma1b1/c18")
    frames[3].get_by_role("button", name="One step back").click()
    expect(whole.locator(".stones .stone")).to_have_count(1)
    assert page.evaluate("history.length") == entries, "Back leads out of the other site's page"
    assert [len(frame.child_frames) for frame in frames].count(0) == FRAMES - 1


def test_puzzle_is_played_in_the_colours_of_the_link(host, server: SiteServer):
    (frame,) = host(frame_of(server, PUZZLE)).frames[1:]
    whole = start(frame)
    expect(whole.locator("#exercise-title")).to_have_text("Red to play and win")
    whole.get_by_role("button", name="Show me").click()
    expect(whole.locator("#exercise-feedback")).not_to_be_empty()
    for page in (frame, whole):
        assert page.evaluate("getComputedStyle(document.documentElement).colorScheme") == "dark"


def test_step_starts_at_the_position_shown(host, server: SiteServer):
    (frame,) = host(frame_of(server, LAST_TURN)).frames[1:]
    expect(frame.locator("#status")).to_have_text("Black to move · turn 19 of 20")
    whole = start(frame, "One step forward")
    expect(whole.locator(".stones .stone")).to_have_count(19)
    expect(frame.locator("#status")).to_have_text("Black wins")
    frame.get_by_role("button", name="One step back").click()
    whole.locator('[data-cell="c1"]:visible').click()
    expect(frame.locator("#status")).to_have_text("Black wins")


def test_sandbox_without_origin_shows_a_picture(host, server: SiteServer):
    addresses = (GAME, PUZZLE, "1/brink3/s9/1/brink3/m", "2/later/1/brink3/m")
    page = host(*(frame_of(server, address, "allow-scripts") for address in addresses))
    game, exercise, damaged, newer = page.frames[1:]
    for frame in (game, exercise):
        expect(frame.locator("svg.board")).to_be_visible()
        expect(frame.locator("#note")).to_contain_text("Open it to play")
    expect(damaged.locator("#note")).to_contain_text("damaged")
    expect(newer.locator("#note")).to_contain_text("newer version")
    for frame in page.frames[1:]:
        expect(frame.get_by_role("button")).to_have_count(0)
        expect(frame.get_by_role("link", name="Open in Greylox Web")).to_be_visible()
    assert game.locator("#open").get_attribute("href") == "./#1/brink3-x2/ma1"


def test_address_of_the_page_leads_to_the_board_alone(fresh_page: Page, server: SiteServer):
    fresh_page.goto(f"{server.url}#embed/{GAME}")
    expect(fresh_page.locator("svg.board .stone")).to_have_count(1)
    assert fresh_page.url == f"{server.url}embed.html#{GAME}"


def test_share_page_shows_the_frame_that_it_offers(page: Page, open_game):
    open_game(page, "#1/brink3-x2/ma1b1c1/n2")
    page.locator("#open-share").click()
    preview = page.frame_locator("#embed-preview iframe")
    expect(preview.locator(".stone")).to_have_count(2)
    page.get_by_role("radio", name="Board only").check()
    expect(preview.locator("#name")).to_be_hidden()
    expect(page.locator("#embed-code")).to_have_value(re.compile('^<iframe src="http.*/n2/c'))
    page.get_by_role("radio", name="SVG").check()
    expect(page.locator("#embed-preview img")).to_be_visible()
    expect(page.locator("#embed-size")).to_be_hidden()
    page.get_by_role("radio", name="BBCode").check()
    expect(page.locator("#embed-preview a")).to_contain_text("Brink")
