"""Connected stones: floods, groups and their sizes."""

from functools import lru_cache

from .board import Board


def flood(board: Board, seed: int, within: int) -> int:
    """The cells of ``within`` that are connected to ``seed`` through ``within``."""
    a, b, c = board.steps
    reached = seed & within
    while True:
        spread = (
            reached << a | reached >> a | reached << b | reached >> b | reached << c | reached >> c
        )
        grown = (reached | spread) & within
        if grown == reached:
            return reached
        reached = grown


def groups(board: Board, stones: int) -> list[int]:
    """The groups of ``stones`` as masks, in the order of their lowest cells."""
    return list(_groups(board, stones))


@lru_cache(maxsize=16)  # one picture of the page asks several times for the same ones
def _groups(board: Board, stones: int) -> tuple[int, ...]:
    found = []
    while stones:
        group = flood(board, stones & -stones, stones)
        found.append(group)
        stones ^= group
    return tuple(found)


def joins(board: Board, stones: int, near: int, far: int) -> bool:
    """Whether a group of ``stones`` touches both edges."""
    return bool(stones & near and stones & far and flood(board, stones & near, stones) & far)


def chain(board: Board, stones: int, near: int, far: int) -> int:
    """The group of ``stones`` that touches both edges, or 0."""
    if not joins(board, stones, near, far):
        return 0
    return next(group for group in groups(board, stones) if group & near and group & far)


def ranked(board: Board, stones: int, place: int) -> int:
    """The group at a place in the order of size, largest first, as a mask; 0 if there is none."""
    found = sorted(groups(board, stones), key=int.bit_count, reverse=True)
    return found[place] if place < len(found) else 0


def sizes(board: Board, stones: int) -> list[int]:
    """The sizes of the groups of ``stones``, largest first."""
    return sorted((group.bit_count() for group in groups(board, stones)), reverse=True)


def to_join(board: Board, stones: int, walls: int, near: int, far: int) -> int | None:
    """The fewest further stones with which ``stones`` join both edges; None if that is impossible.

    ``walls`` are the cells that cannot be taken.
    """
    free = board.cells & ~walls
    reached, placed = flood(board, near & stones, stones), 0
    while not reached & far:
        beyond = (board.neighbours(reached) | near) & free
        grown = reached | beyond | flood(board, board.neighbours(beyond) & stones, stones)
        if grown == reached:
            return None
        reached, placed = grown, placed + 1
    return placed
