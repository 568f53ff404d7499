"""How the engine's levels play, in a word each; the numbers are those of ``search.tuning``.

A level of one look takes an action by how it looks at first sight: the lower the level, the less
that matters.  The others weigh so many positions before each stone, and play the best action.
"""

EXACT_FROM = 7  # the level from which on late positions are solved
Manner = str | int

# fmt: off
MANNERS: dict[str, tuple[Manner, ...]] = {
    "greylox": ("whim", "whim", "mood", "hunch", "eye", 6, 48, 128, 384, 768),
    "lox": ("whim", "mood", "mood", "hunch", "hunch", "eye", 12, 48, 128, 256),
    "brink": ("whim", "whim", "mood", "mood", "hunch", "eye", 9, 34, 116, 340),
    "multiplicity": ("whim", "mood", "mood", "hunch", "eye", 8, 32, 96, 256, 512),
    "byg": ("whim", "whim", "whim", "mood", "hunch", "hunch", "eye", 32, 192, 768),
}
"""Of each game, from level 1 up: the manner of a level of one look, or the positions it weighs."""
# fmt: on


def manner(visits: int, temperature: float) -> Manner:
    """The manner of a level that looks so often and chooses at such a temperature."""
    if visits > 1:
        return visits
    bounds = (("eye", 0.7), ("hunch", 1.3), ("mood", 2.0))
    return next((word for word, bound in bounds if temperature < bound), "whim")
