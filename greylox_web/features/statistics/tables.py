"""The player's results, strength and reviews as tables."""

from collections.abc import Iterable
from typing import NamedTuple

from ...progress import Fact
from ...rules import GAMES, NotationError
from ...rules.notation.links import read_spec
from ...session import naming
from ...session.naming import game_title
from ...words import WORDS, locale_format
from ...words.statistics import STATISTICS_WORDS
from . import results


class StatsTable(NamedTuple):
    """A table as text; the first cell of a row is its heading."""

    caption: str
    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


def results_tables(game: str, facts: list[Fact]) -> tuple[StatsTable, ...]:
    """Return the results in a game by opponent, colour and board."""
    by_level = sorted(_grouped(facts, "level").items(), key=lambda each: int(str(each[0])))
    opponents = ((naming.level_named(int(str(level))), met) for level, met in by_level)
    colours = (
        (WORDS[GAMES[game].colours[int(str(colour))]], met)
        for colour, met in sorted(_grouped(facts, "colour").items(), key=lambda each: str(each[0]))
    )
    boards = ((board_name(str(spec)), met) for spec, met in _grouped(facts, "spec").items())
    return (
        _results_table("opponent", opponents),
        _results_table("colour", colours),
        _results_table("board", sorted(boards, key=lambda row: row[0])),
    )


def _results_table(heading: str, groups: Iterable[tuple[str, list[Fact]]]) -> StatsTable:
    """Make a table of results, with a row for each group of games."""
    rows = tuple((name, *(str(count) for count in results.tally(met))) for name, met in groups)
    head = tuple(STATISTICS_WORDS[key] for key in (heading, "won", "drawn", "lost"))
    return StatsTable(STATISTICS_WORDS[f"by-{heading}"], head, rows)


def _grouped(facts: list[Fact], key: str) -> dict[object, list[Fact]]:
    groups: dict[object, list[Fact]] = {}
    for fact in facts:
        groups.setdefault(fact.what[key], []).append(fact)
    return groups


def board_name(spec: str) -> str:
    """Return the title of a game with its board; ``spec`` itself if it is unknown."""
    try:
        return game_title(read_spec(spec))
    except NotationError:
        return spec


def reviews_table(reviews: list[Fact]) -> StatsTable:
    """Return the reviews as a table, the latest first."""
    rows = tuple(
        (
            locale_format.formats.day(fact.day),
            str(fact.what["turns"]),
            percent_text(percent_lost(fact)),
        )
        for fact in reversed(reviews)
    )
    head = tuple(STATISTICS_WORDS[key] for key in ("day", "turns", "lost-per-turn"))
    return StatsTable(STATISTICS_WORDS["lost-per-turn"], head, rows)


def percent_lost(review: Fact) -> float:
    """Return the mean loss of win probability per turn in a review, in per cent."""
    return int(review.what["lost"]) / 10  # stored in thousandths


def percent_text(value: float, digits: int = 1) -> str:
    """Return a number of per cent as text."""
    number = locale_format.formats.number(value, digits)
    return STATISTICS_WORDS["percent"].format(percent=number)
