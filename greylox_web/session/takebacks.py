"""The refusal of takebacks in games whose terms exclude them."""

from dataclasses import replace

from ..match.answers import turn_start_node
from ..match.move_list import unfinished_turn_nodes
from ..match.tree import Tree
from ..words import WORDS
from .event import Event
from .playing import ClickCell, PlayAction, Undo, step_by, undo
from .session import Notice, Session
from .study import Delete, Promote, Restore


def playable_nodes(tree: Tree) -> tuple[int, ...]:
    """Return the nodes from which play may go on: the last one, and those of an unfinished turn."""
    end = tree.end_of_game()
    return (turn_start_node(tree, end), *unfinished_turn_nodes(tree, end))


def guard_takeback(session: Session, event: Event) -> Session | None:
    """Return the session after an event that is refused or limited; None for any other event.

    After the end everything is allowed, but new actions become variations.
    """
    tree = session.tree
    over = tree.outcome(tree.end_of_game()) is not None
    match event:
        case Undo() if over:
            if session.resigned:
                return step_by(session, -1)
            return undo(session).with_match(takeback_node=-1)
        case Undo():
            refused = undo(session).cursor not in (session.cursor, *playable_nodes(tree))
        case ClickCell() | PlayAction():
            draws = session.editor is not None or session.drawing_mark or session.is_retrying
            refused = not (over or draws or session.cursor in playable_nodes(tree))
        case Delete() | Promote() | Restore():
            refused = not over
        case _:
            return None
    return replace(session, notice=Notice(WORDS["no-takebacks"])) if refused else None
