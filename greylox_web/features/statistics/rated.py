"""Whether a game against the engine is rated, and its result for the player.

It is rated if it was played from its beginning on the default board against one measured level,
without a hint, an analysis or a takeback.
"""

from typing import NamedTuple

from ...engine.levels import TURN_SECONDS
from ...rules import default_game
from ...schema import WORD, matches
from ...session.session import Session
from ..review.model import done

THOUSAND = 1000


class Ended(NamedTuple):
    """A finished game of the player against a level."""

    colour: int
    level: int
    score: int  # 2 won, 1 drawn, 0 lost
    unrated: str  # why it is not rated, or ""


class Lost(NamedTuple):
    """The loss in the player's turns, by a complete review."""

    colour: int
    turns: int
    lost: int  # mean loss of the winning chance in a turn, in thousandths


def ended(session: Session) -> Ended | None:
    """What the game on the table has come to; None unless somebody here played a level."""
    here, outcome = session.local_colour, session.outcome
    if (
        here is None
        or outcome is None
        or session.is_retrying
        or session.exercise_attempt is not None
    ):
        return None
    level = session.seats[1 - here].level
    if not level:
        return None
    score = 1 if outcome.winner is None else 2 * (outcome.winner == here)
    return Ended(here, level, score, why_unrated(session))


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


def lost(session: Session) -> Lost | None:
    """The result of a complete review for the person at this screen, or None."""
    review, tree, here = session.review, session.tree, session.local_colour
    if review is None or here is None or done(tree, review) < len(review.line):
        return None
    turns, total, start = 0, 0.0, review.line[0]
    for node in review.line[1:]:
        there = tree.nodes[node]
        if there.state.placed:  # the turn goes on
            continue
        if tree.nodes[start].state.mover == here:
            turns += 1
            was, now = (review.known[tree.nodes[n].state].chance(here) for n in (start, node))
            total += max(0.0, was - now)
        start = node
    if not turns:
        return None
    return Lost(here, min(turns, 2 * THOUSAND), round(THOUSAND * total / turns))
