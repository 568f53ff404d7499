"""Functions on many entries: search, files, and the entry that an opened link continues."""

import json
from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import replace
from functools import lru_cache
from types import MappingProxyType
from typing import NamedTuple
from unicodedata import combining, normalize
from uuid import NAMESPACE_OID, uuid5

from ...formats.game_json import dumps, parse_games, read_value, to_json, write_library
from ...match.match import UNTIMED, VALID_MILLIS, GameTerms, Match, new_id
from ...match.merge import (
    common_prefix_length,
    contains,
    merge_matches,
    same_start,
    saves_identically,
)
from ...match.tree import Tree
from ...progress import VALID_GAME_ID, Fact
from ...rules.notation.actions import GameRecord
from ...rules.notation.links import write_link
from ...schema import MAX_WORD_LENGTH, SchemaError, get_field
from ...session.seats import REMOTE, decode_seat
from ...session.session import Session
from ...text import sentence_case
from ...words import WORDS, error_text, locale_format
from ...words.library import LIBRARY_WORDS
from .cards import details, saved_outcome, status, verdict
from .entry import (
    MAX_POSITIONS,
    CorruptEntry,
    Entry,
    is_date,
    load_match,
    make_entry,
    normalise_date,
    player_text,
    renamed,
    sides,
    split_link,
)
from .source import format_players, get_result, get_title, make_source, read_source

MAX_CACHED_TEXTS = 2000  # the number of entries whose search texts are cached
NO_ENTRIES: Mapping[str, Entry] = MappingProxyType({})


class DifferentGame(CorruptEntry):
    """Two entries with one id belong to different games."""


class Counts(NamedTuple):
    """The numbers of games in an imported file: new, merged, unchanged and unreadable."""

    new: int = 0
    joined: int = 0
    same: int = 0
    bad: int = 0


def search(entries: Iterable[Entry], words: str) -> list[Entry]:
    """Return the entries whose cards contain every word, newest first.

    A card has the game, the names, the status and the day, which also matches as ``2026-11-25``.
    """
    search_words = casefolded(words).split()

    def contains_all(entry: Entry) -> bool:
        text = search_text(entry)
        return all(word in text for word in search_words)

    matches = filter(contains_all, entries) if search_words else entries
    return sorted(matches, key=lambda e: (e.updated, e.id), reverse=True)


@lru_cache(MAX_CACHED_TEXTS)
def search_text(entry: Entry) -> str:
    """Return the folded text of an entry's card; cached, as each typed letter searches."""
    day = entry.updated[:10]
    status_parts = status(entry), verdict(entry, saved_outcome(entry)).text
    days = day, locale_format.formats.day(day)
    parts = entry.game_title, entry.name, entry.players, *status_parts, *days, *details(entry)
    return casefolded(" ".join(parts))


def casefolded(text: str) -> str:
    """Fold a text as people type it, lower case and no accents: ``5x5`` for ``5 × 5``."""
    parts = normalize("NFKD", text.casefold().replace(" × ", "x").replace("×", "x"))
    return "".join(letter for letter in parts if not combining(letter))


def newest_unfinished(entries: Iterable[Entry]) -> dict[str, Entry]:
    """Return the newest unfinished entry of each game, by the game's name."""
    newest = sorted((e for e in entries if e.in_progress), key=lambda e: (e.updated, e.id))
    return {entry.game.name: entry for entry in newest}


def newest_finished(entries: Iterable[Entry]) -> Entry | None:
    """Return the newest finished entry in which exactly one side was the player's."""
    finished = [e for e in entries if e.result and e.seats.count("") == 1]
    return max(finished, key=lambda e: (e.updated, e.id), default=None)


def merge_entries(ours: Entry, theirs: Entry) -> Entry:
    """Merge two versions of one game; return ``ours`` itself if it contains all of ``theirs``.

    Raise CorruptEntry if either cannot be read, DifferentGame if their first positions differ.
    """
    mine, other = load_match(ours), load_match(theirs)
    if not same_start(mine.tree, other.tree):
        raise DifferentGame(LIBRARY_WORDS["other-game"])
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
    """Write a file with all games, each with names and dates, and the facts."""
    return write_library(map(_with_names, entries), facts)


def write_one(entry: Entry) -> str:
    """Write the file of one game, with names and dates; an unreadable game stays unchanged."""
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
    """Return the metadata of the game's source, without a result that is out of date."""
    source = dict(read_source(entry.tree))
    if "result" in source and not get_result(source, load_match(entry).tree):
        del source["result"], source["end"]
    return source


def current_entry(session: Session, stored_entry: Entry | None) -> Entry:
    """Return the current game as an entry to export; ``stored_entry`` is its stored version."""
    entry = make_entry(session.saved_match, stored_entry.id if stored_entry else "", stored_entry)
    return replace(entry, updated=stored_entry.updated) if stored_entry else entry


def sgf_names(entry: Entry) -> dict[str, object]:
    """Return the SGF properties: the names of game and players, date, event, place and result.

    A local side against the computer or a friend is You.  For two local players, only names that
    were given are written; a single name belongs to the second player.
    """
    source = _source(entry)
    players = [player_text(seat) for seat in entry.seats]
    if any(both := sides(entry)):
        players = [*both]
    elif any(entry.seats) and not all(entry.seats):
        you = entry.seats.index("")
        remote = REMOTE in entry.seats and WORDS["your-friend"]
        players[1 - you] = entry.opponent or remote or players[1 - you]
        players[you] = WORDS["you"]
    elif not any(entry.seats):
        players[1] = entry.opponent
    first, second = players
    is_event = entry.name == source.get("event") and "name" not in source
    names = {"name": "" if is_event else entry.name, "first": first, "second": second}
    return {"date": entry.created[:10], **source, **names}


