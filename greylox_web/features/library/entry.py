"""The entry of a stored game: a summary for lists, and the whole tree.

An entry is stored as one JSON text, which ``read_entry`` validates.  A malformed text raises
``CorruptEntry``.  A text of a newer version of this program raises ``NewerVersion``.
"""

import json
import re
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, replace
from datetime import UTC, datetime
from typing import Any

from ...formats import game_json
from ...formats.game_json import MAX_LIBRARY_CHARACTERS
from ...match.answers import Answers, answers_of_record
from ...match.match import VALID_MILLIS, GameTerms, Match, Seat, clean_name, merge_sources
from ...match.merge import same_start
from ...match.move_list import turn_number
from ...match.tree import Tree, new_tree
from ...rules import NotationError
from ...rules.notation.actions import GameRecord
from ...rules.notation.links import ACTION, read_link, read_spec, write_link, write_spec
from ...rules.options import PIE
from ...rules.state import OPENING, Game
from ...schema import NON_NEGATIVE, Schema, SchemaError, matches_pattern, read_json, validate
from ...session import naming
from ...session.naming import game_title
from ...session.seats import REMOTE, decode_seat, encode_seat
from ...session.session import Session
from ...words import WORDS
from ...words.library import LIBRARY_WORDS
from .source import (
    SEPARATOR,
    find_end,
    format_players,
    get_title,
    make_source,
    read_source,
    result_sentence,
    sanitize_line,
)

MAX_POSITIONS = 1 << 20  # limit for a stored tree, above the size of any tree
LINK = re.compile(r"(\d+/[^/]*(?:/s[^/]*)?)/m([^/]*?)(?:-q)?(?:/|$)")
MASK = matches_pattern("[0-9a-f]{1,64}")
Json = dict[str, Any]
Migration = Callable[[Json], Json]

MIGRATIONS: tuple[Migration, ...] = (
    lambda entry: {**entry, "flagged": False},
    lambda entry: {**entry, "mover": -1},
    lambda entry: {**entry, "opening": False, "terms": [0, 0, True]},
    lambda entry: {**entry, "helped": ""},
    lambda entry: {**entry, "turns": 0},
    lambda entry: entry,  # adds the option ``PIE``; ``row_schema`` depends on it
    lambda entry: entry,  # adds arrows, and comments of links
)
"""The migration from schema 1 to 2, from 2 to 3, and so on."""
PIE_SCHEMA = 7
NEW_ANNOTATIONS = re.compile(f'"(?:{game_json.ARROWS}|{game_json.LINK_COMMENT})":')


class CorruptEntry(ValueError):
    """A stored game cannot be read; the message gives the reason."""


class NewerVersion(ValueError):
    """A newer version of this program wrote the stored game."""


@dataclass(frozen=True)
class Entry:
    """A stored game."""

    id: str
    revision: int  # counts the versions of the tree
    name: str  # given by the player, or ""
    opponent: str  # also given by the player, or ""; the name of a friend who answers with links
    spec: str  # the game as in links: brink5-x3
    link: str  # the line in the move list, with the answers in advance, without variations
    tree: str  # the game file: the whole tree, with the position shown
    result: str  # in words, or "" while the game is in progress
    mover: int  # the colour to move at the end of the line; -1 after the end, or if unknown
    picture: tuple[str, str]  # the stones of both colours in the position shown, hexadecimal
    seats: tuple[str, str]  # as ``seats.encode_seat`` writes them
    created: str  # ISO 8601, UTC
    updated: str
    flagged: bool  # the resignation at the end was a flag fall
    helped: str  # why the game is not rated, see ``Match.unrated_reason``; or ""
    opening: bool  # whether the position shown is in the opening phase
    terms: GameTerms
    turns: int  # finished turns at the end of the line; 0 if unknown

    @property
    def game(self) -> Game:
        """The game with its options."""
        return read_spec(self.spec)

    @property
    def stones(self) -> tuple[int, int]:
        """The stones to draw, as masks."""
        first, second = (int(mask, 16) & self.game.board.cells for mask in self.picture)
        return first, second

    @property
    def game_title(self) -> str:
        """The game, its board and its options."""
        return game_title(self.game)

    @property
    def title(self) -> str:
        """The title of the game: its given name, or a default."""
        return self.name or self.game_title

    @property
    def players(self) -> str:
        """The players: the opponent's name if given, otherwise the seats."""
        return self.opponent or SEPARATOR.join(filter(None, map(player_text, self.seats)))

    @property
    def in_progress(self) -> bool:
        """Return whether the game has begun, or has a set-up, and is not over."""
        if self.mover < 0:
            return False
        start, line = split_link(self.link)
        return bool(line) or start.count("/") > 1

    @property
    def status(self) -> str:
        """The result, or the side to move if it is known."""
        if self.result:
            return self.result
        if self.mover < 0:
            return LIBRARY_WORDS["going-on"]
        session = with_players(self)
        turn = WORDS["to-move"].format(Name=naming.display_name(session, self.mover))
        if self.mover == naming.colour_called_you(session):
            turn = WORDS["your-move"]
        return LIBRARY_WORDS["turn"].format(turn=turn, turns=self.turns) if self.turns else turn

    @property
    def line(self) -> list[str]:
        """The actions of the line in the move list, as links write them."""
        return split_link(self.link)[1]


