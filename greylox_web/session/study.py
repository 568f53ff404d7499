"""Annotating a game: variations, comments, marks and set-ups."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import ClassVar, Literal

from ..match.match import UNTIMED, Match
from ..match.tree import ROOT, merge, new_tree
from ..rules import NotationError
from ..rules.board import NO_CELL
from ..rules.notation.actions import Mark, MarkKind, arrows_last
from ..text import MAX_MARKS, SHORT_LABEL_LENGTH, sanitize, sanitize_label
from ..words import WORDS
from .activity import Activity
from .editor import Editor, Tool
from .event import Event
from .load_match import with_new_game
from .session import TEACH_REASON, Notice, Session

MAX_RESTORE_POINTS = 50
PenKind = Literal[MarkKind, "erase"]


@dataclass(frozen=True)
class Pen(Activity):
    """The drawing tool: clicks draw marks, or erase those on a cell."""

    name: ClassVar[str] = "pen"
    kind: PenKind
    text: str = ""  # the text of a label
    start: tuple[int, int] = (ROOT, NO_CELL)  # the node and the first cell of an arrow begun there

    def press(self, session: Session, cell: int) -> Session:
        if self.kind == "label" and not self.text:
            return session  # an empty label would be invisible
        if self.kind == "erase":
            return with_marks(session, marks_elsewhere(session, cell))
        if self.kind != "arrow":
            text = self.text if self.kind == "label" else ""
            return draw(session, Mark(self.kind, cell, text))
        begun = self.begun_at(session)
        start = NO_CELL if begun != NO_CELL else cell
        session = session.with_activity(replace(self, start=(session.cursor, start)))
        return (
            session if begun in (NO_CELL, cell) else draw(session, Mark("arrow", begun, "", cell))
        )

    def begun_at(self, session: Session) -> int:
        """Return the first cell of the arrow that was begun in the position shown, or NO_CELL."""
        return self.start[1] if self.start[0] == session.cursor else NO_CELL

    def board_masks(self, session: Session) -> dict[str, int]:
        begun = self.begun_at(session)
        return {} if begun == NO_CELL else {"chosen": 1 << begun}


def draw(session: Session, mark: Mark) -> Session:
    """Draw a mark on the position shown, or erase it if it is there.

    A cell has at most one mark besides its arrows.
    """
    marks = session.tree.nodes[session.cursor].marks
    if mark in marks:
        return with_marks(session, tuple(m for m in marks if m != mark))
    others = tuple(m for m in marks if m.cell != mark.cell or "arrow" in (m.kind, mark.kind))
    return with_marks(session, arrows_last((*others, mark)[:MAX_MARKS]))


def marks_elsewhere(session: Session, cell: int) -> tuple[Mark, ...]:
    """Return the marks on the position shown without those that touch a cell."""
    return tuple(m for m in session.tree.nodes[session.cursor].marks if cell not in (m.cell, m.end))


def with_marks(session: Session, marks: tuple[Mark, ...]) -> Session:
    """Return the session with these marks on the position shown."""
    return session.with_match(tree=session.tree.with_node(session.cursor, marks=marks))


class Draw(Event):
    """Draw a mark on the position shown, or erase it if it is there."""

    mark: Mark

    def apply(self, session: Session) -> Session:
        return draw(session, self.mark)


class Promote(Event):
    """Make the line through a node the main line."""

    node: int

    def apply(self, session: Session) -> Session:
        return _promote(session, self.node)


class Delete(Event):
    """Delete a node and its descendants; ``Restore`` undoes this."""

    node: int

    def apply(self, session: Session) -> Session:
        return _delete(session, self.node)


class Restore(Event):
    """Undo the last deletion, promotion or set-up."""

    def apply(self, session: Session) -> Session:
        return _restore(session)


class Comment(Event):
    """Set the comment of a node; -1: the node shown."""

    text: str
    node: int = -1

    def apply(self, session: Session) -> Session:
        node = self.node if self.node >= 0 else session.cursor
        return session.with_match(tree=session.tree.with_node(node, comment=sanitize(self.text)))


class PickMark(Event):
    """Select the mark that clicks on the board draw; None: clicks play again."""

    kind: PenKind | None
    text: str = ""

    def apply(self, session: Session) -> Session:
        if self.kind is None:
            return session.without(Pen.name)
        return session.with_activity(Pen(self.kind, sanitize_label(self.text)[:SHORT_LABEL_LENGTH]))


class ToggleEditor(Event):
    """Open the set-up editor on the position shown, or close it and discard the edit."""

    open: bool

    def apply(self, session: Session) -> Session:
        if not self.open:
            return session.without(Editor.name)
        return session.without(Pen.name).with_activity(Editor(session.game, session.state))


class SetEditorTool(Event):
    """Select the editor's tool."""

    tool: Tool

    def apply(self, session: Session) -> Session:
        return _apply_edit(session, lambda editor: replace(editor, tool=self.tool))


