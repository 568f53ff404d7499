"""Jobs: games of a study to play, and their messages between the page and its workers."""

import json
from typing import NamedTuple

from ..schema import NON_NEGATIVE, SchemaError, list_of, max_length, read_json
from .plan import MAX_DRAWN, MAX_VISITS
from .rows import Pair, StudyParameters, parse_visits

MAX_LENGTH = 1 << 20  # characters of a message
MAX_NUMBERS = 64  # games of a job
TEXT = max_length(1 << 14)
JOB = {
    "study": {
        "game": TEXT,
        "starts": list_of(TEXT, 1000),
        "drawn": range(MAX_DRAWN + 1),
        "seed": NON_NEGATIVE,
        "network": TEXT,
    },
    "engine": TEXT,
    "visits": object,
    "numbers": list_of(NON_NEGATIVE, MAX_NUMBERS),
}


class Job(NamedTuple):
    """Games to play."""

    study: StudyParameters
    engine: str  # its version, which the worker must have
    visits: int | Pair  # for a step of the ladder, of the side that looks further, and of the other
    numbers: list[int]


def write_job(job: Job) -> str:
    """Format a job."""
    return json.dumps({**job._asdict(), "study": job.study._asdict()}, separators=(",", ":"))


def read_job(text: object) -> Job:
    """Parse the output of ``write_job``; raise SchemaError for other text."""
    fields = read_json(text, MAX_LENGTH, JOB)
    visits = parse_visits(fields["visits"])
    if visits is None or max([visits] if isinstance(visits, int) else visits) > MAX_VISITS:
        raise SchemaError("json-other")
    study = StudyParameters(**fields["study"])
    return Job(study, fields["engine"], visits, fields["numbers"])


def write_played(lines: list[str]) -> str:
    """Format finished games, each as a line of the study's file."""
    return "\n".join(lines)


def read_played(text: object) -> list[str]:
    """Parse the output of ``write_played``; raise SchemaError for other values."""
    if not isinstance(text, str) or len(text) > MAX_LENGTH:
        raise SchemaError("json-odd")
    return text.split("\n") if text else []
