"""Conditions on answers in lessons: success, and typical mistakes.

A condition is a function of an ``Answer``. Functions with other arguments return a condition. "The
person" is the colour to move at the start of the step.
"""

from collections.abc import Callable, Iterator
from math import prod

from ...rules import Game
from ...rules.board import Board, bits
from ...rules.groups import groups as find_groups
from ...rules.groups import sizes
from ...rules.sight import seeing_stones
from ...rules.state import State
from ..exercise.model import Answer

Condition = Callable[[Answer], bool]


def learner(answer: Answer) -> int:
    """Return the person's colour."""
    return answer.initial_state.mover


def last_action(answer: Answer) -> int:
    """Return the last action, or the selected cell."""
    return answer.actions[-1]


def learner_stones(answer: Answer) -> int:
    """Return the person's stones, as a mask."""
    return answer.state.stones[learner(answer)]


# ------------------------------------------------------------------ conditions on the action


def always(_answer: Answer) -> bool:
    """Return True for any answer."""
    return True


def on_cells(names: str) -> Condition:
    """Check that the last action is on one of these cells."""
    return lambda answer: answer.game.board.cell_name(last_action(answer)) in names.split()


def flipped(answer: Answer) -> bool:
    """Return whether the last action flipped a stone."""
    return bool(answer.before.occupied >> last_action(answer) & 1)


def ended(answer: Answer) -> bool:
    """Return whether the last action ended a turn, or passed."""
    return last_action(answer) == answer.game.board.end_action


def swapped(answer: Answer) -> bool:
    """Return whether the last action swapped the colours."""
    return last_action(answer) == answer.game.board.swap_action


def touches_own(answer: Answer) -> bool:
    """Return whether the last stone is next to one of the person's stones."""
    neighbours = answer.game.board.neighbours(1 << last_action(answer))
    return bool(neighbours & answer.before.stones[learner(answer)])


# ------------------------------------------------------------------ conditions on the position


def controls(name: str, *, other: bool = False) -> Condition:
    """Check that the person, or the other side, controls this cell now."""

    def check(answer: Answer) -> bool:
        held = answer.game.controlled(answer.state) or (0, 0)
        cell = answer.game.board.parse_cell(name)
        return bool(held[learner(answer) ^ other] >> cell & 1)

    return check


def sees_cell(name: str) -> Condition:
    """Check that the stone on the last cell sees this cell."""

    def check(answer: Answer) -> bool:
        board, occupied = answer.game.board, answer.state.occupied
        return bool(
            seeing_stones(board, board.parse_cell(name), occupied, occupied) >> last_action(answer)
            & 1
        )

    return check


def all_seeing_chosen(name: str) -> Condition:
    """Check that all stones that see this cell are selected."""

    def check(answer: Answer) -> bool:
        board, occupied = answer.game.board, answer.state.occupied
        required = seeing_stones(board, board.parse_cell(name), occupied, occupied)
        return not required & ~(answer.selected | 1 << last_action(answer))

    return check


def on_ray(name: str) -> Condition:
    """Check that the last cell is on a line from this cell, ignoring stones between them."""

    def check(answer: Answer) -> bool:
        board = answer.game.board
        lines = lines_from(board, board.parse_cell(name))
        return any(last_action(answer) in line for line in lines)

    return check


def lines_from(board: Board, cell: int) -> Iterator[list[int]]:
    """Yield the cells of each line from a cell to the edge of the board, without the cell."""
    for step in board.directions:
        for direction in (step, -step):
            yield [*board.ray(cell, direction)]


def occupied(answer: Answer) -> bool:
    """Return whether the selected cell has a stone."""
    return bool(answer.state.occupied >> last_action(answer) & 1)


def has_groups(min_count: int) -> Condition:
    """Check that the person has at least this many groups."""
    return lambda answer: len(find_groups(answer.game.board, learner_stones(answer))) >= min_count


def placed_in_turn(count: int) -> Condition:
    """Check that the person has placed exactly ``count`` stones in an unfinished turn."""
    return lambda answer: not turn_ended(answer) and answer.state.placed.bit_count() == count


