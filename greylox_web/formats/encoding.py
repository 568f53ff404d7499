"""Decoding of the bytes of a file.

The encoding is the first of these: the one of a byte order mark; the label in ``CA`` in the root of
an SGF; UTF-8 if the bytes are valid; Windows-1252, with a warning.  UTF-16 without a byte order
mark is not recognised.
"""

import re
from collections.abc import Callable, Iterator
from typing import NamedTuple

from ..words import error_text
from . import sgf_grammar

MARKS = {b"\xef\xbb\xbf": "utf-8", b"\xff\xfe": "utf-16le", b"\xfe\xff": "utf-16be"}
CODE_PAGES = {"cp932": "shift_jis", "cp936": "gbk", "cp949": "euc-kr", "cp950": "big5"}
HEAD = 1 << 16  # bytes that are searched for a label
MAX_LABELS = 8
LABEL = re.compile(rb"CA\s*\[\s*([\w.:+-]{1,40})\s*\]", re.A)

Decode = Callable[[bytes, str, bool], str]
"""A function that decodes bytes (data, label of the Encoding Standard, strict).

An unknown label raises LookupError.  If strict, a malformed byte raises ValueError."""


class Decoded(NamedTuple):
    """The decoded text of a file."""

    text: str
    doubt: str = ""  # a sentence: why the text may be wrong; or ""


def decode_text(data: bytes, decode: Decode) -> Decoded:
    """Decode the bytes of a file; never fail."""
    marks = (label for mark, label in MARKS.items() if data.startswith(mark))
    if label := next(marks, "") or _label(data, decode):
        try:
            return Decoded(decode(data, label, True))
        except ValueError:
            return Decoded(decode(data, label, False), error_text("file-malformed", label=label))
    try:
        return Decoded(decode(data, "utf-8", True))
    except ValueError:
        doubt = "" if b"\0" in data else error_text("file-encoding")
        return Decoded(decode(data, "windows-1252", False), doubt)


def _label(data: bytes, decode: Decode) -> str:
    """Return the label in the root of an SGF, or "" if there is no known label.

    In some encodings a byte of a character can equal a bracket, so the label is needed to parse the
    file.  A label counts only if decoding by this label yields the same label in the root.
    """
    head = data[:HEAD]
    if head.lstrip()[:1] in (b"{", b"["):
        return ""  # JSON, in which only a comment can hold SGF
    for name in _labels(head):
        label = CODE_PAGES.get(name, name)
        try:
            nodes = sgf_grammar.parse(decode(head, label, False)).nodes
        except LookupError:
            continue
        if nodes and nodes[0].properties.get("CA", [""])[0].strip().lower() == name:
            return label
    return ""


def _labels(head: bytes) -> Iterator[str]:
    """Yield each possible label once, in lower case."""
    names = dict.fromkeys(match[1].decode().lower() for match in LABEL.finditer(head))
    yield from list(names)[:MAX_LABELS]
