"""Annotating a game: variations, comments, marks and set-ups; a part of ``update``."""

from dataclasses import replace
from typing import assert_never

from ..match.match import FREE, Match
from ..match.tree import ROOT, Mark, merge, plant
from ..rules import NotationError
from ..text import label, plain
from ..words import WORDS
from . import events as ev
from .editor import Editor
from .opening import with_new_game
from .session import Notice, Session

MOST_TRASH = 50


def after(session: Session, event: ev.StudyEvent) -> Session:
    """The session after an event of studying."""
    match event:
        case ev.Promote(node):
            return _promote(session, node)
        case ev.Delete(node):
            return _delete(session, node)
        case ev.Restore():
            return _restore(session)
        case ev.Comment(text, node):
            node = node if node >= 0 else session.cursor
            return session.with_match(tree=session.tree.with_node(node, comment=plain(text)))
        case ev.PickMark(kind, text):
            return replace(session, mark=kind, mark_text=label(text)[:3])
        case ev.Edit(is_open):
            editor = Editor(session.game, session.state) if is_open else None
            return replace(session, editor=editor, mark=None if is_open else session.mark)
        case ev.PlayFromHere():
            return play_from_here(session)
        case ev.EditTool() | ev.EditTurn() | ev.EditBack() | ev.EditClear():
            if session.editor is None:
                return session
            return replace(session, editor=_edited(session.editor, event))
        case _:
            assert_never(event)


def touch(session: Session, cell: int) -> Session:
    """The session after a click with an editor tool or a mark."""
    if session.editor is not None:
        return replace(session, editor=session.editor.touch(cell))
    node = session.tree.nodes[session.cursor]
    assert session.mark is not None
    text = session.mark_text if session.mark == "label" else ""
    if session.mark == "label" and not text:
        return session  # nothing would be seen of it
    mark = Mark(session.mark, cell, text)
    others = tuple(m for m in node.marks if m.cell != cell)
    marks = others if mark in node.marks else (*others, mark)
    return session.with_match(tree=session.tree.with_node(session.cursor, marks=marks))


def _edited(editor: Editor, event: ev.EditorEvent) -> Editor:
    match event:
        case ev.EditTool(tool):
            return replace(editor, tool=tool)
        case ev.EditTurn(mover, phase):
            return editor.changed(mover=mover, phase=phase)
        case ev.EditBack():
            return editor.back()
        case ev.EditClear():
            return editor.changed(stones=(0, 0))


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
    promoted = _kept(session).with_match(tree=tree, taken_back=-1)
    return replace(promoted, notice=Notice(WORDS["promoted"]))


def _delete(session: Session, node: int) -> Session:
    if node == ROOT or node not in session.tree.reachable():
        return session
    tree = session.tree.delete(node)
    parent = session.tree.nodes[node].parent
    gone = node in session.tree.path(session.leaf)
    at_risk = node in session.tree.path(session.cursor)
    leaf = tree.leaf(parent) if gone else session.leaf
    cursor = parent if at_risk else session.cursor
    back = -1 if node in session.tree.path(session.present) else session.match.taken_back
    kept = replace(_kept(session), notice=Notice(WORDS["deleted"]))
    return kept.with_match(tree=tree, leaf=leaf, cursor=cursor, taken_back=back)


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
    match = replace(match, tree=tree, leaf=was.leaf, cursor=was.cursor, taken_back=-1)
    return replace(session, match=match, trash=session.trash[:-1])


def play_from_here(session: Session) -> Session:
    """Begin a game at the editor's position; the same session if that is not playable."""
    if session.editor is None:
        return session
    try:
        state = session.editor.checked()
    except NotationError:
        return session  # the editor says why
    kept = _kept(session).trash if session.terms == FREE else ()  # no way around its terms
    return replace(
        with_new_game(session, Match(plant(session.game, state), seats=session.seats)), trash=kept
    )
