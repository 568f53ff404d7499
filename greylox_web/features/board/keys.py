"""The keys that the page follows; ``key_list`` lists them for players."""

from ...rules.board import as_ascii
from ...session.event import Event
from ...session.playing import GoToSibling, StepBy

BUTTONS = {"r": "resign", "y": "redo", "z": "undo", "?": "keys"}  # key -> id of a button
LAYERS = {  # letters that no cell's name begins with -> layer switched
    "p": "groups",
    "s": "sight",
    "t": "threatened",
    "u": "counts",
    "v": "preview",
    "w": "control",
    "x": "factors",
}
STEPS: dict[str, Event] = {  # through the game
    "ArrowLeft": StepBy(-1),
    "ArrowRight": StepBy(1),
    "ArrowUp": GoToSibling(-1),
    "ArrowDown": GoToSibling(1),
    "Home": StepBy(-10_000),
    "End": StepBy(10_000),
}
ARROW_ANGLES = {"ArrowRight": 0, "ArrowDown": 90, "ArrowLeft": 180, "ArrowUp": -90}
"""On the board: the direction of the next cell, in degrees clockwise from the right."""
PLAY_KEYS = ("Enter", " ")  # plays on the cell that has the focus


def read_key(name: str) -> str:
    """The key of an event as the tables have it, whatever Shift, Caps Lock and full width make."""
    return as_ascii(name).lower() if len(name) == 1 else name
