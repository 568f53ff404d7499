"""How far apart two edges are, cell by cell: the slow twin of ``rules.groups.to_join``."""

from heapq import heappop, heappush

from greylox_web.rules.board import bits


def min_stones_to_connect(board, stones, blocked, start_edge, end_edge):
    """Dijkstra's way over single cells: a stone costs nothing, a vacant cell one."""

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
