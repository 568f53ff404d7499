"""Functions for any game: checked play and replay, reasons for illegal actions, counting.

Two functions return the next position.  ``play`` in this module checks the action: use it for
input from people, links and tests.  ``game.play``, and so ``play_all``, trusts its caller: the
search uses it.
"""

from collections.abc import Iterable
from typing import TYPE_CHECKING, NamedTuple

from .board import bits
from .groups import flood_fill
from .sight import seeing_stones
from .state import Game, State

if TYPE_CHECKING:
    from random import Random


def refusal_message(reason: str, game: Game, state: State, action: int) -> str:
    """Format the message for a player whose ``action`` breaks the law ``reason``."""
    from ..words import WORDS
    from ..words.reasons import SENTENCES  # loaded with the first refusal, to start the page faster

    board = game.board
    on_board = action >= 0 and board.cells >> action & 1
    words = {
        "cell": board.cell_name(action) if on_board else "",
        "anchor": board.cell_name(state.anchor) if state.anchor >= 0 else "",
        "Other": WORDS[game.colours[1 - state.mover]],
        "needed": board.control_threshold(action) if on_board else 0,
    }
    if reason in ("controlled", "uncontrolled"):
        colour = 1 - state.mover if reason == "controlled" else state.mover
        seeing = seeing_stones(board, action, state.stones[colour], state.occupied)
        words["seen"] = seeing.bit_count()
    return SENTENCES[reason].format(**words)


class IllegalAction(ValueError):
    """An illegal action; the message gives the reason."""


class Refusal(NamedTuple):
    """The reason why an action is illegal."""

    reason: str  # the name of the law, as in ``Game.forbidden``, or another key of ``SENTENCES``
    message: str  # for the player
    cause: int  # mask of the cells that explain the reason


def illegal_reason(game: Game, state: State, action: int) -> Refusal | None:
    """Return why ``action`` is illegal; None if it is legal."""
    legal = game.legal(state)
    if action >= 0 and legal >> action & 1:
        return None
    if not legal:
        reason = "over"
    elif action == game.board.end_action:
        reason = _end_illegal_reason(game, state)
    elif action == game.board.swap_action:
        reason = "swap" if game.options.get("swap") else "no-swap"
    elif action < 0 or not game.board.cells >> action & 1:
        reason = "off-board"
    elif legal == 1 << game.board.end_action:
        reason = "must-pass"
    else:
        laws = game.forbidden(state)
        reason = next(law for law, mask in laws.items() if mask >> action & 1)
    return Refusal(
        reason, refusal_message(reason, game, state, action), _cause(reason, game, state, action)
    )


def _end_illegal_reason(game: Game, state: State) -> str:
    if game.end_label is not None:
        return {"end": "end-empty", "pass": "pass"}[game.end_label]
    return "end-free" if state.is_mid_turn else "end"


def _cause(reason: str, game: Game, state: State, action: int) -> int:
    board, mover = game.board, state.mover
    if reason == "controlled":
        return seeing_stones(board, action, state.stones[1 - mover], state.occupied)
    if reason == "uncontrolled":
        return seeing_stones(board, action, state.stones[mover], state.occupied)
    if reason == "bound":
        return 1 << state.anchor
    if reason == "free":
        return board.neighbours(1 << action) & state.occupied
    if reason == "grown":
        own = state.stones[mover]
        grown_groups = flood_fill(board, state.placed, own)
        return flood_fill(board, board.neighbours(1 << action) & grown_groups, own)
    if reason in ("own", "occupied"):
        return 1 << action
    return 0


def play(game: Game, state: State, action: int) -> State:
    """Return the position after ``action``; raise IllegalAction if it is illegal."""
    refusal = illegal_reason(game, state, action)
    if refusal:
        raise IllegalAction(refusal.message)
    return game.play(state, action)


def play_all(game: Game, state: State, actions: Iterable[int]) -> State:
    """Return the position after these legal actions."""
    for action in actions:
        state = game.play(state, action)
    return state


def replay(game: Game, actions: Iterable[int], start: State | None = None) -> list[State]:
    """Return all positions from the start through ``actions``: ``len(actions) + 1`` positions.

    Raise IllegalAction at the first illegal action.
    """
    states = [game.start() if start is None else start]
    for action in actions:
        states.append(play(game, states[-1], action))
    return states


def count_vacant(game: Game, state: State) -> int:
    """Return the number of vacant cells."""
    return (game.board.cells & ~state.occupied).bit_count()


def random_game(game: Game, random: "Random", state: State | None = None) -> list[int]:
    """Play uniformly random legal actions to the end of the game; return these actions."""
    state = game.start() if state is None else state
    actions = []
    while legal := game.legal(state):
        actions.append(random.choice(list(bits(legal))))
        state = game.play(state, actions[-1])
    return actions


def perft(game: Game, depth: int, state: State | None = None) -> int:
    """Count the action sequences of exactly ``depth`` actions, without games that end earlier."""
    state = game.start() if state is None else state
    if depth == 0:
        return 1
    legal = game.legal(state)
    if depth == 1:
        return legal.bit_count()
    return sum(perft(game, depth - 1, game.play(state, action)) for action in bits(legal))
