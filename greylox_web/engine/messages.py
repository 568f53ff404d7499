"""The messages between the page and the engine worker, one line of JSON each.

They contain action names, never masks: JavaScript's numbers are exact only up to 53 bits.  Neither
side trusts the other: a malformed message raises WireError.
"""

import json
from itertools import takewhile
from typing import Any, Literal, NamedTuple, get_args

from ..schema import NON_NEGATIVE, Schema, SchemaError, list_of, matches, one_of, read_json

VERSION = 1
MAX_MESSAGE_CHARACTERS = 16_384
MAX_LEVEL = 100
MAX_TURNS = 400  # turns of a position that a proof names

MAX_CELLS = 256  # of a board
PERMILLE = range(1001)

SearchPurpose = Literal[
    "play", "hint", "review", "analyse", "ponder", "assess", "teach", "forecast", "proof"
]
PURPOSES: tuple[SearchPurpose, ...] = get_args(SearchPurpose)


ProofVerdict = Literal[
    "running", "proven", "several", "lost", "forced", "many-turns", "again-to-move", "unproven"
]


class WireError(ValueError):
    """A malformed message between page and worker; the text says why."""


class SearchRequest(NamedTuple):
    """A request of the page: find the best action in a position, or its value."""

    ticket: int  # the number of the request, increasing
    position: str  # a link; the worker replays its actions
    level: int
    # "review", "assess" and "teach" need the value.  "analyse" runs until it is stopped, and so
    # does "ponder", in which the player of the other colour thinks ahead.  "forecast" plays games
    # on.  "proof" proves that exactly one turn keeps the result; the level does not matter.
    purpose: SearchPurpose = "play"


class CandidateMove(NamedTuple):
    """One of the best actions, with its value."""

    action: str
    visits: int
    value_first: float
    proven: bool = False  # value_first is certain


class FirstThought(NamedTuple):
    """An action as the network sees it before the search, and as the search does, in permille."""

    action: str
    prior: int
    visits: int  # the action's share of the search's visits


class RefutedTurn(NamedTuple):
    """A turn that does not keep the result, and the other side's turn that proves it."""

    turn: str  # its actions, joined by ``+``
    mover_value: int  # 0: it draws, -1: it loses, for the side that plays it
    reply: str  # a whole turn, "" if the game is over


class PositionProof(NamedTuple):
    """The proof that one turn keeps a position's result, as far as it has come.

    The verdict is "running" before the end.  "proven": one turn keeps the result.  "several": two
    or more do.  "lost": every turn loses.  "forced": there is only one turn.  "many-turns": there
    are more than ``MAX_TURNS``.  "again-to-move": the same side moves again after a turn.
    "unproven": a limit was reached.
    """

    verdict: ProofVerdict
    checked: int  # turns whose value is known
    turns: int  # turns that there are, 0 if unknown
    mover_value: int  # of the position: 1, 0 or -1; -1 while it is unknown
    keeping: list[str]  # turns that keep it
    wrong: list[RefutedTurn]


class SearchReport(NamedTuple):
    """A result of the worker; the last report of a ticket is ``final``.

    Values are from the first colour's side, -1 to 1.  A final report has an action or an error,
    except that of an analysis, a forecast or a stopped search, which may have neither.
    """

    ticket: int
    final: bool
    action: str | None
    visits: int
    value_first: float
    proven: bool  # value_first is certain
    pv: list[str]  # the principal variation from this position
    candidates: list[CandidateMove]  # the best action first, the others by visits
    millis: int  # time spent so far
    error: str | None
    visit_limit: int = 0  # the maximum of ``visits``, 0 if unknown
    warning: str = ""  # a warning for the player
    memory_bytes: int = 0  # bytes that the search uses; 0 if unknown
    memory_limit: int = 0  # the limit of ``memory_bytes``; 0 if unknown
    cores: int = 1  # threads that search
    pvs: tuple[list[str], ...] = ()  # PVs of the best actions, in an analysis
    thoughts: tuple[FirstThought, ...] = ()  # likely actions, in an analysis with a network
    # of a forecast: for each colour, in how many of ``visits`` games it holds each cell at the end,
    # cells in ascending order
    held: tuple[list[int], ...] = ()
    proof: PositionProof | None = None  # of a request with the purpose "proof"


