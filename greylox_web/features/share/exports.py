"""The file formats in which the share page saves a game."""

from collections.abc import Callable
from typing import NamedTuple

from ...formats import diagram, picture, print_diagram
from ...formats.share_card import PictureOptions, board_picture
from ...rules.notation.records import write_record
from ...session.session import Session


class Export(NamedTuple):
    """A file format: the icon of its button, and the function that writes the text, if any."""

    icon: str
    # arguments: session, ``Store.rotation()``, and what pictures show
    write: Callable[[Session, int, PictureOptions], str] | None = None
    end: str = ""  # suffix of the file name
    media_type: str = "text/plain"


def _film(session: Session, turn: int, options: PictureOptions) -> str:
    return picture.animation(
        session.tree,
        session.leaf,
        turn=turn,
        result=options.result,
        coordinates=options.cell_names,
    )


def _diagram(session: Session, _turn: int, _options: PictureOptions) -> str:
    last = session.tree.last_turn_mask(session.cursor)
    return diagram.diagram(session.game, session.state, last)


def _print(session: Session, turn: int, _options: PictureOptions) -> str:
    return print_diagram.print_diagram(session.tree, session.cursor, turn=turn)


def _moves(session: Session, _turn: int, _options: PictureOptions) -> str:
    return write_record(session.record)


EXPORTS = {
    "png": Export("picture"),
    "svg": Export("picture", board_picture, ".svg", "image/svg+xml"),
    "gif": Export("film"),
    "film": Export("film", _film, "-film.svg", "image/svg+xml"),
    "sgf": Export("file"),
    "json": Export("file"),
    "diagram": Export("text", _diagram, "-diagram.txt"),
    "print": Export("picture", _print, "-diagram.svg", "image/svg+xml"),
    "text": Export("text", _moves, ".txt"),
}
"""All formats, in the order of their buttons, whose words are ``as-KIND``.

The page makes the formats without ``write``: the browser draws them, or they contain stored
data of the game.
"""
