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

from .boards import game_of
from .data import Memory, Rows, joined, rows_of
from .selfplay import Finished

FIELDS = (*Batch._fields, *Rows._fields[1:])
DAMAGE = (zipfile.BadZipFile, zlib.error, OSError, EOFError, KeyError, ValueError)


class Round(NamedTuple):
    """The file of one round of self-play."""

    path: Path
    spec: str
    positions: int


class Damaged(ValueError):
    """A file that does not hold the positions of a round; the message says which, and why."""


class Replay:
    """The replay buffer, by board; it keeps the newest rounds that hold ``most`` positions."""

    def __init__(self, folder: Path, most: int) -> None:
        self.folder, self.most = folder, most
        self.memories: dict[str, Memory] = {}
        self.rounds: deque[Round] = deque()
        self.count = 0
        self.next = 0
        folder.mkdir(parents=True, exist_ok=True)

    def load(self) -> None:
        """Read what the folder holds, the oldest first."""
        for path in sorted(self.folder.glob("*.npz")):
            self.next = int(path.stem) + 1
            try:
                spec, rows = read(path)
            except Damaged as damage:
                print(damage, flush=True)
                path.unlink()
                continue
            self._take(path, spec, rows)

    def add(self, spec: str, games: list[Finished], trust_in_end: float) -> Rows | None:
        """Add finished games and store them; return their positions, or None without any."""
        encoder = self.memory(spec).encoder
        found = [rows_of(encoder, game, trust_in_end) for game in games if game.lessons]
        if not found:
            return None
        rows = joined(found)
        path = self.folder / f"{self.next:08}.npz"
        self.next += 1
        write(path, spec, rows)
        self._take(path, spec, rows)
        return rows

    def memory(self, spec: str) -> Memory:
        """The positions of games on this board with these options."""
        if spec not in self.memories:
            self.memories[spec] = Memory(game_of(spec))
        return self.memories[spec]

    @property
    def counts(self) -> dict[str, int]:
        """The positions of each board with its options."""
        return {spec: memory.count for spec, memory in self.memories.items()}

    def clear(self) -> None:
        """Remove all positions and their files."""
        for path in self.folder.glob("*.npz"):
            path.unlink()
        self.memories, self.rounds, self.count = {}, deque(), 0

    def _take(self, path: Path, spec: str, rows: Rows) -> None:
        self.memory(spec).add(rows)
        self.rounds.append(Round(path, spec, len(rows.value)))
        self.count += len(rows.value)
        while self.count - self.rounds[0].positions >= self.most:
            old = self.rounds.popleft()
            self.memories[old.spec].forget()
            self.count -= old.positions
            old.path.unlink()


def write(path: Path, spec: str, rows: Rows) -> None:
    """Write the positions to a file, atomically."""
    arrays: dict[str, Any] = dict(zip(FIELDS, (*rows.batch, *rows[1:]), strict=True))
    new = path.with_suffix(".new")
    with new.open("wb") as file:
        np.savez_compressed(file, spec=np.array(spec), **arrays)
    new.replace(path)


def read(path: Path) -> tuple[str, Rows]:
    """The board and the positions in a file; raise Damaged where it is cut or altered."""
    try:
        with np.load(path) as kept:
            spec = str(kept["spec"])
            arrays = [kept[name] for name in FIELDS]
        cells = game_of(spec).board.cells.bit_count()
    except (*DAMAGE, NotationError) as error:
        raise Damaged(f"{path} is damaged and is left out: {error}") from error
    rows = Rows(Batch(*arrays[:4]), *arrays[4:])
    if {len(array) for array in arrays} != {len(rows.value)} or rows.owner.shape[1] != cells:
        raise Damaged(f"{path} is damaged and is left out: its tables do not fit each other")
    return spec, rows
