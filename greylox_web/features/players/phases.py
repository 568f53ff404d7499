"""The phases of a game with an opening: shown during the opening, in place of the score."""

from typing import NamedTuple

from ...rules import Game
from ...rules.state import OPENING, State
from ...session.session import Session
from ...words import WORDS
from .score_view import position

TURNS_PER_CELL = 0.24  # of the opening, in games of the engine at level 4 on boards of base 3 to 7


class Phase(NamedTuple):
    """A phase of the game."""

    name: str
    about: str
    is_current: bool


def phases(session: Session) -> tuple[Phase, ...]:
    """Return the phases of the game; () after the opening and without bound stones."""
    game, state = session.game, position(session)
    if state.phase != OPENING or not game.has_anchors:
        return ()
    return (
        Phase(WORDS["opening"], _turn_text(game, state), is_current=True),
        Phase(WORDS[f"phase-{game.name}"], WORDS[f"phase-{game.name}-about"], is_current=False),
        Phase(WORDS["phase-end"], WORDS[f"phase-{game.name}-end"], is_current=False),
    )


def _turn_text(game: Game, state: State) -> str:
    """Return the number of the turn, and about how many turns the opening has."""
    turn = (state.occupied.bit_count() + 1) // 2 + 1  # one stone, then two in each turn
    turns = round(game.board.cells.bit_count() * TURNS_PER_CELL)
    key = "phase-turn-of" if turn < turns else "phase-turn"
    return WORDS[key].format(turn=turn, turns=turns)
