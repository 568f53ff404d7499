"""The engine's levels: what the page and the search know of them."""

LEVELS = range(15)
FIXED_LEVELS = range(11)  # those that play the same on every device
RANDOM_LEVEL = 0  # the level that plays any legal action
TURN_SECONDS = {11: 1, 12: 3, 13: 10, 14: 30}
"""Seconds per turn of the levels above 10, which search as much as the device manages."""

MAX_TRAINED_X = 15
"""The largest X of Brink that its network was trained with: it tells no larger leads apart."""
