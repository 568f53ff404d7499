"""Sharing: pictures, films, the device's share sheet, and QR codes."""

from __future__ import annotations

import io
import re
from pathlib import Path

import pytest
import zxingcpp
from PIL import Image
from playwright.sync_api import Page, expect

from greylox_web.formats.style import LIGHT

from .page_actions import leave, patched, wait_painted, wait_until
from .shared_browsers import restart
from .test_records import export_file, open_files

pytestmark = pytest.mark.no_engine

LINK = "#1/greylox3/mc1d2a3b3d4e4a1b2c5b4a2d3b1e3a3"
TURNS = 11  # one stone, five turns of two in the opening, and single ones
CAN_SHARE = """() => {
  window.sent = [];
  navigator.canShare = (data) => (data.files ?? []).every(({ type }) => type === "image/png");
  navigator.share = async (data) => {
    const bytes = async (file) => [...new Uint8Array(await file.arrayBuffer())];
    const files = (data.files ?? []).map(async (file) => [file.name, await bytes(file)]);
    window.sent.push({ ...data, files: await Promise.all(files) });
  };
}"""


def opened(page: Page) -> str:
    """Open the page, wait for its QR code, and return the shared address."""
    page.click("#open-share")
    expect(page.locator("#share-qr svg")).to_be_visible()
    return page.locator("#share-link").input_value()


def codes(picture: Image.Image) -> list[str]:
    """The texts of the QR codes in a picture."""
    return [code.text for code in zxingcpp.read_barcodes(picture.convert("RGB"))]


def test_picture_contains_qr_code_of_game(page: Page, open_game):
    open_game(page, LINK)
    address, shown = page.url, opened(page)
    assert shown == address
    card = Image.open(export_file(page, "png"))
    assert card.format == "PNG" and card.width == 1080
    assert codes(card) == [address]
    code = Image.open(io.BytesIO(page.locator("#share-qr").screenshot()))
    assert codes(code) == [address]
    width = page.locator("#share-picture").evaluate("image => image.naturalWidth")
    assert width == 1080
    source = page.locator("#share-picture").get_attribute("src")
    assert source is not None and source.count("font/woff2") == 2  # looks alike on every device
    page.uncheck("#shows-result")
    expect(page.locator("#share-picture")).to_have_attribute("alt", "Greylox")
    page.check("#shows-result")
    expect(page.locator("#share-picture")).to_have_attribute("alt", re.compile("White wins"))
    expect(page.locator("#shows-names")).to_be_hidden()  # the players have none
    page.click("#share-qr")
    large = page.locator("#share-large")
    expect(large).to_be_visible()
    assert codes(Image.open(io.BytesIO(large.screenshot()))) == [address]
    window, box = page.viewport_size, large.bounding_box()
    assert window and box and box["height"] == min(window.values())
    page.keyboard.press("Escape")
    expect(large).to_be_hidden()
    page.click("#share-qr")
    large.click()
    expect(large).to_be_hidden()


def test_a_puzzle_is_shared_with_its_page_for_previews(page: Page, open_game):
    open_game(page, "#puzzle/lox-36")
    title = page.locator("#exercise-title")
    expect(title).to_have_text("Red to play and win")
    site = page.url.partition("#")[0]
    page.evaluate("location.hash = '#share'")
    expect(page.locator("#share-link")).to_have_value(f"{site}#puzzle/lox-36")
    page.go_back()
    expect(title).to_be_visible()
    page.evaluate(
        """() => { // as built with --url
          const facts = document.querySelector("meta[name=greylox-build]");
          facts.content = facts.content.replace('"previews":false', '"previews":true');
        }"""
    )
    page.evaluate("location.hash = '#share'")
    expect(page.locator("#share-link")).to_have_value(f"{site}go/puzzle/lox-36.html")


@pytest.mark.parametrize(
    "broken",
    [
        "HTMLCanvasElement.prototype.toBlob = (then) => setTimeout(then, 0, null)",
        "HTMLCanvasElement.prototype.getContext = () => null",
    ],
)
def test_failed_share_picture_shows_notice(page: Page, open_game, broken: str):
    open_game(page, LINK)
    opened(page)
    page.evaluate(f"() => {{ {broken} }}")
    page.click("[data-export=png]")
    expect(page.locator("#share-status")).to_have_text("The picture could not be made here.")


