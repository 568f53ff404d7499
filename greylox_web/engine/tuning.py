"""How hard the engine works: at each level, for each purpose, and in each game."""

from dataclasses import dataclass
from math import inf
from typing import NamedTuple

from ..rules import new_game
from ..rules.notation.links import read_spec
from ..rules.state import Game
from .levels import RANDOM, TURN_SECONDS


@dataclass(frozen=True)
class Tuning:
    """The engine's parameters for one game."""

    ladder: tuple[tuple[int, float], ...]
    """Visits and temperature of each level from 1 up, found by ``lab.calibrate``."""
    share: float
    """The share of the legal actions among which the levels up to ``NEAR_TO`` choose: those
    that look best one action ahead (``near.best``).  At most 0.9, so that none of the worst tenth
    is among them.  The smaller it is, the less far the levels can see; it is about the smallest
    with which the highest of them still wins a fifth of its games against the next level."""
    pace: float
    """The factor on a level's playouts that makes it take about as long in every game."""
    late: int
    """The most vacant cells with which the Python solver mostly succeeds within ``opened``."""
    opened: int
    """Positions that the Python solver opens in about half a second in a browser."""
    later: int
    """The most vacant cells with which the compiled solver mostly succeeds in a second
    (``lab.bench.endings``)."""
    compiled: int
    """Positions that the compiled solver may open."""
    far: int = 0
    """The same as ``later`` where strength is not fixed: in an analysis, a review, a hint and above
    level 10.  A value below ``later`` has no effect."""
    fpu_reduction: float = 0.15
    """First-play urgency: an unvisited action is valued at its parent's value less this."""
    games: int = 0
    """Random games for each new position, where the guided search is compiled; in Brink and
    Multiplicity their last four stones are played perfectly."""
    trust: float = 0.0
    """The weight of their mean in a new position's value; the rest is the network's value."""
    elsewhere: tuple[int, float] | None = None
    """``games`` and ``trust`` off the reference board, of which a network has seen less; None: the
    same."""
    reference: str = ""
    """The board with its options, as links write it, that the network has seen most, and on which
    work is counted.  It belongs to the network: players may be offered another one."""


# fmt: off
TUNED = {
    "greylox": Tuning(
        ladder=(
            (1, 11.0), (1, 4.5), (1, 2.8), (1, 1.5), (1, 0.4),
            (6, 0.0), (48, 0.0), (128, 0.0), (384, 0.0), (768, 0.0),
        ),
        share=0.35, pace=0.7, late=12, opened=6000, later=16, compiled=150_000,
        reference="greylox5",
    ),
    "lox": Tuning(
        ladder=(
            (1, 3.2), (1, 2.55), (1, 2.0), (1, 1.5), (1, 0.95),
            (1, 0.42), (12, 0.0), (48, 0.0), (128, 0.0), (256, 0.0),
        ),
        share=0.2, pace=0.3, late=22, opened=500, later=24, compiled=10_000, far=50,
        reference="lox11",
    ),
    "brink": Tuning(
        ladder=(
            (1, 30.0), (1, 7.0), (1, 3.6), (1, 2.2), (1, 1.25),
            (1, 0.42), (9, 0.0), (34, 0.0), (116, 0.0), (340, 0.0),
        ),
        share=0.85, pace=1.0, late=15, opened=20_000, later=20, compiled=500_000, fpu_reduction=0.3,
        games=8, trust=0.5, elsewhere=(24, 0.75),
        reference="brink5-x3",
    ),
    "multiplicity": Tuning(
        ladder=(
            (1, 60.0), (1, 13.0), (1, 6.0), (1, 3.1), (1, 1.5),
            (1, 0.5), (8, 0.0), (32, 0.0), (128, 0.0), (512, 0.0),
        ),
        share=0.6, pace=1.0, late=13, opened=16_000, later=18, compiled=300_000,
        reference="multiplicity5",
    ),
    "byg": Tuning(
        ladder=(
            (1, 100.0), (1, 10.0), (1, 4.0), (1, 2.6), (1, 1.5),
            (1, 0.8), (1, 0.35), (32, 0.0), (192, 0.0), (768, 0.0),
        ),
        share=0.85, pace=0.7, late=13, opened=1100, later=16, compiled=70_000, far=18,
        reference="byg5",
    ),
}

UNMEASURED = Tuning(
    ladder=(
        (1, 2.4), (1, 1.8), (1, 1.4), (1, 0.95), (1, 0.4),
        (8, 0.0), (32, 0.0), (96, 0.0), (256, 0.0), (512, 0.0),
    ),
    share=0.9, pace=0.5, late=10, opened=1000, later=10, compiled=10_000,
)
"""For a new game: each level is stronger than the one below, and none takes long."""
# fmt: on


def tuning(game: Game) -> Tuning:
    """The engine's parameters for this game."""
    return TUNED.get(game.name, UNMEASURED)


def reference(name: str) -> Game:
    """The reference board of the game ``name`` (``Tuning``)."""
    spec = TUNED.get(name, UNMEASURED).reference
    return read_spec(spec) if spec else new_game(name)


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


PLAYOUTS = (30, 60, 100, 250, 700, 1400, 2800, 5500, 10_000, 15_000)
"""The playouts of each level from 1 up in a game without a network."""

HINT = Level(1000, 0.0, 2000, exact=True, seconds=2.0, far=True)
REVIEW = Level(1000, 0.0, 700, exact=True, seconds=1.0, far=True)  # ``lab.review`` measures it
ASSESS = Level(160, 0.0, 700, exact=True, far=True)  # at each turn of a person, so it is quick
ANALYSIS = Level(200_000, 0.0, 50_000, exact=True, far=True)  # or until the tree is full
LOST = Level(100, 0.0, 5500)  # in a lost position, to find the action that holds out longest
PONDER = ANALYSIS  # while the opponent thinks
STUDIES = {"hint": HINT, "review": REVIEW, "assess": ASSESS, "analyse": ANALYSIS}
"""Questions asked on behalf of a person: they ignore the level of the opponent."""


def level_of(game: Game, level: int) -> Level:
    """How a level works in a game."""
    if level == RANDOM:
        return Level(0, inf, 0)
    if level in TURN_SECONDS:
        return ANALYSIS._replace(seconds=TURN_SECONDS[level])
    visits, temperature = tuning(game).ladder[level - 1]
    share = tuning(game).share if level <= NEAR_TO else 1.0
    return Level(visits, temperature, PLAYOUTS[level - 1], exact=level >= EXACT_FROM, share=share)


def manners(name: str) -> tuple[str | int, ...]:
    """How each level from 1 up plays a game; empty for one whose levels were not measured.

    A level with several visits for each stone plays the best action: its visits.  One with a single
    visit draws its action from the network's policy: a word for its temperature, from "eye" to
    "whim", the highest.
    """
    return tuple(map(manner, TUNED[name].ladder)) if name in TUNED else ()


def manner(step: tuple[int, float]) -> str | int:
    """The manner of a level with these visits and this temperature."""
    visits, temperature = step
    if visits > 1:
        return visits
    bounds = (("eye", 0.7), ("hunch", 2.0), ("mood", 3.2))
    return next((word for word, bound in bounds if temperature < bound), "whim")
