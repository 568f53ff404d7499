"""The engine's levels as people choose them; how hard each works is in ``search.levels``."""

from collections.abc import Iterable

from ...words import WORDS

LEVELS = {level: WORDS[f"level-{level}"] for level in range(11)}

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


def level_name(level: int, game: str) -> str:
    """A level as the chooser shows it: "7 · strong (+812)"."""
    known = STRENGTHS.get(game, ())
    if not 1 <= level <= len(known):
        return LEVELS[level]
    return WORDS["level-measured"].format(level=LEVELS[level], elo=known[level - 1][0])


def strength_note(game: str, chosen: Iterable[int] = ()) -> str:
    """The strengths of the chosen levels, and what they mean; empty for a game without them.

    On a narrow screen the chooser has no room for them.
    """
    known = STRENGTHS.get(game, ())
    if not known:
        return ""
    wanted = {*chosen}
    most = max(margin for _, margin in known[1:])
    told = [
        WORDS["level-told"].format(level=level, elo=elo, margin=margin)
        for level, (elo, margin) in enumerate(known, 1)
        if level > 1 and level in wanted
    ]
    return " ".join([*told, WORDS["level-note"].format(margin=most)])
