"""Files of JSON, one object a line, to which a command adds; used by match logs and studies."""

import json
from io import SEEK_END
from typing import BinaryIO


def read_row(line: str) -> dict[str, object] | None:
    """The object in a line, or None where the line is cut short or something else."""
    try:
        row = json.loads(line)
    except (ValueError, RecursionError):
        return None
    return row if isinstance(row, dict) else None


def end_last_line(file: BinaryIO) -> None:
    """Add the newline that the last line of a file lacks, if it does; ``file`` can be read."""
    if file.seek(0, SEEK_END):
        file.seek(-1, SEEK_END)
        if file.read(1) != b"\n":
            file.write(b"\n")
