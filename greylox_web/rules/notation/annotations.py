"""Comments and marks in a link: its section ``w``.

The section consists of base-32 digits.  They are the deflated UTF-8 of a JSON list, with an item
for each annotated position of the main line::

    [[3, "Why not e5?", [["circle", "d4"], ["label", "e5", "A"], ["arrow", "d4", "e5"]]], ...]

The first value is the number of actions before the position.  A few digits may unpack to any
number of characters, so ``read_annotations`` stops at ``MAX_BYTES``.  Labels are short, because
the board shows them, unlike comments, before the reader opens them.
"""

import json
import re
import zlib
from collections.abc import Sequence
from typing import NamedTuple

from ...schema import SchemaError, list_of, max_length, read_json
from ...text import MAX_COMMENT_LENGTH, MAX_MARKS, SHORT_LABEL_LENGTH, sanitize, sanitize_label
from ...words import error_text
from ..board import Board, NotationError
from .actions import MARKS, MAX_ACTIONS, Annotation, Mark, arrows_last
from .links import DIGITS

MAX_DIGITS = 2048
MAX_BYTES = 16_384  # of the unpacked text
PATTERN = re.compile(f"[{DIGITS}]+")
RAW_DEFLATE = -zlib.MAX_WBITS
MARK_NAMES = re.compile("[a-z]{1,20}")


def is_mark(value: object) -> bool:
    """Whether a JSON value can be a mark, for ``parse_mark``."""
    return isinstance(value, list) and 2 <= len(value) <= 3 and all(type(v) is str for v in value)


ANNOTATIONS = list_of(
    (
        range(MAX_ACTIONS + 1),
        max_length(MAX_COMMENT_LENGTH),
        list_of(is_mark, MAX_MARKS),
    ),
    MAX_ACTIONS + 1,
)


class AnnotationsReading(NamedTuple):
    """The annotations in a section."""

    annotations: tuple[Annotation, ...] = ()
    error: str | None = None
    partial: bool = False  # whether some marks have kinds of a later version


def read_annotations(board: Board, plies: int, digits: str) -> AnnotationsReading:
    """Parse the section's digits.  ``plies`` is the number of actions of the main line."""
    try:
        value = read_json(_unpack(digits), MAX_BYTES, ANNOTATIONS)
        annotations, partial, last = [], False, -1
        for ply, comment, marks in value:
            if not last < ply <= plies:
                raise NotationError("")
            last = ply
            parsed = [parse_mark(board, mark) for mark in marks]
            valid = tuple(dict.fromkeys(_shorten(mark) for mark in parsed if mark is not None))
            partial |= None in parsed
            if (text := sanitize(comment)) or valid:
                annotations.append(Annotation(ply, text, arrows_last(valid)))
    except _TooLongError:
        return AnnotationsReading(error=error_text("annotations-long"))
    except (NotationError, SchemaError, zlib.error, UnicodeDecodeError):
        return AnnotationsReading(error=error_text("annotations-damaged"))
    return AnnotationsReading(tuple(annotations), partial=partial)


class _TooLongError(ValueError):
    """The section is longer than allowed, packed or unpacked."""


def _unpack(digits: str) -> str:
    """Return the text of the section's digits, of at most ``MAX_BYTES``."""
    if len(digits) > MAX_DIGITS:
        raise _TooLongError
    if not PATTERN.fullmatch(digits):
        raise NotationError("")
    size = 5 * len(digits) // 8
    packed = (int(digits, 32) >> 5 * len(digits) - 8 * size).to_bytes(size)
    stream = zlib.decompressobj(RAW_DEFLATE)
    data = stream.decompress(packed, MAX_BYTES + 1)
    if len(data) > MAX_BYTES:
        raise _TooLongError
    if not stream.eof or stream.unused_data:
        raise NotationError("")
    return data.decode()


def parse_mark(board: Board, value: Sequence[str]) -> Mark | None:
    """Parse a mark; None for a kind of a later version.  Raise NotationError if it is malformed."""
    kind, cell = value[0], board.parse_cell(value[1])
    if kind == "arrow" and len(value) == 3:
        end = board.parse_cell(value[2])
        if end == cell:
            raise NotationError(error_text("file-mark"))
        return Mark("arrow", cell, end=end)
    for mark_kind in MARKS:
        if kind == mark_kind:
            return Mark(mark_kind, cell, sanitize_label("".join(value[2:])) * (kind == "label"))
    if kind == "arrow" or not MARK_NAMES.fullmatch(kind):
        raise NotationError(error_text("file-mark"))
    return None


def _shorten(mark: Mark) -> Mark:
    """Return the mark with a short text."""
    return mark._replace(text=mark.text[:SHORT_LABEL_LENGTH].strip())


def mark_value(board: Board, mark: Mark) -> list[str]:
    """Return the mark as ``parse_mark`` reads it."""
    texts = {"label": [sanitize_label(mark.text)]}
    if mark.kind == "arrow":
        texts = {"arrow": [board.cell_name(mark.end)]}
    return [mark.kind, board.cell_name(mark.cell), *texts.get(mark.kind, [])]


def _to_json(board: Board, annotations: Sequence[Annotation]) -> bytes:
    value = [
        [one.ply, sanitize(one.comment), [mark_value(board, _shorten(mark)) for mark in one.marks]]
        for one in annotations
    ]
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode()


def write_annotations(board: Board, annotations: Sequence[Annotation]) -> str:
    """Return the digits of the section."""
    packer = zlib.compressobj(9, zlib.DEFLATED, RAW_DEFLATE)
    packed = packer.compress(_to_json(board, annotations)) + packer.flush()
    count = -(-8 * len(packed) // 5)
    value = int.from_bytes(packed) << 5 * count - 8 * len(packed)
    return "".join(DIGITS[value >> 5 * place & 31] for place in reversed(range(count)))


def fit_annotations(
    board: Board, annotations: Sequence[Annotation], max_digits: int = MAX_DIGITS
) -> tuple[Annotation, ...]:
    """Return the annotations that fit into a section of ``max_digits``, without the longest."""
    by_length = sorted(annotations, key=lambda one: len(one.comment) + 15 * len(one.marks))

    def fits(count: int) -> bool:
        some = sorted(by_length[:count])
        return (
            sum(len(one.comment) for one in some) <= MAX_BYTES
            and len(_to_json(board, some)) <= MAX_BYTES
            and len(write_annotations(board, some)) <= max_digits
        )

    low, high = 0, len(by_length)
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if fits(middle) else (low, middle - 1)
    return tuple(sorted(by_length[:low]))
