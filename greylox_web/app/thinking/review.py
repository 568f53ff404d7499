"""The review of a line: the engine's evaluation of each position, and the turns that lost most.

Evaluations are stored by position, so that a review survives navigation, can be stopped and
resumed, and is shared by lines with common positions.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from ...rules import Game
from ...rules.notation.actions import said_action
from ...rules.state import State
from .evaluation import Evaluation, likely, of_value


class Judgement(NamedTuple):
    """The engine's evaluation of one position."""

    value_first: float
    proven: bool
    line: tuple[int, ...] = ()  # the best actions from here on, none when the game is over

    def chance(self, colour: int) -> float:
        """The colour's chance to win, from 0 to 1; a draw is one half."""
        return (1 - self.value_first if colour else 1 + self.value_first) / 2

    def percent(self, colour: int) -> int:
        """The same as it is told: 0 and 100 are for what is proven."""
        return likely(-self.value_first if colour else self.value_first, sure=self.proven)


class Mistake(NamedTuple):
    """A turn that lost much of the winning chance."""

    number: int
    colour: int
    text: str
    loss: float  # of the mover's winning chance, from 0 to 1
    start: int  # the node before the turn
    end: int  # the node after it


@dataclass(frozen=True)
class Review:
    """A line and the evaluations of its positions; nodes are those of the game's tree."""

    line: tuple[int, ...]  # nodes, from the root on
    actions: tuple[int, ...]
    known: dict[State, Judgement]
    running: bool = True
    mistakes: tuple[Mistake, ...] = ()  # those that lost most, in the order of the game
    trying: int = -1  # the node before the turn that is tried again, or -1
    best_shown: bool = False  # whether the best turn is shown


def evaluation(game: Game, review: Review, state: State) -> Evaluation | None:
    """The chances that the review tells of a position, None while it tells none."""
    known = review.known.get(state)
    return of_value(game, known.value_first, proven=known.proven) if known else None


def judged_by_rules(game: Game, state: State) -> Judgement | None:
    """The judgement of a finished game, None before the end."""
    outcome = game.outcome(state)
    if outcome is None:
        return None
    value = 0.0 if outcome.winner is None else 1.0 - 2.0 * outcome.winner
    return Judgement(value, proven=True)


def turn_text(game: Game, state: State, actions: tuple[int, ...]) -> str:
    """The text of the first turn of a sequence of actions, as ``e6+b2``."""
    return "+".join(said_action(game, *played) for played in first_turn(game, state, actions))


def first_turn(game: Game, state: State, actions: tuple[int, ...]) -> Iterator[tuple[State, int]]:
    """The actions of the first turn of a sequence, each with the position before it."""
    for action in actions:
        yield state, action
        state = game.play(state, action)
        if not state.placed:
            return
