"""Board layers and view rotation: by mouse, keyboard and touch, and stored."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tools.chromium import HAS_MARK_SCRIPT

from .page_actions import Cases, cell, cells_with_class, fragment, wait_painted
from .shared_browsers import restart
from .test_fit import AXE_SOURCE, run_axe
from .test_touch import TouchInput

pytestmark = pytest.mark.no_engine

OPENING = "#1/greylox5/me5"
MAIN = (
    "#1/greylox5/mc4c3b6a5e1f2e3d3a2b2g4f3g7h7f5f4i5i6e8d7i9h8c1b1g9f8e6d5e4b4d6a3f7f2d8g3g7e2f4"
    "b5e9c6h5b3h4b6"
)
FLIPS = (
    "#1/greylox5/mf5e4d7d6b4c5e2e3f7e6b1c2h9g8f9f8h6g6b6c6i8h8h4g4a2b3c5f3e4f6g6f7d2h7"
    "i7a3b5e5b2d5h7c7c4h5f4g3d5g4/ced"
)
PRODUCT = "#1/multiplicity4-f/ma1g7a2g6c3d7"
SHOWS = {  # layer -> a link, and a selector that matches while the layer is on
    "legal": (OPENING, ".cell.legal"),
    "bound": (OPENING, ".cell.anchor"),
    "control": (MAIN, "#board g:not(.fade-out) > .ground.white"),
    "threatened": (MAIN, ".cell.threatened"),
    "counts": (MAIN, ".over .count.held"),
    "sight": (MAIN, "#board .over .ray.own"),
    "groups": (MAIN, ".above .size"),
    "factors": (PRODUCT, "#facts td:has-text('2 = 2 × 1')"),
    "preview": (PRODUCT, ".over .would"),
    "coordinates": (OPENING, ".coordinate:visible"),
}


def point_at(page: Page, name: str) -> None:
    """Move the mouse to the centre of a cell."""
    page.mouse.move(*cell_centre(page, name))
    wait_painted(page)


def cell_centre(page: Page, name: str) -> tuple[float, float]:
    while (box := cell(page, name).bounding_box()) is None:  # the board is being redrawn
        page.wait_for_timeout(20)
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def test_each_layer_is_switched_on_and_off(page: Page, open_game):
    open_game(page, MAIN, library=True)  # by then the page follows the mouse
    with Cases() as cases:
        for layer, (link, selector) in SHOWS.items():
            open_game(page, link)
            if not page.locator("#layers").is_visible():
                page.click("#open-layers")
            box, sign = page.locator(f"#layers [data-layer={layer}]"), page.locator(selector)
            before = box.is_checked()
            with cases.case(layer):
                for checked in (True, False, True, False):
                    box.set_checked(checked)
                    point_at(page, "d5" if link == MAIN else "b2")
                    expect(sign).not_to_have_count(0) if checked else expect(sign).to_have_count(0)
            box.set_checked(before)


def test_layer_switched_by_key_shows_hovered_cell(page: Page, open_game):
    open_game(page, PRODUCT, library=True)
    point_at(page, "b2")
    page.keyboard.press("v")
    expect(page.locator(".over .would")).not_to_have_count(0)


def test_layers_persist_after_reload(page: Page, open_game):
    open_game(page, MAIN)
    page.click("#open-layers")
    boxes = page.locator("#layers [data-layer]")
    assert boxes.count() >= 8
    for on in (True, False):
        for box in boxes.all():
            box.set_checked(on)
        restart(page)
        page.wait_for_function(HAS_MARK_SCRIPT, arg="board-interactive")
        page.click("#open-layers")
        assert {box.is_checked() for box in boxes.all()} == {on}


def test_layers_menu_offers_only_supported_layers(page: Page, open_game):
    open_game(page, "#1/brink3-x2/m")
    page.click("#open-layers")
    names = page.eval_on_selector_all(
        "#layers [data-layer]", "all => all.map(b => b.dataset.layer)"
    )
    assert names == ["legal", "groups", "preview", "coordinates"]
    page.evaluate("location.hash = '#1/lox5/m'")
    expect(page.locator("#layers [data-layer=counts]")).to_be_visible()
    page.click("#open-layers")
    expect(page.locator("#layers")).to_be_hidden()


@pytest.mark.no_engine(False)
def test_counts_and_lines_of_sight_by_keyboard(page: Page, open_game):
    open_game(page, MAIN, engine=True)
    page.keyboard.press("u")
    page.keyboard.press("s")
    expect(page.locator(".over .count").first).to_be_visible()
    page.locator("[data-cell][tabindex='0']").focus()
    for key in ("ArrowRight", "ArrowUp", "ArrowUp"):
        page.keyboard.press(key)
    wait_painted(page)
    name = page.evaluate("document.activeElement.dataset.cell")
    expect(page.locator("#readout")).to_contain_text(f"{name} is seen by")
    label_pattern = re.compile(f"^{name}, .*{name} is seen by")
    expect(cell(page, name)).to_have_attribute("aria-label", label_pattern)
    page.keyboard.press("u")  # the page is repainted, and the label is unchanged
    expect(page.locator(".over .count")).to_have_count(0)
    expect(cell(page, name)).to_have_attribute("aria-label", label_pattern)
    page.keyboard.press("u")
    expect(page.locator(".over .count").first).to_be_visible()
    seers = page.locator(".over .ray:is(.own, .other)").count()
    readout = page.locator("#readout").inner_text()
    assert seers == sum(
        int(word) for word in readout.replace(";", " ").split()[:8] if word.isdigit()
    )
    page.keyboard.press("s")
    page.keyboard.press("u")
    expect(page.locator(".over > *")).to_have_count(0)
    expect(page.locator("#readout")).to_be_hidden()
    expect(page.locator("#typed")).to_be_hidden()
    expect(cell(page, name)).not_to_have_attribute("aria-label", label_pattern)


def test_preview_shows_effect_without_changing_game(page: Page, open_game):
    open_game(page, PRODUCT)
    before = fragment(page)
    page.keyboard.press("v")
    expect(page.locator("#readout")).to_have_text(re.compile("Point at a cell"))
    point_at(page, "b2")
    expect(page.locator("#readout")).to_have_text(
        "White on b2: White's groups 2 1 → 4; White's product 2 → 4."
    )
    expect(page.locator(".over .after")).to_have_text("4")
    assert fragment(page) == before
    point_at(page, "a1")  # an occupied cell
    expect(page.locator(".over .would")).to_have_count(0)
    point_at(page, "b2")
    page.mouse.down()
    page.mouse.up()
    wait_painted(page)
    assert "b2" in cells_with_class(page, "first")


@pytest.mark.parametrize("link", ["#1/greylox3/m", "#1/lox5/m"])
def test_clicks_and_arrows_follow_the_turned_and_mirrored_view(page: Page, open_game, link: str):
    open_game(page, link)
    first, other = ("a1", "c5") if "greylox" in link else ("a1", "e2")
    before = fragment(page)
    names = page.eval_on_selector_all("[data-cell]", "all => all.map(c => c.dataset.cell)")
    page.click("#open-layers")
    centres = {tuple(round(v) for v in cell_centre(page, first))}
    for rotation in ("turn-right", "turn-right", "mirror", "turn-left"):
        page.click(f"#layers [data-rotation={rotation}]")
        wait_painted(page)
        centres.add(tuple(round(v) for v in cell_centre(page, first)))
    assert len(centres) >= 3 and fragment(page) == before
    assert names == page.eval_on_selector_all("[data-cell]", "all => all.map(c => c.dataset.cell)")
    page.mouse.click(*cell_centre(page, other))
    wait_painted(page)
    assert cells_with_class(page, "first") == [other]
    page.keyboard.press("Tab")
    page.locator("[data-cell][tabindex='0']").focus()
    focused = "document.activeElement.dataset.cell"
    for key, axis, sign in (("ArrowRight", 0, 1), ("ArrowUp", 1, -1), ("ArrowLeft", 0, -1)) * 2:
        old = page.evaluate(focused)
        page.keyboard.press(key)
        new = page.evaluate(focused)
        moved = cell_centre(page, new)[axis] - cell_centre(page, old)[axis]
        assert new == old or moved * sign > 5
    at = cell_centre(page, first)
    link = fragment(page)
    restart(page, link)
    wait_painted(page)
    assert cell_centre(page, first) == pytest.approx(at, abs=2)
    page.click("#open-layers")
    page.click("#layers [data-rotation=upright]")
    wait_painted(page)
    assert cell_centre(page, first) != pytest.approx(at, abs=2)


def test_layers_are_drawn_where_the_turned_board_has_its_cells(page: Page, open_game):
    open_game(page, PRODUCT)
    page.click("#open-layers")
    page.check("#layers [data-layer=groups]")
    page.click("#layers [data-rotation=mirror]")
    page.click("#layers [data-rotation=turn-right]")
    wait_painted(page)
    badges = page.eval_on_selector_all(
        ".above .size",
        """all => all.map(badge => {
            const box = badge.getBoundingClientRect();
            const under = document.elementFromPoint(
                box.x + box.width / 2, box.y + box.height / 2).closest("[data-cell]");
            return [badge.textContent, under.dataset.cell];
        })""",
    )
    assert sorted(badges) in (
        [["2", first], ["2", second]] for first in ("a1", "a2") for second in ("g6", "g7")
    )


def test_the_menu_leaves_the_board_of_a_phone_in_sight(phone: Page, open_game):
    open_game(phone, "#1/greylox5/me5")
    phone.tap("#open-layers")
    menu = phone.locator("#layers").bounding_box()
    for name in ("a1", "i9", "e5"):
        assert cell_centre(phone, name)[1] < menu["y"]
    assert phone.evaluate("document.documentElement.scrollWidth <= innerWidth")
    expect(phone.locator(".coordinates")).to_have_count(1)
    phone.locator("#layers label:has([data-layer=coordinates])").tap()
    expect(phone.locator(".coordinates")).to_have_count(0)
    phone.locator("#layers").press("Escape")
    expect(phone.locator("#layers")).to_be_hidden()


EMULATED_MEDIA = {
    "light": {"color_scheme": "light"},
    "dark": {"color_scheme": "dark"},
    "forced": {"forced_colors": "active"},
    "contrast": {"contrast": "more"},
}
DEFAULT_MEDIA = {"color_scheme": "light", "forced_colors": "none", "contrast": "no-preference"}


def test_all_layers_pass_axe(page: Page, open_game):
    open_game(page, MAIN)
    page.click("#open-layers")
    for box in page.locator("#layers [data-layer]").all():
        box.check()
    page.evaluate(AXE_SOURCE)
    first = next(iter(EMULATED_MEDIA))
    with Cases() as cases:
        for theme, media in EMULATED_MEDIA.items():
            page.emulate_media(**DEFAULT_MEDIA | media)
            point_at(page, "d4")
            expect(page.locator(".over .ray")).not_to_have_count(0)
            with cases.case(theme):
                assert run_axe(page.locator("html"), only_contrast=theme != first) == []


def style(page: Page, selector: str, name: str) -> str:
    script = "([s, n]) => getComputedStyle(document.querySelector(s))[n]"
    return page.evaluate(script, [selector, name])


def test_forced_colours_keep_stones_distinct(page: Page, open_game):
    page.emulate_media(forced_colors="active", color_scheme="dark")
    open_game(page, MAIN)
    canvas, ink = (style(page, "body", name) for name in ("backgroundColor", "color"))
    assert style(page, ".cell", "fill") == canvas
    assert style(page, ".body.white", "fill") == canvas
    assert style(page, ".body.black", "fill") == ink, "the darker stone is the full one"
    assert style(page, ".body.white", "stroke") == style(page, ".body.black", "stroke") == ink
    assert style(page, "#board .ground.white", "strokeDasharray") == "none"
    assert style(page, ".ground.black", "strokeDasharray") != "none"
    dark_stone = "ringed" in (page.locator(".above .pin").first.get_attribute("class") or "")
    assert style(page, ".pin", "fill") == (canvas if dark_stone else ink)


def test_forced_colours_keep_rules_engine_and_record_distinct(page: Page, open_game):
    page.emulate_media(forced_colors="active", color_scheme="dark")
    open_game(page, OPENING)
    canvas, ink = (style(page, "body", name) for name in ("backgroundColor", "color"))
    highlighted = style(page, ".anchor:not(.cell)", "stroke")
    assert highlighted not in (canvas, ink)
    assert style(page, ".below .lit", "stroke") == highlighted
    assert 0 < float(style(page, ".below .lit", "fillOpacity")) < 1, "the hint is not filled"
    assert style(page, ".cursor", "stroke") == ink


def test_prefers_contrast_raises_contrast(page: Page, open_game):
    open_game(page, MAIN)
    names = [(".tray", "fill"), (".body.black", "stroke"), ("#board .ground.white", "fill")]
    plain = [style(page, *name) for name in names]
    page.emulate_media(contrast="more")
    more = [style(page, *name) for name in names]
    assert more == ["rgb(0, 0, 0)", "rgb(255, 255, 255)", "rgb(255, 255, 255)"]
    assert not set(more) & set(plain)


@pytest.mark.motion
def test_stones_move_shortly_or_not_at_all(page: Page, open_game):
    open_game(page, OPENING)
    cell(page, "e6").click()
    expect(page.locator("#stone-e6.placed-anim")).to_have_count(1)
    moving = "#stone-e6 .body"
    assert 0 < float(style(page, moving, "animationDuration")[:-1]) <= 0.15
    page.emulate_media(reduced_motion="reduce")
    assert style(page, moving, "animationName") == "none"


@pytest.mark.motion
def test_a_flipped_stone_turns_and_keeps_only_its_new_side(page: Page, open_game):
    open_game(page, FLIPS)
    flipped = next(
        c for c in cells_with_class(page, "legal") if c in cells_with_class(page, "second")
    )
    assert page.locator(f"#stone-{flipped} .under.white").count() == 1, "it tilts before"
    cell(page, flipped).click()
    turned = page.locator(f"#stone-{flipped}.turned")
    expect(turned.locator(".previous .body.black")).to_have_count(1)
    expect(turned.locator(".current .body.white")).to_have_count(1)
    expect(page.locator(".above .pin-ring")).to_have_count(1)
    page.emulate_media(reduced_motion="reduce")
    expect(turned.locator(".previous")).to_be_hidden()
    expect(turned.locator(".current .body")).to_be_visible()


def test_hover_shows_ghost_stone(page: Page, open_game):
    open_game(page, OPENING)
    ghost = page.locator("#board-drawing > .ghost")
    expect(ghost).to_be_hidden()
    point_at(page, "e6")
    expect(ghost).to_be_visible()
    assert ghost.get_attribute("transform") == cell(page, "e6").get_attribute("transform")
    expect(ghost.locator(".body.black")).to_have_count(1)
    point_at(page, "a1")  # an illegal cell
    expect(ghost).to_be_hidden()
    page.mouse.move(5, 5)
    expect(ghost).to_be_hidden()


def test_the_cells_of_an_opening_are_lit(page: Page, open_game):
    open_game(page, OPENING)
    lit = page.locator(".below .lit")
    expect(lit).to_have_count(1)
    assert lit.get_attribute("d").count("M") == 2, "around the last stone, inside and outside"
    assert cells_with_class(page, "shut") == []
    cell(page, "e6").click()  # now a stone without neighbours: most cells are legal
    expect(page.locator(".cell.anchor")).to_have_count(0)
    expect(lit).to_have_count(1)
    assert cells_with_class(page, "lit") == cells_with_class(page, "legal")
    assert not {"d4", "e4", "d5", "f5"} & {*cells_with_class(page, "lit")}
    assert cells_with_class(page, "shut") == []


def test_the_preview_follows_the_finger_under_the_magnifier(phone: Page, open_game):
    finger = TouchInput(phone)
    open_game(phone, "#1/lox11/mf6")
    phone.locator("#open-layers").tap()
    phone.locator("#layers label", has_text="Preview").tap()
    phone.locator("#layers-close").tap()
    finger.down(finger.middle("c3"))
    finger.move(finger.middle("c4"))
    finger.move(finger.middle("d4"))
    finger.move(finger.middle("d4"))
    expect(phone.locator("#readout")).to_contain_text("Blue on d4: ")
    expect(phone.locator("#board-drawing > .ghost.pressed")).to_be_visible()
    finger.up()
    assert cells_with_class(phone, "second") == ["d4"]
