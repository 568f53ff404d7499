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
}
