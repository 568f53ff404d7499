"""The visible parts of the engine's report: value bar, candidates, principal variations."""

from collections.abc import Mapping
from contextlib import suppress
from typing import NamedTuple

from ..engine.levels import MAX_TRAINED_X
from ..engine.messages import FirstThought, SearchReport
from ..match.move_list import next_turn_number
from ..rules import Game, NotationError
from ..rules.board import NO_CELL
from ..rules.notation.actions import (
    format_turns,
    group_by_turn,
    localized_action,
    parse_action,
)
from ..rules.options import OptionValue
from ..rules.state import State
from ..words import WORDS
from . import evaluation as evaluations
from .engine_state import EngineLayer
from .evaluation import Candidate, DisplayedEvaluation
from .session import LESSON_REASON, Session


def hides_evaluation(session: Session) -> bool:
    """Whether winning chances are hidden.

    They are hidden during a lesson's game, and during other games if the preference is off.
    """
    playing = (
        session.local_colour is not None and session.outcome is None and session.review is None
    )
    shows_chances = session.preferences.chances and session.unrated_reason != LESSON_REASON
    return playing and not (shows_chances or session.engine.analysis)


def expects_evaluation(session: Session) -> bool:
    """Whether the value bar has a place: chances are shown now or after the next search."""
    if hides_evaluation(session):
        return False
    plays_engine = any(seat.level is not None for seat in session.seats)
    is_playing = session.outcome is None and plays_engine and any(session.local_colours)
    searches = session.engine.analysis or session.review is not None
    return searches or is_playing or evaluation(session) is not None


def training_text(options: Mapping[str, OptionValue]) -> str:
    """Return a warning if no network was trained with these options, otherwise ""."""
    is_trained = int(options.get("x", 0)) <= MAX_TRAINED_X
    return "" if is_trained else WORDS["engine-not-trained"].format(most=MAX_TRAINED_X)


def visible_report(session: Session) -> SearchReport | None:
    """Return the engine's report on the position; None if hidden or in the set-up editor.

    Its value is the review's if there is one: that is from the deeper of both searches.
    """
    if session.editor is not None or hides_evaluation(session):
        return None
    report, review = session.current_report, session.review
    reviewed = review.evaluations.get(session.state) if review is not None else None
    if report is None or reviewed is None:
        return report
    return report._replace(value_first=reviewed.value_first, proven=reviewed.proven)


def evaluation(session: Session) -> DisplayedEvaluation | None:
    """Return the evaluation for the value bar: the engine's current one, or the review's."""
    report, review = visible_report(session), session.review
    if report is not None:
        return evaluations.evaluation_from_report(session.game, report)
    if (
        review is None
        or session.editor is not None
        or session.resigned
        or session.ending.is_card_open
    ):
        return None
    return review.evaluation(session.game, session.state)


def analysis_report(session: Session) -> SearchReport | None:
    """Return the report of an analysis of the position, or None without an analysis."""
    engine = session.engine
    is_analysis = engine.purpose == "analyse" or (engine.analysis and engine.purpose == "forecast")
    return visible_report(session) if is_analysis else None


def has_engine_layers(session: Session) -> bool:
    """Whether there is an analysis of the position, whose layers can be chosen."""
    if session.editor is not None or session.outcome is not None or hides_evaluation(session):
        return False
    return session.engine.analysis or analysis_report(session) is not None


def engine_layer(session: Session) -> EngineLayer:
    """Return what an analysis shows on the board; its best actions without an analysis."""
    layer = session.engine.layer
    return layer if layer != "best" and has_engine_layers(session) else "best"


def drawn_engine_layer(session: Session) -> EngineLayer:
    """Return the engine's layer on the board, which gives way to a line with numbers."""
    layer = engine_layer(session)
    if layer == "best" or previewed_line(session):
        return "best"
    has_numbers = any(activity.cell_numbers(session) for activity in session.activities)
    return "best" if has_numbers else layer


