"""Sharing: the link, a QR code, the system's share sheet with a picture, and files."""

import asyncio
from contextlib import suppress

from js import Blob, Element, File, FileList, navigator, window
from pyodide.ffi import to_js

from ...formats import sgf
from ...formats.share_card import (
    PictureOptions,
    QrModules,
    has_personal_names,
    player_names,
    qr_svg,
    share_card_svg,
    status_text,
)
from ...match.move_list import next_turn_number
from ...page.database import StorageError
from ...page.dialogs import segments
from ...page.dom import by_id, current_view, parse_svg, set_status, set_text, show
from ...page.download import dated_file_name, offer_download
from ...page.store import Store
from ...page.view import View
from ...rules import TITLES
from ...session.event import ShowNotice
from ...session.naming import game_title
from ...session.session import Session
from ...session.study import play_from_here
from ...words import WORDS, labelled
from ...words.share import SHARE_WORDS
from ..library.collection import current_entry, sgf_names, write_one
from ..library.entry import Entry
from ..library.import_text import import_file, import_text
from . import film
from .clipboard import (
    annotated_address,
    copy_address,
    copy_link,
    link_notes,
    share_natively,
    shared_address,
)
from .embed_panel import EmbedCodes
from .exports import EXPORTS
from .markup import OPTION_FIELDS, build
from .qr import make_qr
from .raster import TIMEOUT_SECONDS, RasterError, font_faces, png, svg_url
from .shareable import (
    annotated_link,
    is_variation,
    mainline_session,
    shareable_session,
    shared_positions,
)

CARD_PIXELS = 1080  # the width of a PNG
PNG = "image/png"


