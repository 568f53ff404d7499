"""What the player has chosen for all games."""

from __future__ import annotations

import time

from playwright.sync_api import Page, expect

from .conftest import MARKED, until
from .test_games import cell, marked, play, settled

PACE = "#settings [data-preference=pace]"


def reopen(page: Page) -> None:
    """Load the page again and look at the settings."""
    page.reload()
    page.wait_for_function(MARKED, arg="board-interactive")
    page.click("#open-settings")


def test_settings_survive_a_reload(page: Page, open_game):
    open_game(page)
    page.click("#open-settings")
    page.check("#settings [data-preference=confirm]")
    page.select_option(PACE, "calm")
    page.click("#settings-close")
    expect(page.locator("#settings")).to_be_hidden()
    reopen(page)
    assert page.is_checked("#settings [data-preference=confirm]")
    assert page.input_value(PACE) == "calm"


def test_damaged_settings_fall_back_one_by_one(page: Page, open_game):
    open_game(page)
    damaged = '{"confirm": true, "pace": 7, "colour": null}'
    page.evaluate("text => localStorage.setItem('greylox-preferences-1', text)", damaged)
    reopen(page)
    assert page.is_checked("#settings [data-preference=confirm]")
    assert page.input_value(PACE) == "at-once"


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
    page.add_init_script("Storage.prototype.setItem = () => { throw new Error('denied') }")
    open_game(page)
    page.click("#open-settings")
    page.select_option(PACE, "calm")
    page.click("#settings-close")
    expect(page.locator("#notice")).to_contain_text("keeps nothing for this page")
    page.click("#open-settings")
    assert page.input_value(PACE) == "calm"


def prefer(page: Page, name: str, value: str | bool) -> None:
    """Change one setting, as a person does."""
    page.click("#open-settings")
    field = page.locator(f"#settings [data-preference={name}]")
    if isinstance(value, bool):
        field.set_checked(value)
    else:
        field.select_option(value)
    page.click("#settings-close")


def test_a_word_for_the_first_visit_goes_with_the_first_stone(page: Page, open_game):
    open_game(page)
    expect(page.locator("#greeting")).to_contain_text("Choose a cell with a dot")
    page.reload()
    page.wait_for_function(MARKED, arg="board-interactive")
    expect(page.locator("#greeting")).to_be_visible()
    play(page, "e5")
    expect(page.locator("#greeting")).to_have_count(0)
    page.reload()
    page.wait_for_function(MARKED, arg="engine-ready")
    expect(page.locator("#greeting")).to_have_count(0)


def test_a_game_that_a_link_brings_is_not_greeted(page: Page, open_game):
    open_game(page, "#1/brink3-x2/ma1", engine=True)
    expect(page.locator("#greeting")).to_have_count(0)


def test_a_first_visit_is_not_greeted_beside_something_else(page: Page, open_game):
    open_game(page)
    expect(page.locator("#greeting")).to_be_visible()
    page.click("#study > summary")
    page.click("#edit")
    expect(page.locator("#editor")).to_be_visible()
    expect(page.locator("#greeting")).to_be_hidden()
    page.click("#edit-close")
    expect(page.locator("#greeting")).to_be_visible()
    page.evaluate("location.hash = '#1/brink3-x2/ma1'")
    expect(page.locator("#moves button")).to_have_count(1)
    expect(page.locator("#greeting")).to_be_hidden()


def test_the_engine_takes_its_time_when_it_shall(page: Page, open_game):
    open_game(page, "#1/brink3-x3/m", engine=True)
    page.select_option("#side-1 .seat", "0")
    prefer(page, "pace", "slow")
    began = time.monotonic()
    play(page, "a1")
    expect(page.locator("#moves button")).to_have_count(2)
    assert time.monotonic() - began >= 3
    began = time.monotonic()
    play(page, marked(page, "legal")[0])
    page.click("#now")
    expect(page.locator("#moves button")).to_have_count(4)
    assert time.monotonic() - began < 3, "it has to move now"


def test_move_now_is_now_while_it_still_thinks(page: Page, open_game):
    open_game(page, "#1/brink8-x3/m", engine=True)
    prefer(page, "pace", "slow")
    page.select_option("#side-1 .seat", "10")
    began = time.monotonic()
    play(page, "a1")
    page.click("#now")
    expect(page.locator("#moves button")).to_have_count(2)
    assert time.monotonic() - began < 3


def test_taking_back_while_an_answer_is_held_drops_it(page: Page, open_game):
    open_game(page, "#1/brink3-x3/m", engine=True)
    page.select_option("#side-1 .seat", "0")
    prefer(page, "pace", "slow")
    play(page, "a1")
    page.wait_for_timeout(500)
    page.click("#undo")
    page.wait_for_timeout(3000)
    assert marked(page, "first") == [] and marked(page, "second") == []


LISTEN = """
window.tones = []; window.contexts = 0;
window.AudioContext = class extends AudioContext {
  constructor() { super(); contexts += 1; }
  createOscillator() { const tone = super.createOscillator(); tones.push(tone); return tone; }
};
"""


def test_sound_is_off_until_it_is_switched_on(page: Page, open_game):
    page.add_init_script(LISTEN)
    open_game(page, "#1/brink3-x3/m")
    play(page, "a1")
    settled(page)
    assert page.evaluate("contexts") == 0
    prefer(page, "sound", True)
    assert page.evaluate("tones.map(tone => tone.frequency.value)") == [196], "a sample"
    play(page, "b1")
    settled(page)
    assert page.evaluate("tones.length") == 2
    play(page, "a1")
    expect(page.locator("#notice")).to_be_visible()
    assert page.evaluate("tones.at(-1).frequency.value") == 110
    page.click("#resign")
    settled(page)
    assert page.evaluate("tones.length") == 6 and page.evaluate("contexts") == 1
    prefer(page, "sound", False)
    page.click("#undo")
    play(page, "c1")
    settled(page)
    assert page.evaluate("tones.length") == 6


def test_the_magnifier_can_be_switched_off(phone: Page, open_game):
    open_game(phone, "#1/greylox5/m")
    until(phone, "() => document.querySelector('#board svg.fine')")
    prefer(phone, "loupe", False)
    until(phone, "() => !document.querySelector('#board svg.fine')")
    cell(phone, "e5").tap()
    settled(phone)
    assert marked(phone, "first") == ["e5"]
    expect(phone.locator("#loupe")).to_have_count(0)
