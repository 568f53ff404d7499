"""What our JSON files have in common: kind and version, and the metadata of a game."""

from collections.abc import Mapping
from math import isfinite
from typing import Any

from ...schema import COUNT, WrongShape, expected, fits
from ...text import plain

VERSION = 1
GAME, LIBRARY = "greylox-web game", "greylox-web library"
SAFE = range(-COUNT[-1], COUNT.stop)  # the whole numbers that JavaScript represents exactly
MOST_META = 50  # entries; each text may be as long as a comment


def headed(value: object, kind: str) -> dict[str, Any]:
    """The JSON object of a file; raise WrongShape unless it has this kind and a known version."""
    found: dict[str, Any] = expected(value, dict, "json-other")
    version = expected(found.get("version"), COUNT[1:], "json-other")
    if found.get("format") in (GAME, LIBRARY) and version > VERSION:
        raise WrongShape("file-newer")
    if found.get("format") != kind:
        raise WrongShape("json-other")
    return found


def meta_of(value: object) -> dict[str, object]:
    """The metadata in a JSON value: texts, numbers, booleans, null and flat lists of them, by key.

    Raise WrongShape for anything else; entries beyond MOST_META are dropped.
    """
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
