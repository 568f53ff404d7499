"""The review as the page shows it: texts, and the points of the graph."""

from collections.abc import Mapping
from typing import NamedTuple

from ...drawing.graph import EvalCurve, EvalPoint
from ...match.lines import turn_number
from ...rules.notation.actions import localized_action
from ...rules.state import State
from ...session import naming
from ...session.session import Session
from ...words import WORDS, tongue
from ...words.review import REVIEW_WORDS
from .model import Judgement, Mistake, Review, is_to_try, loss_percent, mean_losses, try_comment
from .model import done as judged


class ReviewView(NamedTuple):
    """What the page shows of the review."""

    status: str
    average: str  # what the turns of both sides lost on average, once all is reviewed; or ""
    done: int
    total: int
    running: bool
    note: str  # that another line is shown, or ""
    curve: EvalCurve
    legend: str  # of the signs on the curve, "" if there are none to explain
    here: int  # the place shown, -1 if it is not on the line
    turn: str  # the action that led to the position shown
    chance: str  # the chances in the position shown
    nodes: tuple[int, ...]  # by place
    mistakes: tuple[tuple[Mistake, str, bool], ...]  # each, its sentence, whether to try it again
    places: tuple[int, ...]  # of the mistakes on the graph
    trying: str  # the comment on the turn that is tried again, "" if none is
    best: str  # the best turn instead, shown on request
    best_shown: bool  # whether it was requested
    tried: bool  # whether there is a try to take back
    above: str  # the colour whose chances are measured from the upper edge of the graph
    below: str  # and from the lower edge


def review_view(session: Session) -> ReviewView | None:
    """The review of the session, None without one."""
    review = session.review
    if review is None:
        return None
    tree = session.tree
    done, total = judged(tree, review), len(review.line)
    found = tuple(
        (mistake, _lost(session, mistake), is_to_try(session, mistake))
        for mistake in review.mistakes
    )
    status = REVIEW_WORDS["progress"].format(done=done, total=total)
    if done == total:
        status = REVIEW_WORDS["ready"].format(count=len(found)) + _given_up(session, review)
    other = review.trying < 0 and tree.path(session.leaf) != review.line
    here = review.line.index(session.cursor) if session.cursor in review.line else -1
    points = known_points(session, review.known, review.line)
    places = tuple(review.line.index(mistake.end) for mistake in review.mistakes)
    signs = tuple(
        (place, str(mistake.number)) for place, mistake in zip(places, review.mistakes, strict=True)
    )
    trying, best = try_comment(session, review)
    below = naming.colour_called_you(session) or 0
    curve = EvalCurve(points, total, session.game.colours, below, current_ply=here, marks=signs)
    return ReviewView(
        status=status,
        average=_average(session, review) if done == total else "",
        done=done,
        total=total,
        running=review.running and done < total,
        note=REVIEW_WORDS["other-line"] if other else "",
        curve=curve,
        legend=REVIEW_WORDS["proven-squares"] if any(point.proven for point in points) else "",
        here=here,
        turn=turn(session),
        chance=chance(session, review.known.get(session.state)),
        nodes=review.line,
        mistakes=found,
        places=places,
        trying=trying,
        best=best,
        best_shown=review.best_shown,
        tried=review.trying >= 0 and session.cursor != review.trying,
        above=_colour(session, 1 - below),
        below=_colour(session, below),
    )


def point_of(place: int, known: Judgement) -> EvalPoint:
    """The point of the graph for a judgement at a place of the line."""
    return EvalPoint(place, 50 + 50 * known.value_first, known.proven)


def known_points(
    session: Session, known: Mapping[State, Judgement], line: tuple[int, ...]
) -> tuple[EvalPoint, ...]:
    """The points of the graph for the positions of a line of nodes that are known."""
    states = (session.tree.nodes[node].state for node in line)
    return tuple(
        point_of(place, known[state]) for place, state in enumerate(states) if state in known
    )


def _colour(session: Session, colour: int) -> str:
    return WORDS[session.game.colours[colour]]


def _given_up(session: Session, review: Review) -> str:
    """A sentence, after a space, on the chance of the side that resigned; "" if none did."""
    last = session.tree.nodes[review.line[-1]]
    if not last.resigned or session.match.lost_on_time:
        return ""
    mover = last.state.mover
    percent = review.known[last.state].percent(mover)
    return " " + REVIEW_WORDS["given-up"].format(Colour=_colour(session, mover), percent=percent)


def _average(session: Session, review: Review) -> str:
    """What the turns of both sides lost on average; "" if one side had none."""
    first, second = mean_losses(session.tree, review)
    if first is None or second is None:
        return ""
    return REVIEW_WORDS["average"].format(
        First=naming.player_name(session, 0),
        first=tongue.formats.number(100 * first, 1),
        Second=naming.player_name(session, 1),
        second=tongue.formats.number(100 * second, 1),
    )


def _lost(session: Session, mistake: Mistake) -> str:
    """The sentence on a mistake: ``12. e5 (You) lost 31%``.  The best turn is kept for later."""
    return REVIEW_WORDS["lost"].format(
        number=mistake.number,
        text=mistake.text,
        Name=naming.player_name(session, mistake.colour),
        percent=loss_percent(mistake.loss),
    )


def turn(session: Session) -> str:
    """The last action, with the number of its turn: ``12. e5``."""
    tree, node = session.tree, session.cursor
    if not node:
        return REVIEW_WORDS["start"]
    before = tree.nodes[tree.nodes[node].parent].state
    stone = localized_action(tree.game, before, tree.nodes[node].action)
    return f"{turn_number(tree, node)}. {stone}"


def chance(session: Session, known: Judgement | None) -> str:
    """The chances of the side that is ahead, in words."""
    if known is None:
        return REVIEW_WORDS["unknown"]
    if known.proven and known.value_first == 0:
        return REVIEW_WORDS["certain-draw"]
    colour = int(known.value_first < 0)
    key = "certain-win" if known.proven else "chance"
    percent = known.percent(colour)
    return REVIEW_WORDS[key].format(Colour=_colour(session, colour), percent=percent)
