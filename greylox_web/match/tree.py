"""A game with its variations: an immutable tree whose nodes are positions."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Literal, NamedTuple, get_args

from ..rules import Game
from ..rules.notation.actions import GameRecord, outcome_of
from ..rules.notation.links import MAX_VARIATIONS
from ..rules.state import Outcome, State
from ..text import MAX_MARKS, sanitize

ROOT = 0
MarkKind = Literal["circle", "square", "triangle", "cross", "label"]
MARKS: tuple[MarkKind, ...] = get_args(MarkKind)
FEW = 8  # paths that a tree caches: a frame asks for two of them repeatedly


class Mark(NamedTuple):
    """A mark that somebody drew on a cell."""

    kind: MarkKind
    cell: int
    text: str = ""  # of a label


class Node(NamedTuple):
    """A position, the action that led to it, and the comment and marks on it."""

    parent: int
    action: int  # -1 at the root
    state: State
    children: tuple[int, ...] = ()  # the first one continues the main line
    resigned: bool = False  # the side to move gave up here
    comment: str = ""
    marks: tuple[Mark, ...] = ()


@dataclass(frozen=True)
class Tree:
    """All positions reached in one game; the number of a node never changes."""

    game: Game
    nodes: tuple[Node, ...]
    setup: State | None = None

    @cached_property
    def _paths(self) -> dict[int, tuple[int, ...]]:
        """A small cache of paths."""
        return {}

    def path(self, node: int) -> tuple[int, ...]:
        """The nodes from the root to ``node``, both included."""
        if node not in self._paths:
            way = [node]
            while way[-1] != ROOT:
                way.append(self.nodes[way[-1]].parent)
            if len(self._paths) >= FEW:
                self._paths.clear()
            self._paths[node] = tuple(reversed(way))
        return self._paths[node]

    @property
    def root(self) -> State:
        """The first position."""
        return self.nodes[ROOT].state

    def leaf(self, node: int) -> int:
        """The end of the main line from ``node`` on."""
        while self.nodes[node].children:
            node = self.nodes[node].children[0]
        return node

    def on_line(self, leaf: int, cursor: int) -> int:
        """The end of a line through ``cursor``: ``leaf`` if possible."""
        return leaf if cursor in self.path(leaf) else self.leaf(cursor)

    def end_of_game(self) -> int:
        """The last node of the game: the end of the main line, or the first resignation on it."""
        node = ROOT
        while self.nodes[node].children and not self.nodes[node].resigned:
            node = self.nodes[node].children[0]
        return node

    def outcome(self, node: int) -> Outcome | None:
        """How the game ended at ``node``, a resignation included, or None while it goes on."""
        there = self.nodes[node]
        return outcome_of(GameRecord(self.game, resigned=there.resigned), there.state)

    def actions(self, node: int) -> tuple[int, ...]:
        """The actions from the root to ``node``."""
        return tuple(self.nodes[place].action for place in self.path(node)[1:])

    def child(self, node: int, action: int) -> int | None:
        """The child of ``node`` after ``action``, or None if there is none."""
        for child in self.nodes[node].children:
            if self.nodes[child].action == action:
                return child
        return None

    def deepest(self, actions: Iterable[int]) -> int:
        """The last node that is reached by following ``actions`` from the root."""
        node = ROOT
        for action in actions:
            known = self.child(node, action)
            if known is None:
                break
            node = known
        return node

    def last_turn(self, node: int) -> int:
        """The newest stones at ``node``: those of the last finished turn, as a mask."""
        return sum(1 << cell for cell in self.newest(node))

    def newest(self, node: int) -> tuple[int, ...]:
        """The cells of the stones of the last finished turn at ``node``, the last one first."""
        turn_is_open = bool(self.nodes[node].state.placed)
        found = list[int]()
        while node != ROOT:
            there = self.nodes[node]
            before = self.nodes[there.parent].state
            if not (turn_is_open and there.state.placed):
                turn_is_open = False
                if there.action < self.game.board.end_action:
                    found.append(there.action)
                elif there.action == self.game.board.swap_action:
                    found.append(there.state.stones[1].bit_length() - 1)
                if not before.placed:
                    break
            node = there.parent
        return tuple(found)

    def swapped(self, node: int) -> tuple[int, int] | None:
        """Where the stone lay that the action to ``node`` swapped, and where it lies; or None."""
        there = self.nodes[node]
        if there.action != self.game.board.swap_action:
            return None
        before = self.nodes[there.parent].state
        return before.stones[0].bit_length() - 1, there.state.stones[1].bit_length() - 1

    def add(self, at: int, action: int) -> tuple["Tree", int]:
        """The tree with the legal ``action`` played at ``at``, and the new or known child."""
        known = self.child(at, action)
        if known is not None:
            return self, known
        here = self.nodes[at]
        new = len(self.nodes)
        nodes = list(self.nodes)
        nodes[at] = here._replace(children=(*here.children, new))
        nodes.append(Node(at, action, self.game.play(here.state, action)))
        return replace(self, nodes=tuple(nodes)), new

    def with_node(self, node: int, **changes: object) -> "Tree":
        """The tree with some fields of one node changed."""
        nodes = list(self.nodes)
        nodes[node] = nodes[node]._replace(**changes)  # type: ignore[arg-type]
        return replace(self, nodes=tuple(nodes))

    def resign(self, at: int, resigned: bool = True) -> "Tree":
        """The tree in which the side to move at ``at`` resigned, or took that back."""
        return self.with_node(at, resigned=resigned)

    def promote(self, node: int) -> "Tree":
        """The tree whose main line runs through ``node``."""
        tree = self
        for child in self.path(node)[1:]:
            parent = tree.nodes[child].parent
            others = tuple(c for c in tree.nodes[parent].children if c != child)
            tree = tree.with_node(parent, children=(child, *others))
        return tree

    def delete(self, node: int) -> "Tree":
        """The tree without ``node`` and its descendants; the root stays."""
        if node == ROOT:
            return self
        parent = self.nodes[node].parent
        return self.with_node(
            parent, children=tuple(c for c in self.nodes[parent].children if c != node)
        )

    def reachable(self) -> list[int]:
        """The nodes that were not deleted, parents first, main lines before variations."""
        found, due = [], [ROOT]
        while due:
            node = due.pop()
            found.append(node)
            due.extend(reversed(self.nodes[node].children))
        return found


def plant(game: Game, setup: State | None = None) -> Tree:
    """The tree with only a root: the start of ``game`` or ``setup``."""
    first = game.start() if setup is None else setup
    return Tree(game, (Node(ROOT, -1, first),), setup)


def grow(record: GameRecord) -> tuple[Tree, int, int]:
    """The tree of a legal record, the last node of its main line and the node shown."""
    tree = plant(record.game, record.setup)
    leaf = ROOT
    for action in record.actions:
        tree, leaf = tree.add(leaf, action)
    main = tree.path(leaf)
    for place, actions in record.variations:
        node = main[place]
        for action in actions:
            tree, node = tree.add(node, action)
    if record.resigned:
        tree = tree.resign(leaf)
    cursor = leaf if record.cursor is None else main[record.cursor]
    return tree, leaf, cursor


def harvest(tree: Tree, leaf: int, cursor: int) -> GameRecord:
    """The record whose main line ends at ``leaf``; other lines become its variations.

    A record keeps at most 16 variations; those that leave the line latest are kept.
    """
    line = tree.path(leaf)
    places = {node: place for place, node in enumerate(line)}
    variations = []
    for tip in tree.reachable():
        if tree.nodes[tip].children or tip in places:
            continue
        way = tree.path(tip)
        fork = max(place for place, node in enumerate(way) if node in places)
        variations.append((fork, tuple(tree.nodes[node].action for node in way[fork + 1 :])))
    shown = places.get(cursor, len(line) - 1)
    return GameRecord(
        tree.game,
        tree.actions(leaf),
        tree.setup,
        tuple(sorted(variations)[-MAX_VARIATIONS:]),
        None if shown == len(line) - 1 else shown,
        tree.nodes[leaf].resigned,
    )


def merge(ours: Tree, theirs: Tree) -> tuple[Tree, dict[int, int]]:
    """Our tree with everything from theirs, and a map from their nodes to ours.

    Both must begin at the same position of the same game.  Nothing is lost: where both have a
    comment both are kept, and marks are united.  Our nodes keep their numbers and our lines their
    order.  The time is proportional to the nodes of both.
    """
    nodes, numbers = list(ours.nodes), {ROOT: ROOT}
    for node in theirs.reachable():
        told = theirs.nodes[node]
        if node != ROOT:
            at = numbers[told.parent]
            here = nodes[at]
            known = (child for child in here.children if nodes[child].action == told.action)
            numbers[node] = next(known, len(nodes))
            if numbers[node] == len(nodes):
                nodes[at] = here._replace(children=(*here.children, len(nodes)))
                nodes.append(Node(at, told.action, told.state))
        if told.comment or told.marks or told.resigned:
            nodes[numbers[node]] = _noted(nodes[numbers[node]], told)
    return replace(ours, nodes=tuple(nodes)), numbers


def merge_in_their_order(ours: Tree, theirs: Tree) -> tuple[Tree, dict[int, int]]:
    """As ``merge``, with the lines in the order of theirs; those of ours alone come after them."""
    both, numbers = merge(ours, theirs)
    nodes = list(both.nodes)
    for node, number in numbers.items():
        first = [numbers[child] for child in theirs.nodes[node].children]
        rest = [child for child in nodes[number].children if child not in first]
        nodes[number] = nodes[number]._replace(children=(*first, *rest))
    return replace(both, nodes=tuple(nodes)), numbers


def new_movers(ours: Tree, theirs: Tree, leaf: int) -> list[int]:
    """The movers of the actions that only their line has, its resignation included."""
    known: int | None = ROOT
    movers = []
    for node in theirs.path(leaf)[1:]:
        there = theirs.nodes[node]
        known = None if known is None else ours.child(known, there.action)
        if known is None:
            movers.append(theirs.nodes[there.parent].state.mover)
    if theirs.nodes[leaf].resigned and (known is None or not ours.nodes[known].resigned):
        movers.append(theirs.nodes[leaf].state.mover)
    return movers


def _noted(ours: Node, theirs: Node) -> Node:
    """Our node with the comment, marks and resignation of theirs.

    Of a line that one of them has in the making only the longer version stays.
    """
    lines, told = (node.comment.split("\n") if node.comment else [] for node in (ours, theirs))
    before, known = tuple(lines), {*lines, ""} if lines else set[str]()
    for place, line in enumerate(told):
        here = before[place] if place < len(before) else ""
        if here and line.startswith(here):
            lines[place] = line
        elif line not in known and not (here and here.startswith(line)):
            lines.append(line)
    signs = [mark for mark in theirs.marks if mark not in ours.marks]
    return ours._replace(
        comment=ours.comment if tuple(lines) == before else sanitize("\n".join(lines)),
        marks=(*ours.marks, *signs)[:MAX_MARKS],
        resigned=ours.resigned or theirs.resigned,
    )
