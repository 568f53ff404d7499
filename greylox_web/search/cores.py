"""Other cores of the processor at work on one search: they look at its leaves.

The tree stays with the search: it walks to leaves, sends their positions away in batches and takes
the answers in as they come, while it looks at other leaves itself.  Until then a visit counts as a
little less than its action seemed worth.  Counted as losses (Chaslot and others, 2008), as many as
wait here would lead the search astray.
"""

import asyncio
from collections import deque
from collections.abc import Callable, Sequence
from time import perf_counter
from typing import Protocol

from .compiled.guided import Guide, GuidedSearch
from .compiled.leaves import MOST, Brief, Leaves

OFTEN, SELDOM = 8, 32  # slices from one trial to the next, the latter where the cores help by
CLEAR = 1.3  # so many times
SMOOTH = 0.3  # what the newest pace weighs
AHEAD = 2  # batches that a core has at hand, so that it never waits for the next
YOUNG = 32  # visits of the root for each leaf that may wait: more of them lead astray
PATIENCE = 0.5  # seconds; a core that says nothing for so long,
LOOKS = 50  # and for so many looks, is given up


class Core(Protocol):
    """Another core, which answers what it is asked in turn."""

    @property
    def is_ready(self) -> bool:
        """Whether it has begun to listen."""

    def ask(self, brief: Brief, positions: bytes) -> None:
        """Have positions looked at, by the network of this brief."""

    def answers(self) -> list[bytes]:
        """What has come since, one for each question."""

    def close(self) -> None:
        """Let it go."""


class Trials:
    """Whether to think with the other cores or without: on a busy processor they get in the way.

    What is quicker is done, and the other now and then, to see whether it still is the slower one.
    """

    def __init__(self) -> None:
        self.paces = [0.0, 0.0]  # visits a second, smoothed: without and with them
        self.left = OFTEN  # slices of thinking before the next trial

    def next(self) -> bool:
        """Whether the next slice is one with the cores."""
        without, together = self.paces
        best = together >= without
        self.left -= 1
        if self.left > 0:
            return best
        self.left = SELDOM if 0 < without * CLEAR < together else OFTEN
        return not best

    def saw(self, together: bool, visits: int, seconds: float) -> None:
        """Take note of a slice."""
        if seconds > 0:
            pace = visits / seconds
            known = self.paces[together] or pace
            self.paces[together] = known + SMOOTH * (pace - known)


class Crew:
    """The cores that share the work of a search."""

    def __init__(self, cores: Sequence[Core], clock: Callable[[], float] = perf_counter) -> None:
        self.clock = clock
        self.waiting: dict[Core, deque[Leaves]] = {core: deque() for core in cores}
        self.heard, self.looks = 0.0, 0  # when something came last, and how many looks ago
        self.trials = Trials()
        self.guide: Guide | None = None
        self.brief: Brief | None = None

    def __bool__(self) -> bool:
        return bool(self.waiting)

    @property
    def size(self) -> int:
        """How many of them have begun to listen."""
        return sum(core.is_ready for core in self.waiting)

    @property
    def is_waiting(self) -> bool:
        """Whether an answer is due."""
        return any(self.waiting.values())

    def feed(self, search: GuidedSearch) -> None:
        """Send leaves to every core that has nearly none left."""
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
        """Take in the answers that have come."""
        self.looks += 1
        for core, out in self.waiting.items():
            for answers in core.answers():
                self.heard, self.looks = self.clock(), 0
                search.scatter(out.popleft(), answers)
        if self.looks > LOOKS and self.is_waiting and self.clock() > self.heard + PATIENCE:
            self.give_up(search)

    def give_up(self, search: GuidedSearch) -> None:
        """Do what is left of the silent cores' work here, and ask them no more."""
        silent = [core for core, out in self.waiting.items() if out]
        for core in silent:
            for leaves in self.waiting.pop(core):
                search.scatter(leaves)
            core.close()

    def close(self) -> None:
        """Let all of them go."""
        for core in self.waiting:
            core.close()
        self.waiting.clear()

    async def turn(self) -> None:
        """Let answers come in."""
        await asyncio.sleep(0)
