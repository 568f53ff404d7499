"""Damage to texts: typos, cuts, repetitions, odd characters, and values of a wrong type."""

import json
import re
from collections.abc import Callable
from random import Random
from typing import Any

from greylox_web.rules.notation.links import check_digits

LETTERS = "abcdefghijklmnopqrstuvwxyz0123456789./-#%+ \n:;,()[]{}'\"_\\"
ODD_CHARACTERS = "\0\u212a\u017f²٣é棋\ud800\u202e\u2028\ufeff\U0001f728"
VALUES: tuple[object, ...] = (
    *(None, True, False, 0, 1, -1, 2, 10**20, -(10**20), 1 << 53, 0.5, 1e308, -0.0, "", "0", "a1"),
    *("x" * 700, "\ud800", "٣", [], {}, [[]], [None], ["a1", "a1"], {"": ""}, {"after": 0}),
    *("1/byg3/ma1", "greylox99", "brink3-x2", "2026-13-45", "end", "__class__", "{0.__class__}"),
)
MAX_CHARACTERS = 1 << 17  # maximum length of a repetition


def mutate_text(text: str, random: Random, others: Callable[[], str]) -> str:
    """The text with one change; ``others`` returns valid texts to splice in."""
    start, stop = sorted((random.randint(0, len(text)), random.randint(0, len(text))))
    near_end = min(start + random.randint(1, 4), len(text))
    match random.randrange(13):
        case 0:
            return text[:start] + text[near_end:]
        case 1:
            return text[:start] + random.choice(LETTERS) + text[near_end:]
        case 2:
            return text[:start] + random.choice(LETTERS) + text[start:]
        case 3:
            times = random.choice((2, 3, 30, 30_000)) if random.random() < 0.1 else 2
            return text[:start] + (text[start:stop] * times)[:MAX_CHARACTERS] + text[stop:]
        case 4:
            return text[:start] + text[stop:] + text[start:stop]
        case 5:
            return text[:start] + others()[-random.randint(1, 60) :]
        case 6:
            return text[:start] + random.choice(ODD_CHARACTERS) + text[start:]
        case 7:
            return text[:start] + text[start:stop].upper() + text[stop:]
        case 8:
            return text[:start] + re.sub(
                r"[0-9]+", lambda n: _shift_number(n[0], random), text[start:]
            )
        case 9:
            return text[:start] + random.choice(("/v3", "/n3", ".", "-s", "x", "+", ";B[]"))
        case 10:
            return text[:start]
        case 11:
            return others()[:start] + text[start:]
        case _:
            return (
                text[:start] + str(random.randint(0, 10 ** random.randint(1, 30))) + text[near_end:]
            )


def _shift_number(digits: str, random: Random) -> str:
    return str(max(0, int(digits[:18]) + random.randint(-2, 2)))


def mutate_link(text: str, random: Random, others: Callable[[], str]) -> str:
    """A changed link, often with valid check digits, so that its content is parsed."""
    text = mutate_text(text, random, others)
    body, _, check = text.rpartition("/c")
    if body and len(check) == 2 and random.random() < 0.7:
        return f"{body}/c{check_digits(body.encode(errors='replace').decode())}"
    return text


def mutate_json(text: str, random: Random, others: Callable[[], str]) -> str:
    """The JSON text with one value, key or item changed; ``mutate_text`` if it is not JSON."""
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        return mutate_text(text, random, others)
    return json.dumps(_mutate_value(value, random), ensure_ascii=random.random() < 0.5)


def _mutate_value(value: Any, random: Random) -> Any:
    if isinstance(value, dict | list) and value and random.random() < 0.98:
        return _mutate_container(value, random)
    if random.random() < 0.5:
        return random.choice(VALUES)
    if type(value) is int:
        return value + random.choice((-1, 1, 7, 1 << 53))
    if isinstance(value, str):
        return mutate_text(value, random, lambda: str(random.choice(VALUES)))
    return not value


def _mutate_container(value: Any, random: Random) -> Any:
    """A list or an object with one value removed, added, repeated or changed."""
    choice = random.randrange(8)
    if isinstance(value, list):
        index = random.randrange(len(value))
        if choice == 0:
            return value[:index] + value[index + 1 :]
        if choice == 1:
            return value[:index] + [value[index]] * random.choice((2, 3, 60)) + value[index:]
        if choice == 2:
            return [*value[:index], random.choice(VALUES), *value[index:]]
        return [*value[:index], _mutate_value(value[index], random), *value[index + 1 :]]
    weights = [1 + len(one) * 2 if isinstance(one, dict | list) else 1 for one in value.values()]
    [key] = random.choices(list(value), weights)
    if choice == 0:
        return {name: one for name, one in value.items() if name != key}
    if choice == 1:
        return value | {random.choice(("", "x", "after", "meta", key)): random.choice(VALUES)}
    return value | {key: _mutate_value(value[key], random)}
