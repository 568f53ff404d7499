"""Append-only JSON Lines files, for match logs and studies."""

import json
from io import SEEK_END
from pathlib import Path
from typing import BinaryIO

from .pipes import detect_encoding


def parse_line(line: str) -> dict[str, object] | None:
    """Return the object in a line, or None if the line is truncated or is no JSON object."""
    try:
        row = json.loads(line)
    except (ValueError, RecursionError):
        return None
    return row if isinstance(row, dict) else None


def terminate_last_line(file: BinaryIO) -> None:
    """Add a newline if the last line of a file has none; ``file`` must be readable."""
    file.seek(0)
    newline = "\n".encode(detect_encoding(file.read(2)))
    size = file.seek(0, SEEK_END)
    if size >= len(newline):
        file.seek(-len(newline), SEEK_END)
        if file.read() != newline:
            file.write(newline)


def add_row(path: Path, row: str) -> None:
    """Add a line to a file, in the encoding of the file; raise OSError if that fails."""
    with path.open("a+b") as file:
        file.seek(0)
        file.write(f"{row}\n".encode(detect_encoding(file.read(2))))
