"""Reading and checking of untrusted JSON against an expected shape.

Text from storage, a file, another tab or a worker is read by ``read_json``, which limits length
and depth before it parses: the parser is recursive, and in the browser deep nesting crashes
Python itself.

A shape is a type (exactly that type: a bool is not an int; ``object`` is anything), a range (an
int in it), a tuple of shapes (a list with one value for each), a dict of shapes (an object with
exactly these keys), or a predicate.
"""

import json
import re
from collections.abc import Callable, Mapping
from math import inf
from typing import Any, TypeAlias

from .words import wrong

Shape: TypeAlias = "type | range | tuple[Shape, ...] | Mapping[str, Shape] | Callable[[Any], bool]"

MOST_DEPTH = 16  # of nested brackets
MOST_STORED = 1 << 16  # characters under one key of localStorage
COUNT = range(1 << 53)  # the non-negative integers that are exact in JavaScript
STEPS = {"[": 1, "{": 1, "]": -1, "}": -1}


class WrongShape(ValueError):
    """A malformed value; as text, a sentence for the player."""

    def __init__(self, key: str, **values: object) -> None:
        super().__init__(key)
        self.key, self.values = key, values

    def __str__(self) -> str:
        return wrong(self.key, **self.values)


def read_json(text: object, most: int, shape: Shape = object) -> Any:
    """The values in a JSON text of at most ``most`` characters; raise WrongShape otherwise."""
    if not isinstance(text, str):
        raise WrongShape("json-odd")
    if len(text) > most:
        raise WrongShape("text-long", most=most)
    if text.count("[") + text.count("{") > MOST_DEPTH and _is_deep(text):
        raise WrongShape("json-deep")
    try:
        value = json.loads(text)
    except json.JSONDecodeError as fault:
        raise WrongShape("no-json", line=fault.lineno) from None
    except (ValueError, RecursionError):
        raise WrongShape("json-odd") from None
    return expected(value, shape, "json-other")


def _is_deep(text: str) -> bool:
    """Whether more than ``MOST_DEPTH`` brackets are open at once; those in strings do not count.

    With escapes removed, every other part between quotation marks is a string.  In malformed JSON
    this holds up to the place where the parser stops.
    """
    plain = re.sub(r"\\.", "", text, flags=re.S)
    depth = 0
    for sign in re.findall(r"[][{}]", "".join(plain.split('"')[::2])):
        depth += STEPS[sign]
        if depth > MOST_DEPTH:
            return True
    return False


def fits(value: object, shape: Shape) -> bool:
    """Whether the value has the shape."""
    if isinstance(shape, type):
        return shape is object or type(value) is shape
    if isinstance(shape, range):
        return type(value) is int and value in shape
    if isinstance(shape, tuple):
        return (
            isinstance(value, list)
            and len(value) == len(shape)
            and all(fits(one, part) for one, part in zip(value, shape, strict=True))
        )
    if isinstance(shape, Mapping):
        return (
            isinstance(value, dict)
            and value.keys() == shape.keys()
            and all(fits(value[key], part) for key, part in shape.items())
        )
    return shape(value)


def expected(value: Any, shape: Shape, key: str, **values: object) -> Any:
    """The value itself; raise WrongShape, with the sentence of ``key``, if it does not fit."""
    if not fits(value, shape):
        raise WrongShape(key, **values)
    return value


def field(found: Mapping[str, Any], key: str, shape: Shape, otherwise: object) -> Any:
    """The value under a key of an object if it fits, else ``otherwise``."""
    value = found.get(key)
    return value if fits(value, shape) else otherwise


def up_to(most: int) -> Shape:
    """The shape of a text of at most so many characters."""
    return lambda value: isinstance(value, str) and len(value) <= most


def one_of(*known: object) -> Shape:
    """The shape of one of these values, of the same type."""
    return lambda value: any(type(value) is type(one) and value == one for one in known)


def every(shape: Shape, most: float = inf) -> Shape:
    """The shape of a list of at most so many values of a shape."""
    return lambda value: (
        isinstance(value, list) and len(value) <= most and all(fits(one, shape) for one in value)
    )


def matching(pattern: str) -> Shape:
    """The shape of a text that matches as a whole."""
    return lambda value: isinstance(value, str) and re.fullmatch(pattern, value) is not None


MOST_WORD = 12
WORD = matching(f"[a-z]{{0,{MOST_WORD}}}")
"""A short word of small letters, or none."""
