"""The menu of layers, beside or below the board: what is shown on it, and how it is turned."""

from js import Element, Event

from ...page.dom import by_id, create_element, icon, parse_svg
from ...page.feature import Feature
from ...page.sheet import watch_back
from ...page.table import Store
from ...page.turning import rotation_buttons
from ...rules import Game
from ...session.layers import available_layers
from ...words.layers import LAYERS_WORDS as WORDS
from ..board.keys import LAYERS
from .swatches import swatch

LETTERS = {layer: letter for letter, layer in LAYERS.items()}


class LayersMenu(Feature):
    """The menu, made with its first use."""

    def __init__(self, store: Store) -> None:
        super().__init__(store)
        self.root = self._build()
        self.root.hidden = True
        by_id("table").append(self.root)

    def on_press(self, name: str, button: Element) -> None:
        """Show the menu, or put it away."""
        self._show(shown=self.root.hidden)

    def close(self) -> None:
        """Put the menu away, and the focus where it came from."""
        self._show(shown=False)
        by_id("open-layers").focus()

    def _show(self, *, shown: bool) -> None:
        self.root.hidden = not shown
        by_id("open-layers").setAttribute("aria-expanded", str(shown).lower())
        self.render()
        watch_back(self.store, self.root, is_shown=shown)
        if shown:
            self.root.querySelector("input").focus()

    def _build(self) -> Element:
        """The menu without its layers, which depend on the game."""
        menu = create_element("section", id="layers", aria_labelledby="layers-heading")
        menu.className = "drawer"
        menu.append(create_element("h2", WORDS["layers"], id="layers-heading"))
        away = create_element("button", type="button", id="layers-close", aria_label=WORDS["close"])
        away.className = "icon-button away"
        away.append(icon("close"))
        menu.append(away)
        menu.append(create_element("div", data_of="", **{"class": "toggles"}))
        menu.append(rotation_buttons(self.store))
        listen = self.store.lifetime.listen
        listen(menu, "change", lambda event: self.store.toggle_layer(event.target.dataset.layer))
        listen(menu, "keydown", self._on_key)
        listen(menu.querySelector("#layers-close"), "click", lambda _: self.close())
        return menu

    def _on_key(self, event: Event) -> None:
        """Escape puts the menu away."""
        if event.key == "Escape":
            self.close()

    def render(self) -> None:
        """Show the layers of the game on the table as they are switched."""
        place, game = self.root.querySelector(".toggles"), self.store.session.game
        if place.dataset.of != f"{game.name} {game.board.shape}":
            place.dataset.of = f"{game.name} {game.board.shape}"
            place.replaceChildren(*(row(game, name) for name in available_layers(game)))
        for box in place.querySelectorAll("[data-layer]"):
            box.checked = self.store.is_on(box.dataset.layer)


def row(game: Game, name: str) -> Element:
    """The switch of one layer, with its sign and the letter that does the same."""
    label, words = create_element("label"), create_element("span", WORDS[name])
    words.append(create_element("small", WORDS[f"about-{name}"]))
    label.append(parse_svg(swatch(game.name, game.board.shape, name)), words)
    if name in LETTERS:
        label.append(create_element("kbd", LETTERS[name].upper(), aria_hidden="true"))
    label.append(create_element("input", type="checkbox", data_layer=name))
    return label
