"""From the nodes of an SGF to a tree, for any game: lines, set-ups and marks."""

from collections.abc import Callable
from functools import partial
from typing import NamedTuple

from ...rules import Game, NotationError
from ...rules.board import NO_CELL
from ...rules.notation.setup import position
from ...rules.play import IllegalAction
from ...rules.state import MAIN, PHASES, State
from ...words import wrong
from ..session.tree import ROOT, Mark, MarkKind
from ..text import label
from .sgf_grammar import Parsed, Properties, SgfNode
from .tree_builder import TreeBuilder

LETTERS = "BW"
MARKS: dict[MarkKind, str] = {
    "circle": "CR",
    "square": "SQ",
    "triangle": "TR",
    "cross": "MA",
    "label": "LB",
}
SETUP = {"AB", "AW", "AE", "PL", "GP", "GL", "GH"}
RESIGNED = -1  # in place of a node of the tree: after a resignation
MOST_STONES = 500  # values that are read of a property of stones or marks
PHASE_NUMBERS = {name: number for number, name in PHASES.items()}


class Walked(NamedTuple):
    """The result of walking an SGF."""

    error: str | None  # the first fault
    rest: str  # the text from the fault on
    views: dict[str, int]  # the values of GV -> nodes of the tree


def walk(
    parsed: Parsed,
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


def move_of(node: SgfNode, *, root: bool) -> tuple[str, str] | None:
    """The letter and the value of the node's move, in lower case; None for a node without one.

    Raise NotationError for two moves, or for a set-up in a node that is not the root.
    """
    moves = [(letter, w) for letter in LETTERS for w in node.properties.get(letter, [])]
    if len(moves) > 1:
        raise NotationError(wrong("sgf-two-moves"))
    if not root and SETUP & node.properties.keys():
        raise NotationError(wrong("sgf-setup"))
    return (moves[0][0], moves[0][1].strip().lower()) if moves else None


def setup_of(game: Game, root: Properties, letters: str) -> State | None:
    """The set-up in the root's properties, None without one; raise NotationError if it is wrong.

    ``letters`` are those of the first and the second colour.
    """
    if not SETUP & root.keys():
        return None

    def mask(name: str) -> int:
        return sum(
            {1 << game.board.cell(cell.strip()) for cell in root.get(name, [])[:MOST_STONES]}
        )

    phase = root.get("GP", [PHASES[MAIN]])[0]
    if phase not in PHASE_NUMBERS:
        raise NotationError(wrong("no-phase", phase=phase[:20]))
    stones = mask("A" + letters[0]), mask("A" + letters[1])
    mover = letters.find(root.get("PL", letters)[0][:1].upper())
    anchor = game.board.cell(root["GL"][0].strip()) if "GL" in root else NO_CELL
    return position(game, stones, max(mover, 0), PHASE_NUMBERS[phase], mask("GH"), anchor)


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
