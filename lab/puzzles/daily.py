"""The puzzle of each day: an append-only list.

The games take turns, and within a game the order is random, so that neither the board nor the
difficulty can be predicted; every puzzle comes once.
"""

from collections.abc import Mapping, Sequence
from hashlib import sha256
from pathlib import Path


def appended(known: Sequence[str], counts: Mapping[str, int]) -> list[str]:
    """The list with the missing puzzles appended; ``counts`` are the puzzles of each game."""
    names = {
        game: [f"{game}-{number}" for number in range(1, count + 1)]
        for game, count in counts.items()
    }
    left = {game: sorted(set(all_of) - set(known), key=_lot) for game, all_of in names.items()}
    found = [*known]
    while any(left.values()):
        found += [rest.pop() for rest in left.values() if rest]
    return found


def _lot(name: str) -> str:
    return sha256(name.encode()).hexdigest()


def append(folder: Path, counts: Mapping[str, int]) -> int:
    """Update the list in this folder; return its number of days."""
    path = folder / "daily.txt"
    known = path.read_text().split() if path.exists() else []
    names = appended(known, counts)
    path.write_text("".join(f"{name}\n" for name in names))
    return len(names)
