"""The sentences of the dialog with the rules; the rules themselves are in assets/rules."""

RULES_WORDS = {
    "how": "How {Game} works",
    "games": "Games",
    "close": "Close",
    "full": "Full rules",
    "numbered": "{number}. {title}",
    # a term, and the sentence that a tap on it shows
    "term-sight": "A stone sees a cell when it is the first stone on a straight line from it, near or far.",
    "term-control": "You control a cell when more of your stones see it than half the number of its "
    "neighbours: 4 inside, 3 at an edge, 2 in a corner.",
    "term-flip": "To flip a stone is to put one of yours in its place.",
    "term-group": "A group is a set of connected stones of one colour; a single stone is one too.",
    "term-bound": "A bound stone touches the last stone that the other colour placed.",
    "term-free": "A free stone goes to a cell whose neighbours are all vacant.",
    "term-swap": "To swap is to take the first stone over: it changes its colour, and column and row "
    "change places.",
    "term-x": "X is agreed before the game; it stands in the game's title.",
    "term-product": "The product is all sizes of groups multiplied: 3, 3 and 2 make 18.",
    "term-cascade": "If the largest groups are equal, the second largest are compared, and so on.",
}
