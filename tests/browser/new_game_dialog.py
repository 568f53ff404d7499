"""Actions on the page for a new game."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from greylox_web.rules import GAMES
from greylox_web.rules.options import BOARD
from greylox_web.rules.shapes import HEXHEX

from .page_actions import press

RADIOS = ("name", "board", "size", "side", "opponent", "clock")


def choose(page: Page, **choices: object) -> None:
    """Make choices on the open page in the given order: ``choose(page, name="lox", level=3)``."""
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
    """The value of the checked radio button."""
    return page.input_value(f"#new-game [name=new-{key}]:checked")


def start(page: Page) -> None:
    """Press Start and check that the board is shown."""
    page.click("#new-start")
    expect(page.locator("#new-game")).to_be_hidden()


def start_new_game(page: Page, name: str, size: object = None, **choices: object) -> None:
    """Start a game on the page, between two people at the screen unless a level is given.

    In a game with several board shapes, a size without ``board`` is that of a hexagon.
    """
    press(page, "open-new")
    choose(page, name=name)
    shaped = size and BOARD in GAMES[name].option_schema
    shape = {"board": choices.pop("board", HEXHEX.name)} if shaped else {}
    opponent = "engine" if "level" in choices else "here"
    choose(page, **shape, **({"size": size} if size else {}), opponent=opponent)
    choose(page, **choices)
    start(page)
