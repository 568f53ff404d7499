"""The networks in the page: they are fetched when a game needs them, or are missing."""

from __future__ import annotations

from functools import partial
from typing import IO

import pytest
from playwright.sync_api import Page, expect

from tools.chromium import HAS_MARK_SCRIPT
from tools.server import Handler

from .new_game_dialog import start_new_game
from .page_actions import Cases, press
from .shared_browsers import NAVIGATE_SCRIPT
from .site_server import SiteServer

pytestmark = pytest.mark.true_start

POSITION = "#1/greylox5/me5"
NETWORK_WARNING = "Its network cannot be used"


def start_analysis(page: Page, host: SiteServer, position: str = POSITION) -> str:
    """Analyse the position until several candidates are shown; return the panel's report."""
    page.goto(host.url + position)
    page.wait_for_function(HAS_MARK_SCRIPT, arg="engine-ready")
    press(page, "analyse")
    expect(page.locator("#candidates li").nth(2)).to_be_visible()
    expect(page.locator("#report")).not_to_have_text("The engine is analysing …")
    return page.locator("#report").inner_text()


def test_a_game_fetches_its_own_network_and_is_analysed_with_it(
    page: Page, private_server: SiteServer
):
    nets = set[str]()
    handler = private_server.server.RequestHandlerClass

    class Listening(Handler):
        def do_GET(self) -> None:  # noqa: N802 (the base class calls it so)
            if "/nets/" in self.path:
                nets.add(self.path.rsplit("/", 1)[1].split(".")[0])
            super().do_GET()

    private_server.server.RequestHandlerClass = partial(Listening, **handler.keywords)
    assert NETWORK_WARNING not in start_analysis(page, private_server)
    assert nets == {"greylox"}
    start_new_game(page, "byg", 3)
    press(page, "analyse")
    expect(page.locator("#candidates li").nth(2)).to_be_visible()
    expect(page.locator("#report")).not_to_have_text("The engine is analysing …")
    assert NETWORK_WARNING not in page.locator("#report").inner_text()
    assert nets == {"greylox", "byg"}


POSITIONS = {  # of each game, some with options; the fault of its network file
    "greylox": ("#1/greylox5/me5", "damaged"),
    "lox": ("#1/lox7-n/md4", "another's"),
    "brink": ("#1/brink5-x3/me5", "missing"),
    "multiplicity": ("#1/multiplicity5-f/me5", "missing"),
    "byg": ("#1/byg11-d/me5", "missing"),
}


@pytest.mark.allow_console("")
def test_faulty_network_of_each_game_shows_warning_and_engine_analyses(
    page: Page, private_server: SiteServer
):
    """The warning shows that the page requests the game's network, whatever its options."""
    folder = private_server.site / "nets"
    for path in folder.glob("*.npz"):
        match POSITIONS[path.name.partition(".")[0]][1]:
            case "missing":
                path.unlink()
            case "damaged":
                path.write_bytes(path.read_bytes()[:5000])
    [lox], [greylox] = folder.glob("lox.*.npz"), folder.glob("greylox.*.npz")
    lox.write_bytes(greylox.read_bytes())
    with Cases() as cases:
        for name, (position, fault) in POSITIONS.items():
            with cases.case(name, fault):
                if name == "greylox":
                    start_analysis(page, private_server, position)
                else:
                    page.evaluate(NAVIGATE_SCRIPT, position)
                    expect(page.locator("#board svg.board")).to_have_attribute("data-game", name)
                    press(page, "analyse")
                    expect(page.locator("#candidates li").nth(2)).to_be_visible()
                expect(page.locator("#report")).to_contain_text(NETWORK_WARNING)


@pytest.mark.allow_console("")
def test_interrupted_network_download_is_retried(page: Page, private_server: SiteServer):
    handler = private_server.server.RequestHandlerClass
    broken = list[str]()

    class Breaking(Handler):
        def copyfile(self, source: IO[bytes], outputfile: IO[bytes]) -> None:
            if "/nets/" in self.path and not broken:
                broken.append(self.path)
                outputfile.write(source.read(5000))
                self.close_connection = True
            else:
                super().copyfile(source, outputfile)

    private_server.server.RequestHandlerClass = partial(Breaking, **handler.keywords)
    assert NETWORK_WARNING in start_analysis(page, private_server)
    assert broken
    page.locator(".board .cell.legal").first.click()
    expect(page.locator("#report")).not_to_contain_text(NETWORK_WARNING)
