"""Sharing and opening: link, QR code, files out; pasted texts, chosen and dropped files in."""

import json
from urllib.parse import quote

from js import Blob, File, FileList, Image, document
from pyodide.ffi import JsException, create_proxy
from pyodide.http import pyfetch

from ...app import formats
from ...app.formats import diagram, json_file, picture, sgf
from ...app.formats.json_library import MOST_LIBRARY
from ...app.session.events import OpenTree, Say
from ...app.session.session import Session
from ...app.text import sentence_case
from ...rules.notation.records import write_record
from ...words import WORDS
from ...words.library import LIBRARY_WORDS
from ..dom import drawing, element, listen, set_text
from ..table import Table
from ..tasks import soon
from .download import dated, save

PICTURE_PIXELS = 1200  # the longer side of a PNG


def open(table: Table) -> None:
    """Show the dialog for the game on the table."""
    if not element("share").hasAttribute("data-connected"):
        element("share").setAttribute("data-connected", "")
        connect(table)
    element("share-link").value = table.address()
    element("import-text").value = ""
    set_text("import-error", "")
    element("share").showModal()
    soon(show_qr(table.address()))


def connect(table: Table) -> None:
    """Listen to the dialog's buttons, once."""
    for button in document.querySelectorAll("[data-export]"):
        listen(button, "click", lambda e: export(table.session, e.target.dataset.export))
    listen(element("import-open"), "click", lambda _: take(table, element("import-text").value))
    listen(element("import-file"), "change", lambda e: take_files(table, e.target.files))


# ------------------------------------------------------------ out


async def show_qr(address: str) -> None:
    """Draw the QR code of the address; the library for it is fetched with the first one."""
    try:
        import segno
    except ImportError:
        facts = json.loads(document.querySelector("meta[name=greylox-build]").content)
        await (await pyfetch(facts["extras"])).unpack_archive()
        import segno
    code = segno.make(address, micro=False, error="m" if len(address) < 1000 else "l")
    markup = code.svg_inline(omitsize=True, border=2, dark="#000", light="#fff")
    markup = markup.replace("<svg", '<svg xmlns="http://www.w3.org/2000/svg"', 1)
    element("share-qr").replaceChildren(drawing(markup))


def export(session: Session, kind: str) -> None:
    """Save the game on the table as a file of some kind."""
    tree, leaf, cursor = session.tree, session.leaf, session.cursor
    name = dated(f"{session.game.name}{session.game.size}")
    if kind == "text":
        save(f"{name}.txt", write_record(session.record), "text/plain")
    elif kind == "sgf":
        save(f"{name}.sgf", sgf.write_sgf(tree, leaf, cursor), "application/x-go-sgf")
    elif kind == "json":
        save(f"{name}.json", json_file.write_game(tree, leaf, cursor), "application/json")
    elif kind == "diagram":
        text = diagram.diagram(session.game, session.state)
        save(f"{name}-diagram.txt", text, "text/plain")
    elif kind == "film":
        save(f"{name}-film.svg", picture.animation(tree, leaf), "image/svg+xml")
    else:
        drawn = picture.picture(tree, cursor)
        if kind == "svg":
            save(f"{name}.svg", drawn, "image/svg+xml")
        else:
            save_png(f"{name}.png", drawn)


def save_png(name: str, drawn: str) -> None:
    """Draw the picture on a canvas and offer it as a download."""
    image = Image.new()

    def on_blob(blob: Blob) -> None:
        save(name, blob, "image/png")

    def on_load(_: object) -> None:
        canvas = document.createElement("canvas")
        scale = PICTURE_PIXELS / max(image.naturalWidth, image.naturalHeight)
        canvas.width = round(image.naturalWidth * scale)
        canvas.height = round(image.naturalHeight * scale)
        canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height)
        canvas.toBlob(create_proxy(on_blob), "image/png")

    listen(image, "load", on_load)
    image.src = f"data:image/svg+xml,{quote(drawn)}"


# ------------------------------------------------------------ in


def take(table: Table, text: str) -> None:
    """Open a pasted or dropped text, or say what is wrong with it."""
    game = formats.read(text, table.session.game)
    if game.kind == "library":
        if table.autosave is None:
            refuse(table, LIBRARY_WORDS["not-yet"])
            return
        from . import my_games

        my_games.take(table.autosave, text)
        return
    nothing = game.tree is None or (game.tree.setup is None and len(game.tree.nodes) == 1)
    if game.tree is None or (game.error and nothing):
        refuse(table, sentence_case(game.error or ""))
        return
    notice = ""
    if game.error:
        notice = f"{WORDS['damaged-text']} {sentence_case(game.error)}"
    element("share").close()
    table.dispatch(OpenTree(game.tree, game.leaf, game.cursor, notice=notice))


def refuse(table: Table, problem: str) -> None:
    """Say what is wrong where it is seen: beside the board, or in front of what covers that."""
    if not document.querySelector("dialog[open]"):
        table.dispatch(Say(problem))
        return
    if not element("share").open:
        open(table)
    set_text("import-error", problem)


def take_files(table: Table, files: FileList) -> None:
    """Open the first of the files that were chosen or dropped."""
    if files.length:
        soon(take_file(table, files.item(0)))


async def take_file(table: Table, file: File) -> None:
    """Read a file and open what is in it."""
    element("import-file").value = ""  # or the same file could not be chosen again
    if file.size > MOST_LIBRARY:
        refuse(table, WORDS["file-too-large"])
        return
    try:
        text = await file.text()
    except JsException:
        refuse(table, WORDS["file-unreadable"])
        return
    take(table, text)
