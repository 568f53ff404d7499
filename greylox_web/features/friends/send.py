"""Sending a turn to a friend: the system's share sheet, the clipboard, a QR code; and the name."""

from js import Element, navigator
from pyodide.ffi import to_js

from ...formats.card import qr_svg, status_text
from ...match.match import MAX_NAME_LENGTH
from ...page.dialogs import sheet
from ...page.dom import drawing, element, made, set_text
from ...page.feature import Feature
from ...page.table import Table
from ...rules import TITLES
from ...session.friends import NameFriend
from ...words import WORDS, labelled
from ...words.friends import FRIEND_WORDS
from ...words.share import SHARE_WORDS
from ..share.handing import copy, shared
from ..share.markup import button
from ..share.qr import code_of


class SendTurn(Feature):
    """The dialog, made with its first use."""

    def __init__(self, table: Table) -> None:
        super().__init__(table)
        self.dialog = build(table)

    def press(self, name: str, button: Element) -> None:
        """Show the dialog for the game on the table."""
        element("send-name").value = self.table.session.friend
        show(self.table)
        set_text("send-said", "")
        self.dialog.showModal()
        self.table.lifetime.spawn(draw_code(self.table.address()))


def build(table: Table) -> Element:
    """The dialog's elements."""
    dialog = sheet("send-turn", "")
    actions = made("div", **{"class": "actions"})
    send = button("send-share", SHARE_WORDS["send"], "share", "main")
    send.hidden = not hasattr(navigator, "share")
    copying = button("send-copy", SHARE_WORDS["copy"], "copy", "main" if send.hidden else "")
    actions.append(send, copying)
    said = made("p", id="send-said", role="status")
    said.hidden = True
    field = made("input", id="send-link", readonly="", aria_label=SHARE_WORDS["link"])
    code = made("div", **{"class": "share-code"})
    code.append(
        made("div", id="send-qr", role="img", aria_label=SHARE_WORDS["qr"]),
        made("p", FRIEND_WORDS["camera"]),
    )
    name = made("label", FRIEND_WORDS["name"], **{"class": "stacked"})
    name.append(made("input", id="send-name", maxlength=str(MAX_NAME_LENGTH), autocomplete="off"))
    name.append(made("small", FRIEND_WORDS["name-note"]))
    dialog.append(made("p", id="send-about"), field, actions, said, code, name)
    listen = table.lifetime.listen
    listen(send, "click", lambda _: hand_over(table))
    listen(
        copying,
        "click",
        lambda _: copy(table.lifetime, table.address(), copying, field, "send-said"),
    )
    listen(field, "focus", lambda event: event.target.select())
    listen(element("send-name"), "change", lambda event: called(table, event.target.value))
    return dialog


def show(table: Table) -> None:
    """Say to whom it goes, and what the link opens."""
    session = table.session
    name = session.friend or FRIEND_WORDS["a-friend"]
    set_text("send-turn-heading", FRIEND_WORDS["send-to"].format(name=name))
    about = FRIEND_WORDS["opens-over"]
    if session.outcome is None:
        colour = WORDS[session.game.colours[session.state.mover]]
        about = FRIEND_WORDS["opens"].format(Colour=colour)
    set_text("send-about", about)
    element("send-link").value = table.address()


def called(table: Table, name: str) -> None:
    """The friend was given a name."""
    table.dispatch(NameFriend(name))
    element("send-name").value = table.session.friend
    show(table)


def hand_over(table: Table) -> None:
    """Hand the link to the system's share sheet."""
    session = table.session
    name = TITLES[session.game.name]
    data = {"title": name, "text": labelled(name, status_text(session)), "url": table.address()}
    table.lifetime.spawn(shared(to_js(data), "send-said", "send-link"))


async def draw_code(address: str) -> None:
    """Draw the QR code of the link; a browser waits for it only at the first one."""
    element("send-qr").replaceChildren()
    try:
        code = await code_of(address)
    except ImportError:
        return  # without a network and an offline copy the link goes by other ways
    if element("send-link").value == address:
        element("send-qr").replaceChildren(drawing(qr_svg(code)))
