"""Merging two versions of a game, and finding how an opened link continues a stored one."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Literal, NamedTuple

from ..rules.notation.actions import GameRecord
from .lines import turn_number
from .match import LEAST_COMMON, Match, joined_source
from .tree import Tree, grow, merge, new_movers

Relation = Literal["same", "ahead", "behind", "differs"]
"""Of an opened game to a stored one: ahead if it is longer, behind if all of it is stored."""


class Continuation(NamedTuple):
    """How an opened game continues a stored one."""

    relation: Relation
    common: int  # the number of actions that both have in common
    turn: int  # the number of the turn in which they part, or of the last one of both
    mover: int  # the colour to move at the end of what was opened


def alike(ours: Tree, theirs: Tree) -> bool:
    """Whether both are of the same game from the same first position."""
    return (ours.game, ours.setup) == (theirs.game, theirs.setup)


def joined(ours: Match, theirs: Match) -> Match:
    """Our match with the trees of both merged."""
    tree, _ = merge(ours.tree, theirs.tree)
    flagged, helped = ours.flagged or theirs.flagged, ours.helped or theirs.helped
    source = joined_source(ours.source, theirs.source)
    kept = replace(ours, flagged=flagged, helped=helped, source=source)
    return replace(kept, tree=tree, leaf=tree.leaf(ours.leaf))


def followed(ours: Match, theirs: Match) -> Match:
    """Our match with exactly the tree of theirs, of which ours is an earlier version.

    Our nodes keep their numbers; those deleted in theirs become unreachable.
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
    places = [ours.leaf, ours.cursor]
    for index, place in enumerate(places):
        places[index] = next(node for node in reversed(tree.path(place)) if node in kept)
    leaf, cursor = tree.leaf(places[0]), places[1]
    leaf = tree.on_line(leaf, cursor)
    back = ours.taken_back if ours.taken_back in kept else -1
    followed = replace(ours, tree=tree, leaf=leaf, cursor=cursor, taken_back=back)
    source = joined_source(ours.source, theirs.source)
    helped = theirs.helped or ours.helped
    return replace(followed, flagged=theirs.flagged, helped=helped, source=source)


def stepped_on(match: Match) -> Match:
    """The match at the end of its line, unless the engine is to move there.

    The engine replies only in the tab in which its opponent plays.
    """
    end = match.tree.nodes[match.leaf].state
    if match.tree.outcome(match.leaf) is None and match.seats[end.mover].level is not None:
        return match
    return replace(match, cursor=match.leaf)


def is_same(ours: Match, theirs: Match) -> bool:
    """Whether two versions of a match would be saved alike."""
    kept = [(match.tree.nodes, match.flagged, match.helped) for match in (ours, theirs)]
    return kept[0] == kept[1] and dict(ours.source) == dict(theirs.source)


def covers(ours: Tree, theirs: Tree) -> bool:
    """Whether our tree contains all of theirs; both are versions of the same game."""
    both, _ = merge(ours, theirs)
    return both.nodes == ours.nodes


def common(ours: Sequence[object], theirs: Sequence[object]) -> int:
    """The length of the common prefix of two lines."""
    length = 0
    for one, other in zip(ours, theirs, strict=False):
        if one != other:
            break
        length += 1
    return length


def begins_alike(way: Continuation) -> bool:
    """Whether both may be different games that only begin with the same few actions."""
    return way.relation in ("behind", "differs") and way.common < LEAST_COMMON


def answers(stored: Match, opened: Match, way: Continuation) -> bool:
    """Whether what was opened is a friend's reply in the stored game, or nothing new.

    A game that is over is not meant by its first few actions: a new one may begin with them.
    """
    if not any(seat.away for seat in stored.seats):
        return False
    if begins_alike(way) and stored.tree.outcome(stored.leaf) is not None:
        return False
    movers = new_movers(stored.tree, opened.tree, opened.leaf)
    return way.relation != "differs" and all(stored.seats[mover].away for mover in movers)


def continuation(stored: Tree, opened: GameRecord) -> Continuation | None:
    """How ``opened`` continues the stored game, or None if it is another game.

    They must have the same game and set-up, and at least one action in common.  Variations of
    the stored game count as its lines.
    """
    if opened.game != stored.game or opened.setup != stored.setup:
        return None
    tree, leaf, _ = grow(opened)
    node = stored.deepest(opened.actions)
    shared = len(stored.path(node)) - 1
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
