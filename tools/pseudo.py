"""A made-up language, to test translation: ``python3 build.py --languages qps``.

Every letter of every sentence gets an accent, and every sentence becomes longer: text without
accents is in no table, and text that no longer fits would not fit in German.
"""

import re

from .languages.extract import Entry

CODE = "qps"  # one of those that ISO 639 reserves for private use
NAME = "Pseudo"

PLAIN = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
ACCENTED = "ÀƁÇĐÉƑĜĤÎĴĶĻṀŃÕṔɊŘŠŤÛṼŴẊÝŽàƀçđéƒĝĥîĵķļṁńõṕɋřšťûṽŵẋýž"
ACCENTS = str.maketrans(PLAIN, ACCENTED)
EXPANSION = 0.4
PLACEHOLDER = re.compile(r"(\{[^}]*\})")
CODE_SPAN = re.compile(r"(`[^`]*`|\]\([^)]*\))")  # the parts of a rule sheet that get no accents


def add_accents(text: str, protected: re.Pattern[str] = CODE_SPAN) -> str:
    """The text with accents on all letters but those that ``protected`` matches."""
    parts = protected.split(text)
    return "".join(part if n % 2 else part.translate(ACCENTS) for n, part in enumerate(parts))


def pseudolocalize(text: str) -> str:
    """The sentence in the made-up language: one long word stays one word."""
    more = "ö" * round(EXPANSION * len(PLACEHOLDER.sub("", text)))
    if " " in text:
        more = "".join(" " + more[at : at + 8] for at in range(0, len(more), 8))
    return add_accents(text, PLACEHOLDER) + more


def translate(catalog: str, entry: Entry) -> tuple[str, ...]:
    """The sentence in the made-up language, which has the plural forms of English."""
    if catalog.startswith("rules/"):
        return (add_accents(entry.forms[0]),)
    return tuple(map(pseudolocalize, entry.forms))
