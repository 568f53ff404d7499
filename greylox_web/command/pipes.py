"""Standard streams that are closed, full, or whose other end is gone."""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import BinaryIO


def both_ends() -> tuple[BinaryIO, BinaryIO]:
    """Standard input and output; raise BrokenPipeError if one of them is closed."""
    if sys.stdin is None or sys.stdout is None:
        raise BrokenPipeError
    return sys.stdin.buffer, sys.stdout.buffer


def note(text: str = "", end: str = "\n") -> None:
    """Print to standard error; if that is not possible, nothing happens."""
    if sys.stderr is not None:  # else it would go to standard output
        with suppress(OSError, ValueError):
            print(text, end=end, file=sys.stderr, flush=True)


@contextmanager
def quietly() -> Iterator[None]:
    """Turn any OSError into BrokenPipeError, and discard all further output."""
    try:
        yield
    except OSError as error:
        with open(os.devnull, "wb") as nowhere:  # takes what Python flushes when it exits
            os.dup2(nowhere.fileno(), sys.stdout.fileno())
        raise BrokenPipeError from error
