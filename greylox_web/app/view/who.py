"""What the sides are called: You, Your friend, Level 4, or by their colours.

Where exactly one side is played at this screen, that side is You.  While a turn is tried again,
somebody at this screen plays both, by their colours.
"""

from ...words import WORDS
from ..session.session import Session


def you(session: Session) -> int | None:
    """The colour of the person at this screen, None where that is nobody or both."""
    here = [seat.level is None and not seat.away for seat in session.seats]
    if session.is_trying or here[0] == here[1]:
        return None
    return here.index(True)


def name(session: Session, colour: int) -> str:
    """What a side is called, at the beginning of a sentence."""
    seat, other = session.seats[colour], session.seats[1 - colour]
    if session.is_trying:
        return WORDS[session.game.colours[colour]]
    if colour == you(session):
        return WORDS["you"]
    if seat.away and not other.away:
        return WORDS["your-friend"]
    if seat.level is not None and seat.level != other.level:
        return WORDS["level"].format(level=seat.level)
    return WORDS[session.game.colours[colour]]
