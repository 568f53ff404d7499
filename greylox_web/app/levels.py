"""The engine's levels as people choose them; how hard each works is in ``search.levels``."""

LEVELS = {
    0: "plays at random",
    1: "level 1, beginner",
    2: "level 2, casual",
    3: "level 3, club",
    4: "level 4, strong",
    5: "level 5, stronger",
    6: "level 6, strongest",
}


def level_name(level: int) -> str:
    """The level's name, whatever number a stored table holds."""
    return LEVELS.get(level, f"level {level}")
