"""The engine's levels as people choose them; how hard each works is in ``search.levels``."""

from ..words import WORDS

LEVELS = {level: WORDS[f"level-{level}"] for level in range(11)}

STRENGTHS: dict[str, tuple[tuple[int, int], ...]] = {}
"""Of each game, from level 1 up: Elo above level 1, and half of the 95% interval of the step from
the level below.  Measured by ``lab.calibrate`` on boards of the default size."""


def level_name(level: int, game: str) -> str:
    """A level as the chooser shows it: "7 · strong (+812)"."""
    known = STRENGTHS.get(game, ())
    if not 1 <= level <= len(known):
        return LEVELS[level]
    return WORDS["level-measured"].format(level=LEVELS[level], elo=known[level - 1][0])


def strength_note(game: str) -> str:
    """What the numbers in the chooser mean; empty for a game without them."""
    known = STRENGTHS.get(game, ())
    if not known:
        return ""
    margin = max(margin for _, margin in known[1:])
    return WORDS["level-note"].format(margin=margin)
