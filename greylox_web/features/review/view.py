"""The contents of the review panel: texts, and the points of the graph."""

from collections.abc import Mapping
from typing import NamedTuple

from ...drawing.eval_graph import EvalCurve, EvalPoint
from ...match.move_list import turn_number
from ...rules.notation.actions import localized_action
from ...rules.state import State
from ...session import naming
from ...session.session import Session
from ...words import WORDS, locale_format
from ...words.review import REVIEW_WORDS
from .model import Review, can_retry, make_retry_comment
from .turns import (
    GOOD_MOVE_LOSS,
    Evaluation,
    ReviewedTurn,
    evaluated_count,
    is_mistake,
    turn_losses,
    turn_text,
)


class ReviewView(NamedTuple):
    """The contents of the review panel."""

    status: str
    average: str  # mean loss of both sides' turns once the review is complete, or ""
    done: int
    total: int
    running: bool
    note: str  # a note that another line is shown, or ""
    curve: EvalCurve
    legend: str  # legend of the graph's signs, or ""
    selected: int  # the node before the turn that is chosen or retried, or -1
    current_ply: int  # ply of the current position, -1 if it is off the line
    last_move_text: str  # the action that led to the current position
    chance_text: str  # the win chances in the current position
    nodes: tuple[int, ...]  # by ply
    mistakes: tuple[tuple[ReviewedTurn, str, bool], ...]  # sentence, may be retried
    more: tuple[ReviewedTurn, ...]  # of a complete review, the mistakes that cost less than these
    turns: tuple[ReviewedTurn, ...]  # all turns of a complete review if not all are mistakes
    mistake_plies: tuple[int, ...]  # plies of the mistakes on the graph
    is_retry: bool  # whether a turn is retried
    retry_comment: str  # the comment on the retry, or ""
    best: str  # the best turn, shown on request
    best_shown: bool  # whether the best turn was requested
    retry_played: bool  # whether a retry can be taken back
    above: str  # the colour whose chances are measured from the upper edge of the graph
    below: str  # the colour measured from the lower edge


def review_view(session: Session) -> ReviewView | None:
    """Return the contents of the review panel, or None without a review."""
    review = session.review
    if review is None:
        return None
    tree = session.tree
    done, total = evaluated_count(tree, review), len(review.line)
    mistake_rows = tuple(
        (mistake, turn_with_chances(session, mistake), can_retry(session, mistake))
        for mistake in review.mistakes
    )
    status = REVIEW_WORDS["progress"].format(done=done, total=total)
    if done == total:
        status = REVIEW_WORDS["ready"].format(count=len(mistake_rows)) + _resignation_text(
            session, review
        )
    other = review.retry_node < 0 and tree.path(session.leaf) != review.line
    current_ply = review.line.index(session.cursor) if session.cursor in review.line else -1
    points = evaluated_points(session, review.evaluations, review.line)
    mistake_plies = tuple(review.line.index(mistake.end) for mistake in review.mistakes)
    retry_comment, best = make_retry_comment(session, review)
    below = naming.colour_called_you(session) or 0
    curve = EvalCurve(
        points,
        total,
        session.game.colours,
        below,
        current_ply=current_ply,
        marks=mistake_marks(review, review.line),
    )
    chosen = review.chosen_turn(session)
    return ReviewView(
        status=status,
        average=_average_text(session, review) if done == total else "",
        done=done,
        total=total,
        running=review.running and done < total,
        note=REVIEW_WORDS["other-line"] if other else "",
        curve=curve,
        legend=REVIEW_WORDS["proven-squares"] if any(point.proven for point in points) else "",
        selected=chosen.start if chosen else review.retry_node,
        current_ply=current_ply,
        last_move_text=last_move_text(session),
        chance_text=chance_text(session, review.evaluations.get(session.state)),
        nodes=review.line,
        mistakes=mistake_rows,
        more=tuple(
            turn for turn in review.turns if is_mistake(turn) and turn not in review.mistakes
        )
        if done == total
        else (),
        turns=review.turns if done == total and len(review.turns) > len(mistake_rows) else (),
        mistake_plies=mistake_plies,
        is_retry=review.retry_node >= 0,
        retry_comment=retry_comment,
        best=best,
        best_shown=review.best_shown,
        retry_played=review.retry_node >= 0 and session.cursor != review.retry_node,
        above=_colour_name(session, 1 - below),
        below=_colour_name(session, below),
    )


