"""Functions on many entries: search, files, and the entry that an opened link continues."""

import json
import re
from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import replace
from functools import lru_cache
from types import MappingProxyType
from typing import NamedTuple
from unicodedata import combining, normalize
from uuid import NAMESPACE_OID, uuid5

from ...formats.game_json import dumps, parse_games, read_value, to_json, write_library
from ...match.match import MILLIS, UNTIMED, GameTerms, Match, new_id
from ...match.merge import (
    common_prefix_length,
    contains,
    merge_matches,
    same_start,
    saves_identically,
)
from ...match.tree import Tree
from ...progress import Fact
from ...rules.notation.actions import GameRecord
from ...rules.notation.links import write_link
from ...schema import MAX_WORD_LENGTH, SchemaError, get_field
from ...session.seats import FRIEND, decode_seat
from ...session.session import Session
from ...text import sentence_case
from ...words import WORDS, error_text, tongue
from ...words.library import LIBRARY_WORDS
from .cards import details, noted_outcome, sides, status, verdict
from .entry import (
    MOST_POSITIONS,
    Damaged,
    Entry,
    beginning_and_line,
    dated,
    is_date,
    load_match,
    make_entry,
    named,
    seat_text,
)
from .source import players, result_in, source_in, source_of, title_of

OUR_ID = re.compile(r"[A-Za-z0-9-]{3,50}")  # an id that facts about a game may refer to
MOST_TOLD = 2000  # entries whose search texts are cached
NOTHING: Mapping[str, Entry] = MappingProxyType({})


class OtherGame(Damaged):
    """Two entries with one id are of different games."""


class Counts(NamedTuple):
    """The numbers of games in an imported file: new, merged, unchanged and unreadable."""

    new: int = 0
    joined: int = 0
    same: int = 0
    bad: int = 0


def search(entries: Iterable[Entry], words: str) -> list[Entry]:
    """The entries whose cards contain every word, newest first.

    A card has the game, the names, the status and the day, which is also found as ``2026-11-25``.
    """
    wanted = folded(words).split()

    def holds(entry: Entry) -> bool:
        text = told(entry)
        return all(word in text for word in wanted)

    found = filter(holds, entries) if wanted else entries
    return sorted(found, key=lambda e: (e.updated, e.id), reverse=True)


@lru_cache(MOST_TOLD)
def told(entry: Entry) -> str:
    """The folded text of an entry's card, cached because each typed letter searches again."""
    day = entry.updated[:10]
    shown = status(entry), verdict(entry, noted_outcome(entry)).text
    days = day, tongue.formats.day(day)
    parts = entry.kind, entry.name, entry.against, *shown, *days, *details(entry)
    return folded(" ".join(parts))


def folded(text: str) -> str:
    """The text in lower case without accents, as people type it: ``5x5`` for ``5 × 5``."""
    parts = normalize("NFKD", text.casefold().replace(" × ", "x").replace("×", "x"))
    return "".join(letter for letter in parts if not combining(letter))


def going(entries: Iterable[Entry]) -> dict[str, Entry]:
    """The newest unfinished entry of each game, by the game's name."""
    newest = sorted((e for e in entries if e.is_going), key=lambda e: (e.updated, e.id))
    return {entry.game.name: entry for entry in newest}


def together(ours: Entry, theirs: Entry) -> Entry:
    """Two versions of one game merged; ``ours`` itself if it contains all of ``theirs``.

    Raise Damaged if either cannot be read, OtherGame if their first positions differ.
    """
    mine, other = load_match(ours), load_match(theirs)
    if not same_start(mine.tree, other.tree):
        raise OtherGame(LIBRARY_WORDS["other-game"])
    both, merged = merge_matches(mine, other), ours
    if not saves_identically(both, mine):
        merged = make_entry(both, ours.id, ours)
    return replace(
        merged,
        name=ours.name or theirs.name,
        opponent=ours.opponent or theirs.opponent,
        updated=max(ours.updated, theirs.updated),
    )


# ------------------------------------------------------------ files


def write_file(entries: Iterable[Entry], facts: Iterable[Fact] = ()) -> str:
    """The text of a file with all games, each with names and dates, and the facts."""
    return write_library(map(_with_names, entries), facts)


def write_one(entry: Entry) -> str:
    """The file of one game, with names and dates; an unreadable one is left as it is."""
    try:
        return dumps(_with_names(entry)) + "\n"
    except (ValueError, RecursionError):
        return entry.tree


def _with_names(entry: Entry) -> dict[str, object]:
    meta = {
        key: getattr(entry, key)
        for key in ("id", "name", "opponent", "created", "updated", "flagged", "helped")
    }
    rows = {"seats": list(entry.seats), "terms": list(entry.terms)}
    return {**json.loads(entry.tree), "meta": {**_source(entry), **meta, **rows}}


def _source(entry: Entry) -> dict[str, str]:
    """What the source of the game said of it, without a result that no longer counts."""
    source = dict(source_in(entry.tree))
    if "result" in source and not result_in(source, load_match(entry).tree):
        del source["result"], source["end"]
    return source


def on_table(session: Session, known: Entry | None) -> Entry:
    """The game on the table as an entry to export; ``known`` is its stored entry."""
    entry = make_entry(session.saved_match, known.id if known else "", known)
    return replace(entry, updated=known.updated) if known else entry


