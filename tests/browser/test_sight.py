"""The page for low vision: very large text, and the user's own colours."""

from __future__ import annotations

import base64

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from .page_actions import Cases, cells_with_class, leave, open_record_tab, play, press
from .site_server import ConsoleWatch
from .test_language import AUDIT_SCRIPT, VIEWS

SCROLLED_SIDEWAYS = """
root => [root, ...root.querySelectorAll("*")]
  .filter(e => e.checkVisibility() && /auto|scroll/.test(getComputedStyle(e).overflowX))
  .filter(e => e.clientWidth && e.scrollWidth > e.clientWidth + 1)
  .map(e => e.id || e.className)
"""


def set_font_size(page: Page, size: str) -> None:
    page.evaluate("size => { document.documentElement.style.fontSize = size }", size)


def check_nothing_cut(page: Page, selector: str) -> None:
    page.evaluate("new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")
    root = page.locator(selector)
    assert root.evaluate(AUDIT_SCRIPT)["clipped"] == []
    assert root.evaluate(SCROLLED_SIDEWAYS) == []


@pytest.mark.no_engine
def test_double_text_size_on_phone_cuts_nothing(phone: Page, open_game):
    open_game(phone)
    phone.locator("[data-cell=e5]").tap()
    set_font_size(phone, "200%")
    check_nothing_cut(phone, "body")


@pytest.mark.no_engine
def test_double_text_size_cuts_nothing_in_menu_views(phone: Page, open_game):
    open_game(phone, "#1/greylox5/m", library=True)
    set_font_size(phone, "200%")
    with Cases() as cases:
        for button, view in VIEWS.items():
            press(phone, f"open-{button}")
            expect(phone.locator(view)).to_be_visible()
            with cases.case(button):
                check_nothing_cut(phone, view)
            leave(phone)
    set_font_size(phone, "")


CONTRAST = """
async ([png, width, height]) => {
  const image = new Image();
  image.src = `data:image/png;base64,${png}`;
  await image.decode();
  const canvas = document.createElement("canvas");
  Object.assign(canvas, { width, height });
  const context = canvas.getContext("2d");
  context.drawImage(image, 0, 0);
  const { data } = context.getImageData(0, 0, width, height);
  const counts = new Map();
  for (let at = 0; at < data.length; at += 4) {
    const colour = data.slice(at, at + 3).join();
    counts.set(colour, (counts.get(colour) ?? 0) + 1);
  }
  const [ground] = [...counts].reduce((a, b) => (b[1] > a[1] ? b : a));
  const light = (colour) => {
    const [r, g, b] = colour.split(",").map((n) => (n / 255) ** 2.2);
    return 0.2126 * r + 0.7152 * g + 0.0722 * b + 0.05;
  };
  const ratios = [...counts.keys()].map((colour) => light(colour) / light(ground));
  return Math.max(...ratios.map((ratio) => Math.max(ratio, 1 / ratio)));
}
"""


LETTERS = """
button => {
  const range = document.createRange();
  range.selectNodeContents(button);
  const { x, y, width, height } = range.getBoundingClientRect();
  return { x, y, width, height };
}
"""


def contrast(page: Page, button: Locator) -> float:
    """The highest contrast between the text of a button and its background."""
    button.scroll_into_view_if_needed()
    box = {name: round(number) for name, number in button.evaluate(LETTERS).items()}
    png = base64.b64encode(page.screenshot(clip=box)).decode()
    return page.evaluate(CONTRAST, [png, box["width"], box["height"]])


def wait_legible(page: Page, name: str) -> None:
    """Wait until the text has enough contrast; a screenshot may be slightly old."""
    for _ in range(20):
        if contrast(page, page.locator(name)) > 4.5:
            return
        page.wait_for_timeout(250)
    pytest.fail(f"{name} cannot be read")


UNDERLINED = "tabs => tabs.map(tab => getComputedStyle(tab).borderBlockEndColor)"


def test_filled_buttons_have_letters_in_forced_colours(chromium: Browser, open_game):
    context = chromium.new_context(service_workers="block", forced_colors="active")
    watch = ConsoleWatch(context)
    page = open_game(context.new_page(), "#1/brink3-x2/ma1b1", engine=True)
    press(page, "analyse")
    wait_legible(page, "#analyse.main")
    open_record_tab(page, "moves")
    wait_legible(page, "#moves [aria-current]")
    page.mouse.move(0, 0)
    page.evaluate("document.activeElement.blur()")
    lines = page.locator(".record-tabs button").evaluate_all(UNDERLINED)
    assert lines[0] not in lines[1:], "the page that is shown stands out"
    page.click("#open-rules")
    wait_legible(page, "#rules-tabs [aria-pressed=true]")
    page.keyboard.press("Escape")
    page.click("#open-new")
    wait_legible(page, "#new-start")
    context.close()
    watch.check()


MOVING_SUM_SCRIPT = """() => [...document.querySelectorAll("#board-drawing *")]
    .map(node => getComputedStyle(node))
    .filter(({ animationName, display }) => animationName !== "none" && display !== "none")
    .map(style => ["animationDelay", "animationDuration"]
        .reduce((sum, name) => sum + Math.round(1000 * parseFloat(style[name])), 0))"""


@pytest.mark.motion
def test_stone_animation_is_short_or_disabled(page: Page, open_game):
    open_game(page, "#1/greylox3/ma3b3b1c2c5b4e3d2d4e4d5a3e5a1b2d3c3")
    play(page, cells_with_class(page, "legal")[0])
    expect(page.locator("#board-drawing .placed-anim, #board-drawing .turned")).to_have_count(1)
    moving = page.evaluate(MOVING_SUM_SCRIPT)
    assert moving and max(moving) <= 150
    assert page.locator("#board-drawing .fade-in").count() > 0, "the ground fades"
    page.emulate_media(reduced_motion="reduce")
    assert page.evaluate(MOVING_SUM_SCRIPT) == []
