"""What the signs on the board mean; ``drawing/signs`` draws them."""

from ..translation import translated

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
    "explained": "what the explanation is about",
    "choice": "the engine's stones, in order",
    "alternative": "the engine's choices, best first",
    "heat": "first thought, in percent",
    "searched": "share of the search, in percent",
    "held": "who will hold it; larger is surer",
    # what was played
    "pending": "placed in this turn",
    "chosen": "chosen",
    "last": "last turn",
    "flipped": "last turn, a flip",
    "swapped": "went over by the swap",
    "swapped-here": "last turn, a swap",
    "refused": "not allowed here",
    "cause": "what the message is about",
    "sight": "what a cell sees",
    "cursor": "keyboard",
    # how the colours stand
    "tilted": "the other colour may flip it",
    "control": "controlled",
    "groups": "group, with its size",
    "chain": "connected, not yet won",
    "won": "won",
} | translated("SIGN_WORDS")
