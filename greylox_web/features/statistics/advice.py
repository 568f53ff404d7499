"""The suggested level and board for the next game, from the player's results.

The suggestion never exceeds the next opponent of the ladder.  It is lower after losses: on any
board, a win leads to the next higher level, and two losses in a row lead to the next lower one.
Once the strength is known from games on the default board, it limits the suggestion.
"""

from datetime import date
from typing import Literal, NamedTuple

from ...progress import FactLog
from ...rules import Game, default_game
from ...rules.notation.links import write_spec
from ...session.last_choices import newcomer_game, read_choices
from ...session.new_game_form import NewGameForm, with_game
from .ladder import level_of, next_level, unaided
from .results import LOST, WON, games_outside_lessons, level_estimate, max_level

MIN_SAME_RESULTS = 3  # so many equal results against a level overrule the estimated strength
LOSSES_TO_LOWER = 2  # losses in a row that lead to a lower level


class Advice(NamedTuple):
    """A level to play next, and the reason."""

    level: int
    why: Literal["first", "won", "lost", "fits"]


def suggest_level(facts: FactLog, game: str, today: date) -> Advice:
    """Return the suggested level of a game as of ``today``; level 1 before the first result."""
    met = [(level_of(fact), int(fact.what["score"])) for fact in unaided(facts, game)]
    if not met:
        return Advice(1, "first")
    top = next_level(facts, game) or max_level(game)
    level = _follow_results(met, top)
    if estimate := level_estimate(facts, game, today):
        level = max(round(estimate.low), min(round(estimate.high) + 1, level))
    last, score = met[-1]
    if met[-MIN_SAME_RESULTS:] == [(last, score)] * MIN_SAME_RESULTS:
        level = max(level, last + 1) if score == WON else level
        level = min(level, last - 1) if score == LOST else level
    level = max(1, min(top, level))
    if score == WON and level > last:
        return Advice(level, "won")
    return Advice(level, "lost" if score == LOST and level < last else "fits")


def _follow_results(met: list[tuple[int, int]], top: int) -> int:
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
    return max(1, min(top, level))


def fits_first_board(facts: FactLog, game: str) -> bool:
    """Return whether the small first board fits: no win on it, and no game on another board."""
    first = write_spec(newcomer_game(game))
    return all(
        fact.what["spec"] == first and fact.what["score"] != WON
        for fact in games_outside_lessons(facts, game)
    )


def is_new_to_default_board(facts: FactLog, game: str) -> bool:
    """Return whether a game was won on the small first board, and none played on the default."""
    first, default = write_spec(newcomer_game(game)), write_spec(default_game(game))
    played = [fact.what for fact in games_outside_lessons(facts, game)]
    has_won = any(what["spec"] == first and what["score"] == WON for what in played)
    return has_won and all(what["spec"] != default for what in played)


def suggested_game(facts: FactLog, game: str) -> Game:
    """Return the game on the board that fits a player without a stored choice."""
    return newcomer_game(game) if fits_first_board(facts, game) else default_game(game)


def apply_suggestion(
    form: NewGameForm, facts: FactLog, remembered: str, today: date
) -> NewGameForm:
    """Return the form with the level and board that fit the player.

    The player's stored choice for this game (the preference ``remembered``) stays.  So do a board
    from a link and, before the first result, the current level.
    """
    if form.name in read_choices(remembered).games:
        return form
    if form == with_game(form, newcomer_game(form.name)):
        form = with_game(form, suggested_game(facts, form.name))
    level, why = suggest_level(facts, form.name, today)
    return form if why == "first" else form._replace(level=level)
