"""Finds ten levels of a game with about equal steps of strength, and measures them.

    python3 -m lab.calibrate greylox --first 2.4 --resume lab/calibration.jsonl

It begins with the lowest level, which samples from the network's policy, and goes up: the next
level is the candidate whose score against this one is nearest to the aim.  Candidates are ordered
by strength: first by temperature, then by visits; the lower levels also see only what is near, and
the upper ones solve late positions.  All games begin from openings of the board's book while there
are any, since random turns decide most games of Byg.  They are kept in the log, so the same command
continues where it was stopped; it prints the ladder for ``engine.tuning`` and the strengths for
``engine.strengths``.  Choose ``--first`` so that a beginner wins (``lab.newcomers``), and
``--aim`` so that the tenth level has the strength wanted.  A ladder that is given (by default the
current one) is only measured, on another board if wanted:

    python3 -m lab.calibrate byg --ladder 4 3 2.2 1.7 1.25 0.8 0.35 v32 v192 v768
    python3 -m lab.calibrate byg --ladder --size 4 --games 40
"""

from dataclasses import dataclass, replace
from pathlib import Path

from greylox_web.command.match.score import elo_difference, total_points, wilson_interval
from greylox_web.engine.tuning import FIRST_SOLVING_LEVEL, LAST_FILTERED_LEVEL, tuning
from greylox_web.rules import GAMES, Game, default_game
from greylox_web.rules.notation.links import write_spec

from .book import book_of, openings_of
from .command_line import command_line
from .match import SURE, Player, series

AIM = 0.75
NEAR = 0.035  # of the aim: no other candidate is tried then
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
    level: int = 0  # as which it plays: some solve late positions, some see only what is near

    def player(self, game: Game) -> str:
        """Its name in a match of a game."""
        name = f"visits:{self.visits},temperature={self.temperature}"
        if 1 <= self.level <= LAST_FILTERED_LEVEL:
            name += f",share={tuning(game).share}"
        return f"{name},exact=1" if self.level >= FIRST_SOLVING_LEVEL else name

    def at(self, level: int) -> "Candidate":
        """The candidate as that level would play."""
        return replace(self, level=level)


CANDIDATES = [Candidate(1, float(temperature)) for temperature in TEMPERATURES] + [
    Candidate(v, 0.0) for v in VISITS
]


class MatchLog:
    """All games between candidates of one game, kept in a log."""

    def __init__(self, game: Game, path: Path, most: int, tables: int) -> None:
        self.game, self.path, self.most, self.tables = game, path, most, tables
        self.openings = openings_of(game)

    def score(self, strong: Candidate, weak: Candidate, whole: bool = False) -> tuple[float, int]:
        """The points of the stronger one and the number of games; missing games are played first.

        Slow players play fewer games, unless ``whole`` is set.
        """
        names = strong.player(self.game), weak.player(self.game)
        players = Player(names[0]), Player(names[1])
        about = [write_spec(self.game), *names, book_of(self.game).name]
        affordable = max(60, 2 * round(self.most * 64 / strong.visits / 2))
        wanted = self.most if whole else min(self.most, affordable)
        games = list(
            series(
                self.game,
                players,
                range(wanted),
                self.openings,
                "1",
                self.tables,
                SURE,
                self.path,
                about,
            )
        )
        print(f"  {strong} - {weak}: {total_points(games):g} of {len(games)}", flush=True)
        return total_points(games), len(games)


def above(log: MatchLog, place: int, level: int, aim: float, guess: int) -> int:
    """The index of the candidate whose score against the one at ``place`` is nearest to the aim.

    ``level`` is the one that is looked for.
    """
    low, high = place + 1, len(CANDIDATES) - 1  # too weak, too strong
    best, nearest, trial = high, 9.0, min(high, place + guess)
    while low <= high:
        below = CANDIDATES[place].at(level - 1)
        scored, games = log.score(CANDIDATES[trial].at(level), below)
        off = scored / games - aim
        if abs(off) < nearest:
            best, nearest = trial, abs(off)
        if abs(off) < NEAR:
            break
        if off < 0:
            low = trial + 1
        else:
            high = trial - 1
        step = 1 if abs(off) < 0.12 else 2
        trial = min(max(low, trial + step), high) if off < 0 else max(min(high, trial - step), low)
    return best


def climbed(log: MatchLog, first: float, aim: float, count: int) -> list[Candidate]:
    """The ladder of ``count`` levels, or fewer if the strongest candidate is reached."""
    place = CANDIDATES.index(Candidate(1, first))
    chosen, guess = [place], 2
    while len(chosen) < count and place < len(CANDIDATES) - 1:
        place = above(log, place, len(chosen) + 1, aim, guess)
        guess = min(place - chosen[-1], 4)
        chosen.append(place)
    return [CANDIDATES[place] for place in chosen]


def candidate(word: str) -> Candidate:
    """The candidate that a word names: ``2.4`` is a temperature, ``v96`` are visits."""
    return Candidate(int(word[1:]), 0.0) if word[:1] == "v" else Candidate(1, float(word))


def played(game: Game) -> list[str]:
    """The words for the levels of the current ladder."""
    return [
        f"v{visits}" if visits > 1 else f"{heat}" for visits, heat in tuning(game).level_settings
    ]


def main() -> None:
    """Find the levels and print the tables."""
    parser = command_line("lab.calibrate", __doc__)
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
    parser.add_argument("--aim", type=float, default=AIM, help="score against the one below")
    parser.add_argument("--count", type=int, default=10, help="levels to find, or to measure")
    parser.add_argument("--ladder", nargs="*", help="temperatures, and visits after a v; upwards")
    parser.add_argument("--games", type=int, default=200, help="in a match of cheap players")
    parser.add_argument("--tables", type=int, default=32)
    parser.add_argument("--resume", type=Path, default=Path("lab/calibration.jsonl"))
    options = parser.parse_args()
    game = default_game(options.game, options.size)
    log = MatchLog(game, options.resume, options.games, options.tables)
    if options.ladder is not None:
        words = options.ladder or played(game)
        ladder = [candidate(word) for word in words[: options.count]]
    else:
        ladder = climbed(log, options.first, options.aim, options.count)
    rows, strength, error = {}, 0.0, 0.0
    for level, rung in enumerate(ladder, 1):
        if level > 1:
            below = ladder[level - 2].at(level - 1)
            scored, games = log.score(rung.at(level), below, whole=True)
            low, high = wilson_interval(scored, games)
            least, step, most = (
                elo_difference(min(max(x, 0.01), 0.99)) for x in (low, scored / games, high)
            )
            strength += step
            error = max(most - least, 1) / 2
            print(f"level {level} on {level - 1}: {scored / games:.1%} ({low:.1%} to {high:.1%})")
        rows[level] = (round(strength), round(error))
    print({level: (c.visits, c.temperature) for level, c in enumerate(ladder, 1)})
    print(rows, flush=True)


if __name__ == "__main__":
    main()
