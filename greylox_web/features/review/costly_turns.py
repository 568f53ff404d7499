"""The player's costly turns in a reviewed game, which the page "Your mistakes" keeps."""

from ...session.session import Session
from .model import ReviewedTurn, evaluated_count

COSTLY_LOSS = 0.10  # least loss of the winning chance


def costly_turns(session: Session) -> tuple[ReviewedTurn, ...]:
    """Return the player's costly turns in a complete review; empty without one.

    Two players at one screen, two engines, and games of others have no turns of the player.
    """
    review, colour = session.review, session.local_colour
    if review is None or colour is None:
        return ()
    if evaluated_count(session.tree, review) < len(review.line):
        return ()
    return tuple(
        turn
        for turn in review.turns
        if turn.colour == colour and turn.best and round(turn.loss, 3) >= COSTLY_LOSS
    )
