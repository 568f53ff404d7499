"""The engine's levels: constants that the page and the search share."""

LEVELS = range(15)
FIXED_LEVELS = range(11)  # the levels that play the same on every device
LADDER_LEVELS = FIXED_LEVELS[1:]  # the ten opponents, of which a player beats one after another
RANDOM_LEVEL = 0  # the level that plays any legal action
TURN_SECONDS = {11: 1, 12: 3, 13: 10, 14: 30}
"""The seconds per turn of the levels above 10, which search as much as the device manages."""

REVIEW_VISITS = 1000
"""The visits with which a review evaluates a position; ``lab.review_depth`` measures them."""

MAX_TRAINED_X = 15
"""The largest X of Brink in the network's training; it does not distinguish larger leads."""
