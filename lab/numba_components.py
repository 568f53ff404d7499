"""The connected components compiled by numba, for self-play and matches.

Their twin in the tests is numpy's; in browsers ``greylox_web/search/network/kernel.ts`` does
the same.
"""

import numpy as np
from numba import njit

from greylox_web.search.network.components import OTHER, OWN, Components
from greylox_web.search.tree.node import Array


@njit(cache=True)
def root(parents, place):
    """The stone that stands for the group of a stone."""
    while parents[place] != place:
        parents[place] = parents[parents[place]]
        place = parents[place]
    return place


@njit(cache=True)
def unite(labels, one, two):
    """Make two components one, named by its last cell."""
    one, two = root(labels, one), root(labels, two)
    labels[min(one, two)] = max(one, two)


@njit(cache=True)
def count(stones, labels, sizes):
    """Let every label name the last cell, and set the sizes."""
    for cell in range(len(stones)):
        labels[cell] = root(labels, cell)
        if stones[cell]:
            sizes[labels[cell]] += 1
    for cell in range(len(stones)):
        if stones[cell]:
            sizes[cell] = sizes[labels[cell]]


@njit(cache=True)
def find_groups(stones, around, labels, sizes):
    """Join each cell with those before it."""
    boards, cells = stones.shape
    for board in range(boards):
        for cell in range(cells):
            if stones[board, cell]:
                for near in around[cell]:
                    if near < cell and stones[board, near] == stones[board, cell]:
                        unite(labels[board], near, cell)
        count(stones[board], labels[board], sizes[board])


@njit(cache=True)
def find_linked(stones, bridges, labels, sizes):
    """Join each cell with those before it that are a bridge away."""
    boards, cells = stones.shape
    for board in range(boards):
        for cell in range(cells):
            colour = stones[board, cell]
            if not colour:
                continue
            for end, one, two in bridges[cell]:
                if end >= cell or stones[board, end] != colour:
                    continue
                if stones[board, one] == 0 and stones[board, two] == 0:
                    unite(labels[board], end, cell)
        count(stones[board], labels[board], sizes[board])


@njit(cache=True)
def find_merged(stones, around, labels, sizes, found):
    """Add up the groups around each cell, each once."""
    boards, cells = stones.shape
    for board in range(boards):
        for cell in range(cells):
            near = around[cell]
            for way in range(6):
                if near[way] == cells or stones[board, near[way]] == 0:
                    continue
                label = labels[board, near[way]]
                before = 0
                while labels[board, near[before]] != label:
                    before += 1
                if before == way:
                    side = 0 if stones[board, near[way]] == OWN else 1
                    found[side, board, cell] += sizes[board, near[way]]


class NumbaComponents(Components):
    """The components on one board."""

    def groups(self, stones: Array) -> tuple[Array, Array]:
        """See ``Components``."""
        shape = len(stones), self.geometry.off + 1
        labels = np.empty(shape, dtype=np.intp)
        labels[:] = np.arange(shape[1])
        sizes = np.zeros(shape, dtype=np.int16)
        find_groups(np.ascontiguousarray(stones), self.geometry.around, labels, sizes)
        return labels, sizes

    def linked(self, stones: Array, labels: Array) -> Array:
        """See ``Components``."""
        sizes = np.zeros(labels.shape, dtype=np.int16)
        find_linked(np.ascontiguousarray(stones), self.geometry.bridges, labels.copy(), sizes)
        return sizes

    def merged(self, stones: Array, labels: Array, sizes: Array) -> Array:
        """See ``Components``."""
        found = np.ones((OTHER, *stones.shape), dtype=np.int16)
        table = np.ascontiguousarray(stones)
        find_merged(table, self.geometry.around, labels, sizes, found)
        return found
