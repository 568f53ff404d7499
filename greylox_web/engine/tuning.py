"""The engine's effort: at each level, for each purpose, and in each game."""

from dataclasses import dataclass
from math import inf
from typing import NamedTuple

from ..rules import new_game
from ..rules.notation.links import read_spec
from ..rules.state import Game
from .levels import RANDOM_LEVEL, REVIEW_VISITS, TURN_SECONDS


@dataclass(frozen=True)
class Tuning:
    """The engine's parameters for one game."""

    visits_and_temperatures: tuple[tuple[int, float], ...]
    """The visits and the temperature of each level from 1 up, measured by ``lab.calibrate``."""
    share: float
    """The share of the legal actions that the levels up to ``LAST_FILTERED_LEVEL`` consider.  These
    actions look best one action ahead (``heuristic.best_actions``).  The share is at most 0.9, so
    it always excludes at least the worst tenth.  A smaller share makes the levels weaker.  The
    value is about the smallest with which the highest of these levels still wins a fifth of its
    games against the next level."""
    playout_factor: float
    """The factor on a level's playouts that makes it take about as long in every game."""
    python_solver_vacancies: int
    """The most vacant cells with which the Python solver mostly needs no more than
    ``python_solver_nodes`` positions."""
    python_solver_nodes: int
    """Positions that the Python solver opens in about half a second in a browser."""
    compiled_solver_vacancies: int
    """The most vacant cells with which the compiled solver mostly succeeds in a second
    (``lab.bench.endings``)."""
    compiled_solver_nodes: int
    """Positions that the compiled solver may open."""
    analysis_solver_vacancies: int = 0
    """The most vacant cells for the compiled solver where strength is not fixed: in an analysis, a
    review, a hint and above level 10.  A value below ``compiled_solver_vacancies`` has no
    effect."""
    fpu_reduction: float = 0.15
    """The first-play urgency reduction: an unvisited action gets its parent's value less this."""
    rollouts: int = 0
    """The random games for each new position of a guided search (``rollouts``)."""
    rollout_weight: float = 0.0
    """The weight of the rollouts' mean in a new position's value; the rest is the network's
    value."""
    off_default_rollouts: tuple[int, float] | None = None
    """The ``rollouts`` and ``rollout_weight`` off the reference board; None means the same
    values."""
    reference: str = ""
    """The board with its options, in link notation, that the network's training used most.  Work is
    counted on this board.  It belongs to the network: the page may offer another board."""


# fmt: off
TUNING = {
    "greylox": Tuning(
        visits_and_temperatures=(
            (1, 11.0), (1, 4.5), (1, 2.8), (1, 1.5), (1, 0.4),
            (6, 0.0), (48, 0.0), (128, 0.0), (384, 0.0), (768, 0.0),
        ),
        share=0.35, playout_factor=0.7,
        python_solver_vacancies=12, python_solver_nodes=6000,
        compiled_solver_vacancies=16, compiled_solver_nodes=150_000,
        reference="greylox5",
    ),
    "lox": Tuning(
        visits_and_temperatures=(
            (1, 3.2), (1, 2.55), (1, 2.0), (1, 1.5), (1, 0.95),
            (1, 0.42), (12, 0.0), (48, 0.0), (128, 0.0), (256, 0.0),
        ),
        share=0.2, playout_factor=0.3,
        python_solver_vacancies=22, python_solver_nodes=500,
        compiled_solver_vacancies=24, compiled_solver_nodes=10_000,
        analysis_solver_vacancies=50,
        reference="lox11",
    ),
    "brink": Tuning(
        visits_and_temperatures=(
            (1, 30.0), (1, 7.0), (1, 3.6), (1, 2.2), (1, 1.25),
            (1, 0.42), (9, 0.0), (34, 0.0), (116, 0.0), (340, 0.0),
        ),
        share=0.85, playout_factor=1.0, fpu_reduction=0.3,
        python_solver_vacancies=15, python_solver_nodes=20_000,
        compiled_solver_vacancies=20, compiled_solver_nodes=500_000,
        rollouts=8, rollout_weight=0.5, off_default_rollouts=(24, 0.75),
        reference="brink5-x3",
    ),
    "multiplicity": Tuning(
        visits_and_temperatures=(
            (1, 60.0), (1, 13.0), (1, 6.0), (1, 3.1), (1, 1.5),
            (1, 0.5), (8, 0.0), (32, 0.0), (128, 0.0), (512, 0.0),
        ),
        share=0.6, playout_factor=1.0,
        python_solver_vacancies=13, python_solver_nodes=16_000,
        compiled_solver_vacancies=18, compiled_solver_nodes=300_000,
        reference="multiplicity5",
    ),
    "byg": Tuning(
        visits_and_temperatures=(
            (1, 100.0), (1, 10.0), (1, 4.0), (1, 2.6), (1, 1.5),
            (1, 0.8), (1, 0.35), (32, 0.0), (192, 0.0), (768, 0.0),
        ),
        share=0.85, playout_factor=0.7,
        python_solver_vacancies=13, python_solver_nodes=1100,
        compiled_solver_vacancies=16, compiled_solver_nodes=70_000,
        analysis_solver_vacancies=18,
        reference="byg5",
    ),
}

