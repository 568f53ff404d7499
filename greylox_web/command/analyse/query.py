"""Reading a line of input: a query, the cancellation of one, or the question for the version."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any, NamedTuple

from ...rules import Game, NotationError
from ...rules.notation.actions import (
    MAX_ACTIONS,
    GameRecord,
    ParseResult,
    format_turns,
    group_by_turn,
    machine_action,
    parse_moves,
    split_turn,
)
from ...rules.notation.links import MAX_CHARACTERS
from ...rules.notation.records import read_any
from ...rules.notation.setup import read_setup
from ...rules.state import State
from ...rules.typed_game import make_game
from ...schema import SchemaError, list_of, matches, max_length, one_of, read_json
from ...words import error_text
from . import fields

GAME_FIELDS = {"size", "options", "setup", "moves"}


class InvalidLine(ValueError):
    """A line that cannot be answered: its id, if it has one, and the reason."""

    def __init__(self, query_id: str | None, reason: str) -> None:
        super().__init__(reason)
        self.query_id = query_id


class Job(NamedTuple):
    """The analysis of one position."""

    game: Game
    state: State
    resigned: bool
    visits: int
    seconds: float | None
    report_seconds: float | None
    seed: int | None
    fields: frozenset[str]


class Query(NamedTuple):
    """The positions that a line asks for."""

    id: str
    jobs: tuple[tuple[dict[str, Any], Job], ...]
    """Each with the fields that say which position it is."""
    priority: int
    warning: str


class Cancel(NamedTuple):
    """The cancellation of a query."""

    id: str
    target: str


class VersionQuestion(NamedTuple):
    """The question for the version."""

    id: str


def read_line(line: str) -> Query | Cancel | VersionQuestion:
    """Read a line; raise InvalidLine, with a sentence, if it is malformed or out of bounds."""
    try:
        value = read_json(line, fields.MAX_LINE_CHARACTERS, dict)
    except SchemaError as error:
        raise InvalidLine(None, json_message(error)) from None
    query_id = value.get("id")
    if not (isinstance(query_id, str) and 1 <= len(query_id) <= fields.MAX_ID_LENGTH):
        raise InvalidLine(
            None, f"id: every line needs a string of 1 to {fields.MAX_ID_LENGTH} characters"
        )
    try:
        if "cancel" in value:
            require_fields(value, {"id", "cancel"})
            require(value, "cancel", max_length(fields.MAX_ID_LENGTH))
            return Cancel(query_id, value["cancel"])
        if "version" in value:
            require_fields(value, {"id", "version"})
            require(value, "version", one_of(True))
            return VersionQuestion(query_id)
        return read_query(query_id, value)
    except NotationError as error:
        raise InvalidLine(query_id, str(error)) from None


def json_message(error: SchemaError) -> str:
    """Return why a line is not a JSON object."""
    if error.key == "text-long":
        return f"a line has at most {fields.MAX_LINE_CHARACTERS} characters"
    if error.key == "json-deep":
        return str(error)
    return "the line is not a JSON object"


KINDS = {field.name: field.kind for field in (*fields.QUERY_FIELDS, *fields.ACTION_FIELDS)}


def number_in(low: float, high: float) -> Callable[[Any], bool]:
    """Return the schema of a number in a range."""
    return lambda value: type(value) in (int, float) and low <= value <= high


SCHEMAS = {
    "id": str,
    "position": max_length(4 * MAX_CHARACTERS),
    "game": max_length(fields.MAX_ID_LENGTH),
    "size": range(1, 100),
    "options": dict,
    "setup": max_length(MAX_CHARACTERS),
    "moves": list_of(max_length(fields.MAX_TURN_LENGTH), MAX_ACTIONS),
    "turns": lambda value: (
        value == "all"
        or (value != [] and matches(value, list_of(range(MAX_ACTIONS + 1), MAX_ACTIONS + 1)))
    ),
    "visits": range(1, fields.MAX_VISITS + 1),
    "seconds": number_in(fields.MIN_SECONDS, fields.MAX_SECONDS),
    "seed": range(fields.MAX_SEED + 1),
    "fields": list_of(one_of(*fields.WANTED), len(fields.WANTED)),
    "report_seconds": number_in(fields.MIN_REPORT_SECONDS, fields.MAX_SECONDS),
    "priority": range(-fields.MAX_PRIORITY, fields.MAX_PRIORITY + 1),
}


def require_fields(value: dict[str, Any], names: set[str]) -> None:
    """Raise NotationError for a field that is not one of ``names``."""
    for name in value:
        if name not in names:
            raise NotationError(f"{name[:40]!r} is not a field of this line")


def require(value: dict[str, Any], name: str, schema: Any) -> None:
    """Raise NotationError unless the field matches the schema."""
    if not matches(value[name], schema):
        raise NotationError(f"{name}: expected {KINDS[name]}")


def read_query(query_id: str, value: dict[str, Any]) -> Query:
    """Read a query; NotationError for anything that is not in ``QUERY_FIELDS``."""
    require_fields(value, set(SCHEMAS))
    for name in value:
        require(value, name, SCHEMAS[name])
    reading = read_position(value)
    record, error = reading.record, reading.error
    if record is None or error:
        raise NotationError(error or "there is no game in this text")
    job = Job(
        game=record.game,
        state=reading.states[-1],
        resigned=False,
        visits=value.get(
            "visits", fields.MAX_VISITS if "seconds" in value else fields.DEFAULT_VISITS
        ),
        seconds=value.get("seconds"),
        report_seconds=value.get("report_seconds"),
        seed=value.get("seed"),
        fields=frozenset(value.get("fields", ["candidates"])),
    )
    last = len(record.actions)
    chosen, jobs = chosen_plies(reading, value.get("turns")), []
    end = max(ply for _, ply in chosen)
    texts = format_turns(
        record.game,
        reading.states[: end + 1],
        record.actions[:end],
        lambda game, _, action: machine_action(game, action),
    )
    for turn, ply in chosen:
        place: dict[str, Any] = {"turn": turn, "ply": ply}
        if turn:
            place["last_turn"] = texts[turn - 1]
        resigned = record.resigned and ply == last
        jobs.append((place, job._replace(state=reading.states[ply], resigned=resigned)))
    warning = error_text("link-partial") if reading.partial else ""
    return Query(query_id, tuple(jobs), value.get("priority", 0), warning)


def read_position(value: dict[str, Any]) -> ParseResult:
    """Read the game of a query."""
    if "position" in value:
        for name in ("game", *sorted(GAME_FIELDS)):
            if name in value:
                raise NotationError(f"{name}: not together with 'position'")
        return read_any(value["position"], allow_small=True)
    if "game" not in value:
        raise NotationError("a query needs 'position' or 'game'")
    game = make_game(value["game"], value.get("size"), value.get("options", {}))
    setup = read_setup(game, value["setup"].lower()) if "setup" in value else None
    words = [word for turn in value.get("moves", []) for word in split_turn(turn)]
    if len(words) > MAX_ACTIONS:
        raise NotationError(f"moves: at most {MAX_ACTIONS} actions")
    start = GameRecord(game, setup=setup)
    line = parse_moves(game, start.initial_state, words)
    record = replace(start, actions=line.actions, resigned=line.resigned)
    return ParseResult(record, line.states, line.error)


def chosen_plies(reading: ParseResult, turns: object) -> list[tuple[int, int]]:
    """Return the positions to analyse, as numbers of turns and of actions before them.

    Without ``turns`` this is the last position, or the one at the cursor of a link.
    """
    record = reading.record
    assert record is not None
    last = len(record.actions)
    starts = [group[0] for group in group_by_turn(reading.states, record.actions)]
    plies = [*starts, last] if starts else [0]
    if turns is None:
        ply = record.shown_ply
        return [(sum(start < ply for start in starts), ply)]
    if turns == "all":
        return list(enumerate(plies))
    assert isinstance(turns, list)
    for turn in turns:
        if turn >= len(plies):
            raise NotationError(f"turns: the game has {len(plies) - 1} turns, not {turn}")
    return [(turn, plies[turn]) for turn in dict.fromkeys(turns)]
