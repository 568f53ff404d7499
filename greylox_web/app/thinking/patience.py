"""How long the page waits for the engine's worker: as long as what the device has shown asks for.

A worker that died says nothing, so somebody has to stop waiting; but on an old phone one answer
may take as long as a hundred elsewhere.
"""

LEAST_SECONDS = 2.0  # with a slice of thinking, and the end of a question
BEGIN_SECONDS = 20.0  # with a question: it may bring a network, which slow phones take long to load
START_SECONDS = 60.0  # a slow line has to bring numpy in this time
MOST_SECONDS = 120.0
MOST_FOR_START = 10.0  # of a start that counts: the rest was the line, not the device
TIMES = 4  # an answer may take so many times as long as the slowest before it


class Patience:
    """What the device has shown until now, in seconds, and what follows."""

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
        """It was not enough, or the worker died: the next one gets twice the time."""
        self.doublings += 1

    @property
    def with_answer(self) -> float:
        """With a slice of thinking, and the end of a question."""
        return self._doubled(max(LEAST_SECONDS, self.start, TIMES * self.slowest))

    @property
    def with_question(self) -> float:
        """With the first answer to a question."""
        return self._doubled(max(BEGIN_SECONDS, TIMES * self.start, TIMES * self.slowest))

    @property
    def with_start(self) -> float:
        """With a worker that starts."""
        return self._doubled(START_SECONDS)

    def _doubled(self, seconds: float) -> float:
        return float(min(seconds * 2**self.doublings, MOST_SECONDS))
