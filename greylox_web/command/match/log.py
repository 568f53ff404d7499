"""The log of a match: one line of JSON for each game, so that a match can be gone on from."""

import json
import sys
from io import SEEK_END
from pathlib import Path

from ...rules import NotationError
from .games import Played


def kept(path: Path, about: list[object]) -> list[Played]:
    """The games of the match ``about`` that the log holds; what is no whole game is told of."""
    try:
        text = path.read_text("utf-8", "replace")
    except FileNotFoundError:
        return []
    except OSError as error:
        raise refused(path, error) from error
    games, bad = dict[int, Played](), 0
    for line in filter(str.strip, text.splitlines()):
        row = row_of(line)
        if row is not None and row.get("match") != about:
            continue
        game = None if row is None else game_of(row.get("game"))
        if game is None:
            bad += 1
        else:
            games[game["number"]] = game
    if bad:
        print(f"{path}: lines without a whole game, passed over: {bad}", file=sys.stderr)
    return list(games.values())


def row_of(line: str) -> dict[str, object] | None:
    """What a line of the log says, or None where it is cut short or something else."""
    try:
        row = json.loads(line)
    except (ValueError, RecursionError):
        return None
    return row if isinstance(row, dict) else None


def game_of(value: object) -> Played | None:
    """The game in a row of a log, or None where a field is missing or makes no sense."""
    match value:
        case {
            "number": int(number),
            "first": str(first),
            "winner": "a" | "b" | None as winner,
            "how": str(how),
            "fault": bool(fault),
            "link": str(link),
        } if not isinstance(number, bool) and number >= 0 and first == "ab"[number % 2]:
            return Played(
                number=number, first=first, winner=winner, how=how, fault=fault, link=link
            )
    return None


def prepare(path: Path) -> None:
    """See to it that rows can be added, the first one on a line of its own."""
    try:
        with path.open("a+b") as log:
            if log.seek(0, SEEK_END):
                log.seek(-1, SEEK_END)
                if log.read(1) != b"\n":
                    log.write(b"\n")
    except OSError as error:
        raise refused(path, error) from error


def keep(path: Path, about: list[object], game: Played) -> None:
    """Add a game of the match ``about``."""
    try:
        with path.open("a", encoding="utf-8") as log:
            log.write(json.dumps({"match": about, "game": game}) + "\n")
    except OSError as error:
        raise refused(path, error) from error


def refused(path: Path, error: OSError) -> NotationError:
    """Why there can be no log."""
    return NotationError(f"no log can be kept in {path}: {error.strerror or error}")
