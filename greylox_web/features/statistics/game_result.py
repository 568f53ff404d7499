"""The result of a game against the engine, and whether it is rated; the loss in its review.

A game is rated if it was played from the beginning on the default board against one measured level,
without a hint, an analysis or a takeback.
"""

from typing import NamedTuple

from ...session.rating import why_unrated
from ...session.session import Session
from ..review.turns import evaluated_count, turn_losses

PER_MILLE = 1000
MAX_TURNS = 2000  # that a fact may state


class GameResult(NamedTuple):
    """The result of the player's finished game against a level."""

    colour: int
    level: int
    score: int  # 2 won, 1 drawn, 0 lost
    unrated: str  # the reason why it is not rated, or ""


class ReviewLoss(NamedTuple):
    """The loss of the player's turns in a complete review."""

    colour: int
    turns: int
    lost: int  # mean loss of win probability per turn, in thousandths


def game_result(session: Session) -> GameResult | None:
    """Return the result of the current game, or None.

    It is None unless the game is finished and a local player faced a level of the engine.
    """
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
    return GameResult(local_colour, level, score, why_unrated(session))


def review_loss(session: Session) -> ReviewLoss | None:
    """Return the local player's loss in a complete review, or None."""
    review, tree, local_colour = session.review, session.tree, session.local_colour
    if review is None or local_colour is None or evaluated_count(tree, review) < len(review.line):
        return None
    losses = turn_losses(tree, review)[local_colour]
    if not losses:
        return None
    mean, turns = sum(losses) / len(losses), min(len(losses), MAX_TURNS)
    return ReviewLoss(local_colour, turns, round(PER_MILLE * mean))
