"""The command ``study``: what a rule does to a game, from games of the engine against itself."""

import argparse
import os
import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_context
from pathlib import Path
from zlib import crc32

from ...rules import GAMES, Game, NotationError
from ...rules.notation.actions import Record
from ...rules.notation.links import read_link, read_spec, write_link, write_spec
from ...search.network.nets import FOLDER
from ..arguments import add_game_options, chosen_game
from ..nets import trained
from ..pipes import quietly
from .measure import measured
from .results import About, Results, Row
from .selfplay import Finished, games
from .summary import lines, table, told

PART = 32  # games that are played at once, and kept together
MOST_GAMES, MOST_VISITS, MOST_DRAWN = 1_000_000, 100_000, 2000
Part = tuple[About, int, list[int]]
"""Games to be played: of which study, at how many visits, and their numbers."""


def about(game: Game, links: Sequence[str], drawn: int, seed: int) -> About:
    """What is asked; NotationError where a link is not a position of the game that goes on."""
    starts = [write_link(start_of(game, link)) for link in links]
    file = FOLDER / f"{game.name}.npz"
    network = f"{crc32(file.read_bytes()):08x}" if trained(game) is not None else ""
    return About(write_spec(game), starts, drawn, seed, network)


def start_of(game: Game, link: str) -> Record:
    """The position in a link as the record that leads there."""
    reading = read_link(link, small=True)
    record = reading.record
    if record is None or reading.error:
        raise NotationError(f"this position cannot be read: {reading.error}")
    if record.game != game:
        raise NotationError(f"a start is of {write_spec(record.game)}, not {write_spec(game)}")
    place = len(record.actions) if record.cursor is None else record.cursor
    if record.resigned or not game.legal(reading.states[place]):
        raise NotationError("a start is of a game that is over")
    return Record(game, record.actions[:place], record.setup)


def parts(results: Results, strengths: Sequence[int], games: int) -> list[Part]:
    """What is yet to be played, in parts: all strengths come on at the same pace."""
    found = list[tuple[int, Part]]()
    for visits in strengths:
        missing = results.missing(visits, games)
        for place in range(0, len(missing), PART):
            found.append((place, (results.about, visits, missing[place : place + PART])))
    return [part for _, part in sorted(found, key=lambda pair: pair[0])]


def played(part: Part) -> list[Row]:
    """The games of a part; what a worker does."""
    about, visits, numbers = part
    game = read_spec(about.game, small=True)
    starts = [start_of(game, link) for link in about.starts] or [Record(game)]
    evaluator = trained(game) if about.network else None
    found = games(starts, visits, about.drawn, about.seed, numbers, evaluator)
    return [row_of(finished, visits) for finished in found]


def row_of(finished: Finished, visits: int) -> Row:
    """A game as the results keep it."""
    found = measured(finished.record)
    lowest = None
    if found["winner"] is not None:
        sign = 1 - 2 * found["winner"]
        lowest = round(50 * (1 + min(sign * value for value in finished.values)))
        lowest = min(max(lowest, 0), 100)
    return Row(number=finished.number, visits=visits, lowest=lowest, measured=found)


def all_played(waiting: Sequence[Part], workers: int) -> Iterator[list[Row]]:
    """The games of all parts, by so many processes; NotationError where one of them is lost."""
    if workers == 1 or len(waiting) < 2:
        yield from map(played, waiting)
        return
    pool = ProcessPoolExecutor(min(workers, len(waiting)), mp_context=get_context("spawn"))
    try:
        for future in as_completed([pool.submit(played, part) for part in waiting]):
            yield future.result()
    except BrokenProcessPool as error:
        raise NotationError(
            "a worker was lost; what was played is kept, and the same command goes on from there"
        ) from error
    finally:
        pool.shutdown(wait=False, cancel_futures=True)


def run(args: argparse.Namespace) -> None:
    """Play the games of the command line that are missing, and print what all of them say."""
    strengths = sorted(set(args.visits or [32, 128]))
    check("games", args.games, 0, MOST_GAMES)
    check("drawn actions", args.drawn, 0, MOST_DRAWN)
    check("workers", args.workers, 1, 256)
    for visits in strengths:
        check("visits", visits, 1, MOST_VISITS)
    game = chosen_game(args)
    results = Results(args.file, about(game, args.start, args.drawn, args.seed))
    waiting = parts(results, strengths, args.games)
    try:
        for rows in all_played(waiting, args.workers):
            for row in rows:
                results.add(row)
            print(f"\r{len(results.rows)} games ", end="", file=sys.stderr, flush=True)
    finally:
        if waiting:
            print(file=sys.stderr)
        tell(results, args.csv)


def check(what: str, number: int, low: int, high: int) -> None:
    """Raise NotationError where a number is out of its range."""
    if not low <= number <= high:
        raise NotationError(f"{what}: from {low} to {high:,}, not {number}")


def tell(results: Results, path: Path | None) -> None:
    """Print what all games say, and write it as CSV where that is wanted."""
    found = lines(list(results.rows.values()))
    if path is not None:
        try:
            path.write_text(table([(results.about.game, line) for line in found]), "utf-8")
        except OSError as error:
            raise NotationError(f"no table can be written to {path}: {error.strerror}") from error
    with quietly():
        print(told(found), flush=True)


def add_arguments(command: argparse.ArgumentParser) -> None:
    """Describe the command ``study``."""
    command.add_argument("game", choices=GAMES)
    command.add_argument("--games", type=int, default=200, help="at each strength (default 200)")
    command.add_argument(
        "--visits",
        type=int,
        action="append",
        help="positions looked at for each action: a strength; can be given more than once "
        "(default 32 and 128)",
    )
    command.add_argument(
        "--drawn",
        type=int,
        default=4,
        help="first actions that are drawn by lot, as likely as the engine likes them (default 4)",
    )
    command.add_argument(
        "--start",
        action="append",
        default=[],
        metavar="LINK",
        help="a position to play from; can be given more than once: the games take turns",
    )
    command.add_argument("--seed", type=int, default=1)
    command.add_argument(
        "--workers", type=int, default=os.cpu_count() or 1, help="processes (default: one a core)"
    )
    command.add_argument("--file", type=Path, help="results to keep, and to go on from")
    command.add_argument("--csv", type=Path, metavar="FILE", help="where the summary goes as CSV")
    add_game_options(command)
    command.set_defaults(run=run)
