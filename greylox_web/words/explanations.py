"""The sentences that explain why a turn is better than another."""

EXPLANATION_WORDS = {
    "better-wins": "The best line ends the game: {Colour} wins.",
    "played-loses": "The line that was played ends the game: {Colour} wins.",
}
