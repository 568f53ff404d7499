"""What a link leads to.

A game's begins with the line shown; where that is a variation, the game is another.  Of a lesson
or puzzle others get the beginning, and no answer.
"""

from dataclasses import replace

from ..session.exercise import Attempt
from ..session.session import Session
from ..session.tree import ROOT, plant


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


def shared(session: Session) -> Session:
    """The session as others get it: an exercise as it began, at an address that goes on being its.

    A game is shared as it is.
    """
    if session.attempt is None:
        return session
    exercise = session.attempt.exercise
    own = replace(exercise, route=exercise.lasting or exercise.route)
    tree = plant(exercise.game, exercise.state)
    return replace(session, tree=tree, cursor=ROOT, leaf=ROOT, attempt=Attempt(own))
