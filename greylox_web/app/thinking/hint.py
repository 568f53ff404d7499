"""A hint in two steps: first a region of the board, then the cell; it never plays."""

from dataclasses import replace
from typing import NamedTuple

from ...rules import NotationError
from ...rules.board import bits
from ...rules.notation.actions import action_named
from ...rules.play import why_not
from ...rules.state import Game, State
from ...words.review import REVIEW_WORDS
from ..session.session import Notice, Session
from . import wire

FEWEST = 3  # cells of a region that still leaves something to find


class Hint(NamedTuple):
    """What the engine would do in one position, and how much of it is told."""

    state: State  # the hint is about this position and goes away with it
    action: int = -1  # as long as the engine looks for it
    exact: bool = False  # the second step: the cell itself
    percent: int = 0  # of the engine's work that is done

    def layers(self, game: Game) -> dict[str, int]:
        """The cells to mark."""
        if self.action < 0 or self.action >= game.board.end:
            return {}
        if self.exact:
            return {"hint": 1 << self.action}
        return {"hint-region": region(game, self.state, self.action)}


def press(session: Session) -> Session:
    """The button was pressed: ask, cancel, show the cell, or put the hint away."""
    hint = session.hint
    if hint is None:
        return replace(session, hint=Hint(session.state)) if session.can_hint else session
    if hint.action < 0 or hint.exact:
        return replace(session, hint=None)
    return _told(session, hint._replace(exact=True))


def looked(session: Session, report: wire.Report) -> Session:
    """The engine is on its way."""
    if session.hint is None or not report.work:
        return session
    percent = min(100 * report.playouts // report.work, 99)
    return replace(session, hint=session.hint._replace(percent=percent))


def answered(session: Session, report: wire.Report) -> Session:
    """The engine's answer, through the same checked door as a click."""
    assert session.hint is not None
    try:
        action = action_named(session.game.board, report.action or "")
    except NotationError:
        action = -1
    if why_not(session.game, session.state, action):
        return failed(session, report.error or "")
    special = action >= session.game.board.end  # has no region: it is told at once
    return _told(session, session.hint._replace(action=action, exact=special))


def failed(session: Session, sentence: str) -> Session:
    """There is no hint."""
    return replace(session, hint=None, notice=Notice(sentence) if sentence else session.notice)


def _told(session: Session, hint: Hint) -> Session:
    game = session.game
    if hint.action == game.board.swap:
        text = REVIEW_WORDS["hint-swap"]
    elif hint.action == game.board.end:
        text = REVIEW_WORDS["hint-pass" if game.name == "lox" else "hint-end"]
    elif hint.exact:
        text = REVIEW_WORDS["hint-cell"].format(name=game.board.name(hint.action))
    else:
        names = game.board.names(region(game, hint.state, hint.action))
        text = REVIEW_WORDS["hint-region"].format(cells=", ".join(names))
    return replace(session, hint=hint, notice=Notice(text))


def region(game: Game, state: State, action: int) -> int:
    """A few legal cells with the action among them, which is not always in the middle.

    They lie around the neighbour of the action that has most of them.
    """
    board = game.board
    legal = game.legal(state) & board.cells

    def around(cell: int) -> int:
        return (board.neighbours(1 << cell) | 1 << cell) & legal

    beside = bits(board.neighbours(1 << action))
    found = around(max(beside, key=lambda cell: (around(cell).bit_count(), cell)))
    if found.bit_count() >= FEWEST:
        return found
    wider = board.neighbours(board.neighbours(1 << action)) & legal | 1 << action
    return wider if wider.bit_count() >= FEWEST else legal  # alone among stones


def button(hint: Hint) -> str:
    """What the next press does."""
    key = "hint-cancel" if hint.action < 0 else "hint-away" if hint.exact else "hint-more"
    return REVIEW_WORDS[key]


def progress(session: Session) -> str:
    """How far the engine is, or "" when it has answered."""
    hint = session.hint
    if hint is None or hint.action >= 0:
        return ""
    key = "hint-looking" if session.thinking else "hint-waiting"
    return REVIEW_WORDS[key].format(percent=hint.percent)
