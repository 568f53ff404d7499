"""The proven puzzles as the page fetches them: a file for each game, and the list of days."""

import json
from pathlib import Path

from .pack import BuildError, Site

SOURCE = Path("lab/puzzles")
BUILD_ONLY_FIELDS = ("number", "net")  # needed only to make and grade puzzles


def build_files(root: Path) -> Site:
    """``puzzles/GAME.json`` for each file of puzzles, and ``puzzles/daily.json``.

    A puzzle is named after its game and its line, ``lox-1`` and so on; lines are only added.
    """
    site: Site = {}
    names = set[str]()
    for path in sorted((root / SOURCE).glob("*.jsonl")):
        rows = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
        names |= {f"{path.stem}-{number}" for number, _ in enumerate(rows, 1)}
        rows_out = [{key: row[key] for key in row if key not in BUILD_ONLY_FIELDS} for row in rows]
        text = ",\n".join(json.dumps(row, separators=(",", ":")) for row in rows_out)
        site[f"puzzles/{path.stem}.json"] = f"[{text}]\n".encode()
    days = (root / SOURCE / "daily.txt").read_text("utf-8").split()
    if unknown := set(days) - names:
        raise BuildError(f"There is no puzzle {min(unknown)}, which daily.txt names.")
    site["puzzles/daily.json"] = json.dumps(days, separators=(",", ":")).encode()
    return site
