"""The file of a study: the first line describes the study, every other line is a game.

A line counts only if it is complete and agrees with the game in its link.  Damaged games are played
again, and no game counts twice.
"""

from collections.abc import Sequence
from pathlib import Path

from ...measure.rows import (
    LadderRow,
    Pair,
    Row,
    StudyParameters,
    difference,
    format_header,
    format_row,
    pair_of,
    parse_fields,
    parse_game,
    parse_header,
)
from ...rules import NotationError
from ..jsonl import add_row, terminate_last_line
from ..pipes import decode, print_error


class Results:
    """The games of a study, stored in a file if ``path``; NotationError if the file is unusable."""

    def __init__(self, path: Path | None, parameters: StudyParameters, **metadata: str) -> None:
        """Load the stored games; the first line has ``metadata`` (method, engine etc.), too."""
        self.path, self.parameters, self.metadata = path, parameters, metadata
        self.file_engine: object = None  # the engine that played the stored games
        self.rows = dict[tuple[int, int], Row]()
        self.ladder_rows = dict[tuple[Pair, int], LadderRow]()
        if path is not None:
            self._read(path)
            self._prepare(path)

    def add(self, row: Row | LadderRow) -> None:
        """Add a game, unless it is already present."""
        if not self._keep(row):
            return
        if self.file_engine not in (None, ours := self.metadata.get("engine", self.file_engine)):
            print_error(f"{self.path}: begun with engine {self.file_engine}; now {ours}")
            self.file_engine = ours
        if self.path is not None:
            self._write(self.path, format_row(row))

    def missing(self, visits: int | Pair, games: int) -> list[int]:
        """Return the numbers below ``games`` that have no game with these visits yet."""
        played = self.rows if isinstance(visits, int) else self.ladder_rows
        return [number for number in range(games) if (visits, number) not in played]

    def _keep(self, row: Row | LadderRow) -> bool:
        """Keep a game in memory; return False if it is already present."""
        if isinstance(row["visits"], int):
            is_new = self.rows.setdefault((row["visits"], row["number"]), row) is row
        else:
            key = pair_of(row), row["number"]
            is_new = self.ladder_rows.setdefault(key, row) is row
        return is_new

    def _write(self, path: Path, line: str) -> None:
        try:
            add_row(path, line)
        except OSError as error:
            raise file_error(path, error) from error

    def _read(self, path: Path) -> None:
        if path.is_fifo():  # reading it would block
            raise NotationError(f"no results can be kept in {path}: a pipe cannot be read again")
        try:
            lines = decode(path.read_bytes()).splitlines()
        except FileNotFoundError:
            return
        except OSError as error:
            raise file_error(path, error) from error
        self.load_lines(lines, path)

    def load_lines(self, lines: Sequence[str], path: Path) -> None:
        """Load the games in the lines of a file; ``path`` is its name in notes and errors."""
        if not any(map(str.strip, lines)):
            return
        stored_parameters = parse_header(lines[0])
        if stored_parameters is None:
            raise NotationError(f"{path} holds no results of a study; name another file")
        if stored_parameters != self.parameters:
            raise NotationError(
                f"{path} holds another study, {difference(stored_parameters, self.parameters)}"
            )
        self.file_engine = parse_fields(lines[0]).get("engine")
        rows = [parse_game(line, self.parameters) for line in lines[1:] if line.strip()]
        added = sum(self._keep(row) for row in rows if row is not None)
        if bad := sum(row is None for row in rows):
            print_error(f"{path}: damaged lines, passed over: {bad}")
        if duplicates := len(rows) - bad - added:
            print_error(f"{path}: games that stand there twice, counted once: {duplicates}")

    def _prepare(self, path: Path) -> None:
        """Write the first line of an empty file, and add a newline to an incomplete last line."""
        try:
            with path.open("a+b") as file:
                file.seek(0)
                if not decode(file.read()).strip():
                    file.truncate(0)
                    file.write(format_header(self.parameters, **self.metadata).encode() + b"\n")
                    return
                terminate_last_line(file)
        except OSError as error:
            raise file_error(path, error) from error


def stored_network(path: Path, requested: StudyParameters) -> str:
    """Return the network of the games in a file; by default the network of ``requested``."""
    try:
        with path.open(encoding="utf-8", errors="replace") as file:
            stored = parse_header(file.readline())
    except OSError as error:
        raise file_error(path, error) from error
    return requested.network if stored is None else stored.network


def file_error(path: Path, error: OSError) -> NotationError:
    """Return the error for results that cannot be read or written."""
    return NotationError(f"no results can be kept in {path}: {error.strerror or error}")
