"""Facts, sets of facts, and both as text, which is checked when it is read.

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
    read_json,
    validate,
)

MAX_FACTS = 100_000
MAX_FACT_LENGTH = 2_000  # characters of one fact
MAX_VALUES = 20
NAME = re.compile(r"[a-z0-9][a-z0-9-]{0,59}")
Scalar = str | int | bool


class Fact(NamedTuple):
    """Something that happened; ``what`` has the keys that ``KINDS`` gives to the kind."""

    id: str
    kind: str
    at: str  # the time: ISO 8601 with an offset; UTC if made here
    day: str  # the local date that it counts for: ISO 8601
    what: Mapping[str, Scalar]

    @property
    def text(self) -> str:
        """The fact as JSON, in one line."""
        value = {**self._asdict(), "what": dict(sorted(self.what.items()))}
        return json.dumps(value, separators=(",", ":"))


def is_name(value: object) -> bool:
    """Whether the value is a name of a game, step or puzzle."""
    return isinstance(value, str) and NAME.fullmatch(value) is not None


KINDS: dict[str, dict[str, Schema]] = {
    "lesson": {"game": is_name, "step": is_name},
    "puzzle": {
        "puzzle": is_name,  # begins with its game
        "strength": range(4001),  # the puzzle's rating
        "right": bool,  # solved at the first try
        "helped": bool,  # by a hint
        "daily": bool,  # as the puzzle of the fact's day
    },
    "daily": {"puzzle": is_name},  # the puzzle of the fact's day was solved, at whichever try
    "game": {
        "game": is_name,
        "spec": is_name,  # the game with its board and options, as links write it
        "colour": range(2),
        "level": range(1, 15),  # of the engine
        "score": range(3),  # 2 won, 1 drawn, 0 lost
        "unrated": WORD,  # why it is not rated, "" if it is
    },
    "review": {
        "game": is_name,
        "spec": is_name,
        "colour": range(2),
        "turns": range(1, 2001),  # of the player
        "lost": range(1001),  # mean loss of winning chance per turn, in thousandths
    },
}
"""The shape of ``what`` for each kind of fact."""


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
    """A new fact with a new id and the present time; ``what`` must have the kind's shape.

    It counts for today, or for ``for_day``.
    """
    assert matches(payload, KINDS[kind]), (kind, payload)
    at = datetime.now(UTC).isoformat(timespec="milliseconds")
    return Fact(str(uuid4()), kind, at, (for_day or date.today()).isoformat(), payload)


def parse_fact(value: object) -> Fact:
    """The fact in a JSON value; raise WrongShape if it is malformed.

    For an unknown kind, of a newer version, ``what`` may have any keys.
    """
    data: dict[str, Any] = validate(value, FACT_SCHEMA, "json-other")
    validate(data["what"], KINDS.get(data["kind"], dict), "json-other")
    fact = Fact(**data)
    if len(fact.text) > MAX_FACT_LENGTH:
        raise SchemaError("text-long", most=MAX_FACT_LENGTH)
    return fact


def read_fact(text: object) -> Fact:
    """The fact in a stored text; raise WrongShape if it is malformed."""
    return parse_fact(read_json(text, MAX_FACT_LENGTH))


class FactLog:
    """Facts by their ids, in the order in which they happened; immutable."""

    def __init__(self, facts: Iterable[Fact] = ()) -> None:
        by_id: dict[str, Fact] = {}
        for fact in facts:
            # only an edited file has two facts with one id; every device must keep the same one
            by_id[fact.id] = min(by_id.get(fact.id, fact), fact, key=lambda each: each.text)
        self._by_id = by_id
        self._sorted = sorted(by_id.values(), key=_order)

    def __iter__(self) -> Iterator[Fact]:
        return iter(self._sorted)

    def __len__(self) -> int:
        return len(self._sorted)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, FactLog) and self._by_id == other._by_id

    __hash__ = None  # type: ignore[assignment]

    def by_kind(self, kind: str) -> list[Fact]:
        """The facts of one kind."""
        return [fact for fact in self._sorted if fact.kind == kind]

    def union(self, facts: Iterable[Fact]) -> "FactLog":
        """The union with other facts; this very object if that adds none."""
        both = FactLog([*self._sorted, *facts])
        return self if both == self else both

    def difference(self, others: "FactLog") -> list[Fact]:
        """The facts that ``others`` lacks, or has differently under the same id."""
        return [fact for fact in self._sorted if others._by_id.get(fact.id) != fact]


def _order(fact: Fact) -> tuple[datetime, str]:
    return datetime.fromisoformat(fact.at), fact.id


# ------------------------------------------------------------ as part of a file


def to_json_values(facts: Iterable[Fact]) -> list[dict[str, object]]:
    """The facts as JSON values."""
    return [json.loads(fact.text) for fact in facts]


def parse_facts(data: Mapping[str, Any]) -> FactLog:
    """The facts under the key "progress" of a file's JSON object, without malformed ones."""
    sound = []
    for value in get_field(data, "progress", list_of(object, MAX_FACTS), []):
        try:
            sound.append(parse_fact(value))
        except SchemaError:
            continue
    return FactLog(sound)
