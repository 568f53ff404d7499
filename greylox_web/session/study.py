"""Annotating a game: variations, comments, marks and set-ups."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import ClassVar

from ..match.match import UNTIMED, Match
from ..match.tree import ROOT, Mark, MarkKind, merge, new_tree
from ..rules import NotationError
from ..text import sanitize, sanitize_label
from ..words import WORDS
from .activity import Activity
from .editor import Editor, Tool
from .event import Event
from .opening import with_new_game
from .session import Notice, Session

MOST_TRASH = 50


@dataclass(frozen=True)
class Pen(Activity):
    """Clicks draw."""

    name: ClassVar[str] = "pen"
    kind: MarkKind
    text: str = ""  # of a label

    def press(self, session: Session, cell: int) -> Session:
        if self.kind == "label" and not self.text:
            return session  # nothing would be seen of it
        node = session.tree.nodes[session.cursor]
        mark = Mark(self.kind, cell, self.text if self.kind == "label" else "")
        others = tuple(m for m in node.marks if m.cell != cell)
        marks = others if mark in node.marks else (*others, mark)
        return session.with_match(tree=session.tree.with_node(session.cursor, marks=marks))


class Promote(Event):
    """Make the line through a node the main line."""

    node: int

    def apply(self, session: Session) -> Session:
        return _promote(session, self.node)


class Delete(Event):
    """Remove a node and its descendants; ``Restore`` brings them back."""

    node: int

    def apply(self, session: Session) -> Session:
        return _delete(session, self.node)


class Restore(Event):
    """Take back the last deletion, promotion or set-up."""

    def apply(self, session: Session) -> Session:
        return _restore(session)


class Comment(Event):
    """Write a comment on a position: at ``node`` or, with -1, the one shown."""

    text: str
    node: int = -1

    def apply(self, session: Session) -> Session:
        node = self.node if self.node >= 0 else session.cursor
        return session.with_match(tree=session.tree.with_node(node, comment=sanitize(self.text)))


class PickMark(Event):
    """Clicks on the board draw this mark from now on, or with None play again."""

    kind: MarkKind | None
    text: str = ""

    def apply(self, session: Session) -> Session:
        if self.kind is None:
            return session.without(Pen.name)
        return session.with_activity(Pen(self.kind, sanitize_label(self.text)[:3]))


class Edit(Event):
    """Open the set-up editor on the position shown, or close it without a change."""

    open: bool

    def apply(self, session: Session) -> Session:
        if not self.open:
            return session.without(Editor.name)
        return session.without(Pen.name).with_activity(Editor(session.game, session.state))


class EditTool(Event):
    """What a click puts on the board."""

    tool: Tool

    def apply(self, session: Session) -> Session:
        return _edited(session, lambda editor: replace(editor, tool=self.tool))


class EditTurn(Event):
    """Who is to move in the set-up, and in which phase."""

    mover: int
    phase: int

    def apply(self, session: Session) -> Session:
        return _edited(session, lambda editor: editor.changed(mover=self.mover, phase=self.phase))


class EditBack(Event):
    """Take back the last change in the editor."""

    def apply(self, session: Session) -> Session:
        return _edited(session, Editor.back)


class EditClear(Event):
    """Take all stones off the board in the editor."""

    def apply(self, session: Session) -> Session:
        return _edited(session, lambda editor: editor.changed(stones=(0, 0)))


class PlayFromHere(Event):
    """Begin a game at the position in the editor."""

    def apply(self, session: Session) -> Session:
        return play_from_here(session)


def _edited(session: Session, change: Callable[[Editor], Editor]) -> Session:
    """The session after a change in the editor, if that is open."""
    editor = session.editor
    return session.with_activity(change(editor)) if editor else session


def _kept(session: Session) -> Session:
    """The session that can come back to the tree it has now."""
    kept = replace(session, trash=())
    return replace(session, trash=(*session.trash[-MOST_TRASH + 1 :], kept))


def _promote(session: Session, node: int) -> Session:
    if node not in session.tree.reachable():
        return session
    tree = session.tree.promote(node)
    if tree == session.tree:
        return session
    promoted = _kept(session).with_match(tree=tree, takeback_node=-1)
    return replace(promoted, notice=Notice(WORDS["promoted"]))


def _delete(session: Session, node: int) -> Session:
    if node == ROOT or node not in session.tree.reachable():
        return session
    tree = session.tree.delete(node)
    parent = session.tree.nodes[node].parent
    gone = node in session.tree.path(session.leaf)
    at_risk = node in session.tree.path(session.cursor)
    leaf = tree.line_end(parent) if gone else session.leaf
    cursor = parent if at_risk else session.cursor
    back = -1 if node in session.tree.path(session.present) else session.match.takeback_node
    kept = replace(_kept(session), notice=Notice(WORDS["deleted"]))
    return kept.with_match(tree=tree, leaf=leaf, cursor=cursor, takeback_node=back)


def _restore(session: Session) -> Session:
    """The session with the tree before the last deletion, and what was played since."""
    if not session.trash:
        return session
    was = session.trash[-1]
    tree, match = was.tree, session.match
    if (tree.game, tree.setup) == (session.tree.game, session.tree.setup):
        tree, _ = merge(tree, session.tree)
    if was.match.id != match.id:  # another match lay on the table
        match = was.match
        session = replace(session, engine=session.engine.of_another_tree())
    match = replace(match, tree=tree, leaf=was.leaf, cursor=was.cursor, takeback_node=-1)
    return replace(session, match=match, trash=session.trash[:-1])


def play_from_here(session: Session) -> Session:
    """Begin a game at the editor's position; the same session if that is not playable."""
    if session.editor is None:
        return session
    try:
        state = session.editor.checked()
    except NotationError:
        return session  # the editor says why
    kept = _kept(session).trash if session.terms == UNTIMED else ()  # no way around its terms
    return replace(
        with_new_game(session, Match(new_tree(session.game, state), seats=session.seats)),
        trash=kept,
    )


def is_another(event: Event | None, before: Session, now: Session) -> bool:
    """Whether another game was opened; one that is set up here goes on with the study of it."""
    study = isinstance(event, PlayFromHere | Restore)
    automatic = event is not None and event.is_automatic
    return not (study or automatic or now.played.is_same_game(before.played))
