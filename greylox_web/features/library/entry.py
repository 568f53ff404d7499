"""A stored game of the library: an entry with a summary for lists, and the whole tree.

An entry is stored as one JSON text.  It is checked when it is read: a malformed one raises
``Damaged``, one that a newer version of this program wrote raises ``Newer``.
"""

import json
import re
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, replace
from datetime import UTC, datetime
from typing import Any

from ...formats import game_json
from ...formats.game_json import MAX_LIBRARY_CHARACTERS
from ...match.lines import turn_number
from ...match.match import MILLIS, GameTerms, Match, Seat, friend_name, merge_sources
from ...match.merge import same_start
from ...match.tree import Tree, new_tree
from ...rules import NotationError
from ...rules.notation.actions import GameRecord
from ...rules.notation.links import ACTION, read_spec, write_link, write_spec
from ...rules.state import OPENING, Game
from ...schema import NON_NEGATIVE, Schema, SchemaError, matches_pattern, read_json, validate
from ...session import naming
from ...session.naming import game_title
from ...session.seats import FRIEND, decode_seat, encode_seat
from ...session.session import Session
from ...words import WORDS
from ...words.library import LIBRARY_WORDS
from .source import (
    BETWEEN,
    ended,
    one_line,
    players,
    result_sentence,
    source_in,
    source_of,
    title_of,
)

MOST_POSITIONS = 1 << 20  # of a stored tree, more than a tree can grow to
LINK = re.compile(r"(\d+/[^/]*(?:/s[^/]*)?)/m([^/]*?)(?:-q)?(?:/|$)")
MASK = matches_pattern("[0-9a-f]{1,64}")
Json = dict[str, Any]
Step = Callable[[Json], Json]

MIGRATIONS: tuple[Step, ...] = (
    lambda entry: {**entry, "flagged": False},
    lambda entry: {**entry, "mover": -1},
    lambda entry: {**entry, "opening": False, "terms": [0, 0, True]},
    lambda entry: {**entry, "helped": ""},
    lambda entry: {**entry, "turns": 0},
)
"""The step from schema 1 to 2, from 2 to 3, and so on."""


class Damaged(ValueError):
    """A stored game that cannot be read; the message says why."""


class Newer(ValueError):
    """A stored game that a newer version of this program wrote."""


@dataclass(frozen=True)
class Entry:
    """A stored game."""

    id: str
    revision: int  # counts the versions of the tree
    name: str  # given by the player, or ""
    opponent: str  # the same; of a friend who answers with links, the friend's name
    spec: str  # the game as in links: brink5-x3
    link: str  # the line in the move list, without variations
    tree: str  # the game file: the whole tree, with the position shown
    result: str  # in words, or "" while the game goes on
    mover: int  # the colour to move at the end of the line; -1 after the end, or if unknown
    picture: tuple[str, str]  # the stones of both colours in the position shown, hexadecimal
    seats: tuple[str, str]  # as ``seats.encode_seat`` writes them
    created: str  # ISO 8601, UTC
    updated: str
    flagged: bool  # the resignation at the end was a flag fall
    helped: str  # why the game is not rated, as in ``session.terms.rated``; or ""
    opening: bool  # the position shown is one of the opening
    terms: GameTerms
    turns: int  # that are over at the end of the line; 0 where that is not known

    @property
    def game(self) -> Game:
        """The rules in force."""
        return read_spec(self.spec)

    @property
    def stones(self) -> tuple[int, int]:
        """The stones to draw, as masks."""
        first, second = (int(mask, 16) & self.game.board.cells for mask in self.picture)
        return first, second

    @property
    def kind(self) -> str:
        """The game, its board and its options."""
        return game_title(self.game)

    @property
    def title(self) -> str:
        """The title of the game."""
        return self.name or self.kind

    @property
    def against(self) -> str:
        """The players: the opponent's name if one was given, or the seats."""
        return self.opponent or BETWEEN.join(filter(None, map(seat_text, self.seats)))

    @property
    def is_going(self) -> bool:
        """Whether the game has begun, or has a set-up, and is not over."""
        start, line = beginning_and_line(self.link)
        return self.mover >= 0 and (bool(line) or start.count("/") > 1)

    @property
    def status(self) -> str:
        """The result, or whose turn it is if that is known."""
        if self.result:
            return self.result
        if self.mover < 0:
            return LIBRARY_WORDS["going-on"]
        table = Session(Match(new_tree(self.game), seats=seats_of(self), friend=friend_of(self)))
        turn = WORDS["to-move"].format(Name=naming.display_name(table, self.mover))
        if self.mover == naming.colour_called_you(table):
            turn = WORDS["your-move"]
        return LIBRARY_WORDS["turn"].format(turn=turn, turns=self.turns) if self.turns else turn

    @property
    def line(self) -> list[str]:
        """The actions of the line in the move list, as links write them."""
        return beginning_and_line(self.link)[1]


def is_date(value: object) -> bool:
    """Whether the value is a time in ISO 8601."""
    return isinstance(value, str) and dated(value) != ""


def dated(text: str) -> str:
    """A time in ISO 8601, written as ``now`` does, in UTC; "" if it is malformed.

    ISO 8601 has forms that browsers do not read (weeks, no separators) and other time zones;
    times in one form can be compared as texts.
    """
    try:
        moment = datetime.fromisoformat(text)
        if moment.tzinfo is None:
            moment = moment.replace(tzinfo=UTC)
        return moment.astimezone(UTC).isoformat(timespec="milliseconds")
    except (ValueError, OverflowError):
        return ""


