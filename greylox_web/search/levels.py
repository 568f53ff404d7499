"""How hard the engine works: at each level, for a hint, a review and an analysis."""

from math import inf
from typing import NamedTuple

from ..rules.state import Game
from .tuning import tuning

RANDOM = 0  # the level that plays any legal action
EXACT_FROM = 7  # the level from which on late positions are solved


class Level(NamedTuple):
    """What a level does; the same on every machine."""

    visits: int  # of the root, with a network; 1 is its first thought alone, 0: it is not asked
    temperature: float  # 0: the best action; t: any, as likely as its visits to the power 1 / t
    playouts: int  # of the root, where there is no network
    exact: bool = False  # whether late positions are solved
    seconds: float = inf  # for a whole turn; then it plays what it has found
    far: bool = False  # whether all that are mostly solved in a second are: no level is held here


LEVELS = {
    1: 30,
    2: 60,
    3: 100,
    4: 250,
    5: 700,
    6: 1400,
    7: 2800,
    8: 5500,
    9: 10_000,
    10: 15_000,
}
"""The playouts of each level, where there is no network."""

HINT = Level(400, 0.0, 2000, exact=True, far=True)
REVIEW = Level(160, 0.0, 700, exact=True, far=True)
ANALYSIS = Level(200_000, 0.0, 50_000, exact=True, far=True)  # or until its tree is full
LOST = Level(100, 0.0, 5500)  # in a lost position, for the action that holds out longest
PONDER = ANALYSIS  # in the opponent's time
STUDIES = {"hint": HINT, "review": REVIEW, "assess": REVIEW, "analyse": ANALYSIS}
"""What is done for the sake of a person, whose own level does not matter then."""

TIMED = {11: 1.0, 12: 3.0, 13: 10.0, 14: 30.0}
"""The seconds a turn of the levels above: they look at as much as the device can."""
ALL = (RANDOM, *LEVELS, *TIMED)


def level_of(game: Game, level: int) -> Level:
    """What a level does in a game."""
    if level == RANDOM:
        return Level(0, inf, 0)
    if level in TIMED:
        return ANALYSIS._replace(seconds=TIMED[level])
    visits, temperature = tuning(game).ladder[level - 1]
    return Level(visits, temperature, LEVELS[level], exact=level >= EXACT_FROM)
