"""Builds a game tree from a file; every action is checked by the rules."""

from ...match.tree import Mark, Node, Tree, plant
from ...rules import Game
from ...rules.play import IllegalAction, play
from ...rules.state import State
from ...text import MOST_MARKS, MOST_NODES, plain
from ...words import wrong


class TreeBuilder:
    """A mutable tree, built in time proportional to its nodes (``Tree.add`` copies them)."""

    def __init__(self, game: Game, setup: State | None = None, most: int = MOST_NODES):
        self.game = game
        self.most = most  # positions
        self.setup = setup
        self.nodes: list[Node] = list(plant(game, setup).nodes)
        self.children: list[dict[int, int]] = [{}]  # of each node: action -> node
        self.comments: dict[int, list[str]] = {}  # of a node, in their order in the file
        self.marks: dict[int, dict[Mark, None]] = {}  # of a node, in their order, each once

    def state(self, node: int) -> State:
        """The position at ``node``."""
        return self.nodes[node].state

    def play(self, at: int, action: int) -> int:
        """The new or known child after ``action``.

        Raise IllegalAction if it is not legal, or if the tree has as many positions as allowed.
        """
        known = self.children[at].get(action)
        if known is not None:
            return known
        if len(self.nodes) >= self.most:
            raise IllegalAction(wrong("file-most", most=self.most))
        new = len(self.nodes)
        self.nodes.append(Node(at, action, play(self.game, self.state(at), action)))
        self.children.append({})
        self.children[at][action] = new
        return new

    def resign(self, at: int) -> None:
        """The side to move resigns; raise IllegalAction if the game is over there."""
        if not self.game.legal(self.state(at)):
            raise IllegalAction(wrong("resigned-late"))
        self.nodes[at] = self.nodes[at]._replace(resigned=True)

    def note(self, node: int, comment: str, marks: tuple[Mark, ...] = ()) -> None:
        """Add a comment and marks to ``node``, without marks that it has already or too many."""
        if text := plain(comment):
            self.comments.setdefault(node, []).append(text)
        for mark in marks:
            kept = self.marks.setdefault(node, {})
            if len(kept) < MOST_MARKS:
                kept[mark] = None

    def tree(self) -> Tree:
        """The tree as built so far."""
        pairs = zip(self.nodes, self.children, strict=True)
        nodes = [node._replace(children=tuple(after.values())) for node, after in pairs]
        for node, parts in self.comments.items():
            nodes[node] = nodes[node]._replace(comment=plain("\n".join(parts)))
        for node, marks in self.marks.items():
            nodes[node] = nodes[node]._replace(marks=tuple(marks))
        return Tree(self.game, tuple(nodes), self.setup)
