"""The command ``study``: how a game behaves, measured by games of the engine against itself."""

import argparse
import os
from pathlib import Path
from tempfile import TemporaryFile

from ...rules import GAMES, NotationError
from ..arguments import add_game_options, chosen_game
from ..nets import engine_version
from ..pipes import note, quietly
from .parts import METHOD, about, parts
from .results import Results, network_in
from .summary import lines, table, told, with_starts
from .workers import all_played

MOST_GAMES, MOST_VISITS, MOST_DRAWN, MOST_WORKERS = 1_000_000, 100_000, 2000, 256


def run(args: argparse.Namespace) -> None:
    """Play the missing games of the study of the command line, and print its summary."""
    strengths = sorted(set(args.visits or [32, 128]))
    check("games", args.games, 0 if args.file else 1, MOST_GAMES)
    check("drawn actions", args.drawn, 0, MOST_DRAWN)
    check("workers", args.workers, 1, MOST_WORKERS)
    for visits in strengths:
        check("visits", visits, 1, MOST_VISITS)
    if not args.games and not args.file.exists():
        raise NotationError(f"there are no games yet in {args.file}")
    game = chosen_game(args)
    asked = about(game, args.start, args.drawn, args.seed)
    if not args.games:  # then games with an earlier network are summarised, too
        asked = asked._replace(network=network_in(args.file, asked))
    if args.csv is not None:
        if args.file and is_same(args.csv, args.file):
            raise NotationError(f"{args.csv} keeps the games; the table needs another file")
        must_take(args.csv)
    results = Results(args.file, asked, engine=engine_version(), method=METHOD)
    waiting = parts(results, strengths, args.games, args.workers)
    try:
        for _, rows in all_played(waiting, args.workers, args.address):
            for row in rows:
                results.add(row)
            note(f"\rgames: {len(results.rows)} ", end="")
    finally:
        if waiting:
            note()
        tell(results, args.csv)


def check(what: str, number: int, low: int, high: int) -> None:
    """Raise NotationError if a number is out of its range."""
    if not low <= number <= high:
        raise NotationError(f"{what}: from {low} to {high:,}, not {number}")


def is_same(one: Path, other: Path) -> bool:
    """Whether two paths lead to the same file."""
    if one.exists() and other.exists():
        return one.samefile(other)
    return one.resolve() == other.resolve()


def must_take(path: Path) -> None:
    """Raise NotationError if no table can be written there; nothing is changed."""
    try:
        if path.is_file() or path.is_dir():
            path.open("ab").close()  # for a folder this raises the error that says so
        elif not path.exists():  # a pipe is not opened: its reader would see it close at once
            TemporaryFile(dir=path.resolve().parent).close()
    except OSError as error:
        raise no_table(path, error) from error


def no_table(path: Path, error: OSError) -> NotationError:
    """The error for a table that cannot be written."""
    return NotationError(f"no table can be written to {path}: {error.strerror or error}")


def tell(results: Results, path: Path | None) -> None:
    """Print the summary of all games, and write it as CSV if ``path``."""
    rows = list(results.rows.values())
    found = lines(rows)
    if path is not None:
        try:
            about = results.about
            path.write_text(table(with_starts(about.game, found, rows, about.starts)), "utf-8")
        except OSError as error:
            raise no_table(path, error) from error
    with quietly():
        print(told(found, rows, results.about.starts), flush=True)


def add_arguments(command: argparse.ArgumentParser) -> None:
    """Describe the command ``study``."""
    command.add_argument("game", choices=GAMES)
    command.add_argument(
        "--games",
        type=int,
        default=200,
        help="games at each strength (default 200; 0: only summarise --file)",
    )
    command.add_argument(
        "--visits",
        type=int,
        action="append",
        help="visits of the search for each action: a strength; can be given more than once "
        "(default 32 and 128)",
    )
    command.add_argument(
        "--drawn",
        type=int,
        default=4,
        help="first actions that are chosen at random, in proportion to their visits (default 4)",
    )
    command.add_argument(
        "--start",
        action="append",
        default=[],
        metavar="LINK",
        help="a link or record of a position to play from; can be given more than once: the games "
        "alternate between the starts",
    )
    command.add_argument("--seed", type=int, default=1, help="of the random choices (default 1)")
    command.add_argument(
        "--workers",
        type=int,
        default=min(os.cpu_count() or 1, MOST_WORKERS),
        help="processes (default: one per core)",
    )
    command.add_argument(
        "--address",
        default="",
        help="play on a Ray cluster instead: HOST:PORT, or auto for the one on this machine",
    )
    command.add_argument(
        "--file", type=Path, help="file of the games, to append to and resume from"
    )
    command.add_argument(
        "--csv",
        type=Path,
        metavar="FILE",
        help="file for the summary as CSV; several starts have a row each, too",
    )
    add_game_options(command)
    command.set_defaults(run=run)
