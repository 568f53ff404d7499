"""The comparison of group sizes: the largest groups first, then the second largest, and so on.

It equals Python's lexicographic comparison of the size lists, sorted in descending order.
"""

from ..board import Board
from ..groups import sizes
from ..state import Outcome


def compare_group_sizes(board: Board, first: int, second: int, start: int = 0) -> Outcome:
    """Compare the group sizes of both colours from rank ``start`` on; return the outcome.

    A missing group counts as size 0.  Equal lists are a draw.
    """
    tally = (tuple(sizes(board, first)), tuple(sizes(board, second)))
    length = max(len(side) for side in tally)
    ours, theirs = (side + (0,) * (length - len(side)) for side in tally)
    for at in range(start, length):
        if ours[at] != theirs[at]:
            return Outcome(0 if ours[at] > theirs[at] else 1, "cascade", tally, at)
    return Outcome(None, "draw", tally, max(length - 1, 0))


def largest_group_size(board: Board, stones: int) -> int:
    """The size of the largest group; 0 without stones."""
    return max(sizes(board, stones), default=0)
