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

from .schema import WORD, Shape, WrongShape, every, expected, field, fits, matching, read_json

MOST_FACTS = 100_000
MOST_TEXT = 2_000  # characters of one fact
MOST_VALUES = 20
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


KINDS: dict[str, dict[str, Shape]] = {
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


def _is_moment(value: object) -> bool:
    try:
        moment = datetime.fromisoformat(value) if isinstance(value, str) else None
        return moment is not None and moment.utcoffset() is not None and len(str(value)) <= 40
    except ValueError:
        return False


def _is_day(value: object) -> bool:
    try:
        return isinstance(value, str) and date.fromisoformat(value).isoformat() == value
    except ValueError:
        return False


def _is_scalar(value: object) -> bool:
    return type(value) in (str, bool) or (type(value) is int and abs(value) < 1 << 53)


def _is_what(value: object) -> bool:
    return (
        isinstance(value, dict)
        and len(value) <= MOST_VALUES
        and all(isinstance(key, str) and _is_scalar(one) for key, one in value.items())
    )


SHAPE: Shape = {
    "id": matching(r"[A-Za-z0-9-]{8,64}"),
    "kind": is_name,
    "at": _is_moment,
    "day": _is_day,
    "what": _is_what,
}


def happened(kind: str, of_day: date | None = None, /, **what: Scalar) -> Fact:
    """A new fact with a new id and the present time; ``what`` must have the kind's shape.

    It counts for today, or for ``of_day``.
    """
    assert fits(what, KINDS[kind]), (kind, what)
    at = datetime.now(UTC).isoformat(timespec="milliseconds")
    return Fact(str(uuid4()), kind, at, (of_day or date.today()).isoformat(), what)


def fact_of(value: object) -> Fact:
    """The fact in a JSON value; raise WrongShape if it is malformed.

    For an unknown kind, of a newer version, ``what`` may have any keys.
    """
    found: dict[str, Any] = expected(value, SHAPE, "json-other")
    expected(found["what"], KINDS.get(found["kind"], dict), "json-other")
    fact = Fact(**found)
    if len(fact.text) > MOST_TEXT:
        raise WrongShape("text-long", most=MOST_TEXT)
    return fact


def read_fact(text: object) -> Fact:
    """The fact in a stored text; raise WrongShape if it is malformed."""
    return fact_of(read_json(text, MOST_TEXT))


class Facts:
    """Facts by their ids, in the order in which they happened; immutable."""

    def __init__(self, facts: Iterable[Fact] = ()) -> None:
        known: dict[str, Fact] = {}
        for fact in facts:
            # only an edited file has two facts with one id; every device must keep the same one
            known[fact.id] = min(known.get(fact.id, fact), fact, key=lambda each: each.text)
        self._known = known
        self._sorted = sorted(known.values(), key=_order)

    def __iter__(self) -> Iterator[Fact]:
        return iter(self._sorted)

    def __len__(self) -> int:
        return len(self._sorted)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Facts) and self._known == other._known

    __hash__ = None  # type: ignore[assignment]

    def of(self, kind: str) -> list[Fact]:
        """The facts of one kind."""
        return [fact for fact in self._sorted if fact.kind == kind]

    def with_all(self, facts: Iterable[Fact]) -> "Facts":
        """The union with other facts; this very object if that adds none."""
        both = Facts([*self._sorted, *facts])
        return self if both == self else both

    def beside(self, others: "Facts") -> list[Fact]:
        """The facts that ``others`` lacks, or has differently under the same id."""
        return [fact for fact in self._sorted if others._known.get(fact.id) != fact]


def _order(fact: Fact) -> tuple[datetime, str]:
    return datetime.fromisoformat(fact.at), fact.id


# ------------------------------------------------------------ as part of a file


def values_of(facts: Iterable[Fact]) -> list[dict[str, object]]:
    """The facts as JSON values."""
    return [json.loads(fact.text) for fact in facts]


def facts_in(found: Mapping[str, Any]) -> Facts:
    """The facts under the key "progress" of a file's JSON object, without malformed ones."""
    sound = []
    for value in field(found, "progress", every(object, MOST_FACTS), []):
        try:
            sound.append(fact_of(value))
        except WrongShape:
            continue
    return Facts(sound)
