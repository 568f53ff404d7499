"""Pictures of every game for the documents, both themes, desktop and phone.

    python3 build.py bench screenshots

Writes .github/screenshots/*.png from dist/ as it was built last.  The positions come from
games between random players with a fixed seed, so the pictures change only with the page.
"""

from __future__ import annotations

import functools
import threading
from random import Random

from playwright.sync_api import sync_playwright

import build
from greylox_web.rules import GAMES, new_game
from greylox_web.rules.links import write_link
from greylox_web.rules.notation import Record
from greylox_web.rules.play import random_game

FOLDER = build.ROOT / ".github" / "screenshots"
FLAGS = ["--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking"]
VIEWS = {
    "desktop-light": {"viewport": {"width": 1280, "height": 800}, "color_scheme": "light"},
    "phone-dark": {"viewport": {"width": 390, "height": 844}, "color_scheme": "dark"},
}
SHARE = {"greylox": 0.62, "lox": 0.45}  # of the random game that is shown


def link(name: str) -> str:
    """A position from the middle of a random game."""
    game = new_game(name)
    actions = random_game(game, Random(7))
    return write_link(Record(game, tuple(actions[: int(len(actions) * SHARE.get(name, 0.6))])))


def main() -> None:
    """Take all pictures."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    handler = functools.partial(build.Handler, directory=str(build.DIST))
    server = build.Server(("127.0.0.1", 0), handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    with sync_playwright() as api:
        browser = api.chromium.launch(executable_path=build.ensure_chromium(), args=FLAGS)
        for view, options in VIEWS.items():
            page = browser.new_page(**options)
            for name in GAMES:
                page.goto("about:blank")
                page.goto(f"http://127.0.0.1:{server.server_port}/#{link(name)}")
                page.wait_for_selector("#startup", state="hidden")
                page.wait_for_timeout(300)
                page.screenshot(path=FOLDER / f"{name}-{view}.png")
                print(f"{name}-{view}.png")
        browser.close()
    server.shutdown()


if __name__ == "__main__":
    main()
