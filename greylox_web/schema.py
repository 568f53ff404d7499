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

from .words import error_text

Schema: TypeAlias = (
    "type | range | tuple[Schema, ...] | Mapping[str, Schema] | Callable[[Any], bool]"
)

MAX_DEPTH = 16  # of nested brackets
MAX_STORED_LENGTH = 1 << 16  # characters under one key of localStorage
NON_NEGATIVE = range(1 << 53)  # the non-negative integers that are exact in JavaScript
BRACKET_STEPS = {"[": 1, "{": 1, "]": -1, "}": -1}


class SchemaError(ValueError):
    """A malformed value; as text, a sentence for the player."""

    def __init__(self, key: str, **values: object) -> None:
        super().__init__(key)
        self.key, self.values = key, values

    def __str__(self) -> str:
        return error_text(self.key, **self.values)


def read_json(text: object, max_characters: int, schema: Schema = object) -> Any:
    """The values in a JSON text of at most ``most`` characters; raise WrongShape otherwise."""
    if not isinstance(text, str):
        raise SchemaError("json-odd")
    if len(text) > max_characters:
        raise SchemaError("text-long", most=max_characters)
    if text.count("[") + text.count("{") > MAX_DEPTH and _is_deep(text):
        raise SchemaError("json-deep")
    try:
        value = json.loads(text)
    except json.JSONDecodeError as fault:
        raise SchemaError("no-json", line=fault.lineno) from None
    except (ValueError, RecursionError):
        raise SchemaError("json-odd") from None
    return validate(value, schema, "json-other")


def _is_deep(text: str) -> bool:
    """Whether more than ``MAX_DEPTH`` brackets are open at once; those in strings do not count.

    With escapes removed, every other part between quotation marks is a string.  In malformed JSON
    this holds up to the place where the parser stops.
    """
    plain = re.sub(r"\\.", "", text, flags=re.S)
    depth = 0
    for sign in re.findall(r"[][{}]", "".join(plain.split('"')[::2])):
        depth += BRACKET_STEPS[sign]
        if depth > MAX_DEPTH:
            return True
    return False


def matches(value: object, schema: Schema) -> bool:
    """Whether the value has the shape."""
    if isinstance(schema, type):
        return schema is object or type(value) is schema
    if isinstance(schema, range):
        return type(value) is int and value in schema
    if isinstance(schema, tuple):
        return (
            isinstance(value, list)
            and len(value) == len(schema)
            and all(matches(one, part) for one, part in zip(value, schema, strict=True))
        )
    if isinstance(schema, Mapping):
        return (
            isinstance(value, dict)
            and value.keys() == schema.keys()
            and all(matches(value[key], part) for key, part in schema.items())
        )
    return schema(value)


def validate(value: Any, schema: Schema, key: str, **values: object) -> Any:
    """The value itself; raise WrongShape, with the sentence of ``key``, if it does not fit."""
    if not matches(value, schema):
        raise SchemaError(key, **values)
    return value


def get_field(data: Mapping[str, Any], key: str, schema: Schema, default: object) -> Any:
    """The value under a key of an object if it fits, else ``default``."""
    value = data.get(key)
    return value if matches(value, schema) else default


def max_length(limit: int) -> Schema:
    """The shape of a text of at most so many characters."""
    return lambda value: isinstance(value, str) and len(value) <= limit


def one_of(*values: object) -> Schema:
    """The shape of one of these values, of the same type."""
    return lambda value: any(type(value) is type(one) and value == one for one in values)


def list_of(schema: Schema, limit: float = inf) -> Schema:
    """The shape of a list of at most so many values of a shape."""
    return lambda value: (
        isinstance(value, list)
        and len(value) <= limit
        and all(matches(one, schema) for one in value)
    )


def matches_pattern(pattern: str) -> Schema:
    """The shape of a text that matches as a whole."""
    return lambda value: isinstance(value, str) and re.fullmatch(pattern, value) is not None


MAX_WORD_LENGTH = 12
WORD = matches_pattern(f"[a-z]{{0,{MAX_WORD_LENGTH}}}")
"""A short word of small letters, or none."""
