"""Leaf parallelism: other cores of the processor evaluate leaves of one search.

The tree stays with the search: it walks to leaves, sends their positions away in batches and backs
up the answers as they arrive, while it evaluates other leaves itself.  Until its answer arrives a
visit counts as the mean worth of its action less a small penalty: with as many leaves outstanding
as here, virtual losses (Chaslot and others, 2008) would lead the search astray.
"""

import asyncio
from collections import deque
from collections.abc import Callable, Sequence
from time import perf_counter
from typing import Protocol

from .compiled.leaves import MOST, Brief, Leaves
from .compiled.search import Guide, GuidedSearch

OFTEN, SELDOM = 8, 32  # slices between two trials; SELDOM where the cores help by a factor of CLEAR
CLEAR = 1.3
SMOOTH = 0.3  # the weight of the newest pace in the exponential moving average
AHEAD = 2  # batches queued at each core, so that it never has to wait for the next
YOUNG = 32  # visits of the root per outstanding leaf, at least: more leaves lead the search astray
PATIENCE = 0.5  # a core that has not answered for this many seconds,
LOOKS = 50  # and for this many calls of ``take``, is given up


class Core(Protocol):
    """Another core; it answers its questions in the order in which they were asked."""

    @property
    def is_ready(self) -> bool:
        """Whether it has started and accepts questions."""

    def ask(self, brief: Brief, positions: bytes) -> None:
        """Start evaluating positions, given as records, with the network of ``brief``."""

    def answers(self) -> list[bytes]:
        """The answers that have arrived since the last call, one for each question."""

    def close(self) -> None:
        """Stop using it."""


class Trials:
    """Decides whether to search with the other cores: on a busy processor they get in the way.

    The faster way is used; the other one is tried now and then, in case that has changed.
    """

    def __init__(self) -> None:
        self.paces = [0.0, 0.0]  # visits a second, smoothed: without and with them
        self.left = OFTEN  # slices of thinking before the next trial

    def next(self) -> bool:
        """Whether the next slice uses the cores; call it once for each slice."""
        without, together = self.paces
        best = together >= without
        self.left -= 1
        if self.left > 0:
            return best
        self.left = SELDOM if 0 < without * CLEAR < together else OFTEN
        return not best

    def saw(self, together: bool, visits: int, seconds: float) -> None:
        """Record the pace of a slice."""
        if seconds > 0:
            pace = visits / seconds
            known = self.paces[together] or pace
            self.paces[together] = known + SMOOTH * (pace - known)


class Crew:
    """The cores that share the work of one search."""

    def __init__(self, cores: Sequence[Core], clock: Callable[[], float] = perf_counter) -> None:
        self.clock = clock
        self.waiting: dict[Core, deque[Leaves]] = {core: deque() for core in cores}
        self.heard, self.looks = 0.0, 0  # the time of the last answer, and calls of ``take`` since
        self.trials = Trials()
        self.guide: Guide | None = None
        self.brief: Brief | None = None

    def __bool__(self) -> bool:
        return bool(self.waiting)

    @property
    def size(self) -> int:
        """The number of cores that are ready."""
        return sum(core.is_ready for core in self.waiting)

    @property
    def is_waiting(self) -> bool:
        """Whether any answer is outstanding."""
        return any(self.waiting.values())

    def feed(self, search: GuidedSearch) -> None:
        """Send leaves to every core whose queue is short."""
        if search.guide is not self.guide:
            self.guide, self.brief, self.trials = search.guide, search.guide.brief(), Trials()
        assert self.brief is not None
        if not self.waiting:  # all were given up
            return
        each = search.root.visits_in // (YOUNG * AHEAD * len(self.waiting))
        for core, out in self.waiting.items():
            while core.is_ready and each > 0 and len(out) < AHEAD:
                if not self.is_waiting:
                    self.heard, self.looks = self.clock(), 0
                if (leaves := search.gather(min(each, MOST))) is None:
                    return
                out.append(leaves)
                core.ask(self.brief, leaves.positions)
                if leaves.count < MOST:
                    break  # the next walk ends where one waits

    def take(self, search: GuidedSearch) -> None:
        """Back up the answers that have arrived; give up cores that stay silent."""
        self.looks += 1
        for core, out in self.waiting.items():
            for answers in core.answers():
                self.heard, self.looks = self.clock(), 0
                search.scatter(out.popleft(), answers)
        if self.looks > LOOKS and self.is_waiting and self.clock() > self.heard + PATIENCE:
            self.give_up(search)

    def give_up(self, search: GuidedSearch) -> None:
        """Evaluate the leaves of silent cores in this process, and use those cores no more."""
        silent = [core for core, out in self.waiting.items() if out]
        for core in silent:
            for leaves in self.waiting.pop(core):
                search.scatter(leaves)
            core.close()

    def close(self) -> None:
        """Stop using all of them."""
        for core in self.waiting:
            core.close()
        self.waiting.clear()

    async def turn(self) -> None:
        """Yield to the event loop, so that answers can arrive."""
        await asyncio.sleep(0)
