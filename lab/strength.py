"""Matches of one second of the page's engine against one second of a fast plain search.

    nice python3 -m lab.strength --pairs 20 --log lab/seconds.jsonl
    python3 -m lab.strength brink7-d-x3 byg4 --pairs 4 --time-share 0.5
    python3 -m lab.strength --time-share 3 --opponent-share 0.3 --pairs 50 --log lab/times.jsonl
    python3 -m lab.strength greylox5 --native-seconds 10 --sequential --log lab/seconds.jsonl

A board is written as in links; the default is the five reference boards.  A pair of games is played
on each in turn.  The engine gets ``VISITS_PER_SECOND`` new visits an action, as many as a worker of
Chromium made in a second (``lab/strength_history.md``), or ``OFF_DEFAULT_VISITS``; ``--time-share``
scales them, for a slower device or more time a turn.  Plain search gets the playouts of
``native.PLAYOUTS_PER_SECOND``.  On other boards both counts are inversely proportional to the
number of cells.  With ``--native-seconds`` it gets so many seconds, and a tree of up to
``LARGE_TREE`` nodes; with ``--opponent-share`` the opponent is the engine with that share of its
second. Openings are from the board's book, or random ones that the network evaluates as even; each
is played with both colours.  The log has the format of a match, and the same command resumes from
it.

With ``--sequential`` a board's match ends as soon as Wald's sequential probability ratio test
decides, with errors of 5%, whether the engine wins half or three quarters of the openings that one
side wins with both colours.  It then takes at least five openings.
"""

import argparse
import sys
from collections.abc import Sequence
from math import log
from pathlib import Path

from greylox_web.command.match.log import MatchGame
from greylox_web.command.match.native import playouts_per_second, scale_to_board
from greylox_web.command.match.score import pair_scores, summary
from greylox_web.engine.tuning import reference_game, tuning
from greylox_web.rules import GAMES, Game, NotationError
from greylox_web.rules.notation.links import read_spec, write_spec

from .book import book_path
from .command_line import make_parser
from .compressed import edit_files
from .match import Player, play_series
from .openings import MAX_IMBALANCE, Openings, book_openings, random_even_openings

VISITS_PER_SECOND = {"greylox": 5660, "lox": 4100, "brink": 3980, "multiplicity": 7790, "byg": 5600}
"""The visits of a second in the page's worker, on the reference boards."""
OFF_DEFAULT_VISITS = {"brink": 3310}
"""The same with other options, and on other boards for as many cells as the reference board has:
each position takes more random games there."""
TURNS, SEED = 2, 1
LARGE_TREE = 60_000_000
"""Nodes of the opponent's tree when it has more than a second; two trees have 2.4 GB of memory."""
HALF, MOST = 0.5, 0.75  # the shares between which the sequential test decides
SEQUENTIAL_BOUND = log(0.95 / 0.05)


def engine_player(game: Game, time_share: float) -> str:
    """Return the page's engine, with ``time_share`` seconds an action, as a name for ``Player``."""
    visits, extra_setting = (
        VISITS_PER_SECOND[game.name],
        ",far=1" if tuning(game).analysis_solver_vacancies else "",
    )
    if game != reference_game(game.name):
        visits = scale_to_board(OFF_DEFAULT_VISITS.get(game.name, visits), game)
    return f"visits:+{round(visits * time_share)},exact=1{extra_setting}"


def native_player(game: Game, seconds: float) -> str:
    """Return plain search with ``seconds`` an action, as a name for ``Player``."""
    nodes = f",nodes={LARGE_TREE}" if seconds > 1 else ""
    return f"native:{round(playouts_per_second(game) * seconds)}{nodes}"


def sequential_decision(openings: Sequence[float]) -> bool | None:
    """Return whether the engine wins most openings or half of them; None while it is open.

    ``openings`` has the engine's points of each opening, from 0 to 2; other values than 0 and 2 say
    nothing.
    """
    won, lost = openings.count(2.0), openings.count(0.0)
    ratio = won * log(MOST / HALF) + lost * log((1 - MOST) / (1 - HALF))
    return ratio > 0 if abs(ratio) >= SEQUENTIAL_BOUND else None


