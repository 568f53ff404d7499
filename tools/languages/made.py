"""Makes translated sources for the build: ``python -m tools.languages.made ROOT OUT CODE...``.

Each language gets a folder in OUT that the build can use in place of ROOT.  The names of all
languages, each in its own language, are printed as JSON.
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
    """The translations of a language; a sentence that is not translated yet stays English."""
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
    """The English of a sentence, with its last form repeated for languages with more forms."""
    return entry.forms + entry.forms[-1:] * 4 if len(entry.forms) > 1 else entry.forms


def tongue(source: str, code: str) -> str:
    """The source of ``words.tongue`` with another language's rule for plural forms.

    Raise ValueError if the English rule is not there once.
    """
    english, rule = "return int(count != 1)", python_of(get_plural(code).plural_expr)
    if source.count(english) != 1:
        raise ValueError(f"{TONGUE} does not hold {english}")
    return source.replace(english, f"return int({rule})")


def python_of(rule: str) -> str:
    """A gettext plural rule, a C expression of ``n``, as a Python expression of ``count``."""
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
    """The place where the bracket at the beginning is closed, or -1."""
    depth = 0
    for place, sign in enumerate(rule):
        depth += (sign == "(") - (sign == ")")
        if not depth:
            return place
    return -1


def name_of(code: str) -> str:
    """The name of a language in that language, with a capital."""
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
