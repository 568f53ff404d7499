"""A game in which what was played stays: takebacks are off until it is over."""

from dataclasses import replace

from ...rules.notation.actions import Record, outcome_of
from ...words import WORDS
from . import events as ev
from . import moves
from .session import Notice, Session
from .tree import ROOT, Tree


def end_of_game(tree: Tree) -> int:
    """The last node of the game itself: of the main line, up to a resignation."""
    node = ROOT
    while tree.nodes[node].children and not tree.nodes[node].resigned:
        node = tree.nodes[node].children[0]
    return node


def open_turn(tree: Tree) -> tuple[int, ...]:
    """The nodes of the turn that is being played; its stones may still be taken back."""
    node = end_of_game(tree)
    way = [node]
    while tree.nodes[node].state.placed and node != ROOT:
        node = tree.nodes[node].parent
        way.append(node)
    return tuple(way)


def is_over(tree: Tree) -> bool:
    """Whether the game itself has ended."""
    last = tree.nodes[end_of_game(tree)]
    return outcome_of(Record(tree.game, resigned=last.resigned), last.state) is not None


def instead(session: Session, event: object) -> Session | None:
    """What becomes of an event that would take something back; None for any other event.

    After the end everything is free, but what is tried then is a variation.
    """
    tree = session.tree
    over = is_over(tree)
    match event:
        case ev.Undo() if over:
            if session.resigned:
                return moves.step(session, -1)
            return replace(moves.undo(session), taking_back=False)
        case ev.Undo():
            refused = moves.undo(session).cursor not in (session.cursor, *open_turn(tree))
        case ev.Click() | ev.Act():
            draws = session.editor is not None or session.mark or session.is_trying
            refused = not (over or draws or session.cursor in open_turn(tree))
        case ev.Delete() | ev.Promote() | ev.Restore():
            refused = not over
        case _:
            return None
    return replace(session, notice=Notice(WORDS["no-takebacks"])) if refused else None
