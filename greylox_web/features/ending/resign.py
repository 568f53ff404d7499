"""The confirmation before resigning; Enter, Escape and a tap outside continue the game."""

from js import Element, Event, document

from ...page.dom import made
from ...page.feature import Feature
from ...page.table import Table
from ...session.event import Event as SessionEvent
from ...session.playing import Resign, can_resign
from ...session.session import Session
from ...words.ending import ENDING_WORDS as WORDS
from ..controls.usable import usable

NAME = "ask-resign"


class ResignQuestion(Feature):
    """The question, made with its first use."""

    def __init__(self, table: Table) -> None:
        super().__init__(table)
        self.dialog = build(table)
        document.body.append(self.dialog)

    def press(self, name: str, button: Element) -> None:
        """Ask whether to resign, if that is possible now."""
        if usable(self.table.session)["resign"]:
            self.dialog.showModal()

    def changed(self, _event: SessionEvent | None, _before: Session) -> None:
        """Close the question once resigning is no longer possible."""
        if self.dialog.open and not can_resign(self.table.session):
            self.dialog.close()


def build(table: Table) -> Element:
    """The question's elements."""
    dialog = made("dialog", id=NAME, aria_labelledby="resign-question")
    buttons = made("div", **{"class": "actions"})
    stay = made("button", WORDS["play-on"], type="button", autofocus="", **{"class": "main"})
    leave = made("button", WORDS["resign"], type="button", id="resign-yes")
    buttons.append(stay, leave)
    dialog.append(made("h2", WORDS["resign-question"], id="resign-question"), buttons)

    def resign(_: Event) -> None:
        dialog.close()
        table.dispatch(Resign())

    def outside(event: Event) -> None:
        if event.target == dialog:
            dialog.close()

    listen = table.lifetime.listen
    listen(stay, "click", lambda _: dialog.close())
    listen(leave, "click", resign)
    listen(dialog, "click", outside)
    return dialog
