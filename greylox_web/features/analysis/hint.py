"""Hints in two steps: first a region, then the cell. A hint never plays the action."""

from dataclasses import dataclass, replace
from typing import ClassVar, NamedTuple

from ...engine import messages
from ...explanations.explain import explain, hint_fact
from ...explanations.model import Comparison, Explanation
from ...rules import NotationError
from ...rules.board import bits
from ...rules.notation.actions import end_label, machine_action, parse_action
from ...rules.play import illegal_reason
from ...rules.state import Game, State
from ...session.activity import Activity
from ...session.announcement_parts import join_sentences
from ...session.evaluation import legal_line
from ...session.event import Event
from ...session.prompt import prompt_text
from ...session.rating import is_counting
from ...session.session import Notice, Session
from ...words import locale_format
from ...words.review import REVIEW_WORDS

MIN_REGION_CELLS = 3  # a smaller region would reveal the cell
MIN_VISITS = 1000  # playouts: the same number as for a hint search


class HintBox(NamedTuple):
    """The texts of the box with the hint."""

    title: str
    due: str  # what is due, where the box hides the prompt; "" while the engine is searching
    text: str  # a fact about the hint, and that the game does not count any more; or ""
    show_label: str  # of the button that shows the stone, "" if there is none
    hide_label: str  # of the button that ends the hint


@dataclass(frozen=True)
class Hint(Activity):
    """The engine's action in a position, and which step of the hint is shown."""

    name: ClassVar[str] = "hint"
    state: State  # the position of the hint; in any other position the hint is removed
    action: int = -1  # -1: the engine is still searching
    exact: bool = False  # the second step: the cell itself
    percent: int = 0  # progress of the search
    stops_counting: bool = False  # whether the game counted until this hint
    line: tuple[int, ...] = ()  # the engine's line, which begins with the action

    def after_event(self, before: Session, session: Session, event: Event) -> Session:
        if self.state != session.state:
            return session.without(self.name)
        return session if session.engine is before.engine else outdated(session)

    def required_search(self, session: Session) -> "tuple[messages.SearchPurpose, int] | None":
        return ("hint", session.cursor) if self.action < 0 else None

    def on_report(self, session: Session, report: messages.SearchReport) -> Session:
        return (with_hint if report.final else with_progress)(session, report)

    def on_failure(self, session: Session, sentence: str) -> Session:
        return without_hint(session, sentence)

    def board_masks(self, session: Session) -> dict[str, int]:
        game = session.game
        if self.action < 0 or self.action >= game.board.end_action:
            return {}
        if self.exact:
            return {"hint": 1 << self.action, "explained": self.explanation(game).cells}
        return {"hint-region": region(game, self.state, self.action)}

    def explanation(self, game: Game) -> Explanation:
        """Return why the cell is good, from the second step on."""
        if not (self.exact and self.line) or self.action >= game.board.end_action:
            return Explanation()
        return explain(Comparison(game, self.state, self.line))

    def text(self, game: Game) -> str:
        """Return the current step of the hint in sentences."""
        return join_sentences(self._sentence(game), self.explanation(game).text)

    def _sentence(self, game: Game) -> str:
        if self.action == game.board.swap_action:
            return REVIEW_WORDS["hint-swap"]
        if self.action == game.board.end_action:
            return REVIEW_WORDS[f"hint-{end_label(game)}"]
        if self.exact:
            return REVIEW_WORDS["hint-cell"].format(name=game.board.cell_name(self.action))
        names = game.board.cell_names(region(game, self.state, self.action))
        return REVIEW_WORDS["hint-region"].format(cells=locale_format.formats.join_or(names))

    @property
    def button(self) -> str:
        """The label of an exercise's hint button: the effect of its next press."""
        return REVIEW_WORDS["hint-hide" if self.exact else "hint-more"]

    def is_notice(self, session: Session) -> bool:
        """Whether the session's notice is this hint, which has a box of its own."""
        return self.action >= 0 and session.notice == Notice(self.text(session.game))

    def box(self, session: Session) -> HintBox:
        """Return the texts of the box: the progress of the search, the region, or the action."""
        game, note = session.game, REVIEW_WORDS["hint-uncounted"] if self.stops_counting else ""
        if self.action < 0:
            key = "hint-looking" if session.engine.thinking else "hint-waiting"
            title = REVIEW_WORDS[key].format(percent=self.percent)
            return HintBox(title, "", note, "", REVIEW_WORDS["hint-cancel"])
        hide = REVIEW_WORDS["hint-away"]
        fact = self.explanation(game).text or hint_fact(game, self.state, self.action)
        fact = join_sentences(fact, note) if note else fact
        due = prompt_text(game, self.state)
        if self.action >= game.board.end_action or self.exact:
            return HintBox(self._sentence(game), due, fact, "", hide)
        title = REVIEW_WORDS["hint-look"]
        return HintBox(title, due, fact, REVIEW_WORDS["hint-more"], hide)


