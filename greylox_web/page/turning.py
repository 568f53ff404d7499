"""The buttons that turn and mirror the board."""

from js import Element

from ..drawing.scene import mirrored, rotated
from ..rules.shapes import SHAPES
from ..session.event import SetPreference
from ..words.layers import LAYERS_WORDS as WORDS
from .dom import icon, made
from .table import Table

WAYS = ("turn-left", "turn-right", "mirror", "upright")
"""Names of icons and of words."""


def turns(table: Table) -> Element:
    """The buttons in a row, or in two rows if their names need the room."""
    ways = made("div", role="group", aria_label=WORDS["view"], **{"class": "ways"})
    for pair in (WAYS[:2], WAYS[2:]):
        box = made("div")
        for way in pair:
            button = made("button", type="button", data_way=way)
            button.append(icon(way), made("small", WORDS[way]))
            box.append(button)
        ways.append(box)
    table.lifetime.listen(ways, "click", lambda event: on_way(table, event.target))
    return ways


def on_way(table: Table, target: Element) -> None:
    """A button was pressed, or the space between two."""
    button = target.closest("[data-way]")
    if button:
        turn(table, button.dataset.way)


def turn(table: Table, way: str) -> None:
    """Turn or mirror all boards of this shape: a hexagon by sixths, a rhombus by twelfths."""
    shape = table.session.game.board.shape
    step = SHAPES[shape].step
    before, lying = getattr(table.session.preferences, shape), table.upright()
    seen = rotated(before, lying)
    if way == "turn-left":
        seen = rotated(seen, -step)
    elif way == "turn-right":
        seen = rotated(seen, step)
    elif way == "mirror":
        seen = mirrored(seen)
    elif way == "upright":
        seen = lying
    table.dispatch(SetPreference(shape, rotated(seen, -lying)))