def is_date(value: object) -> bool:
    """Return whether the value is an ISO 8601 time."""
    return isinstance(value, str) and normalise_date(value) != ""


def _is_non_empty(value: object) -> bool:
    return isinstance(value, str) and value != ""


def normalise_date(text: str) -> str:
    """Convert an ISO 8601 time to UTC in the form of ``current_time``; "" if it is malformed.

    ISO 8601 has other time zones, and forms that browsers do not read (weeks, no separators).
    Times in one form can be compared as texts.
    """
    try:
        parsed = datetime.fromisoformat(text)
        if parsed.tzinfo is None:
            parsed = parsed.replace(tzinfo=UTC)
        return parsed.astimezone(UTC).isoformat(timespec="milliseconds")
    except (ValueError, OverflowError):
        return ""


SCHEMA: Schema = {  # of the fields with normalised times
    **dict.fromkeys(Entry.__annotations__, str),
    **dict.fromkeys(("id", "created", "updated"), _is_non_empty),
    "revision": NON_NEGATIVE,
    "mover": lambda value: type(value) is int and -1 <= value <= 1,
    "picture": (MASK, MASK),
    "seats": (str, str),
    "flagged": bool,
    "opening": bool,
    "terms": (VALID_MILLIS, VALID_MILLIS, bool),
    "turns": NON_NEGATIVE,
}


def split_link(link: str) -> tuple[str, list[str]]:
    """Split a link into game and set-up, and the actions of its main line."""
    match = LINK.match(link)
    return (match[1], ACTION.findall(match[2])) if match else ("", [])


def player_text(value: str) -> str:
    """Return the text of a seat for the player; "" for a local person."""
    seat = decode_seat(value)
    if seat.remote:
        return WORDS["friend"]
    if seat.level is None:
        return ""
    return naming.level_named(seat.level)


def current_time() -> str:
    """Return the current time as stored in entries: ISO 8601, UTC."""
    return datetime.now(UTC).isoformat(timespec="milliseconds")


def make_entry(match: Match, name: str, stored_entry: Entry | None = None) -> Entry:
    """Make the entry of a match, with the id ``name``; ``stored_entry`` is its stored version."""
    tree, leaf = match.tree, match.leaf
    before = dict(read_source(stored_entry.tree)) if stored_entry else {}
    given = zip(("first", "second"), match.names, strict=True)
    ours = merge_sources(tuple((key, name) for key, name in given if name), match.source)
    match = replace(match, source=merge_sources(ours, tuple(before.items())))
    source = dict(match.source)
    names = [stored_entry.name, stored_entry.opponent] if stored_entry else ["", ""]
    for index, get_name in enumerate((get_title, format_players)):
        if get_name(source) != get_name(before):  # otherwise the player may have deleted the name
            names[index] = names[index] or get_name(source)
    end, outcome = find_end(match)
    final_match = replace(match, cursor=end)
    answers = match.record.answers if match.answers else ()
    record = GameRecord(
        tree.game,
        tree.actions(leaf),
        tree.setup,
        resigned=tree.nodes[leaf].resigned,
        answers=answers,
    )
    state = match.state
    first, second = state.stones
    time = current_time()
    return Entry(
        id=name,
        revision=(stored_entry.revision + 1) % NON_NEGATIVE.stop if stored_entry else 1,
        name=names[0],
        opponent=match.remote_name or names[1],
        spec=write_spec(tree.game),
        link=write_link(record),
        tree=game_json.write_game(tree, leaf, match.cursor, source),
        result=result_sentence(Session(final_match), outcome) if outcome else "",
        mover=-1 if outcome else final_match.state.mover,
        picture=(f"{first:x}", f"{second:x}"),
        seats=(encode_seat(match.seats[0]), encode_seat(match.seats[1])),
        created=stored_entry.created if stored_entry else time,
        updated=time,
        flagged=match.lost_on_time,
        helped=match.unrated_reason,
        opening=state.phase == OPENING,
        terms=match.terms,
        turns=turn_number(tree, end) - final_match.state.is_mid_turn,
    )


