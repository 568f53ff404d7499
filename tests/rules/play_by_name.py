"""Playing by name, for tests that read like the rules."""

from greylox_web.rules import Game
from greylox_web.rules.notation.actions import parse_action
from greylox_web.rules.play import Refusal, illegal_reason, play
from greylox_web.rules.state import State
from tests.diagrams import named


def play_names(game: Game, names: str, state: State | None = None) -> State:
    """The position after the actions called ``names``, played through the checked door."""
    state = game.start() if state is None else state
    for name in names.split():
        state = play(game, state, parse_action(game.board, name))
    return state


def legal(game: Game, state: State) -> str:
    """The names of all legal actions."""
    return named(game.board, game.legal(state))


def refusal_of(game: Game, state: State, name: str) -> Refusal:
    """Why the action called ``name`` is refused; it must be."""
    refusal = illegal_reason(game, state, parse_action(game.board, name))
    assert refusal, f"{name} is legal"
    return refusal


def mover(game: Game, state: State) -> str:
    """The colour to move."""
    return game.colours[state.mover]