class SetEditorTurn(Event):
    """Set the side to move and the phase in the editor."""

    mover: int
    phase: int

    def apply(self, session: Session) -> Session:
        return _apply_edit(
            session, lambda editor: editor.with_state(mover=self.mover, phase=self.phase)
        )


class UndoEdit(Event):
    """Undo the last change in the editor."""

    def apply(self, session: Session) -> Session:
        return _apply_edit(session, Editor.undo)


class ClearEditor(Event):
    """Remove all stones in the editor."""

    def apply(self, session: Session) -> Session:
        return _apply_edit(session, lambda editor: editor.with_state(stones=(0, 0)))


class PlayFromHere(Event):
    """Start a game from the position in the editor."""

    def apply(self, session: Session) -> Session:
        return play_from_here(session)


def _apply_edit(session: Session, change: Callable[[Editor], Editor]) -> Session:
    """Change the editor, if it is open."""
    editor = session.editor
    return session.with_activity(change(editor)) if editor else session


def _push_restore_point(session: Session) -> Session:
    """Return the session with itself added to ``restore_stack``."""
    undoable = replace(session, restore_stack=())
    return replace(
        session, restore_stack=(*session.restore_stack[-MAX_RESTORE_POINTS + 1 :], undoable)
    )


def _promote(session: Session, node: int) -> Session:
    if node not in session.tree.reachable():
        return session
    tree = session.tree.promote(node)
    if tree == session.tree:
        return session
    promoted = _push_restore_point(session).with_match(tree=tree, takeback_node=-1)
    return replace(promoted, notice=Notice(WORDS["promoted"]))


def _delete(session: Session, node: int) -> Session:
    if node == ROOT or node not in session.tree.reachable():
        return session
    tree = session.tree.delete(node)
    parent = session.tree.nodes[node].parent
    was_on_line = node in session.tree.path(session.leaf)
    was_shown = node in session.tree.path(session.cursor)
    leaf = tree.line_end(parent) if was_on_line else session.leaf
    cursor = parent if was_shown else session.cursor
    takeback_node = (
        -1 if node in session.tree.path(session.live_node) else session.match.takeback_node
    )
    undoable = replace(_push_restore_point(session), notice=Notice(WORDS["deleted"]))
    return undoable.with_match(tree=tree, leaf=leaf, cursor=cursor, takeback_node=takeback_node)


def _restore(session: Session) -> Session:
    """Restore the tree before the last deletion, merged with the actions played since."""
    if not session.restore_stack:
        return session
    previous = session.restore_stack[-1]
    tree, match = previous.tree, session.match
    if (tree.game, tree.setup) == (session.tree.game, session.tree.setup):
        tree, _ = merge(tree, session.tree)
    if previous.match.id != match.id:  # the undone event had started another match
        match = previous.match
        session = replace(session, engine=session.engine.detached())
    match = replace(match, tree=tree, leaf=previous.leaf, cursor=previous.cursor, takeback_node=-1)
    return replace(session, match=match, restore_stack=session.restore_stack[:-1])


def play_from_here(session: Session) -> Session:
    """Start a game from the editor's position; return ``session`` if it is not playable."""
    if session.editor is None:
        return session
    try:
        state = session.editor.validated()
    except NotationError:
        return session  # the editor shows the reason
    # undoing a set-up must not evade the terms of a game
    undoable = _push_restore_point(session).restore_stack if session.terms == UNTIMED else ()
    return replace(
        with_new_game(
            session,
            Match(
                new_tree(session.game, state),
                seats=session.seats,
                unrated_reason=TEACH_REASON if session.unrated_reason == TEACH_REASON else "",
            ),
        ),
        restore_stack=undoable,
    )


def is_other_game(event: Event | None, before: Session, now: Session) -> bool:
    """Whether another game was opened.

    A game set up in the editor, or restored, continues the study of the same game.
    """
    study = isinstance(event, PlayFromHere | Restore)
    automatic = event is not None and event.is_automatic
    return not (study or automatic or now.game_session.is_same_game(before.game_session))
