"""Which steps of a course are done."""

from ...progress import Fact, FactLog, new_fact


def lesson_done_fact(game: str, step: str) -> Fact:
    """A new fact: a step of a game's course was done."""
    return new_fact("lesson", game=game, step=step)


def get_done_steps(facts: FactLog, game: str) -> frozenset[str]:
    """The names of the steps of a game's course that are done."""
    payloads = (fact.what for fact in facts.by_kind("lesson"))
    return frozenset(str(payload["step"]) for payload in payloads if payload["game"] == game)
