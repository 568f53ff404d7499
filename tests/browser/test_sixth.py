"""The sixth game in Chromium, on a site built from sources that include it."""

from __future__ import annotations

import re
from itertools import product
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests import css_tokens, sixth
from tests.sixth.siege_colours import LIGHT
from tools import ROOT
from tools.chromium import HAS_MARK_SCRIPT
from tools.pack import Site
from tools.site.collect import collect_site_files

from .new_game_dialog import choose, chosen_value, start
from .page_actions import Cases, cell, cells_with_class, fragment, play, press, wait_painted
from .site_server import SiteServer
from .test_records import export_file, paste
from .variants import built_once

pytestmark = pytest.mark.true_start


@pytest.fixture(scope="module")
def with_siege(tmp_path_factory: pytest.TempPathFactory):
    """The site with the sixth game, served."""

    def collect(source: Path) -> Site:
        sixth.install_into(ROOT, source)
        return collect_site_files(source=source)

    host = SiteServer(built_once(tmp_path_factory, "sixth", collect))
    yield host
    host.stop()


THEMES = {
    "light": {"color_scheme": "light"},
    "dark": {"color_scheme": "dark"},
    "high contrast, light": {"color_scheme": "light", "contrast": "more"},
    "high contrast, dark": {"color_scheme": "dark", "contrast": "more"},
}
COLOURS_SCRIPT = """() => {
  const drawn = (place, kind) => {
    const found = document.querySelector(place);
    if (!found) throw new Error(place);
    const hex = part => Number(part).toString(16).padStart(2, "0");
    const rgb = /rgb\\((\\d+), (\\d+), (\\d+)\\)/g;
    const named = (_, ...parts) => "#" + parts.slice(0, 3).map(hex).join("");
    return getComputedStyle(found)[kind].replace(rgb, named);
  };
  return {
    paint: drawn("#board .stones .body.violet", "fill"),
    rim: drawn("#board .stones .body.violet", "stroke"),
    shine: drawn("#paint-violet .violet-0", "stopColor"),
    stone: drawn("#paint-violet .violet-1", "stopColor"),
    shade: drawn("#paint-violet .violet-2", "stopColor"),
    inlay: drawn("#board .inlay", "stroke"),
    tile: drawn("#board .cell", "fill"),
    dot: drawn('.side[data-colour="violet"] .dot', "backgroundImage"),
  };
}"""


def open_site(
    page: Page, host: SiteServer, link: str = "", mark: str = "board-interactive"
) -> None:
    page.goto(host.url + link)
    page.wait_for_function(HAS_MARK_SCRIPT, arg=mark)


def test_siege_against_engine_reaches_its_end(page: Page, with_siege: SiteServer):
    open_site(page, with_siege, mark="engine-ready")
    page.click("#open-play")
    choose(page, name="siege")
    expect(page.get_by_label("Stones of the wall", exact=True)).to_have_value("2")
    assert chosen_value(page, "size") == "5"
    expect(page.locator("#new-game .dot[data-stone=violet]").first).to_be_attached()
    expect(page.locator("#new-shapes")).to_be_hidden()
    expect(page.locator("#new-details")).to_be_hidden()  # its levels are not measured
    choose(page, level=1, wall=9)
    page.click("#new-start")
    expect(page.locator("#new-error")).to_contain_text("from 1 to 4 on this board, not 9")
    choose(page, wall=3)
    start(page)
    expect(page.locator("#goal")).to_contain_text("Violet joins top and bottom")
    expect(page.locator("#board .inlay")).to_have_count(1)
    for _ in range(40):
        page.wait_for_function(
            "() => !document.getElementById('result').hidden ||"
            " document.getElementById('move-now').hidden && document.querySelector('.cell.legal')"
        )
        if page.locator("#result").is_visible():
            break
        play(page, cells_with_class(page, "legal")[0])
        wait_painted(page)
    expect(page.locator("#result")).to_have_text(re.compile(r"wins?\. .*(siege|wall)"))
    assert fragment(page).startswith("#1/siege5-w3/m")
    page.click("#result-close")
    page.click("#open-new")
    expect(page.locator("#new-wall")).to_have_value("3")


def test_siege_survives_link_and_export(page: Page, with_siege: SiteServer):
    link = "#1/siege5-w2/mc3a1b1c2d1c1"
    open_site(page, with_siege, link)
    expect(page.locator("#title")).to_have_text("Siege")
    expect(page.locator("#board-line")).to_have_text("5 × 5 · wall of 2")
    text = {kind: export_file(page, kind).read_text("utf-8") for kind in ("text", "sgf", "json")}
    svg = export_file(page, "svg").read_text("utf-8")
    assert svg.count(f'stroke="{LIGHT["violet-1"]}" stroke-width="13"') == 1, "the inlay"
    assert f'fill="{LIGHT["tile-siege"]}"' in svg and 'fill="url(#paint-violet)"' in svg
    for part in range(3):
        assert f'stop-color="{LIGHT[f"violet-{part}"]}"' in svg
    assert export_file(page, "png").read_bytes().startswith(b"\x89PNG")
    page.go_back()
    before = fragment(page)
    for text_format in text.values():
        page.evaluate("location.hash = '#1/lox5/m'")
        expect(page.locator("#title")).to_contain_text("Lox")
        paste(page, text_format)
        expect(page.locator("#title")).to_contain_text("Siege")
        assert fragment(page) == before


def test_siege_has_position_editor_and_rules(page: Page, with_siege: SiteServer):
    open_site(page, with_siege, "#1/siege5-w2/m")
    page.click("#open-rules")
    expect(page.locator(".rule-sheet[data-game=siege]")).to_contain_text("hold")
    page.locator("#rules [data-close]").click()
    press(page, "edit")
    cell(page, "c3").click()
    expect(page.locator("#prompt")).to_have_text("A game can go on from this position.")
    page.click("#edit-play")
    assert fragment(page).startswith("#1/siege5-w2/s5.5.2x2.5.5-x-2/m")


def test_its_colours_are_on_the_page(
    page: Page, with_siege: SiteServer, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(css_tokens, "TOKENS", sixth.add_colours(css_tokens.TOKENS))
    open_site(page, with_siege, "#1/siege5-w2/mc3a1b1")
    expect(page.locator("#board .stones .body.violet")).to_have_count(1)
    with Cases() as cases:
        for theme, board, stones in product(THEMES, css_tokens.BOARDS, css_tokens.STONES):
            page.emulate_media(**{"contrast": "no-preference"} | THEMES[theme])
            page.evaluate(
                "sets => Object.assign(document.documentElement.dataset, sets)",
                {"board": board, "stones": stones},
            )
            with cases.case(theme, board, stones):
                check_colours(page, css_tokens.colours(theme, board, stones))


def check_colours(page: Page, colours: dict[str, str]) -> None:
    """Fail unless the page draws the game in these colours."""
    drawn_colours = page.evaluate(COLOURS_SCRIPT)
    assert drawn_colours.pop("paint") == 'url("#paint-violet")'
    dot = drawn_colours.pop("dot")
    assert colours["violet-0"] in dot and colours["violet-1"] in dot
    assert drawn_colours == {
        "rim": colours["violet-rim"],
        "shine": colours["violet-0"],
        "stone": colours["violet-1"],
        "shade": colours["violet-2"],
        "inlay": colours["violet-1"],
        "tile": colours["tile-siege"],
    }
