"""The game tree as a list of lines: the main line, and variations where they branch off."""

from dataclasses import dataclass
from itertools import groupby

from ..rules.notation.actions import localized_action
from ..rules.state import State
from .tree import ROOT, Tree


@dataclass(frozen=True)
class Move:
    """One turn, whole, with the nodes of its stones."""

    number: int
    colour: int
    stones: tuple[tuple[str, int], ...]  # text, node
    comments: tuple[str, ...]  # on the positions after them, "" for none
    begun: bool = False  # whether its first stones were there before the first action

    @property
    def end(self) -> int:
        """The node of the last stone, which no other move has."""
        return self.stones[-1][1]


@dataclass(frozen=True)
class Line:
    """Moves that follow each other without a variation between them."""

    depth: int  # 0 for the main line
    moves: tuple[Move, ...]


Known = dict[tuple[int, ...], tuple[State, Move]]
"""The moves of a tree by their nodes, each with the position after it."""

LAST: list[tuple[Tree, tuple[Line, ...], Known]] = []  # of the tree asked about last


def lines(tree: Tree) -> tuple[Line, ...]:
    """All lines of the tree in reading order; a variation stands after the turn it replaces.

    A variation begins with a whole turn, though some of its stones may stand in another line, too.
    Most pictures share a tree, and most trees the moves of the one before.
    """
    if not LAST or LAST[0][0] is not tree:
        known: Known = {}
        found = _lines(tree, LAST[0][2] if LAST else {}, known)
        LAST[:] = [(tree, found, known)]
    return LAST[0][1]


def _lines(tree: Tree, before: Known, known: Known) -> tuple[Line, ...]:
    found: list[Line] = []
    numbers = {ROOT: begun(tree)}  # node -> how many turns have begun up to it
    due = [(tree.nodes[ROOT].children[0], 0)] if tree.nodes[ROOT].children else []
    while due:
        node, depth = due.pop()
        stretch = turn_to(tree, tree.nodes[node].parent)
        others: list[int] = []  # what else was tried in the last turn of the stretch
        while True:
            stretch.append(node)
            parent = tree.nodes[node].parent
            numbers[node] = numbers[parent] + (not tree.nodes[parent].state.placed)
            first, *rest = tree.nodes[parent].children
            others += rest if first == node else ()
            following = tree.nodes[node].children[:1]
            if not following or (others and not tree.nodes[node].state.placed):
                break
            node = following[0]
        due.extend((after, depth) for after in following)
        due.extend((other, depth + 1) for other in reversed(others))
        turns = groupby(stretch, numbers.__getitem__)
        moves = (_move(tree, tuple(turn), number, before, known) for number, turn in turns)
        found.append(Line(depth, tuple(moves)))
    return tuple(found)


def turn_to(tree: Tree, node: int) -> list[int]:
    """The nodes of the turn that is open at ``node``, none where no turn is open."""
    turn: list[int] = []
    while node != ROOT and tree.nodes[node].state.placed:
        turn.insert(0, node)
        node = tree.nodes[node].parent
    return turn


def turn_end(tree: Tree, leaf: int, node: int) -> int:
    """The last node of the turn that the stone of ``node`` belongs to, in the line to ``leaf``."""
    line = tree.path(tree.on_line(tree.leaf(leaf), node))
    after = line[line.index(node) :]
    return next((end for end in after if not tree.nodes[end].state.placed), after[-1])


def begun(tree: Tree) -> int:
    """How many turns have begun before the first action: one when it was set up inside a turn."""
    return int(tree.root.placed > 0)


def turn_number(tree: Tree, node: int) -> int:
    """The number of the turn that the stone of the node belongs to; at the start ``begun``."""
    before = (tree.nodes[place].state for place in tree.path(node)[:-1])
    return begun(tree) + sum(not state.placed for state in before)


def _move(tree: Tree, turn: tuple[int, ...], number: int, before: Known, known: Known) -> Move:
    """The nodes of one turn as a move: the one from ``before`` where that is the same."""
    state = tree.nodes[turn[-1]].state
    comments = tuple(tree.nodes[node].comment for node in turn)
    old = before.get(turn)
    if old and old[0] is state and (old[1].number, old[1].comments) == (number, comments):
        known[turn] = old
        return old[1]
    starts = [tree.nodes[tree.nodes[node].parent].state for node in turn]
    texts = [
        localized_action(tree.game, start, tree.nodes[node].action)
        for start, node in zip(starts, turn, strict=True)
    ]
    stones = tuple(zip(texts, turn, strict=True))
    move = Move(number, starts[0].mover, stones, comments, begun=starts[0].placed > 0)
    known[turn] = state, move
    return move
