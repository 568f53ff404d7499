"""The rows of a study: the first line of its file describes the study, every other is a game.

The command and the page write the same lines and read each other's.

A game of the skill ladder has two strengths in ``visits``, the first colour's and the second's.
Earlier commands pass such lines over.
"""

import json
from typing import NamedTuple, TypedDict

from ..schema import Schema, SchemaError, matches, max_length, one_of, read_json
from .games import GameMeasures, measure_link

COUNT = range(1 << 20)
MEASURES: dict[str, Schema] = {
    "winner": one_of(None, 0, 1),
    "how": max_length(40),
    "actions": COUNT,
    "opening": COUNT,
    "first": max_length(8),
    "leads": COUNT,
    "flips": COUNT,
    "passes": COUNT,
    "choices": lambda value: type(value) in (int, float) and 0 <= value <= len(COUNT),
    "link": max_length(1 << 13),
}
"""The schemas of ``GameMeasures``."""
MAX_LINE_LENGTH = 1 << 20  # characters; the first line holds the links of all starts


class StudyParameters(NamedTuple):
    """The parameters of a study, which identify it."""

    game: str  # in the notation of links: ``brink5-x3``
    starts: list[str]  # links; empty for the game's own start
    drawn: int  # the number of first actions drawn at random
    seed: int
    network: str  # checksum of the network's file, or "" for plain search


METHOD = (
    "The engine plays both sides with the network whose checksum is given here. For each action it "
    'searches as many positions as there are visits. The first actions, as many as "drawn" says, '
    "are chosen at random in proportion to their visits; all others are the engine's best. "
    "Every game is played to its end; none is left out. The first colour's share counts a draw "
    "as half, with Wilson's interval of 95%."
)
"""A description of the method for each file of results."""


class Row(TypedDict):
    """A game of a study."""

    number: int
    visits: int
    lowest: int | None  # the winner's lowest evaluation in per cent; None: a draw
    measured: GameMeasures


Pair = tuple[int, int]
"""Two strengths in visits: the side that looks further, and the other side."""


class LadderRow(TypedDict):
    """A game of the skill ladder: one side looks further than the other."""

    number: int
    visits: Pair  # the first colour's, the second colour's
    lowest: int | None  # the winner's lowest evaluation in per cent, by its own search
    measured: GameMeasures


def further_points(row: LadderRow) -> float:
    """Return the points of the side that looks further: 1, 0, or 0.5 for a draw."""
    winner, (first, second) = row["measured"]["winner"], row["visits"]
    return 0.5 if winner is None else float((winner == 0) == (first > second))


def pair_of(row: LadderRow) -> Pair:
    """Return the step of the ladder that a game belongs to."""
    return max(row["visits"]), min(row["visits"])


def colour_visits(pair: Pair, number: int) -> Pair:
    """Return the visits of the first and of the second colour in a game of the ladder.

    The sides change colours from game to game.
    """
    further, nearer = pair
    return (nearer, further) if number % 2 else (further, nearer)


def start_index(visits: int | Pair, number: int, starts: int) -> int:
    """Return which of several starts a game begins from.

    On the ladder each start is played twice in a row, so that both sides play each colour.
    """
    return (number if isinstance(visits, int) else number // 2) % starts


def format_header(parameters: StudyParameters, **metadata: str) -> str:
    """Format the first line of a file, with the engine's version, the method and so on."""
    return json.dumps({"study": parameters._asdict(), **metadata})


def format_row(row: Row | LadderRow) -> str:
    """Format a game as a line."""
    fields = {"number": row["number"], "visits": row["visits"], "lowest": row["lowest"]}
    return json.dumps({**fields, **row["measured"]}, separators=(",", ":"))


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


def parse_game(line: str, parameters: StudyParameters) -> Row | LadderRow | None:
    """Return the game in a line, of a strength or of the skill ladder.

    None if a field is missing or contradicts the others.
    """
    fields = parse_fields(line)
    visits = parse_visits(fields.get("visits"))
    match fields:
        case {"number": int(number), "lowest": int() | None as lowest, "link": str(link)} if (
            visits is not None and number >= 0 and (lowest is None or 0 <= lowest <= 100)
        ):
            measures = measure_link(link)
            same = measures is not None and all(
                fields.get(key) == measures[key]  # type: ignore[literal-required]
                for key in measures
            )
            begins = [start.rpartition("/c")[0] for start in parameters.starts] or [
                f"1/{parameters.game}/m"
            ]
            begin = begins[start_index(visits, number, len(begins))]
            if measures is not None and same and link.startswith(begin):
                return make_row_of(number, visits, lowest, measures)
    return None


def read_row(line: str) -> Row | LadderRow | None:
    """Return the game in a line that this program wrote, without playing it again; or None."""
    fields = parse_fields(line)
    visits, number, lowest = (fields.get(key) for key in ("visits", "number", "lowest"))
    strength = parse_visits(visits)
    measured = {key: fields.get(key) for key in MEASURES}
    if (
        strength is None
        or not matches(number, COUNT)
        or not (lowest is None or matches(lowest, range(101)))
        or not all(matches(measured[key], schema) for key, schema in MEASURES.items())
    ):
        return None
    return make_row_of(number, strength, lowest, measured)  # type: ignore[arg-type]


def make_row_of(
    number: int, visits: int | Pair, lowest: int | None, measured: GameMeasures
) -> Row | LadderRow:
    """Return a row of a strength, or of the ladder."""
    if isinstance(visits, int):
        return Row(number=number, visits=visits, lowest=lowest, measured=measured)
    return LadderRow(number=number, visits=visits, lowest=lowest, measured=measured)


def parse_visits(value: object) -> int | Pair | None:
    """Return the visits in a line: of both sides, or of the first and the second colour."""
    match value:
        case int(visits) if type(visits) is int and visits > 0:
            return visits
        case [int(first), int(second)] if (
            type(first) is type(second) is int and min(first, second) > 0 and first != second
        ):
            return first, second
    return None