def has_group_sizes(*expected_sizes: int) -> Condition:
    """Check that the person's groups have these sizes, largest first."""
    return lambda answer: tuple(sizes(answer.game.board, learner_stones(answer))) == expected_sizes


def has_group_of(min_size: int) -> Condition:
    """Check that a group of the person has at least this many stones."""
    return lambda answer: (
        max(sizes(answer.game.board, learner_stones(answer)), default=0) >= min_size
    )


def product_at_least(min_product: int) -> Condition:
    """Check that the product of the person's group sizes is at least this number."""
    return lambda answer: prod(sizes(answer.game.board, learner_stones(answer))) >= min_product


def in_group(name: str) -> Condition:
    """Check that the selected stone belongs to the group of this cell."""

    def check(answer: Answer) -> bool:
        cell = answer.game.board.parse_cell(name)
        board_groups = [
            group
            for stones in answer.state.stones
            for group in find_groups(answer.game.board, stones)
        ]
        return any(group >> cell & 1 and group >> last_action(answer) & 1 for group in board_groups)

    return check


def turn_ended(answer: Answer) -> bool:
    """Return whether the other side is to move."""
    return answer.state.mover != learner(answer)


def is_connected(answer: Answer) -> bool:
    """Return whether the person's edges are connected."""
    return bool(answer.game.connecting_group(answer.state, learner(answer)))


def opponent_is_cut(answer: Answer) -> bool:
    """Return whether the other side's edges are not connected."""
    return not answer.game.connecting_group(answer.state, 1 - learner(answer))


# ------------------------------------------------------------------ replies, and search


def breaking_reply(answer: Answer) -> tuple[int, ...]:
    """Return a reply of the other side that breaks the person's connection; empty if none does."""
    game, state = answer.game, answer.state
    for action in bits(game.legal(state) & game.board.cells):
        if not game.connecting_group(game.play(state, action), learner(answer)):
            return (action,)
    return ()


def survives(answer: Answer) -> bool:
    """Return whether the person's edges are connected and no reply breaks the connection."""
    return is_connected(answer) and not breaking_reply(answer)


def wins(answer: Answer) -> bool:
    """Return whether the person wins against any defence; only for nearly full boards."""
    return game_value(answer.game, answer.state, learner(answer)) > 0


def best_play(answer: Answer) -> tuple[int, ...]:
    """Return the rest of the game with best play by both sides; only for nearly full boards."""
    game, state, line = answer.game, answer.state, []
    while legal := game.legal(state):
        best = max if state.mover == learner(answer) else min
        action = best(
            bits(legal), key=lambda one: game_value(game, game.play(state, one), learner(answer))
        )
        line.append(action)
        state = game.play(state, action)
    return tuple(line)


def game_value(game: Game, state: State, colour: int) -> int:
    """Return a colour's result with best play by both sides: 1, 0 or -1.

    This is an exhaustive search.
    """
    legal = game.legal(state)
    if not legal:
        outcome = game.outcome(state)
        if outcome is None or outcome.winner is None:
            return 0
        return 1 if outcome.winner == colour else -1
    best = max if state.mover == colour else min
    return best(game_value(game, game.play(state, action), colour) for action in bits(legal))


def first_legal_reply(names: str) -> Callable[[Answer], tuple[int, ...]]:
    """Return a function that replies on the first legal one of these cells; empty if none is."""

    def reply(answer: Answer) -> tuple[int, ...]:
        legal = answer.game.legal(answer.state)
        cells = (answer.game.board.parse_cell(name) for name in names.split())
        return tuple(cell for cell in cells if legal >> cell & 1)[:1]

    return reply


def any_legal_reply(answer: Answer) -> tuple[int, ...]:
    """Return a reply with some legal action of the other side; empty if the game is over."""
    return tuple(bits(answer.game.legal(answer.state)))[:1]


# ------------------------------------------------------------------ combined conditions


def all_of(*conditions: Condition) -> Condition:
    """Check that all these conditions hold."""
    return lambda answer: all(condition(answer) for condition in conditions)


def negate(condition: Condition) -> Condition:
    """Check that the condition does not hold."""
    return lambda answer: not condition(answer)
