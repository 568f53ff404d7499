"""What is told of how it went: beside the board, on the page of puzzles, and to others."""

from datetime import date
from typing import NamedTuple

from ...rules import TITLES
from ...words import number
from ...words.puzzles import PUZZLE_WORDS as WORDS
from ...words.puzzles import WEEKDAY_LETTERS, WEEKDAYS
from ..progress.facts import Facts
from ..progress.lessons import done as learnt
from ..progress.puzzles import is_solved, met_daily, progress, streak, strength, week
from ..session.exercise import Attempt
from .shelf import Shelf

SHOWN_DAYS = 7  # hexagons of a streak


class Days(NamedTuple):
    """Days in a row, and this week."""

    streak: int
    label: str  # what stands under the number
    said: str  # both in a sentence
    week: tuple[tuple[str, str, bool], ...]  # letter, sentence, whether one was solved


def days(facts: Facts, today: date) -> Days:
    """How steadily somebody solves puzzles."""
    solved = progress(facts).days
    count = streak(solved, today)
    rows = []
    for letter, name, done in zip(WEEKDAY_LETTERS, WEEKDAYS, week(solved, today), strict=True):
        key = "day-done" if done else "day-open"
        rows.append((letter, WORDS[key].format(day=name), done))
    label, said = (WORDS[key].format(count=count) for key in ("days", "row"))
    return Days(count, label, said, tuple(rows))


def went(attempt: Attempt) -> str:
    """How a puzzle that is over went, in a sentence; "" before."""
    if not attempt.over:
        return ""
    if attempt.kind == "shown":
        return WORDS["solved-shown"]
    if attempt.wrong:
        return WORDS["solved-later"]
    return WORDS["solved-helped" if attempt.helped else "solved-first"]


def invitation(facts: Facts, game: str) -> str:
    """What leads to the lessons who has learnt and solved nothing of the game; "" for others."""
    known = learnt(facts, game) or progress(facts, game).solved
    return "" if known else WORDS["new-here"].format(Game=TITLES[game])


class Course(NamedTuple):
    """How far somebody is with the puzzles of a game."""

    game: str
    title: str
    solved: str  # "12 of 62 solved"
    again: str  # "3 come again", or ""
    strength: str  # "" while little is known
    button: str  # what leads on
    label: str  # the same for those who hear it alone


def course(game: str, shelf: Shelf, facts: Facts, today: date) -> Course:
    """The line of a game on the page of puzzles."""
    told, rating = progress(facts, game), strength(facts, game, today)
    waiting = sum(name in shelf for name in told.again)
    again = "" if not waiting else WORDS["again"].format(count=waiting)
    known = WORDS["strength"].format(
        rating=number(round(rating.rating)), doubt=round(2 * rating.doubt)
    )
    go = WORDS["go" if told.tried else "start"]
    return Course(
        game,
        TITLES[game],
        WORDS["count"].format(solved=len(told.solved & set(shelf)), all=len(shelf)),
        again,
        known if rating.is_sure else "",
        go,
        WORDS["go-game"].format(go=go, Game=TITLES[game]),
    )


def message(facts: Facts, game: str, day: date, address: str, task: str, *, daily: bool) -> str:
    """What is sent to others: how it went and where the puzzle is, not how it is solved."""
    if daily:
        met = met_daily(facts, day.isoformat())
        key = "none" if met is None else "first" if is_solved(met) else "later"
    else:
        key = "other"
    lines = [WORDS[f"result-{key}"].format(Game=TITLES[game], day=day.isoformat(), task=task)]
    count = streak(progress(facts).days, day)
    if count > 1:
        lines.append(WORDS["result-row"].format(count=count))
    return "\n".join([*lines, address])
