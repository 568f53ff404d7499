"""The command line: ``greylox COMMAND ...``, or ``python3 -m greylox_web``."""

import argparse
import io
import json
import sys
from collections.abc import Iterator
from importlib import import_module
from importlib.util import find_spec

from . import __version__
from .command.arguments import add_game_options, game_from_args
from .command.pipes import INSTALL, LineReader, ignore_broken_pipe, print_error
from .rules import DEFAULT_GAME, GAMES, Game, NotationError
from .rules.notation.links import MAX_CHARACTERS
from .rules.notation.records import position_summary, read_any
from .rules.play import perft
from .words import error_text

ENGINE = {
    "gtp": ("gtp.protocol", "play by the Go Text Protocol, version 2"),
    "analyse": ("analyse.analyse", "analyse positions for other programs, in JSON lines"),
    "match": ("match.match", "play two engines against each other"),
    "study": ("study.study", "measure a game by playing the engine against itself"),
    "solve": ("solve", "find the exact value of a position"),
}
"""The commands that need numpy: name -> (module in ``command``, help text).

The modules are imported only on use.
"""


def count_sequences(game: Game, depth: int) -> int:
    """Count the action sequences of length ``depth``; faster if numpy is installed."""
    if find_spec("numpy") is None:
        return perft(game, depth)
    from .engine.compiled import rules as compiled

    return compiled.perft(game, depth)


def run_perft(args: argparse.Namespace) -> None:
    """Print the number of action sequences of exactly the given length."""
    if args.depth < 0:
        raise NotationError("the depth cannot be negative")
    count = count_sequences(game_from_args(args), args.depth)
    with ignore_broken_pipe():
        print(count, flush=True)


def run_show(args: argparse.Namespace) -> int:
    """Print a line of JSON or text for each link or record; return 2 if any has an error."""
    game, status = game_from_args(args), 0
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")  # a message may quote any character
    for line in args.text or filter(str.strip, standard_input()):
        reading = read_any(line, game, allow_small=True)
        position_data = position_summary(reading)
        if reading.partial and not reading.error:
            print_error(f"greylox: {error_text('link-partial')}")
        if reading.drops_answers and not reading.error:
            print_error(f"greylox: {error_text('link-answers')}")
        status = 2 if position_data["error"] else status
        with ignore_broken_pipe():
            print(
                json.dumps(position_data) if args.json else format_summary(position_data),
                flush=True,
            )
    return status


def standard_input() -> Iterator[str]:
    """Yield the lines of standard input.  Truncated lines are still longer than any record."""
    if sys.stdin is not None:
        for line in LineReader(sys.stdin.buffer, MAX_CHARACTERS * 4):
            yield from line.replace("\r", "\n").split("\n")


def format_summary(position_data: dict[str, object]) -> str:
    """Format the summary of a position in one line."""
    if position_data["error"]:
        return f"error: {position_data['error']}"
    board = f"{position_data['game']} {position_data['size']}"
    if position_data["over"]:
        return f"{board}: over, winner {position_data['winner'] or 'nobody'}"
    legal = position_data["legal"]
    assert isinstance(legal, list)
    return f"{board}: {position_data['mover']} to move, {len(legal)} legal actions"


def build_parser(requested_command: str = "") -> argparse.ArgumentParser:
    """Build the parser.  A command in ``ENGINE`` gets its arguments only if it is requested."""
    top = argparse.ArgumentParser(prog="greylox", description="Five hexagonal games.")
    top.add_argument("--version", action="version", version=f"greylox {__version__}")
    commands = top.add_subparsers(required=True, metavar="COMMAND")

    def added(name: str, about: str) -> argparse.ArgumentParser:
        return commands.add_parser(name, help=about, description=about)

    count = added("perft", "count the action sequences of a length")
    count.add_argument("game", choices=GAMES)
    count.add_argument("--depth", type=int, required=True, help="actions in a sequence")
    add_game_options(count)
    count.set_defaults(run=run_perft)
    show = added("show", "show the positions of links or records")
    show.add_argument(
        "text", nargs="*", help="links or records; without any, lines of standard input"
    )
    show.add_argument("--json", action="store_true", help="one JSON object per line")
    show.add_argument(
        "--game", choices=GAMES, default=DEFAULT_GAME, help="where a record names no game"
    )
    add_game_options(show)
    show.set_defaults(run=run_show)
    for name, (module, about) in ENGINE.items():
        command = added(name, about)
        if name == requested_command:
            import_module(f".command.{module}", __package__).add_arguments(command)
    return top


def main(arguments: list[str] | None = None) -> int:
    """Run a command and return its exit status; 2 if the input is invalid."""
    arguments = sys.argv[1:] if arguments is None else arguments
    try:
        args = build_parser(arguments[0] if arguments else "").parse_args(arguments)
        status: int | None = args.run(args)
    except ModuleNotFoundError as error:
        if error.name != "numpy":
            raise
        print_error(f"greylox: this command needs numpy; {INSTALL} numpy installs it")
        return 2
    except NotationError as error:
        print_error(f"greylox: {error}")
        return 2
    except BrokenPipeError:
        return 1
    except KeyboardInterrupt:
        return 130
    return status or 0


if __name__ == "__main__":
    sys.exit(main())
