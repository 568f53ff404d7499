"""Which steps of a course are done."""

from ...progress import Fact, FactLog, new_fact


def lesson_done(game: str, step: str) -> Fact:
    """A new fact: a step of a game's course was done."""
    return new_fact("lesson", game=game, step=step)


def done(facts: FactLog, game: str) -> frozenset[str]:
    """The names of the steps of a game's course that are done."""
    told = (fact.what for fact in facts.by_kind("lesson"))
    return frozenset(str(what["step"]) for what in told if what["game"] == game)
