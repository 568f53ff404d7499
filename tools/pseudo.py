"""The site in a made-up language, to test translation.

Every letter of every sentence gets an accent, and every sentence becomes longer: text without
accents is in no table, and text that no longer fits would not fit in German.
"""

import re
from pathlib import Path

from .languages import translate as languages
from .languages.extract import LANGUAGE, Entry

PLAIN = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
ACCENTED = "ÀƁÇĐÉƑĜĤÎĴĶĻṀŃÕṔɊŘŠŤÛṼŴẊÝŽàƀçđéƒĝĥîĵķļṁńõṕɋřšťûṽŵẋýž"
ACCENTS = str.maketrans(PLAIN, ACCENTED)
EXPANSION = 0.4
PLACEHOLDER = re.compile(r"(\{[^}]*\})")
CODE = re.compile(r"(`[^`]*`|\]\([^)]*\))")  # the parts of a rule sheet that get no accents


def add_accents(text: str, protected: re.Pattern[str]) -> str:
    """The text with accents on all letters but those that ``protected`` matches."""
    parts = protected.split(text)
    return "".join(part if n % 2 else part.translate(ACCENTS) for n, part in enumerate(parts))


def pseudolocalize(text: str) -> str:
    """The sentence in the made-up language: one long word stays one word."""
    more = "ö" * round(EXPANSION * len(PLACEHOLDER.sub("", text)))
    if " " in text:
        more = "".join(" " + more[at : at + 8] for at in range(0, len(more), 8))
    return add_accents(text, PLACEHOLDER) + more


def translate_entry(catalog: str, entry: Entry) -> tuple[str, ...]:
    """The sentence in the made-up language, which has the plural forms of English."""
    if catalog.startswith("rules/"):
        return (add_accents(entry.forms[0], CODE),)
    if entry.context == LANGUAGE:
        return entry.forms
    return tuple(map(pseudolocalize, entry.forms))


def translate(source: Path, target: Path) -> None:
    """Copy the sources of the build, with all sentences and rule sheets in the made-up language."""
    languages.translate_tree(source, target, translate_entry)
    changelog = (source / "CHANGELOG.md").read_text("utf-8")
    (target / "CHANGELOG.md").write_text(add_accents(changelog, CODE), "utf-8")
