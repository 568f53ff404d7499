"""Why a hint is worth a look: a fact that the rules can check, not the engine's opinion."""

from ...rules.groups import groups
from ...rules.state import Game, State
from ...words import WORDS
from ...words.review import REVIEW_WORDS

MIN_GROUPS = 2  # groups beside a cell that a stone there joins or keeps apart
MIN_STONES = 2  # of each of these groups: single stones make no fact worth telling


def hint_fact(game: Game, state: State, action: int) -> str:
    """Return a sentence on what a stone there would do; "" without such a fact."""
    key = _fact_key(game, state, action) if action < game.board.end_action else ""
    other = WORDS[game.colours[1 - state.mover]]
    return REVIEW_WORDS[f"fact-{key}"].format(Other=other) if key else ""


def _fact_key(game: Game, state: State, action: int) -> str:
    mover, other = state.mover, 1 - state.mover
    if state.stones[other] >> action & 1:
        return "flip"
    after = game.play(state, action)
    if controls := game.controlled(state):
        later = game.controlled(after) or controls
        saved = state.stones[mover] & controls[other] & ~later[other]
        if saved:
            return "save"
        if state.stones[other] & later[mover] & ~controls[mover]:
            return "lean"
    if all(game.edges):
        own, theirs = (
            (game.interim_score(state, side), game.interim_score(after, side))
            for side in (mover, other)
        )
        if own[0] is not None and own[1] is not None and own[1] < own[0]:
            return "closer"
        if theirs[0] is not None and (theirs[1] is None or theirs[1] > theirs[0]):
            return "longer"
        return ""
    if _groups_beside(game, state.stones[mover], action) >= MIN_GROUPS:
        return "join"
    is_closed = controls and controls[mover] >> action & 1  # to the other side
    if not is_closed and _groups_beside(game, state.stones[other], action) >= MIN_GROUPS:
        return "apart"
    return ""


def _groups_beside(game: Game, stones: int, cell: int) -> int:
    """Return the number of groups among ``stones`` that touch a cell, without single stones."""
    beside = game.board.neighbours(1 << cell)
    beside_groups = [group for group in groups(game.board, stones) if group & beside]
    return sum(group.bit_count() >= MIN_STONES for group in beside_groups)
