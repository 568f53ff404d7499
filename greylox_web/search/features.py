"""What a network is shown of positions: planes of cells, and numbers that hold for the board.

Everything is seen from the mover's side: his stones are "own", and in Lox the board is
mirrored for Blue, so that the mover always joins row 1 with the last.  Cells stand in
ascending order; one row more, all zero, stands for everything off the board.  The planes
come from whole batches at once; ``rules`` answers the same questions one position at a time
and is their twin in the tests.
"""

from collections.abc import Sequence
from functools import cached_property
from itertools import combinations
from typing import NamedTuple

import numpy as np

from ..rules.board import Board, bits
from ..rules.state import OPENING, Game, State
from .tree import Array

OWN, OTHER = 1, 2
SIGHTED = ("greylox", "lox")  # the games in which stones see
LARGE = 3  # so many of the largest groups are told as numbers
PLANES = (
    "board own other legal placed own_size other_size own_merged other_merged"
    " own_largest other_largest"
).split()
SIGHT_PLANES = "own_seeing other_seeing own_control other_control".split()
EDGE_PLANES = (
    "own_edge_near own_edge_far other_edge_near other_edge_far"
    " own_at_near own_at_far other_at_near other_at_far"
).split()
MARGIN_PLANES = (
    "own_margin other_margin own_short other_short own_beyond other_beyond"
    " own_room other_room own_room_margin other_room_margin"
    " own_linked other_linked own_linked_margin other_linked_margin"
).split()
NUMBERS = (
    "vacant parity opening bound end swap first quota_1 quota_2 quota_3 size x own_groups"
    " other_groups lead product own_1 own_2 own_3 other_1 other_2 other_3"
).split()


class Batch(NamedTuple):
    """Positions as arrays; ``cells`` is the number of cells of the board.

    ``stones`` (positions, cells) uint8: 0 vacant, OWN, OTHER.  ``legal`` and ``placed``
    (positions, cells) uint8 flags.  ``facts`` (positions, 6) float32: whether it is
    the opening, a bound stone is due, END and SWAP are legal, the mover has the first colour;
    and the quota.
    """

    stones: Array
    legal: Array
    placed: Array
    facts: Array


