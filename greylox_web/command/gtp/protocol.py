"""The Go Text Protocol, version 2, on standard input and output.

A command line is an optional number, a command and its arguments.  A response is ``=`` or ``?``,
the number, the text, and an empty line.  A turn of several stones is one word, joined by ``+``.
"""

import argparse
import inspect
import re
from random import Random
from typing import TYPE_CHECKING, BinaryIO

from ...engine.levels import LEVELS
from ...rules import DEFAULT_GAME, GAMES, NotationError
from ...rules.notation.links import MAX_CHARACTERS
from ..arguments import add_game_options, game_from_args
from ..pipes import LineReader, ignore_broken_pipe, open_streams

if TYPE_CHECKING:
    from .commands import GtpCommands

MAX_LINE_CHARACTERS = 4 * MAX_CHARACTERS + 100  # the longest record, and the command
COMMENT = re.compile(r"#(?!\d{1,6}/).*")  # except links, which begin with # and a version
CONTROL_CHARS = re.compile(r"[\x00-\x08\x0b-\x1f\x7f]")
ASCII = str.maketrans("‘’“”–−\N{NO-BREAK SPACE}", "''\"\"-- ")
NUMBER = re.compile(r"([0-9]+)(?:\s+|$)")
LEVEL = 5


def serve(commands: "GtpCommands", source: BinaryIO, target: BinaryIO) -> None:
    """Answer commands until ``quit`` or the end of the input."""
    for line in LineReader(source, MAX_LINE_CHARACTERS):
        if len(line) > MAX_LINE_CHARACTERS:
            reply: str | None = f"? a line has at most {MAX_LINE_CHARACTERS} characters"
        else:
            reply = respond(commands, line)
        if reply is not None:
            target.write(reply.translate(ASCII).encode("ascii", "replace") + b"\n\n")
            target.flush()
        if commands.is_ended:
            return


def respond(commands: "GtpCommands", line: str) -> str | None:
    """Return the response to a line without the final empty line; None for a blank or comment."""
    line = COMMENT.sub("", CONTROL_CHARS.sub("", line.replace("\t", " "))).strip()
    if not line:
        return None
    number = NUMBER.match(line)
    name, *arguments = line[number.end() if number else 0 :].split() or [""]
    command = commands.commands.get(name)
    try:
        if command is None:
            raise NotationError("unknown command")
        try:
            inspect.signature(command).bind(*arguments)
        except TypeError as error:
            raise NotationError(f"syntax error: {syntax(name, command)}") from error
        sign, text = "=", command(*arguments)
    except NotationError as error:
        sign, text = "?", str(error)
    except Exception as error:  # the controller needs a response even to a bug
        sign, text = "?", f"internal error: {type(error).__name__}: {error}"
    text = "\n".join(CONTROL_CHARS.sub("", part).rstrip() for part in text.split("\n"))
    return f"{sign}{number[1] if number else ''} {text}".rstrip()


def syntax(name: str, command: object) -> str:
    """Return the syntax of a command."""
    assert callable(command)
    parameters = inspect.signature(command).parameters.values()
    names = [p.name.upper() for p in parameters]
    optional = [p.kind is p.VAR_POSITIONAL for p in parameters]
    return " ".join([name, *(f"[{w}]" if r else w for w, r in zip(names, optional, strict=True))])


def run(args: argparse.Namespace) -> None:
    """Serve commands on standard input and output."""
    from ..networks import evaluators  # imports numpy, which the help does not need
    from .extensions import ExtendedCommands

    source, target = open_streams()
    random = Random(args.seed) if args.seed is not None else Random()
    commands = ExtendedCommands(
        game_from_args(args), args.level, random, evaluators(args.no_network)
    )
    with ignore_broken_pipe():
        serve(commands, source, target)


def add_arguments(command: argparse.ArgumentParser) -> None:
    """Describe the command ``gtp``."""
    command.add_argument("--game", choices=GAMES, default=DEFAULT_GAME)
    command.add_argument(
        "--level", type=int, choices=LEVELS, default=LEVEL, help=f"default {LEVEL}"
    )
    command.add_argument("--no-network", action="store_true", help="without the trained networks")
    command.add_argument(
        "--plain",
        dest="no_network",
        action="store_true",
        default=argparse.SUPPRESS,
        help=argparse.SUPPRESS,
    )
    command.add_argument("--seed", type=int, help="play the same moves every time")
    add_game_options(command)
    command.set_defaults(run=run)
