"""The page on the player's strength and the card on the home page, as text and numbers."""

from collections import Counter
from collections.abc import Sequence
from datetime import date, timedelta
from typing import NamedTuple

from ...engine.strengths import STRENGTHS
from ...progress import Fact, FactLog
from ...rules import GAMES, TITLES, default_game
from ...rules.notation.links import write_spec
from ...session import naming
from ...session.last_choices import newcomer_game
from ...session.naming import board_text
from ...words import WORDS, format_number, locale_format
from ...words.opponents import OPPONENT_WORDS
from ...words.statistics import STATISTICS_WORDS
from ..lessons.progress import get_done_steps
from ..puzzles.progress import progress as puzzle_progress
from ..puzzles.progress import streak
from ..puzzles.progress import strength as puzzle_strength
from . import results
from .curve import CurveView, curve_view, level_text
from .days import DaysPlayed, days_played
from .ladder import ladder, level_of, next_level
from .plot import sparkline
from .rating_text import strength_text
from .results import CurvePoint, Estimate
from .tables import StatsTable, percent_lost, percent_text, results_tables, reviews_table

MAX_REVIEWS = 20  # the latest reviews, in plot and table
CHANGE_DAYS = 30
MAX_SPARKS = 20  # points of a small curve

UNCOUNTED = {
    "board": "board",
    "hint": "help",
    "analysis": "help",
    "takeback": "takeback",
    "lesson": "lesson",
    "teach": "teach",
    "time": "time",
}
"""Reasons why a game is not rated, and the text in which it is counted."""


class Figure(NamedTuple):
    """A large number and what it counts."""

    number: str
    label: str


class StrengthText(NamedTuple):
    """The strength in a game, in words."""

    number: str
    heading: str  # between which opponents it is
    likely: str  # the interval and the number of games that counted
    short_likely: str  # "of 10", and the interval
    change: str  # the change in the last days, or ""
    is_rise: bool


class OpponentRow(NamedTuple):
    """The results against one level."""

    level: int
    name: str
    won: int
    other: int  # games that were not won
    text: str
    is_next: bool  # whether it is the next opponent of the ladder


class PlayStyle(NamedTuple):
    """What is known of how the player plays a game."""

    reviews: int  # the number of reviews shown
    figures: tuple[Figure, ...]
    svg: str  # the losses per turn over time; "" for fewer than two reviews
    aria_text: str
    table: StatsTable | None


class GameRow(NamedTuple):
    """One game in the list of all games."""

    game: str
    title: str
    svg: str  # the curve; "" if there is none
    level: str  # the strength; "" while it is unknown
    games: str


class PageContents(NamedTuple):
    """The contents of the page for one game."""

    game: str
    strength: StrengthText | None
    curve: CurveView | None
    notes: tuple[str, ...]  # instead of the curve: when the strength is known, and what counts
    usual_level: int  # of the opponent in the offer of a game that counts; 0 without the offer
    opponents: tuple[OpponentRow, ...]  # those met and the next one; empty before the first game
    tables: tuple[StatsTable, ...]  # of the results; empty before the first finished game
    days: DaysPlayed
    days_table: StatsTable
    days_text: str
    days_figures: tuple[Figure, ...]
    style: PlayStyle
    games: tuple[GameRow, ...]
    totals: tuple[Figure, ...]


def page_contents(facts: FactLog, game: str, today: date) -> PageContents:
    """Return the page for ``game`` as of ``today``."""
    curves = {name: results.strength_curve(facts, name, today) for name in GAMES}
    curve, met = curves[game], results.games_outside_lessons(facts, game)
    days = days_played(facts, today)
    board = board_text(default_game(game))
    return PageContents(
        game,
        describe_strength(curve, game, today) if curve else None,
        curve_view(facts, game, curve) if curve else None,
        ()
        if curve
        else (
            strength_text(facts, game),
            *uncounted_texts(facts, game),
            OPPONENT_WORDS["counts-usual"].format(board=board),
        ),
        0 if curve else next_level(facts, game) or results.max_level(game),
        opponent_rows(facts, game, met) if met else (),
        results_tables(game, met) if met else (),
        days,
        days_table(days),
        days_text(days),
        days_figures(facts, days, today),
        play_style(facts, game, met, today),
        tuple(
            game_row(facts, name, curves[name])
            for name in GAMES
            if results.games_outside_lessons(facts, name)
        ),
        totals(facts),
    )


