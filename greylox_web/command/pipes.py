"""Standard input and output that are closed, full, or left by whoever was on the other side."""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import BinaryIO


def both_ends() -> tuple[BinaryIO, BinaryIO]:
    """Standard input and output; raise BrokenPipeError where one of them was closed."""
    if sys.stdin is None or sys.stdout is None:
        raise BrokenPipeError
    return sys.stdin.buffer, sys.stdout.buffer


def note(text: str = "", end: str = "\n") -> None:
    """Say on standard error how it goes, where anybody hears it: nothing hangs on that."""
    if sys.stderr is not None:  # else it would go to standard output
        with suppress(OSError, ValueError):
            print(text, end=end, file=sys.stderr, flush=True)


@contextmanager
def quietly() -> Iterator[None]:
    """Take any fault of input and output as a broken pipe, after which nothing more is said."""
    try:
        yield
    except OSError as error:
        with open(os.devnull, "wb") as nowhere:  # takes what Python has yet to write at its end
            os.dup2(nowhere.fileno(), sys.stdout.fileno())
        raise BrokenPipeError from error
