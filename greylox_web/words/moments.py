"""What begins in a game, and what a sign on the board means when it is first seen."""

MOMENT_WORDS = {
    # when the opening is over, by what is due then
    "begins-sight": "Control begins",
    "begins-any": "The opening is over",
    "begins-byg": "A stone for each group",
    "begins-byg-again": "One group, one stone",
    "begins-connected": "Connected!",
    # a swap, by whose stone it was and whose it is: on another cell, or where it lay
    "swap-theirs": "{Name} swaps: the stone becomes {Colour}'s, on its mirror cell {mirror}.",
    "swap-yours": "{Name} swaps: your stone becomes {Colour}'s, on its mirror cell {mirror}.",
    "swap-you": "You swap: the stone becomes yours, on its mirror cell {mirror}.",
    "swap-theirs-here": "{Name} swaps: the stone becomes {Colour}'s where it lies.",
    "swap-yours-here": "{Name} swaps: your stone becomes {Colour}'s where it lies.",
    "swap-you-here": "You swap: the stone becomes yours where it lies.",
    # what a sign means
    "sign-open": "A dashed ring: placed in this turn.",
    "sign-control": "Coloured cells are controlled: the other colour cannot place there.",
    "sign-tilted": "A tilting stone can be flipped by the other side.",
    "sign-lit": "You can place only on the bright cells.",
    "sign-shut": "No stone can go on the dark, sunken cells.",
    "sign-bridge": "This path wins if it survives one turn.",
}
