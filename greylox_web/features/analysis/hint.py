"""Hints: what the engine would play, told in two steps, a region first; a hint never plays."""

from dataclasses import dataclass, replace
from typing import ClassVar

from ...engine import messages as wire
from ...rules import NotationError
from ...rules.board import bits
from ...rules.notation.actions import end_label, machine_action, parse_action
from ...rules.play import illegal_reason
from ...rules.state import Game, State
from ...session.activity import Activity
from ...session.event import Event
from ...session.session import Notice, Session
from ...words import tongue
from ...words.review import REVIEW_WORDS

FEWEST = 3  # cells of a region that still leaves something to find


@dataclass(frozen=True)
class Hint(Activity):
    """The engine's action in a position, and how much of it is shown."""

    name: ClassVar[str] = "hint"
    state: State  # the hint is about this position and goes away with it
    action: int = -1  # -1: the engine is still searching
    exact: bool = False  # the second step: the cell itself
    percent: int = 0  # of the search that is done

    def after_event(self, before: Session, session: Session, event: Event) -> Session:
        if self.state != session.state:
            return session.without(self.name)
        return session if session.engine is before.engine else outdated(session)

    def question(self, session: Session) -> "tuple[wire.SearchPurpose, int] | None":
        return ("hint", session.cursor) if self.action < 0 else None

    def on_report(self, session: Session, report: wire.SearchReport) -> Session:
        return (answered if report.final else looked)(session, report)

    def on_failure(self, session: Session, sentence: str) -> Session:
        return failed(session, sentence)

    def board_masks(self, session: Session) -> dict[str, int]:
        game = session.game
        if self.action < 0 or self.action >= game.board.end_action:
            return {}
        if self.exact:
            return {"hint": 1 << self.action}
        return {"hint-region": region(game, self.state, self.action)}

    def text(self, game: Game) -> str:
        """The hint as a sentence, as far as it is shown."""
        if self.action == game.board.swap_action:
            return REVIEW_WORDS["hint-swap"]
        if self.action == game.board.end_action:
            return REVIEW_WORDS[f"hint-{end_label(game)}"]
        if self.exact:
            return REVIEW_WORDS["hint-cell"].format(name=game.board.cell_name(self.action))
        names = game.board.cell_names(region(game, self.state, self.action))
        return REVIEW_WORDS["hint-region"].format(cells=tongue.formats.join_or(names))

    @property
    def button(self) -> str:
        """The label of the button: what its next press does."""
        key = "hint-cancel" if self.action < 0 else "hint-away" if self.exact else "hint-more"
        return REVIEW_WORDS[key]

    def progress(self, *, thinking: bool) -> str:
        """The engine's progress as a sentence, "" once it has answered."""
        if self.action >= 0:
            return ""
        key = "hint-looking" if thinking else "hint-waiting"
        return REVIEW_WORDS[key].format(percent=self.percent)


def region(game: Game, state: State, action: int) -> int:
    """A few legal cells with the action among them, which is not always in the middle.

    They lie around the neighbour of the action that has the most of them.  If that would be all
    legal cells, it is the half that contains the action: at least two cells if there are three.
    """
    board = game.board
    legal = game.legal(state) & board.cells

    def around(cell: int) -> int:
        return (board.neighbours(1 << cell) | 1 << cell) & legal

    beside = bits(board.neighbours(1 << action))
    found = around(max(beside, key=lambda cell: (around(cell).bit_count(), cell)))
    if found.bit_count() < FEWEST:
        found = board.neighbours(board.neighbours(1 << action)) & legal | 1 << action
    if found.bit_count() < FEWEST:  # alone among stones
        found = legal
    return found if found != legal else _half(legal, action)


def tells_all(game: Game, state: State, action: int) -> bool:
    """Whether every region would give the action away."""
    if action >= game.board.end_action:
        return True
    return (game.legal(state) & game.board.cells).bit_count() < FEWEST


def _half(legal: int, action: int) -> int:
    """The half of the cells, in their order, that the action is in."""
    cells = list(bits(legal))
    half = max(2, (len(cells) + 1) // 2)
    kept = cells[:half] if action in cells[:half] else cells[-half:]
    return sum(1 << cell for cell in kept)


ENOUGH = 1000  # playouts: as many as the engine takes for a hint


class AskHint(Event):
    """Ask for a hint; then its cell; then put it away."""

    def apply(self, session: Session) -> Session:
        return press(session)

    def assistance_kind(self, session: Session) -> str:
        return "hint" if session.hint is not None else ""


def press(session: Session) -> Session:
    """Handle a press of the button: ask, cancel, show the cell, or remove the hint."""
    hint = session.hint
    if hint is None:
        return _asked(session) if session.can_hint else session
    if hint.action < 0 or hint.exact:
        return session.without(Hint.name)
    return _told(session, replace(hint, exact=True))


def _asked(session: Session) -> Session:
    """The engine is asked, unless an analysis has looked at the position for longer."""
    asking = session.with_activity(Hint(session.state))
    known = _known(session)
    return asking if known is None else answered(asking, known)


def _known(session: Session) -> wire.SearchReport | None:
    """What an analysis found that has looked at the position for at least as long as a hint."""
    known = session.engine.cached_report(session.state)
    return known if known and (known.proven or known.playouts >= ENOUGH) else None


def outdated(session: Session) -> Session:
    """The session without a hint, and what was said of it, that such an analysis contradicts."""
    hint, known = session.hint, _known(session)
    if hint is None or hint.action < 0 or known is None:
        return session
    best = known.action or next((name for name, *_ in known.top), "")
    if best in ("", machine_action(session.game, hint.action)):
        return session
    is_told = session.notice == Notice(hint.text(session.game))
    return replace(session.without(Hint.name), notice=None if is_told else session.notice)


def looked(session: Session, report: wire.SearchReport) -> Session:
    """Keep only the progress of a report; its evaluation would give the hint away."""
    if session.hint is None or not report.work:
        return session
    percent = min(100 * report.playouts // report.work, 99)
    return session.with_activity(replace(session.hint, percent=percent))


def answered(session: Session, report: wire.SearchReport) -> Session:
    """Keep the engine's answer as the hint; it is checked like a click."""
    assert session.hint is not None
    try:
        action = parse_action(session.game.board, report.action or "")
    except NotationError:
        action = -1
    if illegal_reason(session.game, session.state, action):
        return failed(session, report.error or "")
    at_once = tells_all(session.game, session.state, action)
    return _told(session, replace(session.hint, action=action, exact=at_once))


def failed(session: Session, sentence: str) -> Session:
    """There is no hint."""
    notice = Notice(sentence) if sentence else session.notice
    return replace(session.without(Hint.name), notice=notice)


def _told(session: Session, hint: Hint) -> Session:
    return replace(session.with_activity(hint), notice=Notice(hint.text(session.game)))
