"""Connected stones: floods, groups and their sizes."""

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
    found = []
    while stones:
        group = flood(board, stones & -stones, stones)
        found.append(group)
        stones ^= group
    return found


def chain(board: Board, stones: int, near: int, far: int) -> int:
    """The group of ``stones`` that touches both edges, or 0."""
    if not (stones & near and stones & far):
        return 0
    if not flood(board, stones & near, stones) & far:
        return 0
    return next(group for group in groups(board, stones) if group & near and group & far)


def sizes(board: Board, stones: int) -> list[int]:
    """The sizes of the groups of ``stones``, largest first."""
    return sorted((group.bit_count() for group in groups(board, stones)), reverse=True)
