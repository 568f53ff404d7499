"""The sentences of the dialog with the rules; the rules themselves are in assets/rules."""

RULES_WORDS = {
    "how": "How {Game} works",
    "games": "Games",
    "close": "Close",
    "full": "Full rules",
    "map": "Opening map: how good each first stone is",
    "study": "A study: what our engine finds (in English)",
    "numbered": "{number}. {title}",
    # a term, and the sentence that a tap on it shows
    "term-sight": "A stone sees a cell when it is the first stone on a straight line from that cell, near or far.",
    "term-control": "You control a cell when your stones see it along more than half of its lines: 4 stones inside, 3 on an edge, 2 in a corner.",
    "term-flip": "To flip an enemy stone is to put one of yours in its place.",
    "term-group": "A group is a set of connected stones of one colour; a single stone is one too.",
    "term-bound": "A bound stone touches the last stone that the other colour placed.",
    "term-free": "A free stone goes to a cell whose neighbours are all vacant.",
    "term-swap": "To swap is to take over the first stone: it changes colour. In Lox it also goes to its mirror cell, with column and row exchanged.",
    "term-x": "X is agreed before the game and shown beside the game's name.",
    "term-product": "The product is the sizes of all your groups multiplied: 3, 3 and 2 make 18.",
    "term-cascade": "If the largest groups are equal, the second largest are compared, and so on.",
}
