"""Which games are saved automatically: those in which a person has done something."""

from ...match.match import Match
from ...match.tree import Tree


def is_annotated(tree: Tree) -> bool:
    """Whether a tree has content that a link cannot hold."""
    return any(node.comment or node.marks for node in tree.nodes)


def is_told_of(match: Match) -> bool:
    """Whether a game has content that a link cannot hold, or came from a file that tells of it."""
    return bool(match.source) or is_annotated(match.tree)


def is_acted_in(before: Match, now: Match) -> bool:
    """Whether a person has played in the game since ``before``, or changed what is saved of it."""
    nodes = now.tree.nodes
    new = nodes[len(before.tree.nodes) :]
    by_hand = any(now.seats[nodes[node.parent].state.mover].level is None for node in new)
    return by_hand or (not new and now.tree is not before.tree)


def is_worth_keeping(match: Match) -> bool:
    """Whether a person has acted in the game, or annotated it."""
    return match.has_begun or is_annotated(match.tree)


def is_bare_setup(match: Match) -> bool:
    """Whether the game has nothing but a set-up position."""
    tree = match.tree
    return tree.setup is not None and len(tree.nodes) == 1 and not is_annotated(tree)
