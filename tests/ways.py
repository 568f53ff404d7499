"""How far apart two edges are, cell by cell: the slow twin of ``rules.groups.to_join``."""

from heapq import heappop, heappush

from greylox_web.rules.board import bits


def fewest(board, stones, walls, near, far):
    """Dijkstra's way over single cells: a stone costs nothing, a vacant cell one."""

    def cost(cell):
        return 0 if stones >> cell & 1 else 1

    open_ = (board.cells & ~walls) | stones
    heap, done = [(cost(cell), cell) for cell in bits(near & open_)], set()
    heap.sort()
    while heap:
        taken, cell = heappop(heap)
        if far >> cell & 1:
            return taken
        if cell in done:
            continue
        done.add(cell)
        for other in bits(board.neighbours(1 << cell) & open_):
            heappush(heap, (taken + cost(other), other))
    return None
