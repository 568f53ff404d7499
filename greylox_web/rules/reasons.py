"""Why an action is refused, in a sentence for the player."""

from .sight import watchers
from .state import Game, State


def sentence(reason: str, game: Game, state: State, action: int) -> str:
    """The sentence for a player who tried ``action``, which the law ``reason`` forbids."""
    from ..words import WORDS
    from ..words.reasons import SENTENCES  # with the first refusal, not with the page

    board = game.board
    on_board = action >= 0 and board.cells >> action & 1
    words = {
        "cell": board.name(action) if on_board else "",
        "anchor": board.name(state.anchor) if state.anchor >= 0 else "",
        "Other": WORDS[game.colours[1 - state.mover]],
        "needed": board.needed(action) if on_board else 0,
    }
    if reason in ("controlled", "uncontrolled"):
        colour = 1 - state.mover if reason == "controlled" else state.mover
        seen = watchers(board, action, state.stones[colour], state.occupied)
        words["seen"] = seen.bit_count()
    return SENTENCES[reason].format(**words)
