"""Whole turns: sets of actions, whose order does not matter."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from .board import bits
from .state import Game, State


class WholeTurn(NamedTuple):
    """A whole turn: its actions in one possible order, and the position after it."""

    actions: tuple[int, ...]
    state: State


def turn_in_progress(game: Game, state: State) -> bool:
    """Return whether the mover has begun a turn and must continue it."""
    return state.is_mid_turn and game.legal(state) != 0


def first_turn(game: Game, state: State, line: Iterable[int]) -> Iterator[tuple[State, int]]:
    """Yield the actions of the first turn of a line, each with the position before it."""
    for action in line:
        yield state, action
        state = game.play(state, action)
        if not state.is_mid_turn:
            return


def all_turns(game: Game, state: State) -> Iterator[WholeTurn]:
    """Iterate over all whole turns from a position, each set of stones once."""
    seen_states = set[State]()

    def extend_turn(state: State, actions: tuple[int, ...]) -> Iterator[WholeTurn]:
        for action in bits(game.legal(state)):
            after = game.play(state, action)
            if after in seen_states:
                continue
            seen_states.add(after)
            if turn_in_progress(game, after):
                yield from extend_turn(after, (*actions, action))
            else:
                yield WholeTurn((*actions, action), after)

    return extend_turn(state, ())
