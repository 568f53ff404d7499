"""The notes between the page and the engine's worker, one line of JSON each.

They carry moves and names, never masks: integers above 53 bits die in JavaScript.  Neither
side trusts the other: a note that is not exactly what it should be is a WireError.
"""

import json
from itertools import takewhile
from typing import Literal, NamedTuple, get_args

from ..message import Message

VERSION = 1
LARGEST = 2**53 - 1  # integer that JavaScript keeps
MOST_CHARACTERS = 16_384
MOST_LEVELS = 100

Purpose = Literal["play", "hint", "review", "analyse"]
PURPOSES: tuple[Purpose, ...] = get_args(Purpose)


class WireError(ValueError):
    """A note that is not what it should be; the message says why."""


class Think(NamedTuple):
    """The page asks: what to do in this position?"""

    ticket: int  # every question has its own, rising
    position: str  # a link, whose actions the worker replays
    level: int
    purpose: Purpose = "play"  # "review" wants the value, "analyse" goes on until it is stopped


class Top(NamedTuple):
    """One of the best actions."""

    action: str
    visits: int
    value_first: float
    proven: bool = False  # value_first is certain


class Report(NamedTuple):
    """The worker tells what it has found; the last report of a ticket is ``final``.

    Values are from the first colour's side, -1 to 1.  A final report has an action, or an
    error; an analysis, or a search that was called off, has an action too when it knows one.
    """

    ticket: int
    final: bool
    action: str | None
    playouts: int
    value_first: float
    proven: bool  # value_first is certain
    line: list[str]  # the best actions from here on
    top: list[Top]  # most visited first
    millis: int  # time spent so far
    error: str | None
    work: int = 0  # the playouts after which it will be final at the latest, 0 when unknown
    note: str = ""  # a sentence about what is not as it should be


# What the page's engine tells the session.


class EngineReady(Message):
    """The worker waits for questions; also after it was started again."""


class EngineProgress(Message):
    """A report on the way to the answer."""

    report: Report


class EngineAnswer(Message):
    """The final report of the question asked last; it may hold an error."""

    report: Report


class EngineFailed(Message):
    """The engine cannot go on.

    With a ticket, this question has no answer, others may.  With None, the worker is gone:
    an EngineReady follows when it is back.
    """

    ticket: int | None
    sentence: str


EngineEvent = EngineReady | EngineProgress | EngineAnswer | EngineFailed


def game_name(think: Think) -> str:
    """The name of the game that a question is about, as its link has it."""
    parts = think.position.split("/")
    return "".join(takewhile(str.isalpha, parts[1])) if len(parts) > 1 else ""


def write_think(think: Think) -> str:
    """The note for a question."""
    return _write("think", think)


def write_report(report: Report) -> str:
    """The note for a report."""
    return _write("report", report)


def read_think(line: str) -> Think:
    """The question in a note; raise WireError for anything else."""
    note = _read(line, "think", Think)
    return Think(
        _whole(note, "ticket"),
        _text(note, "position"),
        _whole(note, "level", MOST_LEVELS),
        _purpose(note),
    )


def read_report(line: str) -> Report:
    """The report in a note; raise WireError for anything else."""
    note = _read(line, "report", Report)
    top = []
    for row in _list(note, "top"):
        if not isinstance(row, list) or len(row) != len(Top._fields):
            raise WireError("the top of a report has a row that is no action, visits, value, proof")
        cells: dict[str, object] = dict(zip(Top._fields, row, strict=True))
        name, visits = _text(cells, "action"), _whole(cells, "visits")
        top.append(Top(name, visits, _value(cells), _flag(cells, "proven")))
    names = _list(note, "line")
    report = Report(
        ticket=_whole(note, "ticket"),
        final=_flag(note, "final"),
        action=_text(note, "action") if note["action"] is not None else None,
        playouts=_whole(note, "playouts"),
        value_first=_value(note),
        proven=_flag(note, "proven"),
        line=[_text({"line": name}, "line") for name in names],
        top=top,
        millis=_whole(note, "millis"),
        error=_text(note, "error") if note["error"] is not None else None,
        work=_whole(note, "work"),
        note=_text(note, "note"),
    )
    if report.error is not None and not report.final:
        raise WireError("a report with an error has to be the final one")
    return report


def _write(kind: str, note: Think | Report) -> str:
    return json.dumps({"v": VERSION, "kind": kind} | note._asdict(), allow_nan=False)


def _read(line: str, kind: str, shape: type[Think] | type[Report]) -> dict[str, object]:
    """The fields of a note of this kind: all of them and no others."""
    if len(line) > MOST_CHARACTERS:
        raise WireError(f"the note is longer than {MOST_CHARACTERS} characters")
    try:
        note = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise WireError(f"the note is not JSON: {error}") from error
    if not isinstance(note, dict):
        raise WireError("the note is not a JSON object")
    version, found = note.pop("v", None), note.pop("kind", None)
    if type(version) is not int or version != VERSION:
        raise WireError(f"the note is of version {version!r:.20}, not {VERSION}")
    if found != kind:
        raise WireError(f"the note is a {found!r:.20}, not a {kind!r}")
    names = set(shape._fields)
    if note.keys() != names:
        odd = sorted(note.keys() ^ names)[0]
        raise WireError(f"the {kind} has the field {odd[:20]!r} too much or too little")
    return note


def _whole(note: dict[str, object], name: str, most: int = LARGEST) -> int:
    value = note[name]
    if type(value) is not int or not 0 <= value <= most:
        raise WireError(f"{name} is {value!r:.30}, not a whole number up to {most}")
    return value


def _value(note: dict[str, object]) -> float:
    value = note["value_first"]
    if isinstance(value, bool) or not isinstance(value, int | float) or not -1 <= value <= 1:
        raise WireError(f"value_first is {value!r:.30}, not between -1 and 1")
    return float(value)


def _flag(note: dict[str, object], name: str) -> bool:
    value = note[name]
    if not isinstance(value, bool):
        raise WireError(f"{name} is {value!r:.30}, neither true nor false")
    return value


def _text(note: dict[str, object], name: str) -> str:
    value = note[name]
    if not isinstance(value, str):
        raise WireError(f"{name} is {value!r:.30}, not text")
    return value


def _purpose(note: dict[str, object]) -> Purpose:
    name = _text(note, "purpose")
    for purpose in PURPOSES:
        if name == purpose:
            return purpose
    raise WireError(f"the engine knows no purpose {name[:20]!r}")


def _list(note: dict[str, object], name: str) -> list[object]:
    value = note[name]
    if not isinstance(value, list):
        raise WireError(f"{name} is {value!r:.30}, not a list")
    return value
