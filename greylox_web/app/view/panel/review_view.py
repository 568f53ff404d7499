"""The review as it is to be seen: texts, and the points of the graph."""

from typing import NamedTuple

from ....rules.notation.actions import shown_action
from ....words import WORDS
from ....words.review import REVIEW_WORDS
from ...drawing.graph import Curve, Point
from ...session.engine.reviewing import done as judged
from ...session.engine.reviewing import is_to_try, tried
from ...session.lines import turn_number
from ...session.session import Session
from ...thinking.review import Judgement, Mistake, Review, turn_text
from .. import who

GOOD = 0.03  # of the chance to win; who loses no more has found as good a turn


class ReviewView(NamedTuple):
    """What the page shows of the review."""

    status: str
    done: int
    total: int
    running: bool
    note: str  # "" unless another line is shown
    curve: Curve
    legend: str  # of the signs on the curve, "" when there is nothing to explain
    here: int  # the place shown, -1 when it is not on the line
    turn: str  # what led to the position shown
    chance: str  # and its chances, in words
    nodes: tuple[int, ...]  # by place
    mistakes: tuple[tuple[Mistake, str, bool], ...]  # its sentence; whether it is to be tried again
    places: tuple[int, ...]  # of the mistakes in the graph
    trying: str  # what is said of the turn that is tried again, "" when none is
    best: str  # the turn that was better, to be shown when asked
    best_shown: bool  # whether it was
    tried: bool  # whether there is a try to take back
    above: str  # whose chances come from the upper edge of the graph, and from the lower one
    below: str


def review_view(session: Session) -> ReviewView | None:
    """The review of the session, if there is one."""
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
    points = tuple(
        Point(place, 50 + 50 * known.value_first, known.proven)
        for place, node in enumerate(review.line)
        if (known := review.known.get(tree.nodes[node].state))
    )
    places = tuple(review.line.index(mistake.end) for mistake in review.mistakes)
    signs = tuple(
        (place, str(mistake.number)) for place, mistake in zip(places, review.mistakes, strict=True)
    )
    trying, best = _trying(session, review)
    return ReviewView(
        status=status,
        done=done,
        total=total,
        running=review.running and done < total,
        note=REVIEW_WORDS["other-line"] if other else "",
        curve=Curve(points, total, session.game.colours, who.you(session) or 0, False, here, signs),
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
        above=_colour(session, 1 - (who.you(session) or 0)),
        below=_colour(session, who.you(session) or 0),
    )


def _colour(session: Session, colour: int) -> str:
    return WORDS[session.game.colours[colour]]


def _given_up(session: Session, review: Review) -> str:
    """The chance that a side still had when it resigned, "" when none did."""
    last = session.tree.nodes[review.line[-1]]
    if not last.resigned or session.flagged:
        return ""
    mover = last.state.mover
    percent = review.known[last.state].percent(mover)
    return " " + REVIEW_WORDS["given-up"].format(Colour=_colour(session, mover), percent=percent)


def _percent(share: float) -> int:
    """A loss as it is told: a whole is for what was certain."""
    return round(100 * share) if share >= 1 else min(round(100 * share), 99)


def _lost(session: Session, mistake: Mistake) -> str:
    """``12. e5 (You) lost 31%``; what was better is told only when it is asked for."""
    return REVIEW_WORDS["lost"].format(
        number=mistake.number,
        text=mistake.text,
        Name=who.player(session, mistake.colour),
        percent=_percent(mistake.loss),
    )


def turn(session: Session) -> str:
    """What was played last, with the number of its turn."""
    tree, node = session.tree, session.cursor
    if not node:
        return REVIEW_WORDS["start"]
    before = tree.nodes[tree.nodes[node].parent].state
    stone = shown_action(tree.game, before, tree.nodes[node].action)
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


def told_of_try(session: Session) -> tuple[str, str]:
    """The engine's best turn, once it was asked for, and what is said of the turn tried again.

    Both are "" where there is nothing to tell; that the engine is at work on a turn is no news.
    """
    review = session.review
    if review is None or review.trying < 0:
        return "", ""
    told, best = _trying(session, review)
    node = tried(session, review)
    looks = node >= 0 and node not in review.line
    looks = looks and session.tree.nodes[node].state not in review.known
    shown = REVIEW_WORDS["best-was"].format(best=best) if best and review.best_shown else ""
    return shown, "" if looks else told


def _trying(session: Session, review: Review) -> tuple[str, str]:
    """What is said of the turn that is tried again, and which one was better."""
    if review.trying < 0:
        return "", ""
    tree, start = session.tree, review.line.index(review.trying)
    state = tree.nodes[review.trying].state
    played = turn_text(tree.game, state, review.actions[start:])
    before = review.known.get(state)
    best = turn_text(tree.game, state, before.line) if before else ""
    words = {"text": played, "best": best, "Colour": _colour(session, state.mover)}
    node = tried(session, review)
    if node < 0:
        return REVIEW_WORDS["try"].format(**words), best
    path = tree.path(node)
    actions = tuple(tree.nodes[n].action for n in path[path.index(review.trying) + 1 :])
    words["text"] = turn_text(tree.game, state, actions)
    if node in review.line:
        return REVIEW_WORDS["try-same"].format(**words), best
    after = review.known.get(tree.nodes[node].state)
    if after is None or before is None:
        return REVIEW_WORDS["try-looking"].format(**words), best
    return _judged_try(review, start, state.mover, before, after, words | {"played": played}), best


def _judged_try(
    review: Review,
    start: int,
    mover: int,
    before: Judgement,
    after: Judgement,
    words: dict[str, str],
) -> str:
    """Whether the turn that was tried is good, against the engine's best and what was played."""
    if after.proven and after.chance(mover) == 1:
        return REVIEW_WORDS["try-certain"].format(**words)
    loss = before.chance(mover) - after.chance(mover)
    if loss <= GOOD or words["text"] == words["best"]:
        return REVIEW_WORDS["try-good"].format(**words)
    lost = [m.loss for m in review.mistakes if m.start == review.line[start]]
    then = lost[0] if lost else 0.0
    key = "try-better" if loss < then - GOOD else "try-worse"
    return REVIEW_WORDS[key].format(percent=_percent(loss), lost=_percent(then), **words)
