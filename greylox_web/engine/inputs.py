"""The input features of a network: planes over the cells, and global features for the whole board.

All features are from the mover's perspective: the mover's stones are "own".  In Lox the board is
mirrored for Blue, so that the mover always joins the first row with the last.  Cells are in
ascending order.  One more row, all zero, stands for everything off the board.

Whole batches are encoded at once.  The tests compare the features with values computed from
``rules``.  ``compiled`` computes the same features, bit for bit.
"""

from collections.abc import Sequence
from functools import cached_property
from typing import NamedTuple

import numpy as np

from ..rules.board import Board, bits
from ..rules.options import Option
from ..rules.state import OPENING, Game, State
from .levels import MAX_TRAINED_X
from .tree import Array

MAX_LEAD = MAX_TRAINED_X  # score leads are clipped to -MAX_LEAD ... MAX_LEAD
LOG_SCALE = 2.0**40  # logarithms are rounded to 1 / LOG_SCALE, so that sums are exact in any order
COMPARED_GROUPS = 3  # the number of largest groups whose sizes are features
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
    "own_lead other_lead own_ahead other_ahead own_winning other_winning"
    " own_region other_region own_region_lead other_region_lead"
    " own_linked other_linked own_linked_lead other_linked_lead"
).split()
GLOBAL_FEATURES = (
    "vacant parity opening bound end swap first quota_1 quota_2 quota_3 size x own_groups"
    " other_groups lead product own_1 own_2 own_3 other_1 other_2 other_3"
).split()


class Batch(NamedTuple):
    """A batch of positions; ``cells`` is the number of cells of the board.

    ``stones``: uint8 (positions, cells), 0 for a vacant cell, else OWN or OTHER.  ``legal`` and
    ``placed``: uint8 flags (positions, cells).

    ``scalars``: float32 (positions, 6).  Five flags come first: opening, bound stone due, END
    legal, SWAP legal, mover has the first colour.  The last number is the quota.  In Lox the
    opening is the first stone of a game without the swap.  After a swap with which the network was
    not trained, the colours have exchanged their roles: the second colour counts as the first.
    """

    stones: Array
    legal: Array
    placed: Array
    scalars: Array


def is_untrained_swap(option: Option) -> bool:
    """Return whether an option is a swap with which no network was trained: if it is usually off.

    Such a swap keeps the stone on its cell, and both colours have the same goals.  So the network
    can judge a position after it like the same position of the game without it.
    """
    return option.key == "swap" and not option.default


def has_untrained_swap(game: Game) -> bool:
    """Return whether a game is played with such a swap."""
    return any(
        is_untrained_swap(option) and game.options[option.key] for option in game.option_schema
    )


def lead_values(margin: int) -> Array:
    """Return the value of each lead at the end of Brink: float32 (2 * MAX_LEAD + 1,).

    The leads are -MAX_LEAD to MAX_LEAD.  A lead of at least the margin wins, a smaller one loses.
    A lead of 0 has the value 0, because smaller groups decide.
    """
    leads = np.arange(-MAX_LEAD, MAX_LEAD + 1)
    return np.where(np.abs(leads) < margin, -np.sign(leads), np.sign(leads)).astype(np.float32)


