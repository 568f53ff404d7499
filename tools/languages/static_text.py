"""The static texts of index.html and their translations, which ``static_text.js`` inserts."""

import re
from html.parser import HTMLParser

SPOKEN_ATTRIBUTES = ("aria-label", "placeholder", "title", "alt")
"""Attributes that hold sentences."""


def collapse_whitespace(text: str) -> str:
    """The text with white space collapsed and stripped, except no-break spaces."""
    return re.sub("[ \\t\\r\\n]+", " ", text).strip(" ")


class StaticTexts(HTMLParser):
    """A parser that collects the texts and the spoken attributes of a page, in order."""

    def __init__(self) -> None:
        super().__init__()
        self.texts: list[str] = []
        self.skipped_depth = False  # whether the parser is inside an element with hidden text

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.skipped_depth = tag in ("script", "style", "mpy-config")
        attributes = dict(attrs)
        self.texts += [
            collapse_whitespace(attributes[name] or "")
            for name in SPOKEN_ATTRIBUTES
            if attributes.get(name)
        ]

    def handle_endtag(self, tag: str) -> None:
        self.skipped_depth = False

    def handle_data(self, data: str) -> None:
        if data.strip() and not self.skipped_depth:
            self.texts.append(collapse_whitespace(data))


def static_texts(page: str) -> list[str]:
    """The texts and spoken attributes of a page's body, in order."""
    parser = StaticTexts()
    parser.feed(page[page.index("<body") :])
    return parser.texts


def text_pairs(english: str, other: str) -> dict[str, list[str]]:
    """The translations of the page's texts that have one, by the English text.

    The value is one text, or if translations differ, one for each occurrence, in order.  Both
    arguments are the HTML of the page, and must have the same structure.
    """
    texts: dict[str, list[str]] = {}
    for text, translation in zip(static_texts(english), static_texts(other), strict=True):
        if re.search(r"[^\W\d_]", text):
            texts.setdefault(text, []).append(translation)
    return {
        text: translation[:1] if len(set(translation)) == 1 else translation
        for text, translation in texts.items()
        if set(translation) != {text}
    }
