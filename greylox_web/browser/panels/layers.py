"""The menu of layers, beside or below the board: what is shown on it, and how it is turned."""

from js import Element, Event

from ...app.view.board.layers import offered
from ...app.view.board.swatches import swatch
from ...app.view.keys import LAYERS
from ...page.dom import drawing, element, icon, made
from ...page.sheet import watch
from ...page.table import Table
from ...page.turning import turns
from ...rules import Game
from ...words.layers import LAYERS_WORDS as WORDS

LETTERS = {layer: letter for letter, layer in LAYERS.items()}


def open(table: Table) -> None:
    """Show the menu, or put it away."""
    menu = element("layers")
    if not menu:
        menu = build(table)
        menu.hidden = True
        element("table").append(menu)
        table.painters["layers"] = lambda: paint(table)
    menu.hidden = not menu.hidden
    element("open-layers").setAttribute("aria-expanded", str(not menu.hidden).lower())
    paint(table)
    watch(table, menu, shown=not menu.hidden)
    if not menu.hidden:
        menu.querySelector("input").focus()


def build(table: Table) -> Element:
    """The menu without its layers, which depend on the game."""
    menu = made("section", id="layers", aria_labelledby="layers-heading")
    menu.className = "drawer"
    menu.append(made("h2", WORDS["layers"], id="layers-heading"))
    away = made("button", type="button", id="layers-close", aria_label=WORDS["close"])
    away.className = "icon-button away"
    away.append(icon("close"))
    menu.append(away)
    menu.append(made("div", data_of="", **{"class": "toggles"}))
    menu.append(turns(table))
    listen = table.lifetime.listen
    listen(menu, "change", lambda event: table.switch(event.target.dataset.layer))
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
    place, game = element("layers").querySelector(".toggles"), table.session.game
    if place.dataset.of != f"{game.name} {game.board.shape}":
        place.dataset.of = f"{game.name} {game.board.shape}"
        place.replaceChildren(*(row(game, name) for name in offered(game)))
    for box in place.querySelectorAll("[data-layer]"):
        box.checked = table.is_on(box.dataset.layer)


def row(game: Game, name: str) -> Element:
    """The switch of one layer, with its sign and the letter that does the same."""
    label, words = made("label"), made("span", WORDS[name])
    words.append(made("small", WORDS[f"about-{name}"]))
    label.append(drawing(swatch(game.name, game.board.shape, name)), words)
    if name in LETTERS:
        label.append(made("kbd", LETTERS[name].upper(), aria_hidden="true"))
    label.append(made("input", type="checkbox", data_layer=name))
    return label
