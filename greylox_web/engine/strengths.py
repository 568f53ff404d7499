"""The measured strengths of the engine's levels."""

from typing import NamedTuple

Strengths = dict[str, tuple[tuple[int, int], ...]]
"""The strengths for each game, from level 1 up, as pairs of Elo and an interval.  Elo 0 is level 1
in the first of ``STRENGTH_TABLES``.  The interval is half of the 95% interval of the step from the
level below."""


class StrengthTable(NamedTuple):
    """The measured strengths of the levels, and the time from which they apply to games."""

    since: str  # ISO 8601 with an offset; "" for the first table
    strengths: Strengths


# fmt: off
STRENGTH_TABLES: tuple[StrengthTable, ...] = (
    StrengthTable(
        "",
        {
            "greylox": (
                (0, 0), (205, 57), (365, 53), (560, 56), (716, 53),
                (797, 49), (1022, 58), (1232, 57), (1447, 57), (1620, 54),
            ),
            "lox": (
                (0, 0), (225, 58), (389, 53), (575, 55), (735, 53),
                (878, 52), (1136, 62), (1405, 63), (1630, 58), (1790, 53),
            ),
            "brink": (
                (0, 0), (225, 58), (450, 58), (636, 55), (888, 61),
                (1079, 55), (1342, 62), (1578, 59), (1879, 67), (2120, 60),
            ),
            "multiplicity": (
                (0, 0), (230, 59), (518, 65), (813, 66), (1035, 58),
                (1204, 54), (1447, 60), (1633, 55), (1800, 54), (1915, 51),
            ),
            "byg": (
                (0, 0), (200, 56), (405, 57), (615, 57), (792, 54),
                (948, 53), (1173, 58), (1425, 61), (1706, 64), (1942, 59),
            ),
        },
    ),
    StrengthTable(
        "2026-11-29T00:00:00+00:00",
        {
            "greylox": (
                (-396, 0), (-108, 65), (162, 63), (392, 59), (592, 56),
                (797, 57), (1022, 58), (1232, 57), (1447, 57), (1620, 54),
            ),
            "lox": (
                (-394, 0), (-154, 60), (87, 60), (363, 64), (626, 62),
                (878, 61), (1136, 62), (1405, 63), (1630, 58), (1790, 53),
            ),
            "brink": (
                (37, 0), (93, 49), (224, 51), (376, 53), (677, 67),
                (1079, 83), (1425, 74), (1779, 75), (2142, 76), (2534, 81),
            ),
            "multiplicity": (
                (-591, 0), (-376, 57), (-13, 76), (400, 85), (755, 75),
                (1204, 93), (1447, 60), (1633, 55), (1800, 54), (1915, 51),
            ),
            "byg": (
                (-516, 0), (-316, 56), (39, 75), (320, 64), (602, 64),
                (948, 74), (1173, 58), (1425, 61), (1706, 64), (1942, 59),
            ),
        },
    ),
)
"""The tables, oldest first, all on one scale.  A version with other levels adds a table, from the
time of its release on.  So earlier results keep the strength that their opponents had.
``lab.calibrate`` measures the strengths on boards of the default size."""
# fmt: on

STRENGTHS = STRENGTH_TABLES[-1].strengths  # of the current levels


def expected_score(game: str, level: int) -> tuple[int, int] | None:
    """Return the expected score of a level in per cent, and the opposing level.

    A draw counts as half a win.  The opponent is the level below, or for level 1 the level above.
    Return None for a level without a strength.
    """
    strengths = STRENGTHS.get(game, ())
    if not 1 <= level <= len(strengths) or len(strengths) < 2:
        return None
    other = level - 1 or 2
    gap = strengths[level - 1][0] - strengths[other - 1][0]
    return round(100 / (1 + 10 ** (-gap / 400))), other


def elo_above_level_1(game: str, level: int) -> tuple[int, int] | None:
    """Return the Elo of a level above level 1 and its interval, or None.

    The interval is half of the 95% interval of the step from the level below.
    """
    strengths = STRENGTHS.get(game, ())
    if not 1 < level <= len(strengths):
        return None
    elo, margin = strengths[level - 1]
    return elo - strengths[0][0], margin
