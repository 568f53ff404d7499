"""The engine's values of a game's positions, as integers that are stored beside its link."""

from collections.abc import Sequence

from ..match.tree import Tree
from ..rules.state import State
from .session import Session

WHOLE = 1000  # thousandths: a proven win of the first colour


def chances(session: Session) -> list[int | None]:
    """The values of the line's positions by place, in thousandths; None where nothing is known.

    They are cut off and not rounded: only what is proven is a whole.
    """
    known = dict(session.seen)
    states = (session.tree.nodes[node].state for node in session.tree.path(session.leaf))
    values = [known.get(state) for state in states] if known else []
    return [None if value is None else int(value * WHOLE) for value in values]


def seen(tree: Tree, leaf: int, values: Sequence[int | None]) -> tuple[tuple[State, float], ...]:
    """What ``chances`` has told, of a line that is as long or shorter."""
    path = tree.path(leaf)
    return tuple(
        (tree.nodes[node].state, value / WHOLE)
        for node, value in zip(path, values, strict=False)
        if value is not None
    )
