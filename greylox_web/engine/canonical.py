"""The canonical key of all positions that differ only by a symmetry or by exchanged colours."""

from struct import Struct

from ..rules.board import Board, transform_mask
from ..rules.state import OPENING, Game, State

Key = int | tuple[int, ...]
CHUNK = 8  # cells per table lookup
LANE = 64  # bits per image of both colours


class Canonicalizer:
    """The canonical keys of a game's positions.

    Equal keys imply equal values for the side to move.

    If both colours have the same goals, the key holds the mover's and the opponent's stones.  If
    they have edges to join, the second colour's board is first mirrored.  The mirroring exchanges
    the edges along with the colours.  If the goals differ, the mover is part of the key.

    All images of a mask are computed at once.  Each chunk of the mask is looked up as a row of
    lanes, one lane per symmetry.  The smallest lane is the key.  On boards too large for a lane the
    key is the position itself, because equal positions are rare there.
    """

    def __init__(self, game: Game) -> None:
        board = game.board
        self.symmetric_goals = game.symmetric_goals
        # with a swap it matters who placed the first stones
        self.has_swap = bool(game.options.get("swap"))
        self.colour_shift = board.end_action
        self.fits_lane = 2 * board.end_action <= LANE
        self.images: list[Images] = []
        if self.fits_lane:
            keeping_maps, exchanged = symmetries(game)
            sets = (
                [keeping_maps, exchanged] if self.symmetric_goals else [keeping_maps, keeping_maps]
            )
            self.images = [Images(board, chosen) for chosen in sets]

    def canonical_key(self, state: State) -> Key:
        """Return the canonical key of a position."""
        stones, mover, phase, quota, placed, anchor = state
        marked = placed
        if phase == OPENING:
            # the anchor matters only while a bound stone is due
            marked = 1 << anchor if quota == 2 else 0
        if not self.fits_lane or (self.has_swap and (stones[0] | stones[1]).bit_count() < 2):
            return (*stones, mover, phase, quota, marked)
        if self.symmetric_goals:
            both = stones[mover] | stones[1 - mover] << self.colour_shift
            return self.images[mover].canonical_image(both, marked) << 8 | phase << 6 | quota
        both = stones[0] | stones[1] << self.colour_shift
        return (
            self.images[mover].canonical_image(both, marked) << 9 | mover << 8 | phase << 6 | quota
        )


def symmetries(game: Game) -> tuple[list[dict[int, int]], list[dict[int, int]]]:
    """Return the symmetries that keep the edges to join, and the symmetries that exchange them."""
    first, second = ({*edges} for edges in game.edges)
    maps = []
    for aims in ((first, second), (second, first)):
        maps.append(
            [
                symmetry
                for symmetry in game.board.symmetries
                if (
                    {transform_mask(e, symmetry) for e in first},
                    {transform_mask(e, symmetry) for e in second},
                )
                == aims
            ]
        )
    return maps[0], maps[1]


def make_chunk_images(single: list[int]) -> list[int]:
    """Return the images of all subsets of a chunk of cells, given its single cells' images."""
    images = [0]
    for image in single:
        images += [image | other for other in images]
    return images


class Images:
    """The images of positions under some symmetries of a board."""

    def __init__(self, board: Board, maps: list[dict[int, int]]) -> None:
        self.lanes = Struct(f"<{len(maps)}Q")
        self.byte_count = self.lanes.size
        colour_shift = board.end_action
        bit_maps = [
            {
                cell + side: image + side
                for side in (0, colour_shift)
                for cell, image in symmetry.items()
            }
            for symmetry in maps
        ]
        single = [
            sum(
                1 << LANE * lane + bit_map[bit]
                for lane, bit_map in enumerate(bit_maps)
                if bit in bit_map
            )
            for bit in range(2 * colour_shift + CHUNK)
        ]
        self.tables = [
            make_chunk_images(single[low : low + CHUNK])
            for low in range(0, 2 * colour_shift, CHUNK)
        ]

    def symmetric_images(self, mask: int) -> tuple[int, ...]:
        """Return the images of a mask (two colours side by side, or cells), one per symmetry."""
        images = 0
        for table in self.tables:
            images |= table[mask & 255]
            mask >>= CHUNK
            if not mask:
                break
        return self.lanes.unpack(images.to_bytes(self.byte_count, "little"))

    def canonical_image(self, stones: int, marked: int) -> int:
        """Return the smallest image of the stones and the marked cells."""
        if not marked:
            return min(self.symmetric_images(stones))
        return min(
            mark << LANE | stone
            for stone, mark in zip(
                self.symmetric_images(stones), self.symmetric_images(marked), strict=True
            )
        )