def _is_value(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and -1 <= value <= 1


def _is_text_or_none(value: object) -> bool:
    return value is None or isinstance(value, str)


PROOF_SCHEMA: Schema = (
    one_of(*get_args(ProofVerdict)),
    NON_NEGATIVE,
    NON_NEGATIVE,
    range(-1, 2),
    list_of(str, MAX_TURNS),
    list_of((str, range(-1, 1), str), MAX_TURNS),
)


def _is_proof_or_none(value: object) -> bool:
    return value is None or matches(value, PROOF_SCHEMA)


REQUEST_SCHEMA: dict[str, Schema] = {
    "ticket": NON_NEGATIVE,
    "position": str,
    "level": range(MAX_LEVEL + 1),
    "purpose": one_of(*PURPOSES),
}
REPORT_SCHEMA: dict[str, Schema] = {
    "ticket": NON_NEGATIVE,
    "final": bool,
    "action": _is_text_or_none,
    "visits": NON_NEGATIVE,
    "value_first": _is_value,
    "proven": bool,
    "pv": list_of(str),
    "candidates": list_of((str, NON_NEGATIVE, _is_value, bool)),
    "millis": NON_NEGATIVE,
    "error": _is_text_or_none,
    "visit_limit": NON_NEGATIVE,
    "warning": str,
    "memory_bytes": NON_NEGATIVE,
    "memory_limit": NON_NEGATIVE,
    "cores": NON_NEGATIVE,
    "pvs": list_of(list_of(str)),
    "thoughts": list_of((str, PERMILLE, PERMILLE), MAX_CELLS),
    "held": list_of(list_of(NON_NEGATIVE, MAX_CELLS), 2),
    "proof": _is_proof_or_none,
}


def game_name(request: SearchRequest) -> str:
    """Return the name of the game that a request is about, from its link."""
    parts = request.position.split("/")
    return "".join(takewhile(str.isalpha, parts[1])) if len(parts) > 1 else ""


def write_request(request: SearchRequest) -> str:
    """Return the message of a request."""
    return _write("request", request)


def write_report(report: SearchReport) -> str:
    """Return the message of a report."""
    return _write("report", report)


def read_request(message: str) -> SearchRequest:
    """Return the request in a message; raise WireError for anything else."""
    return SearchRequest(**_read(message, "request", REQUEST_SCHEMA))


def read_report(message: str) -> SearchReport:
    """Return the report in a message; raise WireError for anything else."""
    fields = _read(message, "report", REPORT_SCHEMA)
    candidates = [
        CandidateMove(action, visits, float(value), proven)
        for action, visits, value, proven in fields["candidates"]
    ]
    pvs = tuple(fields["pvs"])
    proof = None
    if fields["proof"] is not None:
        verdict, checked, turns, mover_value, keeping, wrong = fields["proof"]
        refuted = [RefutedTurn(*turn) for turn in wrong]
        proof = PositionProof(verdict, checked, turns, mover_value, keeping, refuted)
    report = SearchReport(
        **{
            **fields,
            "value_first": float(fields["value_first"]),
            "candidates": candidates,
            "pvs": pvs,
            "thoughts": tuple(FirstThought(*thought) for thought in fields["thoughts"]),
            "held": tuple(fields["held"]),
            "proof": proof,
        }
    )
    if report.error is not None and not report.final:
        raise WireError("a report with an error has to be the final one")
    if report.held and not _is_forecast(report):
        raise WireError("a forecast counts each game once for each cell")
    return report


def _is_forecast(report: SearchReport) -> bool:
    """Whether no cell is held in more games than were played."""
    if len(report.held) != 2 or len(report.held[0]) != len(report.held[1]):
        return False
    return all(sum(counts) <= report.visits for counts in zip(*report.held, strict=True))


def _write(kind: str, message: SearchRequest | SearchReport) -> str:
    return json.dumps({"v": VERSION, "kind": kind} | message._asdict(), allow_nan=False)


def _read(message: str, kind: str, schemas: dict[str, Schema]) -> dict[str, Any]:
    """Return the validated fields of a message: exactly the fields of ``schemas``."""
    try:
        fields = read_json(message, MAX_MESSAGE_CHARACTERS, dict)
    except SchemaError as fault:
        raise WireError(f"the message cannot be read: {fault}") from fault
    version, received_kind = fields.pop("v", None), fields.pop("kind", None)
    if not matches(version, one_of(VERSION)):
        raise WireError(f"the message has version {version!r:.20}, not {VERSION}")
    if received_kind != kind:
        raise WireError(f"the message is a {received_kind!r:.20}, not a {kind!r}")
    if fields.keys() != schemas.keys():
        odd_field = sorted(fields.keys() ^ schemas.keys())[0]
        raise WireError(f"the {kind} has the field {odd_field[:20]!r} too much or too little")
    for name, schema in schemas.items():
        if not matches(fields[name], schema):
            raise WireError(f"{name} is {fields[name]!r:.30}, which it cannot be")
    return {**fields}
