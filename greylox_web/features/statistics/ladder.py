"""The ladder: the levels of the engine as opponents, of which the player beats one after another.

A level is beaten by a win on the default board or on a newcomer's small board, from the start
position, without a hint, an analysis or a takeback.  Lessons do not count.  So every rated win
counts, and a win in a first game does, too.

The next opponent is the level above the highest beaten level: whoever begins with level 5 and wins
need not return to level 1.  Before the first win it is the lowest level met without help, or
level 1.
"""

from typing import Literal, NamedTuple

from ...progress import Fact, FactLog
from ...session.rating import counts_on_ladder
from .results import WON, games, games_outside_lessons, max_level

UNAIDED_REASONS = ("", "board", "takeback")  # of games in which the engine gave no help
StepState = Literal["beaten", "next", "open"]


class LadderStep(NamedTuple):
    """A level on the ladder."""

    level: int
    state: StepState


class Ladder(NamedTuple):
    """A player's position on the ladder of a game."""

    steps: tuple[LadderStep, ...]
    next_level: int  # the next opponent; 0 once the highest level is beaten
    played: int  # games played against the next opponent
    why_not_beaten: str  # if the last of them was won: why that does not beat the opponent


def ladder(facts: FactLog, game: str) -> Ladder:
    """Return the player's position on the ladder of a game."""
    beaten = {level_of(fact) for fact in ladder_wins(facts, game)}
    following = next_level(facts, game)
    steps = tuple(
        LadderStep(level, "beaten" if level in beaten else "next" if level == following else "open")
        for level in range(1, max_level(game) + 1)
    )
    met = [fact.what for fact in games_outside_lessons(facts, game) if level_of(fact) == following]
    won_last = bool(met) and met[-1]["score"] == WON
    return Ladder(steps, following, len(met), str(met[-1]["unrated"]) if won_last else "")


def next_level(facts: FactLog, game: str) -> int:
    """Return the level of the next opponent, 0 once the highest level is beaten."""
    top = max_level(game)
    if beaten := [level_of(fact) for fact in ladder_wins(facts, game)]:
        return max(beaten) + 1 if max(beaten) < top else 0
    return min((level_of(fact) for fact in unaided(facts, game)), default=1)


def ladder_wins(facts: FactLog, game: str) -> list[Fact]:
    """Return the games that beat a level of the ladder, oldest first."""
    return [
        fact
        for fact in games(facts, game)
        if fact.what["score"] == WON
        and level_of(fact) <= max_level(game)
        and counts_on_ladder(game, str(fact.what["unrated"]), str(fact.what["spec"]))
    ]


def milestones(facts: FactLog, game: str) -> list[Fact]:
    """Return the games that beat a level above all beaten before, oldest first."""
    highest, wins = 0, list[Fact]()
    for fact in ladder_wins(facts, game):
        if level_of(fact) > highest:
            highest = level_of(fact)
            wins.append(fact)
    return wins


def unaided(facts: FactLog, game: str) -> list[Fact]:
    """Return the games against levels of the ladder in which the engine gave no help."""
    return [
        fact
        for fact in games(facts, game)
        if fact.what["unrated"] in UNAIDED_REASONS and level_of(fact) <= max_level(game)
    ]


def level_of(fact: Fact) -> int:
    """Return the level of the opponent in a finished game."""
    return int(fact.what["level"])
