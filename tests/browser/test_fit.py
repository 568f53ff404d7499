"""The main views on screens of all sizes: nothing is cut or overlaps, and axe finds nothing."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

import build

from .conftest import MARKED, Host
from .test_home import GAMES, GOING

AUDIT = (Path(__file__).parent / "audit.js").read_text("utf-8")
AXE = (build.ROOT / "node_modules/axe-core/axe.min.js").read_text("utf-8")
SIZES = [(1440, 900), (834, 1112), (390, 844), (360, 640), (844, 390)]
LOOKS = [("light", "none"), ("dark", "none"), ("light", "active")]
OVERLAPS = """root => {
    const shown = node => node.checkVisibility({ visibilityProperty: true });
    const found = [];
    // What stays at the foot of the window while a page scrolls is meant to lie over it.
    const stays = node => node &&
        (/sticky|fixed/.test(getComputedStyle(node).position) || stays(node.parentElement));
    const nodes = [...root.querySelectorAll("button, a, input, select, textarea")]
        .filter(node => shown(node) && !stays(node));
    const boxes = nodes.map(node => [node, node.getBoundingClientRect()]);
    boxes.forEach(([one, a], at) => {
        for (const [other, b] of boxes.slice(at + 1)) {
            if (one.contains(other) || other.contains(one)) continue;
            const wide = Math.min(a.right, b.right) - Math.max(a.left, b.left);
            const high = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
            const both = [one, other].map(node => node.outerHTML.slice(0, 60));
            if (wide > 1 && high > 1) found.push(both.join(" and "));
        }
    });
    return found;
}"""
RUN_AXE = """async () => (await axe.run(document, { resultTypes: ["violations"] })).violations
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(" ")).join(", ")}`)"""


def views(page: Page, host: Host, view: str) -> None:
    """Show one of the main views."""
    fragment = "#home" if view == "home" else f"#play/{view}" if view in GAMES else GOING
    page.goto(host.url + fragment)
    page.wait_for_function(MARKED, arg="board-interactive")
    page.wait_for_function("() => !location.hash.startsWith('#play')")


def check(page: Page) -> None:
    """Fail on what is cut, runs over the window or lies over something else."""
    page.evaluate("new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")
    root = page.locator("dialog[open], body").last
    assert root.evaluate(AUDIT)["clipped"] == [], page.viewport_size
    assert root.evaluate(OVERLAPS) == [], page.viewport_size


@pytest.mark.parametrize("view", ["home", *GAMES])
def test_the_main_views_fit_every_screen(page: Page, host: Host, view: str):
    views(page, host, view)
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        check(page)


@pytest.mark.parametrize("view", ["home", "greylox", "lox"])
def test_axe_finds_nothing(page: Page, host: Host, view: str):
    views(page, host, view)
    page.evaluate(AXE)
    for width, height in [(1440, 900), (390, 844)]:
        page.set_viewport_size({"width": width, "height": height})
        for scheme, forced in LOOKS:
            page.emulate_media(color_scheme=scheme, forced_colors=forced)
            assert page.evaluate(RUN_AXE) == [], (width, scheme, forced)


def test_home_with_a_game_that_goes_on_fits(page: Page, host: Host):
    views(page, host, "going")
    page.evaluate("location.hash = 'home'")
    expect(page.locator("#going svg").first).to_be_visible()
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        check(page)
