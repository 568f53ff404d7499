"""The New game dialog as a person uses it."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from greylox_web.rules import GAMES
from greylox_web.rules.options import BOARD
from greylox_web.rules.shapes import HEXHEX

from .page_actions import press

RADIOS = ("name", "board", "size", "side", "opponent", "clock")


def choose(page: Page, **choices: object) -> None:
    """Make choices in the open dialog, in this order: ``choose(page, name="lox", level=3)``."""
    for key, value in choices.items():
        if key in RADIOS:
            page.check(f"#new-{key}-{value}")
        elif key in ("minutes", "seconds"):
            page.select_option(f"#new-{key}", str(value))
        elif isinstance(value, bool):
            page.set_checked(f"#new-{key}", value)
        else:
            page.fill(f"#new-{key}", str(value))


def chosen_value(page: Page, key: str) -> str:
    """Which of several choices holds, by its value."""
    return page.input_value(f"#new-game [name=new-{key}]:checked")


def start(page: Page) -> None:
    """Press Start; the dialog is gone."""
    page.click("#new-start")
    expect(page.locator("#new-game")).to_be_hidden()


def start_new_game(page: Page, name: str, size: object = None, **choices: object) -> None:
    """Begin a game through the dialog; two people at the screen play, unless a level is given.

    A size is that of a hexagon, where the game has other shapes and none is chosen.
    """
    press(page, "open-new")
    choose(page, name=name)
    shaped = size and BOARD in GAMES[name].option_schema
    shape = {"board": choices.pop("board", HEXHEX.name)} if shaped else {}
    opponent = "engine" if "level" in choices else "here"
    choose(page, **shape, **({"size": size} if size else {}), opponent=opponent)
    choose(page, **choices)
    start(page)
