"""Merging two versions of a game, and finding how an opened link continues a stored one."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Literal, NamedTuple

from ..rules.notation.actions import GameRecord
from .match import MIN_COMMON_ACTIONS, Match, merge_sources
from .move_list import turn_number
from .tree import Tree, merge, new_movers, tree_from_record

Relation = Literal["same", "ahead", "behind", "differs"]
"""Of an opened game to a stored one: ahead if it is longer, behind if all of it is stored."""


class LineRelation(NamedTuple):
    """How an opened game continues a stored one."""

    relation: Relation
    common_prefix_length: int  # the number of actions that both have in common
    turn: int  # the number of the turn in which they part, or of the last one of both
    mover: int  # the colour to move at the end of what was opened


def same_start(ours: Tree, theirs: Tree) -> bool:
    """Whether both are of the same game from the same first position."""
    return (ours.game, ours.setup) == (theirs.game, theirs.setup)


def merge_matches(ours: Match, theirs: Match) -> Match:
    """Our match with the trees of both merged."""
    tree, _ = merge(ours.tree, theirs.tree)
    flagged, helped = (
        ours.lost_on_time or theirs.lost_on_time,
        ours.unrated_reason or theirs.unrated_reason,
    )
    source = merge_sources(ours.source, theirs.source)
    with_fields = replace(ours, lost_on_time=flagged, unrated_reason=helped, source=source)
    return replace(with_fields, tree=tree, leaf=tree.line_end(ours.leaf))


def fast_forward(ours: Match, theirs: Match) -> Match:
    """Our match with exactly the tree of theirs, of which ours is an earlier version.

    Our nodes keep their numbers; those deleted in theirs become unreachable.
    """
    both, numbers = merge(ours.tree, theirs.tree)
    nodes, node_numbers = list(both.nodes), set(numbers.values())
    for node, number in numbers.items():
        their_node = theirs.tree.nodes[node]
        nodes[number] = nodes[number]._replace(
            children=tuple(numbers[child] for child in their_node.children),
            resigned=their_node.resigned,
            comment=their_node.comment,
            marks=their_node.marks,
        )
    tree = replace(both, nodes=tuple(nodes))
    shown_nodes = [ours.leaf, ours.cursor]
    for index, shown_node in enumerate(shown_nodes):
        shown_nodes[index] = next(
            node for node in reversed(tree.path(shown_node)) if node in node_numbers
        )
    leaf, cursor = tree.line_end(shown_nodes[0]), shown_nodes[1]
    leaf = tree.line_end_through(leaf, cursor)
    takeback_node = ours.takeback_node if ours.takeback_node in node_numbers else -1
    forwarded = replace(ours, tree=tree, leaf=leaf, cursor=cursor, takeback_node=takeback_node)
    source = merge_sources(ours.source, theirs.source)
    helped = theirs.unrated_reason or ours.unrated_reason
    return replace(
        forwarded, lost_on_time=theirs.lost_on_time, unrated_reason=helped, source=source
    )


def at_line_end(match: Match) -> Match:
    """The match at the end of its line, unless the engine is to move there.

    The engine replies only in the tab in which its opponent plays.
    """
    end = match.tree.nodes[match.leaf].state
    if match.tree.outcome(match.leaf) is None and match.seats[end.mover].level is not None:
        return match
    return replace(match, cursor=match.leaf)


def saves_identically(ours: Match, theirs: Match) -> bool:
    """Whether two versions of a match would be saved alike."""
    saved_parts = [
        (match.tree.nodes, match.lost_on_time, match.unrated_reason) for match in (ours, theirs)
    ]
    return saved_parts[0] == saved_parts[1] and dict(ours.source) == dict(theirs.source)


def contains(ours: Tree, theirs: Tree) -> bool:
    """Whether our tree contains all of theirs; both are versions of the same game."""
    both, _ = merge(ours, theirs)
    return both.nodes == ours.nodes


def common_prefix_length(ours: Sequence[object], theirs: Sequence[object]) -> int:
    """The length of the common prefix of two lines."""
    length = 0
    for one, other in zip(ours, theirs, strict=False):
        if one != other:
            break
        length += 1
    return length


def short_common_prefix(relation: LineRelation) -> bool:
    """Whether both may be different games that only begin with the same few actions."""
    return (
        relation.relation in ("behind", "differs")
        and relation.common_prefix_length < MIN_COMMON_ACTIONS
    )


def is_reply(stored: Match, opened: Match, relation: LineRelation) -> bool:
    """Whether what was opened is a friend's reply in the stored game, or nothing new.

    A game that is over is not meant by its first few actions: a new one may begin with them.
    """
    if not any(seat.remote for seat in stored.seats):
        return False
    if short_common_prefix(relation) and stored.tree.outcome(stored.leaf) is not None:
        return False
    movers = new_movers(stored.tree, opened.tree, opened.leaf)
    return relation.relation != "differs" and all(stored.seats[mover].remote for mover in movers)


def compare_lines(stored: Tree, opened: GameRecord) -> LineRelation | None:
    """How ``opened`` continues the stored game, or None if it is another game.

    They must have the same game and set-up, and at least one action in common.  Variations of
    the stored game count as its lines.
    """
    if opened.game != stored.game or opened.setup != stored.setup:
        return None
    tree, leaf, _ = tree_from_record(opened)
    node = stored.find_deepest(opened.actions)
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
    return LineRelation(relation, shared, turn_number(stored, node), mover)
