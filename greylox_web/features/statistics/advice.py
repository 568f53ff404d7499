"""The suggested level and board for the next game, from the player's results.

On any board, a win leads to the next higher level, and two losses in a row lead to the next lower
one.  Once the strength is known from games on the default board, it limits the suggestion.
"""

from collections.abc import Iterator
from datetime import date
from typing import Literal, NamedTuple

from ...engine.levels import TURN_SECONDS
from ...engine.strengths import STRENGTHS
from ...progress import Fact, FactLog
from ...rules import Game, default_game
from ...rules.notation.links import write_spec
from ...session.last_choices import newcomer_game, read_choices
from ...session.new_game_form import NewGameForm, with_game
from ...session.session import LESSON_REASON
from .results import LOST, WON, games, level_range, strengths_at

MIN_SAME_RESULTS = 3  # so many equal results against a level overrule the estimated strength
LOSSES_TO_LOWER = 2  # losses in a row that lead to a lower level
UNAIDED_REASONS = ("", "board", "takeback")  # reasons of unrated results that still count


class Advice(NamedTuple):
    """A level to play next, and the reason."""

    level: int
    why: Literal["first", "won", "lost", "fits"]


def suggest_level(facts: FactLog, game: str, today: date) -> Advice:
    """Return the suggested level of a game as of ``today``; level 1 before the first result."""
    met = list(_past_results(facts, game))
    if not met:
        return Advice(1, "first")
    max_level = _max_level(game)
    level = _follow_results(met, max_level)
    if estimate := level_range(facts, game, today):
        level = max(estimate.least, min(estimate.most + 1, level))
    last, score = met[-1]
    if met[-MIN_SAME_RESULTS:] == [(last, score)] * MIN_SAME_RESULTS:
        level = max(level, last + 1) if score == WON else level
        level = min(level, last - 1) if score == LOST else level
    level = max(1, min(max_level, level))
    if score == WON and level > last:
        return Advice(level, "won")
    return Advice(level, "lost" if score == LOST and level < last else "fits")


def _follow_results(met: list[tuple[int, int]], max_level: int) -> int:
    """Return the level that the results lead to, one after another."""
    level = met[0][0]
    lost: list[int] = []
    for against, score in met:
        if score != LOST:
            level, lost = max(level, against + (score == WON)), []
            continue
        lost.append(against)
        level = min(level, against)  # suggest the same opponent again
        if len(lost) == LOSSES_TO_LOWER:
            level, lost = min(level, min(lost) - 1), []
    return max(1, min(max_level, level))


def _past_results(facts: FactLog, game: str) -> Iterator[tuple[int, int]]:
    """Yield past results: the level that has the opponent's strength today, and the score."""
    for fact in games(facts, game):
        if fact.what["unrated"] in UNAIDED_REASONS and (level := _current_level(fact)):
            yield level, int(fact.what["score"])


def _current_level(fact: Fact) -> int:
    """Return the level whose strength today is nearest to the opponent's strength then.

    The result is 0 for a level with a time limit, which has no measured strength.
    """
    game, level = str(fact.what["game"]), int(fact.what["level"])
    then, now = (strengths.get(game, ()) for strengths in (strengths_at(fact.at), STRENGTHS))
    if then is now or not (0 < level <= len(then)):
        return level if level <= _max_level(game) else 0
    was = then[level - 1][0]
    return min(range(1, len(now) + 1), key=lambda n: abs(now[n - 1][0] - was))


def _max_level(game: str) -> int:
    """Return the highest level without a time limit."""
    return len(STRENGTHS.get(game, ())) or min(TURN_SECONDS) - 1


def fits_first_board(facts: FactLog, game: str) -> bool:
    """Return whether the small first board fits: no win on it, and no game on another board."""
    first = write_spec(newcomer_game(game))
    return all(
        fact.what["spec"] == first and fact.what["score"] != WON
        for fact in games(facts, game)
        if fact.what["unrated"] != LESSON_REASON
    )


def suggested_game(facts: FactLog, game: str) -> Game:
    """Return the game on the board that fits a player without a stored choice."""
    return newcomer_game(game) if fits_first_board(facts, game) else default_game(game)


def apply_suggestion(
    plan: NewGameForm, facts: FactLog, remembered: str, today: date
) -> NewGameForm:
    """Return the form with the level and board that fit the player.

    The player's stored choice for this game (the preference ``remembered``) stays.  So do a board
    from a link and, before the first result, the current level.
    """
    if plan.name in read_choices(remembered).games:
        return plan
    if plan == with_game(plan, newcomer_game(plan.name)):
        plan = with_game(plan, suggested_game(facts, plan.name))
    level, why = suggest_level(facts, plan.name, today)
    return plan if why == "first" else plan._replace(level=level)
