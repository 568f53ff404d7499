"""Positions that are the same puzzle up to a symmetry of the board or the colours."""

from typing import NamedTuple

from greylox_web.engine.canonical import symmetries
from greylox_web.rules.board import NO_CELL, transform_mask
from greylox_web.rules.state import Game, State


class Image(NamedTuple):
    """A position from one side's view, transformed by a symmetry of the board."""

    board: tuple[str, str, int]  # game, shape and size; options do not matter
    own: int
    other: int
    marked: int  # stones of this turn, and the anchor
    phase: int
    mover: int  # 0 if both colours have the same aims


def images(game: Game, state: State) -> list[Image]:
    """All images of a position.

    If both colours have the same aims, ``own`` are the mover's stones; else the first colour's.
    """
    keeping_maps, exchanged = symmetries(game)
    turned = game.symmetric_goals and state.mover == 1
    own, other = state.stones if not turned else state.stones[::-1]
    marked = state.placed if state.anchor == NO_CELL else state.placed | 1 << state.anchor
    board = game.name, game.board.shape, game.size
    return [
        Image(
            board,
            transform_mask(own, move),
            transform_mask(other, move),
            transform_mask(marked, move),
            state.phase,
            0 if game.symmetric_goals else state.mover,
        )
        for move in (exchanged if turned else keeping_maps)
    ]


def canonical_image(game: Game, state: State) -> Image:
    """The smallest of a position's images, which all its symmetric copies share."""
    return min(images(game, state))


def cell_difference(game: Game, state: State, image: Image) -> int | None:
    """The fewest cells on which a position's images differ from ``image``; None on other boards."""
    own_images = images(game, state)
    if own_images[0].board != image.board:
        return None
    return min(((a.own ^ image.own) | (a.other ^ image.other)).bit_count() for a in own_images)
