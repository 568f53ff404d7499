"""How the engine's levels play, in a word each; a test compares it with ``engine.tuning``.

A level with one visit draws its action from the network's policy; the lower the level, the higher
the temperature, and the lowest five draw only from the actions that look best one ahead.  The
others search with their visits for each stone and play the best action.
"""

EXACT_FROM = 7  # the level from which on late positions are solved, as ``engine.tuning`` has it
Manner = str | int

# fmt: off
MANNERS: dict[str, tuple[Manner, ...]] = {
    "greylox": ("whim", "whim", "mood", "hunch", "eye", 6, 48, 128, 384, 768),
    "lox": ("whim", "mood", "mood", "hunch", "hunch", "eye", 12, 48, 128, 256),
    "brink": ("whim", "whim", "whim", "mood", "hunch", "eye", 9, 34, 116, 340),
    "multiplicity": ("whim", "whim", "whim", "mood", "hunch", "eye", 8, 32, 128, 512),
    "byg": ("whim", "whim", "whim", "mood", "hunch", "hunch", "eye", 32, 192, 768),
}
"""For each game, from level 1 up: the word for a level with one visit, or the visits."""
# fmt: on


def manner(visits: int, temperature: float) -> Manner:
    """The manner of a level with these visits and this temperature: the visits if several."""
    if visits > 1:
        return visits
    bounds = (("eye", 0.7), ("hunch", 2.0), ("mood", 3.2))
    return next((word for word, bound in bounds if temperature < bound), "whim")
