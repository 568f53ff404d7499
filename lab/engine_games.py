"""Whole games of engine against engine, through the page's client and worker, without a browser.

    python3 -m lab.engine_games --games 300 --resume lab/wholegames.jsonl

Every request passes as messages from the session through the page's client to the worker and
back, as in the page.  A lost worker, an abandoned request and a refused action are faults.  The
games cycle through all games and options, at random sizes and levels.  With ``--resume`` a file
stores the games, and the same command resumes; ``--write`` writes the figures into
``lab/soundness.md``.
"""

import asyncio
import sys
from collections.abc import Callable, Iterator
from functools import partial
from itertools import count, product
from pathlib import Path
from random import Random
from typing import NamedTuple

from greylox_web.command.networks import load_registry
from greylox_web.engine import messages
from greylox_web.engine.client import EngineClient
from greylox_web.engine.levels import FIXED_LEVELS
from greylox_web.engine.service import Service
from greylox_web.match.match import Match, Seat
from greylox_web.match.tree import new_tree
from greylox_web.rules import DEFAULT_GAME, GAMES, Game, get_shape, new_game
from greylox_web.rules.notation.links import read_link, write_spec
from greylox_web.rules.options import BoolOption, IntOption, Option, OptionValue
from greylox_web.session.event import Event
from greylox_web.session.load_match import NewGame
from greylox_web.session.requests import (
    EngineFailed,
    EngineReady,
    EngineReport,
    make_search_request,
)
from greylox_web.session.session import Session
from greylox_web.session.update import update

from . import jsonl, soundness
from .command_line import make_parser
from .jsonl import Row

Options = dict[str, OptionValue]
NUMBERS = (1, 2, 3, 5)  # the most important values of a numeric option


def option_values(kind: type[Game], option: Option) -> tuple[OptionValue, ...]:
    """Return the values of a game's option through which the games cycle."""
    if isinstance(option, BoolOption):
        return True, False
    if isinstance(option, IntOption):
        return tuple(number for number in NUMBERS if number >= option.minimum)
    return tuple(shape.name for shape in kind.shapes)


def variants() -> Iterator[tuple[str, Options]]:
    """Yield all games with each combination of board and options that they allow."""
    for name, kind in GAMES.items():
        schema = kind.option_schema
        keys = [option.key for option in schema]
        for chosen in product(*(option_values(kind, option) for option in schema)):
            options = dict(zip(keys, chosen, strict=True))
            excluded = (
                isinstance(option, BoolOption)
                and options[option.key]
                and options.get(option.excluded_by)
                for option in schema
            )
            if not any(excluded):
                yield name, options


VARIANTS = tuple(variants())


class LocalWorker:
    """The engine's worker in this process, with the interface that ``EngineClient`` expects."""

    def __init__(self, worker: Service) -> None:
        self.worker = worker

    async def start(self) -> None:
        """Do nothing: the worker is ready."""

    async def begin(self, line: str) -> str:
        """See ``engine.service``."""
        return self.worker.begin(line)

    async def slice_(self, ticket: int, millis: int) -> str:
        """See ``engine.service``."""
        return self.worker.slice_(ticket, millis)

    async def stop(self, ticket: int) -> str:
        """See ``engine.service``."""
        return self.worker.stop(ticket)

    def kill(self) -> None:
        """Do nothing: the worker has no process of its own."""

    async def fault(self) -> str:
        """Return no fault: the worker always starts."""
        return ""


class HeadlessPage:
    """A headless page: a session whose searches an engine runs."""

    def __init__(self, make_service: Callable[[], Service]) -> None:
        self.session = Session(Match(new_tree(new_game(DEFAULT_GAME))))
        self.faults: list[str] = []
        self.finished = asyncio.Event()
        self.client = EngineClient(lambda: LocalWorker(make_service()), self)

    def on_ready(self) -> None:
        """See ``engine.client.Listener``."""
        self.dispatch(EngineReady())

    def on_report(self, report: messages.SearchReport) -> None:
        """See ``engine.client.Listener``."""
        self.dispatch(EngineReport(report))

    def on_failure(self, ticket: int | None, sentence: str) -> None:
        """See ``engine.client.Listener``."""
        self.dispatch(EngineFailed(ticket, sentence))

    def dispatch(self, event: Event) -> None:
        """Apply an event, pass a new search to the engine, and record faults."""
        before, self.session = self.session.engine, update(self.session, event)
        search = self.session.engine.active_search
        if search is None:
            self.client.cancel()
        elif before.active_search is None or before.active_search.ticket != search.ticket:
            self.client.submit(make_search_request(self.session, search))
        if isinstance(event, EngineFailed):
            self.faults.append(event.sentence)
        if isinstance(event, EngineReport) and event.report.warning:
            self.faults.append(event.report.warning)
        if self.session.engine.paused:
            self.faults.append(str(self.session.notice))
        if self.session.outcome is not None or self.faults:
            self.finished.set()


