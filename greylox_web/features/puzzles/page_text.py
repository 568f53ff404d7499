"""The texts of the puzzles page."""

from datetime import date
from typing import NamedTuple

from ...progress import FactLog
from ...rules import GAMES, TITLES
from ...words import format_number, locale_format
from ...words.puzzles import PUZZLE_WORDS as WORDS
from .progress import MIN_RATED, RatedEncounter, is_solved, progress, rating_history
from .puzzle_set import PuzzleRow, PuzzleSet
from .selection import due_puzzles
from .sets import SetProgress
from .themes import DIFFICULTIES

RECENT = 60  # encounters in the curve of the rating


class SetText(NamedTuple):
    """The texts on a set."""

    title: str
    about: str
    solved: str  # "14 of 24"
    difficulty: str  # of the middle puzzle


def set_text_of(each: SetProgress, game: str) -> SetText:
    """Return the texts on a set; ``game`` is the game whose sets are shown, "" for all."""
    is_game = each.name == game
    title = WORDS["set-game"].format(Game=TITLES[game]) if is_game else WORDS[f"set-{each.name}"]
    titles = [TITLES[name] for name in each.games]
    is_all = len(titles) == len(GAMES)
    games = WORDS["all-games"] if is_all else ", ".join(titles)
    about = WORDS["about-game" if is_game else f"about-{each.name}"]
    count = WORDS["solved-of"].format(solved=each.solved, all=len(each.rows))
    return SetText(
        title,
        WORDS["set-games"].format(games=games, about=about),
        WORDS["complete"] if each.solved == len(each.rows) else count,
        WORDS["middle"].format(difficulty=WORDS[DIFFICULTIES[each.difficulty - 1]]),
    )


def due_rows(facts: FactLog, puzzles: PuzzleSet, today: date) -> list[PuzzleRow]:
    """Return the failed puzzles that are due, the one that waits longest first."""
    return [puzzles[name] for name in due_puzzles(progress(facts), today, puzzles)]


def due_text(facts: FactLog, row: PuzzleRow) -> str:
    """Return when a puzzle was last missed."""
    met = (fact for fact in facts.by_kind("puzzle") if fact.what["puzzle"] == row.name)
    last = [fact for fact in met if not is_solved(fact)][-1]
    return WORDS["missed"].format(day=locale_format.formats.day(last.day))


class RatingSummary(NamedTuple):
    """The rating over the last puzzles."""

    text: str  # "from 1,116 to 1,212 in 60 puzzles"
    last: str
    change: str
    has_risen: bool
    curve: tuple[float, ...]
    table: tuple[tuple[str, str, str], ...]  # its head, then the latest puzzle first


def rating_summary(facts: FactLog) -> RatingSummary | None:
    """Return the rating over the last puzzles; None before enough puzzles."""
    shown = rating_history(facts)[MIN_RATED - 1 :][-RECENT:]
    if not shown:
        return None
    values = [round(each.rating.rating) for each in shown]
    change = values[-1] - values[0]
    first, last = format_number(values[0]), format_number(values[-1])
    head = WORDS["rating-day"], WORDS["rating-puzzle"], WORDS["rating-value"]
    return RatingSummary(
        WORDS["rating-range"].format(first=first, last=last, count=len(shown)),
        last,
        WORDS["change-up" if change >= 0 else "change-down"].format(
            points=format_number(abs(change))
        ),
        change >= 0,
        tuple(each.rating.rating for each in shown),
        (head, *map(_table_row, reversed(shown))),
    )


def rating_later_text(facts: FactLog) -> str:
    """Return after how many more puzzles the rating is shown."""
    return WORDS["rating-later"].format(count=MIN_RATED - len(rating_history(facts)))


def _table_row(each: RatedEncounter) -> tuple[str, str, str]:
    game, _, number = each.puzzle.partition("-")
    name = WORDS["puzzle-name"].format(Game=TITLES.get(game, game), number=number)
    return locale_format.formats.day(each.day), name, format_number(round(each.rating.rating))
