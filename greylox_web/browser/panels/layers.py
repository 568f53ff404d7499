"""The menu of layers, beside or below the board: what is shown on it, and how it is turned."""

from js import Element, Event, document

from ...app.session.events import Prefer
from ...app.view.layers import KEYS, offered
from ...app.view.scene import mirrored, rotated
from ...words.layers import LAYERS_WORDS as WORDS
from ..dom import element, listen, made
from ..table import Table

SIGNS = {"turn-left": "↺", "turn-right": "↻", "mirror": "⇋", "upright": "⌂"}
LETTERS = {layer: letter for letter, layer in KEYS.items()}


def open(table: Table) -> None:
    """Show the menu, or put it away."""
    menu = element("layers")
    if not menu:
        menu = build(table)
        menu.hidden = True
        document.querySelector(".panel").prepend(menu)
        table.painters["layers"] = lambda: paint(table)
    menu.hidden = not menu.hidden
    element("open-layers").setAttribute("aria-expanded", str(not menu.hidden).lower())
    paint(table)
    if not menu.hidden:
        menu.querySelector("input").focus()


def build(table: Table) -> Element:
    """The menu without its layers, which depend on the game."""
    menu = made("section", id="layers", aria_labelledby="layers-heading")
    menu.append(made("h2", WORDS["layers"], id="layers-heading"))
    menu.append(made("button", WORDS["close"], type="button", id="layers-close"))
    menu.append(made("div", **{"class": "toggles"}))
    ways = made("div", role="group", aria_label=WORDS["view"], **{"class": "actions"})
    for way, sign in SIGNS.items():
        button = made("button", sign, type="button", data_way=way, aria_label=WORDS[way])
        button.title = WORDS[way]
        ways.append(button)
    menu.append(ways)
    listen(menu, "change", lambda event: switch(table, event.target.dataset.layer))
    listen(ways, "click", lambda event: turn(table, event.target.dataset.way))
    listen(menu, "keydown", lambda event: on_key(table, event))
    listen(menu.querySelector("#layers-close"), "click", lambda _: close(table))
    return menu


def on_key(table: Table, event: Event) -> None:
    """Escape puts the menu away."""
    if event.key == "Escape":
        close(table)


def close(table: Table) -> None:
    """Put the menu away, and the focus where it came from."""
    open(table)
    element("open-layers").focus()


def paint(table: Table) -> None:
    """Show the layers of the game on the table as they are switched."""
    place = element("layers").querySelector(".toggles")
    names = offered(table.session.game)
    boxes = place.querySelectorAll("[data-layer]")
    if [box.dataset.layer for box in boxes] != list(names):
        place.replaceChildren(*(row(name) for name in names))
        boxes = place.querySelectorAll("[data-layer]")
    for box in boxes:
        box.checked = getattr(table.session.preferences, box.dataset.layer)


def row(name: str) -> Element:
    """The box to tick of one layer, with the letter that does the same."""
    label = made("label", title=WORDS[f"about-{name}"])
    label.append(made("input", type="checkbox", data_layer=name), made("span", WORDS[name]))
    if name in LETTERS:
        label.append(made("kbd", LETTERS[name]))
    return label


def switch(table: Table, name: str) -> None:
    """Switch one layer."""
    table.dispatch(Prefer(name, not getattr(table.session.preferences, name)))


def turn(table: Table, way: str | None) -> None:
    """Turn or mirror all boards of this shape: a hexagon by sixths, a rhombus by twelfths."""
    shape = table.session.game.board.shape
    step = 1 if shape == "rhombus" else 2
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
    table.dispatch(Prefer(shape, rotated(seen, -lying)))
