"""The themes of a puzzle, derived from the rules and the proof."""

from collections.abc import Iterable

from greylox_web.rules.board import bits
from greylox_web.rules.groups import groups
from greylox_web.rules.state import OPENING, Game, State

from .proof import DRAW, WIN, Proof

THEMES = {
    "opening": "the opening protocol is not over",
    "flip": "a stone of the other colour is flipped",
    "choice": "more than one stone could be flipped",
    "place": "a stone is placed although others could be flipped",
    "sight": "a placed stone closes a line of sight: the other colour controls fewer other cells",
    "control": "a placed stone gains control of other cells",
    "protect": "own stones that could have been flipped no longer can",
    "join": "own groups become one",
    "block": "a cell is taken on which the other colour would join groups, or its edges",
    "apart": "a new stone touches none of its colour",
    "connect": "the edges are joined",
    "hold": "the edges are joined, and no reply breaks that",
    "survive": "the other colour has joined its edges; this turn has to break them",
    "forced-pass": "the other side can only pass",
    "several": "the turn has several stones",
    "few": "the turn ends although more stones could be placed",
    "finish": "the game ends with this turn",
    "draw": "a draw is the most that there is",
    "largest": "in the end the largest groups decide",
    "cascade": "in the end the largest groups are equal, and smaller ones decide",
    "gap": "in the end the largest group wins, being larger by the margin",
    "smaller": "in the end the smaller of the largest groups wins, since the margin is missed",
    "product": "in the end the products decide",
    "claim": "in the end vacant cells count for the winner",
}
"""Every theme, with its condition on the position, the solution, or the proof's line of play."""
END_THEMES = {"draw", "largest", "cascade", "gap", "smaller", "product", "claim"}
"""The themes that need the proof."""


def themes_of(game: Game, state: State, proof: Proof) -> tuple[str, ...]:
    """The themes of a puzzle, in the order of ``THEMES``."""
    return _ordered(
        turn_themes(game, state, proof.solution.actions) | end_themes(game, state.mover, proof)
    )


def renewed_themes(
    game: Game, state: State, actions: tuple[int, ...], themes: Iterable[str]
) -> tuple[str, ...]:
    """The themes of a proven puzzle: those of its end from ``themes``, the others found again."""
    return _ordered(turn_themes(game, state, actions) | (END_THEMES & {*themes}))


def _ordered(themes: set[str]) -> tuple[str, ...]:
    return tuple(theme for theme in THEMES if theme in themes)


def turn_themes(game: Game, state: State, actions: tuple[int, ...]) -> set[str]:
    """The themes of a whole turn, according to the rules."""
    board, mover = game.board, state.mover
    after, new, flips = state, 0, 0
    for action in actions:
        if board.cells >> action & 1:
            new |= 1 << action
            flips |= after.stones[1 - mover] & 1 << action
        after = game.play(after, action)
    own, other = state.stones[mover], state.stones[1 - mover]
    replies = game.legal(after)
    connects = game.connecting_group(after, mover) and not game.connecting_group(state, mover)
    lost, gained = controlled_cells(game, state, after, new if not flips else 0)
    facts = {
        "opening": state.phase == OPENING,
        "flip": flips,
        "choice": (game.legal(state) & other).bit_count() > 1,
        "place": new and not flips and game.legal(state) & other,
        "sight": lost,
        "control": gained,
        "protect": flippable_stones(game, state, mover)
        & ~flippable_stones(game, after, mover)
        & own,
        "join": len(groups(board, own)) > sum(1 for g in groups(board, own | new) if g & own),
        "block": any(
            would_join(game, state, 1 << action) for action in actions if new >> action & 1
        ),
        "apart": own and any(not g & own for g in groups(board, own | new)),
        "connect": connects,
        "hold": connects
        and all(
            game.connecting_group(game.play(after, reply), mover)
            for reply in bits(replies)
            if game.board.swap_action != reply
        ),
        "survive": game.connecting_group(state, 1 - mover),
        "forced-pass": game.end_label == "pass" and replies == 1 << board.end_action,
        "several": new & (new - 1),
        "few": game.end_label == "end" and board.end_action in actions,
        "finish": not replies,
    }
    return {theme for theme, fact in facts.items() if fact}


def flippable_stones(game: Game, state: State, colour: int) -> int:
    """The stones of ``colour`` that the other side controls, so that it can flip them."""
    controlled = game.controlled(state)
    return controlled[1 - colour] & state.stones[colour] if controlled else 0


def controlled_cells(game: Game, state: State, after: State, placed: int) -> tuple[int, int]:
    """The cells that placed stones take from the other side's control, and add to the mover's.

    The cells of the stones themselves do not count; without ``placed`` stones both are empty.
    """
    before, now = game.controlled(state), game.controlled(after)
    if not (placed and before and now):
        return 0, 0
    mover = state.mover
    return before[1 - mover] & ~now[1 - mover] & ~placed, now[mover] & ~before[mover] & ~placed


def would_join(game: Game, state: State, cell: int) -> bool:
    """Whether a stone on ``cell`` (a mask) would join groups or edges of the side not to move."""
    other = state.stones[1 - state.mover]
    if cell & other:
        return False
    adjacent_groups = [
        group for group in groups(game.board, other) if group & game.board.neighbours(cell)
    ]
    if len(adjacent_groups) > 1:
        return True
    sides = [state.stones[0], state.stones[1]]
    sides[1 - state.mover] |= cell
    sides[state.mover] &= ~cell
    next_state = state._replace(stones=(sides[0], sides[1]))
    colour = 1 - state.mover
    return bool(
        game.connecting_group(next_state, colour) and not game.connecting_group(state, colour)
    )


def end_themes(game: Game, mover: int, proof: Proof) -> set[str]:
    """The themes of the end of the game, if both sides play as in the proof."""
    outcome, last = proof.outcome, proof.final_state
    how = outcome.reason
    if how == "cascade" and outcome.deciding_rank == 0:
        how = "largest"
    facts = {
        "draw": proof.mover_value == DRAW,
        how: how in THEMES,
        "claim": proof.mover_value == WIN and game.scored_cells(last)[mover] != last.stones[mover],
    }
    return {theme for theme, fact in facts.items() if fact}
