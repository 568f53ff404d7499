"""Opening: pasted and dropped texts, chosen and dropped files."""

from js import File, document
from pyodide.ffi import JsException

from ....app import formats
from ....app.formats.json_library import MOST_LIBRARY
from ....app.session.events import OpenLink, OpenTree
from ....app.text import sentence_case
from ....words import WORDS
from ....words.library import LIBRARY_WORDS
from ...table import Table


def bring_in(table: Table, text: str) -> str:
    """Open a pasted or dropped text; what is wrong with it, or ""."""
    game = formats.read(text, table.session.game)
    if game.kind == "library":
        if table.autosave is None:
            return LIBRARY_WORDS["not-yet"]
        from . import my_games

        my_games.take(table.autosave, table.progress(), text)
        return ""
    nothing = game.tree is None or (game.tree.setup is None and len(game.tree.nodes) == 1)
    if game.tree is None or (game.error and nothing):
        return sentence_case(game.error or "")
    notice = WORDS["cut-link"] if game.unchecked else ""
    if game.error:
        notice = f"{WORDS['damaged-text']} {sentence_case(game.error)}"
    for dialog in document.querySelectorAll("dialog[open]"):
        dialog.close()
    sound = game.kind == "link" and not game.error and not game.unchecked
    opened = OpenTree(game.tree, game.leaf, game.cursor, notice=notice)
    table.dispatch(OpenLink(text) if sound else opened)
    return ""


async def bring_in_file(table: Table, file: File) -> str:
    """Read a file and open what is in it; what is wrong with it, or ""."""
    if file.size > MOST_LIBRARY:
        return WORDS["file-too-large"]
    try:
        text = await file.text()
    except JsException:
        return WORDS["file-unreadable"]
    return bring_in(table, text)