DEFAULT_TUNING = Tuning(
    visits_and_temperatures=(
        (1, 2.4), (1, 1.8), (1, 1.4), (1, 0.95), (1, 0.4),
        (8, 0.0), (32, 0.0), (96, 0.0), (256, 0.0), (512, 0.0),
    ),
    share=0.9, playout_factor=0.5,
    python_solver_vacancies=10, python_solver_nodes=1000,
    compiled_solver_vacancies=10, compiled_solver_nodes=10_000,
)
"""The tuning of a new game: each level is stronger than the one below, and none takes long."""
# fmt: on


def tuning(game: Game) -> Tuning:
    """Return the engine's parameters for this game."""
    return TUNING.get(game.name, DEFAULT_TUNING)


def reference_game(name: str) -> Game:
    """Return the reference board of the game ``name`` (``Tuning``)."""
    spec = TUNING.get(name, DEFAULT_TUNING).reference
    return read_spec(spec) if spec else new_game(name)


LAST_FILTERED_LEVEL = 5  # up to this level, only actions that look good one action ahead are chosen
FIRST_SOLVING_LEVEL = 7  # from this level on, late positions are solved


class LevelSettings(NamedTuple):
    """The effort of a level; all but ``seconds`` is the same on every machine."""

    visits: int  # of the root, with a network: 1 evaluates only the root, 0 uses no network
    temperature: float  # 0 plays the best action; see ``tree_reuse.sample_action`` for others
    playouts: int  # of the root, without a network
    solves_endgames: bool = False  # whether late positions are solved
    seconds: float = inf  # for a whole turn; then the level plays the best action so far
    # whether positions up to ``Tuning.analysis_solver_vacancies`` are solved
    solves_early: bool = False
    share: float = 1.0  # the level chooses from this share of the legal actions, the best-looking


PLAYOUTS = (30, 60, 100, 250, 700, 1400, 2800, 5500, 10_000, 15_000)
"""The playouts of each level from 1 up in a game without a network."""

HINT = LevelSettings(1000, 0.0, 2000, solves_endgames=True, seconds=2.0, solves_early=True)
REVIEW = LevelSettings(
    REVIEW_VISITS, 0.0, 700, solves_endgames=True, seconds=1.0, solves_early=True
)
# the same work on every device: the page gives up where it takes too long
TEACH = REVIEW._replace(seconds=inf)
# quick, because it runs at each turn of a person
ASSESS = LevelSettings(160, 0.0, 700, solves_endgames=True, solves_early=True)
# runs until stopped or until the tree is full
ANALYSIS = LevelSettings(200_000, 0.0, 50_000, solves_endgames=True, solves_early=True)
# for a lost position: finds the action that holds out longest
LOST_POSITION = LevelSettings(100, 0.0, 5500)
PONDER = ANALYSIS  # while the opponent thinks
FIXED_EFFORT = {
    "hint": HINT,
    "review": REVIEW,
    "assess": ASSESS,
    "analyse": ANALYSIS,
    "teach": TEACH,
}
"""The effort of requests on behalf of a person, which ignore the level of the opponent."""


def level_settings(game: Game, level: int) -> LevelSettings:
    """Return the effort of a level in a game."""
    if level == RANDOM_LEVEL:
        return LevelSettings(0, inf, 0)
    if level in TURN_SECONDS:
        return ANALYSIS._replace(seconds=TURN_SECONDS[level])
    visits, temperature = tuning(game).visits_and_temperatures[level - 1]
    share = tuning(game).share if level <= LAST_FILTERED_LEVEL else 1.0
    return LevelSettings(
        visits,
        temperature,
        PLAYOUTS[level - 1],
        solves_endgames=level >= FIRST_SOLVING_LEVEL,
        share=share,
    )


def play_styles(name: str) -> tuple[str | int, ...]:
    """Return how each level from 1 up plays a game; empty if its levels were not measured.

    A level with several visits for each stone plays the best action; its entry is the visits.  A
    level with a single visit draws its action from the network's policy.  Its entry is a word for
    its temperature, from "eye" to "whim", the highest.
    """
    return tuple(map(play_style, TUNING[name].visits_and_temperatures)) if name in TUNING else ()


def play_style(step: tuple[int, float]) -> str | int:
    """Return the number of visits of a level, or the word for its temperature."""
    visits, temperature = step
    if visits > 1:
        return visits
    bounds = (("eye", 0.7), ("hunch", 2.0), ("mood", 3.2))
    return next((word for word, bound in bounds if temperature < bound), "whim")
