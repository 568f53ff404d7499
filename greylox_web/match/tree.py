"""The game tree: an immutable tree of positions, with variations."""

from collections.abc import Container, Iterable
from dataclasses import dataclass, replace
from functools import cached_property
from typing import NamedTuple

from ..rules import Game
from ..rules.notation.actions import (
    MAX_VARIATIONS,
    Annotation,
    GameRecord,
    Mark,
    arrows_last,
    outcome_of,
)
from ..rules.state import Outcome, State
from ..text import MAX_MARKS, sanitize

ROOT = 0
MAX_CACHED_PATHS = 8  # a render needs two paths repeatedly


class Node(NamedTuple):
    """A position, the action that led to it, and the comment and marks on it."""

    parent: int
    action: int  # -1 at the root
    state: State
    children: tuple[int, ...] = ()  # the first child continues the main line
    resigned: bool = False  # whether the side to move resigned at this node
    comment: str = ""
    marks: tuple[Mark, ...] = ()
    link_comment: str = ""  # the comment of the author of an opened link

    @property
    def is_annotated(self) -> bool:
        """Whether the position has a comment or marks."""
        return bool(self.comment or self.marks or self.link_comment)

    @property
    def all_comments(self) -> str:
        """The comments of both authors."""
        return "\n".join(filter(None, (self.link_comment, self.comment)))


@dataclass(frozen=True)
class Tree:
    """All positions reached in one game.  The id of a node, its index, never changes."""

    game: Game
    nodes: tuple[Node, ...]
    setup: State | None = None

    @cached_property
    def _paths(self) -> dict[int, tuple[int, ...]]:
        """A small cache of paths."""
        return {}

    @cached_property
    def _outcomes(self) -> dict[int, Outcome | None]:
        """The outcomes so far: the page asks for one of them 20 times in a frame."""
        return {}

    def path(self, node: int) -> tuple[int, ...]:
        """The nodes from the root to ``node``, inclusive."""
        if node not in self._paths:
            path = [node]
            while path[-1] != ROOT:
                path.append(self.nodes[path[-1]].parent)
            if len(self._paths) >= MAX_CACHED_PATHS:
                self._paths.clear()
            self._paths[node] = tuple(reversed(path))
        return self._paths[node]

    @property
    def root(self) -> State:
        """The initial position."""
        return self.nodes[ROOT].state

    def line_end(self, node: int) -> int:
        """The last node of the main line from ``node`` on."""
        while self.nodes[node].children:
            node = self.nodes[node].children[0]
        return node

    def line_end_through(self, leaf: int, node: int) -> int:
        """The last node of a line through ``node``: ``leaf`` if its line contains ``node``."""
        return leaf if node in self.path(leaf) else self.line_end(node)

    def end_of_game(self) -> int:
        """The last node of the game: the first resignation on the main line, or else its end."""
        node = ROOT
        while self.nodes[node].children and not self.nodes[node].resigned:
            node = self.nodes[node].children[0]
        return node

    def outcome(self, node: int) -> Outcome | None:
        """The outcome at ``node``, including resignations; None if the game continues."""
        if node not in self._outcomes:
            node_data = self.nodes[node]
            record = GameRecord(self.game, resigned=node_data.resigned)
            self._outcomes[node] = outcome_of(record, node_data.state)
        return self._outcomes[node]

    def state_before(self, node: int) -> State:
        """The position before the action that led to ``node``; at the root, the position there."""
        return self.nodes[self.nodes[node].parent].state

    def actions(self, node: int) -> tuple[int, ...]:
        """The actions from the root to ``node``."""
        return tuple(self.nodes[path_node].action for path_node in self.path(node)[1:])

    def child(self, node: int, action: int) -> int | None:
        """The child of ``node`` after ``action``; None if there is none."""
        for child in self.nodes[node].children:
            if self.nodes[child].action == action:
                return child
        return None

    def find_deepest(self, actions: Iterable[int]) -> int:
        """Follow ``actions`` from the root as far as possible; return the last node."""
        node = ROOT
        for action in actions:
            existing = self.child(node, action)
            if existing is None:
                break
            node = existing
        return node

    def last_turn_mask(self, node: int) -> int:
        """The stones of the last finished turn at ``node``, as a mask."""
        return sum(1 << cell for cell in self.last_turn_cells(node))

    def last_turn_cells(self, node: int) -> tuple[int, ...]:
        """The cells of the stones of the last finished turn at ``node``, newest first."""
        turn_is_open = bool(self.nodes[node].state.placed)
        cells = list[int]()
        while node != ROOT:
            node_data = self.nodes[node]
            before = self.state_before(node)
            if not (turn_is_open and node_data.state.placed):
                turn_is_open = False
                if node_data.action < self.game.board.end_action:
                    cells.append(node_data.action)
                elif node_data.action == self.game.board.swap_action:
                    cells.append(node_data.state.stones[1].bit_length() - 1)
                if not before.placed:
                    break
            node = node_data.parent
        return tuple(cells)

    def swap_cells(self, node: int) -> tuple[int, int] | None:
        """The swapped stone's cells before and after the swap; None if ``node`` is no swap."""
        node_data = self.nodes[node]
        if node_data.action != self.game.board.swap_action:
            return None
        before = self.state_before(node)
        return before.stones[0].bit_length() - 1, node_data.state.stones[1].bit_length() - 1

    def add(self, node: int, action: int) -> tuple["Tree", int]:
        """Play a legal action at ``node``; return the tree and the new or existing child."""
        existing = self.child(node, action)
        if existing is not None:
            return self, existing
        parent = self.nodes[node]
        new = len(self.nodes)
        nodes = list(self.nodes)
        nodes[node] = parent._replace(children=(*parent.children, new))
        nodes.append(Node(node, action, self.game.play(parent.state, action)))
        return replace(self, nodes=tuple(nodes)), new

    def with_node(self, node: int, **changes: object) -> "Tree":
        """Return the tree with some fields of one node changed."""
        nodes = list(self.nodes)
        nodes[node] = nodes[node]._replace(**changes)  # type: ignore[arg-type]
        return replace(self, nodes=tuple(nodes))

    def resign(self, node: int, resigned: bool = True) -> "Tree":
        """Return the tree with the resignation at ``node`` set or withdrawn."""
        return self.with_node(node, resigned=resigned)

    def promote(self, node: int) -> "Tree":
        """Return the tree with ``node`` on its main line."""
        tree = self
        for child in self.path(node)[1:]:
            parent = tree.nodes[child].parent
            others = tuple(c for c in tree.nodes[parent].children if c != child)
            tree = tree.with_node(parent, children=(child, *others))
        return tree

    def delete(self, node: int) -> "Tree":
        """Return the tree without ``node`` and its descendants.  The root cannot be deleted."""
        if node == ROOT:
            return self
        parent = self.nodes[node].parent
        return self.with_node(
            parent, children=tuple(c for c in self.nodes[parent].children if c != node)
        )

    def reachable(self) -> list[int]:
        """The nodes that are not deleted, parents first and main lines before variations."""
        nodes, stack = [], [ROOT]
        while stack:
            node = stack.pop()
            nodes.append(node)
            stack.extend(reversed(self.nodes[node].children))
        return nodes


