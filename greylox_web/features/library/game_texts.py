"""The texts of a game in progress, or of a finished game, in facts of its last position."""

from dataclasses import replace
from typing import NamedTuple

from ...match.match import Match
from ...session import naming
from ...session.clock import finished_turns
from ...session.outcome import headline, reason
from ...session.session import Session
from ...words import WORDS
from ...words.home import HOME_WORDS


class UnfinishedGame(NamedTuple):
    """The texts of a game in progress."""

    title: str  # game and board
    players: str  # the opponent, or both colours at this screen
    turn: str  # the side to move and the number of the turn
    about: str  # what the player may do, or ""


def unfinished_game(session: Session) -> UnfinishedGame:
    """Return the texts of the session's game in its last position."""
    mover = session.tree.nodes[session.live_node].state.mover
    you, turn = naming.colour_called_you(session), finished_turns(session) + 1
    turn_text = HOME_WORDS["turn-other"].format(Name=naming.display_name(session, mover), turn=turn)
    if mover == you:
        turn_text = HOME_WORDS["turn-you"].format(turn=turn)
    return UnfinishedGame(
        naming.game_title(session.game),
        players_text(session, you),
        turn_text,
        flips_text(session, you),
    )


def players_text(session: Session, you: int | None) -> str:
    """Return the opponent, or both colours at this screen."""
    if you is None:
        first, second = (WORDS[colour] for colour in session.game.colours)
        return HOME_WORDS["between"].format(first=first, second=second)
    seat = session.seats[1 - you]
    rival = session.remote_name or HOME_WORDS["rival-friend"]
    if seat.level is not None:
        rival = naming.engine_name(seat.level)
    return HOME_WORDS["against"].format(rival=rival)


class FinishedGame(NamedTuple):
    """The texts of a finished game."""

    title: str  # game and board
    players: str  # the opponent
    result: str  # who won
    reason: str  # why; "" if only the winner is known
    session: Session  # in the last position


def finished_game(match: Match) -> FinishedGame | None:
    """Return the texts of a match; None if it is not finished."""
    from .source import find_end  # the first visit has no stored game

    end, outcome = find_end(match)
    if outcome is None:
        return None
    session = Session(replace(match, cursor=end))
    return FinishedGame(
        naming.game_title(session.game),
        players_text(session, naming.colour_called_you(session)),
        headline(session, outcome),
        reason(session, outcome) if outcome.reason else "",
        session,
    )


def flips_text(session: Session, you: int | None) -> str:
    """Return how many stones the player may flip in the last position, or "" if none."""
    game, state = session.game, session.tree.nodes[session.live_node].state
    controlled = game.controlled(state)
    if you is None or state.mover != you or not controlled:
        return ""
    count = (state.stones[1 - you] & controlled[you] & game.legal(state)).bit_count()
    colour = WORDS[game.colours[1 - you]]
    return HOME_WORDS["flips"].format(count=count, Colour=colour) if count else ""
