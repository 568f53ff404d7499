"""What begins in a game, and what a sign on the board means when it is first seen."""

MOMENT_WORDS = {
    # when the opening is over, by what is due then
    "begins-sight": "Control begins",
    "begins-any": "The opening is over",
    "begins-byg": "A stone for each group",
    "begins-byg-one": "A stone for each group",
    "begins-connected": "Connected!",
    # what a sign means
    "sign-open": "A dashed ring: placed in this turn.",
    "sign-control": "Coloured ground is controlled: there the other colour cannot place.",
    "sign-tilted": "Stones that tilt can be flipped.",
    "sign-lit": "The bright cells in brass are the only ones open to a stone.",
    "sign-shut": "The dark, sunken cells are closed to a stone.",
    "sign-bridge": "This path wins if it survives one turn.",
}