@pytest.mark.true_start  # Chromium saves further files of a page only on a press
def test_the_film_has_a_frame_for_the_start_and_for_each_turn(page: Page, open_game):
    open_game(page, LINK)
    opened(page)
    film = Image.open(export_file(page, "gif"))
    assert film.format == "GIF" and film.n_frames == TURNS + 1
    assert film.info["loop"] == 0
    pictures, times = [], []
    for number in range(film.n_frames):
        film.seek(number)
        times.append(film.info["duration"])
        pictures.append(film.convert("RGB").tobytes())
    assert times == [1000] * TURNS + [3000]
    assert len(set(pictures)) == film.n_frames
    film.seek(0)
    colours = sorted(film.convert("RGB").getcolors(1 << 24), reverse=True)
    red, green, _ = colours[1][1]  # after the background
    tile_red, tile_green = (int(LIGHT["tile-greylox"][at : at + 2], 16) for at in (1, 3))
    assert abs((green - red) - (tile_green - tile_red)) < 4, "the tiles keep their hue"
    expect(page.locator("#share-progress")).to_be_hidden()


def test_film_shows_progress_and_can_be_cancelled(page: Page, open_game):
    names = "".join(f"{c}{n}" for n in range(1, 14) for c in "abcdefghijklm")
    open_game(page, f"#1/brink13-d-x2/m{names}")
    opened(page)
    downloads = []
    page.on("download", lambda download: downloads.append(download))
    open_files(page)
    page.click("[data-export=gif]")
    expect(page.locator("#share-step")).to_contain_text("of 169")
    wait_until(page, "() => document.querySelector('#share-bar').value > 0.01")
    page.click("#share-cancel")
    expect(page.locator("#share-progress")).to_be_hidden()
    assert Path(export_file(page, "sgf")).read_text("utf-8").startswith("(;")
    open_files(page)
    page.click("[data-export=gif]")
    wait_until(page, "() => document.querySelector('#share-bar').value > 0.01")
    page.go_back()  # leaving the page cancels the film
    expect(page.locator("#share")).to_be_hidden()
    page.click("#open-share")
    expect(page.locator("#share-progress")).to_be_hidden()
    assert [download.suggested_filename[-4:] for download in downloads] == [".sgf"]


@pytest.mark.true_start  # what a device shares remains for later tests
def test_the_devices_share_sheet_gets_link_and_picture(page: Page, open_game):
    open_game(page, LINK)
    page.evaluate(CAN_SHARE)
    address, sheet = opened(page), page.locator("#share-send")
    wait_until(
        page,
        """() => new Promise((done) => {  // as somebody who tries again after a while
          document.querySelector("#share-send").click();
          setTimeout(() => done(window.sent.some(({ files }) => files.length)), 500);
        })""",
    )
    sent = page.evaluate("window.sent.at(-1)")
    assert (sent["title"], sent["url"]) == ("Greylox", address)
    assert sent["text"].startswith("Greylox: White wins.")
    ((name, data),) = sent["files"]
    assert name.endswith(".png") and codes(Image.open(io.BytesIO(bytes(data)))) == [address]

    # a sheet that takes no files gets the link
    page.evaluate("() => { window.sent = []; navigator.canShare = ({ files }) => !files; }")
    sheet.click()
    wait_until(page, "() => window.sent.length === 1")
    assert page.evaluate("window.sent[0].url") == address
    assert page.evaluate("window.sent[0].files") == []

    # closing the sheet is no fault, a refusal is one
    refusal = """name => { navigator.share = async () => {
      window.refused = name;
      throw new DOMException("", name);
    }; }"""
    page.evaluate(refusal, "AbortError")
    sheet.click()
    wait_until(page, "() => window.refused === 'AbortError'")
    wait_painted(page)
    expect(page.locator("#share-status")).to_be_hidden()
    page.evaluate(refusal, "NotAllowedError")
    sheet.click()
    expect(page.locator("#share-status")).to_be_visible()
    expect(page.locator("#share-link")).to_be_focused()

    page.evaluate("() => { delete navigator.share; delete Navigator.prototype.share; }")
    restart(page, LINK)
    opened(page)
    expect(sheet).to_be_hidden()


def test_copied_link_is_confirmed_on_button(page: Page, open_game):
    open_game(page, LINK)
    address = opened(page)
    clipboard = "{ writeText: async (text) => { window.copied = text; } }"
    with patched(page, "navigator.clipboard", clipboard):
        page.click("#share-copy")
        expect(page.locator("#share-copy")).to_have_text("Copied")
        assert page.evaluate("window.copied") == address
    expect(page.locator("#share-copy")).to_have_text("Copy link")


def test_sharing_and_rules_on_phone_are_uncut(phone: Page, open_game):
    open_game(phone, LINK)
    for name in ("share", "rules"):
        phone.evaluate("id => document.getElementById(id).click()", f"open-{name}")
        view = phone.locator(f"#{name}")
        expect(view).to_be_visible()
        assert view.evaluate("box => box.scrollWidth <= box.clientWidth")
        for button in view.locator("button:not(.term):visible").all():
            size = button.bounding_box()
            assert size["height"] >= 40, button.text_content()
        leave(phone)
