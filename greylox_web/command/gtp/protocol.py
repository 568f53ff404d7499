"""The Go Text Protocol, version 2, spoken on standard input and output.

A command line is an optional number, a command and its arguments; a response is ``=`` or ``?``, the
number, the text, and an empty line.  A turn of several stones is one word, joined by ``+``.
"""

import argparse
import inspect
import re
from random import Random
from typing import TYPE_CHECKING, BinaryIO

from ...engine.levels import LEVELS
from ...rules import DEFAULT_GAME, GAMES, NotationError
from ...rules.notation.links import MAX_CHARACTERS
from ..arguments import add_game_options, chosen_game
from ..pipes import Lines, both_ends, quietly

if TYPE_CHECKING:
    from .words import Words

MOST_OCTETS = 4 * MAX_CHARACTERS + 100  # of a line: the longest record, and the command
COMMENT = re.compile(r"#(?!\d{1,6}/).*")  # but not a link, which begins with # and a version
UNSEEN = re.compile(r"[\x00-\x08\x0b-\x1f\x7f]")
ASCII = str.maketrans("‘’“”–−\N{NO-BREAK SPACE}", "''\"\"-- ")
NUMBER = re.compile(r"([0-9]+)(?:\s+|$)")
LEVEL = 5


def serve(words: "Words", source: BinaryIO, target: BinaryIO) -> None:
    """Answer commands until ``quit`` or the end of the input."""
    for line in Lines(source, MOST_OCTETS):
        if len(line) > MOST_OCTETS:
            reply: str | None = f"? a line has at most {MOST_OCTETS} characters"
        else:
            reply = answer(words, line)
        if reply is not None:
            target.write(reply.translate(ASCII).encode("ascii", "replace") + b"\n\n")
            target.flush()
        if words.ended:
            return


def answer(words: "Words", line: str) -> str | None:
    """The response to a line, without its final empty line; None for an empty line or a comment."""
    line = COMMENT.sub("", UNSEEN.sub("", line.replace("\t", " "))).strip()
    if not line:
        return None
    number = NUMBER.match(line)
    name, *rest = line[number.end() if number else 0 :].split() or [""]
    command = words.commands.get(name)
    try:
        if command is None:
            raise NotationError("unknown command")
        try:
            inspect.signature(command).bind(*rest)
        except TypeError as error:
            raise NotationError(f"syntax error: {usage(name, command)}") from error
        sign, text = "=", command(*rest)
    except NotationError as error:
        sign, text = "?", str(error)
    except Exception as error:  # whoever listens must get an answer, of any bug too
        sign, text = "?", f"internal error: {type(error).__name__}: {error}"
    text = "\n".join(UNSEEN.sub("", part).rstrip() for part in text.split("\n"))
    return f"{sign}{number[1] if number else ''} {text}".rstrip()


def usage(name: str, command: object) -> str:
    """The syntax of a command."""
    assert callable(command)
    parameters = inspect.signature(command).parameters.values()
    shown = [p.name.upper() for p in parameters]
    rest = [p.kind is p.VAR_POSITIONAL for p in parameters]
    return " ".join([name, *(f"[{w}]" if r else w for w, r in zip(shown, rest, strict=True))])


def run(args: argparse.Namespace) -> None:
    """Serve the program at the other end of standard input and output."""
    from ..nets import evaluators  # which take numpy: the help does not
    from .private import AllWords

    source, target = both_ends()
    random = Random(args.seed) if args.seed is not None else Random()
    words = AllWords(chosen_game(args), args.level, random, evaluators(args.plain))
    with quietly():
        serve(words, source, target)


def add_arguments(command: argparse.ArgumentParser) -> None:
    """Describe the command ``gtp``."""
    command.add_argument("--game", choices=GAMES, default=DEFAULT_GAME)
    command.add_argument(
        "--level", type=int, choices=LEVELS, default=LEVEL, help=f"default {LEVEL}"
    )
    command.add_argument("--plain", action="store_true", help="without the trained networks")
    command.add_argument("--seed", type=int, help="play the same moves every time")
    add_game_options(command)
    command.set_defaults(run=run)
