"""Which games are kept by themselves: those in which somebody has done something."""

from ..session.session import Session
from ..session.tree import Tree


def is_annotated(tree: Tree) -> bool:
    """Whether a tree has what no address keeps."""
    return any(node.comment or node.marks for node in tree.nodes)


def is_acted_in(before: Session, now: Session) -> bool:
    """Whether a person has played in the game since, or changed what is kept of it."""
    nodes = now.tree.nodes
    new = nodes[len(before.tree.nodes) :]
    by_hand = any(now.seats[nodes[node.parent].state.mover].level is None for node in new)
    return by_hand or (not new and now.tree is not before.tree)


def is_worth_keeping(session: Session) -> bool:
    """Whether somebody has acted in the game, or noted something."""
    return session.has_begun or is_annotated(session.tree)


def is_bare_setup(session: Session) -> bool:
    """Whether nothing was done in the game but to set its first position up."""
    tree = session.tree
    return tree.setup is not None and len(tree.nodes) == 1 and not is_annotated(tree)
