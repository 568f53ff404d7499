"""Two versions of one game: the tree with both, and where an opened link goes on with mine."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Literal, NamedTuple

from ...rules.notation.actions import Record
from ..session.lines import turn_number
from ..session.session import Session
from ..session.tree import ROOT, Tree, grow, merge, new_movers

Relation = Literal["same", "ahead", "behind", "differs"]
"""Of an opened game to a stored one: ahead, it goes on; behind, all of it is stored."""


class Continuation(NamedTuple):
    """How an opened game goes on with a stored one."""

    relation: Relation
    common: int  # the number of actions before they part
    turn: int  # the number of the turn in which they part, or that both have last
    mover: int  # the colour to move at the end of what was opened


def alike(ours: Tree, theirs: Tree) -> bool:
    """Whether both are of the same game from the same first position."""
    return (ours.game, ours.setup) == (theirs.game, theirs.setup)


def joined(ours: Session, theirs: Session) -> Session:
    """Our table with all that the trees of both have."""
    tree, _ = merge(ours.tree, theirs.tree)
    flagged, helped = ours.flagged or theirs.flagged, ours.helped or theirs.helped
    return replace(ours, tree=tree, leaf=tree.leaf(ours.leaf), flagged=flagged, helped=helped)


def followed(ours: Session, theirs: Session) -> Session:
    """Our table with what theirs has and nothing else: ours is an earlier version of theirs.

    Our nodes keep their numbers; what is deleted in theirs is shown no more.
    """
    both, numbers = merge(ours.tree, theirs.tree)
    nodes, kept = list(both.nodes), set(numbers.values())
    for node, number in numbers.items():
        told = theirs.tree.nodes[node]
        nodes[number] = nodes[number]._replace(
            children=tuple(numbers[child] for child in told.children),
            resigned=told.resigned,
            comment=told.comment,
            marks=told.marks,
        )
    tree = replace(both, nodes=tuple(nodes))
    places = [ours.leaf, ours.target]
    for index, place in enumerate(places):
        places[index] = next(node for node in reversed(tree.path(place)) if node in kept)
    leaf, cursor = tree.leaf(places[0]), places[1]
    leaf = tree.on_line(leaf, cursor)
    back = ours.taken_back if ours.taken_back in kept else -1
    followed = replace(ours, tree=tree, leaf=leaf, cursor=cursor, taken_back=back)
    return replace(followed, flagged=theirs.flagged, helped=theirs.helped or ours.helped)


def stepped_on(table: Session) -> Session:
    """The table at the end of its line, unless the engine is to move there.

    The engine answers in the tab in which its opponent plays, and in no other.
    """
    end = table.tree.nodes[table.leaf].state
    if table.tree.outcome(table.leaf) is None and table.seats[end.mover].level is not None:
        return table
    return replace(table, cursor=table.leaf)


def is_same(ours: Session, theirs: Session) -> bool:
    """Whether two tables with one game have the same to keep of it."""
    kept = [(table.tree.nodes, table.flagged, table.helped) for table in (ours, theirs)]
    return kept[0] == kept[1]


def covers(ours: Tree, theirs: Tree) -> bool:
    """Whether our tree has all that theirs has; both are versions of the same game."""
    both, _ = merge(ours, theirs)
    return both.nodes == ours.nodes


def common(ours: Sequence[object], theirs: Sequence[object]) -> int:
    """How many items two lines begin with alike."""
    length = 0
    for one, other in zip(ours, theirs, strict=False):
        if one != other:
            break
        length += 1
    return length


def answers(stored: Session, opened: Session, way: Continuation) -> bool:
    """Whether what was opened is the answer of a friend in the stored game, or nothing new."""
    if not any(seat.away for seat in stored.seats):
        return False
    movers = new_movers(stored.tree, opened.tree, opened.leaf)
    return way.relation != "differs" and all(stored.seats[mover].away for mover in movers)


def continuation(stored: Tree, opened: Record) -> Continuation | None:
    """How ``opened`` goes on with the stored game, or None when it is another game.

    They have to begin alike: the same game and set-up, and at least one action.  Lines that
    were tried in the stored game count as its own.
    """
    if opened.game != stored.game or opened.setup != stored.setup:
        return None
    tree, leaf, _ = grow(opened)
    node, shared = ROOT, 0
    for action in opened.actions:
        known = stored.child(node, action)
        if known is None:
            break
        node, shared = known, shared + 1
    if not shared:
        return None
    if shared < len(opened.actions):
        relation: Relation = "differs" if stored.nodes[node].children else "ahead"
    elif stored.nodes[node].children:
        relation = "behind"
    else:
        relation = "same" if stored.nodes[node].resigned >= opened.resigned else "ahead"
    mover = tree.nodes[leaf].state.mover
    return Continuation(relation, shared, turn_number(stored, node), mover)
