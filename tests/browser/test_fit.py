"""All views at all window sizes: nothing is clipped or overlaps, and axe reports nothing.

One page serves many views and sizes, as starting a page costs more than checking it.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, Playwright, expect

from tests.thoroughness import LONG
from tools import ROOT, pseudo
from tools.chromium import FLAGS, HAS_MARK_SCRIPT

from .page_actions import check_uncovered, leave, open_record_tab, prefer_language, press
from .shared_browsers import BOARD, open_page
from .site_server import SiteServer
from .test_home import GAMES, UNFINISHED

pytestmark = pytest.mark.no_engine

AUDIT_SCRIPT = (Path(__file__).parent / "audit.js").read_text("utf-8")
AXE_SOURCE = (ROOT / "node_modules/axe-core/axe.min.js").read_text("utf-8")
SIZES = [(1440, 900), (834, 1112), (390, 844), (360, 640), (844, 390)]
THEMES = [("light", "none"), ("dark", "none"), ("light", "active")]
WIDE, PHONE = (1440, 900), (390, 844)
AXE_SIZES = [[WIDE, PHONE, PHONE], [PHONE, WIDE, *[WIDE] * LONG]]
"""A size for each theme, in turn for one view and the next, which has no third theme if short."""
DIALOGS = {  # button or link -> the dialog or page that it opens
    "open-new": "#new-game",
    "open-rules": "#rules",
    "open-share": "#share",
    "open-you": "#library",
    "open-settings": "#settings",
    "open-layers": "#layers",
}
# A game before its last stone, on e3: the fourth-largest groups decide it.
ENDING = "#1/byg4/me6f7f6a2e4g7e2d4b5d3c5e7d6c4c1d5b3b1a3d2.c3g6f3f5c6b2f4.b4.e5a4g5c2g4d7d1.a1/cha"
OVERLAPS_SCRIPT = """root => {
    const shown = node => node.checkVisibility({ visibilityProperty: true });
    const found = [];
    // What stays at the foot of the window while a page scrolls is meant to lie over it.
    const stays = node => node &&
        (/sticky|fixed/.test(getComputedStyle(node).position) || stays(node.parentElement));
    const nodes = [...root.querySelectorAll("button, a, input, select, textarea")]
        .filter(node => shown(node) && !stays(node));
    // What is scrolled out of sight lies over nothing.
    const visibleBox = node => {
        let { left, top, right, bottom } = node.getBoundingClientRect();
        for (let box = node.parentElement; box; box = box.parentElement) {
            if (getComputedStyle(box).overflowY === "visible") continue;
            const edge = box.getBoundingClientRect();
            [left, right] = [Math.max(left, edge.left), Math.min(right, edge.right)];
            [top, bottom] = [Math.max(top, edge.top), Math.min(bottom, edge.bottom)];
        }
        return { left, top, right, bottom };
    };
    const boxes = nodes.map(node => [node, visibleBox(node)]);
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
# Button labels that break into several lines although the row has enough width.
BROKEN_LABELS_SCRIPT = """root => [...root.querySelectorAll(
    "#result-card .next > button, :is(.segments, .games, .sets) label, .editor button, .bar button"
)].filter(node => node.checkVisibility()).filter(node => {
    const words = document.createTreeWalker(node, NodeFilter.SHOW_TEXT), tops = new Set();
    while (words.nextNode()) {
        const { data, parentElement } = words.currentNode;
        if (!data.trim() || parentElement.closest("svg")) continue;
        const range = document.createRange();
        range.selectNodeContents(words.currentNode);
        for (const { top } of range.getClientRects()) tops.add(Math.round(top));
    }
    return tops.size > 1;
}).map(node => node.textContent.trim())"""
ROWS = """() => new Set([...document.querySelectorAll(".bar button")]
    .filter(node => node.checkVisibility())
    .map(node => Math.round(node.getBoundingClientRect().top))).size"""
LAPTOP = (1100, 800)
AXE_SCRIPT = """async (root, options) => (await axe.run(root, options)).violations
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(" ")).join(", ")}`)"""


# Names of games that break within a word, or are wider than their container.
BROKEN_NAMES_SCRIPT = """() => [...document.querySelectorAll("[data-press^='play:'] span")]
    .filter(node => node.checkVisibility()).filter(node => {
        const range = document.createRange();
        range.selectNodeContents(node);
        const { left, right } = range.getBoundingClientRect();
        const button = node.parentElement.getBoundingClientRect();
        const out = left < button.left - 2 || right > button.right + 2;
        return out || range.getClientRects().length > 1;
    }).map(node => node.textContent)"""


def show_view(page: Page, host: SiteServer, view: str) -> None:
    """Show one of the main views."""
    fragment = "#home" if view == "home" else f"#play/{view}" if view in GAMES else UNFINISHED
    open_page(page, host, fragment)
    page.wait_for_function("() => !location.hash.startsWith('#play')")


def check_layout(page: Page, view: str, *, is_pseudo: bool = False) -> None:
    """Fail on elements that are clipped, leave the window or overlap others.

    With ``is_pseudo``, the page is in the pseudo-language: fail on untranslated text, too.
    """
    page.evaluate("new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")
    root = page.locator("dialog[open], body").last
    faults = root.evaluate(AUDIT_SCRIPT)
    assert faults["clipped"] == [], (view, page.viewport_size)
    assert not is_pseudo or faults["plain"] == [], view
    assert root.evaluate(OVERLAPS_SCRIPT) == [], (view, page.viewport_size)


def check_all_sizes(page: Page, view: str, *, is_pseudo: bool = False) -> None:
    """Check a view at all sizes, and return to the first one."""
    for width, height in (*SIZES[1:], SIZES[0]):
        page.set_viewport_size({"width": width, "height": height})
        check_layout(page, view, is_pseudo=is_pseudo)


def check_labels_in_one_line(page: Page, view: str) -> None:
    """Check that English button labels fit in one line; return to the first size."""
    for width, height in (LAPTOP, (820, 1180), PHONE, (360, 640), (844, 390), WIDE):
        page.set_viewport_size({"width": width, "height": height})
        assert page.locator("body").evaluate(BROKEN_LABELS_SCRIPT) == [], (view, width, height)
        assert page.evaluate(ROWS) <= 1, (view, width, height)


def run_axe(root: Locator, *, only_contrast: bool = False) -> list[str]:
    """What axe reports of a part of the page; ``only_contrast`` takes half the time."""
    options = {"resultTypes": ["violations"]}
    if only_contrast:
        options["runOnly"] = ["color-contrast"]
    report: list[str] = root.evaluate(AXE_SCRIPT, options)
    return report


def check_axe(
    page: Page, view: str, sizes: list[tuple[int, int]], *, only_contrast: bool = False
) -> None:
    """Fail on anything that axe reports in any theme, each at its size.

    A theme changes only colours, so each size is checked in full once.  With ``only_contrast``,
    the view differs only by its colours from one that was checked.
    """
    root = page.locator("dialog[open], body").last
    checked = set[tuple[int, int]]()
    for size, (scheme, forced) in zip(sizes, THEMES, strict=False):
        page.set_viewport_size({"width": size[0], "height": size[1]})
        page.emulate_media(color_scheme=scheme, forced_colors=forced)
        found = run_axe(root, only_contrast=only_contrast or size in checked)
        assert found == [], (view, size, scheme, forced)
        checked.add(size)
    page.emulate_media(color_scheme="light", forced_colors="none")
    page.set_viewport_size({"width": 1440, "height": 900})


def test_the_main_views_fit_every_screen(page: Page, server: SiteServer):
    for view in ("home", *GAMES):
        show_view(page, server, view)
        check_all_sizes(page, view)
    show_view(page, server, "going")
    page.evaluate("location.hash = 'home'")
    expect(page.locator("#games-in-progress svg.board").first).to_be_visible()
    check_all_sizes(page, "home with a game that goes on")


def test_game_names_fit_narrow_phones_with_large_text(fresh_page: Page, server: SiteServer):
    page = fresh_page
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto(server.url + BOARD)
    page.wait_for_function(HAS_MARK_SCRIPT, arg="board-interactive")
    page.click("#pick-game")
    for width, letters in ((320, 100), (320, 150), (320, 200), (390, 200)):
        page.set_viewport_size({"width": width, "height": 844})
        page.evaluate(f"document.documentElement.style.fontSize = '{letters}%'")
        assert page.locator("#game-switcher [data-press^='play:']:visible").count() == len(GAMES)
        assert page.evaluate(BROKEN_NAMES_SCRIPT) == [], (width, letters)
    page.evaluate("document.documentElement.style.fontSize = ''")


def test_browser_with_double_text_size_shows_names_and_board(
    playwright_api: Playwright, chromium_path: str, server: SiteServer
):
    larger = [*FLAGS, "--blink-settings=defaultFontSize=32"]
    browser = playwright_api.chromium.launch(executable_path=chromium_path, args=larger)
    page = browser.new_page(viewport={"width": 320, "height": 640}, service_workers="block")
    page.goto(server.url + BOARD)
    page.wait_for_function(HAS_MARK_SCRIPT, arg="board-interactive")
    assert page.evaluate("matchMedia('(max-width: 19em)').matches")
    page.evaluate("location.hash = 'multiplicity'")
    title = page.locator("#title")
    expect(title).to_have_text("Multiplicity")
    lines = """node => {
        const range = document.createRange();
        range.selectNodeContents(node);
        return range.getClientRects().length;
    }"""
    assert title.evaluate(lines) == 1
    assert page.locator(".board-box").bounding_box()["height"] > 250
    browser.close()


def test_scrolling_panel_is_covered_by_no_bar(page: Page, server: SiteServer):
    long = "".join(f"{c}{r}" for r in range(1, 9) for c in "abcdefgh")
    open_page(page, server, f"#1/lox9/m{long}")
    for name in ("moves", "analysis", "study"):
        page.set_viewport_size({"width": 1440, "height": 900})
        open_record_tab(page, name)
        page.evaluate("document.querySelectorAll('details').forEach(part => part.open = true)")
        check_uncovered(page, "#record")
    page.set_viewport_size({"width": 1440, "height": 900})
    press(page, "edit")
    check_uncovered(page, "#editor")
    page.click("#edit-close")
    for fragment in ("learn/greylox/see", "learn", "puzzle/greylox-2", "puzzles"):
        page.evaluate("fragment => location.hash = fragment", fragment)
        root = "#exercise" if "/" in fragment else f"#{fragment}"
        expect(page.locator(root)).to_be_visible()
        check_uncovered(page, root)


def test_position_editor_has_clickable_cells_at_all_sizes(page: Page, server: SiteServer):
    show_view(page, server, "greylox")
    page.evaluate("document.getElementById('edit').click()")
    expect(page.locator("#editor")).to_be_visible()
    for width, height in (*SIZES, (820, 1180)):
        page.set_viewport_size({"width": width, "height": height})
        check_layout(page, "set up")
        cell, table = (page.locator(name).bounding_box() for name in ("#cell-e5", "#game-view"))
        assert cell["width"] > 22, (width, height)
        stage = page.locator(".stage, .board-box").first.bounding_box()
        assert table["x"] + table["width"] == pytest.approx(width, abs=1)
        if height > width:
            assert stage["width"] == pytest.approx(table["width"], abs=1), "no empty column"
    check_labels_in_one_line(page, "set up")


def test_main_views_pass_axe(page: Page, server: SiteServer):
    for index, view in enumerate(("home", *GAMES)):
        show_view(page, server, view)
        page.evaluate(AXE_SOURCE)
        check_axe(page, view, AXE_SIZES[index % 2], only_contrast=view in GAMES[1:])


@pytest.mark.true_start
@pytest.mark.parametrize("language", ["English", "made-up"])
def test_the_dialogs_and_the_end_fit_every_screen(
    page: Page, request: pytest.FixtureRequest, language: str
):
    is_pseudo = language == "made-up"
    site: SiteServer = request.getfixturevalue("pseudo_site" if is_pseudo else "server")
    if is_pseudo:
        prefer_language(page, pseudo.CODE)
    page.goto(site.url + ENDING)
    page.wait_for_function(HAS_MARK_SCRIPT, arg="library-ready")
    page.evaluate(AXE_SOURCE)
    for turn, (button, selector) in enumerate((*DIALOGS.items(), ("cell-e3", "#result-card"))):
        page.set_viewport_size({"width": 1440, "height": 900})
        page.locator(f"#{button}").click()
        expect(page.locator(selector)).to_be_visible()
        if selector == "#result-card":
            # it has stepped through all groups
            expect(page.locator("#result-card .decided")).to_have_count(1)
        check_all_sizes(page, selector, is_pseudo=is_pseudo)
        if not is_pseudo:
            check_labels_in_one_line(page, selector)
        if selector == "#result-card" and not is_pseudo:
            # on a tablet in one row, which leaves the board its height
            page.set_viewport_size({"width": 820, "height": 1180})
            tops = "all => new Set(all.map(b => b.getBoundingClientRect().top)).size"
            assert page.locator("#result-card .next > button:visible").evaluate_all(tops) == 1
            page.set_viewport_size({"width": 1440, "height": 900})
            check_axe(page, selector, AXE_SIZES[turn % 2])
        if selector != "#result-card":
            leave(page)
            expect(page.locator(selector)).to_be_hidden()