class GameResult(NamedTuple):
    """A game, with the fault that ended it if any."""

    link: str
    fault: str  # "" if the game was finished


async def play_game(new_event: NewGame, make_service: Callable[[], Service]) -> GameResult:
    """Play one game, from its first search to its end or to the first fault."""
    page = HeadlessPage(make_service)
    client_task = asyncio.ensure_future(page.client.serve())
    page.dispatch(new_event)
    await page.finished.wait()
    client_task.cancel()
    return GameResult(page.session.link, page.faults[0] if page.faults else "")


def play_whole_game(
    name: str,
    options: Options,
    size: int,
    levels: tuple[int, int],
    make_service: Callable[[], Service],
) -> GameResult:
    """Play a game between two levels, with workers that ``make_service`` creates."""
    first, second = (Seat(level) for level in levels)
    new_event = NewGame(name, size, tuple(options.items()), (first, second))
    return asyncio.run(play_game(new_event, make_service))


def generate_games(seed: int) -> Iterator[tuple[str, Options, int, tuple[int, int]]]:
    """Yield games without end: the variants in turn, at random sizes and levels."""
    for number in count():
        random = Random(f"{seed} {number}")
        name, options = VARIANTS[number % len(VARIANTS)]
        sizes = get_shape(name, options).sizes
        size = random.choice([size for size in sizes if size <= sizes[0] + 2])
        levels = random.choices(FIXED_LEVELS[1:], k=2)
        yield name, options, size, (levels[0], levels[1])


def summary(games: list[Row]) -> str:
    """Return the figures of these games, in Markdown."""
    faults = sum(bool(row["fault"]) for row in games)
    parsed_links = [read_link(row["link"]) for row in games]
    records = [parsed_link.record for parsed_link in parsed_links if parsed_link.record]
    actions = sum(len(record.actions) for record in records)
    lines = [f"{len(games):,} games of {actions:,} actions, {faults} with a fault.", ""]
    lines += ["| game | games | boards and options | actions |", "|---|---:|---:|---:|"]
    for name in GAMES:
        game_records = [record for record in records if record.game.name == name]
        variant_count = len({write_spec(record.game) for record in game_records})
        lines.append(
            f"| {name} | {len(game_records)} | {variant_count}"
            f" | {sum(len(r.actions) for r in game_records):,} |"
        )
    return "\n".join(lines)


def main() -> int:
    """Play the missing games; return 1 if any game has a fault."""
    parser = make_parser("lab.engine_games", __doc__)
    parser.add_argument("--games", type=int, default=len(VARIANTS))
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument(
        "--resume", type=Path, metavar="FILE", help="log to append to and resume from"
    )
    parser.add_argument("--write", action="store_true", help="put the figures into soundness.md")
    options = parser.parse_args()
    done_rows = jsonl.rows_by_number(options.resume, options.seed)
    for number, plan in zip(range(options.games), generate_games(options.seed), strict=False):
        if number not in done_rows:
            random = Random(number)
            game_result = play_whole_game(*plan, partial(Service, random, nets=load_registry()))
            done_rows[number] = {"number": number, "seed": options.seed, "levels": plan[3]}
            done_rows[number] |= game_result._asdict()
            jsonl.append_row(options.resume, done_rows[number])
            if game_result.fault:
                print(f"\ngame {number}: {game_result.fault} {game_result.link}", flush=True)
        print(f"\r{number + 1} of {options.games} ", end="", file=sys.stderr, flush=True)
    faults = sum(bool(done_rows[number]["fault"]) for number in range(options.games))
    print(f"\r{options.games} games, {faults} with a fault", flush=True)
    if options.write:
        soundness.replace_section(
            "games", summary([done_rows[number] for number in range(options.games)])
        )
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
