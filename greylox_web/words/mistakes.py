"""The sentences of "Your mistakes": positions of reviewed games, to try again."""

from ..translation import PluralString, translated

MISTAKES_WORDS = {
    "mistakes": "Your mistakes",
    # what a review adds
    "added": PluralString(
        "One turn of yours cost 10% or more. You will be asked for a better one.",
        "{count} turns of yours cost 10% or more. You will be asked for better ones.",
        count_field="count",
    ),
    # the card on the home page
    "card": "Your mistakes, to try again",
    "due-all": "{due} due today, {count} in all",
    "start": "Try them",
    "lost": "{Game} · lost {percent}%",
    # the page
    "about": "When a review of your game is complete, each turn of yours that cost 10% or more comes here. You try the position again after a day, a week and a month.",
    "empty": "No positions yet. Play the computer or a friend by link, and review the game: each turn of yours that cost 10% or more comes here, to be tried again after a day, a week and a month.",
    "none-due": "Nothing is due today.",
    "no-such": "This position is no longer there.",
    "due": "Due today",
    "later": "Coming back later",
    "known": "Found again and again",
    "on-day": "Comes back on {day}",
    "done": "Does not come back",
    "instead": "Instead of {played}",
    "remove": "Do not ask again",
    "ask": "Ask again",
    "remove-of": "Do not ask again: {what}",
    "removed": "This position is not asked again.",
    "undo": "Undo",
    "more": "Show more",
    # the exercise
    "eyebrow": "Your mistakes · {Game}",
    "task": "Find a better turn than {played}",
    "text": "In turn {number} you played {played}, which cost {lost}%: your chance fell from {before}% to {after}%. The game was reviewed on {day}.",
    "next": "Next",
    "skip": "Skip",
    "looking": "{turn}: the engine is checking it …",
    "found": "Found",
    "missed": "Not found",
    "found-later": "Found at a later try",
    "found-best": "{turn} is the engine's turn. Your chance stays at {before}%.",
    "found-good": "{turn} is as good as the engine's turn, {better}. Your chance is {chance}%.",
    "found-wins": "{turn} wins for certain.",
    "wrong": "After {turn} your chance is {chance}%; it can be {before}%.",
    "wrong-played": "{turn} is what you played. It cost {lost}%.",
    "unknown": "The engine is not available, so it cannot judge {turn}.",
    "solution": "The engine's turn is {better}. Your chance stays at {before}%.",
} | translated("MISTAKES_WORDS")
