"""The legend beside the board: the signs that are on it now, with their meanings."""

from js import Element

from ...drawing.signs import FIRST_CHOICE, sign
from ...page.dom import by_id, create_element, parse_svg
from ...page.feature import Feature
from ...page.store import Store
from ...session.event import SetPreference
from ...words.signs import SIGN_WORDS as WORDS
from .panel import Board
from .signs import first_rank, signs_on_board


class Legend(Feature):
    """The legend, which a button hides for good or shows again."""

    def __init__(self, store: Store) -> None:
        super().__init__(store)
        self.view = store.get_part(Board).view
        self.rendered: object = (
            None  # the game's name, the signs, their rank, whether they are shown
        )
        self.root = create_element("section", id="legend", aria_labelledby="legend-heading")
        self.list = create_element("ul")
        self.button = create_element(
            "button", type="button", data_press="legend:toggle", aria_controls="legend-signs"
        )
        self.list.id = "legend-signs"
        self.button.className = "text-link"
        heading = create_element("div", **{"class": "small-heading"})
        heading.append(
            create_element("h2", WORDS["heading"], id="legend-heading", **{"class": "small"}),
            self.button,
        )
        self.root.append(heading, self.list)
        by_id("explain").append(self.root)

    def on_press(self, name: str, button: Element) -> None:
        """Hide the signs, or show them again."""
        shown = not self.store.session.preferences.signs
        self.store.dispatch(SetPreference("signs", shown))

    def render(self) -> None:
        """Update the signs."""
        session = self.store.session.board_session
        names, shown = signs_on_board(session, self.view.layers), session.preferences.signs
        rank = first_rank(self.view.texts.get("rank", {}).values())
        now = session.game.name, names, rank, shown
        if self.rendered == now:
            return
        self.rendered = now
        self.root.hidden = not names
        self.list.hidden = not shown
        self.button.textContent = WORDS["hide" if shown else "show"]
        self.button.setAttribute("aria-expanded", str(shown).lower())
        items = []
        for name in names if shown else ():
            item = create_element("li")
            text = rank if name in FIRST_CHOICE else ""
            markup = sign(name, session.game, text)  # type: ignore[arg-type]  # a frozen dataclass
            item.append(parse_svg(markup), create_element("span", WORDS[name]))
            items.append(item)
        self.list.replaceChildren(*items)
