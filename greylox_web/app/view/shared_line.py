"""Which line a link begins with: the one shown.  Where that is a variation, the game is another."""

from dataclasses import replace

from ..session.session import Session


def is_variation(session: Session) -> bool:
    """Whether the line shown leaves the game itself."""
    tree = session.tree
    return not set(tree.path(session.leaf)) <= set(tree.path(tree.end_of_game()))


def leaves_lines_out(session: Session) -> bool:
    """Whether the link has no room for some of the variations."""
    tree, line = session.tree, session.tree.path(session.leaf)
    tips = sum(not tree.nodes[node].children for node in {*tree.reachable()} - {*line})
    return session.link.count("/v") < tips


def of_game(session: Session) -> Session:
    """The same table with the game itself shown, to its end; the line shown is a variation."""
    end = session.tree.end_of_game()
    return replace(session, leaf=end, cursor=end)
