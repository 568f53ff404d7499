"""Which steps of a course are done."""

from .facts import Fact, Facts, happened


def lesson_done(game: str, step: str) -> Fact:
    """A step of a game's course was done."""
    return happened("lesson", game=game, step=step)


def done(facts: Facts, game: str) -> frozenset[str]:
    """The steps of a game's course that are done, by their names."""
    told = (fact.what for fact in facts.of("lesson"))
    return frozenset(str(what["step"]) for what in told if what["game"] == game)
