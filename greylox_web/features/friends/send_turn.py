"""Sending a turn to a remote player: share sheet, clipboard, QR code, and the player's name."""

from js import Element, navigator
from pyodide.ffi import to_js

from ...formats.share_card import qr_svg, status_text
from ...match.match import MAX_NAME_LENGTH
from ...page.dialogs import make_dialog_frame
from ...page.dom import by_id, create_element, parse_svg, set_text
from ...page.feature import Feature
from ...page.store import Store
from ...rules import TITLES
from ...session.correspondence import NameRemotePlayer
from ...words import WORDS, labelled
from ...words.friends import FRIEND_WORDS
from ...words.share import SHARE_WORDS
from ..share.clipboard import copy_address, share_natively
from ..share.markup import button
from ..share.qr import make_qr
from .answers_panel import AnswerEditor


class SendTurn(Feature):
    """The dialog, created on first use."""

    def __init__(self, store: Store) -> None:
        super().__init__(store)
        self.dialog = build(store)
        self.address = ""  # shown as a link and a QR code
        self.answers = store.get_part(AnswerEditor)
        self.answers.show_dialog = self.show
        by_id("send-name").parentElement.before(self.answers.root)

    def on_press(self, name: str, button: Element) -> None:
        """Show the dialog for the current game."""
        self.answers.root.open = bool(self.store.session.match.answers)
        self.show()

    def show(self) -> None:
        """Show the dialog."""
        by_id("send-name").value = self.store.session.remote_name
        set_text("send-status", "")
        self.dialog.showModal()
        self.answers.render_list()
        self.show_link()

    def render(self) -> None:
        """Show the link again when the answers in it have changed."""
        if self.dialog.open and self.address != self.store.address():
            self.show_link()

    def show_link(self) -> None:
        """Show the link and its QR code."""
        self.address = self.store.address()
        render_texts(self.store)
        self.store.lifetime.spawn(render_qr(self.address))


def build(store: Store) -> Element:
    """Create the dialog."""
    dialog = make_dialog_frame("send-turn", "")
    actions = create_element("div", **{"class": "actions"})
    send = button("send-share", SHARE_WORDS["send"], "share", "main")
    send.hidden = not hasattr(navigator, "share")
    copy_button = button("send-copy", SHARE_WORDS["copy"], "copy", "main" if send.hidden else "")
    actions.append(send, copy_button)
    status = create_element("p", id="send-status", role="status")
    status.hidden = True
    field = create_element("input", id="send-link", readonly="", aria_label=SHARE_WORDS["link"])
    code = create_element("div", **{"class": "share-code"})
    code.append(
        create_element("div", id="send-qr", role="img", aria_label=SHARE_WORDS["qr"]),
        create_element("p", FRIEND_WORDS["camera"]),
    )
    name = create_element("label", FRIEND_WORDS["name"], **{"class": "stacked"})
    name.append(
        create_element("input", id="send-name", maxlength=str(MAX_NAME_LENGTH), autocomplete="off")
    )
    name.append(create_element("small", FRIEND_WORDS["name-note"]))
    dialog.append(create_element("p", id="send-about"), field, actions, status, code, name)
    listen = store.lifetime.listen
    listen(send, "click", lambda _: share_link(store))
    listen(
        copy_button,
        "click",
        lambda _: copy_address(store.lifetime, store.address(), copy_button, field, "send-status"),
    )
    listen(field, "focus", lambda event: event.target.select())
    listen(by_id("send-name"), "change", lambda event: set_remote_name(store, event.target.value))
    return dialog


def render_texts(store: Store) -> None:
    """Show the recipient and what the link opens."""
    session = store.session
    name = session.remote_name or FRIEND_WORDS["a-friend"]
    set_text("send-turn-heading", FRIEND_WORDS["send-to"].format(name=name))
    about = FRIEND_WORDS["opens-over"]
    if session.outcome is None:
        colour = WORDS[session.game.colours[session.state.mover]]
        about = FRIEND_WORDS["opens"].format(Colour=colour)
    set_text("send-about", about)
    by_id("send-link").value = store.address()


def set_remote_name(store: Store, name: str) -> None:
    """Set the remote player's name."""
    store.dispatch(NameRemotePlayer(name))
    by_id("send-name").value = store.session.remote_name
    render_texts(store)


def share_link(store: Store) -> None:
    """Pass the link to the system's share sheet."""
    session = store.session
    name = TITLES[session.game.name]
    data = {"title": name, "text": labelled(name, status_text(session)), "url": store.address()}
    store.lifetime.spawn(share_natively(to_js(data), "send-status", "send-link"))


async def render_qr(address: str) -> None:
    """Draw the QR code of the link; only the first call loads the encoder."""
    by_id("send-qr").replaceChildren()
    try:
        code = await make_qr(address)
    except ImportError:
        return  # the link can be sent without a QR code
    if by_id("send-link").value == address:
        by_id("send-qr").replaceChildren(parse_svg(qr_svg(code)))
