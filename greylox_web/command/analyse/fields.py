"""The fields of queries and answers: their names, bounds and meaning.

This is the only description of the format.  ``greylox analyse --help`` prints it.  A field keeps
its name and meaning from version to version; new ones are added.
"""

from textwrap import fill, indent
from typing import NamedTuple

from ...rules.notation.actions import MAX_ACTIONS
from ...rules.notation.links import MAX_CHARACTERS

DEFAULT_VISITS = 400
MAX_VISITS = 1_000_000
MIN_SECONDS, MAX_SECONDS = 0.01, 3600.0
MIN_REPORT_SECONDS = 0.05
MAX_ID_LENGTH = 100
MAX_TURN_LENGTH = 60
MAX_PRIORITY = 1000
MAX_SEED = (1 << 53) - 1  # integers above it are inexact in JavaScript
MAX_LINE_CHARACTERS = 8 * MAX_CHARACTERS
MAX_WAITING = 2000  # positions


class Field(NamedTuple):
    """A field, the type and bounds of its value, and its meaning."""

    name: str
    kind: str
    meaning: str


QUERY_FIELDS = (
    Field("id", f"string, 1 to {MAX_ID_LENGTH} characters", "required; all answers repeat it"),
    Field(
        "position",
        f"string, at most {4 * MAX_CHARACTERS} characters",
        "a link (with or without its address) or a record such as 'lox5 1. b4 2. d2'; variations "
        "are ignored, and a link that shows an earlier position means that position",
    ),
    Field(
        "game",
        "string",
        "instead of 'position': greylox, lox, brink, multiplicity or byg; the next four fields "
        "belong to it",
    ),
    Field("size", "whole number", "base or side of the board; default: the game's usual size"),
    Field("options", "object", 'of the game, such as {"x": 2, "board": "rhombus"}'),
    Field("setup", "string", "a position to begin from, as in links: 'xo1.1x1o.2-x-2'"),
    Field(
        "moves",
        f"list of at most {MAX_ACTIONS} strings, each at most {MAX_TURN_LENGTH} characters",
        'the turns played, such as ["e5", "e6+b2", "pass"]',
    ),
    Field(
        "turns",
        f"'all', or a list of 1 to {MAX_ACTIONS + 1} whole numbers",
        "analyse the positions after so many turns, each with an answer of its own; default: only "
        "the last position",
    ),
    Field(
        "visits",
        f"whole number, 1 to {MAX_VISITS}",
        f"visits of the search; default {DEFAULT_VISITS}, or no limit if 'seconds' is given",
    ),
    Field(
        "seconds",
        f"number, {MIN_SECONDS:g} to {MAX_SECONDS:g}",
        "time for each position, and again for its forecast; with 'visits', whichever is first",
    ),
    Field(
        "seed",
        f"whole number, 0 to {MAX_SEED}",
        "of the random choices: the same query with 'visits' gets the same answer",
    ),
    Field(
        "fields",
        "list of names",
        "wanted fields of the answer: candidates, priors, shares, forecast, legal, summary; "
        'default ["candidates"]',
    ),
    Field(
        "report_seconds",
        f"number, {MIN_REPORT_SECONDS:g} to {MAX_SECONDS:g}",
        "also answer so often during the search, with 'partial'",
    ),
    Field(
        "priority",
        f"whole number, {-MAX_PRIORITY} to {MAX_PRIORITY}",
        "positions with a higher priority begin first, others in the order of arrival; default 0",
    ),
)

ACTION_FIELDS = (
    Field(
        "cancel",
        "string",
        '{"id": ..., "cancel": ID}: end the query with this id; each of its positions without '
        "an answer gets one with 'cancelled', then this line gets its own",
    ),
    Field("version", "true", '{"id": ..., "version": true}: the version of the program'),
)

ANSWER_FIELDS = (
    Field("id", "string or null", "of the query; null if the line has none that can be read"),
    Field("error", "string", "why the line or the position has no result"),
    Field("line", "whole number", "with 'error': the number of the line, from 1"),
    Field("turn", "whole number", "the turns before the position, with one in progress"),
    Field("ply", "whole number", "the actions before the position"),
    Field("last_turn", "string", "the turn that led to the position; none at the start"),
    Field("partial", "true", "an answer during the search: another one follows"),
    Field("cancelled", "true", "the query was cancelled before this position had an answer"),
    Field("cancel", "string", "in the answer to 'cancel': the id of that query"),
    Field("positions", "whole number", "with 'cancel': the positions that were cancelled"),
    Field("warning", "string", "what of the link this version does not know"),
    Field("colours", "list of two strings", "the colour that moves first in the game, the other"),
    Field("over", "true or false", "whether the game is over; then there is no analysis"),
    Field("winner", "string or null", "with 'over' true: the colour, or null for a draw"),
    Field("mover", "string", "the colour to move"),
    Field("best", "string", "the best action; a turn of several stones is several actions"),
    Field(
        "value",
        "number, -1 to 1",
        "of the position for the first of 'colours': 1 if it wins, -1 if it loses",
    ),
    Field("chance", "number, 0 to 1", "the first colour's share of the points: (1 + value) / 2"),
    Field("proven", "true or false", "whether the value is exact"),
    Field(
        "visits",
        "whole number",
        "of the search; fewer than requested if the value is proven, "
        "the time is over or the memory of 128 MB is full",
    ),
    Field("pv", "list of strings", "the principal variation: the expected actions"),
    Field(
        "candidates",
        "list of objects",
        "the best actions, at most five, the best first, each with 'action', 'visits', 'share' (of "
        "the visits), 'value', 'chance', 'proven', 'pv' and, with a network, 'prior'",
    ),
    Field("priors", "object", "action -> the network's probability of it; empty without a network"),
    Field("shares", "object", "action -> its share of the visits"),
    Field(
        "forecast",
        "object",
        "of the games that the network played on from the position: 'games', 'value' and 'held': "
        "colour -> cell -> the share of the games in which the colour holds the cell at the end",
    ),
    Field("legal", "list of strings", "the legal actions"),
    Field("summary", "object", "what the rules say about the position, as 'greylox show --json'"),
    Field("version", "string", "of the program"),
    Field("engine", "string", "the engine's version; a new one may answer otherwise"),
)

WANTED = ("candidates", "priors", "shares", "forecast", "legal", "summary")
"""The names that a query may have in ``fields``."""

INTRODUCTION = f"""
Each line of standard input is a JSON object, a query; each line of standard output is one, an
answer. Several positions are analysed at once, and answers come as they are ready, in any order.
Every position gets exactly one answer without 'partial'. A line that cannot be read gets an answer
with 'error', and the program goes on. A query may have no fields but these; consumers of answers
must ignore fields that they do not know, because later versions add some. Names of actions are
those of 'legal'; a flip has no x. An id may be used again after its last answer.

At the end of the input the program answers what is pending and ends with status 0. A line has at
most {MAX_LINE_CHARACTERS} characters. While {MAX_WAITING} positions wait, no more lines are read:
read answers while you write queries.
"""


def help_text() -> str:
    """Return the description of the format."""
    parts = [fill(part, 99) for part in INTRODUCTION.strip().split("\n\n")]
    for title, table in (
        ("fields of a query", QUERY_FIELDS),
        ("other lines of input", ACTION_FIELDS),
        ("fields of an answer", ANSWER_FIELDS),
    ):
        rows = [
            f"  {field.name}: {field.kind}\n{indent(fill(field.meaning, 92), ' ' * 6)}"
            for field in table
        ]
        parts.append("\n".join([f"{title}:", *rows]))
    return "\n\n".join(parts)
