"""Text from people and files: limits, sanitizing, and escaping for SVG."""

import re

MAX_GAME_TEXT = 1 << 19  # maximum characters in a game file
MAX_NODES = 10_000  # maximum nodes in a game tree
MAX_COMMENT_LENGTH = 20_000
MAX_MARKS = 500  # maximum marks on one position
MAX_LABEL_LENGTH = 40
SHORT_LABEL_LENGTH = 3  # of labels drawn in the page, and in links
SUPERSCRIPTS = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")

ESCAPES = (("&", "&amp;"), ("<", "&lt;"), (">", "&gt;"), ('"', "&quot;"), ("'", "&#x27;"))
LINE_END = re.compile(r"\r\n?|[\u2028\u2029\x85]")
INVALID_CHARS = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff\ufffe\uffff]")


def parse_whole_number(text: str) -> int | None:
    """Parse up to nine ASCII digits as an integer; return None for any other text.

    ``str.isdigit`` alone accepts characters like ``²`` and numbers of any length.  ``int`` rejects
    these.
    """
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else None


def sanitize(text: str, limit: int = MAX_COMMENT_LENGTH) -> str:
    r"""Return the text in the form that every format stores.

    Convert line ends to ``\n``.  Remove control characters and surrogates, which are invalid in XML
    and UTF-8.  Cut the text to ``limit`` characters.  The function is idempotent.
    """
    return INVALID_CHARS.sub("", LINE_END.sub("\n", text[: 2 * limit]))[:limit]


def sanitize_label(text: str) -> str:
    """Sanitize the text of a cell label: one line, without surrounding white space."""
    return " ".join(sanitize(text, 4 * MAX_LABEL_LENGTH).split())[:MAX_LABEL_LENGTH].strip()


def escape_xml(text: str) -> str:
    """Escape the text for an XML element or a quoted attribute."""
    text = sanitize(text)
    for sign, code in ESCAPES:  # html.escape is slow to import
        text = text.replace(sign, code)
    return text


def sentence_case(text: str) -> str:
    """Add a missing full stop; capitalize the text unless it starts with a cell name."""
    first = text[:1] if text[1:2].isdigit() else text[:1].upper()
    return first + text[1:] + ("" if text[-1:] in ".?!" else ".")


SIGNS_IN_TEXT = ("lit", "anchor", "tilted", "tilted-first")  # signs of the board in sentences
IN_TEXT = {name: f"[{name}]" for name in SIGNS_IN_TEXT}  # the placeholder of a sign -> its mark
RICH_PART = re.compile(rf"\*(?P<term>[^*]+)\*|\[(?P<sign>{'|'.join(SIGNS_IN_TEXT)})\]")
SIGN_MARK = re.compile(rf"\s?\[({'|'.join(SIGNS_IN_TEXT)})\]")


def rich_parts(text: str) -> list[tuple[str, str]]:
    """Split a sentence with ``*terms*`` and ``[signs]``: pairs of "text", "term" or "sign"."""
    parts, end = [], 0
    for match in RICH_PART.finditer(text):
        parts.append(("text", text[end : match.start()]))
        parts.append((match.lastgroup or "text", match[match.lastgroup or 0]))
        end = match.end()
    parts.append(("text", text[end:]))
    return [part for part in parts if part[1]]


def plain_text(text: str) -> str:
    """Return a sentence of ``rich_parts`` without its signs and the marks of its terms."""
    return SIGN_MARK.sub("", text).replace("*", "")


def with_factors(product: str, sizes: list[int]) -> str:
    """Format a product with its factors: ``96 = 6 × 4²``.  Omit a single factor."""
    return product if len(sizes) < 2 else f"{product} = {product_of(sizes)}"


def product_of(sizes: list[int]) -> str:
    """Format the sizes as a product: ``6 × 4² × 1³``."""
    powers = ((size, sizes.count(size)) for size in dict.fromkeys(sizes))
    return " × ".join(
        f"{size}{str(times).translate(SUPERSCRIPTS) if times > 1 else ''}" for size, times in powers
    )