class Encoder:
    """An encoder of one game's positions, on its board, for its network."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.geometry = Geometry(game.board)
        self.components = Components(self.geometry)
        counts = np.arange(self.geometry.off_board + 1)
        log = np.log2(np.maximum(counts, 1))  # of a group size; 0 without a group
        self.exact_logs = np.round(log * LOG_SCALE) / LOG_SCALE
        # group sizes as plane values
        self.size_features = (np.log2(counts + 1.0) * 0.2).astype(np.float32)
        self.length = game.board.swap_action + 1
        self.uses_sight = game.uses_sight
        self.has_edges = game.symmetric_goals and all(game.edges)
        untrained = any(map(is_untrained_swap, game.option_schema))
        self.without_swap = not untrained and game.options.get("swap") is False
        self.is_swap_untrained = has_untrained_swap(game)
        self.margin = game.margin
        self.lead_values = lead_values(self.margin) if self.margin else None
        self.names = PLANES + SIGHT_PLANES * self.uses_sight + EDGE_PLANES * self.has_edges
        self.names += MARGIN_PLANES * (self.margin > 0)
        self.plane_count = len(self.names)
        if self.has_edges:
            edges = [edge for pair in game.edges for edge in pair]
            cells = self.geometry.cells.tolist()
            self.edges = np.array([[e >> cell & 1 for cell in cells] for e in edges], np.float32)

    def stage(self, states: Sequence[State], legals: Sequence[int]) -> Batch:
        """Return a batch of positions, given with their masks of legal actions."""
        byte_count = (self.length + 7) // 8
        masks = b"".join(
            mask.to_bytes(byte_count, "little")
            for state, legal in zip(states, legals, strict=True)
            for mask in (
                state.stones[state.mover],
                state.stones[1 - state.mover],
                legal,
                state.placed,
            )
        )
        flags = np.unpackbits(
            np.frombuffer(masks, dtype=np.uint8).reshape(len(states), 4, byte_count),
            axis=2,
            bitorder="little",
        )
        board = self.game.board
        scalars = np.array(
            [
                (
                    state.phase == OPENING or (self.without_swap and not state.occupied),
                    state.is_bound_due,
                    legal >> board.end_action & 1,
                    legal >> board.swap_action & 1,
                    self.is_first(state),
                    min(state.quota, 3),
                )
                for state, legal in zip(states, legals, strict=True)
            ],
            dtype=np.float32,
        ).reshape(len(states), 6)
        cells = flags.take(self.geometry.cells, axis=2)
        if self.has_edges:
            second = scalars[:, 4] == 0
            cells[second] = cells[second][:, :, self.geometry.mirror]
        return Batch(cells[:, 0] + OTHER * cells[:, 1], cells[:, 2], cells[:, 3], scalars)

    def is_first(self, state: State) -> bool:
        """Return whether the mover has the role of the first colour."""
        if not self.is_swap_untrained:
            return state.mover == 0
        return state.stones[state.mover].bit_count() >= state.stones[1 - state.mover].bit_count()

    def inputs(self, batch: Batch) -> tuple[Array, Array]:
        """Return the input of the network, both arrays float32.

        Planes (positions, cells + 1, planes) and global features (positions, features).
        """
        geometry, components, stones = self.geometry, self.components, batch.stones
        sides = np.array([stones == OWN, stones == OTHER])
        labels, sizes = components.groups(stones)
        merged = components.sizes_after_placing(stones, labels, sizes)
        group_sizes = sides * sizes[:, :-1]
        largest_sizes = group_sizes.max(axis=2)
        columns = [
            np.ones((1, *stones.shape)),
            sides,
            [batch.legal, batch.placed],
            self.size_features[group_sizes],
            self.size_features[merged],
            sides & (group_sizes == largest_sizes[:, :, None]),
        ]
        if self.uses_sight:
            seeing = self.sight_counts(stones)
            columns += [seeing * np.float32(1 / 6), seeing >= geometry.control_threshold]
        if self.has_edges:
            edges = np.broadcast_to(self.edges[:, None], (4, *stones.shape))
            columns += [edges, self.edge_connections(labels, sides)]
        if self.margin:
            resulting_sizes = np.where(stones, group_sizes, merged)
            columns += self.prospects(stones, labels, sides, resulting_sizes, largest_sizes)
        x = np.zeros((len(stones), geometry.off_board + 1, self.plane_count), dtype=np.float32)
        x[:, :-1] = np.concatenate(columns, dtype=np.float32, casting="unsafe").transpose(1, 2, 0)
        return x, self.global_features(batch, labels, group_sizes)

    def sight_counts(self, stones: Array) -> Array:
        """Return how many own, then other stones see each cell: uint8 (2, positions, cells)."""
        geometry = self.geometry
        off = geometry.off_board
        padded = np.zeros((len(stones), off + 1), dtype=np.uint8)
        padded[:, :off] = stones
        nearest = padded[:, geometry.neighbours_by_direction]
        for jump in geometry.jump_tables:
            nearest = np.where(nearest, nearest, nearest[:, jump])
        nearest_by_direction = nearest.reshape(len(stones), 6, off + 1)[:, :, :off]
        return np.array(
            [(nearest_by_direction == side).sum(axis=1, dtype=np.uint8) for side in (OWN, OTHER)]
        )

    def edge_connections(self, labels: Array, sides: Array) -> Array:
        """Return which stones are connected to each edge of their colour: (4, positions, cells)."""
        _, count, off = sides.shape
        flat = labels[:, :off] + (np.arange(count) * (off + 1))[:, None]
        columns = []
        for edge, side in zip(self.edges, sides[[0, 0, 1, 1]], strict=True):
            touching = np.zeros(count * (off + 1), dtype=bool)
            touching[flat[side & (edge > 0)]] = True
            columns.append(touching[flat] & side)
        return np.array(columns)

    def prospects(
        self,
        stones: Array,
        labels: Array,
        sides: Array,
        resulting_sizes: Array,
        largest_sizes: Array,
    ) -> list[Array]:
        """Return how groups compare and may grow: seven arrays (2, positions, cells), own first.

        ``resulting_sizes``: the size of the group at a cell, or of the group that a stone would
        form there.  It gives three arrays: its lead over the opponent's largest group; whether it
        leads by less than the margin; whether it leads by the margin.

        Two arrays follow for the connected region of stones and vacant cells: its size and its
        lead.  The last two are the size of the groups linked by bridges, and its lead over the
        opponent's largest linked groups.

        A lead is in units of twice the margin, clipped to -1 ... 1.
        """
        either = np.concatenate([stones != OTHER, stones != OWN]).view(np.uint8)
        region_sizes = self.components.groups(either)[1][:, :-1].reshape(sides.shape)
        linked = sides * self.components.sizes_linked_by_bridges(stones, labels)[:, :-1]
        all_sizes = np.array([resulting_sizes, region_sizes, linked])
        opponent_largest = np.array([largest_sizes, largest_sizes, linked.max(axis=2)])[
            :, ::-1, :, None
        ]
        leads = np.where(all_sizes > 0, all_sizes - opponent_largest, 0)
        compared = np.clip(leads * np.float32(0.5 / self.margin), -1, 1)
        ahead = leads[0] > 0
        beyond = leads[0] >= self.margin
        region, link = self.size_features[all_sizes[1:]]
        return [compared[0], ahead & ~beyond, beyond, region, compared[1], link, compared[2]]

    def global_features(self, batch: Batch, labels: Array, group_sizes: Array) -> Array:
        """Return the features of the whole board, in the order of ``GLOBAL_FEATURES``.

        ``group_sizes`` (2, positions, cells): the size of the own, then the other group at each
        cell.
        """
        stones, scalars = batch.stones, batch.scalars
        off = self.geometry.off_board
        vacant = (stones == 0).sum(axis=1)
        unique_sizes = group_sizes * (labels[:, :off] == np.arange(off))  # count each group once
        top = np.sort(unique_sizes, axis=2)[:, :, : -COMPARED_GROUPS - 1 : -1]
        product = self.exact_logs[unique_sizes].sum(axis=2)
        lead = (top[0, :, 0] - top[1, :, 0]) / (self.margin or 4.0)
        about = [[self.game.size / 10], [self.margin / 8]]
        blocks = [
            [vacant / off, vacant & 1],
            scalars.T[:3],
            scalars.T[3:4] * (not self.is_swap_untrained),
            scalars.T[4:5],
            scalars[:, 5] == [[1], [2], [3]],
            np.broadcast_to(about, (2, len(stones))),
            np.count_nonzero(unique_sizes, axis=2) * 0.1,
            np.clip([lead, (product[0] - product[1]) * 0.25], -2, 2),
            np.moveaxis(self.size_features[top], 2, 1).reshape(2 * COMPARED_GROUPS, -1),
        ]
        rows = np.concatenate(blocks, dtype=np.float32, casting="unsafe")
        return np.ascontiguousarray(rows.T)


class Geometry:
    """The index tables of a board; ``off_board`` is the index of the row off the board."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self.cells = np.fromiter(bits(board.cells), dtype=np.intp)
        self.off_board = off_board = len(self.cells)
        index_by_cell = {int(cell): index for index, cell in enumerate(self.cells)}
        directions = [direction for step in board.directions for direction in (step, -step)]
        neighbours = [
            [index_by_cell.get(int(c) + direction, off_board) for direction in directions]
            for c in self.cells
        ]
        self.neighbours = np.array(neighbours, dtype=np.int32)  # (cells, 6)
        taps = np.column_stack([np.arange(off_board), self.neighbours])
        self.conv_taps = taps.astype(np.int32)  # (cells, 7)
        self.control_threshold = np.array(
            [board.control_threshold(int(c)) for c in self.cells], dtype=np.uint8
        )
        # flattened (6, cells + 1): for each direction, all cells and the row off the board
        row = np.arange(6)[:, None] * (off_board + 1)
        jump: Array = np.full((6, off_board + 1), off_board)
        jump[:, :off_board] = self.neighbours.T
        self.neighbours_by_direction = jump.ravel()
        self.jump_tables = []
        for _ in range(board.ray_doublings):
            self.jump_tables.append((jump + row).ravel())
            jump = np.take_along_axis(jump, jump, axis=1)

    @cached_property
    def bridges(self) -> Array:
        """The six bridges of each cell: the far cell and the two between, int32 (cells, 6, 3)."""
        a, b, c = self.board.directions
        half = (a, c, b) if c == a + b else (a, b, c)
        ring = [*half, *(-step for step in half)]  # all six directions, in circular order
        index_by_cell = {int(cell): index for index, cell in enumerate(self.cells)}
        bridge_table: Array = np.full((self.off_board, 6, 3), self.off_board, dtype=np.int32)
        for index, cell in enumerate(self.cells.tolist()):
            for corner, (a, b) in enumerate(zip(ring, ring[1:] + ring[:1], strict=True)):
                if {cell + a, cell + b, cell + a + b} <= index_by_cell.keys():
                    bridge_table[index, corner] = (
                        index_by_cell[cell + a + b],
                        index_by_cell[cell + a],
                        index_by_cell[cell + b],
                    )
        return bridge_table

    @cached_property
    def mirror(self) -> Array:
        """The image of each cell when the board is mirrored in its long diagonal: (cells,)."""
        symmetry = self.board.symmetries[2]
        index_by_cell = {int(cell): index for index, cell in enumerate(self.cells)}
        return np.array([index_by_cell[symmetry[int(cell)]] for cell in self.cells])


