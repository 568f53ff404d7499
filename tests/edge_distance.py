"""The distance between two edges, cell by cell: a slow reference for ``stones_to_connect``."""

from heapq import heappop, heappush

from greylox_web.rules.board import bits


def min_stones_to_connect(board, stones, blocked, start_edge, end_edge):
    """Dijkstra's algorithm over cells: a stone costs 0, a vacant cell 1; None without a path."""

    def cost(cell):
        return 0 if stones >> cell & 1 else 1

    open_ = (board.cells & ~blocked) | stones
    heap, done = [(cost(cell), cell) for cell in bits(start_edge & open_)], set()
    heap.sort()
    while heap:
        distance, cell = heappop(heap)
        if end_edge >> cell & 1:
            return distance
        if cell in done:
            continue
        done.add(cell)
        for other in bits(board.neighbours(1 << cell) & open_):
            heappush(heap, (distance + cost(other), other))
    return None
