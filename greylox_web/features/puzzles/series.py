"""How one puzzle follows another: in a game, in a set, in a streak, or suited to the player.

The address of a series is the part after ``#puzzle/``: ``next`` for puzzles suited to the player,
``next/lox`` for those of a game, ``set/hold`` or ``set/join/byg``, and ``streak``.  A puzzle of a
set or a streak has its name after the address of the series: ``set/hold/lox-7``.
"""

from dataclasses import dataclass, replace
from typing import Literal, NamedTuple

from ...progress import FactLog
from ...rules import GAMES
from .puzzle_set import PuzzleRow, PuzzleSet, game_name, is_puzzle_name
from .sets import SET_NAMES

STREAK_STEP = 12  # puzzles, in the order of their ratings, from which each of a streak is chosen

Kind = Literal["next", "set", "streak"]


class Series(NamedTuple):
    """A series of puzzles."""

    kind: Kind
    set_name: str = ""
    game: str = ""  # "" for all games

    @property
    def path(self) -> str:
        """Its address, without ``#puzzle/``."""
        return "/".join(filter(None, self))

    def puzzle_path(self, name: str) -> str:
        """The address of one of its puzzles, without ``#puzzle/``."""
        return name if self.kind == "next" else f"{self.path}/{name}"


SUITED, STREAK = Series("next"), Series("streak")


def parse_path(path: str) -> tuple[Series | None, str]:
    """Return the series of an address and the name of the puzzle in it, "" if it names none.

    The series is None if there is no such series.
    """
    head, _, last = path.rpartition("/")
    name = last if is_puzzle_name(last) else ""
    if name and not head:
        return Series("next", game=game_name(name)), name
    match (head if name else path).split("/"):
        case ["next"] if not name:
            return SUITED, name
        case ["next", game] if game in GAMES and not name:
            return Series("next", game=game), name
        case ["streak"]:
            return STREAK, name
        case ["set", set_name] if set_name in (*SET_NAMES, *GAMES):
            return Series("set", set_name), name
        case ["set", set_name, game] if set_name in SET_NAMES and game in GAMES:
            return Series("set", set_name, game), name
    return None, name


@dataclass(frozen=True)
class StreakRun:
    """A streak in progress: puzzles that become harder, until the first mistake."""

    names: tuple[str, ...] = ()  # the puzzles so far, the current one last
    length: int = 0  # solved puzzles
    has_skipped: bool = False  # whether the one skip is used
    is_over: bool = False

    @property
    def awaits_answer(self) -> bool:
        """Whether the current puzzle is neither solved nor skipped."""
        return len(self.names) > self.length + self.has_skipped

    def with_puzzle(self, name: str) -> "StreakRun":
        """Return the run with its next puzzle; without an answer, the current one is skipped."""
        has_skipped = self.has_skipped or self.awaits_answer
        return replace(self, names=(*self.names, name), has_skipped=has_skipped)

    def answered(self, *, solved: bool) -> "StreakRun":
        """Return the run after the answer to the current puzzle."""
        if solved:
            return replace(self, length=self.length + 1)
        return replace(self, is_over=True)

    @property
    def can_skip(self) -> bool:
        """Whether the current puzzle may be skipped."""
        return not (self.has_skipped or self.is_over)


def next_in_streak(run: StreakRun, puzzles: PuzzleSet, facts: FactLog) -> PuzzleRow | None:
    """Return the next puzzle of a streak; None if no harder one is left.

    Of some puzzles of about the right rating it is the one met longest ago, or never.
    """
    met = {str(fact.what["puzzle"]): n for n, fact in enumerate(facts.by_kind("puzzle"))}
    ordered = sorted(puzzles.values(), key=lambda row: (row.strength, row.name))
    start = len(run.names) * STREAK_STEP
    window = ordered[start : start + STREAK_STEP]
    return min(window, key=lambda row: met.get(row.name, -1), default=None)
