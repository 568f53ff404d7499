"""Facts of played games for the tests of the strength page."""

from datetime import date, timedelta

from greylox_web.progress import Fact, FactLog, new_fact
from greylox_web.rules import default_game
from greylox_web.rules.notation.links import write_spec

TODAY = date(2026, 11, 28)


def on_day(fact: Fact, ago: int, number: int = 0) -> Fact:
    """The fact ``ago`` days before today, and ``number`` minutes after noon."""
    day = TODAY - timedelta(ago)
    at = f"{day}T{12 + number // 60:02}:{number % 60:02}:00+00:00"
    return fact._replace(id=f"fact-{fact.kind}-{ago:05}-{number:04}", at=at, day=day.isoformat())


def game(level, score, ago, number=0, *, name="greylox", colour=0, unrated=""):
    fact = new_fact(
        "game",
        game=name,
        spec=write_spec(default_game(name)),
        colour=colour,
        level=level,
        score=score,
        unrated=unrated,
    )
    return on_day(fact, ago, number)


def review(lost, ago, name="greylox"):
    fact = new_fact("review", game=name, spec=f"{name}5", colour=0, turns=12, lost=lost)
    return on_day(fact, ago)


def career(count=1000, days=400) -> FactLog:
    """Facts of a player who slowly climbs the ladder of two games, and reviews some games."""
    facts = []
    for number in range(count):
        ago = days - number * days // count
        level = 1 + number * 7 // count
        name = "lox" if number % 5 == 4 else "greylox"
        won = 2 * (number % 3 > 0)
        facts.append(game(level, won, ago, number % 400, name=name, colour=number % 2))
        if number % 10 == 0:
            facts.append(review(60 - number * 30 // count, ago))
    return FactLog(facts)