class SharePage(View):
    """The share page, with the game or set-up as it was when the page opened."""

    name = route = "share"

    def __init__(self, store: Store) -> None:
        super().__init__(store)
        self.session = store.session
        self.code: QrModules = ()
        self.font_faces = ""  # the fonts of the card as CSS, once they are fetched
        self.image: Blob | None = None  # the share card, once it is drawn
        self.positions: dict[str, int] = {}  # that can be chosen, by name
        self.options = PictureOptions()
        build(self.body)
        self.film = film.FilmExport(store.lifetime)
        self.embed = EmbedCodes(store)
        can_send = hasattr(navigator, "share")
        by_id("share-send").hidden = not can_send
        listen = store.lifetime.listen
        for button in self.body.querySelectorAll("[data-export]"):
            listen(button, "click", lambda event: self.on_export(event.target))
        listen(by_id("share-copy"), "click", lambda _: self.copy())
        listen(by_id("share-send"), "click", lambda _: self.send())
        listen(by_id("share-game"), "click", lambda _: self.share_game())
        for choice in OPTION_FIELDS:
            listen(by_id(f"shows-{choice}"), "change", lambda _: self.on_option())
        listen(by_id("share-notes"), "change", lambda _: self.render_link())
        listen(by_id("share-positions"), "change", lambda _: self.on_position())
        listen(by_id("share-qr"), "click", lambda _: self.show_large_code())
        listen(by_id("share-cancel"), "click", lambda _: self.film.cancel())
        listen(window, "hashchange", lambda _: self.film.cancel())
        listen(by_id("share-link"), "focus", lambda e: e.target.select())
        listen(
            by_id("import-open"), "click", lambda _: open_text(store, by_id("import-text").value)
        )
        files = by_id("import-file")
        listen(files, "change", lambda e: open_files(store, e.target.files))
        # The picture takes up space once it is drawn, which moves everything below.
        listen(by_id("share-picture"), "load", lambda _: scroll_to_error())

    def on_press(self, name: str, button: Element) -> None:
        """Go to the page, or only copy the link."""
        if name == "copy-link":
            copy_link(self.store)
        else:
            self.go()

    def open(self, path: str) -> bool:
        """Show the page for the current game."""
        by_id("import-text").value = ""
        set_text("import-error", "")
        self.share(shared_session(self.store.session))
        return True

    def share(self, session: Session) -> None:
        """Share a game from the position shown, and offer other positions of it."""
        status = status_text(session.with_match(cursor=session.leaf))
        set_text("share-about", f"{game_title(session.game)} · {status}")
        self.render_positions(session)
        self.show(session)

    def render_positions(self, session: Session) -> None:
        """Show the choice of the position."""
        self.positions = positions = shared_positions(session)
        group = by_id("share-positions")
        turn = next_turn_number(session.tree, session.cursor)
        names = {key: SHARE_WORDS[f"position-{key}"].format(turn=turn) for key in positions}
        row = segments("share-position", names)
        row.setAttribute("role", "radiogroup")
        row.setAttribute("aria-label", SHARE_WORDS["position"])
        group.replaceChildren(row)
        group.hidden = not positions
        for key, node in positions.items():
            by_id(f"share-position-{key}").checked = node == session.cursor

    def on_position(self) -> None:
        """Share another position of the game."""
        for key, node in self.positions.items():
            if by_id(f"share-position-{key}").checked:
                self.show(self.session.with_match(cursor=node))
                return

    def show(self, session: Session) -> None:
        """Show the shared game: link, picture, and notes on both."""
        self.code, self.image, self.session = (), None, session
        self.render_link()
        by_id("share-game").hidden = not is_variation(session)
        set_text("share-status", "")
        is_over = session.match.is_over
        set_text("share-elsewhere-title", SHARE_WORDS["elsewhere-over" if is_over else "elsewhere"])
        set_text("share-elsewhere", qr_purpose(session))
        self.set_options(session)
        self.render_picture()
        self.store.lifetime.spawn(self.render_fonts())
        self.store.lifetime.spawn(self.render_qr())
        self.embed.share(session)

    def render_link(self) -> None:
        """Show the link, and what it holds."""
        session = self.session
        show(by_id("share-notes-choice"), annotated_link(session).annotated)
        notes = link_notes(session, annotated=by_id("share-notes").checked)
        set_text("share-note", " ".join(notes))
        by_id("share-link").value = self.link_address()

    def set_options(self, session: Session) -> None:
        """Set the choices for another game: names of persons are shown only when chosen."""
        names = any(player_names(session))
        is_over = session.tree.outcome(session.leaf) is not None
        self.options = PictureOptions(
            names=names and not has_personal_names(session), cell_names=self.options.cell_names
        )
        for choice, is_there in (("result", is_over), ("names", names), ("cell_names", True)):
            field = by_id(f"shows-{choice}")
            field.checked = getattr(self.options, choice)
            field.parentElement.hidden = not is_there
        set_text("share-film-note", SHARE_WORDS["film-note"] if is_over else "")

    def on_option(self) -> None:
        """Draw the picture again with the chosen parts."""
        self.options = PictureOptions(
            **{choice: by_id(f"shows-{choice}").checked for choice in OPTION_FIELDS}
        )
        self.image = None
        self.render_picture()
        self.store.lifetime.spawn(self.render_image())

    def render_picture(self) -> None:
        """Draw the picture in the page."""
        by_id("share-picture").setAttribute("src", svg_url(self.card()))
        by_id("share-picture").setAttribute("alt", self.caption())

    def show_large_code(self) -> None:
        """Show the QR code as large as the window."""
        if self.code:
            by_id("share-qr-large").replaceChildren(parse_svg(qr_svg(self.code)))
            by_id("share-large").showModal()

    def share_game(self) -> None:
        """Share the game itself instead of the current variation."""
        self.share(mainline_session(self.session))
        by_id("share-copy").focus()  # the focused button is now hidden

    def address(self) -> str:
        """Return the full address of the shared game, without comments and marks."""
        return shared_address(self.store, self.session)

    def link_address(self) -> str:
        """Return the full address of the shared game, with comments and marks if chosen."""
        if not by_id("share-notes").checked:
            return self.address()
        return annotated_address(self.store, self.session)

    def caption(self) -> str:
        """Return the game's title and status in one line."""
        name = TITLES[self.session.game.name]
        if self.session.outcome is not None and not self.options.result:
            return name
        return labelled(name, status_text(self.session))

    def card(self, code: QrModules = ()) -> str:
        """Return the share card with a QR code, or without one for the page, which has its own."""
        turn = self.store.rotation()
        return share_card_svg(self.session, turn, code, self.font_faces, self.options)

    async def load_fonts(self) -> None:
        """Fetch the fonts of the card, unless they are there."""
        self.font_faces = self.font_faces or await font_faces()

    async def render_fonts(self) -> None:
        """Draw the card again with the page's fonts."""
        if not self.font_faces:
            await self.load_fonts()
            if self.font_faces:
                self.render_picture()

    async def load_code(self) -> bool:
        """Make the QR code; return False if another position was chosen in the meantime."""
        address = self.address()
        try:
            code = await make_qr(address)
        except ImportError:
            code = ()  # no network and no offline copy: the link is shared without a code
        if address != self.address():
            return False
        self.code = code
        return True

    async def render_qr(self) -> None:
        """Draw the QR code, and the image that ``send`` attaches.

        They are made in advance, because a browser opens the share sheet only right after a click.
        """
        if await self.load_code():
            await self.load_fonts()
            by_id("share-qr").hidden = not self.code
            drawn = [parse_svg(qr_svg(self.code))] if self.code else []
            by_id("share-qr").replaceChildren(*drawn)
            await self.render_image()

    async def render_image(self) -> None:
        """Draw the image that ``send`` attaches."""
        drawn = self.address(), self.options
        with suppress(RasterError):  # the link is sent without the image
            image = await png(self.card(self.code), CARD_PIXELS)
            if drawn == (self.address(), self.options):
                self.image = image

    # ------------------------------------------------------------ the link

    def copy(self) -> None:
        """Copy the link to the clipboard; the button confirms it for a moment."""
        copy_address(
            self.store.lifetime,
            self.link_address(),
            by_id("share-copy"),
            by_id("share-link"),
            "share-status",
        )

    def send(self) -> None:
        """Pass the link to the system's share sheet, with the card if files are supported."""
        name = TITLES[self.session.game.name]
        data = {"title": name, "text": self.caption(), "url": self.link_address()}
        if self.image is not None and hasattr(navigator, "canShare"):
            file = File.new(
                to_js([self.image]), f"{file_name(self.session)}.png", to_js({"type": PNG})
            )
            with_file = to_js(data | {"files": [file]})
            if navigator.canShare(with_file):
                self.store.lifetime.spawn(share_natively(with_file, "share-status", "share-link"))
                return
        self.store.lifetime.spawn(share_natively(to_js(data), "share-status", "share-link"))

    # ------------------------------------------------------------ files

    def on_export(self, pressed: Element) -> None:
        """Save the shared game as a file of the chosen format."""
        set_text("share-status", "")
        kind = pressed.closest("[data-export]").dataset.export
        export, session, turn = EXPORTS[kind], self.session, self.store.rotation()
        if export.write:
            name = f"{file_name(session)}{export.end}"
            text = export.write(session, turn, self.options)
            offer_download(self.store.lifetime, name, text, export.media_type)
        elif kind == "gif":
            self.film.start(session, turn, self.options, self.font_faces, file_name(session))
        elif kind == "png":
            self.store.lifetime.spawn(self.save_png())
        else:
            self.store.lifetime.spawn(self.save_game(kind))

    async def save_game(self, kind: str) -> None:
        """Save the whole game, with its stored names and dates."""
        session, saved_entry = self.session, await stored_entry(self.store, self.session)
        entry, name = current_entry(session, saved_entry), file_name(session)
        if kind == "json":
            offer_download(
                self.store.lifetime, f"{name}.json", write_one(entry), "application/json"
            )
        else:
            tree, leaf, cursor = session.tree, session.leaf, session.cursor
            text = sgf.write_sgf(tree, leaf, cursor, sgf_names(entry))
            offer_download(self.store.lifetime, f"{name}.sgf", text, "application/x-go-sgf")

    async def save_png(self) -> None:
        """Save the card with its QR code as a PNG, or show that drawing failed.

        It waits for the code up to ``TIMEOUT_SECONDS``, then saves the card without it.
        """
        if not self.code:
            with suppress(TimeoutError):
                async with asyncio.timeout(TIMEOUT_SECONDS):
                    await self.load_code()
        await self.load_fonts()
        name = file_name(self.session)
        try:
            offer_download(
                self.store.lifetime,
                f"{name}.png",
                await png(self.card(self.code), CARD_PIXELS),
                PNG,
            )
        except RasterError:
            set_status("share-status", SHARE_WORDS["picture-failed"])


