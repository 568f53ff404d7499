"""Opening of pasted and dropped texts, and of chosen and dropped files."""

import re

from js import File, document, location
from pyodide.ffi import JsException

from ... import formats
from ...formats.encoding import Decoded
from ...formats.game_json import MAX_LIBRARY_CHARACTERS
from ...match.match import Match
from ...page.dom import emit, is_board_shown
from ...page.store import Store
from ...rules.notation.links import candidate_fragments, undo_escapes
from ...session.load_match import LoadMatch, OpenLink
from ...text import sentence_case
from ...words import WORDS, error_text
from ...words.library import LIBRARY_WORDS
from .file_text import decoded_file
from .source import make_source

MAX_ROUTE = 2_400  # maximum length of a text that may be an address of a lesson or a puzzle
EXERCISES = "learn/", "puzzle/"  # prefixes of the routes of lessons and puzzles

PREVIEW_PAGE = re.compile(
    r"\s*https?://\S{1,300}/go/((?:learn|play|puzzle)/[a-z\d-]+)\.html(?:\?([a-z\d-]+))?\s*",
    re.ASCII,
)
"""The address of a page for link previews, with its route, and a lesson of a course."""


def import_text(store: Store, text: str, doubt: str = "") -> str:
    """Open a text that was pasted, dropped or read from a file; return an error message, or "".

    ``doubt`` is a warning on how the file was decoded, or "".
    """
    start = text[:MAX_ROUTE]
    if page_address := PREVIEW_PAGE.fullmatch(text) if len(text) <= MAX_ROUTE else None:
        location.hash = "/".join(filter(None, page_address.groups()))
        return ""
    for route in reversed([*candidate_fragments(start)] if "#" in undo_escapes(start) else []):
        if route.startswith(EXERCISES):
            location.hash = route  # opening the address closes dialogs over it
            return ""
    game = formats.read(text, store.session.game)
    if game.kind == "library":
        if store.autosave is None:
            return LIBRARY_WORDS["not-yet"]
        from .panel import Library

        store.get_part(Library).import_text(Decoded(text, doubt))
        return ""
    if game.tree is None or (game.error and game.is_empty):
        return f"{sentence_case(game.error or '')} {doubt}".strip()
    if game.is_empty and not any(map(str.isalpha, text)):
        return sentence_case(error_text("text-no-moves"))
    notice = WORDS["cut-link"] if game.lacks_checksum else ""
    if game.error:
        notice = f"{WORDS['damaged-text']} {sentence_case(game.error)}"
    notice = f"{notice} {doubt}".strip()
    for dialog in document.querySelectorAll("dialog[open]"):
        dialog.close()
    is_valid_link = game.kind == "link" and not game.error
    excluded = ("name",) * (game.kind == "json") + ("result",) * bool(game.error)
    meta = {key: value for key, value in game.meta.items() if key not in excluded}
    source = make_source(meta, game.tree)
    match = Match(game.tree, game.leaf, game.cursor, source=source)
    opened = LoadMatch(match, notice, imported=True)
    page = "" if is_board_shown() else location.hash
    if page:  # also if the text only extends the current game
        emit("show-board")
    store.dispatch(OpenLink(text) if is_valid_link else opened)
    if page and location.hash == page:  # the text is the current game
        store.address_bar.write(store.session.link, entry=True)
    return ""


async def import_file(store: Store, file: File) -> str:
    """Read a file and open it; return an error message, or ""."""
    if file.size > MAX_LIBRARY_CHARACTERS:
        return WORDS["file-too-large"]
    try:
        text, doubt = await decoded_file(file)
    except JsException:
        return WORDS["file-unreadable"]
    return import_text(store, text, doubt)
