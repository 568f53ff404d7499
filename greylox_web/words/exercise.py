"""What lessons and puzzles have in common: their buttons, and what is told of every answer."""

from ..translation import translated

EXERCISE_WORDS = {
    "leave": "Back to the game",
    "leave-home": "Leave",
    "play": "Play",
    "again": "Try again",
    "hint": "Hint",
    "solution": "Show me",
    "show-again": "Try it",
    "do-end": "End turn",
    "do-pass": "Pass",
    "do-swap": "Swap",
    "undo": "Undo",
    "done": "Done.",
    "shown": "Like this.",
    "shown-try": "Now try it yourself.",
    "wrong": "Not this one.",
    "your-turn": "Your turn",
    "dial": "Lines of sight to {cell}: {first} {First}, {second} {Second}, {open} open. {needed} are needed.",
    "dial-of": "of {needed}",
} | translated("EXERCISE_WORDS")