def uncounted_texts(facts: FactLog, game: str) -> list[str]:
    """Return how many finished games do not count towards the strength, one text per reason."""
    small = write_spec(newcomer_game(game)) if game in GAMES else ""
    counts = Counter(
        "small-board"
        if fact.what["unrated"] == "board" and fact.what["spec"] == small
        else UNCOUNTED.get(str(fact.what["unrated"]), "other")
        for fact in results.games(facts, game)
        if fact.what["unrated"]
    )
    return [
        STATISTICS_WORDS[f"uncounted-{reason}"].format(count=count)
        for reason, count in counts.items()
    ]


def describe_strength(curve: list[CurvePoint], game: str, today: date) -> StrengthText:
    """Return the strength at the end of a curve, which is not empty."""
    estimate, count = curve[-1].estimate, curve[-1].games
    low, high = level_text(estimate.low), level_text(estimate.high)
    change = strength_change(curve, today)
    key = "rise" if change > 0 else "fall"
    return StrengthText(
        level_text(estimate.level),
        strength_heading(estimate, game),
        STATISTICS_WORDS["likely"].format(low=low, high=high, count=count),
        STATISTICS_WORDS["of-levels"].format(levels=len(STRENGTHS[game]), low=low, high=high),
        STATISTICS_WORDS[key].format(number=level_text(abs(change))) if change else "",
        change > 0,
    )


def strength_heading(estimate: Estimate, game: str) -> str:
    """Return between which opponents the strength is."""
    shown, top = round(estimate.level, 1), len(STRENGTHS[game])
    below = int(shown)
    if estimate.level in (1, top):  # the ends of the scale
        key = "below" if estimate.level == 1 else "above"
        return STATISTICS_WORDS[key].format(Name=naming.engine_name(below))
    if shown == below:
        return STATISTICS_WORDS["equal"].format(Name=naming.engine_name(below))
    return STATISTICS_WORDS["between"].format(
        Lower=naming.engine_name(below), Upper=naming.engine_name(below + 1)
    )


def strength_change(curve: list[CurvePoint], today: date) -> float:
    """Return the change of the shown strength in the last days, with one decimal.

    It is 0 if the strength was not known before them.
    """
    since = today - timedelta(CHANGE_DAYS)
    before = [point for point in curve if point.day <= since]
    if not before:
        return 0.0
    was, now = (round(point.estimate.level, 1) for point in (before[-1], curve[-1]))
    return round(now - was, 1)


def opponent_rows(facts: FactLog, game: str, met: list[Fact]) -> tuple[OpponentRow, ...]:
    """Return the results against all levels of the ladder, and against timed levels met."""
    following = ladder(facts, game)
    by_level: dict[int, list[Fact]] = {step.level: [] for step in following.steps}
    for fact in met:
        by_level.setdefault(level_of(fact), []).append(fact)
    rows = []
    for level in sorted(by_level):
        if not by_level[level] and level != following.next_level:
            continue
        tally = results.tally(by_level[level])
        key = "won-of" if tally.games else "not-met"
        rows.append(
            OpponentRow(
                level,
                naming.engine_name(level),
                tally.won,
                tally.games - tally.won,
                STATISTICS_WORDS[key].format(won=tally.won, games=tally.games),
                level == following.next_level,
            )
        )
    return tuple(rows)


def days_text(days: DaysPlayed) -> str:
    """Return on how many days the player has played, for screen readers."""
    cells = [cell for week in days.weeks for cell in week]
    played = sum(cell.activities > 0 for cell in cells)
    return STATISTICS_WORDS["days-of"].format(days=played, all=len(cells))


def days_table(days: DaysPlayed) -> StatsTable:
    """Return the weeks as a table, the latest first."""
    rows = tuple(
        (
            locale_format.formats.day(week[0].day.isoformat()),
            str(sum(cell.activities > 0 for cell in week)),
            format_number(sum(cell.activities for cell in week)),
        )
        for week in reversed(days.weeks)
    )
    head = tuple(STATISTICS_WORDS[key] for key in ("week", "days", "done"))
    return StatsTable(STATISTICS_WORDS["days"], head, rows)