def sgf_names(entry: Entry) -> dict[str, object]:
    """The properties of an SGF: the names of game and players, date, event, place and result.

    A side that is played here against the computer or a friend is You.  Of two people here only
    the names that were given are written; a single one is that of the second.
    """
    source = _source(entry)
    players = [seat_text(seat) for seat in entry.seats]
    if any(both := sides(entry)):
        players = [*both]
    elif any(entry.seats) and not all(entry.seats):
        you = entry.seats.index("")
        away = FRIEND in entry.seats and WORDS["your-friend"]
        players[1 - you] = entry.opponent or away or players[1 - you]
        players[you] = WORDS["you"]
    elif not any(entry.seats):
        players[1] = entry.opponent
    first, second = players
    is_event = entry.name == source.get("event") and "name" not in source
    names = {"name": "" if is_event else entry.name, "first": first, "second": second}
    return {"date": entry.created[:10], **source, **names}


def games_in(text: str) -> list[object]:
    """The games of a file as JSON values, each for ``read_one``; raise Damaged if it has none.

    The file is our JSON or SGF, with one game or many, or a single game in any other format.
    """
    try:
        from ...formats import is_json, sgf_games  # nobody needs it before the first import

        text = text.removeprefix("\ufeff")
        if is_json(text):
            return parse_games(text)
        many = sgf_games(text)
        return [*many] if len(many) > 1 else [_single(text)]
    except SchemaError as fault:
        raise Damaged(sentence_case(str(fault))) from None


def _single(text: str) -> dict[str, object]:
    """The game in an SGF, a record or a link as JSON values; read again, it is the same one."""
    from ...formats import read  # nobody needs it before the first import

    found = read(text)
    if found.tree is None or found.error:
        raise Damaged(sentence_case(found.error or LIBRARY_WORDS["no-entry"]))
    if found.is_empty:
        raise Damaged(sentence_case(error_text("text-no-moves")))
    source = dict(source_of(found.meta, found.tree))
    names = {"id": text, "name": title_of(source), "opponent": players(source)}
    meta = {**source, **names}
    if is_date(date := found.meta.get("date")):
        meta["created"] = str(date)
    return to_json(found.tree, found.leaf, found.cursor, meta)


def read_one(value: object, stored: Mapping[str, Entry] = NOTHING) -> Entry:
    """The entry of one game of a file; raise Damaged unless all of it can be read.

    ``stored`` has the stored entries by id and by ``line_of``: a game without an id of ours gets
    the id of a stored one with the same line and compatible names.
    """
    if isinstance(value, str):
        value = _single(value)
    found = read_value(value, MOST_POSITIONS)
    if found.tree is None or found.error:
        raise Damaged(found.error or LIBRARY_WORDS["no-entry"])
    meta = found.meta
    first, second = map(decode_seat, get_field(meta, "seats", (str, str), ("", "")))
    flagged = get_field(meta, "flagged", bool, False)
    helped = get_field(meta, "helped", str, "")[:MAX_WORD_LENGTH]
    line = (found.tree, found.leaf, found.cursor, (first, second))
    terms = GameTerms(*get_field(meta, "terms", (MILLIS, MILLIS, bool), UNTIMED))
    told = {key: value for key, value in meta.items() if key != "name"}  # the entry's
    source = source_of(told, found.tree)
    match = Match(*line, terms, flagged, unrated_reason=helped, source=source)
    entry = make_entry(match, id_of(get_field(meta, "id", str, "")))
    updated = dated(get_field(meta, "updated", is_date, entry.updated))
    created = dated(get_field(meta, "created", is_date, updated))
    entry = replace(entry, created=created, updated=updated)
    name = get_field(meta, "name", str, entry.name)
    entry = named(entry, name, get_field(meta, "opponent", str, entry.opponent))
    known = stored.get(entry.id)
    if known is None and not OUR_ID.fullmatch(get_field(meta, "id", str, "")):
        twin = stored.get(line_of(entry))
        if twin and may_be(entry.name, twin.name) and may_be(entry.opponent, twin.opponent):
            known = twin
    if known is None:
        return entry
    return replace(
        entry, id=known.id, updated=entry.updated if "updated" in meta else known.updated
    )


def line_of(entry: Entry) -> str:
    """The key that entries of one game with the same line have in common."""
    start, line = beginning_and_line(entry.link)
    return f"{start} {'/'.join(line)}"


def may_be(ours: str, theirs: str) -> bool:
    """Whether two names are equal, or one of them is unknown."""
    return not ours or not theirs or ours == theirs


def id_of(text: str) -> str:
    """The id for a game's name in a file; the same whenever that file is read."""
    if not text or OUR_ID.fullmatch(text):
        return text or new_id()
    return str(uuid5(NAMESPACE_OID, text))


# ------------------------------------------------------------ play by link


def find_continued(entries: Iterable[Entry], opened: GameRecord) -> Entry | None:
    """The stored game with the longest common beginning with what was opened.

    Of several, the one that ends there too, else the newest; None if no game begins with the
    same action.
    """
    record = GameRecord(opened.game, opened.actions, opened.setup)
    start, line = beginning_and_line(write_link(record))

    def shared(entry: Entry) -> tuple[int, bool, str]:
        known, actions = beginning_and_line(entry.link)
        return (
            common_prefix_length(actions, line) if known == start else 0,
            actions == line,
            entry.updated,
        )

    best = max(entries, key=shared, default=None)
    return best if best and shared(best)[0] else None


def find_position(entries: Iterable[Entry], tree: Tree) -> Entry | None:
    """The stored game without actions that covers a tree without actions."""
    start = beginning_and_line(write_link(GameRecord(tree.game, (), tree.setup)))
    for entry in entries:
        if beginning_and_line(entry.link) == start:
            with suppress(Damaged):
                if contains(load_match(entry).tree, tree):
                    return entry
    return None
