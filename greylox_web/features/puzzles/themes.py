"""The idea of each puzzle, the lesson that explains it, and the puzzle's difficulty.

A puzzle's ``themes`` are all that the rules and the proof say about its right turn.  Its idea is
the first entry of the game's list whose condition is among them, so every puzzle has exactly one.
"""

from bisect import bisect
from typing import Literal, NamedTuple

from .puzzle_set import PuzzleRow

Idea = Literal[
    "choose-flip",
    "flip",
    "wait",
    "sight",
    "control",
    "hold",
    "stop-join",
    "next-group",
    "small",
    "ahead",
    "count",
    "join",
    "apart",
    "three",
    "draw",
    "cell",
]
LAST: Idea = "cell"  # of a puzzle to which no other idea applies


class _Rule(NamedTuple):
    """An idea, the themes that a puzzle needs for it, and the lesson that explains it."""

    idea: Idea
    themes: frozenset[str]
    lesson: str  # the name of a step of the game's course


def _rules(*rows: tuple[Idea, str, str]) -> tuple[_Rule, ...]:
    return tuple(_Rule(idea, frozenset(themes.split()), lesson) for idea, themes, lesson in rows)


RULES: dict[str, tuple[_Rule, ...]] = {
    "greylox": _rules(
        ("next-group", "cascade", "cascade"),
        ("choose-flip", "flip choice", "flip"),
        ("flip", "flip", "flip"),
        ("sight", "sight", "block"),
        ("wait", "place", "flip"),
        ("control", "control", "control"),
        ("stop-join", "block", "largest"),
        (LAST, "", "largest"),
    ),
    "lox": _rules(
        ("hold", "hold", "survive"),
        ("choose-flip", "flip choice", "cut"),
        ("flip", "flip", "cut"),
        ("sight", "sight", "control"),
        ("stop-join", "block", "gaps"),
        ("wait", "place", "cut"),
        ("control", "control", "control"),
        (LAST, "", "join"),
    ),
    "brink": _rules(
        ("draw", "draw", "tie"),
        ("next-group", "cascade", "tie"),
        ("apart", "apart", "smaller"),
        ("small", "smaller", "smaller"),
        ("ahead", "gap", "gap"),
        (LAST, "", "trap"),
    ),
    "multiplicity": _rules(
        ("draw", "draw", "last"),
        ("join", "join", "apart"),
        ("apart", "apart", "apart"),
        ("stop-join", "block", "apart"),
        ("count", "product", "product"),
        (LAST, "", "last"),
    ),
    "byg": _rules(
        ("next-group", "cascade", "last"),
        ("three", "three", "more"),
        ("join", "join", "join"),
        ("stop-join", "block", "join"),
        ("apart", "apart", "more"),
        (LAST, "", "last"),
    ),
}
"""For each game, the rules in order; the last one always applies."""
THREE_STONES = "three"  # a theme that follows from the solution
BANDS = (1100, 1200, 1400, 1700)  # ratings: each begins the next difficulty
DIFFICULTIES = ("very-easy", "easy", "medium", "hard", "very-hard")


def idea(row: PuzzleRow) -> Idea:
    """Return the idea of a puzzle."""
    return _rule(row).idea


def lesson(row: PuzzleRow) -> str:
    """Return the name of the lesson that explains the idea of a puzzle."""
    return _rule(row).lesson


def difficulty(row: PuzzleRow) -> int:
    """Return the difficulty of a puzzle, from 1 to 5."""
    return bisect(BANDS, row.strength) + 1


def _rule(row: PuzzleRow) -> _Rule:
    stones = [word for word in row.solution.split("+") if word != "end"]
    themes = {*row.themes, THREE_STONES if len(stones) == 3 else ""}
    return next(rule for rule in RULES[row.game] if rule.themes <= themes)
