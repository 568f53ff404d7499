"""Time limits for the engine's worker, adapted to the speed of the device.

A worker that hangs says nothing, and in a browser without locks neither does one that died.  So a
time limit is needed; but an old phone may need a hundred times as long for an answer as a fast
device.
"""

LEAST_SECONDS = 2.0  # for a slice of thinking, and the end of a question
BEGIN_SECONDS = 20.0  # for a new question: it may load a network, which takes long on a slow phone
START_SECONDS = 60.0  # in which a slow connection has to load numpy
MOST_SECONDS = 120.0
MOST_FOR_START = 10.0  # of a start's duration that count: the rest was the connection
TIMES = 4  # the limit is so many times the slowest answer before


class Patience:
    """The durations measured so far, in seconds, and the time limits that follow."""

    def __init__(self) -> None:
        self.start = 0.0  # the slowest start of a worker
        self.slowest = 0.0  # the slowest answer, but for those that took a question
        self.doublings = 0

    def started(self, seconds: float) -> None:
        """A worker took so long to start."""
        self.start = max(self.start, min(seconds, MOST_FOR_START))

    def answered(self, seconds: float) -> None:
        """A slice of thinking, or the end of a question, took so long."""
        self.slowest = max(self.slowest, seconds)

    def ran_out(self) -> None:
        """A limit ran out: the next ones are twice as long."""
        self.doublings += 1

    @property
    def with_answer(self) -> float:
        """The limit for a slice of thinking, and for the end of a question."""
        return self._doubled(max(LEAST_SECONDS, self.start, TIMES * self.slowest))

    @property
    def with_question(self) -> float:
        """The limit for the first answer to a question."""
        return self._doubled(max(BEGIN_SECONDS, TIMES * self.start, TIMES * self.slowest))

    @property
    def with_start(self) -> float:
        """The limit for the start of a worker."""
        return self._doubled(START_SECONDS)

    def _doubled(self, seconds: float) -> float:
        return float(min(seconds * 2**self.doublings, MOST_SECONDS))
