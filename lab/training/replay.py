"""The replay buffer: the newest positions of self-play, in memory and packed in a folder.

Each round of self-play is one file, so that an interruption loses at most the current round.  A
damaged file is reported and removed.
"""

import zipfile
import zlib
from collections import deque
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from greylox_web.engine.inputs import Batch
from greylox_web.rules import NotationError

from .boards import parse_game
from .data import BoardReplay, TrainingRows, concatenate, make_rows
from .selfplay import FinishedGame

FIELDS = (*Batch._fields, *TrainingRows._fields[1:])
READ_ERRORS = (zipfile.BadZipFile, zlib.error, OSError, EOFError, KeyError, ValueError)


class Round(NamedTuple):
    """The file of one round of self-play."""

    path: Path
    spec: str
    positions: int


class CorruptRound(ValueError):
    """The error for a file without the positions of a round; the message has its path and why."""


class ReplayBuffer:
    """The replay buffer, by board: the newest rounds with at most ``max_positions`` positions."""

    def __init__(self, folder: Path, max_positions: int) -> None:
        self.folder, self.max_positions = folder, max_positions
        self.buffers: dict[str, BoardReplay] = {}
        self.rounds: deque[Round] = deque()
        self.count = 0
        self.next_number = 0
        folder.mkdir(parents=True, exist_ok=True)

    def load(self) -> None:
        """Read the rounds in the folder, the oldest first; delete damaged files."""
        for path in sorted(self.folder.glob("*.npz")):
            self.next_number = int(path.stem) + 1
            try:
                spec, rows = read(path)
            except CorruptRound as damage:
                print(damage, flush=True)
                path.unlink()
                continue
            self._append(path, spec, rows)

    def add(
        self, spec: str, games: list[FinishedGame], result_weight: float
    ) -> TrainingRows | None:
        """Add finished games and store them; return their positions, or None if there are none."""
        encoder = self.buffer_of(spec).encoder
        game_rows = [make_rows(encoder, game, result_weight) for game in games if game.samples]
        if not game_rows:
            return None
        rows = concatenate(game_rows)
        path = self.folder / f"{self.next_number:08}.npz"
        self.next_number += 1
        write(path, spec, rows)
        self._append(path, spec, rows)
        return rows

    def buffer_of(self, spec: str) -> BoardReplay:
        """Return the buffer of games on this board with these options, a new one if needed."""
        if spec not in self.buffers:
            self.buffers[spec] = BoardReplay(parse_game(spec))
        return self.buffers[spec]

    @property
    def counts(self) -> dict[str, int]:
        """The number of positions of each board with its options."""
        return {spec: buffer.count for spec, buffer in self.buffers.items()}

    def clear(self) -> None:
        """Remove all positions and their files."""
        for path in self.folder.glob("*.npz"):
            path.unlink()
        self.buffers, self.rounds, self.count = {}, deque(), 0

    def _append(self, path: Path, spec: str, rows: TrainingRows) -> None:
        self.buffer_of(spec).add(rows)
        self.rounds.append(Round(path, spec, len(rows.value)))
        self.count += len(rows.value)
        while self.count - self.rounds[0].positions >= self.max_positions:
            old = self.rounds.popleft()
            self.buffers[old.spec].drop_oldest()
            self.count -= old.positions
            old.path.unlink()


def write(path: Path, spec: str, rows: TrainingRows) -> None:
    """Write the positions to a file, atomically."""
    arrays: dict[str, Any] = dict(zip(FIELDS, (*rows.batch, *rows[1:]), strict=True))
    new = path.with_suffix(".new")
    with new.open("wb") as file:
        np.savez_compressed(file, spec=np.array(spec), **arrays)
    new.replace(path)


def read(path: Path) -> tuple[str, TrainingRows]:
    """Read the board and the positions in a file; raise CorruptRound if it is damaged."""
    try:
        with np.load(path) as archive:
            spec = str(archive["spec"])
            arrays = [archive[name] for name in FIELDS]
        cells = parse_game(spec).board.cells.bit_count()
    except (*READ_ERRORS, NotationError) as error:
        raise CorruptRound(f"{path} is damaged and is left out: {error}") from error
    rows = TrainingRows(Batch(*arrays[:4]), *arrays[4:])
    if {len(array) for array in arrays} != {len(rows.value)} or rows.owner.shape[1] != cells:
        raise CorruptRound(f"{path} is damaged and is left out: its tables do not fit each other")
    return spec, rows