def region(game: Game, state: State, action: int) -> int:
    """Return a few legal cells that include the action, not always in the middle.

    The region surrounds the neighbour of the action that has the most legal cells around it. If the
    region would contain all legal cells, return the half that contains the action: at least two
    cells if there are three.
    """
    board = game.board
    legal = game.legal(state) & board.cells

    def around(cell: int) -> int:
        return (board.neighbours(1 << cell) | 1 << cell) & legal

    neighbour_cells = bits(board.neighbours(1 << action))
    region_cells = around(max(neighbour_cells, key=lambda cell: (around(cell).bit_count(), cell)))
    if region_cells.bit_count() < MIN_REGION_CELLS:
        region_cells = board.neighbours(board.neighbours(1 << action)) & legal | 1 << action
    if region_cells.bit_count() < MIN_REGION_CELLS:  # no legal cell nearby
        region_cells = legal
    return region_cells if region_cells != legal else _half(legal, action)


def gives_away_action(game: Game, state: State, action: int) -> bool:
    """Return whether every region would reveal the action."""
    if action >= game.board.end_action:
        return True
    return (game.legal(state) & game.board.cells).bit_count() < MIN_REGION_CELLS


def _half(legal: int, action: int) -> int:
    """Return the half of the cells, in order, that contains the action."""
    cells = list(bits(legal))
    half = max(2, (len(cells) + 1) // 2)
    half_cells = cells[:half] if action in cells[:half] else cells[-half:]
    return sum(1 << cell for cell in half_cells)


class HideHint(Event):
    """Remove the hint, or cancel its search."""

    def apply(self, session: Session) -> Session:
        return without_hint(session)


class PressHint(Event):
    """Request a hint, then show its cell, then remove it; or cancel its search."""

    def apply(self, session: Session) -> Session:
        hint = session.hint
        if hint is None:
            return _request(session) if session.can_hint else session
        if hint.action < 0 or hint.exact:
            return session.without(Hint.name)
        return _with_text(session, replace(hint, exact=True))

    def why_unrated(self, session: Session) -> str:
        return "hint" if session.hint is not None else ""


def _request(session: Session) -> Session:
    """Request a hint from the engine, unless a cached report has enough playouts."""
    asking = session.with_activity(Hint(session.state, stops_counting=is_counting(session)))
    report = _cached_report(session)
    return asking if report is None else with_hint(asking, report)


def _cached_report(session: Session) -> messages.SearchReport | None:
    """Return the cached analysis report if it is proven or has ``MIN_VISITS``, else None."""
    report = session.engine.cached_report(session.state)
    return report if report and (report.proven or report.visits >= MIN_VISITS) else None


def outdated(session: Session) -> Session:
    """Remove the hint and its notice if such a cached report contradicts it."""
    hint, report = session.hint, _cached_report(session)
    if hint is None or hint.action < 0 or report is None:
        return session
    best = report.action or next((name for name, *_ in report.candidates), "")
    agrees = best in ("", machine_action(session.game, hint.action))
    return session if agrees else without_hint(session)


def with_progress(session: Session, report: messages.SearchReport) -> Session:
    """Store only the progress of a report: its evaluation would reveal the hint."""
    if session.hint is None or not report.visit_limit:
        return session
    percent = min(100 * report.visits // report.visit_limit, 99)
    return session.with_activity(replace(session.hint, percent=percent))


def with_hint(session: Session, report: messages.SearchReport) -> Session:
    """Store the action of the final report as the hint, if it is legal."""
    assert session.hint is not None
    try:
        action = parse_action(session.game.board, report.action or "")
    except NotationError:
        action = -1
    if illegal_reason(session.game, session.state, action):
        return without_hint(session, report.error or "")
    at_once = gives_away_action(session.game, session.state, action)
    line = legal_line(session.game, session.state, report.pv)
    line = line if line[:1] == (action,) else (action,)
    return _with_text(session, replace(session.hint, action=action, exact=at_once, line=line))


def without_hint(session: Session, sentence: str = "") -> Session:
    """Remove the hint and its notice; a non-empty ``sentence`` becomes the notice."""
    hint = session.hint
    notice = None if hint is not None and hint.is_notice(session) else session.notice
    return replace(session.without(Hint.name), notice=Notice(sentence) if sentence else notice)


def _with_text(session: Session, hint: Hint) -> Session:
    return replace(session.with_activity(hint), notice=Notice(hint.text(session.game)))