def first_thoughts(session: Session) -> dict[int, FirstThought]:
    """Return the network's first thoughts that an analysis shows, by action."""
    report = analysis_report(session) if engine_layer(session) == "thought" else None
    thoughts, legal = dict[int, FirstThought](), session.game.legal(session.state)
    for thought in report.thoughts if report is not None else ():
        with suppress(NotationError):
            action = parse_action(session.game.board, thought.action)
            if legal >> action & 1:
                thoughts[action] = thought
    return thoughts


def candidates(session: Session) -> tuple[Candidate, ...]:
    """Return the candidates of the current analysis, best first; empty without an analysis."""
    report = analysis_report(session)
    if report is None:
        return ()
    return evaluations.candidates(session.game, session.state, report)


def previewed_line(session: Session) -> dict[int, tuple[int, int]]:
    """Return the line to draw on the board: cell -> (number in the line, colour)."""
    report, engine = visible_report(session), session.engine
    if report is None or not engine.line_previewed:
        return {}
    names = (
        evaluations.find_pv(report, engine.previewed_action)
        if engine.previewed_action
        else report.pv
    )
    return evaluations.line_stones(session.game, session.state, names)


class CandidatePv(NamedTuple):
    """A candidate's principal variation, starting with the candidate itself."""

    actions: tuple[int, ...]
    turns: tuple[tuple[str, int], ...]  # for each turn: text, number of actions up to its end
    label: str = ""  # the candidate itself, in the language of the page


Key = tuple[Game, State, int, list[list[str]]]
CACHE: list[tuple[Key, dict[str, CandidatePv]]] = []  # the last result; panels call this often


def candidate_pvs(session: Session) -> dict[str, CandidatePv]:
    """Return the principal variation of each candidate, by the candidate's name."""
    best, report = candidates(session), visible_report(session)
    lines = [evaluations.find_pv(report, one.name) or [one.name] for one in best] if report else []
    number = next_turn_number(session.tree, session.cursor)
    key = (session.game, session.state, number, lines)
    if not CACHE or CACHE[0][0] != key:
        CACHE[:] = [(key, {line[0]: _candidate_pv(session, line) for line in lines})]
    return CACHE[0][1]


def _candidate_pv(session: Session, names: list[str]) -> CandidatePv:
    actions = evaluations.legal_line(session.game, session.state, names)
    label = localized_action(session.game, session.state, actions[0]) if actions else ""
    return CandidatePv(actions, line_turns(session, actions), label)


def line_turns(session: Session, actions: tuple[int, ...]) -> tuple[tuple[str, int], ...]:
    """Return the turns of legal actions from the position shown, as ``CandidatePv.turns``.

    Each text has the number of its turn, as in the list of moves: ``12. e5``.
    """
    game, states = session.game, [session.state]
    for action in actions:
        states.append(game.play(states[-1], action))
    ends = (turn[-1] + 1 for turn in group_by_turn(states, actions))
    texts = enumerate(
        format_turns(game, states, actions, localized_action),
        next_turn_number(session.tree, session.cursor),
    )
    return tuple(
        (f"{number}. {text}", end) for (number, text), end in zip(texts, ends, strict=True)
    )


def cell_numbers(session: Session) -> dict[int, str]:
    """Return the texts on cells: the numbers of the previewed line, or the candidates' letters.

    The later stones of a turn have numbers too: choice A of two stones is "A" and "A2".  The cell
    of "AB2" is the second stone of two choices.
    """
    if line := previewed_line(session):
        return {cell: str(number) for cell, (number, _) in line.items()}
    best = candidates(session)
    lines, letters = candidate_pvs(session) if best else {}, dict[int, dict[int, str]]()
    for rank, one in enumerate(best):
        actions, turns, _ = lines[one.name]
        stones = actions[: turns[0][1]] if turns else (one.cell,)
        for number, cell in enumerate(stones, 1):
            if NO_CELL < cell < session.game.board.end_action:
                marks = letters.setdefault(cell, {})
                marks[number] = marks.get(number, "") + choice_letter(rank)
    return {
        cell: "/".join(f"{marks[n]}{n if n > 1 else ''}" for n in sorted(marks))
        for cell, marks in letters.items()
    }


def choice_letter(rank: int) -> str:
    """Return the letter of a candidate: A for rank 0."""
    return chr(ord("A") + rank)
