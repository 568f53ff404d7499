"""Merging of two versions of a match, and the relation of an opened link to a stored match."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Literal, NamedTuple

from ..rules.notation.actions import GameRecord
from .match import MIN_COMMON_ACTIONS, Match, merge_sources
from .move_list import turn_number
from .tree import Tree, merge, tree_from_record

Relation = Literal["same", "ahead", "behind", "differs"]
"""The relation of an opened game to a stored game.

"ahead": the opened game is longer.  "behind": the stored game contains all of it.
"""


class LineRelation(NamedTuple):
    """The relation of an opened line to a stored game."""

    relation: Relation
    common_prefix_length: int  # the number of shared first actions
    turn: int  # the number of the turn of their last shared action
    mover: int  # the colour to move at the end of the opened line


def same_start(ours: Tree, theirs: Tree) -> bool:
    """Whether both trees have the same game and the same initial position."""
    return (ours.game, ours.setup) == (theirs.game, theirs.setup)


def merge_matches(ours: Match, theirs: Match) -> Match:
    """Return our match with the trees of both matches merged."""
    tree, _ = merge(ours.tree, theirs.tree)
    return replace(
        ours,
        tree=tree,
        leaf=tree.line_end(ours.leaf),
        lost_on_time=ours.lost_on_time or theirs.lost_on_time,
        unrated_reason=ours.unrated_reason or theirs.unrated_reason,
        source=merge_sources(ours.source, theirs.source),
        answers=tuple(dict.fromkeys((*ours.answers, *theirs.answers))),
    )


def fast_forward(ours: Match, theirs: Match) -> Match:
    """Update our match to their tree, which is a later version of ours.

    Our nodes keep their ids.  Nodes that are deleted in their tree become unreachable.
    """
    both, ours_by_theirs = merge(ours.tree, theirs.tree)
    nodes, matched_nodes = list(both.nodes), set(ours_by_theirs.values())
    for node, our_node in ours_by_theirs.items():
        their_node = theirs.tree.nodes[node]
        nodes[our_node] = nodes[our_node]._replace(
            children=tuple(ours_by_theirs[child] for child in their_node.children),
            resigned=their_node.resigned,
            comment=their_node.comment,
            marks=their_node.marks,
            link_comment=their_node.link_comment,
        )
    tree = replace(both, nodes=tuple(nodes))
    shown_nodes = [ours.leaf, ours.cursor]
    for index, shown_node in enumerate(shown_nodes):
        shown_nodes[index] = next(
            node for node in reversed(tree.path(shown_node)) if node in matched_nodes
        )
    leaf, cursor = tree.line_end(shown_nodes[0]), shown_nodes[1]
    leaf = tree.line_end_through(leaf, cursor)
    takeback_node = ours.takeback_node if ours.takeback_node in matched_nodes else -1
    return replace(
        ours,
        tree=tree,
        leaf=leaf,
        cursor=cursor,
        takeback_node=takeback_node,
        lost_on_time=theirs.lost_on_time,
        unrated_reason=theirs.unrated_reason or ours.unrated_reason,
        source=merge_sources(ours.source, theirs.source),
        answers=theirs.answers if theirs.leaf == theirs.tree.end_of_game() else ours.answers,
    )


def at_line_end(match: Match) -> Match:
    """Return the match at the end of its line, unless the engine is to move there.

    The exception ensures that the engine replies only in the tab of its opponent.
    """
    end = match.tree.nodes[match.leaf].state
    if match.tree.outcome(match.leaf) is None and match.seats[end.mover].level is not None:
        return match
    return replace(match, cursor=match.leaf)


def open_answers(match: Match) -> object:
    """The answers in advance that are stored."""
    return match.record.answers if match.answers else ()


def saves_identically(ours: Match, theirs: Match) -> bool:
    """Whether two versions of a match have equal saved data."""
    saved_parts = [
        (match.tree.nodes, match.lost_on_time, match.unrated_reason, open_answers(match))
        for match in (ours, theirs)
    ]
    return saved_parts[0] == saved_parts[1] and dict(ours.source) == dict(theirs.source)


def contains(ours: Tree, theirs: Tree) -> bool:
    """Whether our tree contains their tree.  Both must be versions of the same game."""
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
    """Whether the common prefix is too short to show that both are the same game."""
    return (
        relation.relation in ("behind", "differs")
        and relation.common_prefix_length < MIN_COMMON_ACTIONS
    )


def is_reply(stored: Match, opened: Match, relation: LineRelation) -> bool:
    """Whether the opened game is the remote player's reply to the stored one, or adds nothing.

    A short common prefix never refers to a finished game: a new game may start the same way.
    """
    if not any(seat.remote for seat in stored.seats):
        return False
    if short_common_prefix(relation) and stored.tree.outcome(stored.leaf) is not None:
        return False
    movers = stored.new_movers(opened.tree, opened.leaf)
    return relation.relation != "differs" and all(stored.seats[mover].remote for mover in movers)


def compare_lines(stored: Tree, opened: GameRecord) -> LineRelation | None:
    """Return how ``opened`` continues the stored game; None if it is another game.

    Both must have the same game and set-up, and share at least their first action.  Variations of
    the stored game also count as its lines.
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
