"""From the bytes of a file to its text.

A byte order mark decides; then ``CA`` in the root of an SGF; then UTF-8 if the bytes are valid;
else it is Windows-1252, with a sentence.  UTF-16 without a byte order mark is not recognised.
"""

import re
from collections.abc import Callable, Iterator
from typing import NamedTuple

from ..words import error_text
from . import sgf_grammar

MARKS = {b"\xef\xbb\xbf": "utf-8", b"\xff\xfe": "utf-16le", b"\xfe\xff": "utf-16be"}
CODE_PAGES = {"cp932": "shift_jis", "cp936": "gbk", "cp949": "euc-kr", "cp950": "big5"}
HEAD = 1 << 16  # bytes in which the label is looked for
MAX_LABELS = 8
LABEL = re.compile(rb"CA\s*\[\s*([\w.:+-]{1,40})\s*\]", re.A)

Decode = Callable[[bytes, str, bool], str]
"""Decodes bytes by a label of the Encoding Standard; if it is strict, a malformed byte raises
ValueError.  An unknown label raises LookupError."""


class Decoded(NamedTuple):
    """The text of a file."""

    text: str
    doubt: str = ""  # why it may not be what was meant, as a sentence, or ""


def decode_text(data: bytes, decode: Decode) -> Decoded:
    """The text in the bytes of a file, whatever they are."""
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
    """The label in the root of an SGF, or "" if there is none that is known.

    Without it the brackets of the text may not be what they seem, so a label counts if it stands
    in the root once the file is decoded by it.
    """
    head = data[:HEAD]
    if head.lstrip()[:1] in (b"{", b"["):
        return ""  # JSON, which has SGF in its comments at most
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
    """What may be the label, in lower case, each once."""
    names = dict.fromkeys(match[1].decode().lower() for match in LABEL.finditer(head))
    yield from list(names)[:MAX_LABELS]
