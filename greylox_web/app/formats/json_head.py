"""What our JSON files begin with, kind and version, and the names that go with a game."""

from collections.abc import Mapping
from math import isfinite
from typing import Any

from ..shapes import COUNT, WrongShape, expected, fits
from ..text import plain

VERSION = 1
GAME, LIBRARY = "greylox-web game", "greylox-web library"
SAFE = range(-COUNT[-1], COUNT.stop)  # the whole numbers that JavaScript keeps
MOST_META = 50  # entries; their texts are as long as comments


def headed(value: object, kind: str) -> dict[str, Any]:
    """The object of a file of this kind and of a version that we know; else raise WrongShape."""
    found: dict[str, Any] = expected(value, dict, "json-other")
    version = expected(found.get("version"), COUNT[1:], "json-other")
    if found.get("format") in (GAME, LIBRARY) and version > VERSION:
        raise WrongShape("file-newer")
    if found.get("format") != kind:
        raise WrongShape("json-other")
    return found


def meta_of(value: object) -> dict[str, object]:
    """Texts, numbers, truth values, null and flat lists of them, by keys."""
    if not isinstance(value, Mapping):
        raise WrongShape("file-names")
    pairs = list(value.items())[:MOST_META]
    return {plain(str(key), 100): _kept(entry) for key, entry in pairs}


def _kept(value: object) -> object:
    if isinstance(value, (list, tuple)):
        return [_single(one) for one in value[:MOST_META]]
    return _single(value)


def _single(value: object) -> object:
    expected(value, _is_single, "file-names-values")
    return plain(value) if isinstance(value, str) else value


def _is_single(value: object) -> bool:
    if isinstance(value, float):
        return isfinite(value)
    return value is None or isinstance(value, (str, bool)) or fits(value, SAFE)
