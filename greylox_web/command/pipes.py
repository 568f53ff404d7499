"""Lines of text from standard streams, and errors of streams that are closed, full or broken.

Text is UTF-8 with or without a byte order mark, or UTF-16 with a byte order mark, as PowerShell
writes it.
"""

import os
import shlex
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import BinaryIO

UTF16_MARKS = {b"\xff\xfe": "utf-16-le", b"\xfe\xff": "utf-16-be"}
"""The byte order marks of UTF-16 and their encodings."""
BLOCK = 1 << 16  # octets per read, an even number
INSTALL = f"{shlex.quote(sys.executable or 'python3')} -m pip install"


def detect_encoding(start: bytes) -> str:
    """Return the encoding of a text that begins with these octets."""
    return UTF16_MARKS.get(start[:2], "utf-8")


def decode(octets: bytes) -> str:
    """Return the text of a file; malformed octets become U+FFFD."""
    return octets.decode(detect_encoding(octets), "replace").removeprefix("\ufeff")


class LineReader:
    """An iterator of the lines of a stream as text, without delay; malformed octets are U+FFFD.

    A line of more than ``max_characters`` characters is truncated, but still longer than
    ``max_characters``, so that callers can detect it.
    """

    def __init__(self, source: BinaryIO, max_characters: int) -> None:
        self.source = source
        self.max_bytes = 4 * (max_characters + 2)  # the most octets of a line
        self.encoding = ""

    def __iter__(self) -> Iterator[str]:
        while line := self._octets():
            yield line.decode(self.encoding, "replace").removeprefix("\ufeff")

    def _octets(self) -> bytes:
        """Read the next line; b"" at the end."""
        line = b""
        while part := self.source.readline(BLOCK):
            self.encoding = self.encoding or detect_encoding(part)
            if self.encoding != "utf-8" and len(part) % 2:
                part += self.source.read(1)  # the other half of a character
            line += part[: self.max_bytes - len(line)]
            if part.endswith("\n".encode(self.encoding)):
                break
        return line


def open_streams() -> tuple[BinaryIO, BinaryIO]:
    """Return standard input and output; raise BrokenPipeError if one of them is closed."""
    if sys.stdin is None or sys.stdout is None:
        raise BrokenPipeError
    return sys.stdin.buffer, sys.stdout.buffer


def print_error(text: str = "", end: str = "\n") -> None:
    """Print to standard error; ignore failures."""
    if sys.stderr is not None:  # else ``print`` would use standard output
        with suppress(OSError, ValueError):
            print(text, end=end, file=sys.stderr, flush=True)


@contextmanager
def ignore_broken_pipe() -> Iterator[None]:
    """Turn any OSError into BrokenPipeError, and discard all further output."""
    try:
        yield
    except OSError as error:
        with open(os.devnull, "wb") as nowhere:  # receives what Python flushes at exit
            os.dup2(nowhere.fileno(), sys.stdout.fileno())
        raise BrokenPipeError from error
