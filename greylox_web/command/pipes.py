"""Standard streams that are closed, full, or whose other end is gone, and lines of text in them.

Text is UTF-8, with a byte order mark or without, or UTF-16 with one, as PowerShell writes it.
"""

import os
import shlex
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import BinaryIO

UTF16_MARKS = {b"\xff\xfe": "utf-16-le", b"\xfe\xff": "utf-16-be"}
"""The beginning of a text in UTF-16, and its encoding."""
BLOCK = 1 << 16  # octets that are read at once, an even number
INSTALL = f"{shlex.quote(sys.executable or 'python3')} -m pip install"


def detect_encoding(start: bytes) -> str:
    """The encoding of a text that begins with these octets."""
    return UTF16_MARKS.get(start[:2], "utf-8")


def decode(octets: bytes) -> str:
    """The text of a file; what is no text in its encoding becomes U+FFFD."""
    return octets.decode(detect_encoding(octets), "replace").removeprefix("\ufeff")


class LineReader:
    """The lines of a stream as text, each as soon as it is there; U+FFFD is what is no text.

    Of a longer line there are more than ``max_characters`` characters, and the rest is lost.
    """

    def __init__(self, source: BinaryIO, max_characters: int) -> None:
        self.source = source
        self.max_bytes = 4 * (max_characters + 2)  # octets that so many characters may take
        self.encoding = ""

    def __iter__(self) -> Iterator[str]:
        while line := self._octets():
            yield line.decode(self.encoding, "replace").removeprefix("\ufeff")

    def _octets(self) -> bytes:
        """The next line; b"" at the end."""
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
    """Standard input and output; raise BrokenPipeError if one of them is closed."""
    if sys.stdin is None or sys.stdout is None:
        raise BrokenPipeError
    return sys.stdin.buffer, sys.stdout.buffer


def print_error(text: str = "", end: str = "\n") -> None:
    """Print to standard error; if that is not possible, nothing happens."""
    if sys.stderr is not None:  # else it would go to standard output
        with suppress(OSError, ValueError):
            print(text, end=end, file=sys.stderr, flush=True)


@contextmanager
def ignore_broken_pipe() -> Iterator[None]:
    """Turn any OSError into BrokenPipeError, and discard all further output."""
    try:
        yield
    except OSError as error:
        with open(os.devnull, "wb") as nowhere:  # takes what Python flushes when it exits
            os.dup2(nowhere.fileno(), sys.stdout.fileno())
        raise BrokenPipeError from error