SHAPE: Schema = {
    **dict.fromkeys(Entry.__annotations__, str),
    "id": lambda value: isinstance(value, str) and value != "",
    "revision": NON_NEGATIVE,
    "mover": lambda value: type(value) is int and -1 <= value <= 1,
    "picture": (MASK, MASK),
    "seats": (str, str),
    "created": is_date,
    "updated": is_date,
    "flagged": bool,
    "opening": bool,
    "terms": (MILLIS, MILLIS, bool),
    "turns": NON_NEGATIVE,
}


def beginning_and_line(link: str) -> tuple[str, list[str]]:
    """The parts of a link: game and set-up, and the actions of its main line."""
    match = LINK.match(link)
    return (match[1], ACTION.findall(match[2])) if match else ("", [])


def seat_text(value: str) -> str:
    """The text of a seat for the player; "" for a person at this screen."""
    seat = decode_seat(value)
    if seat.remote:
        return WORDS["friend"]
    if seat.level is None:
        return ""
    return WORDS["level-named"].format(Name=naming.engine_name(seat.level), level=seat.level)


def now() -> str:
    """The current time as stored in entries: ISO 8601, UTC."""
    return datetime.now(UTC).isoformat(timespec="milliseconds")


def make_entry(match: Match, name: str, known: Entry | None = None) -> Entry:
    """The entry of a match, with the id ``name``; ``known`` is its stored entry."""
    tree, leaf = match.tree, match.leaf
    before = dict(source_in(known.tree)) if known else {}
    match = replace(match, source=merge_sources(match.source, tuple(before.items())))
    source = dict(match.source)
    names = [known.name, known.opponent] if known else ["", ""]
    for place, told in enumerate((title_of, players)):
        if told(source) != told(before):  # else the player may have taken the name away
            names[place] = names[place] or told(source)
    end, outcome = ended(match)
    at_end = replace(match, cursor=end)
    record = GameRecord(
        tree.game, tree.actions(leaf), tree.setup, resigned=tree.nodes[leaf].resigned
    )
    shown = match.state
    first, second = shown.stones
    time = now()
    return Entry(
        id=name,
        revision=(known.revision + 1) % NON_NEGATIVE.stop if known else 1,
        name=names[0],
        opponent=match.friend or names[1],
        spec=write_spec(tree.game),
        link=write_link(record),
        tree=game_json.write_game(tree, leaf, match.cursor, source),
        result=result_sentence(Session(at_end), outcome) if outcome else "",
        mover=-1 if outcome else at_end.state.mover,
        picture=(f"{first:x}", f"{second:x}"),
        seats=(encode_seat(match.seats[0]), encode_seat(match.seats[1])),
        created=known.created if known else time,
        updated=time,
        flagged=match.lost_on_time,
        helped=match.unrated_reason,
        opening=shown.phase == OPENING,
        terms=match.terms,
        turns=turn_number(tree, end) - (at_end.state.placed > 0),
    )


def seats_of(entry: Entry) -> tuple[Seat, Seat]:
    """The seats of both colours."""
    return decode_seat(entry.seats[0]), decode_seat(entry.seats[1])


def friend_of(entry: Entry) -> str:
    """The name of the friend who answers with links, "" without a name or such a friend."""
    return friend_name(entry.opponent) if FRIEND in entry.seats else ""


def load_match(entry: Entry) -> Match:
    """The match of the entry; raise Damaged unless all of it can be read."""
    found = game_json.read_game(entry.tree, MAX_LIBRARY_CHARACTERS, MOST_POSITIONS)
    if found.tree is None or found.error:
        raise Damaged(found.error or LIBRARY_WORDS["no-entry"])
    if write_spec(found.tree.game) != entry.spec:
        raise Damaged(LIBRARY_WORDS["other-game"])
    return Match(
        found.tree,
        found.leaf,
        found.cursor,
        seats_of(entry),
        entry.terms,
        entry.flagged,
        friend_of(entry),
        entry.helped,
        source_of(found.meta),
        id=entry.id,
    )


def load_match_alike(entry: Entry, tree: Tree) -> Match | None:
    """The entry's match, None if it cannot be read or does not begin as ``tree`` does."""
    try:
        found = load_match(entry)
    except Damaged:
        return None
    return found if same_start(found.tree, tree) else None


def named(entry: Entry, name: str, opponent: str) -> Entry:
    """The entry with new names, made into plain text of one line."""
    return replace(entry, name=one_line(name), opponent=one_line(opponent))


# ------------------------------------------------------------ as text


def write_entry(entry: Entry) -> str:
    """The JSON text that is stored."""
    return json.dumps({"schema": len(MIGRATIONS) + 1, **asdict(entry)}, separators=(",", ":"))


def read_entry(text: object, steps: Sequence[Step] = MIGRATIONS) -> Entry:
    """The entry in a stored text of any earlier version; raise Damaged or Newer otherwise."""
    try:
        found = read_json(text, MAX_LIBRARY_CHARACTERS, dict)
        schema = validate(found.pop("schema", None), NON_NEGATIVE[1:], "json-other")
        if schema > len(steps) + 1:
            raise Newer(LIBRARY_WORDS["newer-entry"])
        for step in steps[schema - 1 :]:
            found = step(found)
        validate(found, SHAPE, "json-other")
        rows: Json = {"picture": (*found["picture"],), "seats": (*found["seats"],)}
        rows |= {key: dated(found[key]) for key in ("created", "updated")}
        entry = Entry(**{**found, **rows, "terms": GameTerms(*found["terms"])})
        read_spec(entry.spec)
    except (SchemaError, NotationError, KeyError):
        raise Damaged(LIBRARY_WORDS["no-entry"]) from None
    return entry


def is_damaged(text: object) -> bool:
    """Whether a stored text is damaged; one of a newer version is not."""
    try:
        load_match(read_entry(text))
    except Newer:
        return False
    except Damaged:
        return True
    return False
