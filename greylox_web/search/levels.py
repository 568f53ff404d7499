"""How hard the engine works: at each level, for a hint, a review and an analysis."""

from math import inf
from typing import NamedTuple

from ..rules.state import Game
from .tuning import tuning

RANDOM = 0  # the level that plays any legal action
NEAR_TO = 5  # the level up to which only actions that look good one ahead are chosen
EXACT_FROM = 7  # the level from which on late positions are solved


class Level(NamedTuple):
    """How a level works; it is the same on every machine, except for ``seconds``."""

    visits: int  # of the root, with a network: 1 evaluates the root alone, 0 uses no network
    temperature: float  # 0 plays the best action; for others see ``memory.some_action``
    playouts: int  # of the root, without a network
    exact: bool = False  # whether late positions are solved
    seconds: float = inf  # for a whole turn; then it plays the best found so far
    far: bool = (
        False  # whether positions up to ``Tuning.far`` are solved, where strength is not fixed
    )
    share: float = 1.0  # of the legal actions, those that look best, among which it chooses


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
"""The playouts of each level in a game without a network."""

HINT = Level(1000, 0.0, 2000, exact=True, seconds=2.0, far=True)
REVIEW = Level(1000, 0.0, 700, exact=True, seconds=1.0, far=True)  # ``lab.review`` measures it
ASSESS = Level(160, 0.0, 700, exact=True, far=True)  # at each turn of a person, so it is quick
ANALYSIS = Level(200_000, 0.0, 50_000, exact=True, far=True)  # or until the tree is full
LOST = Level(100, 0.0, 5500)  # in a lost position, to find the action that holds out longest
PONDER = ANALYSIS  # while the opponent thinks
STUDIES = {"hint": HINT, "review": REVIEW, "assess": ASSESS, "analyse": ANALYSIS}
"""Questions asked on behalf of a person: they ignore the level of the opponent."""

TIMED = {11: 1.0, 12: 3.0, 13: 10.0, 14: 30.0}
"""Seconds per turn of the levels above 10, which search as much as the device manages."""
ALL = (RANDOM, *LEVELS, *TIMED)


def level_of(game: Game, level: int) -> Level:
    """How a level works in a game."""
    if level == RANDOM:
        return Level(0, inf, 0)
    if level in TIMED:
        return ANALYSIS._replace(seconds=TIMED[level])
    visits, temperature = tuning(game).ladder[level - 1]
    share = tuning(game).share if level <= NEAR_TO else 1.0
    return Level(visits, temperature, LEVELS[level], exact=level >= EXACT_FROM, share=share)
