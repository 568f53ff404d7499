"""Screenshots for the documents: a first visit, games, themes, home, lessons, puzzles, languages.

    python3 build.py bench screenshots

They are written to .github/screenshots/*.png from the last build in dist/, with 256 colours each.
The games are those of the home view, so the screenshots change only with the page.
"""

from __future__ import annotations

import argparse
import io
import json
from datetime import date, timedelta
from random import Random
from typing import Literal

from PIL import Image
from playwright.sync_api import Page, ViewportSize, sync_playwright

from greylox_web.drawing.thumbnail import SHOWCASE
from greylox_web.features.lessons.step import course
from greylox_web.formats.game_json import write_library
from greylox_web.progress import Fact, new_fact
from greylox_web.rules import GAMES, default_game
from greylox_web.rules.notation.actions import GameRecord
from greylox_web.rules.notation.links import write_link, write_spec
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
}
OPPONENT = "7"  # the level whose face and manner of play are shown
HOVERED_CELL = "e4"  # whose lines of sight are shown
COLOURS = 256
RESULTS = [(1, 0), (1, 2), (2, 2), (3, 0), (2, 2), (3, 2), (3, 0), (3, 2), (4, 0), (4, 2), (5, 0)]
"""Level and score of each game of the player whose progress is shown."""


def finished_game_link(name: str) -> str:
    """Return a link to the end of a random game."""
    game = default_game(name)
    return write_link(GameRecord(game, tuple(random_game(game, Random(7)))))


def played_facts() -> list[Fact]:
    """Return the facts of someone who has played Greylox for a month, up to level 4."""
    today, facts = date.today(), list[Fact]()
    game = {"game": "greylox", "spec": write_spec(default_game("greylox"))}
    for number, (level, score) in enumerate(RESULTS):
        day = today - timedelta(len(RESULTS) - number)
        colour = number % 2
        facts.append(
            new_fact("game", day, **game, colour=colour, level=level, score=score, unrated="")
        )
        facts.append(new_fact("review", day, **game, colour=colour, turns=20, lost=60 - 2 * number))
    for days in range(5):
        facts.append(new_fact("daily", today - timedelta(days + 1), puzzle="greylox-2"))
    steps = (step.name for step in course("greylox")[:4])
    return [*facts, *(new_fact("lesson", game="greylox", step=step) for step in steps)]


def import_facts(page: Page) -> None:
    """Import the facts, and open no page."""
    text = write_library([], played_facts()).encode()
    page.evaluate("location.hash = 'you'")
    page.locator("#library-count").wait_for()
    page.set_input_files(
        "#library-file", {"name": "facts.json", "mimeType": "application/json", "buffer": text}
    )
    page.locator("#library-message:not(:empty)").wait_for()


def quantize_png(picture: bytes) -> bytes:
    """Return the PNG with a palette of ``COLOURS`` colours."""
    output = io.BytesIO()
    Image.open(io.BytesIO(picture)).convert("RGB").quantize(COLOURS).save(
        output, "PNG", optimize=True
    )
    return output.getvalue()


def save_screenshot(page: Page, name: str, *, close: bool = True) -> None:
    """Write a screenshot of a page, and close it unless it shows more."""
    page.wait_for_timeout(500)  # for animations to end
    (FOLDER / f"{name}.png").write_bytes(quantize_png(page.screenshot()))
    if close:
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
                page = open_page(size, theme, SHOWCASE["greylox"])
                import_facts(page)
                for name, route in {"home": "home", "strength": "you/strength"}.items():
                    page.evaluate("route => { location.hash = route }", route)
                    page.wait_for_timeout(1500)
                    save_screenshot(page, f"{name}-{size}-{theme}", close=False)
                page.close()
                for name in GAMES:
                    save_screenshot(
                        open_page(size, theme, SHOWCASE[name]), f"{name}-{size}-{theme}"
                    )
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
