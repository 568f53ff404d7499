"""Sharing: the link, a QR code, the system's share sheet with a picture, and files."""

import asyncio
from contextlib import suppress

from js import Blob, Element, File, FileList, document, navigator
from pyodide.ffi import to_js

from ...formats import sgf
from ...formats.card import QrModules, qr_svg, share_card_svg, status_text
from ...page.database import StorageError
from ...page.dom import by_id, parse_svg, set_status, set_text
from ...page.download import dated_file_name, offer_download
from ...page.feature import Feature
from ...page.table import Store
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

    def __init__(self, store: Store) -> None:
        super().__init__(store)
        self.session = store.session
        self.code: QrModules = ()
        self.image: Blob | None = None  # the card, once it is drawn
        self.dialog = build()
        self.film = film.Making(store.lifetime)
        can_send = hasattr(navigator, "share")
        by_id("share-send").hidden = not can_send
        listen = store.lifetime.listen
        for button in self.dialog.querySelectorAll("[data-export]"):
            listen(button, "click", lambda event: self.on_export(event.target))
        listen(by_id("share-copy"), "click", lambda _: self.copy())
        listen(by_id("share-send"), "click", lambda _: self.send())
        listen(by_id("share-game"), "click", lambda _: self.share_game())
        listen(by_id("share-cancel"), "click", lambda _: self.film.cancel())
        listen(self.dialog, "close", lambda _: self.film.cancel())
        listen(by_id("share-link"), "focus", lambda e: e.target.select())
        listen(by_id("import-open"), "click", lambda _: take(store, by_id("import-text").value))
        files = by_id("import-file")
        listen(files, "change", lambda e: take_files(store, e.target.files))
        # The picture takes its room once it is drawn, which moves all that is below it.
        listen(by_id("share-picture"), "load", lambda _: keep_in_sight())

    def on_press(self, name: str, button: Element) -> None:
        """Show the dialog, or copy the link without it."""
        if name == "copy-link":
            copy_link(self.store)
        else:
            self.show()

    def open(self, path: str) -> bool:
        """Show the dialog."""
        self.show()
        return True

    def show(self) -> None:
        """Open the dialog for the game on the table."""
        by_id("import-text").value = ""
        set_text("import-error", "")
        self.share(meant(self.store.session))
        self.dialog.showModal()

    def share(self, session: Session) -> None:
        """Show what is shared: link, picture, and notes on them."""
        self.code, self.image, self.session = (), None, session
        set_text("share-note", " ".join(SHARE_WORDS[key] for key in notes_on(session)))
        by_id("share-game").hidden = not is_variation(session)
        by_id("share-link").value = self.address()
        set_text("share-said", "")
        set_text("share-elsewhere", elsewhere(session))
        by_id("share-picture").setAttribute("src", address_of(self.card()))
        by_id("share-picture").setAttribute("alt", self.told())
        self.store.lifetime.spawn(self.draw(self.address()))

    def share_game(self) -> None:
        """Share the game itself instead of the variation that is shown."""
        self.share(of_game(self.session))
        by_id("share-copy").focus()  # the button that was pressed is gone

    def address(self) -> str:
        """The whole address of what is shared."""
        return self.store.address(self.session)

    def told(self) -> str:
        """The game and how it stands, in one line."""
        return labelled(TITLES[self.session.game.name], status_text(self.session))

    def card(self) -> str:
        """The picture of the game, with what there is of a QR code."""
        return share_card_svg(self.session, self.store.rotation(), self.code)

    async def draw(self, address: str) -> None:
        """Draw the QR code, and the card for who sends it: a browser waits for neither."""
        try:
            code = await code_of(address)
        except ImportError:
            code = ()  # without a network and an offline copy the link goes by other ways
        if address != self.address():
            return
        self.code = code
        by_id("share-qr").replaceChildren(*([parse_svg(qr_svg(code))] if code else ()))
        with suppress(NotDrawn):  # the link is sent without it
            image = await png(self.card(), CARD_PIXELS)
            if address == self.address():
                self.image = image

    # ------------------------------------------------------------ the link

    def copy(self) -> None:
        """Copy the link to the clipboard; the button confirms it for a moment."""
        copy(
            self.store.lifetime,
            self.address(),
            by_id("share-copy"),
            by_id("share-link"),
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
                self.store.lifetime.spawn(shared(with_file, "share-said", "share-link"))
                return
        self.store.lifetime.spawn(shared(to_js(data), "share-said", "share-link"))

    # ------------------------------------------------------------ files

    def on_export(self, pressed: Element) -> None:
        """Save the game on the table as a file of some kind."""
        set_text("share-said", "")
        what = pressed.closest("[data-export]").dataset.export
        export, session, turn = EXPORTS[what], self.session, self.store.rotation()
        if export.write:
            name, text = f"{file_name(session)}{export.end}", export.write(session, turn)
            offer_download(self.store.lifetime, name, text, export.media_type)
        elif what == "gif":
            self.film.make(session, turn, file_name(session))
        elif what == "png":
            self.store.lifetime.spawn(self.save_png())
        else:
            self.store.lifetime.spawn(self.save_game(what))

    async def save_game(self, what: str) -> None:
        """Save all of the game, with the names and dates that are stored of it."""
        session, known = self.session, await stored(self.store, self.session)
        entry, name = current_entry(session, known), file_name(session)
        if what == "json":
            offer_download(
                self.store.lifetime, f"{name}.json", write_one(entry), "application/json"
            )
        else:
            tree, leaf, cursor = session.tree, session.leaf, session.cursor
            text = sgf.write_sgf(tree, leaf, cursor, sgf_names(entry))
            offer_download(self.store.lifetime, f"{name}.sgf", text, "application/x-go-sgf")

    async def save_png(self) -> None:
        """Save the card, with its QR code, which it waits for; or say that it cannot be made."""
        if not self.code:
            with suppress(ImportError, TimeoutError):
                async with asyncio.timeout(PATIENCE_SECONDS):
                    self.code = await code_of(self.address())
        name = file_name(self.session)
        try:
            offer_download(
                self.store.lifetime, f"{name}.png", await png(self.card(), CARD_PIXELS), PNG
            )
        except NotDrawn:
            set_status("share-said", SHARE_WORDS["picture-failed"])


PNG = "image/png"


def take(table: Store, text: str) -> None:
    """Open a pasted or dropped text, or say what is wrong with it."""
    if problem := import_text(table, text):
        refuse(table, problem)


def take_files(table: Store, files: FileList) -> None:
    """Open the first of the files that were chosen or dropped."""
    if files.length:
        table.lifetime.spawn(take_file(table, files.item(0)))


async def take_file(table: Store, file: File) -> None:
    """Open what is in a file, or say what is wrong with it."""
    if field := by_id("import-file"):
        field.value = ""  # or the same file could not be chosen again
    if problem := await import_file(table, file):
        refuse(table, problem)


def refuse(table: Store, problem: str) -> None:
    """Show what is wrong beside the board, or in the dialog that covers it."""
    if not document.querySelector("dialog[open]"):
        table.dispatch(ShowNotice(problem))
        return
    dialog = by_id("share")
    if not (dialog and dialog.open):
        table.get_part(Sharing).show()
    set_status("import-error", problem)
    keep_in_sight()


def keep_in_sight() -> None:
    """Scroll to what is wrong with a text, if anything is."""
    if (said := by_id("import-error")).textContent:
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


async def stored(table: Store, session: Session) -> Entry | None:
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
    return dated_file_name(f"{session.game.name}{session.game.size}")
