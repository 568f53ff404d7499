"""The keyboard shortcuts of the page; ``key_list`` lists them for players."""

from ...rules.board import as_ascii
from ...session.event import Event
from ...session.playing import GoToSibling, StepBy

BUTTONS = {  # letters that start no cell name, and signs -> id of a button
    "q": "hint",
    "z": "undo",
    "y": "redo",
    "r": "resign",
    "+": "open-new",
    "=": "analyse",
    "?": "keys",
}
LAYERS = {  # letters that start no cell name -> layer to switch
    "p": "groups",
    "s": "sight",
    "t": "threatened",
    "u": "counts",
    "v": "preview",
    "w": "control",
    "x": "factors",
}
STEPS: dict[str, Event] = {  # steps through the game
    "ArrowLeft": StepBy(-1),
    "ArrowRight": StepBy(1),
    "ArrowUp": GoToSibling(-1),
    "ArrowDown": GoToSibling(1),
    "Home": StepBy(-10_000),
    "End": StepBy(10_000),
}
ARROW_ANGLES = {"ArrowRight": 0, "ArrowDown": 90, "ArrowLeft": 180, "ArrowUp": -90}
"""The direction of the next cell on the board, in degrees clockwise from the right."""
PLAY_KEYS = ("Enter", " ")  # play on the focused cell


def read_key(name: str) -> str:
    """Normalize the key of an event, whatever Shift, Caps Lock and full-width forms make of it."""
    return as_ascii(name).lower() if len(name) == 1 else name
