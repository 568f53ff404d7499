"""What a shared link holds.

A game's begins with the line shown, which need not be the line of the game.  A lesson or puzzle is
shared from its beginning, without answers.
"""

from dataclasses import replace

from ...match.tree import ROOT, new_tree
from ...session.session import Session
from ..exercise.model import Attempt


def is_variation(session: Session) -> bool:
    """Whether the line shown departs from the game that was played."""
    tree = session.tree
    return not set(tree.path(session.leaf)) <= set(tree.path(tree.end_of_game()))


def drops_variations(session: Session) -> bool:
    """Whether some variations did not fit into the link."""
    tree, line = session.tree, session.tree.path(session.leaf)
    leaf_count = sum(not tree.nodes[node].children for node in {*tree.reachable()} - {*line})
    return session.link.count("/v") < leaf_count


def mainline_session(session: Session) -> Session:
    """The session with the end of the game shown, instead of a variation."""
    end = session.tree.end_of_game()
    return session.with_match(leaf=end, cursor=end)


def shareable_session(session: Session) -> Session:
    """The session as others get it: an exercise as it began, at an address that goes on being its.

    A game is shared as it is.
    """
    if session.exercise_attempt is None:
        return session
    exercise = session.exercise_attempt.exercise
    own = replace(exercise, route=exercise.permalink or exercise.route)
    tree = new_tree(exercise.game, exercise.state)
    return session.with_match(tree=tree, cursor=ROOT, leaf=ROOT).with_activity(Attempt(own))
