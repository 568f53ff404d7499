"""What players read of Siege."""

SIEGE_WORDS = {
    "goal-siege": "Goal: Black joins top and bottom; White holds out until the board is full.",
    "due-siege-wall": "{Colour} builds the wall: {most} stones, {placed} of them placed.",
    "won-siege-joined": "{Colour} wins: the siege broke through.",
    "won-siege-held": "{Colour} wins: the wall held.",
    "with-wall": "wall of {value}",
}
SIEGE_OPTION_WORDS = {"wall": "Stones of the wall"}
