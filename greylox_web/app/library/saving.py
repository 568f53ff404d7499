"""What is stored where something is stored already: nothing that was there is lost."""

from dataclasses import replace
from typing import NamedTuple
from uuid import NAMESPACE_OID, uuid5

from ..session.session import Session
from ..shapes import COUNT
from .collection import OtherGame, together
from .entry import Damaged, Entry, Newer, entry_of, new_id, read_entry, session_of
from .merge import alike, joined


class Saving(NamedTuple):
    """What becomes of the text that is stored under an id."""

    entry: Entry  # to be stored under its own id, which may be a new one
    kind: str = "new"  # "joined" with what was there; "same": nothing has to be stored
    theirs: Session | None = None  # what another tab has stored since
    damaged: bool = False  # the text is no game and has to be set aside
    newer: bool = False  # the text is of a newer version of this program and stays


def next_id(taken: str) -> str:
    """The id of a game from a file whose own one is taken."""
    return str(uuid5(NAMESPACE_OID, f"beside {taken}"))


def save_over(text: object, session: Session, name: str, base: int) -> Saving:
    """The game on the table over the ``text`` stored under ``name``, None when there is none.

    ``base`` is the revision that the table's tree was made from.  When the stored one is
    another, another tab has played on, and the entry has all that both have.
    """
    known, theirs, damaged, newer = None, None, False, False
    try:
        known = None if text is None else read_entry(text)
        theirs = session_of(known) if known and known.revision != base else None
    except Newer:
        name, newer = new_id(), True
    except Damaged:
        damaged = True
    if theirs and not alike(theirs.tree, session.tree):
        name, known, theirs = new_id(), None, None
    entry = entry_of(joined(session, theirs) if theirs else session, name, known)
    newest = max(base, known.revision if known else 0)
    entry = replace(entry, revision=(newest + 1) % COUNT.stop)
    return Saving(entry, "joined" if theirs else "new", theirs, damaged, newer)


def put_over(text: object, entry: Entry) -> Saving:
    """An entry from a file or from the undo bar over the ``text`` stored under its id.

    Where that is another game's, or a newer version's, the entry has to be put over what is stored
    under its ``next_id``, at every import the same.
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
