"""The engine's levels as people choose them; how hard each works is in ``search.levels``."""

LEVELS = range(15)  # 0 plays at random
TURN_SECONDS = {11: 1, 12: 3, 13: 10, 14: 30}
"""How long the levels above the tenth think about a turn, whatever the device finds in it."""

# fmt: off
STRENGTHS: dict[str, tuple[tuple[int, int], ...]] = {
    "greylox": (
        (0, 0), (168, 54), (355, 55), (569, 57), (738, 54),
        (853, 51), (1039, 55), (1174, 52), (1384, 57), (1523, 52),
    ),
    "lox": (
        (0, 0), (151, 53), (361, 57), (602, 60), (779, 54),
        (948, 54), (1163, 57), (1290, 51), (1467, 54), (1702, 59),
    ),
    "brink": (
        (0, 0), (241, 60), (432, 55), (642, 57), (828, 55),
        (1053, 58), (1217, 53), (1432, 57), (1673, 60), (1868, 56),
    ),
    "multiplicity": (
        (0, 0), (220, 58), (413, 56), (628, 57), (843, 57),
        (1078, 59), (1264, 55), (1444, 54), (1669, 58), (1848, 54),
    ),
    "byg": (
        (0, 0), (156, 53), (351, 56), (551, 56), (752, 56),
        (907, 53), (1063, 53), (1231, 54), (1417, 55), (1642, 58),
    ),
}
"""Of each game, from level 1 up: Elo above level 1, and half of the 95% interval of the step from
the level below.  Measured by ``lab.calibrate`` on boards of the default size."""
# fmt: on


def step(game: str, level: int) -> tuple[int, int] | None:
    """How many of a hundred games a level wins, a draw being half of one, and against which level.

    That is the level below, for the first one the level above.  None for a game without strengths.
    """
    known = STRENGTHS.get(game, ())
    if not 1 <= level <= len(known) or len(known) < 2:
        return None
    other = level - 1 or 2
    gap = known[level - 1][0] - known[other - 1][0]
    return round(100 / (1 + 10 ** (-gap / 400))), other


def strength(game: str, level: int) -> tuple[int, int] | None:
    """Elo points above level 1 and the error of the step from the level below, or None."""
    known = STRENGTHS.get(game, ())
    return known[level - 1] if 1 < level <= len(known) else None
