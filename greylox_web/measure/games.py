"""Measures of a finished game, computed from its actions alone."""

from functools import lru_cache
from itertools import pairwise
from typing import TypedDict

from ..rules.notation.actions import GameRecord, action_name
from ..rules.notation.links import read_link, write_link
from ..rules.play import replay
from ..rules.state import OPENING, State


class GameMeasures(TypedDict):
    """The measures of a finished game."""

    winner: int | None  # the colour; None: a draw
    how: str  # as in ``Outcome.reason``
    actions: int
    opening: int  # the number of actions in the opening
    first: str  # the first action
    leads: int  # changes of the side with the larger ``Game.score``
    flips: int
    passes: int
    choices: float  # mean number of legal actions per position
    link: str


def measure_game(record: GameRecord) -> GameMeasures:
    """Return the measures of a finished game; ValueError if the game is unfinished."""
    game, actions = record.game, record.actions
    states = replay(game, actions, record.setup)
    outcome = game.outcome(states[-1])
    if outcome is None or not actions:
        raise ValueError("the game goes on")
    played = list(zip(states, actions, strict=False))
    return GameMeasures(
        winner=outcome.winner,
        how=outcome.reason,
        actions=len(actions),
        opening=sum(state.phase == OPENING for state, _ in played),
        first=action_name(game.board, actions[0]),
        leads=lead_changes([lead_sign(record, state) for state in states]),
        flips=sum(state.stones[1 - state.mover] >> action & 1 for state, action in played),
        passes=sum(
            action == game.board.end_action and not state.placed for state, action in played
        ),
        choices=round(sum(game.legal(state).bit_count() for state, _ in played) / len(played), 2),
        link=write_link(record),
    )


def lead_sign(record: GameRecord, state: State) -> int:
    """Return the sign of the first colour's score minus the second's."""
    difference = record.game.score(state, 0) - record.game.score(state, 1)
    return (difference > 0) - (difference < 0)


def lead_changes(signs: list[int]) -> int:
    """Count the changes of the leading side; ties in between are ignored.

    >>> lead_changes([0, 1, 0, 1, -1, 0, 1])
    2
    """
    leads = [sign for sign in signs if sign]
    return sum(one != two for one, two in pairwise(leads))


@lru_cache(maxsize=4096)  # with few visits many games of a study are identical
def measure_link(link: str) -> GameMeasures | None:
    """Return the measures of the game in a link, or None if unfinished.  Do not modify them."""
    reading = read_link(link, allow_small=True)
    if reading.record is None or reading.error or reading.record.resigned:
        return None
    try:
        return measure_game(reading.record)
    except ValueError:
        return None
