"""The sentences of a game that stops after a costly turn."""

from ..translation import translated

TEACH_WORDS = {
    "title": "A costly turn: {before}% → {after}%",
    "title-spoken": "A costly turn: your chance falls from {before}% to {after}%.",
    "due": "Take it back, or play on?",
    "answer": "{Name}'s best answer: {text}.",
    "better": "Better: {text}.",
    "take-back": "Take it back",
    "play-on": "Play on",
    "show-better": "Show the better turn",
    # in the menu, and what follows
    "menu-on": "Teach me",
    "menu-off": "Stop teaching me",
    "on": "From now on the game stops after a costly turn. It does not count any more.",
    "off": "The game does not stop any more after a costly turn. It still does not count.",
    "too-slow": "This device takes too long to judge a turn, so the game goes on without stops.",
    "cannot": "The engine cannot judge turns now, so the game goes on without stops.",
} | translated("TEACH_WORDS")
