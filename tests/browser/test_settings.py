"""Settings, which apply to all games."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tools.chromium import HAS_MARK_SCRIPT

from .page_actions import (
    cell,
    cells_with_class,
    leave,
    patched,
    play,
    press,
    wait_painted,
    wait_until,
)
from .shared_browsers import restart
from .test_layers import MAIN

pytestmark = pytest.mark.no_engine

PACE_SELECTOR = "#settings [data-preference=pace]:checked"


def reopen(page: Page) -> None:
    """Restart the page and open the settings."""
    restart(page)
    page.wait_for_function(HAS_MARK_SCRIPT, arg="board-interactive")
    if not page.locator("#settings").is_visible():
        page.click("#open-settings")


def test_settings_survive_a_reload(page: Page, open_game):
    open_game(page)
    page.click("#open-settings")
    groups = page.locator("#settings").get_by_role("group")
    expect(groups.first).to_have_accessible_name("Theme")
    expect(groups.filter(has=page.get_by_label("Volume"))).to_have_accessible_name("Sound")
    page.check("#settings [data-preference=confirm]")
    page.check("#settings-pace-calm")
    page.go_back()
    expect(page.locator("#settings")).to_be_hidden()
    reopen(page)
    assert page.is_checked("#settings [data-preference=confirm]")
    assert page.input_value(PACE_SELECTOR) == "calm"


def test_damaged_settings_fall_back_separately(page: Page, open_game):
    open_game(page)
    damaged = '{"confirm": true, "pace": 7, "colour": null}'
    page.evaluate(
        "text => localStorage.setItem(greyloxStorageKey('greylox-preferences-1'), text)", damaged
    )
    reopen(page)
    assert page.is_checked("#settings [data-preference=confirm]")
    assert page.input_value(PACE_SELECTOR) == "at-once"


def test_a_change_in_another_tab_stays(page: Page, open_game):
    open_game(page)
    other = open_game(page.context.new_page())
    for tab, name in ((page, "confirm"), (other, "sound")):
        tab.click("#open-settings")
        tab.check(f"#settings [data-preference={name}]")
    reopen(page)
    assert page.is_checked("#settings [data-preference=confirm]")
    assert page.is_checked("#settings [data-preference=sound]")


def test_where_storage_is_denied_settings_hold_for_this_visit(page: Page, open_game):
    open_game(page)
    with patched(page, "Storage.prototype.setItem", "() => { throw new Error('denied') }"):
        restart(page)
        page.click("#open-settings")
        page.check("#settings-pace-calm")
        page.go_back()
        expect(page.locator("#notice")).to_contain_text("stores nothing for this page")
        page.click("#open-settings")
        assert page.input_value(PACE_SELECTOR) == "calm"


def prefer(page: Page, name: str, value: str | bool) -> None:
    """Change one setting on its page."""
    press(page, "open-settings")
    if isinstance(value, bool):
        page.set_checked(f"#settings-{name}", value)
    else:
        page.check(f"#settings-{name}-{value}")
    leave(page)


LISTEN = """
window.sounds = []; window.contexts = 0;
window.AudioContext = class extends AudioContext {
  constructor() { super(); contexts += 1; }
  createOscillator() { const tone = super.createOscillator(); sounds.push(tone); return tone; }
};
"""


@pytest.mark.true_start
def test_stones_sound_by_default(page: Page, open_game):
    page.add_init_script(LISTEN)
    open_game(page, "#1/brink3-x3/m")
    assert page.evaluate("contexts") == 0, "nobody has pressed anything"
    play(page, "a1")
    wait_painted(page)
    assert page.evaluate("sounds.splice(0).length")
    prefer(page, "sound", False)
    prefer(page, "sound", True)
    sample = page.evaluate("sounds.splice(0).map(tone => tone.frequency.value)")
    assert sample and page.evaluate("contexts") == 1
    play(page, "b1")
    wait_painted(page)
    frequencies = page.evaluate("sounds.splice(0).map(tone => tone.frequency.value)")
    assert frequencies == sample, "a stone"
    play(page, "a1")
    expect(page.locator("#notice")).to_be_visible()
    refused = page.evaluate("sounds.splice(0).map(tone => tone.frequency.value)")
    assert refused and refused != sample
    prefer(page, "sound", False)
    play(page, "c1")
    wait_painted(page)
    assert page.evaluate("[sounds.length, contexts]") == [0, 1]


@pytest.mark.true_start
def test_volume_slider_plays_sample(page: Page, open_game):
    page.add_init_script(LISTEN)
    open_game(page)
    page.click("#open-settings")
    page.uncheck("#settings-sound")
    expect(page.locator("#settings-volume")).to_be_disabled()
    page.check("#settings-sound")
    page.evaluate("sounds.splice(0)")
    page.focus("#settings-volume")
    page.keyboard.press("ArrowRight")
    expect(page.locator("#settings-volume")).to_have_attribute("aria-valuetext", "3 of 5")
    assert page.evaluate("sounds.length") > 0
    reopen(page)
    expect(page.locator("#settings-volume")).to_have_value("3")


def test_vibration_runs_only_if_supported_and_enabled(phone: Page, open_game):
    open_game(phone, "#1/brink3-x3/m")
    phone.evaluate("window.felt = []")
    with patched(phone, "navigator.vibrate", "beat => felt.push([...beat])"):
        play(phone, "a1")
        wait_painted(phone)
        assert phone.evaluate("felt") == []
        press(phone, "open-settings")
        phone.check("#settings-haptics")
        assert phone.evaluate("felt.splice(0)") == [[9]], "a sample"
        leave(phone)
        play(phone, "b1")
        wait_painted(phone)
        assert phone.evaluate("felt") == [[9]]


GROUND = "getComputedStyle(document.body).backgroundColor"
THEMES = {
    "light": "rgb(236, 234, 228)",
    "dark": "rgb(19, 23, 21)",
    "contrast": "rgb(255, 255, 255)",
}


@pytest.mark.true_start
def test_a_theme_holds_at_once_and_from_the_first_paint_after(page: Page, open_game):
    page.add_init_script(
        "new MutationObserver((_, watch) => { if (document.body) { watch.disconnect();"
        " window.themes = [document.documentElement.dataset.theme]; } })"
        ".observe(document, { childList: true, subtree: true })"
    )
    open_game(page)
    for theme, colour in THEMES.items():
        prefer(page, "theme", theme)
        wait_until(page, f"colour => {GROUND} === colour", colour)
        page.reload()
        assert page.evaluate("themes") == [theme], "known before there is a body to paint"
        assert page.evaluate(GROUND) == colour
        page.wait_for_function(HAS_MARK_SCRIPT, arg="board-interactive")
    prefer(page, "theme", "system")
    wait_until(page, "() => !document.documentElement.dataset.theme")
    wait_until(page, f"colour => {GROUND} === colour", THEMES["light"])


def test_high_contrast_is_the_same_whoever_asks_for_it(page: Page, open_game):
    open_game(page, "#1/greylox5/m")
    tokens_script = """names => names.map(name =>
        getComputedStyle(document.documentElement).getPropertyValue(name))"""
    names = ["--bg", "--ink", "--line", "--tray", "--white-rim", "--ground-opacity"]
    plain = page.evaluate(tokens_script, names)
    prefer(page, "theme", "contrast")
    chosen = page.evaluate(tokens_script, names)
    prefer(page, "theme", "system")
    assert page.evaluate(tokens_script, names) == plain
    page.emulate_media(contrast="more")
    assert page.evaluate(tokens_script, names) == chosen
    assert all(one != other for one, other in zip(plain, chosen, strict=True))


def test_sets_of_boards_and_stones(page: Page, open_game):
    open_game(page)
    token = "name => getComputedStyle(document.documentElement).getPropertyValue(name)"
    default_colours = [page.evaluate(token, name) for name in ("--tile-greylox", "--white-0")]
    prefer(page, "board", "wood")
    prefer(page, "stones", "flat")
    wood_colours = [page.evaluate(token, name) for name in ("--tile-greylox", "--white-0")]
    assert default_colours[0] != wood_colours[0] and default_colours[1] != wood_colours[1]
    reopen(page)
    assert page.is_checked("#settings-board-wood") and page.is_checked("#settings-stones-flat")
    assert [page.evaluate(token, n) for n in ("--tile-greylox", "--white-0")] == wood_colours
    page.check("#settings-theme-contrast")
    expect(page.locator("#settings-board-wood")).to_be_disabled()


def test_the_board_is_turned_from_the_settings(page: Page, open_game):
    open_game(page, "#1/greylox3/m")
    before = cell(page, "a1").bounding_box()
    page.click("#open-settings")
    page.click("#settings [data-rotation=turn-right]")
    page.go_back()
    wait_painted(page)
    assert cell(page, "a1").bounding_box() != before


def listed_keys(page: Page) -> list[list[str]]:
    """The keys in the list of keyboard shortcuts, row by row."""
    page.click("#open-settings")
    page.click("#settings .keys summary")
    script = "all => all.map(line => [...line.children].map(key => key.textContent))"
    keys = page.eval_on_selector_all("#settings-keys dt", script)
    page.go_back()
    return keys


def test_every_key_of_the_list_does_something(page: Page, open_game):
    open_game(page, MAIN)
    lines = listed_keys(page)
    single = {line[0] for line in lines if len(line) == 1}
    assert single >= {
        "←",
        "→",
        "↑",
        "↓",
        "Home",
        "End",
        "P",
        "S",
        "T",
        "R",
        "Z",
        "Y",
        "Q",
        "+",
        "=",
        "?",
    }
    assert ["Shift", "→", "↓", "←", "↑"] in lines and ["e5", "Enter"] in lines
    cursor = (
        "[...document.querySelectorAll('#moves [aria-current]')].map(n => n.dataset.node).join()"
    )

    def pressed(key: str) -> tuple[str, str]:
        page.keyboard.press(key)
        wait_painted(page)
        preferences = page.evaluate(
            "localStorage.getItem(greyloxStorageKey('greylox-preferences-1'))"
        )
        return page.evaluate(cursor), preferences

    page.evaluate("document.activeElement.blur()")
    at, preferences = (
        page.evaluate(cursor),
        page.evaluate("localStorage.getItem(greyloxStorageKey('greylox-preferences-1'))"),
    )
    for key in ("ArrowLeft", "Home", "ArrowRight", "End", "z", "y"):
        now, _ = pressed(key)
        assert now != at, key
        at = now
    for line in lines:
        if len(line) == 1 and line[0] in "PSTUVW":
            _, now = pressed(line[0].lower())
            assert now != preferences, line
            preferences = now
    pressed("r")
    expect(page.locator("dialog[open]")).to_have_count(1)
    page.keyboard.press("Escape")
    pressed("+")
    expect(page.locator("#new-game")).to_be_visible()
    page.go_back()
    expect(page.locator("#board")).to_be_visible()
    for on in (1, 0):
        pressed("=")
        expect(page.locator("#analyse.main")).to_have_count(on)
    pressed("q")
    expect(page.locator("#hint-box")).to_be_visible()
    pressed("?")
    terms = page.locator("dialog[open] dt")
    expect(page.locator("#key-list")).to_be_visible()
    expect(terms).to_have_count(len(lines))
    expect(terms.first).to_be_in_viewport()
    page.keyboard.press("Escape")
    expect(page.locator("dialog[open]")).to_have_count(0)


def test_the_magnifier_can_be_switched_off(phone: Page, open_game):
    open_game(phone, "#1/greylox7/m")
    wait_until(phone, "() => document.querySelector('#board svg.fine')")
    prefer(phone, "loupe", False)
    wait_until(phone, "() => !document.querySelector('#board svg.fine')")
    cell(phone, "e5").tap()
    wait_painted(phone)
    assert cells_with_class(phone, "first") == ["e5"]
    expect(phone.locator("#magnifier")).to_have_count(0)
