"""What was measured of each game; a game that is not in the table gets by with the defaults."""

from dataclasses import dataclass

from ..rules.state import Game


@dataclass(frozen=True)
class Tuning:
    """How the engine goes about one game."""

    ladder: tuple[tuple[int, float], ...]
    """Visits and temperature of the levels from 1 up, as ``lab.calibrate`` found them."""
    pace: float
    """The share of the playouts that the game gets, so that a level takes about as long in each."""
    late: int
    """With so few vacant cells a position is mostly solved by opening ``opened`` positions."""
    opened: int
    """How many positions are opened in about half a second in a browser."""
    later: int
    """The same for the solver in compiled code, which opens ``compiled`` positions: as many vacant
    cells as are mostly solved in a second (``lab.bench.endings``)."""
    compiled: int
    far: int = 0
    """With so few they are solved where no level is held: in an analysis, a review, a hint, and
    above level 10; 0: with ``later``."""
    fpu_reduction: float = 0.15
    """How much worse than its parent an action is thought before a visit."""
    games: int = 0
    """Random games for each new position, where compiled code guides the search."""
    trust: float = 0.0
    """How much of a new position's value is theirs; the rest is the network's."""
    elsewhere: tuple[int, float] | None = None
    """Both on another board than the default one or with an option changed, where they are others:
    a network has seen less of these."""


# fmt: off
TUNED = {
    "greylox": Tuning(
        ladder=(
            (1, 3.0), (1, 2.2), (1, 1.55), (1, 0.95), (1, 0.35),
            (6, 0.0), (48, 0.0), (128, 0.0), (384, 0.0), (768, 0.0),
        ),
        pace=0.7, late=12, opened=6000, later=16, compiled=150_000,
    ),
    "lox": Tuning(
        ladder=(
            (1, 2.0), (1, 1.7), (1, 1.4), (1, 1.1), (1, 0.8),
            (1, 0.42), (12, 0.0), (48, 0.0), (128, 0.0), (256, 0.0),
        ),
        pace=0.3, late=22, opened=500, later=24, compiled=10_000, far=50,
    ),
    "brink": Tuning(
        ladder=(
            (1, 3.0), (1, 2.4), (1, 1.85), (1, 1.5), (1, 1.0),
            (1, 0.42), (9, 0.0), (34, 0.0), (116, 0.0), (340, 0.0),
        ),
        pace=1.0, late=15, opened=20_000, later=18, compiled=180_000, fpu_reduction=0.3,
        games=8, trust=0.5, elsewhere=(24, 0.75),
    ),
    "multiplicity": Tuning(
        ladder=(
            (1, 2.4), (1, 1.85), (1, 1.4), (1, 0.95), (1, 0.5),
            (8, 0.0), (32, 0.0), (96, 0.0), (256, 0.0), (512, 0.0),
        ),
        pace=1.0, late=13, opened=16_000, later=16, compiled=250_000,
    ),
    "byg": Tuning(
        ladder=(
            (1, 4.0), (1, 3.0), (1, 2.2), (1, 1.7), (1, 1.25),
            (1, 0.8), (1, 0.35), (32, 0.0), (192, 0.0), (768, 0.0),
        ),
        pace=0.7, late=13, opened=1100, later=16, compiled=70_000, far=18,
    ),
}

UNMEASURED = Tuning(
    ladder=(
        (1, 2.4), (1, 1.8), (1, 1.4), (1, 0.95), (1, 0.4),
        (8, 0.0), (32, 0.0), (96, 0.0), (256, 0.0), (512, 0.0),
    ),
    pace=0.5, late=10, opened=1000, later=10, compiled=10_000,
)
"""Of a new game: its levels grow from one to the next, and nothing takes long."""
# fmt: on


def tuning(game: Game) -> Tuning:
    """How the engine goes about this game."""
    return TUNED.get(game.name, UNMEASURED)
