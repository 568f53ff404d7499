"""Text from people and files: limits, cleaning, and escaping for SVG."""

import re

MAX_GAME_TEXT = 1 << 19  # characters of one game's file
MAX_NODES = 10_000  # positions in one game's tree
MAX_COMMENT_LENGTH = 20_000
MAX_MARKS = 500  # on one position
MAX_LABEL_LENGTH = 40
SUPERSCRIPTS = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")

ESCAPES = (("&", "&amp;"), ("<", "&lt;"), (">", "&gt;"), ('"', "&quot;"), ("'", "&#x27;"))
LINE_END = re.compile(r"\r\n?|[\u2028\u2029\x85]")
INVALID_CHARS = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff\ufffe\uffff]")


def parse_whole_number(text: str) -> int | None:
    """The whole number that up to nine ASCII digits write; None for any other text.

    ``str.isdigit`` alone admits signs like ``²`` and numbers of any length, which ``int`` does not.
    """
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else None


def sanitize(text: str, limit: int = MAX_COMMENT_LENGTH) -> str:
    r"""The text as it is stored in every format.

    Line ends are ``\n``; control characters and halves of surrogate pairs, which XML and
    UTF-8 do not admit, are gone; at most ``limit`` characters.  ``sanitize(sanitize(t)) ==
    sanitize(t)``.
    """
    return INVALID_CHARS.sub("", LINE_END.sub("\n", text[: 2 * limit]))[:limit]


def sanitize_label(text: str) -> str:
    """The text of a label on a cell: plain, in one line, without white space around it."""
    return " ".join(sanitize(text, 4 * MAX_LABEL_LENGTH).split())[:MAX_LABEL_LENGTH].strip()


def escape_xml(text: str) -> str:
    """The text for an XML element or a quoted attribute."""
    text = sanitize(text)
    for sign, code in ESCAPES:  # the library's html.escape is slow to load
        text = text.replace(sign, code)
    return text


def sentence_case(text: str) -> str:
    """The text as a sentence: a capital first, unless it is a cell's name, and a full stop."""
    first = text[:1] if text[1:2].isdigit() else text[:1].upper()
    return first + text[1:] + ("" if text[-1:] in ".?!" else ".")


def with_factors(product: str, sizes: list[int]) -> str:
    """A product with its factors: ``96 = 6 × 4²``; alone if it is its only factor."""
    return product if len(sizes) < 2 else f"{product} = {product_of(sizes)}"


def product_of(sizes: list[int]) -> str:
    """The sizes as a product: ``6 × 4² × 1³``."""
    powers = ((size, sizes.count(size)) for size in dict.fromkeys(sizes))
    return " × ".join(
        f"{size}{str(times).translate(SUPERSCRIPTS) if times > 1 else ''}" for size, times in powers
    )
