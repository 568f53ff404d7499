"""The networks in the page: they are fetched when a game needs them, and can be missing."""

from __future__ import annotations

from functools import partial
from typing import IO

import pytest
from playwright.sync_api import Page, expect

from tools.server import Handler

from .choosing import begin
from .hosts import Host
from .playing import MARKED, press

pytestmark = pytest.mark.true_start

POSITION = "#1/greylox5/me5"
NOTE = "Its network cannot be used"


def analysed(page: Page, host: Host, position: str = POSITION) -> str:
    """What the panel says once the engine has thought about the position for a while."""
    page.goto(host.url + position)
    page.wait_for_function(MARKED, arg="engine-ready")
    press(page, "analyse")
    expect(page.locator("#candidates li").nth(2)).to_be_visible()
    return page.locator("#report").inner_text()


def test_a_game_fetches_its_own_network_and_is_analysed_with_it(page: Page, own_host: Host):
    nets = set[str]()
    handler = own_host.server.RequestHandlerClass

    class Listening(Handler):
        def do_GET(self) -> None:  # noqa: N802 (the base class calls it so)
            if "/nets/" in self.path:
                nets.add(self.path.rsplit("/", 1)[1].split(".")[0])
            super().do_GET()

    own_host.server.RequestHandlerClass = partial(Listening, **handler.keywords)
    assert NOTE not in analysed(page, own_host)
    assert nets == {"greylox"}
    begin(page, "byg", 3)
    press(page, "analyse")
    expect(page.locator("#candidates li").nth(2)).to_be_visible()
    assert NOTE not in page.locator("#report").inner_text()
    assert nets == {"greylox", "byg"}


@pytest.mark.allow_console("")
@pytest.mark.parametrize("fault", ["missing", "damaged", "another's"])
def test_without_its_network_the_engine_plays_on_and_says_so(
    page: Page, own_host: Host, fault: str
):
    [path] = (own_host.site / "nets").glob("greylox.*.npz")
    if fault == "missing":
        path.unlink()
    elif fault == "damaged":
        path.write_bytes(path.read_bytes()[:5000])
    else:
        [other] = (own_host.site / "nets").glob("lox.*.npz")
        path.write_bytes(other.read_bytes())
    assert NOTE in analysed(page, own_host)


@pytest.mark.allow_console("")
def test_a_network_whose_line_broke_in_the_middle_is_fetched_again(page: Page, own_host: Host):
    handler = own_host.server.RequestHandlerClass
    broken = list[str]()

    class Breaking(Handler):
        def copyfile(self, source: IO[bytes], outputfile: IO[bytes]) -> None:
            if "/nets/" in self.path and not broken:
                broken.append(self.path)
                outputfile.write(source.read(5000))
                self.close_connection = True
            else:
                super().copyfile(source, outputfile)

    own_host.server.RequestHandlerClass = partial(Breaking, **handler.keywords)
    assert NOTE in analysed(page, own_host)
    assert broken
    page.locator(".board .cell.legal").first.click()
    expect(page.locator("#report")).not_to_contain_text(NOTE)


@pytest.mark.allow_console("")
@pytest.mark.parametrize(
    "position",
    ["#1/brink5-x3/me5", "#1/lox7-n/md4", "#1/multiplicity5-f/me5", "#1/byg11-d/me5"],
)
def test_the_network_is_asked_for_whatever_the_options(page: Page, own_host: Host, position: str):
    """Where it is missing that is said, so it was wanted."""
    for path in (own_host.site / "nets").glob("*.npz"):
        path.unlink()
    assert NOTE in analysed(page, own_host, position)
