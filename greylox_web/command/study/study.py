"""The command ``study``: statistics of a game from self-play of the engine."""

import argparse
import os
from pathlib import Path
from tempfile import TemporaryFile

from ...measure.rows import METHOD, Pair
from ...measure.summary import (
    format_ladder,
    format_summary,
    rows_with_starts,
    summarise_all,
    to_csv,
)
from ...rules import GAMES, NotationError
from ..arguments import add_game_options, game_from_args
from ..networks import engine_version
from ..pipes import ignore_broken_pipe, print_error
from .batches import make_batches, study_parameters
from .results import Results, stored_network
from .workers import play_batches

MAX_GAMES, MAX_VISITS, MAX_RANDOM_ACTIONS, MAX_WORKERS = 1_000_000, 100_000, 2000, 256


def run(args: argparse.Namespace) -> None:
    """Play the missing games of the study on the command line, and print its summary."""
    strengths = sorted(set(args.visits or [32, 128]))
    ladder = list(dict.fromkeys(args.ladder))
    check_range("games", args.games, 0 if args.results else 1, MAX_GAMES)
    check_range("random actions", args.random_actions, 0, MAX_RANDOM_ACTIONS)
    check_range("workers", args.workers, 1, MAX_WORKERS)
    for visits in (*strengths, *(visits for pair in ladder for visits in pair)):
        check_range("visits", visits, 1, MAX_VISITS)
    if not args.games and not args.results.exists():
        raise NotationError(f"there are no games yet in {args.results}")
    game = game_from_args(args)
    requested = study_parameters(game, args.start, args.random_actions, args.seed)
    if not args.games:  # a summary may also cover games with an earlier network
        requested = requested._replace(network=stored_network(args.results, requested))
    if args.csv is not None:
        if args.results and same_file(args.csv, args.results):
            raise NotationError(f"{args.csv} keeps the games; the table needs another file")
        check_writable(args.csv)
    results = Results(args.results, requested, engine=engine_version(), method=METHOD)
    batches = make_batches(results, [*strengths, *ladder], args.games, args.workers)
    try:
        for _, rows in play_batches(batches, args.workers, args.address):
            for row in rows:
                results.add(row)
            count = len(results.rows) + len(results.ladder_rows)
            print_error(f"\rgames: {count} ", end="")
    finally:
        if batches:
            print_error()
        print_summary(results, args.csv)


def check_range(label: str, number: int, low: int, high: int) -> None:
    """Raise NotationError if ``number`` is not in the range from ``low`` to ``high``."""
    if not low <= number <= high:
        raise NotationError(f"{label}: from {low} to {high:,}, not {number}")


def same_file(one: Path, other: Path) -> bool:
    """Return whether two paths lead to the same file."""
    if one.exists() and other.exists():
        return one.samefile(other)
    return one.resolve() == other.resolve()


def check_writable(path: Path) -> None:
    """Raise NotationError if no table can be written to ``path``; change no file."""
    try:
        if path.is_file() or path.is_dir():
            path.open("ab").close()  # raises the right error for a folder
        elif not path.exists():  # never open a pipe: its reader would see it close at once
            TemporaryFile(dir=path.resolve().parent).close()
    except OSError as error:
        raise csv_error(path, error) from error


def csv_error(path: Path, error: OSError) -> NotationError:
    """Return the error for a table that cannot be written."""
    return NotationError(f"no table can be written to {path}: {error.strerror or error}")


def print_summary(results: Results, path: Path | None) -> None:
    """Print the summary of all games, and write it as CSV if ``path``."""
    rows = list(results.rows.values())
    summaries = summarise_all(rows)
    if path is not None:
        try:
            about = results.parameters
            path.write_text(
                to_csv(rows_with_starts(about.game, summaries, rows, about.starts)), "utf-8"
            )
        except OSError as error:
            raise csv_error(path, error) from error
    with ignore_broken_pipe():
        print(format_summary(summaries, rows, results.parameters.starts), flush=True)
        if results.ladder_rows:
            print(format_ladder(list(results.ladder_rows.values())), flush=True)


def parse_step(text: str) -> Pair:
    """Return a step of the skill ladder, such as ``32:8``; ArgumentTypeError for other text."""
    further, colon, nearer = text.partition(":")
    if not (colon and further.isdecimal() and nearer.isdecimal() and int(further) > int(nearer)):
        raise argparse.ArgumentTypeError(f"{text!r} is no pair like 32:8, the larger number first")
    return int(further), int(nearer)


def add_arguments(command: argparse.ArgumentParser) -> None:
    """Add the arguments of the command ``study``."""
    command.add_argument("game", choices=GAMES)
    command.add_argument(
        "--games",
        type=int,
        default=200,
        help="games at each strength (default 200; 0: only summarise --results)",
    )
    command.add_argument(
        "--visits",
        type=int,
        action="append",
        help="visits of the search for each action: a strength; can be given more than once "
        "(default 32 and 128)",
    )
    command.add_argument(
        "--ladder",
        type=parse_step,
        action="append",
        default=[],
        metavar="FURTHER:NEARER",
        help="let one side look further than the other, such as 32:8 visits, as many games as at "
        "each strength; can be given more than once",
    )
    command.add_argument(
        "--random-actions",
        type=int,
        default=4,
        help="first actions that are chosen at random, in proportion to their visits (default 4)",
    )
    command.add_argument(
        "--drawn",
        dest="random_actions",
        type=int,
        default=argparse.SUPPRESS,
        help=argparse.SUPPRESS,
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
        default=min(os.cpu_count() or 1, MAX_WORKERS),
        help="processes (default: one per core)",
    )
    command.add_argument(
        "--address",
        default="",
        help="play on a Ray cluster instead: HOST:PORT, or auto for the one on this machine",
    )
    command.add_argument(
        "--results", type=Path, help="file of the games, to append to and resume from"
    )
    command.add_argument(
        "--file", dest="results", type=Path, default=argparse.SUPPRESS, help=argparse.SUPPRESS
    )
    command.add_argument(
        "--csv",
        type=Path,
        metavar="FILE",
        help="file for the summary as CSV; several starts have a row each, too",
    )
    add_game_options(command)
    command.set_defaults(run=run)
