"""The player's statistics as tables, and the points of the plot."""

from collections.abc import Iterable, Mapping
from datetime import date
from typing import NamedTuple

from ...progress import Fact, FactLog
from ...rules import GAMES, TITLES, NotationError
from ...rules.notation.links import read_spec
from ...session import naming
from ...session.naming import game_title
from ...words import WORDS, locale_format
from ...words.statistics import STATISTICS_WORDS
from . import results

MAX_REVIEWS = 30  # the latest reviews, in plot and table


class StatsTable(NamedTuple):
    """A table as text; the first cell of a row is its heading."""

    caption: str
    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    levels: tuple[int, ...] = ()  # of each row, for its avatar; empty for rows without a level


class Statistics(NamedTuple):
    """The contents of the statistics."""

    overview: StatsTable
    tables: tuple[StatsTable, ...]  # of results; empty before the first finished game
    reviews: StatsTable | None
    values: tuple[float, ...]  # of the plot, by review: per cent lost per turn
    aria_text: str  # the plot for screen readers


def statistics(facts: FactLog, stored_counts: Mapping[str, int], game: str = "") -> Statistics:
    """Return the statistics of one game, or of all; ``stored_counts`` is by game name."""
    game_facts = [fact for fact in results.games(facts, game) if fact.what["game"] in GAMES]
    reviews = [fact for fact in results.reviews(facts, game) if fact.what["game"] in GAMES]
    reviews = reviews[-MAX_REVIEWS:]
    values = tuple(map(_percent_lost, reviews))
    values_text = ", ".join(_percent(value) for value in values)
    return Statistics(
        overview=_overview_table(facts, stored_counts, game),
        tables=(_opponents_table(game_facts), _colours_table(game_facts), _boards_table(game_facts))
        if game_facts
        else (),
        reviews=_reviews_table(reviews) if reviews else None,
        values=values,
        aria_text=STATISTICS_WORDS["plot"].format(values=values_text),
    )


def strength_words(facts: FactLog, game: str) -> str:
    """Return the player's strength in a game, in a few words."""
    estimate = results.level_estimate(facts, game, date.today())
    if estimate is None:
        return STATISTICS_WORDS["unknown"]
    level, low, high = (locale_format.formats.number(value, 1) for value in estimate)
    return STATISTICS_WORDS["between"].format(level=level, least=low, most=high)


def _headings(*keys: str) -> tuple[str, ...]:
    return tuple(STATISTICS_WORDS[key] for key in keys)


def _overview_table(facts: FactLog, stored_counts: Mapping[str, int], game: str) -> StatsTable:
    rows = tuple(
        (
            TITLES[name],
            str(stored_counts.get(name, 0)),
            str(len(results.games(facts, name))),
            strength_words(facts, name),
        )
        for name in GAMES
        if game in ("", name)
    )
    return StatsTable(
        STATISTICS_WORDS["strength"], _headings("game", "kept", "ended", "strength"), rows
    )


def _results_table(
    key: str, heading: str, groups: Iterable[tuple[str, list[Fact]]], levels: tuple[int, ...] = ()
) -> StatsTable:
    """Make a table of results, with a row for each group of games."""
    rows = tuple((name, *(str(count) for count in results.tally(games))) for name, games in groups)
    return StatsTable(
        STATISTICS_WORDS[key], _headings(heading, "won", "drawn", "lost"), rows, levels
    )


def _grouped(facts: list[Fact], *keys: str) -> dict[tuple[object, ...], list[Fact]]:
    groups: dict[tuple[object, ...], list[Fact]] = {}
    for fact in facts:
        groups.setdefault(tuple(fact.what[key] for key in keys), []).append(fact)
    return groups


def _opponents_table(game_facts: list[Fact]) -> StatsTable:
    groups = {int(str(level)): games for (level,), games in _grouped(game_facts, "level").items()}
    levels = tuple(sorted(groups))
    named = (
        (WORDS["level-named"].format(Name=naming.engine_name(level), level=level), groups[level])
        for level in levels
    )
    return _results_table("opponents", "opponent", named, levels)


def _colours_table(game_facts: list[Fact]) -> StatsTable:
    def named(game: str, colour: int) -> str:
        return STATISTICS_WORDS["colour-of"].format(
            Game=TITLES[game], Colour=WORDS[GAMES[game].colours[colour]]
        )

    groups = _grouped(game_facts, "game", "colour")
    rows = (
        (named(game, colour), groups[game, colour])
        for game in GAMES
        for colour in (0, 1)
        if (game, colour) in groups
    )
    return _results_table("colours", "colour", rows)


def _boards_table(game_facts: list[Fact]) -> StatsTable:
    groups = _grouped(game_facts, "spec")
    rows = ((_board_name(str(spec)), games) for (spec,), games in groups.items())
    return _results_table("boards", "board", sorted(rows, key=lambda row: row[0]))


def _board_name(spec: str) -> str:
    try:
        return game_title(read_spec(spec))
    except NotationError:
        return spec


def _reviews_table(reviews: list[Fact]) -> StatsTable:
    rows = tuple(
        (
            locale_format.formats.day(fact.day),
            TITLES[str(fact.what["game"])],
            str(fact.what["turns"]),
            _percent(_percent_lost(fact)),
        )
        for fact in reversed(reviews)
    )
    return StatsTable(
        STATISTICS_WORDS["reviews"], _headings("day", "game", "turns", "lost-per-turn"), rows
    )


def _percent_lost(review: Fact) -> float:
    """Return the mean loss of win probability per turn in a review, in per cent."""
    return int(review.what["lost"]) / 10  # stored in thousandths


def _percent(value: float) -> str:
    return STATISTICS_WORDS["percent"].format(percent=locale_format.formats.number(value, 1))
