"""Lines of sight, and the control of cells by majority."""

from functools import lru_cache

from .board import Board


@lru_cache(maxsize=4096)
def control(board: Board, first: int, second: int) -> tuple[int, int]:
    """Return the cells that each colour controls (the rules of Greylox, "Controls"), as two masks.

    A colour controls a cell, vacant or not, if the number of its stones that see the cell exceeds
    half the number of the cell's neighbours: 4 of 6, 3 of 4, 2 of 3, 2 of 2.  At most one colour
    controls a cell.

    A doubling fill over vacant cells finds all cells seen along each direction.  Three masks (ones,
    twos, fours) hold the sums over the six directions in binary.
    """
    cells = board.cells
    vacant = cells & ~(first | second)
    rounds = range(board.ray_doublings - 1)
    one_a = two_a = four_a = one_b = two_b = four_b = 0
    for step in board.directions:
        for toward in (True, False):
            a, b, open_, reach = first, second, vacant, step
            if toward:
                a |= open_ & a << reach
                b |= open_ & b << reach
                for _ in rounds:
                    open_ &= open_ << reach
                    reach += reach
                    a |= open_ & a << reach
                    b |= open_ & b << reach
                a <<= step
                b <<= step
            else:
                a |= open_ & a >> reach
                b |= open_ & b >> reach
                for _ in rounds:
                    open_ &= open_ >> reach
                    reach += reach
                    a |= open_ & a >> reach
                    b |= open_ & b >> reach
                a >>= step
                b >>= step
            carry = one_a & a
            one_a ^= a
            four_a |= two_a & carry
            two_a ^= carry
            carry = one_b & b
            one_b ^= b
            four_b |= two_b & carry
            two_b ^= carry
    two, three, _ = board.cells_by_threshold
    return (
        cells & four_a | two_a & (one_a & three | two),
        cells & four_b | two_b & (one_b & three | two),
    )


def seeing_stones(board: Board, cell: int, stones: int, occupied: int) -> int:
    """Return the stones among ``stones`` that see ``cell``, as a mask of at most six bits."""
    seeing = 0
    for step in board.directions:
        for direction in (step, -step):
            for other in board.ray(cell, direction):
                if occupied >> other & 1:
                    seeing |= (1 << other) & stones
                    break
    return seeing
