"""Conflict-free storing: an entry replaces a stored text without losing any of its contents."""

from dataclasses import replace
from typing import NamedTuple
from uuid import NAMESPACE_OID, uuid5

from ...match.match import Match, new_id
from ...match.merge import merge_matches, same_start
from ...schema import NON_NEGATIVE
from .collection import DifferentGame, merge_entries
from .entry import CorruptEntry, Entry, NewerVersion, load_match, make_entry, read_entry


class SaveResult(NamedTuple):
    """The entry to store in place of the text that is stored under an id."""

    entry: Entry  # to store under its own id, which may be new
    merge_kind: str = "new"  # "joined": merged with the stored one; "same": nothing to store
    remote_session: Match | None = None  # the match as another tab has stored it in the meantime
    damaged: bool = False  # the stored text is damaged and must be set aside
    newer: bool = False  # the stored text is of a newer version of this program and stays


def derived_id(taken_id: str) -> str:
    """Return the id for an imported game whose own id is taken."""
    return str(uuid5(NAMESPACE_OID, f"beside {taken_id}"))


def merge_session(text: object, match: Match, name: str, base_revision: int) -> SaveResult:
    """Merge a match with the ``text`` stored under ``name``, or None if there is none.

    ``base_revision`` is the revision that the match is based on.  If the stored revision differs,
    another tab has played on, and the returned entry has both trees merged.
    """
    stored, remote_session, damaged, newer = None, None, False, False
    try:
        stored = None if text is None else read_entry(text)
        remote_session = load_match(stored) if stored and stored.revision != base_revision else None
    except NewerVersion:
        name, newer = new_id(), True
    except CorruptEntry:
        damaged = True
    if remote_session and not same_start(remote_session.tree, match.tree):
        name, stored, remote_session = new_id(), None, None
    entry = make_entry(
        merge_matches(match, remote_session) if remote_session else match, name, stored
    )
    newest = max(base_revision, stored.revision if stored else 0)
    entry = replace(entry, revision=(newest + 1) % NON_NEGATIVE.stop)
    return SaveResult(entry, "joined" if remote_session else "new", remote_session, damaged, newer)


def merge_entry(text: object, entry: Entry) -> SaveResult:
    """Merge an entry, from a file or the undo bar, with the ``text`` stored under its id.

    If the text belongs to another game or a newer version, the entry is stored under its
    ``derived_id``, which is the same at every import.
    """
    if text is None:
        return SaveResult(entry)
    try:
        stored = read_entry(text)
        both = merge_entries(stored, entry)
    except NewerVersion:
        return SaveResult(replace(entry, id=derived_id(entry.id)), newer=True)
    except DifferentGame:
        return SaveResult(replace(entry, id=derived_id(entry.id)))
    except CorruptEntry:
        return SaveResult(entry, damaged=True)
    return SaveResult(both, "same" if both == stored else "joined")
