"""Whether a game against the engine counts: for the player's strength, and on the ladder."""

from ..engine.levels import TURN_SECONDS
from ..rules import GAMES, default_game
from ..rules.notation.links import write_spec
from ..schema import WORD, matches
from .last_choices import newcomer_game
from .session import TAUGHT_REASON, TEACH_REASON, Session


def why_unrated(session: Session) -> str:
    """Return why the game is not rated, or "" if it is rated so far."""
    tree = session.tree
    if session.unrated_reason == TAUGHT_REASON:
        return TEACH_REASON
    if session.unrated_reason:  # a loaded file may contain any text
        return session.unrated_reason if matches(session.unrated_reason, WORD) else "other"
    if tree.setup is not None:
        return "setup"
    if len(tree.nodes) > len(tree.path(session.cursor)):
        return "takeback"
    if any(seat.level in TURN_SECONDS for seat in session.seats):
        return "time"
    return "" if session.game == default_game(session.game.name) else "board"


def counts_on_ladder(game: str, unrated: str, spec: str) -> bool:
    """Return whether a win beats its level: if it is rated, or on a newcomer's small board."""
    is_small = game in GAMES and spec == write_spec(newcomer_game(game))
    return not unrated or (unrated == "board" and is_small)


def is_counting(session: Session) -> bool:
    """Return whether a win of the current game against the engine would count so far."""
    you = session.local_colour
    if you is None or session.outcome is not None or session.exercise_attempt is not None:
        return False
    level, game = session.seats[1 - you].level, session.game
    return bool(level) and counts_on_ladder(game.name, why_unrated(session), write_spec(game))
