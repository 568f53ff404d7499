"""What begins in a game, and what a sign on the board means when it is first seen."""

MOMENT_WORDS = {
    # when the opening is over, by what is due then
    "begins-sight": "Control begins",
    "begins-any": "The opening is over",
    "begins-byg": "A stone for each group",
    "begins-byg-again": "One group, one stone",
    "begins-connected": "Connected!",
    # what a sign means
    "sign-open": "A dashed ring: placed in this turn.",
    "sign-control": "Coloured cells are controlled: the other colour cannot place there.",
    "sign-tilted": "A tilting stone can be flipped by the other side.",
    "sign-lit": "You can place only on the bright cells.",
    "sign-shut": "No stone can go on the dark, sunken cells.",
    "sign-bridge": "This path wins if it survives one turn.",
}
