"""What the board shows after a wrong answer: outlined cells and lines of sight.

An explanation is a function of an ``Answer`` and of the replies to it. Functions with other
arguments return such a function. The sentence of the reply may contain ``{cell}``, the cell of the
answer, ``{cells}``, the outlined cells, and ``{reply}``, the cell of the first reply.
"""

from collections.abc import Callable
from typing import NamedTuple

from ...rules.board import Board, bits
from ...rules.groups import flood_fill, stones_to_connect
from ...rules.sight import seeing_stones
from ...words import locale_format
from ..exercise.model import Answer, SightLine
from ..layers.preview import sight_rays
from .conditions import last_action, learner, learner_stones, lines_from


class Explanation(NamedTuple):
    """The drawings that explain why an answer is wrong."""

    cells: int = 0  # mask of the cells to outline
    lines: tuple[SightLine, ...] = ()


Explain = Callable[[Answer, tuple[int, ...]], Explanation]


def sentence_fields(
    answer: Answer, replies: tuple[int, ...], explanation: Explanation
) -> dict[str, str]:
    """Return the fields of the sentence of a reply."""
    board = answer.game.board
    masks = {
        "cell": 1 << last_action(answer) & board.cells,
        "cells": explanation.cells,
        "reply": sum(1 << action for action in replies[:1]) & board.cells,
    }
    return {
        field: locale_format.formats.join_and(board.cell_names(mask))
        for field, mask in masks.items()
    }


# ------------------------------------------------------------------ cells


def nothing(_answer: Answer, _replies: tuple[int, ...]) -> Explanation:
    """Show nothing: the replies on the board explain enough."""
    return Explanation()


def last_cell(answer: Answer, _replies: tuple[int, ...]) -> Explanation:
    """Outline the cell of the answer."""
    return Explanation(1 << last_action(answer) & answer.game.board.cells)


def named_cells(names: str) -> Explain:
    """Outline these cells."""

    def explain(answer: Answer, _replies: tuple[int, ...]) -> Explanation:
        return Explanation(sum(1 << answer.game.board.parse_cell(name) for name in names.split()))

    return explain


def reply_cell(_answer: Answer, replies: tuple[int, ...]) -> Explanation:
    """Outline the cell of the other side's first reply."""
    return Explanation(sum(1 << action for action in replies[:1]))


def group_of_answer(answer: Answer, _replies: tuple[int, ...]) -> Explanation:
    """Outline the group of the stone on the last cell."""
    cell = 1 << last_action(answer)
    stones = next((stones for stones in answer.state.stones if stones & cell), 0)
    return Explanation(flood_fill(answer.game.board, cell, stones))


def own_groups(answer: Answer, _replies: tuple[int, ...]) -> Explanation:
    """Outline the person's stones from before the answer."""
    return Explanation(answer.before.stones[learner(answer)])


def other_groups(answer: Answer, _replies: tuple[int, ...]) -> Explanation:
    """Outline the person's groups without a stone of this turn."""
    own = learner_stones(answer)
    placed = answer.before.placed | 1 << last_action(answer)
    return Explanation(own & ~flood_fill(answer.game.board, placed & own, own))


def missing_links(answer: Answer, _replies: tuple[int, ...]) -> Explanation:
    """Outline each vacant cell that brings the connection of the person's edges a stone closer."""
    game, state = answer.game, answer.state
    own, other = state.stones[learner(answer)], state.stones[1 - learner(answer)]
    first_edge, second_edge = game.edges[learner(answer)]

    def missing(stones: int) -> int:
        count = stones_to_connect(game.board, stones, other, first_edge, second_edge)
        return game.board.cells.bit_count() if count is None else count

    vacant = game.board.cells & ~(own | other)
    count = missing(own)
    return Explanation(sum(1 << cell for cell in bits(vacant) if missing(own | 1 << cell) < count))


# ------------------------------------------------------------------ lines of sight


def all_lines(answer: Answer, _replies: tuple[int, ...]) -> Explanation:
    """Show the lines of sight of the stone on the last cell."""
    cell = last_action(answer)
    return Explanation(1 << cell, lines_of_sight(answer, cell))


def blocked_line(name: str) -> Explain:
    """Show what the last cell sees instead of this cell: outline the stone that is in the way."""

    def explain(answer: Answer, _replies: tuple[int, ...]) -> Explanation:
        target, cell = answer.game.board.parse_cell(name), last_action(answer)
        line = line_through(answer.game.board, cell, target)
        stones = stones_on(answer, line[: line.index(target)])
        seen = tuple(line for line in lines_of_sight(answer, cell) if line.end == stones[0])
        return Explanation(1 << stones[-1], seen)

    return explain


def shared_line(name: str) -> Explain:
    """Show that two stones are on one line to this cell, and outline the earlier one.

    Only the nearer one sees the cell.
    """

    def explain(answer: Answer, _replies: tuple[int, ...]) -> Explanation:
        target, cell = answer.game.board.parse_cell(name), last_action(answer)
        near, far, *_ = stones_on(answer, line_through(answer.game.board, target, cell))
        seen = tuple(line for line in lines_of_sight(answer, target) if line.end == near)
        return Explanation(1 << (near if far == cell else far), seen)

    return explain


def lines_of_sight(answer: Answer, cell: int) -> tuple[SightLine, ...]:
    """Return the lines of sight of a cell, named by the stones at which they end."""
    me = learner(answer)
    return tuple(
        SightLine(
            cell,
            ray.end,
            "free" if ray.colour is None else "own" if ray.colour == me else "other",
        )
        for ray in sight_rays(answer.game.board, answer.state.stones, cell)
    )


def lines_of_other(name: str) -> Explain:
    """Show the lines along which the other side sees this cell, and outline its stones."""

    def explain(answer: Answer, _replies: tuple[int, ...]) -> Explanation:
        return control_lines(answer, answer.game.board.parse_cell(name))

    return explain


def flipped_by_reply(answer: Answer, replies: tuple[int, ...]) -> Explanation:
    """Show the lines along which the other side controls the stone that it flips."""
    return control_lines(answer, replies[0])


def control_lines(answer: Answer, cell: int) -> Explanation:
    """Show the lines along which the other side sees a cell, and outline its stones."""
    rivals = answer.state.stones[1 - learner(answer)]
    seeing = seeing_stones(answer.game.board, cell, rivals, answer.state.occupied)
    return Explanation(seeing, tuple(SightLine(cell, stone, "other") for stone in bits(seeing)))


def line_through(board: Board, start: int, cell: int) -> list[int]:
    """Return the cells of the line from ``start`` through ``cell`` to the edge of the board."""
    return next(line for line in lines_from(board, start) if cell in line)


def stones_on(answer: Answer, cells: list[int]) -> list[int]:
    """Return the cells with a stone, in this order."""
    return [cell for cell in cells if answer.state.occupied >> cell & 1]
