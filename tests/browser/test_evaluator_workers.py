"""Analysis on several cores of the processor, and on one if their worker fails."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tools.chromium import HAS_MARK_SCRIPT

from .new_game_dialog import start_new_game
from .page_actions import press
from .site_server import SiteServer

pytestmark = pytest.mark.true_start

POSITION = "#1/greylox5/me5"


def start_analysis(page: Page, host: SiteServer) -> None:
    """Analyse the position until several candidates are shown, and open the search details."""
    page.goto(host.url + POSITION)
    page.wait_for_function(HAS_MARK_SCRIPT, arg="engine-ready")
    press(page, "analyse")
    expect(page.locator("#candidates li").nth(2)).to_be_visible()
    page.click("#search-details summary")


def node_count(page: Page) -> int:
    """The number of games and positions searched so far."""
    match = re.search(r"looked at: ([\d,]+)", page.locator("#search-details-text").text_content())
    assert match
    return int(match[1].replace(",", ""))


def analysis_advances(page: Page) -> bool:
    before = node_count(page)
    page.wait_for_timeout(1000)
    return node_count(page) > before + 200


def test_the_cores_of_the_processor_share_an_analysis(page: Page, private_server: SiteServer):
    cores = min(int(page.evaluate("navigator.hardwareConcurrency")), 4)
    assert cores > 1, "this machine has one core only"
    start_analysis(page, private_server)
    expect(page.locator("#search-details-text")).to_contain_text(f"{cores} cores of the processor")
    assert analysis_advances(page)
    press(page, "analyse")  # stops
    expect(page.locator("#analyse")).to_have_accessible_name("Analyse")
    start_new_game(page, "byg", 4)  # the cores get the new network and board, too
    press(page, "analyse")
    expect(page.locator("#search-details-text")).to_contain_text(f"{cores} cores of the processor")
    assert analysis_advances(page)


@pytest.mark.allow_console("")
@pytest.mark.parametrize("fault", ["missing", "silent"])
def test_analysis_without_workers_uses_one_core(page: Page, private_server: SiteServer, fault: str):
    [script] = private_server.site.glob("evaluator.*.js")
    if fault == "missing":
        script.unlink()
    else:
        script.write_text('postMessage("ready");')
    start_analysis(page, private_server)
    assert analysis_advances(page)
    expect(page.locator("#search-details-text")).not_to_contain_text("cores of the processor")
    assert analysis_advances(page)
