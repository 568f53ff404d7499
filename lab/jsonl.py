"""The results of a long trial as JSON Lines, so that the same command can resume it."""

import json
from pathlib import Path
from typing import Any

Row = dict[str, Any]


def read_rows(path: Path | None) -> list[Row]:
    """Return all rows of a file, or none if it does not exist."""
    if path is None or not path.exists():
        return []
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()]


def rows_by_number(path: Path | None, seed: int) -> dict[int, Row]:
    """Return the rows of a file with this seed, by their numbers."""
    return {row["number"]: row for row in read_rows(path) if row["seed"] == seed}


def append_row(path: Path | None, row: Row) -> None:
    """Append a row, unless ``path`` is None."""
    if path is not None:
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("a", encoding="utf-8") as file:
            file.write(json.dumps(row) + "\n")
