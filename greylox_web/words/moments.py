"""What begins in a game, and what a sign on the board means when it is first seen."""

from ..translation import translated

MOMENT_WORDS = {
    # when the opening is over, by what is due then
    "begins-sight": "Control begins",
    "begins-any": "The opening is over",
    "begins-byg": "A stone for each group",
    "begins-byg-again": "One group, one stone",
    "begins-connected": "Connected!",
    # a swap, by whose stone it was and whose it is: on another cell, or where it lay
    "swap-theirs": "*{Name} swapped.* The stone on *{cell}* is now {Colour}'s stone on *{mirror}*: the same place, seen from {Colour}'s side.",
    "swap-yours": "*{Name} swapped.* Your stone on *{cell}* is now {Colour}'s stone on *{mirror}*: the same place, seen from {Colour}'s side.",
    "swap-you": "*You swapped.* The stone on *{cell}* is now your stone on *{mirror}*: the same place, seen from your side.",
    "swap-theirs-here": "*{Name} swapped.* The stone on *{cell}* is now {Colour}'s.",
    "swap-yours-here": "*{Name} swapped.* Your stone on *{cell}* is now {Colour}'s.",
    "swap-you-here": "*You swapped.* The stone on *{cell}* is now yours.",
    "swap-why": "A first stone could be too strong, so the second player may take it over, once.",
} | translated("MOMENT_WORDS")
