"""The buttons that rotate and mirror the board."""

from js import Element

from ..drawing.hex_geometry import mirrored, rotated
from ..rules.shapes import SHAPES
from ..session.event import SetPreference
from ..words.layers import LAYERS_WORDS as WORDS
from .dom import create_element, icon
from .store import Store

ROTATIONS = ("turn-left", "turn-right", "mirror", "upright")
"""The names of icons and of strings."""


def rotation_buttons(store: Store) -> Element:
    """Make the buttons: one row, or two rows if the labels need more width."""
    container = create_element(
        "div", role="group", aria_label=WORDS["view"], **{"class": "rotations"}
    )
    for pair in (ROTATIONS[:2], ROTATIONS[2:]):
        box = create_element("div")
        for rotation in pair:
            button = create_element("button", type="button", data_rotation=rotation)
            button.append(icon(rotation), create_element("small", WORDS[rotation]))
            box.append(button)
        container.append(box)
    store.lifetime.listen(container, "click", lambda event: on_rotation_button(store, event.target))
    return container


def on_rotation_button(store: Store, target: Element) -> None:
    """Handle a press on a button, or on the gap between two."""
    button = target.closest("[data-rotation]")
    if button:
        rotate(store, button.dataset.rotation)


def rotate(store: Store, rotation: str) -> None:
    """Rotate or mirror all boards of this shape: a hexagon by sixths, a rhombus by twelfths."""
    shape = store.session.game.board.shape
    step = SHAPES[shape].rotation_step
    before, default = getattr(store.session.preferences, shape), store.default_rotation()
    new_turn = rotated(before, default)
    if rotation == "turn-left":
        new_turn = rotated(new_turn, -step)
    elif rotation == "turn-right":
        new_turn = rotated(new_turn, step)
    elif rotation == "mirror":
        new_turn = mirrored(new_turn)
    elif rotation == "upright":
        new_turn = default
    store.dispatch(SetPreference(shape, rotated(new_turn, -default)))
