"""The words of the player of lines."""

from ..translation import translated

LINE_WORDS = {
    "back": "One stone back",
    "forward": "One stone on",
    "play": "Play it out",
    "to-end": "To the end",
    "stop": "Stop",
    "close": "Back to the game",
    "best": "Best",
    "played": "Played, and {Colour}'s best answer",
    "played-last": "Played",
    "percent": "{percent}%",
    "status": "A line: stone {done} of {total}",
    "about": "The game has not changed. Escape or a tap on the board leads back to it.",
    "start": "The position before the line.",
    "step": "{done} of {total}: {move}",
    "left": "The game's position again.",
} | translated("LINE_WORDS")
