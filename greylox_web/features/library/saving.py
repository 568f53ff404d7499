"""Storing an entry over a stored text without losing anything of that."""

from dataclasses import replace
from typing import NamedTuple
from uuid import NAMESPACE_OID, uuid5

from ...match.match import Match, new_id
from ...match.merge import merge_matches, same_start
from ...schema import NON_NEGATIVE
from .collection import OtherGame, together
from .entry import Damaged, Entry, Newer, load_match, make_entry, read_entry


class Saving(NamedTuple):
    """What to store in place of the text that is stored under an id."""

    entry: Entry  # to store under its own id, which may be new
    kind: str = "new"  # "joined": merged with the stored one; "same": nothing to store
    theirs: Match | None = None  # the match as another tab has stored it since
    damaged: bool = False  # the stored text is damaged and must be set aside
    newer: bool = False  # the stored text is of a newer version of this program and stays


def next_id(taken: str) -> str:
    """The id for an imported game whose own id is taken."""
    return str(uuid5(NAMESPACE_OID, f"beside {taken}"))


def save_over(text: object, match: Match, name: str, base: int) -> Saving:
    """Store a match over the ``text`` stored under ``name``, or None.

    ``base`` is the revision that it was made from.  If the stored one is another,
    another tab has played on, and the entry has both merged.
    """
    known, theirs, damaged, newer = None, None, False, False
    try:
        known = None if text is None else read_entry(text)
        theirs = load_match(known) if known and known.revision != base else None
    except Newer:
        name, newer = new_id(), True
    except Damaged:
        damaged = True
    if theirs and not same_start(theirs.tree, match.tree):
        name, known, theirs = new_id(), None, None
    entry = make_entry(merge_matches(match, theirs) if theirs else match, name, known)
    newest = max(base, known.revision if known else 0)
    entry = replace(entry, revision=(newest + 1) % NON_NEGATIVE.stop)
    return Saving(entry, "joined" if theirs else "new", theirs, damaged, newer)


def put_over(text: object, entry: Entry) -> Saving:
    """Store an entry, from a file or the undo bar, over the ``text`` stored under its id.

    If that is another game's, or a newer version's, the entry goes under its ``next_id``, which
    is the same at every import.
    """
    if text is None:
        return Saving(entry)
    try:
        stored = read_entry(text)
        both = together(stored, entry)
    except Newer:
        return Saving(replace(entry, id=next_id(entry.id)), newer=True)
    except OtherGame:
        return Saving(replace(entry, id=next_id(entry.id)))
    except Damaged:
        return Saving(entry, damaged=True)
    return Saving(both, "same" if both == stored else "joined")
