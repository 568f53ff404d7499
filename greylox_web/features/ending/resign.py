"""The confirmation before resigning; Enter, Escape and a tap outside continue the game."""

from js import Element, Event, document

from ...page.dom import create_element
from ...page.feature import Feature
from ...page.store import Store
from ...session.event import Event as SessionEvent
from ...session.playing import Resign, can_resign
from ...session.session import Session
from ...words.ending import ENDING_WORDS as WORDS
from ..controls.usable import usable_buttons


class ResignDialog(Feature):
    """The dialog, created on first use."""

    def __init__(self, store: Store) -> None:
        super().__init__(store)
        self.dialog = build(store)
        document.body.append(self.dialog)

    def on_press(self, name: str, button: Element) -> None:
        """Open the dialog, if resigning is possible."""
        if usable_buttons(self.store.session)["resign"]:
            self.dialog.showModal()

    def on_event(self, _event: SessionEvent | None, _before: Session) -> None:
        """Close the dialog when resigning is no longer possible."""
        if self.dialog.open and not can_resign(self.store.session):
            self.dialog.close()


def build(store: Store) -> Element:
    """Create the dialog."""
    dialog = create_element("dialog", id="resign-dialog", aria_labelledby="resign-question")
    buttons = create_element("div", **{"class": "actions"})
    stay = create_element(
        "button", WORDS["play-on"], type="button", autofocus="", **{"class": "main"}
    )
    leave = create_element("button", WORDS["resign"], type="button", id="resign-yes")
    buttons.append(stay, leave)
    dialog.append(create_element("h2", WORDS["resign-question"], id="resign-question"), buttons)

    def resign(_: Event) -> None:
        dialog.close()
        store.dispatch(Resign())

    def outside(event: Event) -> None:
        if event.target == dialog:
            dialog.close()

    listen = store.lifetime.listen
    listen(stay, "click", lambda _: dialog.close())
    listen(leave, "click", resign)
    listen(dialog, "click", outside)
    return dialog
