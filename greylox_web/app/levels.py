"""The engine's levels as people choose them; how hard each works is in ``search.levels``."""

LEVELS = {
    0: "0 · random",
    1: "1 · beginner",
    2: "2 · casual",
    3: "3 · club",
    4: "4 · strong",
    5: "5 · stronger",
    6: "6 · strongest",
}
