"""The game's buttons on the page."""

from typing import ClassVar

from js import Element, document

from ...page.dom import by_id, emit, show
from ...page.feature import Feature
from ...page.store import Store
from ...session.event import ShowResult
from ...session.playing import PlayAction, Redo, StepBy, Undo
from ...session.requests import MoveNow, PauseEngine
from .usable import usable_buttons

DISABLED = {  # unavailable operation -> selector of its buttons
    "undo": "#undo",
    "redo": "#redo",
    "resign": '[data-press="resign:open"]',
    "hint": "#hint",
    "back": "#first, #back",
    "forward": "#forward, #last",
}
HIDE_WHEN_DISABLED = (
    *("end", "swap", "pass", "show-result", "move-now", "pause", "resume-engine"),
    *("promote", "delete", "restore", "analyse", "review-game", "teach"),
)
ACTION_BUTTONS = {
    "end": "end_action",
    "pass": "end_action",
    "swap": "swap_action",
}  # press -> attribute of the board with the action
MENUS = "more", "game-switcher"  # dialogs of the prebuilt page


class Controls(Feature):
    """The buttons, and which of them are enabled."""

    press_events: ClassVar = {
        "undo": Undo(),
        "redo": Redo(),
        "move-now": MoveNow(),
        "pause": PauseEngine(),
        "show-result": ShowResult(True),
        "first": StepBy(-10_000),
        "back": StepBy(-1),
        "forward": StepBy(1),
        "last": StepBy(10_000),
    }

    def __init__(self, store: Store) -> None:
        super().__init__(store)
        self.rendered: dict[str, bool] = {}

    def on_press(self, name: str, button: Element) -> None:
        """Dispatch the event of the button, or open its menu."""
        if name in ACTION_BUTTONS:
            self.store.dispatch(
                PlayAction(getattr(self.store.session.game.board, ACTION_BUTTONS[name]))
            )
        elif name in MENUS:
            by_id(name).showModal()
        elif name == "check-update":
            emit("check-update")
        else:
            super().on_press(name, button)

    def render(self) -> None:
        """Update the buttons whose state has changed."""
        now = usable_buttons(self.store.session)
        changed = {name for name in now if self.rendered.get(name) != now[name]}
        self.rendered = now
        for name in changed.intersection(DISABLED):
            for button in document.querySelectorAll(DISABLED[name]):
                button.disabled = not now[name]
        for name in changed.intersection(HIDE_WHEN_DISABLED):
            show(by_id(name), now[name])