def decode_seats(entry: Entry) -> tuple[Seat, Seat]:
    """Return the seats of both colours."""
    return decode_seat(entry.seats[0]), decode_seat(entry.seats[1])


def get_remote_name(entry: Entry) -> str:
    """Return the name of the friend who answers with links; "" if there is no friend or name."""
    return clean_name(entry.opponent) if REMOTE in entry.seats else ""


def sides(entry: Entry) -> tuple[str, str]:
    """Return the names of the first and second player, if the entry or its source has both."""
    source = dict(read_source(entry.tree))
    if entry.opponent and entry.opponent == format_players(source):
        return source.get("first", ""), source.get("second", "")
    first, between, second = entry.opponent.partition(SEPARATOR)
    return (first, second) if between else ("", "")


def with_players(entry: Entry) -> Session:
    """Return a session of the entry's game and players, without the actions."""
    return Session(
        Match(
            new_tree(entry.game),
            seats=decode_seats(entry),
            remote_name=get_remote_name(entry),
            names=sides(entry),
        )
    )


def load_match(entry: Entry) -> Match:
    """Load the match of the entry; raise CorruptEntry unless all of it can be read."""
    result = game_json.read_game(entry.tree, MAX_LIBRARY_CHARACTERS, MAX_POSITIONS)
    if result.tree is None or result.error:
        raise CorruptEntry(result.error or LIBRARY_WORDS["no-entry"])
    if write_spec(result.tree.game) != entry.spec:
        raise CorruptEntry(LIBRARY_WORDS["other-game"])
    answers: Answers = ()
    if "/y" in entry.link and (record := read_link(entry.link, allow_small=True).record):
        answers = answers_of_record(record)
    return Match(
        result.tree,
        result.leaf,
        result.cursor,
        decode_seats(entry),
        entry.terms,
        entry.flagged,
        get_remote_name(entry),
        unrated_reason=entry.helped,
        source=make_source(result.meta),
        id=entry.id,
        answers=answers,
    )


def load_matching(entry: Entry, tree: Tree) -> Match | None:
    """Load the entry's match; None if it cannot be read or does not begin as ``tree`` does."""
    try:
        match = load_match(entry)
    except CorruptEntry:
        return None
    return match if same_start(match.tree, tree) else None


def renamed(entry: Entry, name: str, opponent: str) -> Entry:
    """Return the entry with new names, converted to plain text of one line."""
    return replace(entry, name=sanitize_line(name), opponent=sanitize_line(opponent))


# ------------------------------------------------------------ as text


def row_schema(entry: Entry) -> int:
    """Return the schema to store the entry with: the lowest whose readers know all of it.

    Earlier versions leave an entry of a later schema as it is, and read all others.
    """
    if NEW_ANNOTATIONS.search(entry.tree):
        return len(MIGRATIONS) + 1
    return PIE_SCHEMA if PIE.flag in entry.spec.split("-") else PIE_SCHEMA - 1


def write_entry(entry: Entry) -> str:
    """Write the entry as the JSON text to store."""
    return json.dumps({"schema": row_schema(entry), **asdict(entry)}, separators=(",", ":"))


def read_entry(text: object, migrations: Sequence[Migration] = MIGRATIONS) -> Entry:
    """Read a stored text of this or an earlier version; raise CorruptEntry or NewerVersion."""
    try:
        fields = read_json(text, MAX_LIBRARY_CHARACTERS, dict)
        schema = validate(fields.pop("schema", None), NON_NEGATIVE[1:], "json-other")
        if schema > len(migrations) + 1:
            raise NewerVersion(LIBRARY_WORDS["newer-entry"])
        for step in migrations[schema - 1 :]:
            fields = step(fields)
        for key in ("created", "updated"):
            if isinstance(fields.get(key), str):
                fields[key] = normalise_date(fields[key])
        validate(fields, SCHEMA, "json-other")
        rows: Json = {"picture": (*fields["picture"],), "seats": (*fields["seats"],)}
        entry = Entry(**{**fields, **rows, "terms": GameTerms(*fields["terms"])})
        read_spec(entry.spec)
    except (SchemaError, NotationError, KeyError):
        raise CorruptEntry(LIBRARY_WORDS["no-entry"]) from None
    return entry


def is_damaged(text: object) -> bool:
    """Return whether a stored text is damaged; a text of a newer version is not."""
    try:
        load_match(read_entry(text))
    except NewerVersion:
        return False
    except CorruptEntry:
        return True
    return False
