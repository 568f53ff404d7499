"""Sharing: the link, a QR code, the system's share sheet with a picture, and files."""

import asyncio
from contextlib import suppress

from js import Blob, Element, File, FileList, document, navigator
from pyodide.ffi import to_js

from ...formats import sgf
from ...formats.card import QrModules, qr_svg, share_card_svg, status_text
from ...page.database import StorageError
from ...page.dom import drawing, element, set_status, set_text
from ...page.download import dated, save
from ...page.feature import Feature
from ...page.table import Table
from ...rules import TITLES
from ...session.event import ShowNotice
from ...session.session import Session
from ...session.study import play_from_here
from ...words import WORDS, labelled
from ...words.share import SHARE_WORDS
from ..library.bring_in import import_file, import_text
from ..library.collection import current_entry, sgf_names, write_one
from ..library.entry import Entry
from . import film
from .exports import EXPORTS
from .handing import copy, copy_link, notes_on, shared
from .markup import build
from .qr import code_of
from .raster import PATIENCE_SECONDS, NotDrawn, address_of, png
from .shared_line import for_others, is_variation, of_game

CARD_PIXELS = 1080  # the width of a PNG


class Sharing(Feature):
    """The dialog, with the game or set-up that it shares, as it was when it opened."""

    def __init__(self, table: Table) -> None:
        super().__init__(table)
        self.session = table.session
        self.code: QrModules = ()
        self.image: Blob | None = None  # the card, once it is drawn
        self.dialog = build()
        self.film = film.Making(table.lifetime)
        can_send = hasattr(navigator, "share")
        element("share-send").hidden = not can_send
        listen = table.lifetime.listen
        for button in self.dialog.querySelectorAll("[data-export]"):
            listen(button, "click", lambda event: self.on_export(event.target))
        listen(element("share-copy"), "click", lambda _: self.copy())
        listen(element("share-send"), "click", lambda _: self.send())
        listen(element("share-game"), "click", lambda _: self.share_game())
        listen(element("share-cancel"), "click", lambda _: self.film.cancel())
        listen(self.dialog, "close", lambda _: self.film.cancel())
        listen(element("share-link"), "focus", lambda e: e.target.select())
        listen(element("import-open"), "click", lambda _: take(table, element("import-text").value))
        files = element("import-file")
        listen(files, "change", lambda e: take_files(table, e.target.files))
        # The picture takes its room once it is drawn, which moves all that is below it.
        listen(element("share-picture"), "load", lambda _: keep_in_sight())

    def press(self, name: str, button: Element) -> None:
        """Show the dialog, or copy the link without it."""
        if name == "copy-link":
            copy_link(self.table)
        else:
            self.show()

    def open(self, rest: str) -> bool:
        """Show the dialog."""
        self.show()
        return True

    def show(self) -> None:
        """Open the dialog for the game on the table."""
        element("import-text").value = ""
        set_text("import-error", "")
        self.share(meant(self.table.session))
        self.dialog.showModal()

    def share(self, session: Session) -> None:
        """Show what is shared: link, picture, and notes on them."""
        self.code, self.image, self.session = (), None, session
        set_text("share-note", " ".join(SHARE_WORDS[key] for key in notes_on(session)))
        element("share-game").hidden = not is_variation(session)
        element("share-link").value = self.address()
        set_text("share-said", "")
        set_text("share-elsewhere", elsewhere(session))
        element("share-picture").setAttribute("src", address_of(self.card()))
        element("share-picture").setAttribute("alt", self.told())
        self.table.lifetime.spawn(self.draw(self.address()))

    def share_game(self) -> None:
        """Share the game itself instead of the variation that is shown."""
        self.share(of_game(self.session))
        element("share-copy").focus()  # the button that was pressed is gone

    def address(self) -> str:
        """The whole address of what is shared."""
        return self.table.address(self.session)

    def told(self) -> str:
        """The game and how it stands, in one line."""
        return labelled(TITLES[self.session.game.name], status_text(self.session))

    def card(self) -> str:
        """The picture of the game, with what there is of a QR code."""
        return share_card_svg(self.session, self.table.turn(), self.code)

    async def draw(self, address: str) -> None:
        """Draw the QR code, and the card for who sends it: a browser waits for neither."""
        try:
            code = await code_of(address)
        except ImportError:
            code = ()  # without a network and an offline copy the link goes by other ways
        if address != self.address():
            return
        self.code = code
        element("share-qr").replaceChildren(*([drawing(qr_svg(code))] if code else ()))
        with suppress(NotDrawn):  # the link is sent without it
            image = await png(self.card(), CARD_PIXELS)
            if address == self.address():
                self.image = image

    # ------------------------------------------------------------ the link

    def copy(self) -> None:
        """Copy the link to the clipboard; the button confirms it for a moment."""
        copy(
            self.table.lifetime,
            self.address(),
            element("share-copy"),
            element("share-link"),
            "share-said",
        )

    def send(self) -> None:
        """Pass the link to the system's share sheet, with the card if that takes files."""
        name = TITLES[self.session.game.name]
        data = {"title": name, "text": self.told(), "url": self.address()}
        if self.image is not None and hasattr(navigator, "canShare"):
            file = File.new(to_js([self.image]), f"{file_name(self.session)}.png", kind(PNG))
            with_file = to_js(data | {"files": [file]})
            if navigator.canShare(with_file):
                self.table.lifetime.spawn(shared(with_file, "share-said", "share-link"))
                return
        self.table.lifetime.spawn(shared(to_js(data), "share-said", "share-link"))

    # ------------------------------------------------------------ files

    def on_export(self, pressed: Element) -> None:
        """Save the game on the table as a file of some kind."""
        set_text("share-said", "")
        what = pressed.closest("[data-export]").dataset.export
        export, session, turn = EXPORTS[what], self.session, self.table.turn()
        if export.write:
            name, text = f"{file_name(session)}{export.end}", export.write(session, turn)
            save(self.table.lifetime, name, text, export.media_type)
        elif what == "gif":
            self.film.make(session, turn, file_name(session))
        elif what == "png":
            self.table.lifetime.spawn(self.save_png())
        else:
            self.table.lifetime.spawn(self.save_game(what))

    async def save_game(self, what: str) -> None:
        """Save all of the game, with the names and dates that are stored of it."""
        session, known = self.session, await stored(self.table, self.session)
        entry, name = current_entry(session, known), file_name(session)
        if what == "json":
            save(self.table.lifetime, f"{name}.json", write_one(entry), "application/json")
        else:
            tree, leaf, cursor = session.tree, session.leaf, session.cursor
            text = sgf.write_sgf(tree, leaf, cursor, sgf_names(entry))
            save(self.table.lifetime, f"{name}.sgf", text, "application/x-go-sgf")

    async def save_png(self) -> None:
        """Save the card, with its QR code, which it waits for; or say that it cannot be made."""
        if not self.code:
            with suppress(ImportError, TimeoutError):
                async with asyncio.timeout(PATIENCE_SECONDS):
                    self.code = await code_of(self.address())
        name = file_name(self.session)
        try:
            save(self.table.lifetime, f"{name}.png", await png(self.card(), CARD_PIXELS), PNG)
        except NotDrawn:
            set_status("share-said", SHARE_WORDS["picture-failed"])


