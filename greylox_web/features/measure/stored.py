"""What is stored of studies: what each plan measures, and the games of each variant.

The games of a variant are apart from the plans, so that a plan of more games or strengths, or of
other variants side by side, has those that an earlier one played.
"""

import json
from collections.abc import Iterable
from typing import NamedTuple
from zlib import crc32

from ...measure.plan import (
    DEFAULT_GAMES,
    DEFAULT_STRENGTHS,
    Plan,
    check_plan,
    start_records,
    write_plan,
)
from ...measure.rows import LadderRow, Row, StudyParameters, format_row, read_row
from ...rules import NotationError
from ...schema import NON_NEGATIVE, Schema, SchemaError, list_of, max_length, read_json

MAX_LENGTH = 1 << 20  # characters of a description
TEXT = max_length(1 << 14)
ABOUT: dict[str, Schema] = {
    "studies": list_of(
        {
            "game": TEXT,
            "starts": list_of(TEXT, 1000),
            "drawn": NON_NEGATIVE,
            "seed": NON_NEGATIVE,
            "network": TEXT,
        },
        100,
    ),
    "strengths": list_of(NON_NEGATIVE, 100),
    "count": NON_NEGATIVE,
    "ladder": list_of((NON_NEGATIVE, NON_NEGATIVE), 100),
    "engine": TEXT,
    "updated": TEXT,
    "running": bool,
    "games": NON_NEGATIVE,
    "points": list_of(lambda value: type(value) in (int, float), 2),
}


class StoredStudy(NamedTuple):
    """What the list of the earlier studies needs."""

    plan: Plan
    engine: str  # the version that played its games
    updated: str  # the date and time of the last game, in ISO format
    is_running: bool  # whether it was playing when the page was left
    games: int  # so far
    points: tuple[float, int]  # of the first colour, and games: the first study, most visits


def study_key(plan: Plan, engine: str) -> str:
    """Return the key of a study: the same plan with another engine is another study."""
    networks = dict.fromkeys(study.network for study in plan.studies)
    return " ".join([write_plan(plan), engine, *networks])


def games_key(study: StudyParameters, engine: str) -> str:
    """Return the key of the games of a variant."""
    return study_key(Plan((study,), DEFAULT_STRENGTHS, DEFAULT_GAMES), engine)


def write_about(stored: StoredStudy) -> str:
    """Format the description of a study."""
    plan = stored.plan
    return json.dumps(
        {
            "studies": [study._asdict() for study in plan.studies],
            "strengths": plan.strengths,
            "count": plan.games,
            "ladder": plan.ladder,
            "engine": stored.engine,
            "updated": stored.updated,
            "running": stored.is_running,
            "games": stored.games,
            "points": stored.points,
        }
    )


def read_about(text: object) -> StoredStudy | None:
    """Return the description in a stored text, or None if it is damaged."""
    try:
        fields = read_json(text, MAX_LENGTH, ABOUT)
        studies = tuple(StudyParameters(**study) for study in fields["studies"])
        ladder = tuple((further, nearer) for further, nearer in fields["ladder"])
        plan = check_plan(Plan(studies, tuple(fields["strengths"]), fields["count"], ladder))
        for study in studies:
            start_records(study)
        points, games = fields["points"]
    except (SchemaError, NotationError, ValueError):
        return None
    return StoredStudy(
        plan,
        fields["engine"],
        fields["updated"],
        fields["running"],
        fields["games"],
        (float(points), int(games)),
    )


def write_rows(rows: Iterable[Row | LadderRow]) -> str:
    """Format games; the first line is a checksum."""
    body = "\n".join(map(format_row, rows))
    return f"{crc32(body.encode()):08x}\n{body}"


def read_rows(text: object) -> list[Row | LadderRow]:
    """Return the games in a stored text; none if it is damaged."""
    checksum, _, body = text.partition("\n") if isinstance(text, str) else ("", "", "")
    if checksum != f"{crc32(body.encode()):08x}":
        return []
    return [row for line in body.split("\n") if (row := read_row(line)) is not None]
