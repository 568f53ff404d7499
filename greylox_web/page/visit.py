"""The matches of this visit by their ids: the current match and the suspended ones."""

from dataclasses import dataclass, replace

from ..match.match import Match
from ..match.tree import Tree
from ..session.clock import Clock
from ..session.editor import Editor
from ..session.event import Event
from ..session.load_match import LoadMatch, MatchMerged
from ..session.playing import ClickCell
from ..session.session import Session
from ..session.study import PlayFromHere


@dataclass(eq=False)
class OpenMatch:
    """A match, current or suspended, and its relation to its stored version."""

    match: Match
    editor: Editor | None = None  # the position that was being set up
    clock: Clock | None = None  # as it was stopped when the match was suspended
    is_stored: bool = False  # whether the database has an entry under the match's id
    is_deleted: bool = False  # whether it was deleted, and not played since
    to_store: bool = False  # whether a person made a change that is worth storing
    is_dirty: bool = False  # whether it has unsaved changes
    revision: int = 0  # the stored revision that the match contains
    stored_tree: Tree | None = None  # the tree, if it equals the stored one exactly
    awaited_node: int = -1  # the node at which this tab waits for another tab's engine, or -1
    is_compared: bool = False  # whether it was compared with the stored matches
    notified: bool = False  # whether the player was notified that another tab has it open

    @property
    def needs_write(self) -> bool:
        """Return whether it has to be written."""
        return self.is_dirty and (self.is_stored or self.to_store) and not self.is_deleted


class Visit:
    """All matches since the page was opened."""

    def __init__(self, match: Match) -> None:
        self.opened = match  # the match that the page was opened with
        self.first = self.current = OpenMatch(match)
        self._matches = {match.id: self.first}
        self._merged_into: dict[str, str] = {}  # earlier id -> id of the stored match
        self._suspended_ids: dict[str, str] = {}  # game name -> id of its last one

    def get(self, match_id: str) -> OpenMatch | None:
        """Return the match that has, or once had, this id; None if there is none."""
        return self._matches.get(match_id) or self._matches.get(self._merged_into.get(match_id, ""))

    @property
    def unsaved_matches(self) -> list[OpenMatch]:
        """Return the matches that have to be written."""
        return [each for each in self._matches.values() if each.needs_write]

    def get_suspended(self, name: str) -> OpenMatch | None:
        """Return the last suspended match of this game that can be continued."""
        suspended = self.get(self._suspended_ids.get(name, ""))
        return None if suspended is None or suspended.is_deleted else suspended

    def on_event(self, event: Event | None, before: Session, now: Session) -> None:
        """Update the matches after an event; both sessions are of matches, not exercises."""
        one, came = self.current, now.match.id != self.current.match.id
        if came and isinstance(event, MatchMerged):
            one = self._merge_into(now.match.id)
            self._drop_suspended(now.match)
        elif came:
            self._suspend(before.match, now.match)
            one = self.current = self._matches.setdefault(now.match.id, OpenMatch(now.match))
        one.match, one.editor = now.saved_match, now.editor
        if isinstance(event, MatchMerged | LoadMatch):
            return
        if came:  # it began with a stone or a set-up
            is_first_action = isinstance(event, ClickCell | PlayFromHere)
            one.is_dirty, one.to_store = (
                one.is_dirty or is_first_action,
                one.to_store or is_first_action,
            )
        elif has_changed(before.match, now.match):
            if one.is_deleted and not has_new_action(before.match, now.match):
                return
            one.is_deleted, one.is_dirty = False, True
            is_played = now.tree is not before.tree
            one.to_store = one.to_store or (is_played and now.match.should_save)

    def mark_stored(self, match: Match, revision: int) -> OpenMatch:
        """Record that a match is stored with this revision; add the match if it is missing."""
        one = self._matches.setdefault(match.id, OpenMatch(match))
        one.is_stored, one.is_deleted, one.revision = True, False, revision
        return one

    def rename(self, one: OpenMatch, match_id: str) -> None:
        """Give a suspended match another id."""
        self._matches[match_id] = self._matches.pop(one.match.id)
        self._record_id_change(one.match.id, match_id)
        one.match = replace(one.match, id=match_id)

    def _record_id_change(self, old: str, new: str) -> None:
        """Record that the match with the id ``old``, or earlier ids, now has the id ``new``."""
        for before, after in [*self._merged_into.items()]:
            if after == old:
                self._merged_into[before] = new
        self._merged_into[old] = new

    def mark_deleted(self, match_id: str) -> None:
        """Record that a stored match was deleted; it is stored again only if it is played on."""
        if one := self._matches.get(match_id):
            one.is_stored = one.is_dirty = False
            one.is_deleted = True

    def mark_restored(self, match_id: str) -> None:
        """Record that a match was stored again."""
        if one := self._matches.get(match_id):
            one.is_stored, one.is_deleted = True, False

    def _merge_into(self, match_id: str) -> OpenMatch:
        """Give the current match the id of the stored match that it turned out to be."""
        came = self.current
        old = came.match.id
        one = self.current = self._matches.setdefault(match_id, came)
        del self._matches[old]
        self._record_id_change(old, match_id)
        one.clock = one.clock or came.clock
        one.is_dirty, one.to_store = one.is_dirty or came.is_dirty, one.to_store or came.to_store
        if self.first is came:
            self.first = one
        return one

    def _suspend(self, previous: Match, now: Match) -> None:
        """Record a match that can be continued when another match replaces it.

        The record is dropped when the match is current again.  Finished matches are not
        recorded.  A match without a move is not recorded if the same kind of game replaces
        it.
        """
        self._drop_suspended(now)
        is_open = previous.tree.outcome(previous.tree.end_of_game()) is None
        if is_open and (previous.in_progress or previous.game.name != now.game.name):
            self._suspended_ids[previous.game.name] = previous.id

    def _drop_suspended(self, now: Match) -> None:
        """Drop the current match from the suspended ones."""
        if self._suspended_ids.get(now.game.name) == now.id:
            del self._suspended_ids[now.game.name]


def has_changed(before: Match, now: Match) -> bool:
    """Return whether anything changed that is stored for a match."""
    if now.tree is not before.tree or now.leaf != before.leaf:
        return True
    ours, theirs = (
        (now.seats, now.remote_name, now.unrated_reason, now.answers),
        (before.seats, before.remote_name, before.unrated_reason, before.answers),
    )
    return ours != theirs


def has_new_action(before: Match, now: Match) -> bool:
    """Return whether a person has played in the match since ``before``, or changed stored data."""
    nodes = now.tree.nodes
    new = nodes[len(before.tree.nodes) :]
    is_by_person = any(now.seats[nodes[node.parent].state.mover].level is None for node in new)
    return is_by_person or (not new and now.tree is not before.tree)