PNG = "image/png"


def take(table: Table, text: str) -> None:
    """Open a pasted or dropped text, or say what is wrong with it."""
    if problem := import_text(table, text):
        refuse(table, problem)


def take_files(table: Table, files: FileList) -> None:
    """Open the first of the files that were chosen or dropped."""
    if files.length:
        table.lifetime.spawn(take_file(table, files.item(0)))


async def take_file(table: Table, file: File) -> None:
    """Open what is in a file, or say what is wrong with it."""
    if field := element("import-file"):
        field.value = ""  # or the same file could not be chosen again
    if problem := await import_file(table, file):
        refuse(table, problem)


def refuse(table: Table, problem: str) -> None:
    """Show what is wrong beside the board, or in the dialog that covers it."""
    if not document.querySelector("dialog[open]"):
        table.dispatch(ShowNotice(problem))
        return
    dialog = element("share")
    if not (dialog and dialog.open):
        table.part(Sharing).show()
    set_status("import-error", problem)
    keep_in_sight()


def keep_in_sight() -> None:
    """Scroll to what is wrong with a text, if anything is."""
    if (said := element("import-error")).textContent:
        said.scrollIntoView(to_js({"block": "center"}))


def kind(name: str) -> object:
    """The options that give a file its type."""
    return to_js({"type": name})


def meant(session: Session) -> Session:
    """What is to be shared: a position being set up, once it differs and can be played from.

    Of an exercise its beginning.
    """
    if session.exercise_attempt is not None:
        return for_others(session)
    editor = session.editor
    if editor and editor.state == session.state:
        return session.without("editor")
    return play_from_here(session)


def elsewhere(session: Session) -> str:
    """What the QR code is for."""
    for colour, seat in zip(session.game.colours, session.seats, strict=True):
        if seat.remote:
            return SHARE_WORDS["elsewhere-friend"].format(Colour=WORDS[colour])
    return SHARE_WORDS["elsewhere-note"]


async def stored(table: Table, session: Session) -> Entry | None:
    """What is stored of the game that is shared, None where that is nothing."""
    autosave = table.autosave
    is_stored = table.visit.current.is_stored
    if autosave is None or not is_stored or session.tree is not table.session.tree:
        return None
    try:
        return await autosave.store.read(session.match.id)
    except StorageError:
        return None


def file_name(session: Session) -> str:
    """The name of a file of this game, without its ending."""
    return dated(f"{session.game.name}{session.game.size}")