class BoardMatch:
    """The games on one board."""

    def __init__(
        self,
        game: Game,
        pairs: int,
        time_share: float,
        opponent_share: float | None,
        native_seconds: float,
        log: Path | None,
        adjudicate_at: float,
    ) -> None:
        self.game, self.log, self.adjudicate_at = game, log, adjudicate_at
        opponent_name = (
            native_player(game, native_seconds)
            if opponent_share is None
            else engine_player(game, opponent_share)
        )
        self.players = Player(engine_player(game, time_share)), Player(opponent_name)
        self.games = list[MatchGame]()
        self._openings: Openings | None = None
        self.book = book_path(game) if book_path(game).exists() else Path()
        if self.book.name:
            self._openings = book_openings(game, self.book, pairs)

    @property
    def names(self) -> tuple[str, str]:
        """The names of the two players."""
        return self.players[0].name, self.players[1].name

    def opening(self, pair: int) -> list[int]:
        """The opening of a pair."""
        if self._openings is None:
            self._openings = random_even_openings(self.game, TURNS, str(SEED), MAX_IMBALANCE)
        return self._openings(pair)

    def play(self, pair: int) -> None:
        """Play a pair, or read it from the log."""
        match_id = [
            write_spec(self.game),
            *self.names,
            self.book.name or MAX_IMBALANCE,
            self.adjudicate_at,
            SEED,
        ]
        numbers = [2 * pair, 2 * pair + 1]
        self.games += play_series(
            self.game,
            self.players,
            numbers,
            self.opening,
            str(SEED),
            2,
            self.adjudicate_at,
            self.log,
            match_id,
        )

    @property
    def is_decided(self) -> bool:
        """Whether the sequential test has decided the match."""
        return sequential_decision(pair_scores(self.games)) is not None

    def result_line(self) -> str:
        """Return the result as a line of text."""
        return f"{write_spec(self.game)}: {summary(self.games, self.names)}"


def main() -> None:
    """Play the pairs and print the results."""
    command = make_parser("lab.strength", __doc__)
    command.add_argument("boards", nargs="*", help="as in links, such as lox7 or byg4")
    command.add_argument("--pairs", type=int, default=20)
    command.add_argument("--time-share", type=float, default=1.0, help="of the engine's second")
    command.add_argument(
        "--share", dest="time_share", type=float, default=argparse.SUPPRESS, help=argparse.SUPPRESS
    )
    command.add_argument(
        "--opponent-share", type=float, metavar="SHARE", help="the engine with so much"
    )
    command.add_argument(
        "--against",
        dest="opponent_share",
        type=float,
        default=argparse.SUPPRESS,
        help=argparse.SUPPRESS,
    )
    command.add_argument(
        "--native-seconds", type=float, default=1.0, help="of plain search an action"
    )
    command.add_argument("--sequential", action="store_true", help="end a match once it is decided")
    command.add_argument(
        "--adjudicate", type=float, default=0.97, help="2: play all games to their end"
    )
    command.add_argument(
        "--sure", dest="adjudicate", type=float, default=argparse.SUPPRESS, help=argparse.SUPPRESS
    )
    command.add_argument(
        "--log", type=Path, metavar="FILE", help="log of the games, to append to and resume from"
    )
    options = command.parse_args()
    specs = options.boards or [write_spec(reference_game(name)) for name in GAMES]
    try:
        games = [read_spec(spec) for spec in specs]
        meetings = [
            BoardMatch(
                game,
                options.pairs,
                options.time_share,
                options.opponent_share,
                options.native_seconds,
                options.log,
                options.adjudicate,
            )
            for game in games
        ]
        with edit_files(options.log):
            for pair in range(options.pairs):
                for meeting in meetings:
                    if options.sequential and meeting.is_decided:
                        continue
                    meeting.play(pair)
                    print(f"\r{pair + 1}: {write_spec(meeting.game)} ", end="", file=sys.stderr)
    except NotationError as error:
        command.error(str(error))
    print(file=sys.stderr)
    for meeting in meetings:
        print(meeting.result_line(), flush=True)


if __name__ == "__main__":
    main()
