"""The parsing and validation of untrusted JSON against a schema.

``read_json`` reads text from storage, files, other tabs and workers.  It limits length and depth
before it parses: the parser is recursive, and deep nesting crashes Python in the browser.

A schema is one of these:

- a type: a value of exactly this type (a bool is not an int; ``object`` matches anything);
- a range: an int in the range;
- a tuple of schemas: a list with one value per schema;
- a dict of schemas: an object with exactly these keys;
- a predicate.
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

MAX_DEPTH = 16  # maximum nesting of brackets
MAX_STORED_LENGTH = 1 << 16  # maximum characters under one localStorage key
NON_NEGATIVE = range(1 << 53)  # integers above these are inexact in JavaScript
BRACKET_STEPS = {"[": 1, "{": 1, "]": -1, "}": -1}


class SchemaError(ValueError):
    """A malformed value.  ``str(error)`` is the message for the player."""

    def __init__(self, key: str, **values: object) -> None:
        super().__init__(key)
        self.key, self.values = key, values

    def __str__(self) -> str:
        return error_text(self.key, **self.values)


def read_json(text: object, max_characters: int, schema: Schema = object) -> Any:
    """Parse a JSON text of at most ``max_characters`` characters and validate its value.

    Raise SchemaError if the text is too long, malformed or too deeply nested, or if the value does
    not match ``schema``.
    """
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
    """Whether more than ``MAX_DEPTH`` brackets outside strings are open at once.

    Without escaped backslashes and quotation marks, every second part between quotation marks is a
    string.  In malformed JSON this holds up to the position where the parser stops.
    """
    plain = text.replace("\\\\", "").replace('\\"', "")
    depth = 0
    for sign in re.findall(r"[][{}]", "".join(plain.split('"')[::2])):
        depth += BRACKET_STEPS[sign]
        if depth > MAX_DEPTH:
            return True
    return False


def matches(value: object, schema: Schema) -> bool:
    """Whether the value matches the schema."""
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
    if callable(schema):
        return schema(value)
    return (
        isinstance(value, dict)
        and value.keys() == schema.keys()
        and all(matches(value[key], part) for key, part in schema.items())
    )


def validate(value: Any, schema: Schema, key: str, **values: object) -> Any:
    """Return the value; raise SchemaError with the message of ``key`` if it does not match."""
    if not matches(value, schema):
        raise SchemaError(key, **values)
    return value


def get_field(data: Mapping[str, Any], key: str, schema: Schema, default: object) -> Any:
    """Return the value under ``key`` if it matches the schema, else ``default``."""
    value = data.get(key)
    return value if matches(value, schema) else default


def max_length(limit: int) -> Schema:
    """Return the schema of a string of at most ``limit`` characters."""
    return lambda value: isinstance(value, str) and len(value) <= limit


def one_of(*values: object) -> Schema:
    """Return the schema of one of these values, with equal type."""
    return lambda value: any(type(value) is type(one) and value == one for one in values)


def list_of(schema: Schema, limit: float = inf) -> Schema:
    """Return the schema of a list of at most ``limit`` values of one schema."""
    return lambda value: (
        isinstance(value, list)
        and len(value) <= limit
        and all(matches(one, schema) for one in value)
    )


def matches_pattern(pattern: str) -> Schema:
    """Return the schema of a string that matches the regular expression as a whole."""
    return lambda value: isinstance(value, str) and re.fullmatch(pattern, value) is not None


MAX_WORD_LENGTH = 12
WORD = matches_pattern(f"[a-z]{{0,{MAX_WORD_LENGTH}}}")
"""The schema of a short lower-case word or an empty string."""
