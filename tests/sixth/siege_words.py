"""The strings of Siege."""

SIEGE_WORDS = {
    "violet": "Violet",
    "goal-siege": "Goal: Violet joins top and bottom; White holds out until the board is full.",
    "due-siege-wall": "{Colour} builds the wall: {most} stones, {placed} of them placed.",
    "with-wall": "wall of {value}",
}
SIEGE_ENDING_WORDS = {
    "won-siege-joined": "The siege broke through.",
    "you-won-siege-joined": "Your siege broke through.",
    "you-lost-siege-joined": "The siege broke through your wall.",
    "won-siege-held": "The wall held.",
    "you-won-siege-held": "Your wall held.",
    "you-lost-siege-held": "The wall held against your siege.",
}
SIEGE_OPTION_WORDS = {"wall": "Stones of the wall"}