def days_figures(facts: FactLog, days: DaysPlayed, today: date) -> tuple[Figure, ...]:
    """Return the days in a row."""
    puzzles = streak(puzzle_progress(facts).days, today)
    in_a_row = STATISTICS_WORDS["in-a-row"].format(count=days.in_a_row)
    shown = (
        Figure(str(days.in_a_row), in_a_row),
        Figure(str(days.longest), STATISTICS_WORDS["longest"]),
        Figure(str(puzzles), STATISTICS_WORDS["puzzle-streak"]),
    )
    return tuple(figure for figure in shown if figure.number != "0")


def play_style(facts: FactLog, game: str, met: list[Fact], today: date) -> PlayStyle:
    """Return what reviews, results by colour and puzzles tell about a game."""
    reviews = results.reviews(facts, game)
    shown, before = reviews[-MAX_REVIEWS:], reviews[-2 * MAX_REVIEWS : -MAX_REVIEWS]
    figures = []
    if shown:
        key = "lost-before" if before else "lost-now"
        label = STATISTICS_WORDS[key].format(percent=percent_text(_mean_lost(before)))
        figures.append(Figure(percent_text(_mean_lost(shown)), label))
    figures += [*colour_figures(game, met), *puzzle_figures(facts, game, today)]
    values = [percent_lost(fact) for fact in shown]
    return PlayStyle(
        len(shown),
        tuple(figures),
        sparkline(values) if len(values) > 1 else "",
        STATISTICS_WORDS["lost-curve"].format(values=", ".join(map(percent_text, values))),
        reviews_table(shown) if shown else None,
    )


def _mean_lost(reviews: Sequence[Fact]) -> float:
    """Return the mean loss per turn in the reviews, in per cent; 0 for none."""
    return sum(map(percent_lost, reviews)) / len(reviews) if reviews else 0.0


def colour_figures(game: str, met: list[Fact]) -> list[Figure]:
    """Return the share of games won as the first colour played and as the other."""
    shares = {}
    for colour, name in enumerate(GAMES[game].colours):
        tally = results.tally(fact for fact in met if fact.what["colour"] == colour)
        if tally.games:
            shares[WORDS[name]] = percent_text(round(100 * tally.won / tally.games), 0)
    if not shares:
        return []
    (first, share), *others = shares.items()
    if not others:
        return [Figure(share, STATISTICS_WORDS["won-as"].format(Colour=first))]
    ((other, percent),) = others
    label = STATISTICS_WORDS["won-as-both"].format(Colour=first, Other=other, percent=percent)
    return [Figure(share, label)]


def puzzle_figures(facts: FactLog, game: str, today: date) -> list[Figure]:
    """Return the puzzle rating with its interval, once it is established."""
    rating = puzzle_strength(facts, game, today)
    if not rating.is_established:
        return []
    points = (rating.rating, *rating.interval)
    number, low, high = (format_number(round(value)) for value in points)
    return [Figure(number, STATISTICS_WORDS["puzzle-rating"].format(low=low, high=high))]


def game_row(facts: FactLog, game: str, curve: list[CurvePoint]) -> GameRow:
    """Return the row of a game: its curve, the strength, and the number of games."""
    count = len(results.games_outside_lessons(facts, game))
    levels = [point.estimate.level for point in curve]
    step = max(1, len(levels) // MAX_SPARKS)
    return GameRow(
        game,
        TITLES[game],
        sparkline(levels[::-step][::-1]) if len(levels) > 1 else "",
        level_text(levels[-1]) if levels else "",
        STATISTICS_WORDS["game-count"].format(count=count),
    )


def totals(facts: FactLog) -> tuple[Figure, ...]:
    """Return the numbers of games, solved puzzles and lessons, of all games."""
    counts = {
        "games": sum(len(results.games_outside_lessons(facts, game)) for game in GAMES),
        "puzzles": len(puzzle_progress(facts).solved),
        "lessons": sum(len(get_done_steps(facts, game)) for game in GAMES),
    }
    return tuple(
        Figure(format_number(count), STATISTICS_WORDS[f"total-{key}"].format(count=count))
        for key, count in counts.items()
        if count
    )
