"""The rows of a study: the first line of its file describes the study, every other is a game.

The command and the page write the same lines and read each other's.
"""

from typing import NamedTuple, TypedDict

from ..schema import SchemaError, read_json
from .games import GameMeasures, measure_link

MAX_LINE_LENGTH = 1 << 20  # characters; the first line holds the links of all starts


class StudyParameters(NamedTuple):
    """The parameters of a study, which identify it."""

    game: str  # in the notation of links: ``brink5-x3``
    starts: list[str]  # links; empty for the game's own start
    drawn: int  # the number of first actions drawn at random
    seed: int
    network: str  # checksum of the network's file, or "" for plain search


class Row(TypedDict):
    """A game of a study."""

    number: int
    visits: int
    lowest: int | None  # the winner's lowest evaluation in per cent; None: a draw
    measured: GameMeasures


def parse_fields(line: str) -> dict[str, object]:
    """Return the object in a line; empty if the line is truncated or is no JSON object."""
    try:
        fields: dict[str, object] = read_json(line, MAX_LINE_LENGTH, dict)
    except SchemaError:
        return {}
    return fields


def parse_header(line: str) -> StudyParameters | None:
    """Return the study that the first line of a file describes, or None."""
    match parse_fields(line).get("study"):
        case {
            "game": str(game),
            "starts": list(starts),
            "drawn": int(drawn),
            "seed": int(seed),
            "network": str(network),
        }:
            return StudyParameters(game, starts, drawn, seed, network)
    return None


def difference(stored: StudyParameters, requested: StudyParameters) -> str:
    """Return the differences between two studies, in words."""
    parts = list[str]()
    for name, old, new in zip(StudyParameters._fields, stored, requested, strict=True):
        if old != new and name == "starts":
            parts.append("from other starts")
        elif old != new:
            parts.append(f"with {name} {old or 'none'}, not {new or 'none'}")
    return " and ".join(parts)


def parse_row(line: str, parameters: StudyParameters) -> Row | None:
    """Return the game in a line; None if a field is missing or contradicts the others."""
    row = parse_fields(line)
    match row:
        case {
            "number": int(number),
            "visits": int(visits),
            "lowest": int() | None as lowest,
            "link": str(link),
        } if number >= 0 and visits > 0 and (lowest is None or 0 <= lowest <= 100):
            measures = measure_link(link)
            same = measures is not None and all(row.get(key) == measures[key] for key in measures)  # type: ignore[literal-required]
            begins = [start.rpartition("/c")[0] for start in parameters.starts] or [
                f"1/{parameters.game}/m"
            ]
            if measures is not None and same and link.startswith(begins[number % len(begins)]):
                return Row(number=number, visits=visits, lowest=lowest, measured=measures)
    return None
