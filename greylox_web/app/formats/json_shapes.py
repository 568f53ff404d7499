"""Values from JSON that somebody else wrote: their limits and their shapes, checked."""

import json
import re
from math import isfinite
from typing import cast

from ...words import wrong
from ..text import plain
from .imported import Meta

VERSION = 1
GAME, LIBRARY = "greylox-web game", "greylox-web library"
MOST_DEPTH = 16  # of brackets in brackets
MOST_META = 50  # entries; their texts are as long as comments
BRACKETS = re.compile(r'"[^"\\]*(?:\\.[^"\\]*)*"|[\[\]{}]', re.S)


class WrongShape(ValueError):
    """A value that is not what the format says; the message is a sentence for a person."""


def parsed(text: str, most: int) -> object:
    """The JSON values of ``text``; raise WrongShape for anything else.

    Nesting is measured first, because the parser recurses.
    """
    if len(text) > most:
        raise WrongShape(wrong("file-long", most=most))
    depth = 0
    for match in BRACKETS.finditer(text):
        depth += {"[": 1, "{": 1, "]": -1, "}": -1}.get(match[0], 0)
        if depth > MOST_DEPTH:
            raise WrongShape(wrong("file-deep"))
    try:
        return json.loads(text)
    except json.JSONDecodeError as fault:
        raise WrongShape(wrong("file-no-json", fault=fault.msg, line=fault.lineno)) from None
    except (ValueError, RecursionError):
        raise WrongShape(wrong("file-odd-json")) from None


def headed(value: object, kind: str) -> dict[str, object]:
    """The object of a file of this kind and of a version that we know; else raise WrongShape."""
    if not isinstance(value, dict) or value.get("format") not in (GAME, LIBRARY):
        raise WrongShape(wrong("file-other-json"))
    version = value.get("version")
    if type(version) is not int:
        raise WrongShape(wrong("file-other-json"))
    if version > VERSION:
        raise WrongShape(wrong("file-newer"))
    if version != VERSION or value["format"] != kind:
        raise WrongShape(wrong("file-other-json"))
    return value


def string(value: object, what: str) -> str:
    """The value, which must be a text; ``what`` is the key of its name."""
    if not isinstance(value, str):
        raise WrongShape(wrong("file-no-text", what=wrong(what)))
    return value


def meta_of(value: object) -> dict[str, object]:
    """Texts, numbers, truth values, null and flat lists of them, by keys."""
    if not isinstance(value, dict) and not hasattr(value, "items"):
        raise WrongShape(wrong("file-names"))
    pairs = list(cast(Meta, value).items())[:MOST_META]
    return {plain(str(key), 100): _flat(entry) for key, entry in pairs}


def _flat(value: object, *, lists: bool = True) -> object:
    if isinstance(value, str):
        return plain(value)
    if value is None or isinstance(value, bool):
        return value
    if isinstance(value, float) and isfinite(value):
        return value
    if isinstance(value, int) and abs(value) < 1 << 53:
        return value
    if lists and isinstance(value, (list, tuple)):
        return [_flat(entry, lists=False) for entry in value[:MOST_META]]
    raise WrongShape(wrong("file-names-values"))