class Geometry:
    """The index tables of a board; ``off`` is the index of the row off the board."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self.cells = np.fromiter(bits(board.cells), dtype=np.intp)
        self.off = off = len(self.cells)
        place = {int(cell): index for index, cell in enumerate(self.cells)}
        ways = [way for step in board.steps for way in (step, -step)]
        around = [[place.get(int(c) + way, off) for way in ways] for c in self.cells]
        self.around = np.array(around, dtype=np.intp)  # (cells, 6)
        self.taps = np.column_stack([np.arange(off), self.around]).astype(np.int32)  # (cells, 7)
        self.need = np.array([board.needed(int(c)) for c in self.cells], dtype=np.uint8)
        # one long axis: for each of the six ways all cells and the row off the board
        row = np.arange(6)[:, None] * (off + 1)
        jump: Array = np.full((6, off + 1), off)
        jump[:, :off] = self.around.T
        self.first = jump.ravel()
        self.jumps = []
        for _ in range(board.rounds):
            self.jumps.append((jump + row).ravel())
            jump = np.take_along_axis(jump, jump, axis=1)

    @cached_property
    def bridges(self) -> Array:
        """The cells two steps away round a corner, with the two between: (cells, 6, 3)."""
        steps = [*self.board.steps, *(-step for step in self.board.steps)]
        place = {int(cell): index for index, cell in enumerate(self.cells)}
        found: Array = np.full((self.off, 6, 3), self.off)
        corners = [(a, b) for a, b in combinations(steps, 2) if a - b in steps]
        for index, cell in enumerate(self.cells.tolist()):
            for corner, (a, b) in enumerate(corners):
                if {cell + a, cell + b, cell + a + b} <= place.keys():
                    found[index, corner] = place[cell + a + b], place[cell + a], place[cell + b]
        return found

    @cached_property
    def mirror(self) -> Array:
        """Where each cell goes when the board is mirrored in its long diagonal."""
        move = self.board.symmetries[2]
        place = {int(cell): index for index, cell in enumerate(self.cells)}
        return np.array([place[move[int(cell)]] for cell in self.cells])


class Encoder:
    """Shows the positions of one game to its network."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.geometry = Geometry(game.board)
        self.length = game.board.swap + 1
        self.sighted = game.name in SIGHTED
        self.edged = game.name == "lox"
        self.margin = int(game.options.get("x", 0))  # by so much the largest group wins
        self.names = PLANES + SIGHT_PLANES * self.sighted + EDGE_PLANES * self.edged
        self.names += MARGIN_PLANES * (self.margin > 0)
        self.planes = len(self.names)
        if self.edged:
            width = game.board.width
            row, column = np.divmod(self.geometry.cells, game.board.stride)
            edges = (row == 0, row == width - 1, column == 0, column == width - 1)
            self.edges = np.array(edges, dtype=np.float32)

    def batch(self, states: Sequence[State], legals: Sequence[int]) -> Batch:
        """The positions with their masks of legal actions as arrays."""
        octets = (self.length + 7) // 8
        masks = b"".join(
            mask.to_bytes(octets, "little")
            for state, legal in zip(states, legals, strict=True)
            for mask in (
                state.stones[state.mover],
                state.stones[1 - state.mover],
                legal,
                state.placed,
            )
        )
        flags = np.unpackbits(
            np.frombuffer(masks, dtype=np.uint8).reshape(len(states), 4, octets),
            axis=2,
            bitorder="little",
        )
        board = self.game.board
        facts = np.array(
            [
                (
                    state.phase == OPENING,
                    state.phase == OPENING and state.quota == 2,
                    legal >> board.end & 1,
                    legal >> board.swap & 1,
                    state.mover == 0,
                    min(state.quota, 3),
                )
                for state, legal in zip(states, legals, strict=True)
            ],
            dtype=np.float32,
        ).reshape(len(states), 6)
        cells = flags[:, :, self.geometry.cells]
        if self.edged:
            second = facts[:, 4] == 0
            cells[second] = cells[second][:, :, self.geometry.mirror]
        return Batch(cells[:, 0] + OTHER * cells[:, 1], cells[:, 2], cells[:, 3], facts)

    def show(self, batch: Batch) -> tuple[Array, Array]:
        """The input of the network.

        Planes of shape (positions, cells + 1, planes) and numbers of shape (positions,
        numbers), both float32.
        """
        geometry, stones = self.geometry, batch.stones
        count, off = stones.shape
        x = np.zeros((count, off + 1, self.planes), dtype=np.float32)
        on = x[:, :off]
        own, other = stones == OWN, stones == OTHER
        labels, sizes = self.groups(stones)
        merged = self.merged(stones, labels, sizes)
        grown = np.log2(sizes[:, :off] + 1.0) * 0.2
        largest = [np.where(side, sizes[:, :off], 0).max(axis=1) for side in (own, other)]
        columns = [
            1.0,
            own,
            other,
            batch.legal,
            batch.placed,
            own * grown,
            other * grown,
            np.log2(merged[0] + 1.0) * 0.2,
            np.log2(merged[1] + 1.0) * 0.2,
            own & (sizes[:, :off] == largest[0][:, None]),
            other & (sizes[:, :off] == largest[1][:, None]),
        ]
        if self.sighted:
            mine, theirs = self.seeing(stones)
            columns += [
                mine * np.float32(1 / 6),
                theirs * np.float32(1 / 6),
                mine >= geometry.need,
                theirs >= geometry.need,
            ]
        if self.edged:
            columns += list(self.edges)
            columns += self.at_edges(labels, own, other)
        if self.margin:
            reached = [
                np.where(stones == 0, after, side * sizes[:, :off])
                for side, after in zip((own, other), merged, strict=True)
            ]
            columns += self.margins(reached, largest)
            columns += self.prospects(stones, labels, own, other, largest)
        for index, column in enumerate(columns):
            on[:, :, index] = column
        return x, self.numbers(batch, labels, sizes)

    def seeing(self, stones: Array) -> tuple[Array, Array]:
        """How many own and other stones see each cell: two arrays (positions, cells)."""
        geometry = self.geometry
        off = geometry.off
        padded = np.zeros((len(stones), off + 1), dtype=np.uint8)
        padded[:, :off] = stones
        seen = padded[:, geometry.first]
        for jump in geometry.jumps:
            seen = np.where(seen, seen, seen[:, jump])
        sides = seen.reshape(len(stones), 6, off + 1)[:, :, :off]
        return (
            (sides == OWN).sum(axis=1, dtype=np.uint8),
            (sides == OTHER).sum(axis=1, dtype=np.uint8),
        )

    def groups(self, stones: Array) -> tuple[Array, Array]:
        """The groups: for each cell and the row off the board a label, and a size.

        The label is one cell of the group, the size 0 at vacant cells.
        """
        around, off = self.geometry.around, self.geometry.off
        padded = np.zeros((len(stones), off + 1), dtype=np.uint8)
        padded[:, :off] = stones
        same = (padded[:, around] == stones[:, :, None]) & (stones != 0)[:, :, None]
        return self.united(padded != 0, same, around, np.arange(off + 1))

    def linked(self, stones: Array, labels: Array) -> Array:
        """The sizes of the groups when those with a bridge between them count as one.

        A bridge is two vacant cells side by side that both groups touch.
        """
        ends, one, two = np.moveaxis(self.geometry.bridges, 2, 0)
        around = self.geometry.around
        padded = np.full((len(stones), self.geometry.off + 1), 3, dtype=np.uint8)
        padded[:, :-1] = stones
        far = np.concatenate([around, ends], axis=1)
        same = (padded[:, far] == stones[:, :, None]) & (stones != 0)[:, :, None]
        same[:, :, around.shape[1] :] &= (padded[:, one] == 0) & (padded[:, two] == 0)
        held = (padded == OWN) | (padded == OTHER)
        return self.united(held, same, far, labels)[1]

    def united(self, held: Array, same: Array, ends: Array, labels: Array) -> tuple[Array, Array]:
        """Labels and sizes of the held cells when those with one label, or joined, are united.

        ``same`` (positions, cells, ways) says whether a cell is joined to that in ``ends``.
        """
        off = self.geometry.off
        count = len(held)
        ways = np.where(same, ends, np.arange(off)[:, None])  # where no friend is: stay
        row = (np.arange(count) * (off + 1))[:, None]
        flat = ways + row[:, :, None]
        labels = np.broadcast_to(labels, (count, off + 1)) + row
        while True:
            reached = labels.copy()
            reached[:, :off] = labels.ravel()[flat].max(axis=2)
            np.maximum(reached, labels, out=reached)
            reached = reached.ravel()[reached]  # the friend's friend
            if np.array_equal(reached, labels):
                break
            labels = reached
        counts = np.bincount(labels.ravel()[held.ravel()], minlength=labels.size)
        return labels - row, (counts[labels] * held).astype(np.int16)

    def merged(self, stones: Array, labels: Array, sizes: Array) -> tuple[Array, Array]:
        """The size of the group that an own, or an other, stone on each cell would be in."""
        around, off = self.geometry.around, self.geometry.off
        count = len(stones)
        row = (np.arange(count) * (off + 1))[:, None, None]
        padded = np.zeros((count, off + 1), dtype=np.uint8)
        padded[:, :off] = stones
        near = labels[:, around]
        near.sort(axis=2)
        once = np.ones(near.shape, dtype=bool)
        once[:, :, 1:] = near[:, :, 1:] != near[:, :, :-1]
        near += row
        sides = padded.ravel()[near]
        parts = sizes.ravel()[near] * once
        own = (parts * (sides == OWN)).sum(axis=2) + 1
        other = (parts * (sides == OTHER)).sum(axis=2) + 1
        return own, other

    def at_edges(self, labels: Array, own: Array, other: Array) -> list[Array]:
        """The stones that are joined to the edges their colour wants to join."""
        count, off = own.shape
        flat = labels[:, :off] + (np.arange(count) * (off + 1))[:, None]
        columns = []
        for edge, side in zip(self.edges, (own, own, other, other), strict=True):
            touching = np.zeros(count * (off + 1), dtype=bool)
            touching[flat[side & (edge > 0)]] = True
            columns.append(touching[flat] & side)
        return columns

    def margins(self, reached: Sequence[Array], largest: Sequence[Array]) -> list[Array]:
        """How a group, or what a stone would join, compares with the other's largest.

        ``reached`` has its size at each cell, 0 at stones of the other colour.  For own, then
        other: the difference as a share of the margin; whether it is larger, but short of the
        margin; whether it reaches the margin.
        """
        sides = zip(reached, reversed(largest), strict=True)
        leads = [np.where(size > 0, size - most[:, None], 0) for size, most in sides]
        return [
            *self.compared(reached, largest),
            *((lead > 0) & (lead < self.margin) for lead in leads),
            *(lead >= self.margin for lead in leads),
        ]

    def compared(self, sizes: Sequence[Array], largest: Sequence[Array]) -> list[Array]:
        """For own, then other: how far each size is ahead of the other's largest, in margins."""
        sides = zip(sizes, reversed(largest), strict=True)
        return [
            np.clip((size - most[:, None]) / self.margin, -2, 2) * 0.5 * (size > 0)
            for size, most in sides
        ]

    def prospects(
        self, stones: Array, labels: Array, own: Array, other: Array, largest: Sequence[Array]
    ) -> list[Array]:
        """What groups may become: with all vacant cells, and with those a bridge away.

        For own, then other: the size of the room, stones and vacant cells that hang together;
        how it compares with the other's largest group; the size of the linked groups; how it
        compares with the other's largest linked ones.
        """
        both = np.concatenate([stones != OTHER, stones != OWN]).astype(np.uint8)
        rooms = np.split(self.groups(both)[1][:, :-1], 2)
        joined = self.linked(stones, labels)[:, :-1]
        linked = [joined * own, joined * other]
        most = [size.max(axis=1) for size in linked]
        return [
            *(np.log2(size + 1.0) * 0.2 for size in rooms),
            *self.compared(rooms, largest),
            *(np.log2(size + 1.0) * 0.2 for size in linked),
            *self.compared(linked, most),
        ]

    def numbers(self, batch: Batch, labels: Array, sizes: Array) -> Array:
        """What holds for the whole board, in the order of ``NUMBERS``."""
        stones, facts = batch.stones, batch.facts
        count, off = stones.shape
        vacant = (stones == 0).sum(axis=1)
        heads = labels[:, :off] == np.arange(off)
        sides = []
        for side in (OWN, OTHER):
            found = np.where(heads & (stones == side), sizes[:, :off], 0)
            top = -np.sort(-found, axis=1)[:, :LARGE]
            sides.append((found, top))
        (own, own_top), (other, other_top) = sides
        lead = (own_top[:, 0] - other_top[:, 0]) / float(self.game.options.get("x", 4))
        product = np.log2(np.maximum(own, 1)).sum(axis=1) - np.log2(np.maximum(other, 1)).sum(
            axis=1
        )
        columns = [
            vacant / off,
            vacant & 1,
            *(facts[:, place] for place in range(5)),
            *(facts[:, 5] == quota for quota in (1, 2, 3)),
            np.float32(self.game.size / 10),
            np.float32(int(self.game.options.get("x", 0)) / 8),
            (own > 0).sum(axis=1) * 0.1,
            (other > 0).sum(axis=1) * 0.1,
            np.clip(lead, -2, 2),
            np.clip(product * 0.25, -2, 2),
            *(np.log2(own_top[:, place] + 1.0) * 0.2 for place in range(LARGE)),
            *(np.log2(other_top[:, place] + 1.0) * 0.2 for place in range(LARGE)),
        ]
        result = np.empty((count, len(NUMBERS)), dtype=np.float32)
        for index, column in enumerate(columns):
            result[:, index] = column
        return result
