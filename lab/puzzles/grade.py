"""The difficulty of a puzzle: the visits that the network's search needs to find the turn."""

from hashlib import sha256
from random import Random

from greylox_web.command.networks import load_registry
from greylox_web.engine.engine import SearchTask
from greylox_web.engine.network_registry import NETWORK_DIR
from greylox_web.engine.tree_reuse import PlayerTree
from greylox_web.engine.tuning import LevelSettings
from greylox_web.rules.state import Game, State
from greylox_web.rules.turns import turn_in_progress

MAX_VISITS = 2048
VISITS = tuple(1 << power for power in range(MAX_VISITS.bit_length()))  # 1, 2, 4 ... MAX_VISITS


def network_hash(name: str) -> str:
    """The first twelve hexadecimal digits of the SHA-256 of a game's network.

    Raise FileNotFoundError if the game has none.
    """
    path = NETWORK_DIR / f"{name}.npz"
    if not path.exists():
        raise FileNotFoundError(f"there is no network of {name}")
    return sha256(path.read_bytes()).hexdigest()[:12]


def play_turn(game: Game, state: State, visits: int) -> State:
    """The position after the engine's turn, with ``visits`` for each action."""
    memory = PlayerTree(Random(1), load_registry().evaluator)
    states, actions = [state], list[int]()
    while True:
        task = SearchTask(memory, game, states, actions, LevelSettings(visits, 0.0, 0))
        task.think()
        actions.append(task.result().action)
        states.append(game.play(states[-1], actions[-1]))
        if not turn_in_progress(game, states[-1]):
            return states[-1]


def grade(game: Game, state: State, solution_state: State) -> int | None:
    """The smallest of ``VISITS`` from which on the engine's turn leads to ``solution_state``.

    None if even ``MAX_VISITS`` do not.
    """
    min_visits = None
    for visits in reversed(VISITS):
        if play_turn(game, state, visits) != solution_state:
            break
        min_visits = visits
    return min_visits
