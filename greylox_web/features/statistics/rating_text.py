"""The player's games against the engine in words: results, strength, and the next opponent."""

from datetime import date
from typing import NamedTuple

from ...progress import FactLog
from ...rules import TITLES, default_game
from ...session import naming
from ...session.naming import board_text
from ...words.opponents import OPPONENT_WORDS as WORDS
from . import results
from .advice import suggest_level
from .rated import RatedResult


class RatingNote(NamedTuple):
    """The note on the player's results that the result card shows."""

    level: int  # the level whose avatar is shown
    lines: tuple[str, ...]


def rating_note(facts: FactLog, game: str, result: RatedResult) -> RatingNote:
    """Return the note on a game that has just ended; ``facts`` include it already."""
    met = [fact for fact in results.games(facts, game) if fact.what["level"] == result.level]
    tally = results.tally(met)
    lines = [
        WORDS["against"].format(
            Game=TITLES[game],
            Name=naming.engine_name(result.level),
            won=tally.won,
            games=max(tally.games, 1),
        )
    ]
    if result.unrated:
        board = board_text(default_game(game))
        lines.append(WORDS[f"unrated-{unrated_text(result.unrated)}"].format(board=board))
    else:
        lines.append(strength_text(facts, game))
    level, why_it = suggest_level(facts, game, date.today())
    if {"won": results.WON, "lost": results.LOST}.get(why_it) != result.score:
        why_it = "fits"  # an earlier game is the reason
    if level > result.level or (level < result.level and why_it == "lost"):
        lines.append(WORDS[f"next-{why_it}"].format(Name=naming.engine_name(level), level=level))
    else:
        level = result.level
    return RatingNote(level, tuple(lines))


def unrated_text(unrated: str) -> str:
    """Return the reason, or "other" without words for it: a newer version may store more."""
    known_reasons = ("hint", "analysis", "takeback", "seats", "setup", "board", "time", "lesson")
    return unrated if unrated in known_reasons else "other"


def strength_text(facts: FactLog, game: str) -> str:
    """Return the player's strength as a range of levels, or how many more games it needs."""
    level_range = results.level_range(facts, game, date.today())
    if level_range is None:
        games_missing = results.MIN_RATED_GAMES - len(results.rated(facts, game))
        return WORDS["strength-later"].format(Game=TITLES[game], count=games_missing)
    key = "strength-sure" if level_range.least == level_range.most else "strength"
    return WORDS[key].format(Game=TITLES[game], **level_range._asdict())
