"""Facts about a player's achievements, sets of facts, and their validated JSON form.

::

    {"id": "...", "kind": "lesson", "at": "2026-11-22T18:00:00.000+00:00", "day": "2026-11-22",
     "what": {"game": "greylox", "step": "sight"}}
"""

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from datetime import UTC, date, datetime
from typing import Any, NamedTuple
from uuid import uuid4

from .schema import (
    WORD,
    Schema,
    SchemaError,
    get_field,
    list_of,
    matches,
    matches_pattern,
    max_length,
    read_json,
    validate,
)

MAX_FACTS = 100_000
MAX_FACT_LENGTH = 2_000  # maximum characters of one fact
MAX_VALUES = 20
NAME = re.compile(r"[a-z0-9][a-z0-9-]{0,59}")
Scalar = str | int | bool


class Fact(NamedTuple):
    """An event in a player's history.  ``KINDS`` defines the keys of ``what`` for each kind."""

    id: str
    kind: str
    at: str  # the time, ISO 8601 with an offset; ``new_fact`` uses UTC
    day: str  # the local date for which the fact counts, ISO 8601
    what: Mapping[str, Scalar]

    @property
    def text(self) -> str:
        """The fact as one line of JSON."""
        value = {**self._asdict(), "what": dict(sorted(self.what.items()))}
        return json.dumps(value, separators=(",", ":"))


def is_name(value: object) -> bool:
    """Whether the value has the form of a name of a game, step or puzzle."""
    return isinstance(value, str) and NAME.fullmatch(value) is not None


VALID_GAME_ID = re.compile(r"[A-Za-z0-9-]{3,50}")  # an id that facts about a game may refer to
GAME_ID = matches_pattern(VALID_GAME_ID.pattern)
MAX_LINK, MAX_LINE = 400, 600
LINE = max_length(MAX_LINE)  # names of actions, with spaces between them

KINDS: dict[str, dict[str, Schema]] = {
    "lesson": {"game": is_name, "step": is_name},
    "puzzle": {
        "puzzle": is_name,  # begins with its game
        "strength": range(4001),  # the puzzle's rating
        "right": bool,  # whether the first try solved it
        "helped": bool,  # whether a hint was used
        "daily": bool,  # whether it was the puzzle of the fact's day
    },
    "daily": {"puzzle": is_name},  # the puzzle of the fact's day was solved at any try
    "streak": {"length": range(1, 1001)},  # the most puzzles solved in a row before a mistake
    "mistake": {  # a costly turn of the player in a reviewed game; see ``features/mistakes``
        "name": is_name,  # of the position
        "match": GAME_ID,
        "position": max_length(MAX_LINK),  # before the turn: a link without actions
        "number": range(1, 10_001),  # of the turn
        "played": LINE,  # the turn and the engine's best actions after it
        "better": LINE,  # the engine's best actions instead
        "before": range(1001),  # the mover's chance before the turn, in thousandths
        "after": range(1001),  # and after it; 0 and 1000 only if proven
        "lost": range(1001),
    },
    "mistake-try": {"mistake": is_name, "found": bool},  # another turn was tried there
    "mistake-asked": {"mistake": is_name, "asked": bool},  # again; the latest fact counts
    "game-deleted": {"match": GAME_ID, "deleted": bool},  # or restored; the latest fact counts
    "saved": {"puzzle": is_name, "saved": bool},  # for later; the latest fact of a puzzle counts
    "game": {
        "game": is_name,
        "spec": is_name,  # the game with its board and options, from ``write_spec``
        "colour": range(2),
        "level": range(1, 15),  # of the engine
        "score": range(3),  # 2 won, 1 drawn, 0 lost
        "unrated": WORD,  # why the game is not rated; "" if it is rated
    },
    "review": {
        "game": is_name,
        "spec": is_name,
        "colour": range(2),
        "turns": range(1, 2001),  # the player's number of turns
        "lost": range(1001),  # mean loss of win probability per turn, in thousandths
    },
}
"""The schema of ``what`` for each kind of fact."""


