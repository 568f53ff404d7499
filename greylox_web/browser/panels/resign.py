"""The confirmation before resigning; Enter, Escape and a tap outside continue the game."""

from js import Element, Event, document

from ...page.dom import element, made
from ...page.table import Table
from ...session.playing import Resign, can_resign
from ...words.ending import ENDING_WORDS as WORDS

NAME = "ask-resign"


def open(table: Table) -> None:
    """Ask whether to resign, if that is possible now."""
    if not can_resign(table.session) or element("resign").disabled:
        return
    if not element(NAME):
        document.body.append(build(table))
    element(NAME).showModal()


def build(table: Table) -> Element:
    """The question."""
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
    table.followers.append(lambda *_: put_away(table, dialog))
    return dialog


def put_away(table: Table, dialog: Element) -> None:
    """Close the question once resigning is no longer possible."""
    if dialog.open and not can_resign(table.session):
        dialog.close()
