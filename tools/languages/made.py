"""Makes what the build reads in other languages: ``python -m tools.languages.made ROOT OUT CODE``.

Below OUT each language gets a folder that is to the build as ROOT is.  The names of all languages,
each as it calls itself, are printed as JSON.
"""

import json
import re
import sys
from pathlib import Path

from babel import Locale
from babel.messages.plurals import get_plural

from .catalogues import FOLDER, english, read, texts
from .source import LANGUAGE, TABLES, Entry
from .translate import Say, tree

TONGUE = TABLES / "tongue.py"


def say_of(root: Path, code: str) -> Say:
    """What a language says; a sentence that is not translated yet stays English."""
    folder = root / FOLDER / code
    known: dict[tuple[str, str, tuple[str, ...]], tuple[str, ...]] = {}
    for path in folder.rglob("*.po"):
        place = path.relative_to(folder).with_suffix("").as_posix()
        for message in read(path, code):
            if message.id and not message.fuzzy and all(texts(message)):
                known[place, message.context or "", english(message)] = texts(message)

    def say(place: str, entry: Entry) -> tuple[str, ...]:
        if entry.context == LANGUAGE:
            return (code,)
        return known.get((place, entry.context, entry.forms)) or fallback(entry)

    return say


def fallback(entry: Entry) -> tuple[str, ...]:
    """The English of a sentence; its last form stands for all that a language may want more."""
    return entry.forms + entry.forms[-1:] * 4 if len(entry.forms) > 1 else entry.forms


def tongue(source: str, code: str) -> str:
    """The module that counts, for another language."""
    english, rule = "return int(count != 1)", python_of(get_plural(code).plural_expr)
    if source.count(english) != 1:
        raise ValueError(f"{TONGUE} does not hold {english}")
    return source.replace(english, f"return int({rule})")


def python_of(rule: str) -> str:
    """A gettext plural rule, which is C about ``n``, as Python about ``count``."""
    rule = rule.strip()
    if rule.startswith("(") and closing(rule) == len(rule) - 1:
        return python_of(rule[1:-1])
    depth = 0
    for place, sign in enumerate(rule):
        depth += (sign == "(") - (sign == ")")
        if sign == "?" and not depth:
            first, _, second = rule[place + 1 :].partition(":")
            return f"({python_of(first)} if {python_of(rule[:place])} else {python_of(second)})"
    rule = rule.replace("&&", " and ").replace("||", " or ")
    return re.sub(r"\bn\b", "count", re.sub(r"!(?!=)", " not ", rule))


def closing(rule: str) -> int:
    """Where the first bracket is closed."""
    depth = 0
    for place, sign in enumerate(rule):
        depth += (sign == "(") - (sign == ")")
        if not depth:
            return place
    return -1


def name_of(code: str) -> str:
    """A language as it calls itself."""
    name = Locale.parse(code).get_language_name(code) or code
    return name[:1].upper() + name[1:]


def main(root: Path, out: Path, codes: list[str]) -> None:
    """Make the folders, and print the names."""
    for code in codes:
        tree(root, out / code, say_of(root, code))
        path = out / code / TONGUE
        path.write_text(tongue((root / TONGUE).read_text("utf-8"), code), "utf-8")
    print(json.dumps({code: name_of(code) for code in ("en", *codes)}))


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]), sys.argv[3:])