OWN, OTHER = 1, 2


class Components:
    """The connected components of cells on one board."""

    def __init__(self, geometry: Geometry) -> None:
        self.geometry = geometry

    def groups(self, stones: Array) -> tuple[Array, Array]:
        """Return labels and sizes (int16) of the groups, both (positions, cells + 1).

        The label is the last cell of the group.  The size is 0 at vacant cells.  The last entry is
        for everything off the board.
        """
        neighbours, off = self.geometry.neighbours, self.geometry.off_board
        padded = np.zeros((len(stones), off + 1), dtype=np.uint8)
        padded[:, :off] = stones
        same = (padded[:, neighbours] == stones[:, :, None]) & (stones != 0)[:, :, None]
        return self.union(padded != 0, same, neighbours, np.arange(off + 1))

    def sizes_linked_by_bridges(self, stones: Array, labels: Array) -> Array:
        """Return group sizes, int16 (positions, cells + 1), with groups linked by bridges as one.

        A bridge is two adjacent vacant cells that both groups touch.
        """
        ends, one, two = np.moveaxis(self.geometry.bridges, 2, 0)
        neighbours = self.geometry.neighbours
        padded = np.full((len(stones), self.geometry.off_board + 1), 3, dtype=np.uint8)
        padded[:, :-1] = stones
        partners = np.concatenate([neighbours, ends], axis=1)
        same = (padded[:, partners] == stones[:, :, None]) & (stones != 0)[:, :, None]
        same[:, :, neighbours.shape[1] :] &= (padded[:, one] == 0) & (padded[:, two] == 0)
        occupied = (padded == OWN) | (padded == OTHER)
        return self.union(occupied, same, partners, labels)[1]

    def union(
        self, occupied: Array, same: Array, ends: Array, labels: Array
    ) -> tuple[Array, Array]:
        """Return labels and sizes after uniting occupied cells with the same label or a connection.

        ``same`` (positions, cells, links) marks the cells in ``ends`` that a cell is connected to.
        """
        off = self.geometry.off_board
        count = len(occupied)
        links = np.where(same, ends, np.arange(off)[:, None])  # itself without a connection
        row = (np.arange(count) * (off + 1))[:, None]
        flat = links + row[:, :, None]
        labels = np.broadcast_to(labels, (count, off + 1)) + row
        while True:
            reached = labels.copy()
            reached[:, :off] = labels.ravel()[flat].max(axis=2)
            np.maximum(reached, labels, out=reached)
            reached = reached.ravel()[reached]  # pointer jumping
            if np.array_equal(reached, labels):
                break
            labels = reached
        counts = np.bincount(labels.ravel()[occupied.ravel()], minlength=labels.size)
        return labels - row, (counts[labels] * occupied).astype(np.int16)

    def sizes_after_placing(self, stones: Array, labels: Array, sizes: Array) -> Array:
        """Return the size of the group that a stone on each cell would form.

        Own stones come first, then the opponent's: int16 (2, positions, cells).
        """
        neighbours, off = self.geometry.neighbours, self.geometry.off_board
        count = len(stones)
        row = (np.arange(count) * (off + 1))[:, None, None]
        padded = np.zeros((count, off + 1), dtype=np.uint8)
        padded[:, :off] = stones
        adjacent_labels = labels[:, neighbours]
        adjacent_labels.sort(axis=2)
        once = np.ones(adjacent_labels.shape, dtype=bool)
        once[:, :, 1:] = adjacent_labels[:, :, 1:] != adjacent_labels[:, :, :-1]
        adjacent_labels += row
        sides = padded.ravel()[adjacent_labels]
        parts = sizes.ravel()[adjacent_labels] * once
        merged_sizes = [(parts * (sides == side)).sum(axis=2) + 1 for side in (OWN, OTHER)]
        return np.array(merged_sizes, dtype=np.int16)
