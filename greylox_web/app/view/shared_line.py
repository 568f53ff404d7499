"""What a shared link holds: the line shown first, which need not be the line of the game."""

from dataclasses import replace

from ..session.session import Session


def is_variation(session: Session) -> bool:
    """Whether the line shown departs from the game that was played."""
    tree = session.tree
    return not set(tree.path(session.leaf)) <= set(tree.path(tree.end_of_game()))


def leaves_lines_out(session: Session) -> bool:
    """Whether some variations did not fit into the link."""
    tree, line = session.tree, session.tree.path(session.leaf)
    tips = sum(not tree.nodes[node].children for node in {*tree.reachable()} - {*line})
    return session.link.count("/v") < tips


def of_game(session: Session) -> Session:
    """The session with the end of the game shown, instead of a variation."""
    end = session.tree.end_of_game()
    return replace(session, leaf=end, cursor=end)
