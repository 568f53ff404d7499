"""The game tree as a move list: the main line, with variations where they branch off."""

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import groupby

from ..rules.notation.actions import localized_action
from ..rules.state import State
from ..words import WORDS
from .tree import ROOT, Node, Tree


@dataclass(frozen=True)
class TurnEntry:
    """One whole turn, with the nodes of its stones."""

    number: int
    colour: int
    actions: tuple[tuple[str, int], ...]  # (text, node)
    comments: tuple[str, ...]  # on the positions after the stones; "" if none
    begins_in_setup: bool = False  # whether the set-up contains its first stones

    @property
    def end(self) -> int:
        """The node of the last stone, which identifies the entry."""
        return self.actions[-1][1]


@dataclass(frozen=True)
class MoveListRow:
    """Consecutive moves without a variation between them."""

    depth: int  # 0 for the main line
    turns: tuple[TurnEntry, ...]


TurnCache = dict[tuple[int, ...], tuple[State, TurnEntry]]
"""A map from the nodes of each turn to the position after the turn and the turn's entry."""

CACHE: list[tuple[Tree, tuple[MoveListRow, ...], TurnCache]] = []  # for the last tree


def move_list(tree: Tree) -> tuple[MoveListRow, ...]:
    """Return all lines of the tree in reading order.  A variation follows the turn it replaces.

    A variation starts with a whole turn, so its first stones may also be part of another line.
    The last result is cached: most renders share a tree, and most trees share moves with the
    previous tree.
    """
    if not CACHE or CACHE[0][0] is not tree:
        cache: TurnCache = {}
        rows = _build_rows(tree, CACHE[0][2] if CACHE else {}, cache)
        CACHE[:] = [(tree, rows, cache)]
    return CACHE[0][1]


def _build_rows(tree: Tree, before: TurnCache, cache: TurnCache) -> tuple[MoveListRow, ...]:
    rows: list[MoveListRow] = []
    numbers = {ROOT: started_turns(tree)}  # node -> number of turns started up to it
    stack = [(tree.nodes[ROOT].children[0], 0)] if tree.nodes[ROOT].children else []
    while stack:
        node, depth = stack.pop()
        stretch = unfinished_turn_nodes(tree, tree.nodes[node].parent)
        others: list[int] = []  # alternatives in the last turn of the stretch
        while True:
            stretch.append(node)
            parent = tree.nodes[node].parent
            numbers[node] = numbers[parent] + (not tree.nodes[parent].state.placed)
            first, *siblings = tree.nodes[parent].children
            others += siblings if first == node else ()
            following = tree.nodes[node].children[:1]
            if not following or (others and not tree.nodes[node].state.placed):
                break
            node = following[0]
        stack.extend((after, depth) for after in following)
        stack.extend((other, depth + 1) for other in reversed(others))
        turns = groupby(stretch, numbers.__getitem__)
        moves = (_turn_entry(tree, tuple(turn), number, before, cache) for number, turn in turns)
        rows.append(MoveListRow(depth, tuple(moves)))
    return tuple(rows)


def unfinished_turn_nodes(tree: Tree, node: int) -> list[int]:
    """The nodes of the unfinished turn at ``node``; empty if no turn is unfinished."""
    turn: list[int] = []
    while node != ROOT and tree.nodes[node].state.placed:
        turn.insert(0, node)
        node = tree.nodes[node].parent
    return turn


def turn_end(tree: Tree, leaf: int, node: int) -> int:
    """The last node of the turn that contains ``node``, in the line to ``leaf`` if possible."""
    line = tree.path(tree.line_end_through(tree.line_end(leaf), node))
    after = line[line.index(node) :]
    return next((end for end in after if not tree.nodes[end].state.placed), after[-1])


def nodes_by_turn(tree: Tree, nodes: Iterable[int]) -> list[list[int]]:
    """Return the nodes of a part of a line by turn; the first and the last may be unfinished."""
    turns: list[list[int]] = []
    for node in nodes:
        if turns and tree.state_before(node).is_mid_turn:
            turns[-1].append(node)
        else:
            turns.append([node])
    return turns


def started_turns(tree: Tree) -> int:
    """The number of turns started before the first action: 1 if the set-up is inside a turn."""
    return int(tree.root.placed > 0)


def turn_number(tree: Tree, node: int) -> int:
    """The number of the turn that contains ``node``; ``started_turns`` at the root."""
    before = (tree.nodes[path_node].state for path_node in tree.path(node)[:-1])
    return started_turns(tree) + sum(not state.placed for state in before)


def next_turn_number(tree: Tree, node: int) -> int:
    """The number of the turn of the next action after ``node``."""
    return turn_number(tree, node) + (not tree.nodes[node].state.placed)


def _shown_comment(node: Node) -> str:
    """Return the comment, or a sentence that a link's author comments on the position."""
    return node.comment or (WORDS["link-comment-here"] if node.link_comment else "")


def _turn_entry(
    tree: Tree, turn: tuple[int, ...], number: int, before: TurnCache, cache: TurnCache
) -> TurnEntry:
    """Return the entry for the nodes of one turn; reuse an equal entry from ``before``."""
    state = tree.nodes[turn[-1]].state
    comments = tuple(_shown_comment(tree.nodes[node]) for node in turn)
    old = before.get(turn)
    if old and old[0] is state and (old[1].number, old[1].comments) == (number, comments):
        cache[turn] = old
        return old[1]
    starts = [tree.state_before(node) for node in turn]
    texts = [
        localized_action(tree.game, start, tree.nodes[node].action)
        for start, node in zip(starts, turn, strict=True)
    ]
    stones = tuple(zip(texts, turn, strict=True))
    move = TurnEntry(
        number, starts[0].mover, stones, comments, begins_in_setup=starts[0].placed > 0
    )
    cache[turn] = state, move
    return move
