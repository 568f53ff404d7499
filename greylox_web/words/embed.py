"""The sentences of embed.html, which shows a game in a frame of another page.

The build writes them into its script.
"""

from ..translation import translated

EMBED_WORDS = {
    "turn-of": "turn {turn} of {turns}",
    "puzzle": "Puzzle: {Game}",
    "lesson": "Lesson: {Game}",
    "stones": "{Colour}: {cells}.",
    "no-stones": "{Colour}: no stones.",
    "last-turn": "Last turn: {cells}.",
    "steps": "Moves",
    "open": "Open",
    "open-in-tab": "Open in Greylox Web, in a new tab",
    "starting": "Starting …",
    "no-play": "This page shows it as a picture only. Open it to play.",
    "damaged": "This address is damaged, so the board cannot be shown here.",
    "newer": "This address was made by a newer version, so the board cannot be shown here.",
} | translated("EMBED_WORDS")
