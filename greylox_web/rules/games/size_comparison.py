"""Larger groups win: compare largest groups, then second largest, and so on.

With both lists sorted downwards this is Python's own comparison of lists.
"""

from ..board import Board
from ..groups import sizes
from ..state import Outcome


def compare_group_sizes(board: Board, first: int, second: int, start: int = 0) -> Outcome:
    """The cascade's outcome for the stones of both colours, from the place ``start`` on.

    A missing group has size 0; identical lists are a draw.
    """
    tally = (tuple(sizes(board, first)), tuple(sizes(board, second)))
    length = max(len(side) for side in tally)
    ours, theirs = (side + (0,) * (length - len(side)) for side in tally)
    for at in range(start, length):
        if ours[at] != theirs[at]:
            return Outcome(0 if ours[at] > theirs[at] else 1, "cascade", tally, at)
    return Outcome(None, "draw", tally, max(length - 1, 0))


def largest_group_size(board: Board, stones: int) -> int:
    """The size of the largest group, 0 without stones."""
    return max(sizes(board, stones), default=0)
