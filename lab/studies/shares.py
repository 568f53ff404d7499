"""The shares of wins between equals on each board, for *New game*, from the studies.

A board is listed once 200 games are played at each strength, from the first position and with four
random actions.  With the swap of Brink or Multiplicity, the games start after the best first stone
and the best answer to it (``SWAP_STARTS``).  The figures are of the stronger play, from the tables
``results/NAME.csv``.
"""

import csv
from pathlib import Path
from typing import NamedTuple

from greylox_web.features.new_game import shares as page_shares
from lab.studies.questions import (
    QUESTIONS,
    RANDOM_ACTIONS,
    SWAP_STARTS,
    Point,
    Question,
)

FOLDER = Path(__file__).parent / "results"
MIN_GAMES = 200  # games at each strength from which on a board is listed
MODULE_PATH = Path(page_shares.__file__)
MODULE = '''"""Of 100 games between equal players: wins of the first colour, and draws.

The games come from the studies; ``python3 -m lab.study shares`` writes this file.
"""

SHARES: dict[str, tuple[int, int]] = {rows}
"""(wins of the first colour, draws) by game and board, written as in links."""
'''


class BoardShare(NamedTuple):
    """The shares of the games on a board at the stronger play."""

    share: float  # of the first colour; a draw is half a game
    draws: float  # share of the games that are drawn

    @property
    def percentages(self) -> tuple[int, int]:
        """The first colour's wins and the draws in 100 games.

        Rounding gives neither side no wins, or only wins, unless that is exact.

        >>> [BoardShare(*pair).percentages for pair in ((0.999, 0.0), (0.5, 0.1), (0.0, 0.0))]
        [(99, 0), (45, 10), (0, 0)]
        """
        wins, draws = round(self.share - self.draws / 2, 4), round(100 * self.draws)
        min_wins, max_wins = int(wins > 0), 100 - draws - int(round(wins + self.draws, 4) < 1)
        return max(min_wins, min(max_wins, round(100 * wins))), draws


def load_shares(folder: Path = FOLDER) -> dict[str, BoardShare]:
    """Load the share of each listed board from the tables."""
    shares = dict[str, BoardShare]()
    for name, question in QUESTIONS.items():
        path = folder / f"{name}.csv"
        with path.open(encoding="utf-8", newline="") as file:
            rows = {(row["game"], int(row["visits"])): row for row in csv.DictReader(file)}
        for point in question.points:
            if has_enough_games(question, point, rows):
                row = rows[point.name, max(question.visits)]
                share, draw_share = float(row["first"]), int(row["draws"]) / int(row["games"])
                shares[point.spec] = BoardShare(share, draw_share)
    return shares


def has_enough_games(
    question: Question, point: Point, rows: dict[tuple[str, int], dict[str, str]]
) -> bool:
    """Return whether a point is of the listed kind, with enough games."""
    keys = [(point.name, visits) for visits in question.visits]
    played = all(
        key in rows and int(rows[key]["games"]) >= min(point.games, MIN_GAMES) for key in keys
    )
    is_start = not point.starts or point.spec in SWAP_STARTS
    return played and is_start and point.random_actions == RANDOM_ACTIONS


def render_module(shares: dict[str, BoardShare]) -> str:
    """The source of the page's module."""
    rows = "".join(f'    "{spec}": {shares[spec].percentages},\n' for spec in sorted(shares))
    return MODULE.format(rows=f"{{\n{rows}}}" if rows else "{}")


def write_module() -> None:
    """Write the page's module."""
    MODULE_PATH.write_text(render_module(load_shares()), "utf-8")
