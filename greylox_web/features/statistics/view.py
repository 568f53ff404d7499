"""The player's statistics as tables, and the points of the plot."""

from collections.abc import Iterable, Mapping
from datetime import date
from typing import NamedTuple

from ...progress import Fact, FactLog
from ...rules import GAMES, TITLES, NotationError
from ...rules.notation.links import read_spec
from ...session import naming
from ...session.naming import game_title
from ...words import WORDS, tongue
from ...words.statistics import STATISTICS_WORDS
from . import results

MOST_REVIEWS = 30  # the last ones, in plot and table


class Table(NamedTuple):
    """A table as text; the first cell of a row is its heading."""

    caption: str
    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    levels: tuple[int, ...] = ()  # of each row, for its face; empty where rows have none


class Statistics(NamedTuple):
    """The contents of the statistics."""

    overview: Table
    tables: tuple[Table, ...]  # of results; empty before the first game has ended
    reviews: Table | None
    values: tuple[float, ...]  # of the plot, by review: per cent lost per turn
    spoken: str  # the plot for screen readers


def statistics(facts: FactLog, kept: Mapping[str, int], game: str = "") -> Statistics:
    """The statistics of one game, or of all; ``kept`` counts the stored games of each."""
    met = [fact for fact in results.games(facts, game) if fact.what["game"] in GAMES]
    found = [fact for fact in results.reviews(facts, game) if fact.what["game"] in GAMES]
    found = found[-MOST_REVIEWS:]
    values = tuple(map(_percent_lost, found))
    told = ", ".join(_percent(value) for value in values)
    return Statistics(
        overview=_overview(facts, kept, game),
        tables=(_opponents(met), _colours(met), _boards(met)) if met else (),
        reviews=_reviews(found) if found else None,
        values=values,
        spoken=STATISTICS_WORDS["plot"].format(values=told),
    )


def strength_words(facts: FactLog, game: str) -> str:
    """The player's strength in a game, in a few words."""
    found = results.span(facts, game, date.today())
    if found is None:
        return STATISTICS_WORDS["unknown"]
    key = "about" if found.least == found.most else "between"
    return STATISTICS_WORDS[key].format(**found._asdict())


def _words(*keys: str) -> tuple[str, ...]:
    return tuple(STATISTICS_WORDS[key] for key in keys)


def _overview(facts: FactLog, kept: Mapping[str, int], game: str) -> Table:
    rows = tuple(
        (
            TITLES[name],
            str(kept.get(name, 0)),
            str(len(results.games(facts, name))),
            strength_words(facts, name),
        )
        for name in GAMES
        if game in ("", name)
    )
    return Table(STATISTICS_WORDS["strength"], _words("game", "kept", "ended", "strength"), rows)


def _results(
    key: str, heading: str, groups: Iterable[tuple[str, list[Fact]]], levels: tuple[int, ...] = ()
) -> Table:
    """A table of results, a row for each group of games."""
    rows = tuple((name, *(str(count) for count in results.tally(games))) for name, games in groups)
    return Table(STATISTICS_WORDS[key], _words(heading, "won", "drawn", "lost"), rows, levels)


def _grouped(facts: list[Fact], *keys: str) -> dict[tuple[object, ...], list[Fact]]:
    groups: dict[tuple[object, ...], list[Fact]] = {}
    for fact in facts:
        groups.setdefault(tuple(fact.what[key] for key in keys), []).append(fact)
    return groups


def _opponents(met: list[Fact]) -> Table:
    groups = {int(str(level)): games for (level,), games in _grouped(met, "level").items()}
    levels = tuple(sorted(groups))
    named = (
        (WORDS["level-named"].format(Name=naming.engine_name(level), level=level), groups[level])
        for level in levels
    )
    return _results("opponents", "opponent", named, levels)


def _colours(met: list[Fact]) -> Table:
    def named(game: str, colour: int) -> str:
        return STATISTICS_WORDS["colour-of"].format(
            Game=TITLES[game], Colour=WORDS[GAMES[game].colours[colour]]
        )

    groups = _grouped(met, "game", "colour")
    rows = (
        (named(game, colour), groups[game, colour])
        for game in GAMES
        for colour in (0, 1)
        if (game, colour) in groups
    )
    return _results("colours", "colour", rows)


def _boards(met: list[Fact]) -> Table:
    groups = _grouped(met, "spec")
    rows = ((_board(str(spec)), games) for (spec,), games in groups.items())
    return _results("boards", "board", sorted(rows, key=lambda row: row[0]))


def _board(spec: str) -> str:
    try:
        return game_title(read_spec(spec))
    except NotationError:
        return spec


def _reviews(found: list[Fact]) -> Table:
    rows = tuple(
        (
            tongue.formats.day(fact.day),
            TITLES[str(fact.what["game"])],
            str(fact.what["turns"]),
            _percent(_percent_lost(fact)),
        )
        for fact in reversed(found)
    )
    return Table(STATISTICS_WORDS["reviews"], _words("day", "game", "turns", "lost-per-turn"), rows)


def _percent_lost(review: Fact) -> float:
    """The mean loss of winning chance per turn that a review found, in per cent."""
    return int(review.what["lost"]) / 10  # stored in thousandths


def _percent(value: float) -> str:
    return STATISTICS_WORDS["percent"].format(percent=tongue.formats.number(value, 1))
