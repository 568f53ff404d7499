"""The log of a match: a line of JSON for each game, so that the same command can continue it."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import TypedDict

from ...rules import NotationError
from ..pipes import decoded, note
from ..rows import add_row, end_last_line, read_row

BEGINS = '{"match": '  # every line, as ``json.dumps`` writes it


class Played(TypedDict):
    """A game of a match; the players are "a" and "b", and even numbers have "a" begin."""

    number: int
    first: str  # the player that had the first colour
    winner: str | None  # None: a draw
    how: str  # as in ``Outcome.how``, or why the loser forfeited
    fault: bool  # whether the loser forfeited
    link: str


class Log:
    """The games of the match ``about`` with the ``wanted`` numbers, stored in a file if ``path``.

    Raise NotationError if the file cannot be read or written, or holds something else.
    """

    def __init__(self, path: Path | None, about: Sequence[object], wanted: Sequence[int]) -> None:
        self.path, self.about = path, json.loads(json.dumps(about))
        known = kept(path, self.about) if path else []
        self.games = [game for game in known if game["number"] in wanted]
        done = {game["number"] for game in self.games}
        self.missing = [number for number in wanted if number not in done]
        if path:
            prepare(path)

    def add(self, game: Played) -> None:
        """Add a game."""
        self.games.append(game)
        if self.path:
            try:
                add_row(self.path, json.dumps({"match": self.about, "game": game}))
            except OSError as error:
                raise refused(self.path, error) from error


def kept(path: Path, about: list[object]) -> list[Played]:
    """The games of the match ``about`` in a file; damaged lines are reported and skipped."""
    if path.is_fifo():  # reading it would block
        raise NotationError(f"no log can be kept in {path}: a pipe cannot be read again")
    try:
        text = decoded(path.read_bytes())
    except FileNotFoundError:
        return []
    except OSError as error:
        raise refused(path, error) from error
    lines = [line for line in text.splitlines() if line.strip()]
    if lines and not any(line.startswith(BEGINS) for line in lines):
        raise NotationError(f"{path} is not the log of a match; name another file")
    games, bad = dict[int, Played](), 0
    for line in lines:
        row = read_row(line)
        if row is not None and row.get("match") != about:
            continue
        game = None if row is None else game_of(row.get("game"))
        if game is None:
            bad += 1
        else:
            games[game["number"]] = game
    if bad:
        note(f"{path}: lines without a whole game, passed over: {bad}")
    return list(games.values())


def game_of(value: object) -> Played | None:
    """The game in a row of a log, or None if a field is missing or invalid."""
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
    """Create the file if necessary, and let it end with a newline."""
    try:
        with path.open("a+b") as log:
            end_last_line(log)
    except OSError as error:
        raise refused(path, error) from error


def refused(path: Path, error: OSError) -> NotationError:
    """The error for a log that cannot be read or written."""
    return NotationError(f"no log can be kept in {path}: {error.strerror or error}")
