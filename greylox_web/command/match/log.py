"""The log of a match: a line of JSON per game, with which the same command resumes the match."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import TypedDict

from ...rules import NotationError
from ..jsonl import add_row, parse_line, terminate_last_line
from ..pipes import decode, print_error

HEADER_PREFIX = '{"match": '  # of every line, as ``json.dumps`` writes it


class MatchGame(TypedDict):
    """A game of a match; the players are "a" and "b", and "a" begins in games of even number."""

    number: int
    first: str  # the player of the first colour
    winner: str | None  # None: a draw
    how: str  # as in ``Outcome.reason``, or why the loser forfeited
    fault: bool  # whether the loser forfeited
    link: str


class Log:
    """The games ``wanted_numbers`` of the match ``match_id``, stored in a file if ``path``.

    Raise NotationError if the file cannot be read or written, or is not a log.
    """

    def __init__(
        self, path: Path | None, match_id: Sequence[object], wanted_numbers: Sequence[int]
    ) -> None:
        self.path, self.match_id = path, json.loads(json.dumps(match_id))
        stored_games = read_games(path, self.match_id) if path else []
        self.games = [game for game in stored_games if game["number"] in wanted_numbers]
        done = {game["number"] for game in self.games}
        self.missing_numbers = [number for number in wanted_numbers if number not in done]
        if path:
            prepare_file(path)

    def add(self, game: MatchGame) -> None:
        """Add a game."""
        self.games.append(game)
        if self.path:
            try:
                add_row(self.path, json.dumps({"match": self.match_id, "game": game}))
            except OSError as error:
                raise log_error(self.path, error) from error


def read_games(path: Path, match_id: list[object]) -> list[MatchGame]:
    """Read the games of the match ``match_id`` in a file; report and skip damaged lines."""
    if path.is_fifo():  # reading it would block
        raise NotationError(f"no log can be kept in {path}: a pipe cannot be read again")
    try:
        text = decode(path.read_bytes())
    except FileNotFoundError:
        return []
    except OSError as error:
        raise log_error(path, error) from error
    lines = [line for line in text.splitlines() if line.strip()]
    if lines and not any(line.startswith(HEADER_PREFIX) for line in lines):
        raise NotationError(f"{path} is not the log of a match; name another file")
    games, bad = dict[int, MatchGame](), 0
    for line in lines:
        row = parse_line(line)
        if row is not None and row.get("match") != match_id:
            continue
        game = None if row is None else parse_game(row.get("game"))
        if game is None:
            bad += 1
        else:
            games[game["number"]] = game
    if bad:
        print_error(f"{path}: lines without a whole game, passed over: {bad}")
    return list(games.values())


def parse_game(value: object) -> MatchGame | None:
    """Return the game in a row of a log, or None if a field is missing or invalid."""
    match value:
        case {
            "number": int(number),
            "first": str(first),
            "winner": "a" | "b" | None as winner,
            "how": str(how),
            "fault": bool(fault),
            "link": str(link),
        } if not isinstance(number, bool) and number >= 0 and first == "ab"[number % 2]:
            return MatchGame(
                number=number, first=first, winner=winner, how=how, fault=fault, link=link
            )
    return None


def prepare_file(path: Path) -> None:
    """Create the file if necessary, and add a newline to an incomplete last line."""
    try:
        with path.open("a+b") as log:
            terminate_last_line(log)
    except OSError as error:
        raise log_error(path, error) from error


def log_error(path: Path, error: OSError) -> NotationError:
    """Return the error for a log that cannot be read or written."""
    return NotationError(f"no log can be kept in {path}: {error.strerror or error}")
