"""The common parts of the readers of all formats: the tree builder and the result."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Literal, NamedTuple

from ..match.tree import ROOT, Node, Tree, new_tree, tree_from_record
from ..rules import Game
from ..rules.notation.actions import Mark, ParseResult, arrows_last
from ..rules.play import IllegalAction, play
from ..rules.state import State
from ..text import MAX_MARKS, MAX_NODES, sanitize
from ..words import error_text


class TreeBuilder:
    """A mutable tree, built in time proportional to its nodes (``Tree.add`` copies them)."""

    def __init__(self, game: Game, setup: State | None = None, max_nodes: int = MAX_NODES):
        self.game = game
        self.max_nodes = max_nodes  # positions
        self.setup = setup
        self.nodes: list[Node] = list(new_tree(game, setup).nodes)
        self.children: list[dict[int, int]] = [{}]  # for each node: action -> child
        self.comments: dict[int, list[str]] = {}  # by node, in file order
        self.link_comments: dict[int, str] = {}  # by node
        self.marks: dict[int, dict[Mark, None]] = {}  # by node, in file order, without duplicates

    def state(self, node: int) -> State:
        """Return the position at ``node``."""
        return self.nodes[node].state

    def play(self, node: int, action: int) -> int:
        """Return the child after ``action``; add it if it is new.

        Raise IllegalAction if the action is illegal or the tree is full (``max_nodes``).
        """
        existing = self.children[node].get(action)
        if existing is not None:
            return existing
        if len(self.nodes) >= self.max_nodes:
            raise IllegalAction(error_text("file-most", most=self.max_nodes))
        new = len(self.nodes)
        self.nodes.append(Node(node, action, play(self.game, self.state(node), action)))
        self.children.append({})
        self.children[node][action] = new
        return new

    def resign(self, node: int) -> None:
        """Record that the side to move resigns; raise IllegalAction if the game is over."""
        if not self.game.legal(self.state(node)):
            raise IllegalAction(error_text("resigned-late"))
        self.nodes[node] = self.nodes[node]._replace(resigned=True)

    def annotate(self, node: int, comment: str, marks: tuple[Mark, ...] = ()) -> None:
        """Add a comment and marks to ``node``; drop duplicate marks and marks beyond MAX_MARKS."""
        if text := sanitize(comment):
            self.comments.setdefault(node, []).append(text)
        for mark in marks:
            marks_by_key = self.marks.setdefault(node, {})
            if len(marks_by_key) < MAX_MARKS:
                marks_by_key[mark] = None

    def add_link_comment(self, node: int, comment: str) -> None:
        """Set the comment of a link's author on ``node``."""
        if text := sanitize(comment):
            self.link_comments[node] = text

    def tree(self) -> Tree:
        """Return the tree built so far."""
        pairs = zip(self.nodes, self.children, strict=True)
        nodes = [node._replace(children=tuple(after.values())) for node, after in pairs]
        for node, parts in self.comments.items():
            nodes[node] = nodes[node]._replace(comment=sanitize("\n".join(parts)))
        for node, comment in self.link_comments.items():
            nodes[node] = nodes[node]._replace(link_comment=comment)
        for node, marks in self.marks.items():
            nodes[node] = nodes[node]._replace(marks=arrows_last(marks))
        return Tree(self.game, tuple(nodes), self.setup)


Meta = Mapping[str, object]  # names, date etc.: JSON values under the caller's keys

Format = Literal["link", "record", "json", "library", "sgf", "hexworld", "hex-sgf", "unknown"]


class ImportResult(NamedTuple):
    """The result of reading any format; ``tree`` is None if no game could be read."""

    tree: Tree | None
    leaf: int = ROOT  # the last node of the current line
    cursor: int = ROOT  # the current position
    kind: Format = "unknown"
    error: str | None = None  # the first fault, in one sentence
    unparsed: str = ""  # the text from the fault on; "" if the format has no positions of faults
    meta: Meta = MappingProxyType({})
    lacks_checksum: bool = False  # whether a link has no check digits and may be truncated

    @property
    def is_empty(self) -> bool:
        """Whether the result has neither an action nor a set-up."""
        return self.tree is None or (self.tree.setup is None and len(self.tree.nodes) == 1)


def import_error(kind: Format, error: str, unparsed: str = "") -> ImportResult:
    """Return the result for a text without a readable game."""
    return ImportResult(None, kind=kind, error=error, unparsed=unparsed)


def from_parse_result(reading: ParseResult, kind: Format) -> ImportResult:
    """Return the result for a link or a record."""
    if reading.record is None:
        return import_error(kind, reading.error or "", reading.unparsed)
    tree, leaf, cursor = tree_from_record(reading.record)
    return ImportResult(
        tree,
        leaf,
        cursor,
        kind,
        reading.error,
        reading.unparsed,
        lacks_checksum=reading.lacks_checksum,
    )


def from_builder(
    builder: TreeBuilder,
    kind: Format,
    error: str | None = None,
    unparsed: str = "",
    meta: Meta | None = None,
    leaf: int | None = None,
    cursor: int | None = None,
) -> ImportResult:
    """Return the result for a file.

    The default ``leaf`` is the end of the main line, and the default ``cursor`` is ``leaf``.  If
    the cursor is not on the line to ``leaf``, the result has the cursor's own line.
    """
    tree = builder.tree()
    leaf = tree.line_end(ROOT) if leaf is None else leaf
    cursor = leaf if cursor is None else cursor
    return ImportResult(
        tree, tree.line_end_through(leaf, cursor), cursor, kind, error, unparsed, meta or {}
    )