def _is_timestamp(value: object) -> bool:
    try:
        timestamp = datetime.fromisoformat(value) if isinstance(value, str) else None
        return timestamp is not None and timestamp.utcoffset() is not None and len(str(value)) <= 40
    except ValueError:
        return False


def _is_day(value: object) -> bool:
    try:
        return isinstance(value, str) and date.fromisoformat(value).isoformat() == value
    except ValueError:
        return False


def _is_scalar(value: object) -> bool:
    return type(value) in (str, bool) or (type(value) is int and abs(value) < 1 << 53)


def _is_payload(value: object) -> bool:
    return (
        isinstance(value, dict)
        and len(value) <= MAX_VALUES
        and all(isinstance(key, str) and _is_scalar(one) for key, one in value.items())
    )


FACT_SCHEMA: Schema = {
    "id": matches_pattern(r"[A-Za-z0-9-]{8,64}"),
    "kind": is_name,
    "at": _is_timestamp,
    "day": _is_day,
    "what": _is_payload,
}


def new_fact(kind: str, for_day: date | None = None, /, **payload: Scalar) -> Fact:
    """Return a new fact with a new id and the current time.

    ``payload`` must match the schema of the kind.  ``for_day`` defaults to today.
    """
    assert matches(payload, KINDS[kind]), (kind, payload)
    at = datetime.now(UTC).isoformat(timespec="milliseconds")
    return Fact(str(uuid4()), kind, at, (for_day or date.today()).isoformat(), payload)


def parse_fact(value: object) -> Fact:
    """Parse the fact in a JSON value; raise SchemaError if it is malformed.

    In an unknown kind, from a newer version, ``what`` may have any keys.
    """
    data: dict[str, Any] = validate(value, FACT_SCHEMA, "json-other")
    validate(data["what"], KINDS.get(data["kind"], dict), "json-other")
    fact = Fact(**data)
    if len(fact.text) > MAX_FACT_LENGTH:
        raise SchemaError("text-long", most=MAX_FACT_LENGTH)
    return fact


def read_fact(text: object) -> Fact:
    """Parse the fact in a stored text; raise SchemaError if it is malformed."""
    return parse_fact(read_json(text, MAX_FACT_LENGTH))


class FactLog:
    """An immutable set of facts with unique ids, in chronological order."""

    def __init__(self, facts: Iterable[Fact] = ()) -> None:
        by_id: dict[str, Fact] = {}
        for fact in facts:
            existing = by_id.setdefault(fact.id, fact)
            if existing != fact:  # all devices must choose the same of two facts with one id
                by_id[fact.id] = min(existing, fact, key=lambda each: each.text)
        self._by_id = by_id
        self._sorted = sorted(by_id.values(), key=_order)
        self._by_kind: dict[str, list[Fact]] = {}  # of those kinds that were asked for

    def __iter__(self) -> Iterator[Fact]:
        return iter(self._sorted)

    def __len__(self) -> int:
        return len(self._sorted)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, FactLog) and self._by_id == other._by_id

    __hash__ = None  # type: ignore[assignment]

    def by_kind(self, kind: str) -> list[Fact]:
        """The facts of one kind."""
        if kind not in self._by_kind:
            self._by_kind[kind] = [fact for fact in self._sorted if fact.kind == kind]
        return [*self._by_kind[kind]]

    def union(self, facts: Iterable[Fact]) -> "FactLog":
        """Return the union with other facts; return ``self`` if they add nothing."""
        both = FactLog([*self._sorted, *facts])
        return self if both == self else both

    def difference(self, others: "FactLog") -> list[Fact]:
        """The facts that ``others`` lacks or stores differently under the same id."""
        return [fact for fact in self._sorted if others._by_id.get(fact.id) != fact]


def _order(fact: Fact) -> tuple[datetime, str]:
    return datetime.fromisoformat(fact.at), fact.id


# ------------------------------------------------------------ facts in files


def parse_facts(data: Mapping[str, Any]) -> FactLog:
    """Parse the facts under the key "progress" of a file's JSON object; skip malformed facts."""
    sound = []
    for value in get_field(data, "progress", list_of(object, MAX_FACTS), []):
        try:
            sound.append(parse_fact(value))
        except SchemaError:
            continue
    return FactLog(sound)
