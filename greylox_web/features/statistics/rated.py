"""Whether a game against the engine is rated, and its result for the player.

It is rated if it was played from its beginning on the default board against one measured level,
without a hint, an analysis or a takeback.
"""

from typing import NamedTuple

from ...engine.levels import TURN_SECONDS
from ...rules import default_game
from ...schema import WORD, matches
from ...session.session import Session
from ..review.model import evaluated_count

PER_MILLE = 1000


class RatedResult(NamedTuple):
    """A finished game of the player against a level."""

    colour: int
    level: int
    score: int  # 2 won, 1 drawn, 0 lost
    unrated: str  # why it is not rated, or ""


class ReviewLoss(NamedTuple):
    """The loss in the player's turns, by a complete review."""

    colour: int
    turns: int
    lost: int  # mean loss of the winning chance in a turn, in thousandths


def rated_result(session: Session) -> RatedResult | None:
    """What the game on the table has come to; None unless somebody here played a level."""
    local_colour, outcome = session.local_colour, session.outcome
    if (
        local_colour is None
        or outcome is None
        or session.is_retrying
        or session.exercise_attempt is not None
    ):
        return None
    level = session.seats[1 - local_colour].level
    if not level:
        return None
    score = 1 if outcome.winner is None else 2 * (outcome.winner == local_colour)
    return RatedResult(local_colour, level, score, why_unrated(session))


def why_unrated(session: Session) -> str:
    """Why the game is not rated, or "" if so far it is."""
    tree = session.tree
    if session.unrated_reason:  # a file may say anything
        return session.unrated_reason if matches(session.unrated_reason, WORD) else "other"
    if tree.setup is not None:
        return "setup"
    if len(tree.nodes) > len(tree.path(session.cursor)):
        return "takeback"
    if any(seat.level in TURN_SECONDS for seat in session.seats):
        return "time"
    return "" if session.game == default_game(session.game.name) else "board"


def review_loss(session: Session) -> ReviewLoss | None:
    """The result of a complete review for the person at this screen, or None."""
    review, tree, local_colour = session.review, session.tree, session.local_colour
    if review is None or local_colour is None or evaluated_count(tree, review) < len(review.line):
        return None
    turns, total, start = 0, 0.0, review.line[0]
    for node in review.line[1:]:
        node_data = tree.nodes[node]
        if node_data.state.placed:  # the turn goes on
            continue
        if tree.nodes[start].state.mover == local_colour:
            turns += 1
            was, now = (
                review.evaluations[tree.nodes[n].state].win_probability(local_colour)
                for n in (start, node)
            )
            total += max(0.0, was - now)
        start = node
    if not turns:
        return None
    return ReviewLoss(local_colour, min(turns, 2 * PER_MILLE), round(PER_MILLE * total / turns))
