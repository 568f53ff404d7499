"""Metadata from the file that a game came from: names, date, event and result.

It is stored as ``meta`` of the game file inside the entry, under the keys of ``KEYS`` and the
private key ``end``: the line at whose end the result stood.  If somebody has played on, or the game
itself is over, the result no longer counts.
"""

import re
from collections.abc import Mapping
from datetime import date
from typing import Any

from ...match.match import Match, Source
from ...match.tree import Tree
from ...rules import Game
from ...rules.notation.links import write_actions
from ...rules.state import Outcome
from ...schema import SchemaError, get_field, read_json
from ...session.naming import fixed_names
from ...session.outcome import headline, result
from ...session.session import Session
from ...text import sanitize
from ...words import locale_format

KEYS = ("name", "first", "second", "date", "event", "place", "result")
MAX_NAME_LENGTH = 120
SEPARATOR = " – "  # between the names of two players
MAX_HEADER_CHARACTERS = 1 << 20  # maximum length of a game file without its positions
NODES = ',"nodes":'  # ends the header of a game file
WIN_PATTERN = re.compile(r"([BW])(?:LACK|HITE)?\+(.*)", re.S)
DRAW_RESULTS = ("0", "DRAW")
END_REASONS = {"R": "resigned", "RESIGN": "resigned", "T": "time", "TIME": "time"}


def sanitize_line(text: str) -> str:
    """Convert a name to plain text of one line."""
    return " ".join(sanitize(text).split())[:MAX_NAME_LENGTH].strip()


def make_source(meta: Mapping[str, object], tree: Tree | None = None) -> Source:
    """Extract the metadata from ``meta`` of a game file; ``end`` is the end of ``tree``."""
    fields = {key: sanitize_line(get_field(meta, key, str, "")) for key in KEYS}
    fields = {key: text for key, text in fields.items() if text}
    if "result" in fields:
        end = get_field(meta, "end", str, None)
        if end is None and tree is not None:
            end = _line(tree)
        if end is not None:
            fields["end"] = end
    return tuple(fields.items())


def read_header(file: str) -> dict[str, Any]:
    """Read a game file without its positions; {} if it is damaged."""
    head, nodes, _ = file.partition(NODES)
    try:
        header: dict[str, Any] = read_json(head + "}" * bool(nodes), MAX_HEADER_CHARACTERS, dict)
    except SchemaError:
        return {}
    return header


def read_source(file: str) -> Source:
    """Read the metadata from a stored game file."""
    return make_source(get_field(read_header(file), "meta", dict, {}))


def get_title(source: Mapping[str, str]) -> str:
    """Return the name of the game, otherwise the name of its event."""
    return source.get("name") or source.get("event", "")


def format_players(source: Mapping[str, str]) -> str:
    """Join both names for an entry's opponent field; each gets half of the maximum length.

    ``fixed_names`` are left out.
    """
    names = (source.get(key, "") for key in ("first", "second"))
    limit = (MAX_NAME_LENGTH - len(SEPARATOR)) // 2
    return SEPARATOR.join(name[:limit] for name in names if name and name not in fixed_names())


def format_day(source: Mapping[str, str]) -> str:
    """Format the date as the page writes days; a malformed date stays as it is."""
    text = source.get("date", "")
    try:
        is_day = date.fromisoformat(text).isoformat() == text
    except ValueError:
        is_day = False
    return locale_format.formats.day(text) if is_day else text


# ------------------------------------------------------------ the result


def get_result(source: Mapping[str, str], tree: Tree) -> str:
    """Return the result as SGF writes it; "" if it no longer counts."""
    if tree.outcome(tree.end_of_game()) or source.get("end") != _line(tree):
        return ""
    return source.get("result", "")


def result_sentence(session: Session, outcome: Outcome) -> str:
    """Return the result in words; a file may contain only the winner."""
    return result(session, outcome) if outcome.reason else f"{headline(session, outcome)}."


def find_end(match: Match) -> tuple[int, Outcome | None]:
    """Return the node at which the game ended or stands, and its outcome.

    A finished game stays finished while a variation is shown.  No play continues after a
    resignation, but later positions can be viewed.
    """
    tree, leaf = match.tree, match.leaf
    end = tree.end_of_game()
    outcome = tree.outcome(end) or source_outcome(dict(match.source), tree)
    if outcome is None:
        end = next((node for node in tree.path(leaf) if tree.nodes[node].resigned), leaf)
        outcome = tree.outcome(end)
    return end, outcome


def source_outcome(source: Mapping[str, str], tree: Tree) -> Outcome | None:
    """Return the outcome if only the game's source contains it."""
    return parse_outcome(tree.game, get_result(source, tree))


def parse_outcome(game: Game, result: str) -> Outcome | None:
    """Parse the outcome in SGF's ``RE``; None if it is missing or malformed."""
    text = result.upper()
    if text in DRAW_RESULTS:
        return Outcome(None, "", ((), ()))
    match = WIN_PATTERN.fullmatch(text)
    if not match:
        return None
    from ...formats.sgf_names import get_letters  # needed by imports only

    return Outcome(
        get_letters(game).index(match[1]), END_REASONS.get(match[2].strip(), ""), ((), ())
    )


def _line(tree: Tree) -> str:
    return write_actions(tree.game, tree.actions(tree.end_of_game()))
