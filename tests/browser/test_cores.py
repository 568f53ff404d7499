"""More than one core of the processor at work on an analysis, and what if it does not come."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from .choosing import begin
from .hosts import Host
from .playing import MARKED, press

pytestmark = pytest.mark.true_start

POSITION = "#1/greylox5/me5"


def analysed(page: Page, host: Host) -> None:
    """Have the engine think about the position for a while, and open what it rests on."""
    page.goto(host.url + POSITION)
    page.wait_for_function(MARKED, arg="engine-ready")
    press(page, "analyse")
    expect(page.locator("#candidates li").nth(2)).to_be_visible()
    page.click("#work summary")


def looked_at(page: Page) -> int:
    """How many games and positions, by now."""
    found = re.search(r"looked at: ([\d,]+)", page.locator("#work-done").text_content())
    assert found
    return int(found[1].replace(",", ""))


def goes_on(page: Page) -> bool:
    before = looked_at(page)
    page.wait_for_timeout(1000)
    return looked_at(page) > before + 200


def test_the_cores_of_the_processor_share_an_analysis(page: Page, own_host: Host):
    cores = min(int(page.evaluate("navigator.hardwareConcurrency")), 4)
    assert cores > 1, "this machine has one core only"
    analysed(page, own_host)
    expect(page.locator("#work-done")).to_contain_text(f"{cores} cores of the processor")
    assert goes_on(page)
    press(page, "analyse")  # stops
    expect(page.locator("#analyse")).to_have_accessible_name("Analyse")
    begin(page, "byg", 4)  # whose network and board the cores are told, too
    press(page, "analyse")
    expect(page.locator("#work-done")).to_contain_text(f"{cores} cores of the processor")
    assert goes_on(page)


@pytest.mark.allow_console("")
@pytest.mark.parametrize("fault", ["missing", "silent"])
def test_without_them_one_core_does_it_all(page: Page, own_host: Host, fault: str):
    [script] = own_host.site.glob("evaluator.*.js")
    if fault == "missing":
        script.unlink()
    else:
        script.write_text('postMessage("ready");')
    analysed(page, own_host)
    assert goes_on(page)
    expect(page.locator("#work-done")).not_to_contain_text("cores of the processor")
    assert goes_on(page)