def curve_point(ply: int, evaluation: Evaluation) -> EvalPoint:
    """Return the point of the graph for an evaluation at a ply of the line."""
    return EvalPoint(ply, 50 + 50 * evaluation.value_first, evaluation.proven)


def evaluated_points(
    session: Session, evaluations: Mapping[State, Evaluation], line: tuple[int, ...]
) -> tuple[EvalPoint, ...]:
    """Return the points of the graph for the evaluated positions of a line of nodes."""
    states = (session.tree.nodes[node].state for node in line)
    return tuple(
        curve_point(ply, evaluations[state])
        for ply, state in enumerate(states)
        if state in evaluations
    )


def _colour_name(session: Session, colour: int) -> str:
    return WORDS[session.game.colours[colour]]


def _resignation_text(session: Session, review: Review) -> str:
    """Return a space and a sentence on the resigning side's chance; "" if nobody resigned."""
    last = session.tree.nodes[review.line[-1]]
    if not last.resigned or session.match.lost_on_time:
        return ""
    mover = last.state.mover
    percent = review.evaluations[last.state].win_percent(mover)
    return " " + REVIEW_WORDS["given-up"].format(
        Colour=_colour_name(session, mover), percent=percent
    )


def _average_text(session: Session, review: Review) -> str:
    """Return the mean loss of both sides' turns; "" if one side has no turn."""
    losses = turn_losses(session.tree, review)
    if not all(losses):
        return ""
    first, second = (locale_format.formats.number(100 * sum(own) / len(own), 1) for own in losses)
    return REVIEW_WORDS["average"].format(
        First=naming.player_name(session, 0),
        first=first,
        Second=naming.player_name(session, 1),
        second=second,
    )


def mistake_marks(review: Review, line: tuple[int, ...]) -> tuple[tuple[int, str], ...]:
    """Return the marks of the mistakes on a graph of a line, the costliest first."""
    costliest = sorted(review.mistakes, key=lambda mistake: -mistake.loss)
    return tuple((line.index(one.end), str(one.number)) for one in costliest if one.end in line)


def turn_with_chances(session: Session, turn: ReviewedTurn, *, spoken: bool = False) -> str:
    """Return a turn with its mover's chances before and after it: ``12. e5 (You): 80% → 11%``."""
    return REVIEW_WORDS["turn-spoken" if spoken else "turn"].format(
        number=turn.number,
        text=turn.text,
        Name=naming.player_name(session, turn.colour),
        before=turn.before,
        after=turn.after,
    )


def better_text(session: Session, turn: ReviewedTurn) -> str:
    """Return the engine's turn in place of a worse one: ``Best: d5+f6``; "" if there is none."""
    if not turn.best or turn.loss <= GOOD_MOVE_LOSS:
        return ""
    text = turn_text(session.game, session.tree.nodes[turn.start].state, turn.best)
    return REVIEW_WORDS["turn-best"].format(best=text)


def last_move_text(session: Session) -> str:
    """Return the last action with its turn number: ``12. e5``."""
    tree, node = session.tree, session.cursor
    if not node:
        return REVIEW_WORDS["start"]
    before = tree.state_before(node)
    stone = localized_action(tree.game, before, tree.nodes[node].action)
    return f"{turn_number(tree, node)}. {stone}"


def chance_text(session: Session, evaluation: Evaluation | None) -> str:
    """Return the win chance of the side that is ahead, in words."""
    if evaluation is None:
        return REVIEW_WORDS["unknown"]
    if evaluation.proven and evaluation.value_first == 0:
        return REVIEW_WORDS["certain-draw"]
    colour = int(evaluation.value_first < 0)
    key = "certain-win" if evaluation.proven else "chance"
    percent = evaluation.win_percent(colour)
    return REVIEW_WORDS[key].format(Colour=_colour_name(session, colour), percent=percent)