def open_text(store: Store, text: str) -> None:
    """Open a pasted or dropped text, or show its error."""
    if problem := import_text(store, text):
        show_error(store, problem)


def open_files(store: Store, files: FileList) -> None:
    """Open the first of the files that were chosen or dropped."""
    if files.length:
        store.lifetime.spawn(open_file(store, files.item(0)))


async def open_file(store: Store, file: File) -> None:
    """Open the game in a file, or show its error."""
    if field := by_id("import-file"):
        field.value = ""  # else choosing the same file again would fire no event
    if problem := await import_file(store, file):
        show_error(store, problem)


def show_error(store: Store, problem: str) -> None:
    """Show an error: on the share page beside its field, elsewhere as a notice."""
    if current_view() != SharePage.name:
        store.dispatch(ShowNotice(problem))
        return
    set_status("import-error", problem)
    scroll_to_error()


def scroll_to_error() -> None:
    """Scroll to the error message, if there is one."""
    if (error := by_id("import-error")).textContent:
        error.scrollIntoView(to_js({"block": "center"}))


def shared_session(session: Session) -> Session:
    """Return the session to share; a set-up position if it differs and can be played from.

    An exercise is shared from its beginning.
    """
    if session.exercise_attempt is not None:
        return shareable_session(session)
    editor = session.editor
    if editor and editor.state == session.state:
        return session.without("editor")
    return play_from_here(session)


def qr_purpose(session: Session) -> str:
    """Return what the QR code is for."""
    for colour, seat in zip(session.game.colours, session.seats, strict=True):
        if seat.remote:
            return SHARE_WORDS["elsewhere-friend"].format(Colour=WORDS[colour])
    return SHARE_WORDS["elsewhere-note"]


async def stored_entry(store: Store, session: Session) -> Entry | None:
    """Load the stored entry of the shared game, or None if it is not stored."""
    autosave = store.autosave
    is_stored = store.visit.current.is_stored
    if autosave is None or not is_stored or session.tree is not store.session.tree:
        return None
    try:
        return await autosave.repository.read(session.match.id)
    except StorageError:
        return None


def file_name(session: Session) -> str:
    """Return the file name of this game without its suffix."""
    return dated_file_name(f"{session.game.name}{session.game.size}")
