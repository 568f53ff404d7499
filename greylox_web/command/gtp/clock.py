"""Time for the engine, as GTP tells it: main time, then periods of so many stones."""

from dataclasses import dataclass, field

SHARE = 20  # of the main time left, one turn takes one part in so many


@dataclass
class TimeControl:
    """The time settings of a game, and what either colour has left."""

    main: float = 0.0  # seconds
    period: float = 0.0  # seconds for ``stones`` turns once the main time is used up
    stones: int = 0
    left: dict[int, tuple[float, int]] = field(default_factory=dict)

    def seconds(self, colour: int) -> float:
        """How long ``colour`` may think about one turn; infinite without a limit."""
        if self.is_endless(colour):
            return float("inf")
        seconds, stones = self.left.get(colour, (self.main, 0))
        if stones:
            return seconds / (stones + 1)
        return seconds / SHARE + (self.period / (self.stones + 1) if self.stones else 0.0)

    def is_endless(self, colour: int) -> bool:
        """Whether ``colour`` has no limit: none was set, and no ``time_left`` has told of one.

        A period without stones is how GTP writes "no limit".
        """
        limited = self.stones > 0 or (self.main > 0 and self.period == 0)
        return not limited and colour not in self.left

    def spend(self, colour: int, seconds: float) -> None:
        """Take off what a turn of ``colour`` took, until the next ``time_left`` says better."""
        left, stones = self.left.get(colour, (self.main, 0))
        if stones == 0 and left > 0 and not self.is_endless(colour):
            self.left[colour] = (max(left - seconds, 0.0), 0)
