"""Games against the engine's levels that ended, strength against them, and what reviews found.

The strength is on the scale of the levels, which games between them have measured
(``thinking.levels``): level 1 stands at ``LOWEST``, each Elo point above it is one more.  A day is
a period of the rating, and its games are rated one after another.
"""

from collections.abc import Iterable
from datetime import date
from itertools import groupby
from typing import NamedTuple

from ..progress.facts import Fact, Facts
from ..progress.glicko import Rating, Result, idle, in_turn
from ..thinking.levels import STRENGTHS

LOWEST = 1100.0  # the strength of level 1, so an unrated player starts at about level 3
LEVEL_DOUBT = 40.0  # of a level's own strength
ENOUGH = 3  # games that count, before a strength is told
WON, DRAWN, LOST = 2, 1, 0


class Tally(NamedTuple):
    """How games ended."""

    won: int = 0
    drawn: int = 0
    lost: int = 0

    @property
    def games(self) -> int:
        """How many they were."""
        return sum(self)


class Span(NamedTuple):
    """A strength as levels: the one it is nearest to, and between which it lies most likely."""

    level: int
    least: int
    most: int


def tally(facts: Iterable[Fact]) -> Tally:
    """The results of some games."""
    scores = [fact.what["score"] for fact in facts]
    return Tally(scores.count(WON), scores.count(DRAWN), scores.count(LOST))


def games(facts: Facts, game: str = "") -> list[Fact]:
    """The games that ended, of one game or of all; also those that do not count."""
    return [fact for fact in facts.of("game") if game in ("", fact.what["game"])]


def by(facts: Iterable[Fact], key: str) -> dict[str | int | bool, Tally]:
    """The results by what the facts tell under a key, as they came first."""
    known = list(facts)
    values = dict.fromkeys(fact.what[key] for fact in known)
    return {value: tally(fact for fact in known if fact.what[key] == value) for value in values}


def strength(facts: Facts, game: str, today: date) -> Rating:
    """How strong somebody is against the levels of a game."""
    known, rating, before = STRENGTHS.get(game, ()), Rating(), None
    counted = [fact for fact in games(facts, game) if not fact.what["unrated"]]
    ordered = sorted(counted, key=lambda fact: fact.day)
    for day, met in groupby(ordered, key=lambda fact: date.fromisoformat(fact.day)):
        results = [
            Result(LOWEST + known[level - 1][0], LEVEL_DOUBT, int(fact.what["score"]) / 2)
            for fact in met
            if (level := int(fact.what["level"])) <= len(known)
        ]
        if not results:
            continue
        if before is not None:
            rating = idle(rating, (day - before).days - 1)
        rating, before = in_turn(rating, results), day
    return rating if before is None else idle(rating, max(0, (today - before).days - 1))


def counted(facts: Facts, game: str) -> int:
    """How many games count."""
    return sum(not fact.what["unrated"] for fact in games(facts, game))


def span(facts: Facts, game: str, today: date) -> Span | None:
    """The strength in levels; None while too few games count."""
    known = STRENGTHS.get(game, ())
    if not known or counted(facts, game) < ENOUGH:
        return None
    rating = strength(facts, game, today)

    def nearest(value: float) -> int:
        return min(range(1, len(known) + 1), key=lambda n: abs(known[n - 1][0] + LOWEST - value))

    reach = 2 * rating.doubt
    return Span(
        nearest(rating.rating), nearest(rating.rating - reach), nearest(rating.rating + reach)
    )


def advised(facts: Facts, game: str, today: date) -> int:
    """The level to play next: the first one above one's own strength; 0 while that is unknown."""
    found = span(facts, game, today)
    return 0 if found is None else min(found.level + 1, len(STRENGTHS[game]))


def reviews(facts: Facts, game: str = "") -> list[Fact]:
    """What reviews found in the player's own games, in the order of the reviews."""
    return [fact for fact in facts.of("review") if game in ("", fact.what["game"])]
