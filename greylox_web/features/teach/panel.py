"""The box of the stopped game, and the menu item that switches the stops on and off."""

from typing import ClassVar

from js import Element, document

from ...drawing.signs import sign
from ...page.dom import (
    announce,
    by_id,
    create_element,
    focus_in_place,
    is_board_shown,
    parse_svg,
    set_text,
    show,
    write,
)
from ...page.feature import Feature
from ...page.store import Store
from ...session.event import Event
from ...session.session import Session
from ...words.teach import TEACH_WORDS as WORDS
from ..line_player.panel import LinePlayer
from .model import (
    PlayOn,
    ShowBetter,
    StartTeaching,
    StopBox,
    TakeTurnBack,
    ToggleTeaching,
    get_teaching,
    stop_box,
    stop_text,
)

BUTTONS = ("take-back", "play-on", "show-better")


class TeachPanel(Feature):
    """The box in the place of a hint, and what it shows."""

    press_events: ClassVar = {
        "toggle": ToggleTeaching(),
        "take-back": TakeTurnBack(),
        "play-on": PlayOn(),
        "show-better": ShowBetter(),
    }

    def __init__(self, store: Store) -> None:
        super().__init__(store)
        self.rendered: StopBox | None = None
        self.box = create_element(
            "section", id="teach-box", aria_labelledby="teach-title", **{"class": "hint-box"}
        )
        self.box.hidden = True
        heading = create_element("h2", id="teach-title", tabindex="-1")
        self.sign, self.title = create_element("span"), create_element("span")
        heading.append(self.sign, self.title)
        self.reason = create_element("p")
        self.player = LinePlayer(store)
        actions = create_element("div", **{"class": "actions"})
        for name in BUTTONS:
            press = f"teach:{name}"
            button = create_element("button", WORDS[name], id=f"teach-{name}", data_press=press)
            button.type = "button"
            actions.append(button)
        self.box.append(heading, self.reason, self.player.root, actions)
        by_id("hint-box").after(self.box)
        self.start()

    def on_event(self, event: Event | None, before: Session) -> None:
        """Judge the turns of another game, too, if it is taught."""
        self.start()

    def on_press(self, name: str, button: Element) -> None:
        """Dispatch the event of the button, which may disappear."""
        super().on_press(name, button)
        if name == "show-better":
            by_id("teach-take-back").focus()

    def start(self) -> None:
        """Judge the player's turns, if the game is taught and that has not begun."""
        session = self.store.session
        if session.is_taught and get_teaching(session) is None:
            self.store.dispatch(StartTeaching())

    def render(self) -> None:
        """Update the box and the menu item."""
        session, before = self.store.session, self.rendered
        write(
            by_id("teach").querySelector("span"),
            WORDS[f"menu-{'off' if session.is_taught else 'on'}"],
        )
        self.rendered = box = stop_box(session)
        self.player.render(box.lines if box else ())
        if box == before:
            return
        show(self.box, box)
        by_id("game-view").classList.toggle("has-stop", box is not None)
        if box is None:
            return
        kind = "alternative" if box.better else "choice"  # the sign of the stones on the board
        markup = sign(kind, session.game)  # type: ignore[arg-type]  # a frozen dataclass
        self.sign.replaceChildren(parse_svg(markup))
        write(self.title, box.title)
        set_text(self.reason, box.reason)
        show(by_id("teach-show-better"), not box.better)
        # after the announcement of the turn, which is made after this rendering
        text = box.better if before and box.better else stop_text(box)
        self.store.lifetime.request_frame(lambda: self._tell(text, is_new=before is None))

    def _tell(self, text: str, *, is_new: bool) -> None:
        """Announce the box; a new one takes the focus, but not from a field or a dialog."""
        if self.rendered is None or not is_board_shown():
            return
        announce(text)
        focused = document.activeElement
        is_free = focused is None or not focused.closest("input, select, textarea")
        if is_new and is_free and not document.querySelector("dialog[open]"):
            focus_in_place(by_id("teach-title"))
