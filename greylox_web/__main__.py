"""The command line: ``python3 -m greylox_web perft|show ...``."""

import argparse
import json
import sys
from collections.abc import Iterable

from .rules import GAMES, Game, NotationError, new_game
from .rules.play import perft
from .rules.records import read_any
from .rules.summary import summary


def option_values(pairs: Iterable[str]) -> dict[str, str | int | bool]:
    """The options of a game from words like ``x=3``; raise NotationError for other words."""
    values: dict[str, str | int | bool] = {}
    for pair in pairs:
        key, equals, value = pair.partition("=")
        if not equals:
            raise NotationError(f"an option is written name=value, not {pair!r}")
        if value in ("true", "false"):
            values[key] = value == "true"
        elif value.isascii() and value.isdigit():
            values[key] = int(value[:6])
        else:
            values[key] = value
    return values


def chosen_game(args: argparse.Namespace) -> Game:
    """The game that the arguments name."""
    return new_game(args.game, args.size, option_values(args.option), small=True)


def run_perft(args: argparse.Namespace) -> None:
    """Print the number of action sequences of exactly the given length."""
    if args.depth < 0:
        raise NotationError("the depth cannot be negative")
    print(perft(chosen_game(args), args.depth))


def run_show(args: argparse.Namespace) -> None:
    """Print one line for each link or record: JSON, or a short text."""
    game = chosen_game(args)
    lines = args.text or (line for line in sys.stdin if line.strip())
    for line in lines:
        shown = summary(read_any(line, game, small=True))
        print(json.dumps(shown) if args.json else as_text(shown))


def as_text(shown: dict[str, object]) -> str:
    """One line for people."""
    if shown["error"]:
        return f"error: {shown['error']}"
    if shown["over"]:
        return f"{shown['game']} {shown['size']}: over, winner {shown['winner'] or 'nobody'}"
    legal = shown["legal"]
    assert isinstance(legal, list)
    return f"{shown['game']} {shown['size']}: {shown['mover']} to move, {len(legal)} legal actions"


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


def parser() -> argparse.ArgumentParser:
    """The arguments of all commands."""
    top = argparse.ArgumentParser(prog="greylox_web", description="Five hexagonal games.")
    commands = top.add_subparsers(required=True, metavar="COMMAND")
    count = commands.add_parser("perft", help="count the action sequences of a length")
    count.add_argument("game", choices=GAMES)
    count.add_argument("--depth", type=int, required=True)
    add_game_options(count)
    count.set_defaults(run=run_perft)
    show = commands.add_parser("show", help="show the positions of links or records")
    show.add_argument(
        "text", nargs="*", help="links or records; without any, lines of standard input"
    )
    show.add_argument("--json", action="store_true", help="one JSON object per line")
    show.add_argument(
        "--game", choices=GAMES, default="greylox", help="where a record names no game"
    )
    add_game_options(show)
    show.set_defaults(run=run_show)
    return top


def main(arguments: list[str] | None = None) -> int:
    """Run a command; the exit status is 2 after a sentence about bad input."""
    args = parser().parse_args(arguments)
    try:
        args.run(args)
    except NotationError as error:
        print(f"greylox_web: {error}", file=sys.stderr)
        return 2
    except BrokenPipeError:
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
