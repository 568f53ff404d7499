"""The player's games against the engine in words: results, strength, and the next opponent."""

from datetime import date
from typing import NamedTuple

from ...progress import FactLog
from ...rules import TITLES, default_game
from ...session import naming
from ...session.naming import board_text
from ...session.session import LESSON_REASON, TEACH_REASON
from ...words import locale_format
from ...words.opponents import OPPONENT_WORDS as WORDS
from . import results
from .advice import suggest_level
from .game_result import GameResult
from .ladder import ladder_wins, level_of, next_level
from .ladder_text import not_beaten_text


class RatingNote(NamedTuple):
    """The note on the player's results that the result card shows."""

    level: int  # the level whose avatar is shown
    lines: tuple[str, ...]


def rating_note(facts: FactLog, game: str, result: GameResult) -> RatingNote:
    """Return the note on a game that has just ended; ``facts`` include it already."""
    newly_beaten = is_newly_beaten(facts, game, result)
    beaten = {level_of(fact) for fact in ladder_wins(facts, game)}
    is_unbeaten_win = (
        result.score == results.WON
        and result.unrated not in ("", LESSON_REASON)
        and result.level <= results.max_level(game)
        and result.level not in beaten
    )
    level, lines = result.level, list[str]()
    if newly_beaten:
        level = next_level(facts, game) or result.level
        lines.append(beaten_text(result.level, level))
    elif is_unbeaten_win:
        lines.append(not_beaten_text(game, result.level, result.unrated))
    else:
        met = [fact for fact in results.games(facts, game) if level_of(fact) == result.level]
        tally = results.tally(met)
        lines.append(
            WORDS["against"].format(
                Game=TITLES[game],
                Name=naming.engine_name(result.level),
                won=tally.won,
                games=max(tally.games, 1),
            )
        )
    if not result.unrated:
        lines.append(strength_text(facts, game))
    elif (
        not newly_beaten and not is_unbeaten_win
    ):  # else it was on the small board, and the card offers the usual one
        board = board_text(default_game(game))
        lines.append(WORDS[f"unrated-{unrated_text(result.unrated)}"].format(board=board))
    if not newly_beaten:
        suggested, why = suggest_level(facts, game, date.today())
        if suggested > result.level or (suggested < result.level and why == "lost"):
            level = suggested
            key = "next" if level == next_level(facts, game) else "suits"
            lines.append(WORDS[key].format(Name=naming.engine_name(level), level=level))
    return RatingNote(level, tuple(lines))


def is_newly_beaten(facts: FactLog, game: str, result: GameResult) -> bool:
    """Return whether the game that has just ended was the first to beat its level."""
    met = [fact for fact in results.games(facts, game) if level_of(fact) == result.level]
    won = [fact for fact in ladder_wins(facts, game) if level_of(fact) == result.level]
    just_ended = (result.score, result.unrated)
    return (
        len(won) == 1
        and won == met[-1:]
        and just_ended == (won[0].what["score"], won[0].what["unrated"])
    )


def is_lost_first_game(facts: FactLog, result: GameResult) -> bool:
    """Return whether the player has just lost the first game of all, without a teacher."""
    is_free = result.unrated not in (LESSON_REASON, TEACH_REASON)
    return is_free and result.score == results.LOST and len(results.games(facts)) == 1


def beaten_text(level: int, following: int) -> str:
    """Return that a level is beaten, and who comes next; the last level has no ``following``."""
    key = "beaten-next" if following != level else "beaten-last"
    return WORDS[key].format(
        Name=naming.engine_name(level), Next=naming.engine_name(following), level=following
    )


def unrated_text(unrated: str) -> str:
    """Return the reason, or "other" without words for it: a newer version may store more."""
    return unrated if f"unrated-{unrated}" in WORDS else "other"


def strength_text(facts: FactLog, game: str) -> str:
    """Return the player's strength with its interval, or how many more games it needs."""
    estimate = results.level_estimate(facts, game, date.today())
    if estimate is None:
        games_missing = max(1, results.MIN_RATED_GAMES - len(results.rated(facts, game)))
        return WORDS["strength-later"].format(Game=TITLES[game], count=games_missing)
    level, low, high = (locale_format.formats.number(value, 1) for value in estimate)
    return WORDS["strength"].format(
        Game=TITLES[game], levels=results.max_level(game), level=level, low=low, high=high
    )
