"""Find ten levels of a game with about equal steps of strength, and measure them.

    python3 -m lab.calibrate greylox --first 2.4 --resume lab/calibration.jsonl

The search starts with the lowest level, which samples from the network's policy.  The next level is
the candidate whose score against the level below is nearest to the aim.  Candidates are ordered by
strength: first by temperature, then by visits.  The lower levels also choose by a simple score
(``engine.heuristic``), and the upper ones solve late positions.  All games start from openings of
the board's book as far as it has any, since random turns decide most games of Byg.  The log stores
the games, so the same command resumes.  It prints the ladder for ``engine.tuning`` and the
strengths for ``engine.strengths``.  Choose ``--first`` so that a beginner wins (``lab.newcomers``),
and ``--aim`` for the strength of the tenth level.  With ``--ladder`` the given levels (default: the
current ones) are only measured, with ``--size`` on another board:

    python3 -m lab.calibrate byg --ladder 4 3 2.2 1.7 1.25 0.8 0.35 v32 v192 v768
    python3 -m lab.calibrate byg --ladder --size 4 --games 40
"""

import argparse
from dataclasses import dataclass, replace
from pathlib import Path

from greylox_web.command.match.score import elo_difference, total_points
from greylox_web.confidence import wilson_interval
from greylox_web.engine.tuning import FIRST_SOLVING_LEVEL, LAST_FILTERED_LEVEL, tuning
from greylox_web.rules import GAMES, Game, default_game
from greylox_web.rules.notation.links import write_spec

from .book import book_and_random_openings, book_path
from .command_line import make_parser
from .match import ADJUDICATE_AT, Player, play_series

TARGET_SCORE = 0.75
TARGET_TOLERANCE = 0.035  # a score within this of the aim ends the search
# fmt: off
TEMPERATURES = (
    100.0, 60.0, 30.0, 20.0, 15.0, 12.0, 10.0, 8.0, 6.0, 5.0, 4.0, 3.5, 3.0, 2.7, 2.4, 2.2, 2.0,
    1.85, 1.7, 1.55, 1.4, 1.25, 1.1, 0.95, 0.8, 0.65, 0.5, 0.42, 0.35, 0.2,
)
# fmt: on
VISITS = (4, 6, 8, 12, 16, 24, 32, 48, 64, 96, 128, 192, 256, 384, 512, 768, 1024, 1600)


@dataclass(frozen=True)
class Candidate:
    """A candidate for a level: a temperature, or visits."""

    visits: int
    temperature: float
    level: int = 0  # its rules: some levels solve late positions, some choose by a simple score

    def player_name(self, game: Game) -> str:
        """Return the candidate's name as a player of ``lab.match``."""
        name = f"visits:{self.visits},temperature={self.temperature}"
        if 1 <= self.level <= LAST_FILTERED_LEVEL:
            name += f",share={tuning(game).share}"
        return f"{name},exact=1" if self.level >= FIRST_SOLVING_LEVEL else name

    def with_level(self, level: int) -> "Candidate":
        """Return the candidate with the rules of that level."""
        return replace(self, level=level)


CANDIDATES = [Candidate(1, float(temperature)) for temperature in TEMPERATURES] + [
    Candidate(v, 0.0) for v in VISITS
]


class MatchLog:
    """All games between candidates of one game, stored in a log."""

    def __init__(self, game: Game, path: Path, max_games: int, parallel_games: int) -> None:
        self.game, self.path, self.max_games, self.tables = game, path, max_games, parallel_games
        self.openings = book_and_random_openings(game)

    def score(
        self, strong: Candidate, weak: Candidate, all_games: bool = False
    ) -> tuple[float, int]:
        """Play missing games; return the points of ``strong`` and the number of games.

        Slow players play fewer games, unless ``all_games`` is set.
        """
        names = strong.player_name(self.game), weak.player_name(self.game)
        players = Player(names[0]), Player(names[1])
        match_id = [write_spec(self.game), *names, book_path(self.game).name]
        affordable = max(60, 2 * round(self.max_games * 64 / strong.visits / 2))
        game_count = self.max_games if all_games else min(self.max_games, affordable)
        games = list(
            play_series(
                self.game,
                players,
                range(game_count),
                self.openings,
                "1",
                self.tables,
                ADJUDICATE_AT,
                self.path,
                match_id,
            )
        )
        print(f"  {strong} - {weak}: {total_points(games):g} of {len(games)}", flush=True)
        return total_points(games), len(games)


