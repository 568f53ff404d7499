"""The completed steps of a course."""

from ...progress import Fact, FactLog, new_fact


def lesson_done_fact(game: str, step: str) -> Fact:
    """Return a new fact: a step of a game's course was completed."""
    return new_fact("lesson", game=game, step=step)


def get_done_steps(facts: FactLog, game: str) -> frozenset[str]:
    """Return the names of the completed steps of a game's course."""
    payloads = (fact.what for fact in facts.by_kind("lesson"))
    return frozenset(str(payload["step"]) for payload in payloads if payload["game"] == game)
