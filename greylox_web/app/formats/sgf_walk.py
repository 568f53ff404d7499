"""From the nodes of an SGF to a tree, for any game: lines and marks."""

from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import NamedTuple

from ...match.tree import ROOT, Mark, MarkKind
from ...rules import NotationError
from ...rules.play import IllegalAction
from ...text import label
from ...words import wrong
from .imported import Meta
from .sgf_grammar import Parsed, Properties, SgfNode
from .sgf_names import FIRST, resigned
from .sgf_start import MOST_STONES, Start
from .tree_builder import TreeBuilder

MARKS: dict[MarkKind, str] = {
    "circle": "CR",
    "square": "SQ",
    "triangle": "TR",
    "cross": "MA",
    "label": "LB",
}
RESIGNED = -1  # in place of a node of the tree: after a resignation


class Walked(NamedTuple):
    """The result of walking an SGF."""

    error: str | None  # the first fault
    rest: str  # the text from the fault on
    views: dict[str, int]  # the values of GV -> nodes of the tree


def walk(
    parsed: Parsed,
    start: Start,
    builder: TreeBuilder,
    played: Callable[[int, SgfNode, int], int],
    cell_of: Callable[[int, str], int],
) -> Walked:
    """Add every line of the SGF to the tree, each as far as it is legal.

    ``played(number, node, at)`` plays the move of SGF node ``number`` at a node of the tree and
    returns the node after it, or RESIGNED; ``cell_of(number, name)`` is the cell of a mark on that
    SGF node.  Both raise NotationError or IllegalAction; the first fault is kept.
    """
    places: dict[int, int] = {}  # SGF node -> node of the tree; what follows a fault is missing
    views: dict[str, int] = {}
    error, rest = None, ""
    for number, node in enumerate(parsed.nodes):
        if number and node.parent not in places:
            continue
        at = places[node.parent] if number else ROOT
        try:
            start.check(number, node)
            if at == RESIGNED:
                raise NotationError(wrong("after-resignation"))
            places[number] = played(number, node, at)
        except (NotationError, IllegalAction) as fault:
            if error is None:
                error, rest = str(fault), parsed.text[node.at :]
            continue
        at = at if places[number] == RESIGNED else places[number]
        marks = marks_of(node.properties, partial(cell_of, number))
        builder.note(at, "".join(node.properties.get("C", [])), marks)
        views |= dict.fromkeys(node.properties.get("GV", []), at)
    if error is None:
        error, rest = parsed.error, parsed.rest
    return Walked(error, rest, views)


def resign_by_result(builder: TreeBuilder, walked: Walked, names: Meta) -> None:
    """Let the loser resign at the end of the main line if only the result says so."""
    at, over = ROOT, False
    while builder.children[at] and not over:
        at = next(iter(builder.children[at].values()))
        over = builder.nodes[at].resigned
    loser = resigned(names, builder.game)
    if at == ROOT or over or walked.error or builder.state(at).mover != loser:
        return
    with suppress(IllegalAction):  # the game is over
        builder.resign(at)


def move_of(node: SgfNode) -> tuple[str, str] | None:
    """The letter and the value of the node's move, in lower case; None for a node without one.

    Raise NotationError for two moves.
    """
    moves = [(letter, w) for letter in FIRST for w in node.properties.get(letter, [])]
    if len(moves) > 1:
        raise NotationError(wrong("sgf-two-moves"))
    return (moves[0][0], moves[0][1].strip().lower()) if moves else None


def marks_of(properties: Properties, cell_of: Callable[[str], int]) -> tuple[Mark, ...]:
    """The marks of a node, without those on cells that the board does not have."""
    marks = []
    for kind, name in MARKS.items():
        for text in properties.get(name, [])[:MOST_STONES]:
            cell, _, words = text.partition(":")
            try:
                words = label(words) if kind == "label" else ""
                marks.append(Mark(kind, cell_of(cell.strip()), words))
            except NotationError:
                continue
    return tuple(marks)
