"""The engine's levels as the player chooses them; their search effort is in ``engine.tuning``."""

LEVELS = range(15)  # 0 plays at random
TURN_SECONDS = {11: 1, 12: 3, 13: 10, 14: 30}
"""Seconds per turn of the levels above 10.  They are those of ``engine.tuning.TIMED``, which the
page cannot import; a test compares them."""

MOST_X = 15
"""The largest X of Brink that its network was trained with.  That is
``engine.inputs.LEAD``, which the page cannot import; a test compares them."""