def new_tree(game: Game, setup: State | None = None) -> Tree:
    """Return a tree with only a root: the start of ``game``, or ``setup``."""
    first = game.start() if setup is None else setup
    return Tree(game, (Node(ROOT, -1, first),), setup)


def tree_from_record(record: GameRecord) -> tuple[Tree, int, int]:
    """Return the tree of a legal record, the last node of its main line and the cursor node."""
    tree = new_tree(record.game, record.setup)
    leaf = ROOT
    for action in record.actions:
        tree, leaf = tree.add(leaf, action)
    main = tree.path(leaf)
    for ply, actions in record.variations:
        node = main[ply]
        for action in actions:
            tree, node = tree.add(node, action)
    for ply, comment, marks in record.annotations:
        tree = tree.with_node(main[ply], link_comment=comment, marks=marks)
    if record.resigned:
        tree = tree.resign(leaf)
    return tree, leaf, main[record.shown_ply]


def record_from_tree(tree: Tree, leaf: int, cursor: int) -> GameRecord:
    """Return the record whose main line ends at ``leaf``; other lines become variations.

    A record has at most ``MAX_VARIATIONS`` variations.  Variations that branch off later have
    priority.
    """
    line = tree.path(leaf)
    ply_by_node = {node: ply for ply, node in enumerate(line)}
    variations = []
    for leaf_node in tree.reachable():
        if tree.nodes[leaf_node].children or leaf_node in ply_by_node:
            continue
        path = tree.path(leaf_node)
        fork = max(ply for ply, node in enumerate(path) if node in ply_by_node)
        variations.append((fork, tuple(tree.nodes[node].action for node in path[fork + 1 :])))
    shown_ply = ply_by_node.get(cursor, len(line) - 1)
    return GameRecord(
        tree.game,
        tree.actions(leaf),
        tree.setup,
        tuple(sorted(variations)[-MAX_VARIATIONS:]),
        None if shown_ply == len(line) - 1 else shown_ply,
        tree.nodes[leaf].resigned,
    )


