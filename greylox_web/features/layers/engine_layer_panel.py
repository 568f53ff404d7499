"""The choice of what an analysis shows on the board, and what that says in words and bars."""

from js import Element

from ...drawing.signs import holder_scale
from ...page.dom import announce, by_id, create_element, parse_svg, set_text, show, write
from ...page.feature import Feature
from ...page.store import Store
from ...session.event import Event
from ...session.forecasts import ShowEngineLayer, complete_forecast, shown_forecast
from ...session.session import Session
from ...session.visible_report import engine_layer, has_engine_layers
from ...words import WORDS
from ...words.layers import LAYERS_WORDS
from .engine_layers import forecast_texts, settled_cells, thoughts_text

LAYERS = "best", "thought", "hold"


class EngineLayerPanel(Feature):
    """The buttons and texts above the engine's report, created with the first analysis."""

    def __init__(self, store: Store) -> None:
        super().__init__(store)
        self.root = create_element("section", id="engine-layers", hidden="")
        self.buttons = create_element(
            "div", role="group", aria_label=LAYERS_WORDS["layers"], **{"class": "segments"}
        )
        for layer in LAYERS:
            name = LAYERS_WORDS[f"engine-{layer}"]
            press = f"engine-layers:{layer}"
            self.buttons.append(create_element("button", name, type="button", data_press=press))
        self.bar = create_element("p", **{"class": "held-bar"})
        for part in ("first", "open", "second"):
            self.bar.append(create_element("span", data_part=part))
        self.scale = create_element("p", aria_hidden="true", **{"class": "heat-scale"})
        ramp = create_element("span", **{"class": "ramp"})
        rare, likely = (create_element("span", LAYERS_WORDS[key]) for key in ("rare", "likely"))
        self.scale.append(rare, ramp, likely)
        self.holders = create_element("p", aria_hidden="true", **{"class": "holder-scale"})
        self.rendered_game = ""  # the name of the game in this scale
        self.lines = [create_element("p") for _ in range(2)]
        self.root.append(self.buttons, self.bar, self.scale, self.holders, *self.lines)
        by_id("engine").before(self.root)

    def on_press(self, name: str, button: Element) -> None:
        """Choose a layer."""
        self.store.dispatch(ShowEngineLayer(name))  # type: ignore[arg-type]  # one of LAYERS

    def on_event(self, event: Event | None, before: Session) -> None:
        """Announce a complete forecast."""
        session = self.store.session
        forecast = shown_forecast(session)
        if forecast is None or session.engine.forecasts == before.engine.forecasts:
            return
        if complete_forecast(session, session.state):
            announce(forecast_texts(session)[0])

    def render(self) -> None:
        """Update the chosen layer and its texts."""
        session = self.store.session
        show(self.root, has_engine_layers(session))
        if self.root.hidden:
            return
        layer = engine_layer(session)
        for name, button in zip(LAYERS, self.buttons.children, strict=True):
            pressed = str(name == layer).lower()
            if button.getAttribute("aria-pressed") != pressed:
                button.setAttribute("aria-pressed", pressed)
        show(self.scale, layer == "thought")
        self._render_bar(session)
        texts = "", ""
        if layer == "thought":
            texts = thoughts_text(session), LAYERS_WORDS["thought-about"]
        elif layer == "hold":
            texts = forecast_texts(session)
        for line, text in zip(self.lines, texts, strict=True):
            set_text(line, text)

    def _render_bar(self, session: Session) -> None:
        """Update the bar of the cells that each colour nearly surely holds, and neither."""
        forecast = shown_forecast(session)
        show(self.bar, forecast)
        show(self.holders, forecast)
        if forecast is None:
            return
        if self.rendered_game != session.game.name:
            self.rendered_game = session.game.name
            first_name, second_name = (
                create_element("span", WORDS[colour]) for colour in session.game.colours
            )
            scales = (holder_scale(session.game, colour) for colour in (0, 1))  # type: ignore[arg-type]  # a frozen dataclass
            self.holders.replaceChildren(first_name, *map(parse_svg, scales), second_name)
        first, second, still_open = settled_cells(session, forecast)
        names = [WORDS[colour] for colour in session.game.colours]
        texts = (
            LAYERS_WORDS["held-by"].format(Colour=names[0], cells=first),
            "",
            LAYERS_WORDS["held-by"].format(Colour=names[1], cells=second),
        )
        counts, colours = (first, still_open, second), session.game.colours
        stones = colours[0], "", colours[1]
        for part, text, count, stone in zip(self.bar.children, texts, counts, stones, strict=True):
            write(part, text)
            if stone and part.getAttribute("data-stone") != stone:
                part.setAttribute("data-stone", stone)
            part.style.setProperty("--cells", str(count))
