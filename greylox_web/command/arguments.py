"""Command-line arguments that several commands share."""

import argparse
import re
from collections.abc import Iterable

from ..rules import GAMES, TITLES, Game, NotationError, new_game
from ..rules.options import BoolOption, IntOption, OptionValue, ShapeOption
from ..rules.registry import find_option

BOOLEANS = {"true": True, "yes": True, "1": True, "false": False, "no": False, "0": False}
INTEGER = re.compile(r"([+-]?)0*([0-9]+)")
MAX_DIGITS = 20  # of a number


def parse_options(pairs: Iterable[str]) -> dict[str, OptionValue]:
    """Parse the options of a game from words like ``x=3``; NotationError for other words."""
    values: dict[str, OptionValue] = {}
    for pair in pairs:
        key, equals, value = pair.partition("=")
        if not equals:
            raise NotationError(f"an option is written name=value, not {pair[:40]!r}")
        values[key] = parse_option(key, value)
    return values


def parse_option(key: str, word: str) -> OptionValue:
    """Parse the value of an option; raise NotationError for an invalid word."""
    option = find_option(key)
    if isinstance(option, BoolOption):
        if word.lower() not in BOOLEANS:
            raise NotationError(f"{key} is true or false, not {word[:20]!r}")
        return BOOLEANS[word.lower()]
    if isinstance(option, IntOption):
        number = parse_integer(word)
        if number is None:
            raise NotationError(f"{key} is a whole number, not {word[:20]!r}")
        return number
    return word


def parse_integer(word: str) -> int | None:
    """Parse an integer in ASCII digits with an optional sign; return None for any other word.

    Callers check the range.  Raise NotationError for a number of more than ``MAX_DIGITS`` digits.
    """
    number_match = INTEGER.fullmatch(word)
    if number_match and len(number_match[2]) > MAX_DIGITS:
        raise NotationError(f"{word[:MAX_DIGITS]}... is a number out of every range")
    return int(number_match[1] + number_match[2]) if number_match else None


def game_from_args(args: argparse.Namespace) -> Game:
    """Return the game that the arguments describe."""
    return new_game(args.game, args.size, parse_options(args.option), allow_small=True)


def add_game_options(command: argparse.ArgumentParser) -> None:
    """Add the arguments that choose a board and options."""
    command.add_argument("--size", type=int, default=None, help="base or side of the board")
    command.add_argument(
        "--option",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help=options_help(),
    )


def options_help() -> str:
    """Return the help text: all options of all games, each with an example."""
    games: dict[str, list[str]] = {}
    for name, kind in GAMES.items():
        for option in kind.option_schema:
            value = kind.shapes[1].name if isinstance(option, ShapeOption) else option.default
            title = TITLES[name]
            if isinstance(option, BoolOption):
                value = not option.default
                title += f" with {option.excluded_by}=false" if option.excluded_by else ""
            games.setdefault(f"{option.key}={value}".lower(), []).append(title)
    return ", ".join(f"{pair} ({', '.join(titles)})" for pair, titles in games.items())