def line_annotations(tree: Tree, leaf: int) -> tuple[Annotation, ...]:
    """Return the comments and marks on the line to ``leaf``, which a link can hold."""
    nodes = (tree.nodes[node] for node in tree.path(leaf))
    return tuple(
        Annotation(ply, sanitize(node.all_comments), node.marks)
        for ply, node in enumerate(nodes)
        if node.is_annotated
    )


def merge(ours: Tree, theirs: Tree) -> tuple[Tree, dict[int, int]]:
    """Merge their tree into ours; return the tree and a map from their nodes to ours.

    Both must start at the same position of the same game.  The result has both comments of a node
    and the union of its marks.  Our nodes keep their ids, and our lines keep their order.  The
    running time is linear in the number of nodes.
    """
    nodes, ours_by_theirs = list(ours.nodes), {ROOT: ROOT}
    for node in theirs.reachable():
        their_node = theirs.nodes[node]
        if node != ROOT:
            our_parent = ours_by_theirs[their_node.parent]
            parent = nodes[our_parent]
            existing = (
                child for child in parent.children if nodes[child].action == their_node.action
            )
            ours_by_theirs[node] = next(existing, len(nodes))
            if ours_by_theirs[node] == len(nodes):
                nodes[our_parent] = parent._replace(children=(*parent.children, len(nodes)))
                nodes.append(Node(our_parent, their_node.action, their_node.state))
        if their_node.is_annotated or their_node.resigned:
            nodes[ours_by_theirs[node]] = _merge_annotations(
                nodes[ours_by_theirs[node]], their_node
            )
    return replace(ours, nodes=tuple(nodes)), ours_by_theirs


def merge_in_their_order(ours: Tree, theirs: Tree) -> tuple[Tree, dict[int, int]]:
    """Merge like ``merge``, with lines in their order.  Lines that only we have come last."""
    both, numbers = merge(ours, theirs)
    nodes = list(both.nodes)
    for node, number in numbers.items():
        first = [numbers[child] for child in theirs.nodes[node].children]
        own_children = [child for child in nodes[number].children if child not in first]
        nodes[number] = nodes[number]._replace(children=(*first, *own_children))
    return replace(both, nodes=tuple(nodes)), numbers


def new_movers(ours: Tree, theirs: Tree, leaf: int, given: Container[int] = ()) -> list[int]:
    """The movers of the actions, and of the resignation, that only their line has.

    ``given`` are nodes of their line that do not count: the answers that we gave in advance.
    """
    existing: int | None = ROOT
    movers = []
    for node in theirs.path(leaf)[1:]:
        node_data = theirs.nodes[node]
        existing = None if existing is None else ours.child(existing, node_data.action)
        if existing is None and node not in given:
            movers.append(theirs.state_before(node).mover)
    if theirs.nodes[leaf].resigned and (existing is None or not ours.nodes[existing].resigned):
        movers.append(theirs.nodes[leaf].state.mover)
    return movers


def _merge_annotations(ours: Node, theirs: Node) -> Node:
    """Return our node merged with the comments, marks and resignation of their node."""
    own_lines = {*ours.comment.split("\n")} - {""}
    returned = [line for line in theirs.link_comment.split("\n") if line not in own_lines]
    signs = [mark for mark in theirs.marks if mark not in ours.marks]
    return ours._replace(
        comment=_merge_comments(ours.comment, theirs.comment),
        marks=arrows_last((*ours.marks, *signs)[:MAX_MARKS]) if signs else ours.marks,
        resigned=ours.resigned or theirs.resigned,
        link_comment=_merge_comments(ours.link_comment, "\n".join(returned)),
    )


def _merge_comments(ours: str, theirs: str) -> str:
    """Return our comment with the new lines of theirs.

    If one version of a line is a prefix of the other, only the longer version remains.
    """
    lines, their_lines = (text.split("\n") if text else [] for text in (ours, theirs))
    before, existing_lines = tuple(lines), {*lines, ""} if lines else set[str]()
    for index, line in enumerate(their_lines):
        old_line = before[index] if index < len(before) else ""
        if old_line and line.startswith(old_line):
            lines[index] = line
        elif line not in existing_lines and not (old_line and old_line.startswith(line)):
            lines.append(line)
    return ours if tuple(lines) == before else sanitize("\n".join(lines))
