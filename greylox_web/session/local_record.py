"""The current match as one JSON text, stored for a reload and for the next visit.

::

    {"link": "1/brink5-x3/ma1b2/c5k", "id": "8f3c...", "seats": ["", "4"], "terms": [0, 0, true],
     "flagged": false, "friend": "", "helped": "hint", "offered": null, "going": true,
     "chances": [null, 512], "taken_back_to": -1, "editing": "", "names": ["", ""]}

The text has no schema number: readers ignore unknown keys, and replace a missing or malformed value
by its default.  Unlike a stored game, the text has no comments and no marks, and only the
variations that fit into a link.
"""

import json
from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from ..match.match import UNTIMED, VALID_MILLIS, GameTerms, Match, clean_name, new_id
from ..match.tree import Tree, tree_from_record
from ..rules.notation.links import read_link, write_link
from ..rules.state import State
from ..schema import (
    MAX_STORED_LENGTH,
    MAX_WORD_LENGTH,
    NON_NEGATIVE,
    SchemaError,
    get_field,
    list_of,
    matches_pattern,
    one_of,
    read_json,
)
from .editor import Editor, read_editor, write_editor
from .seats import DEFAULT_SEATS, decode_seat, encode_seat
from .session import Session

VALUE_SCALE = 1000  # thousandths: a proven win of the first colour
VALUES = list_of(
    lambda value: value is None or (type(value) is int and -VALUE_SCALE <= value <= VALUE_SCALE)
)
ID = matches_pattern("[A-Za-z0-9-]{3,50}")


class LocalRecord(NamedTuple):
    """The stored match and the stored state of the set-up editor."""

    match: Match
    editor: Editor | None = None

    @property
    def session(self) -> Session:
        """The session that resumes the match."""
        session = Session(self.match)
        return session.with_activity(self.editor) if self.editor else session


def write_local_record(session: Session) -> str:
    """Encode the session's match and editor."""
    match = _with_played_line(session.saved_match)
    record = {
        "link": write_link(match.record),
        "seats": [encode_seat(seat) for seat in match.seats],
        "terms": match.terms,
        "flagged": match.lost_on_time,
        "friend": match.remote_name,
        "helped": match.unrated_reason,
        "offered": match.offered_seat,
        "going": match.in_progress,  # read by early.js
        "chances": encode_state_values(match),
        "taken_back_to": match.takeback_ply,  # a ply of the link's line
        "editing": write_editor(session.editor),  # in the position format of links
        "id": match.id,
        "names": match.names,
    }
    return json.dumps(record)


def _with_played_line(match: Match) -> Match:
    """Return the match with the line to store: of a finished game, the line that was played.

    The line of a link is the game.  After a reload, a variation in its place would be played on.
    """
    tree, end = match.tree, match.tree.end_of_game()
    if tree.outcome(end) is None and "result" not in dict(match.source):
        return match
    cursor = match.cursor if match.cursor in tree.path(end) else end
    return replace(match, leaf=end, cursor=cursor)


def read_local_record(text: object) -> LocalRecord | None:
    """Decode a stored text; None if the text or its link is invalid."""
    try:
        fields = read_json(text, MAX_STORED_LENGTH, dict)
    except SchemaError:
        return None
    reading = read_link(get_field(fields, "link", str, ""))
    if reading.record is None or reading.error:
        return None
    tree, leaf, cursor = tree_from_record(reading.record)
    line, takeback_ply = tree.path(leaf), get_field(fields, "taken_back_to", NON_NEGATIVE, -1)
    seats = get_field(fields, "seats", (str, str), None)
    offered = get_field(fields, "offered", one_of(0, 1), None)
    first, second = get_field(fields, "names", (str, str), ("", ""))
    match = Match(
        tree,
        leaf,
        cursor,
        (decode_seat(seats[0]), decode_seat(seats[1])) if seats else DEFAULT_SEATS,
        GameTerms(*get_field(fields, "terms", (VALID_MILLIS, VALID_MILLIS, bool), UNTIMED)),
        get_field(fields, "flagged", bool, False),
        clean_name(get_field(fields, "friend", str, "")),
        unrated_reason=get_field(fields, "helped", str, "")[:MAX_WORD_LENGTH],
        names=(clean_name(first), clean_name(second)),
        offered_seat=offered if tree.nodes[cursor].state.mover == offered else None,
        takeback_node=line[takeback_ply] if 0 <= takeback_ply < len(line) else -1,
        state_values=decode_state_values(tree, leaf, get_field(fields, "chances", VALUES, ())),
        id=get_field(fields, "id", ID, "") or new_id(),  # texts of earlier versions have no id
    )
    if reading.record.answers:
        from ..match.answers import answers_of_record

        match = replace(match, answers=answers_of_record(reading.record))
    return LocalRecord(match, read_editor(match.game, get_field(fields, "editing", str, "")))


def encode_state_values(match: Match) -> list[int | None]:
    """Return the engine's values of the line's positions by ply, in thousandths.

    Unknown values are None.  Values are truncated, not rounded: only a proven result is ±1000.
    """
    values_by_state = dict(match.state_values)
    states = (match.tree.nodes[node].state for node in match.tree.path(match.leaf))
    values = [values_by_state.get(state) for state in states] if values_by_state else []
    return [None if value is None else int(value * VALUE_SCALE) for value in values]


def decode_state_values(
    tree: Tree, leaf: int, values: Sequence[int | None]
) -> tuple[tuple[State, float], ...]:
    """Decode the output of ``encode_state_values``; extra values are ignored."""
    path = tree.path(leaf)
    return tuple(
        (tree.nodes[node].state, value / VALUE_SCALE)
        for node, value in zip(path, values, strict=False)
        if value is not None
    )
