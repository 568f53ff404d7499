"""Connected stones: flood fill, groups and group sizes."""

from functools import lru_cache

from .board import Board


def flood_fill(board: Board, seed: int, within: int) -> int:
    """The cells of ``within`` connected to ``seed`` through cells of ``within``, as a mask."""
    a, b, c = board.directions
    reached = seed & within
    while True:
        shifted = (
            reached << a | reached >> a | reached << b | reached >> b | reached << c | reached >> c
        )
        expanded = (reached | shifted) & within
        if expanded == reached:
            return reached
        reached = expanded


def groups(board: Board, stones: int) -> list[int]:
    """The groups of ``stones`` as masks, in the order of their lowest cells."""
    return list(_groups(board, stones))


@lru_cache(maxsize=16)  # one render of the page needs the same groups several times
def _groups(board: Board, stones: int) -> tuple[int, ...]:
    masks = []
    while stones:
        group = flood_fill(board, stones & -stones, stones)
        masks.append(group)
        stones ^= group
    return tuple(masks)


def connects_edges(board: Board, stones: int, first_edge: int, second_edge: int) -> bool:
    """Whether a group of ``stones`` touches both edges."""
    return bool(
        stones & first_edge
        and stones & second_edge
        and flood_fill(board, stones & first_edge, stones) & second_edge
    )


def connecting_group(board: Board, stones: int, first_edge: int, second_edge: int) -> int:
    """The group of ``stones`` that touches both edges, as a mask; 0 if there is none."""
    if not connects_edges(board, stones, first_edge, second_edge):
        return 0
    return next(
        group for group in groups(board, stones) if group & first_edge and group & second_edge
    )


def nth_largest_group(board: Board, stones: int, rank: int) -> int:
    """The group with the given size rank, as a mask; 0 if there is none.  Rank 0 is the largest."""
    by_size = sorted(groups(board, stones), key=int.bit_count, reverse=True)
    return by_size[rank] if rank < len(by_size) else 0


def sizes(board: Board, stones: int) -> list[int]:
    """The sizes of the groups of ``stones``, largest first."""
    return sorted((group.bit_count() for group in groups(board, stones)), reverse=True)


def stones_to_connect(
    board: Board, stones: int, blocked: int, first_edge: int, second_edge: int
) -> int | None:
    """The minimum number of added stones that connect both edges; None if it is impossible.

    ``blocked`` is the mask of cells that no stone can take.
    """
    free = board.cells & ~blocked
    reached, placed = flood_fill(board, first_edge & stones, stones), 0
    while not reached & second_edge:
        beyond = (board.neighbours(reached) | first_edge) & free
        expanded = reached | beyond | flood_fill(board, board.neighbours(beyond) & stones, stones)
        if expanded == reached:
            return None
        reached, placed = expanded, placed + 1
    return placed
