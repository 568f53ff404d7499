"""A reviewed game with one costly turn of the player, and its facts."""

from greylox_web.features.mistakes.model import mistake_facts
from greylox_web.features.mistakes.model import progress as mistake_progress
from greylox_web.match.match import PERSON, Seat
from greylox_web.progress import FactLog
from greylox_web.session.load_match import ChangeSeats
from greylox_web.session.requests import PauseEngine
from greylox_web.session.update import update
from tests.session.reviews import LINE, VALUES, complete_review, play_names

YOU_FIRST = (PERSON, Seat(1))
"""The seats with which the costly turn of ``VALUES``, 3. c1, is the player's; it costs 31%."""


def played(seats=YOU_FIRST, names=LINE):
    """The session of a finished line with these seats."""
    session = play_names(names=names)
    return update(update(session, ChangeSeats(seats)), PauseEngine())


def reviewed(seats=YOU_FIRST, values=VALUES):
    """The session after its review is complete."""
    return complete_review(played(seats), values)


def log(*groups):
    """All these facts, as one log."""
    return FactLog(fact for group in groups for fact in group)


def one_mistake():
    """The fact of the only costly turn."""
    [fact] = mistake_facts(reviewed())
    return fact


def names(facts):
    """The names of the positions that are asked."""
    return [*mistake_progress(facts).last]
