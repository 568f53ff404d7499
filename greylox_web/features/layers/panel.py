"""The layers menu, beside or below the board: layer switches and rotation."""

from js import Element, Event

from ...page.board_rotation import rotation_buttons
from ...page.dom import by_id, create_element, icon, parse_svg
from ...page.feature import Feature
from ...page.sheet_history import watch_back
from ...page.store import Store
from ...rules import Game
from ...session.layers import available_layers
from ...words.layers import LAYERS_WORDS as WORDS
from ..board.keys import LAYERS
from .swatches import swatch

LAYER_KEYS = {layer: letter for letter, layer in LAYERS.items()}


class LayersMenu(Feature):
    """The menu, created on first use."""

    def __init__(self, store: Store) -> None:
        super().__init__(store)
        self.root = self._build()
        self.root.hidden = True
        by_id("game-view").append(self.root)

    def on_press(self, name: str, button: Element) -> None:
        """Open or close the menu."""
        self._set_open(is_open=self.root.hidden)

    def close(self) -> None:
        """Close the menu, and focus its button."""
        self._set_open(is_open=False)
        by_id("open-layers").focus()

    def _set_open(self, *, is_open: bool) -> None:
        self.root.hidden = not is_open
        by_id("game-view").classList.toggle("layers-open", is_open)
        by_id("open-layers").setAttribute("aria-expanded", str(is_open).lower())
        self.render()
        watch_back(self.store, self.root, is_shown=is_open)
        if is_open:
            self.root.querySelector("input").focus()

    def _build(self) -> Element:
        """Create the menu without its layers, which depend on the game."""
        menu = create_element("section", id="layers", aria_labelledby="layers-heading")
        menu.className = "drawer"
        menu.append(create_element("h2", WORDS["layers"], id="layers-heading"))
        close_button = create_element(
            "button", type="button", id="layers-close", aria_label=WORDS["close"]
        )
        close_button.className = "icon-button close"
        close_button.append(icon("close"))
        menu.append(close_button)
        menu.append(create_element("div", data_rendered_for="", **{"class": "toggles"}))
        menu.append(rotation_buttons(self.store))
        listen = self.store.lifetime.listen
        listen(menu, "change", lambda event: self.store.toggle_layer(event.target.dataset.layer))
        listen(menu, "keydown", self._on_key)
        listen(menu.querySelector("#layers-close"), "click", lambda _: self.close())
        return menu

    def _on_key(self, event: Event) -> None:
        """Close the menu on Escape."""
        if event.key == "Escape":
            self.close()

    def render(self) -> None:
        """Show the layers of the current game and whether each is on."""
        container, game = self.root.querySelector(".toggles"), self.store.session.game
        if container.dataset.renderedFor != f"{game.name} {game.board.shape}":
            container.dataset.renderedFor = f"{game.name} {game.board.shape}"
            container.replaceChildren(
                *(layer_switch(game, name) for name in available_layers(game))
            )
        for box in container.querySelectorAll("[data-layer]"):
            box.checked = self.store.is_on(box.dataset.layer)


def layer_switch(game: Game, name: str) -> Element:
    """Create the switch of one layer, with its swatch and its shortcut."""
    label, words = create_element("label"), create_element("span", WORDS[name])
    words.append(create_element("small", WORDS[f"about-{name}"]))
    label.append(parse_svg(swatch(game.name, game.board.shape, name)), words)
    if name in LAYER_KEYS:
        label.append(create_element("kbd", LAYER_KEYS[name].upper(), aria_hidden="true"))
    label.append(create_element("input", type="checkbox", data_layer=name))
    return label
