"""How the engine's levels play; what counts for one's own strength against them."""

OPPONENT_WORDS = {
    # one sentence for each manner; what is said of numbers is measured or set, not guessed
    "whim": "Looks once and follows a whim: almost any move may come.",
    "mood": "Looks once: good moves are likelier, poor ones still come often.",
    "hunch": "Plays on a hunch: the better a move looks, the likelier it comes.",
    "eye": "Plays what looks best at first sight, with a slip now and then.",
    "eye-exact": "Plays what looks best at first sight; the last cells it plays without a fault.",
    "weighs": "Weighs up to {positions} positions before each stone.",
    "weighs-exact": "Weighs up to {positions} positions before each stone; the last cells without a fault.",
    "suggested": "{text} A good one to begin with.",
    "next": "{text} Your next one up.",
    # what a game counts for, before and after it
    "counts": "Counts for your strength if nothing helps you.",
    "counts-not": "Only games on the usual board count for your strength.",
    "against": "Against {Name} you have won {won} of {games}.",
    "strength": "Your strength: about level {level}, most likely {least} to {most}.",
    "strength-sure": "Your strength: about level {level}.",
    "strength-later": "After {count} more games that count, this tells how strong you are.",
    "strength-later-1": "After one more game that counts, this tells how strong you are.",
    "next-up": "Next one up: {Name}, level {level}.",
    "unrated-hint": "Not counted: a hint was used.",
    "unrated-analysis": "Not counted: the analysis was on.",
    "unrated-takeback": "Not counted: something was taken back.",
    "unrated-seats": "Not counted: the seats were changed on the way.",
    "unrated-setup": "Not counted: it began from a position that was set up.",
    "unrated-board": "Not counted: only the usual board is.",
    "unrated-other": "Not counted.",
}
