"""One key for all positions that differ only by a symmetry or by the names of the colours."""

from struct import Struct

from ..rules.board import Board, transform_mask
from ..rules.state import OPENING, Game, State

Key = int | tuple[int, ...]
CHUNK = 8  # cells looked up at once
LANE = 64  # bits that one image of both colours takes


class Keys:
    """The keys of a game's positions; equal keys imply equal worth for the side to move.

    Where both colours have the same aims, stones are keyed as the mover's and the opponent's; where
    they have edges to join, the second colour's board is first mirrored, so that the edges are
    exchanged with the colours.  Where the aims differ, the mover is part of the key.

    The images under all symmetries are found at once: each chunk of a mask is looked up as a row
    of lanes, one per symmetry, and the smallest lane is the key.  On boards too large for a lane,
    where equal positions are rare anyway, the key is the position itself.
    """

    def __init__(self, game: Game) -> None:
        board = game.board
        self.equal = game.symmetric_goals
        self.swaps = "swap" in game.options  # then it matters who placed the first stones
        self.half = board.end_action
        self.small = 2 * board.end_action <= LANE
        self.images: list[Images] = []
        if self.small:
            kept, exchanged = symmetries(game)
            sets = [kept, exchanged] if self.equal else [kept, kept]
            self.images = [Images(board, chosen) for chosen in sets]

    def key(self, state: State) -> Key:
        """The key of a position."""
        stones, mover, phase, quota, placed, anchor = state
        marked = placed
        if phase == OPENING:
            # the anchor matters only while a bound stone is due
            marked = 1 << anchor if quota == 2 else 0
        if not self.small or (self.swaps and (stones[0] | stones[1]).bit_count() < 2):
            return (*stones, mover, phase, quota, marked)
        if self.equal:
            both = stones[mover] | stones[1 - mover] << self.half
            return self.images[mover].least(both, marked) << 8 | phase << 6 | quota
        both = stones[0] | stones[1] << self.half
        return self.images[mover].least(both, marked) << 9 | mover << 8 | phase << 6 | quota


def symmetries(game: Game) -> tuple[list[dict[int, int]], list[dict[int, int]]]:
    """The board's symmetries that keep the edges to join, and those that exchange them."""
    first, second = ({*edges} for edges in game.edges)
    found = []
    for aims in ((first, second), (second, first)):
        found.append(
            [
                move
                for move in game.board.symmetries
                if (
                    {transform_mask(e, move) for e in first},
                    {transform_mask(e, move) for e in second},
                )
                == aims
            ]
        )
    return found[0], found[1]


def images_of_chunks(single: list[int]) -> list[int]:
    """The images of all subsets of a chunk of cells, from the images of its single cells."""
    images = [0]
    for image in single:
        images += [image | other for other in images]
    return images


class Images:
    """The images of positions under some symmetries of a board."""

    def __init__(self, board: Board, maps: list[dict[int, int]]) -> None:
        self.lanes = Struct(f"<{len(maps)}Q")
        self.octets = self.lanes.size
        half = board.end_action
        places = [
            {cell + side: image + side for side in (0, half) for cell, image in move.items()}
            for move in maps
        ]
        single = [
            sum(1 << LANE * lane + place[bit] for lane, place in enumerate(places) if bit in place)
            for bit in range(2 * half + CHUNK)
        ]
        self.tables = [
            images_of_chunks(single[low : low + CHUNK]) for low in range(0, 2 * half, CHUNK)
        ]

    def row(self, mask: int) -> tuple[int, ...]:
        """The images of a mask (two colours side by side, or cells), one per symmetry."""
        images = 0
        for table in self.tables:
            images |= table[mask & 255]
            mask >>= CHUNK
            if not mask:
                break
        return self.lanes.unpack(images.to_bytes(self.octets, "little"))

    def least(self, stones: int, marked: int) -> int:
        """The smallest image of the stones and the marked cells."""
        if not marked:
            return min(self.row(stones))
        return min(
            mark << LANE | stone
            for stone, mark in zip(self.row(stones), self.row(marked), strict=True)
        )
