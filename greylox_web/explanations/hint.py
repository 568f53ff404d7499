"""Why a hint is worth a look: a fact that does not name the hint's cell."""

from ..rules.state import Game, State
from ..words import WORDS
from ..words.explanations import EXPLANATION_WORDS
from .explain import all_facts
from .model import Comparison


def hint_fact(game: Game, state: State, action: int) -> str:
    """Return a sentence on what an action would do, without its cell; "" without such a fact."""
    if action >= game.board.end_action:
        return ""
    other = WORDS[game.colours[1 - state.mover]]
    keys = (f"there-{fact.key}" for fact in all_facts(Comparison(game, state, (action,))))
    key = next((key for key in keys if key in EXPLANATION_WORDS), "")
    return EXPLANATION_WORDS[key].format(Other=other) if key else ""
