"""Correspondence play by link: the seat offer and the replay of a remote turn.

A link contains neither its sender nor the seats.  The person who opens it takes the seat of the
side to move, or only watches.  The remote player's new actions are replayed one by one: ``cursor``
starts at the position before them, and ``replay_node`` is the node after them.  The page dispatches
``StepReplay`` at intervals.  Events with neither ``keeps_replay`` nor ``interrupts_nothing`` skip
to the end.  ``answers.py`` plays answers that were given in advance.
"""

from dataclasses import replace

from ..match.match import PERSON, Seat, clean_name
from ..text import plain_text
from ..words import WORDS
from ..words.friends import FRIEND_WORDS
from .event import Event
from .load_match import RemoteReplay, last_remote_turn, start_replay
from .playing import swap_sentence
from .session import Notice, Session


class AnswerSeatOffer(Event):
    """Take the seat that a link offers, or decline it and only watch."""

    accepts: bool

    def apply(self, session: Session) -> Session:
        return _take_seat(session) if self.accepts else session.with_match(offered_seat=None)


class StepReplay(Event):
    """Show the next action of the replayed remote turn."""

    is_automatic = True
    keeps_replay = True

    def apply(self, session: Session) -> Session:
        return _step_replay(session)


class NameRemotePlayer(Event):
    """Set the remote player's name.  The name is local: links do not contain it."""

    name: str
    keeps_replay = True

    def apply(self, session: Session) -> Session:
        return session.with_match(remote_name=clean_name(self.name))


def _take_seat(session: Session) -> Session:
    """Return the session with the offered seat taken and the replay of the last turn started."""
    if session.offered_seat is None:
        return session
    seats = [PERSON, PERSON]
    seats[1 - session.offered_seat] = Seat(remote=True)
    seated = session.with_match(seats=(seats[0], seats[1]), offered_seat=None)
    replayed = start_replay(seated)
    return replayed if replayed.replay_node >= 0 else replace(seated, notice=_seat_notice(seated))


def _step_replay(session: Session) -> Session:
    """Show the next action of the replay; end the replay after the last action."""
    if session.replay_node < 0:
        return session
    path = session.tree.path(session.replay_node)
    node = path[path.index(session.cursor) + 1]
    moved = session.with_match(cursor=node)
    if node != session.replay_node:
        return moved
    replay, done = session.activity(RemoteReplay.name), moved.without(RemoteReplay.name)
    answered = replay.answered if isinstance(replay, RemoteReplay) else None
    notice = None if done.outcome is not None else _seat_notice(done)
    if answered:
        notice = Notice(f"{notice.text} {answered.note}" if notice else answered.note)
    return replace(done, notice=notice) if notice else done


def _seat_notice(session: Session) -> Notice | None:
    """Return a notice with the local colour and the remote player's last turn.

    None unless exactly one seat is remote.
    """
    first, second = (seat.remote for seat in session.seats)
    if first == second:
        return None
    colour = WORDS[session.game.colours[0 if second else 1]]
    parts = last_remote_turn(session)
    if not parts:
        return Notice(FRIEND_WORDS["you-are"].format(Colour=colour))
    name = session.remote_name or WORDS["your-friend"]
    if swap := swap_sentence(session, session.cursor, name, 0 if second else 1):
        return Notice(f"{FRIEND_WORDS['you-are'].format(Colour=colour)} {plain_text(swap)}")
    return Notice(FRIEND_WORDS["played"].format(Colour=colour, Name=name, actions=parts))
