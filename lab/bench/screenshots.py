"""Screenshots for the documents: a first visit, games, themes, home, lessons, puzzles, languages.

    python3 build.py bench screenshots

They are written to .github/screenshots/*.png from the last build in dist/, with 256 colours each.
The games are those of the home view, so the screenshots change only with the page.
"""

from __future__ import annotations

import argparse
import io
import json
from random import Random
from typing import Literal

from PIL import Image
from playwright.sync_api import Page, ViewportSize, sync_playwright

from greylox_web.drawing.thumbnail import SHOWCASE
from greylox_web.rules import GAMES, default_game
from greylox_web.rules.notation.actions import GameRecord
from greylox_web.rules.notation.links import write_link
from greylox_web.rules.play import random_game
from tools import DIST, ROOT
from tools.chromium import FLAGS
from tools.environment import ensure_chromium
from tools.languages import WHOLE
from tools.server import serve

Theme = Literal["light", "dark"]
FOLDER = ROOT / ".github" / "screenshots"
SIZES = {
    "desktop": ViewportSize(width=1440, height=900),
    "phone": ViewportSize(width=390, height=844),
    "tablet": ViewportSize(width=834, height=1112),
    "landscape": ViewportSize(width=844, height=390),
}
THEMES: tuple[Theme, ...] = ("light", "dark")
EVERYWHERE = ("desktop", "phone")  # sizes in which all games are shown, in all themes
PAGES = {
    "learn": "learn",
    "lesson": "learn/greylox/control",
    "puzzles": "puzzles",
    "puzzle": "puzzle/greylox-2",
    "strength": "you/strength",
}
OPPONENT = "7"  # the level whose face and manner of play are shown
HOVERED_CELL = "e4"  # whose lines of sight are shown
COLOURS = 256


def finished_game_link(name: str) -> str:
    """Return a link to the end of a random game."""
    game = default_game(name)
    return write_link(GameRecord(game, tuple(random_game(game, Random(7)))))


def quantize_png(picture: bytes) -> bytes:
    """Return the PNG with a palette of ``COLOURS`` colours."""
    output = io.BytesIO()
    Image.open(io.BytesIO(picture)).convert("RGB").quantize(COLOURS).save(
        output, "PNG", optimize=True
    )
    return output.getvalue()


def save_screenshot(page: Page, name: str) -> None:
    """Write a screenshot of a page, and close the page."""
    page.wait_for_timeout(500)  # for animations to end
    (FOLDER / f"{name}.png").write_bytes(quantize_png(page.screenshot()))
    page.close()
    print(name, flush=True)


def main() -> None:
    """Take all screenshots."""
    argparse.ArgumentParser(description=__doc__).parse_args()  # only for --help
    FOLDER.mkdir(parents=True, exist_ok=True)
    for old in FOLDER.glob("*.png"):
        old.unlink()
    with serve(DIST) as base, sync_playwright() as api:
        browser = api.chromium.launch(executable_path=ensure_chromium(), args=FLAGS)

        def open_page(
            size: str, theme: Theme, fragment: str, language: str = "en", **preferences: object
        ) -> Page:
            page = browser.new_page(viewport=SIZES[size], color_scheme=theme, locale=language)
            stored_preferences = json.dumps(json.dumps({"greeted": True} | preferences))
            page.add_init_script(
                f"localStorage.setItem('greylox-preferences-1', {stored_preferences})"
            )
            page.goto(f"{base}#{fragment}")
            page.wait_for_function("() => performance.getEntriesByName('engine-ready').length > 0")
            return page

        for theme in THEMES:
            for size in EVERYWHERE:
                for name in GAMES:
                    save_screenshot(
                        open_page(size, theme, SHOWCASE[name]), f"{name}-{size}-{theme}"
                    )
                save_screenshot(open_page(size, theme, "home"), f"home-{size}-{theme}")
        for size in EVERYWHERE:
            save_screenshot(open_page(size, "light", "", greeted=False), f"first-{size}")
        for size in SIZES.keys() - set(EVERYWHERE):
            for name in ("greylox", "lox"):
                save_screenshot(open_page(size, "light", SHOWCASE[name]), f"{name}-{size}")
        for size in EVERYWHERE:
            for name, route in PAGES.items():
                save_screenshot(open_page(size, "light", route), f"{name}-{size}")
            page = open_page(size, "light", "play")
            page.check("#new-opponent-engine")
            page.fill("#new-level", OPPONENT)
            page.locator("#new-level").blur()
            page.locator("#new-opponents").scroll_into_view_if_needed()
            save_screenshot(page, f"opponents-{size}")
            page = open_page(size, "light", finished_game_link("greylox"))
            page.click("#show-result")
            save_screenshot(page, f"end-{size}")
        for code in WHOLE:
            for size in EVERYWHERE:
                save_screenshot(open_page(size, "light", "home", code), f"{code}-home-{size}")
            save_screenshot(open_page("phone", "light", SHOWCASE["lox"], code), f"{code}-lox-phone")
            save_screenshot(
                open_page("phone", "light", PAGES["lesson"], code), f"{code}-lesson-phone"
            )
        page = open_page("desktop", "light", SHOWCASE["greylox"], sight=True)
        page.locator(f"#cell-{HOVERED_CELL}").hover(force=True)
        save_screenshot(page, "greylox-desktop-sight")
        browser.close()


if __name__ == "__main__":
    main()
