"""Actions by name, so that tests read like the rules."""

from greylox_web.rules import Game
from greylox_web.rules.notation.actions import parse_action
from greylox_web.rules.play import Refusal, illegal_reason, play
from greylox_web.rules.state import State
from tests.diagrams import named


def play_names(game: Game, names: str, state: State | None = None) -> State:
    """Return the position after the actions called ``names``, each checked for legality."""
    state = game.start() if state is None else state
    for name in names.split():
        state = play(game, state, parse_action(game.board, name))
    return state


def legal(game: Game, state: State) -> str:
    """The names of all legal actions."""
    return named(game.board, game.legal(state))


def refusal_of(game: Game, state: State, name: str) -> Refusal:
    """Return the refusal of the action called ``name``; raise AssertionError if it is legal."""
    refusal = illegal_reason(game, state, parse_action(game.board, name))
    assert refusal, f"{name} is legal"
    return refusal


def mover(game: Game, state: State) -> str:
    """The colour to move."""
    return game.colours[state.mover]
