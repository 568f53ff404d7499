"""The time control of GTP: main time, then byo-yomi periods of some stones each."""

from dataclasses import dataclass, field

TIME_DIVISOR = 20  # a turn gets 1 / TIME_DIVISOR of the remaining main time


@dataclass
class TimeControl:
    """The time settings of a game, and the remaining time of both colours."""

    main: float = 0.0  # seconds
    period: float = 0.0  # seconds for ``stones`` turns after the main time
    stones: int = 0
    time_left: dict[int, tuple[float, int]] = field(default_factory=dict)

    def turn_seconds(self, colour: int) -> float:
        """Return the seconds that ``colour`` may use for one turn; infinite without a limit."""
        if self.is_endless(colour):
            return float("inf")
        seconds, stones = self.time_left.get(colour, (self.main, 0))
        if stones:
            return seconds / (stones + 1)
        return seconds / TIME_DIVISOR + (self.period / (self.stones + 1) if self.stones else 0.0)

    def is_endless(self, colour: int) -> bool:
        """Return whether ``colour`` has no limit: none was set, and no ``time_left`` was received.

        GTP writes "no limit" as a period with no stones.
        """
        limited = self.stones > 0 or (self.main > 0 and self.period == 0)
        return not limited and colour not in self.time_left

    def subtract(self, colour: int, seconds: float) -> None:
        """Subtract the time of a turn; the next ``time_left`` overrides the result."""
        remaining, stones = self.time_left.get(colour, (self.main, 0))
        if stones == 0 and remaining > 0 and not self.is_endless(colour):
            self.time_left[colour] = (max(remaining - seconds, 0.0), 0)
