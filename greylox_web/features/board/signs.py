"""The signs on the board of a session, for a legend."""

from collections.abc import Iterable, Mapping

from ...drawing.signs import SIGNS
from ...session.session import Session

SIGN_LAYERS = {  # sign -> the layers that show it
    "control": ("control-first", "control-second"),
    "groups": ("grouped",),
    "hint": ("hint", "hint-region"),
    "choice": ("line-first", "line-second"),
    "alternative": ("candidate",),
}
"""The layers of the signs that do not have the name of their layer."""


def signs_on_board(session: Session, shown: Mapping[str, int]) -> tuple[str, ...]:
    """Return the names of the signs on the board, in the order of ``drawing.signs.SIGNS``.

    ``shown`` are the layers of the board.  The keyboard's cell is not part of a session, so its
    sign is never returned.
    """
    names = {
        sign for sign in SIGNS if any(shown.get(layer) for layer in SIGN_LAYERS.get(sign, (sign,)))
    }
    board, grouped = session.game.board, shown.get("grouped", 0)
    stones = [shown.get(side, 0) & grouped for side in ("first", "second")]
    if not any(board.neighbours(side) & side for side in stones):
        names.discard("groups")
    last = shown.get("last", 0)
    if last and not last & ~shown.get("flipped", 0):
        names.discard("last")  # its only stone has the ring of a flip
    if shown.get("swapped-here"):
        names.discard("flipped")
    in_play = session.editor is None and session.game.controlled(session.state)
    if session.preferences.sight and in_play:
        names.add("sight")
    if shown.get("settled"):
        names.discard("chain")
        names.add("won")
    return tuple(sign for sign in SIGNS if sign in names)


def first_rank(ranks: Iterable[str]) -> str:
    """Return the first of the numbers or letters on the board, or "".

    The best choice may be no cell: then the first letter on the board is B.
    """
    return min(ranks, key=lambda rank: (len(rank), rank), default="")
