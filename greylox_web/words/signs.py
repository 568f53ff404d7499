"""What the signs on the board mean; ``drawing/signs`` draws them."""

SIGN_WORDS = {
    "heading": "On the board now",
    "hide": "Hide",
    "show": "Show",
    # the rules
    "lit": "you may place here",
    "shut": "closed to you",
    "anchor": "touch this stone",
    "target": "the cell of the task",
    # the engine
    "hint": "hint",
    "choice": "the engine's stones, in order",
    "alternative": "the engine's choices, best first",
    # what was played
    "pending": "placed in this turn",
    "chosen": "chosen",
    "last": "last turn",
    "flipped": "last turn, a flip",
    "swapped": "went over by the swap",
    "cause": "the reason",
    "sight": "what a cell sees",
    "cursor": "keyboard",
    # how the colours stand
    "tilted": "may be flipped",
    "control": "controlled",
    "groups": "group, with its size",
    "chain": "connected, not yet won",
    "won": "won",
}
