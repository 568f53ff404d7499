"""The explanation of a comparison: the facts that hold in its lines, the most telling first."""

from collections.abc import Iterable, Iterator

from ..rules.state import Game, State
from ..words import WORDS
from .model import Comparison, Explanation, Fact

MAX_FACTS = 2


def explain(comparison: Comparison) -> Explanation:
    """Return the explanation of a comparison, with at most two facts."""
    return Explanation(tuple(end_facts(comparison))[:MAX_FACTS])


def final_state(game: Game, state: State, line: Iterable[int]) -> State:
    """Return the position at the end of a line."""
    for action in line:
        state = game.play(state, action)
    return state


def end_facts(comparison: Comparison) -> Iterator[Fact]:
    """Yield who wins at the ends of the lines that reach the end of the game."""
    game, state = comparison.game, comparison.state
    for key, line in (("better-wins", comparison.better), ("played-loses", comparison.played)):
        outcome = game.outcome(final_state(game, state, line))
        winner = state.mover if key == "better-wins" else 1 - state.mover
        if line and outcome is not None and outcome.winner == winner:
            yield Fact(key, {"Colour": WORDS[game.colours[winner]]})