def parse_game_values(text: str) -> list[object]:
    """Return the games of a file as JSON values for ``parse_entry``; CorruptEntry if there is none.

    The file is our JSON or SGF, with one game or many, or a single game in any other format.
    """
    try:
        from ...formats import is_json, sgf_games  # needed by imports only

        text = text.removeprefix("\ufeff")
        if is_json(text):
            return parse_games(text)
        many = sgf_games(text)
        return [*many] if len(many) > 1 else [_single(text)]
    except SchemaError as fault:
        raise CorruptEntry(sentence_case(str(fault))) from None


def _single(text: str) -> dict[str, object]:
    """Convert an SGF, a record or a link to JSON values; its id depends only on the text."""
    from ...formats import read  # needed by imports only

    result = read(text)
    if result.tree is None or result.error:
        raise CorruptEntry(sentence_case(result.error or LIBRARY_WORDS["no-entry"]))
    if result.is_empty:
        raise CorruptEntry(sentence_case(error_text("text-no-moves")))
    source = dict(make_source(result.meta, result.tree))
    names = {"id": text, "name": get_title(source), "opponent": format_players(source)}
    meta = {**source, **names}
    if is_date(date := result.meta.get("date")):
        meta["created"] = str(date)
    return to_json(result.tree, result.leaf, result.cursor, meta)


def parse_entry(value: object, stored: Mapping[str, Entry] = NO_ENTRIES) -> Entry:
    """Parse one game of a file into an entry; raise CorruptEntry unless all of it can be read.

    ``stored`` has the stored entries by id and by ``line_key``.  A game without an id of ours gets
    the id of a stored game with the same line and compatible names.
    """
    if isinstance(value, str):
        value = _single(value)
    result = read_value(value, MAX_POSITIONS)
    if result.tree is None or result.error:
        raise CorruptEntry(result.error or LIBRARY_WORDS["no-entry"])
    meta = result.meta
    first, second = map(decode_seat, get_field(meta, "seats", (str, str), ("", "")))
    flagged = get_field(meta, "flagged", bool, False)
    helped = get_field(meta, "helped", str, "")[:MAX_WORD_LENGTH]
    line = (result.tree, result.leaf, result.cursor, (first, second))
    terms = GameTerms(*get_field(meta, "terms", (VALID_MILLIS, VALID_MILLIS, bool), UNTIMED))
    source_meta = {key: value for key, value in meta.items() if key != "name"}  # has its own field
    source = make_source(source_meta, result.tree)
    match = Match(*line, terms, flagged, unrated_reason=helped, source=source)
    entry = make_entry(match, id_of(get_field(meta, "id", str, "")))
    updated = normalise_date(get_field(meta, "updated", is_date, entry.updated))
    created = normalise_date(get_field(meta, "created", is_date, updated))
    entry = replace(entry, created=created, updated=updated)
    name = get_field(meta, "name", str, entry.name)
    entry = renamed(entry, name, get_field(meta, "opponent", str, entry.opponent))
    stored_entry = stored.get(entry.id)
    if stored_entry is None and not VALID_GAME_ID.fullmatch(get_field(meta, "id", str, "")):
        twin = stored.get(line_key(entry))
        if (
            twin
            and names_compatible(entry.name, twin.name)
            and names_compatible(entry.opponent, twin.opponent)
        ):
            stored_entry = twin
    if stored_entry is None:
        return entry
    return replace(
        entry,
        id=stored_entry.id,
        updated=entry.updated if "updated" in meta else stored_entry.updated,
    )


def line_key(entry: Entry) -> str:
    """Return the key that entries of one game with the same line have in common."""
    start, line = split_link(entry.link)
    return f"{start} {'/'.join(line)}"


def names_compatible(ours: str, theirs: str) -> bool:
    """Return whether two names are equal, or one of them is unknown."""
    return not ours or not theirs or ours == theirs


def id_of(text: str) -> str:
    """Return the id for a game's name in a file; it is the same at each import of that file."""
    if not text or VALID_GAME_ID.fullmatch(text):
        return text or new_id()
    return str(uuid5(NAMESPACE_OID, text))


# ------------------------------------------------------------ play by link


def find_continued_entry(entries: Iterable[Entry], opened: GameRecord) -> Entry | None:
    """Return the stored game whose beginning has the most actions in common with ``opened``.

    If several match, prefer a game with exactly the same line, then the newest.  Return None if no
    game begins with the same action.
    """
    record = GameRecord(opened.game, opened.actions, opened.setup)
    start, line = split_link(write_link(record))

    def shared(entry: Entry) -> tuple[int, bool, str]:
        entry_start, actions = split_link(entry.link)
        return (
            common_prefix_length(actions, line) if entry_start == start else 0,
            actions == line,
            entry.updated,
        )

    best = max(entries, key=shared, default=None)
    return best if best and shared(best)[0] else None


def find_position(entries: Iterable[Entry], tree: Tree) -> Entry | None:
    """Return the stored game without actions that contains a tree without actions."""
    start = split_link(write_link(GameRecord(tree.game, (), tree.setup)))
    for entry in entries:
        if split_link(entry.link) == start:
            with suppress(CorruptEntry):
                if contains(load_match(entry).tree, tree):
                    return entry
    return None
