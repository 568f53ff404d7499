"""The kinds of files that the dialog saves a game as."""

from collections.abc import Callable
from typing import NamedTuple

from ...formats import diagram, picture
from ...rules.notation.records import write_record
from ...session.session import Session


class Export(NamedTuple):
    """A kind of file: the icon of its button and, if it is written from the session, its text."""

    icon: str
    write: Callable[[Session, int], str] | None = None  # gets ``Table.turn()``, too
    end: str = ""  # of the file's name
    media_type: str = "text/plain"


def _picture(session: Session, turn: int) -> str:
    return picture.picture(session.tree, session.cursor, turn=turn)


def _film(session: Session, turn: int) -> str:
    return picture.animation(session.tree, session.leaf, turn=turn)


def _diagram(session: Session, _turn: int) -> str:
    last = session.tree.last_turn_mask(session.cursor)
    return diagram.diagram(session.game, session.state, last)


def _moves(session: Session, _turn: int) -> str:
    return write_record(session.record)


EXPORTS = {
    "png": Export("picture"),
    "svg": Export("picture", _picture, ".svg", "image/svg+xml"),
    "gif": Export("film"),
    "film": Export("film", _film, "-film.svg", "image/svg+xml"),
    "sgf": Export("file"),
    "json": Export("file"),
    "diagram": Export("text", _diagram, "-diagram.txt"),
    "text": Export("text", _moves, ".txt"),
}
"""All kinds, in the order of their buttons, whose words are ``as-KIND``.

Those without ``write`` are made by the dialog: the browser draws them, or they have what is stored
of the game.
"""
