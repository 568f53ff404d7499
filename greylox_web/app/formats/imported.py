"""The result of reading a text: a game as far as it is legal, and the first fault after that."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Literal, NamedTuple

from ...match.tree import ROOT, Tree, grow
from ...rules.notation.actions import Reading
from .tree_builder import TreeBuilder

Meta = Mapping[str, object]  # names, date and the like: JSON values by the caller's own keys

Format = Literal["link", "record", "json", "library", "sgf", "hexworld", "hex-sgf", "unknown"]


class Imported(NamedTuple):
    """The result of reading any format; ``tree`` is None if no game could be read."""

    tree: Tree | None
    leaf: int = ROOT  # the end of the line to show
    cursor: int = ROOT  # the position to show
    kind: Format = "unknown"
    error: str | None = None  # the first fault, in one sentence
    rest: str = ""  # the text from the fault on; "" in formats that do not say where that is
    meta: Meta = MappingProxyType({})
    unchecked: bool = False  # whether it is a link without check digits, which may be cut off

    @property
    def is_empty(self) -> bool:
        """Whether it has neither an action nor a set-up."""
        return self.tree is None or (self.tree.setup is None and len(self.tree.nodes) == 1)


def refused(kind: Format, error: str, rest: str = "") -> Imported:
    """The result for a text without a readable game."""
    return Imported(None, kind=kind, error=error, rest=rest)


def from_reading(reading: Reading, kind: Format) -> Imported:
    """The result for a link or a record."""
    if reading.record is None:
        return refused(kind, reading.error or "", reading.rest)
    tree, leaf, cursor = grow(reading.record)
    return Imported(
        tree, leaf, cursor, kind, reading.error, reading.rest, unchecked=reading.unchecked
    )


def from_builder(
    builder: TreeBuilder,
    kind: Format,
    error: str | None = None,
    rest: str = "",
    meta: Meta | None = None,
    leaf: int | None = None,
    cursor: int | None = None,
) -> Imported:
    """The result for a file.

    Without ``leaf`` its main line is shown, without ``cursor`` the end of the line.  A cursor that
    is not on the line to ``leaf`` is shown with its own line.
    """
    tree = builder.tree()
    leaf = tree.leaf(ROOT) if leaf is None else leaf
    cursor = leaf if cursor is None else cursor
    return Imported(tree, tree.on_line(leaf, cursor), cursor, kind, error, rest, meta or {})
