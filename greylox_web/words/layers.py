"""How the layers and the ways to turn the board are called, and what they tell of a cell."""

from ..translation import PluralString, translated

LAYERS_WORDS = {
    "layers": "Show on the board",
    "close": "Close",
    "on": "on",
    "off": "off",
    "legal": "Legal cells",
    "bound": "Stone to touch",
    "control": "Control",
    "threatened": "Threatened",
    "counts": "Counts",
    "sight": "Lines of sight",
    "groups": "Groups",
    "factors": "Factors",
    "preview": "Preview",
    "coordinates": "Names of cells",
    "view": "View",
    "turn-left": "Rotate left",
    "turn-right": "Rotate right",
    "mirror": "Mirror",
    "upright": "Reset view",
    # what each layer shows
    "about-legal": "where a stone may be put",
    "about-bound": "for the turn's first stone",
    "about-control": "who controls which cell",
    "about-threatened": "may be flipped",
    "about-counts": "how many stones see a cell",
    "about-sight": "of the cell you point at",
    "about-groups": "joined stones, with sizes",
    "about-factors": "the sizes that make the product",
    "about-preview": "what a stone would change",
    "about-coordinates": "letters and numbers around the board",
    # of the cell under the pointer or the focus
    "point": "Point at a cell, or press Tab and walk there with the arrow keys.",
    "seen-by": "{cell} is seen by {first} {First} and {second} {Second}; control takes {needed}.",
    "after": "{Colour} on {cell}: {facts}.",
    "after-control": "{Colour} controls {old} → {new}",
    "after-groups": "{Colour}'s groups {old} → {new}",
    "after-product": "{Colour}'s product {old} → {new}",
    # what an analysis shows on the board
    "engine-best": "Best choices",
    "engine-thought": "First thought",
    "engine-hold": "Who will hold it",
    "rare": "rare",
    "likely": "likely",
    "thought-first": "The network's first thought: {actions}.",
    "thought-action": "{action} {prior}% → {visits}%",
    "thought-about": (
        "The first number says how much the network likes a choice before it searches. After the "
        "arrow: the share of the search that the choice got."
    ),
    "thought-soon": "The engine is looking at the position …",
    "thought-none": "There is no network for this, so there is no first thought.",
    "thought-cell": "{cell}: first thought {prior}%, share of the search {visits}%.",
    "hold-open": PluralString(
        "{cells} cell is still open: neither side holds it in three of four games.",
        "{cells} cells are still open: neither side holds them in three of four games.",
        count_field="cells",
    ),
    "hold-games": (
        "From {games} games that the engine plays on from here, without searching. A large hexagon "
        "is nearly certain, a small one may go either way."
    ),
    "hold-random": (
        "From {games} random games: there is no network for this. A large hexagon is nearly "
        "certain, a small one may go either way."
    ),
    "hold-soon": "The engine is playing games on from here …",
    "hold-none": "The engine could not play on from here.",
    "held-by": PluralString(
        "{Colour}: {cells} cell", "{Colour}: {cells} cells", count_field="cells"
    ),
    "held-cell": (
        "{cell} at the end of {games} games: {First} holds it in {first}, {Second} in {second}."
    ),
} | translated("LAYERS_WORDS")
