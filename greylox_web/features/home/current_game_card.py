"""The texts of the home card that resumes the current game."""

from typing import NamedTuple

from ...rules import TITLES
from ...session import naming
from ...session.clock import finished_turns
from ...session.session import Session
from ...words import WORDS
from ...words.home import HOME_WORDS


class CurrentGameCard(NamedTuple):
    """The texts of the card."""

    eyebrow: str
    title: str
    where: str


def current_game_card(session: Session) -> CurrentGameCard:
    """Return the card's texts: the game, the side to move, the turn number and the opponent."""
    mover = session.tree.nodes[session.live_node].state.mover
    you, turn = naming.colour_called_you(session), finished_turns(session) + 1
    title = HOME_WORDS["turn-other"].format(Name=naming.display_name(session, mover))
    if mover == you:
        title = HOME_WORDS["turn-you"]
    if you is None:
        first, second = (WORDS[colour] for colour in session.game.colours)
        where = HOME_WORDS["where-between"].format(turn=turn, first=first, second=second)
    else:
        seat = session.seats[1 - you]
        rival = session.remote_name or HOME_WORDS["rival-friend"]
        if seat.level is not None:
            rival = HOME_WORDS["rival-level"].format(
                Name=naming.engine_name(seat.level), level=seat.level
            )
        where = HOME_WORDS["where-against"].format(turn=turn, rival=rival)
    return CurrentGameCard(HOME_WORDS["going"].format(Game=TITLES[session.game.name]), title, where)
