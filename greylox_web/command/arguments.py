"""Arguments that several commands share."""

import argparse
from collections.abc import Iterable

from ..app.text import whole
from ..rules import Game, NotationError, new_game

SWITCHES = ("opening", "swap")
NUMBERS = ("x",)
TRUTH = {"true": True, "yes": True, "1": True, "false": False, "no": False, "0": False}


def option_values(pairs: Iterable[str]) -> dict[str, str | int | bool]:
    """The options of a game from words like ``x=3``; raise NotationError for other words."""
    values: dict[str, str | int | bool] = {}
    for pair in pairs:
        key, equals, value = pair.partition("=")
        if not equals:
            raise NotationError(f"an option is written name=value, not {pair[:40]!r}")
        values[key] = option_value(key, value)
    return values


def option_value(key: str, word: str) -> str | int | bool:
    """What a word means as the value of an option; raise NotationError for other words."""
    if key in SWITCHES:
        if word.lower() not in TRUTH:
            raise NotationError(f"{key} is true or false, not {word[:20]!r}")
        return TRUTH[word.lower()]
    if key in NUMBERS:
        number = whole(word)
        if number is None:
            raise NotationError(f"{key} is a whole number, not {word[:20]!r}")
        return number
    return word


def chosen_game(args: argparse.Namespace) -> Game:
    """The game that the arguments name."""
    return new_game(args.game, args.size, option_values(args.option), small=True)


def add_game_options(command: argparse.ArgumentParser) -> None:
    """The options that choose a board and a variant."""
    command.add_argument("--size", type=int, default=None, help="base or side of the board")
    command.add_argument(
        "--option",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="board=rhombus (Brink, Byg), x=3 (Brink), opening=false (Multiplicity), "
        "swap=false (Lox)",
    )
