"""Play by link with a friend: the seat that a link offers, and the replay of turns.

A link does not tell who sent it or who has which seat.  Whoever opens it takes the seat of the
side to move, or only looks.  The friend's new actions are shown one by one: the session shows the
position before them, ``replay_node`` is the node after them, the page sends ``StepReplay`` at
intervals, and any other event skips to the end.
"""

from dataclasses import replace

from ..match.match import PERSON, Seat, friend_name
from ..words import WORDS
from ..words.friends import FRIEND_WORDS
from .event import Event
from .load_match import FriendTurn, last_remote_turn, start_replay
from .playing import swap_sentence
from .session import Notice, Session


class AnswerSeatOffer(Event):
    """Take the seat that a link offers and answer with a link, or only look."""

    accepts: bool

    def apply(self, session: Session) -> Session:
        return _take_seat(session) if self.accepts else session.with_match(offered_seat=None)


class StepReplay(Event):
    """Show the next of the actions that a friend has just played."""

    is_automatic = True
    keeps_replay = True

    def apply(self, session: Session) -> Session:
        return _step_replay(session)


class NameFriend(Event):
    """Name the friend who answers with links; the name is local, no link carries it."""

    name: str
    keeps_replay = True

    def apply(self, session: Session) -> Session:
        return session.with_match(friend=friend_name(self.name))


def _take_seat(session: Session) -> Session:
    """The session with the offered seat taken, and the friend's last turn to be shown."""
    if session.offered_seat is None:
        return session
    seats = [PERSON, PERSON]
    seats[1 - session.offered_seat] = Seat(remote=True)
    seated = session.with_match(seats=(seats[0], seats[1]), offered_seat=None)
    replayed = start_replay(seated)
    return replayed if replayed.replay_node >= 0 else replace(seated, notice=_seat_notice(seated))


def _step_replay(session: Session) -> Session:
    """Show the next action of the replay, which ends with the last."""
    if session.replay_node < 0:
        return session
    path = session.tree.path(session.replay_node)
    node = path[path.index(session.cursor) + 1]
    moved = session.with_match(cursor=node)
    if node != session.replay_node:
        return moved
    done = moved.without(FriendTurn.name)
    return done if done.outcome is not None else replace(done, notice=_seat_notice(done))


def _seat_notice(session: Session) -> Notice | None:
    """Which colour is played here, and what the friend did; none where nobody is away."""
    first, second = (seat.remote for seat in session.seats)
    if first == second:
        return None
    colour = WORDS[session.game.colours[0 if second else 1]]
    parts = last_remote_turn(session)
    if not parts:
        return Notice(FRIEND_WORDS["you-are"].format(Colour=colour))
    name = session.friend or WORDS["your-friend"]
    if swap := swap_sentence(session, session.cursor, name, 0 if second else 1):
        return Notice(f"{FRIEND_WORDS['you-are'].format(Colour=colour)} {swap}")
    return Notice(FRIEND_WORDS["played"].format(Colour=colour, Name=name, actions=parts))
