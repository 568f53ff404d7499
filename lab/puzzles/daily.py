"""The puzzle of each day: an append-only list.

The games take turns, and within a game the order is random, so that neither the board nor the
difficulty can be predicted; every puzzle is listed once.
"""

from collections.abc import Mapping, Sequence
from hashlib import sha256
from pathlib import Path


def extend_list(listed: Sequence[str], counts: Mapping[str, int]) -> list[str]:
    """The list with the missing puzzles appended; ``counts`` has the number for each game."""
    names = {
        game: [f"{game}-{number}" for number in range(1, count + 1)]
        for game, count in counts.items()
    }
    unlisted = {
        game: sorted(set(ids) - set(listed), key=_shuffle_key) for game, ids in names.items()
    }
    puzzle_ids = [*listed]
    while any(unlisted.values()):
        puzzle_ids += [remaining.pop() for remaining in unlisted.values() if remaining]
    return puzzle_ids


def _shuffle_key(name: str) -> str:
    return sha256(name.encode()).hexdigest()


def append(folder: Path, counts: Mapping[str, int]) -> int:
    """Update the list in this folder; return its number of days."""
    path = folder / "daily.txt"
    listed = path.read_text().split() if path.exists() else []
    names = extend_list(listed, counts)
    path.write_text("".join(f"{name}\n" for name in names))
    return len(names)
