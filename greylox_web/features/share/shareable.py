"""The contents of a shared link.

The link of a game begins with the current line, which may differ from the game's main line.  A
lesson or puzzle is shared from its beginning, without answers.
"""

import re
from dataclasses import replace
from typing import NamedTuple

from ...match.tree import ROOT, line_annotations, new_tree
from ...rules.notation.links import fit_link
from ...session.session import Session
from ..exercise.model import Attempt

PREVIEWED = re.compile(r"(puzzle/[a-z]+-\d+|learn/[a-z]+)(?:/([a-z\d-]+))?", re.ASCII)
"""The routes with a page for link previews, and a lesson of a course."""


def preview_path(link: str) -> str:
    """Return the path of the page for previews of a link, or "" if it has none.

    The build writes these pages: ``go/puzzle/lox-7.html``, ``go/learn/lox.html?join``.
    """
    match = PREVIEWED.fullmatch(link)
    if match is None:
        return ""
    return f"go/{match[1]}.html" + (f"?{match[2]}" if match[2] else "")


def is_variation(session: Session) -> bool:
    """Return whether the current line departs from the main line."""
    tree = session.tree
    return not set(tree.path(session.leaf)) <= set(tree.path(tree.end_of_game()))


def drops_variations(session: Session) -> bool:
    """Return whether some variations did not fit into the link."""
    tree, line = session.tree, session.tree.path(session.leaf)
    leaf_count = sum(not tree.nodes[node].children for node in {*tree.reachable()} - {*line})
    return session.link.count("/v") < leaf_count


class AnnotatedLink(NamedTuple):
    """A link with comments and marks, as far as they fit."""

    text: str
    annotated: int  # the number of its positions with comments or marks
    left_out: int  # the number of all others


def annotated_link(session: Session) -> AnnotatedLink:
    """Return the session's link with the comments and marks of its line."""
    if session.exercise_attempt is not None:
        return AnnotatedLink(session.link, 0, 0)
    match = session.saved_match
    annotations = line_annotations(match.tree, match.leaf)
    fitted, text = fit_link(replace(match.record, annotations=annotations))
    every = sum(match.tree.nodes[node].is_annotated for node in match.tree.reachable())
    annotated = len(fitted.annotations)
    return AnnotatedLink(text, annotated, every - annotated)


def mainline_session(session: Session) -> Session:
    """Return the session at the end of the main line, instead of a variation."""
    end = session.tree.end_of_game()
    return session.with_match(leaf=end, cursor=end)


def shared_positions(session: Session) -> dict[str, int]:
    """Return the positions that can be shared, by the keys of their names; {} without a choice.

    The keys are "over" or "last", then "shown", then "start".
    """
    if session.exercise_attempt is not None or session.leaf == ROOT:
        return {}
    is_over = session.tree.outcome(session.leaf) is not None
    positions = {"over" if is_over else "last": session.leaf}
    if session.cursor not in (ROOT, session.leaf):
        positions["shown"] = session.cursor
    return positions | {"start": ROOT}


def shareable_session(session: Session) -> Session:
    """Return the session to share: an exercise at its beginning, with its permanent address.

    A game is returned unchanged.
    """
    if session.exercise_attempt is None:
        return session
    exercise = session.exercise_attempt.exercise
    own = replace(exercise, route=exercise.permalink or exercise.route)
    tree = new_tree(exercise.game, exercise.state)
    return session.with_match(tree=tree, cursor=ROOT, leaf=ROOT).with_activity(Attempt(own))
