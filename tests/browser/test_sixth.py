"""The sixth game in Chromium, on a site built from the sources with the game put in."""

from __future__ import annotations

import re
from functools import partial

import pytest
from playwright.sync_api import Page, expect

from tests import sixth
from tools import ROOT

from .choosing import pick, picked, start
from .hosts import Host
from .playing import MARKED, cell, fragment, marked, play, press, settled
from .test_records import exported, paste
from .variants import built_once

pytestmark = pytest.mark.true_start


@pytest.fixture(scope="module")
def with_siege(tmp_path_factory: pytest.TempPathFactory):
    """The site with the sixth game, served."""
    host = Host(built_once(tmp_path_factory, "sixth", partial(sixth.plant, ROOT)))
    yield host
    host.stop()


def shown(page: Page, host: Host, link: str = "", mark: str = "board-interactive") -> None:
    page.goto(host.url + link)
    page.wait_for_function(MARKED, arg=mark)


def test_it_is_played_from_the_dialog_against_the_engine_to_its_end(page: Page, with_siege: Host):
    shown(page, with_siege, mark="engine-ready")
    page.click("#open-new")
    pick(page, name="siege")
    expect(page.get_by_label("Stones of the wall", exact=True)).to_have_value("2")
    assert picked(page, "size") == "5"
    expect(page.locator("#new-shapes")).to_be_hidden()
    expect(page.locator("#new-details")).to_be_hidden()  # nobody has measured its levels
    pick(page, level=1, wall=9)
    page.click("#new-start")
    expect(page.locator("#new-error")).to_contain_text("from 1 to 4 on this board, not 9")
    pick(page, wall=3)
    start(page)
    expect(page.locator("#goal")).to_contain_text("Black joins top and bottom")
    expect(page.locator("#board .inlay")).to_have_count(1)
    for _ in range(40):
        page.wait_for_function(
            "() => !document.getElementById('result').hidden ||"
            " document.getElementById('now').hidden && document.querySelector('.cell.legal')"
        )
        if page.locator("#result").is_visible():
            break
        play(page, marked(page, "legal")[0])
        settled(page)
    expect(page.locator("#result")).to_have_text(re.compile(r"wins?\. .*(siege|wall)"))
    assert fragment(page).startswith("#1/siege5-w3/m")
    page.click("#ending-close")
    page.click("#open-new")
    expect(page.locator("#new-wall")).to_have_value("3")


def test_it_is_linked_exported_and_read_again(page: Page, with_siege: Host):
    link = "#1/siege5-w2/mc3a1b1c2d1c1"
    shown(page, with_siege, link)
    expect(page.locator("#title")).to_have_text("Siege")
    expect(page.locator("#board-line")).to_have_text("5 × 5 · wall of 2")
    text = {kind: exported(page, kind).read_text("utf-8") for kind in ("text", "sgf", "json")}
    assert exported(page, "svg").read_text("utf-8").count('stroke="#8d9898"') == 1
    assert exported(page, "png").read_bytes().startswith(b"\x89PNG")
    page.locator("#share [data-close]").click()
    before = fragment(page)
    for written in text.values():
        page.evaluate("location.hash = '#1/lox5/m'")
        expect(page.locator("#title")).to_contain_text("Lox")
        paste(page, written)
        expect(page.locator("#title")).to_contain_text("Siege")
        assert fragment(page) == before


def test_it_is_set_up_and_its_rules_are_there(page: Page, with_siege: Host):
    shown(page, with_siege, "#1/siege5-w2/m")
    page.click("#open-rules")
    expect(page.locator(".rule-sheet[data-game=siege]")).to_contain_text("hold")
    page.locator("#rules [data-close]").click()
    press(page, "edit")
    cell(page, "c3").click()
    expect(page.locator("#due")).to_have_text("A game can go on from this position.")
    page.click("#edit-play")
    assert fragment(page).startswith("#1/siege5-w2/s5.5.2x2.5.5-x-2/m")
