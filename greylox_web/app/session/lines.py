"""The tree of moves as lines to read: the main line, with variations where they leave it."""

from dataclasses import dataclass

from ...rules.notation.actions import shown_action
from .tree import ROOT, Tree


@dataclass(frozen=True)
class Move:
    """One turn, or the part of it that stands in this line, with the nodes of its stones."""

    number: int
    colour: int
    stones: tuple[tuple[str, int], ...]  # text, node
    begun: bool = False  # whether its first stones stand in another line, or further up


@dataclass(frozen=True)
class Line:
    """Moves that follow each other without a variation between them."""

    depth: int  # 0 for the main line
    moves: tuple[Move, ...]


LAST: list[tuple[Tree, tuple[Line, ...]]] = []  # the tree asked about last: most pictures share it


def lines(tree: Tree) -> tuple[Line, ...]:
    """All lines of the tree in reading order; a variation stands after what it replaces."""
    if not LAST or LAST[0][0] is not tree:
        LAST[:] = [(tree, _lines(tree))]
    return LAST[0][1]


def _lines(tree: Tree) -> tuple[Line, ...]:
    found: list[Line] = []
    numbers = {ROOT: begun(tree)}  # node -> how many turns have begun up to it
    due = [(tree.nodes[ROOT].children[0], 0)] if tree.nodes[ROOT].children else []
    while due:
        node, depth = due.pop()
        stretch: list[int] = []
        while True:
            stretch.append(node)
            parent = tree.nodes[node].parent
            numbers[node] = numbers[parent] + (not tree.nodes[parent].state.placed)
            following = tree.nodes[node].children
            first, *others = tree.nodes[parent].children
            if first == node and others:
                if following:
                    due.append((following[0], depth))
                due.extend((other, depth + 1) for other in reversed(others))
                break
            if not following:
                break
            node = following[0]
        found.append(Line(depth, _moves(tree, stretch, numbers)))
    return tuple(found)


def begun(tree: Tree) -> int:
    """How many turns have begun before the first action: one when it was set up inside a turn."""
    return int(tree.nodes[ROOT].state.placed > 0)


def _moves(tree: Tree, stretch: list[int], numbers: dict[int, int]) -> tuple[Move, ...]:
    """The nodes of a stretch, grouped by turn."""
    grouped: list[list[int]] = []
    for node in stretch:
        if grouped and numbers[grouped[-1][-1]] == numbers[node]:
            grouped[-1].append(node)
        else:
            grouped.append([node])
    moves = []
    for turn in grouped:
        before = [tree.nodes[tree.nodes[node].parent].state for node in turn]
        texts = [
            shown_action(tree.game, state, tree.nodes[node].action)
            for state, node in zip(before, turn, strict=True)
        ]
        stones = tuple(zip(texts, turn, strict=True))
        first = before[0]
        moves.append(Move(numbers[turn[0]], first.mover, stones, begun=first.placed > 0))
    return tuple(moves)