def next_level(log: MatchLog, index: int, level: int, aim: float, initial_step: int) -> int:
    """Return the index of the candidate whose score against ``index`` is nearest to the aim.

    ``index`` is the candidate of the level below, ``level`` the level to fill.
    """
    low, high = index + 1, len(CANDIDATES) - 1  # candidates below ``low`` are too weak
    best, nearest, trial = high, 9.0, min(high, index + initial_step)
    while low <= high:
        below = CANDIDATES[index].with_level(level - 1)
        scored, games = log.score(CANDIDATES[trial].with_level(level), below)
        deviation = scored / games - aim
        if abs(deviation) < nearest:
            best, nearest = trial, abs(deviation)
        if abs(deviation) < TARGET_TOLERANCE:
            break
        if deviation < 0:
            low = trial + 1
        else:
            high = trial - 1
        step = 1 if abs(deviation) < 0.12 else 2
        trial = (
            min(max(low, trial + step), high)
            if deviation < 0
            else max(min(high, trial - step), low)
        )
    return best


def find_ladder(log: MatchLog, first: float, aim: float, count: int) -> list[Candidate]:
    """Return a ladder of ``count`` levels, or fewer if it reaches the strongest candidate."""
    index = CANDIDATES.index(Candidate(1, first))
    chosen, initial_step = [index], 2
    while len(chosen) < count and index < len(CANDIDATES) - 1:
        index = next_level(log, index, len(chosen) + 1, aim, initial_step)
        initial_step = min(index - chosen[-1], 4)
        chosen.append(index)
    return [CANDIDATES[index] for index in chosen]


def parse_candidate(word: str) -> Candidate:
    """Parse a candidate: ``2.4`` is a temperature, ``v96`` a number of visits."""
    return Candidate(int(word[1:]), 0.0) if word[:1] == "v" else Candidate(1, float(word))


def ladder_words(game: Game) -> list[str]:
    """Return the levels of the current ladder as words for ``parse_candidate``."""
    return [
        f"v{visits}" if visits > 1 else f"{temperature}"
        for visits, temperature in tuning(game).visits_and_temperatures
    ]


def main() -> None:
    """Find the levels and print the tables."""
    parser = make_parser("lab.calibrate", __doc__)
    parser.add_argument("game", choices=GAMES)
    parser.add_argument("--size", type=int, help="of the board; the usual one if not given")
    parser.add_argument(
        "--first",
        type=float,
        default=3.0,
        choices=TEMPERATURES,
        metavar="TEMPERATURE",
        help="of the lowest level",
    )
    parser.add_argument(
        "--aim", type=float, default=TARGET_SCORE, help="score against the one below"
    )
    parser.add_argument("--count", type=int, default=10, help="levels to find, or to measure")
    parser.add_argument("--ladder", nargs="*", help="temperatures, and visits after a v; upwards")
    parser.add_argument("--games", type=int, default=200, help="in a match of cheap players")
    parser.add_argument("--parallel", type=int, default=32)
    parser.add_argument(
        "--tables", dest="parallel", type=int, default=argparse.SUPPRESS, help=argparse.SUPPRESS
    )
    parser.add_argument("--resume", type=Path, default=Path("lab/calibration.jsonl"))
    options = parser.parse_args()
    game = default_game(options.game, options.size)
    log = MatchLog(game, options.resume, options.games, options.parallel)
    if options.ladder is not None:
        words = options.ladder or ladder_words(game)
        ladder = [parse_candidate(word) for word in words[: options.count]]
    else:
        ladder = find_ladder(log, options.first, options.aim, options.count)
    rows, strength, error = {}, 0.0, 0.0
    for level, rung in enumerate(ladder, 1):
        if level > 1:
            below = ladder[level - 2].with_level(level - 1)
            scored, games = log.score(rung.with_level(level), below, all_games=True)
            low, high = wilson_interval(scored, games)
            low_elo, step, high_elo = (
                elo_difference(min(max(x, 0.01), 0.99)) for x in (low, scored / games, high)
            )
            strength += step
            error = max(high_elo - low_elo, 1) / 2
            print(f"level {level} on {level - 1}: {scored / games:.1%} ({low:.1%} to {high:.1%})")
        rows[level] = (round(strength), round(error))
    print({level: (c.visits, c.temperature) for level, c in enumerate(ladder, 1)})
    print(rows, flush=True)


if __name__ == "__main__":
    main()
