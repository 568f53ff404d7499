"""Why an action is refused: a sentence for each law, to be shown with a capital and a full stop."""

from ..translation import translated

SENTENCES = {
    "over": "the game is over",
    "off-board": "that is not a cell of this board",
    "occupied": "{cell} is already taken",
    "own": "{cell} already holds a stone of yours",
    "bound": "the first stone of this turn must touch {anchor}, and {cell} does not",
    "free": "the second stone needs a cell with only vacant neighbours, and {cell} touches a stone",
    "controlled": "{cell} is controlled by {Other}: {seen} of its stones see it, {needed} are enough",
    "uncontrolled": "you do not control {cell}: your stones see it along {seen} of its lines, a flip needs {needed}",
    "grown": "{cell} touches a group that already grew this turn",
    "swap": "a swap is only allowed as the second player's first move",
    "no-swap": "this game is played without a swap",
    "pass": "you may only pass when you can neither place nor flip",
    "must-pass": "you can neither place nor flip here: you must pass",
    "end": "a turn of this game ends by itself",
    "end-free": "the turn is not over: its second stone is still due",
    "end-empty": "place at least one stone before you end the turn",
} | translated("SENTENCES")
