"""A task that runs in slices of time, step by step."""

from collections.abc import Callable
from math import inf
from time import perf_counter


class TimedTask:
    """The base of the engine's tasks: call ``think`` until ``is_done``."""

    is_done: bool
    seconds_left: float  # thinking time after which the task ends

    def think(self, seconds: float = inf, clock: Callable[[], float] = perf_counter) -> None:
        """Run until done or for about ``seconds``, at least one step."""
        begin = now = clock()
        end = begin + min(seconds, self.seconds_left)
        while not self.is_done:
            self.step()
            if (now := clock()) >= end:
                break
        self.seconds_left -= now - begin
        if self.seconds_left <= 0 and not self.is_done:
            self.end_out_of_time()

    def step(self) -> None:
        """Do a small part of the work."""
        raise NotImplementedError

    def end_out_of_time(self) -> None:
        """End the task, which has no time left."""
        self.is_done = True
