"""The grammar of SGF for any game: text to nodes with properties, and back.

The one well-maintained library (sgfmill, MIT) is also safe with hostile text.  But it collects all
tokens before any limit applies, needs bytes, and turns tabs into spaces.  Shipping its 2,700 lines
is not worth it.  No function recurses, so nesting cannot exhaust the stack.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple, TypeAlias

from ..text import MAX_NODES
from ..words import error_text

START = re.compile(r"\(\s*;")
ROOT = re.compile(r"\(\s*;\s*(?:FF|GG|GM|AP|CA|ST|SZ|PB|PW|GN|EV|DT|PC|RE|RU)\s*\[")
TOKEN = re.compile(r"\s*(?:\[([^\\\]]*(?:\\.[^\\\]]*)*)\]|([A-Za-z]{1,64})|([;()]))", re.S)
NON_SPACE = re.compile(r"\S")
ESCAPE = re.compile(r"\\(\r\n|\n\r|\r|\n)|\\(.)", re.S)
MAX_VALUES = 5 * MAX_NODES
ROOT_ONLY = {"FF", "GG", "GM"}  # in any other node they show that the next game has begun

Properties = Mapping[str, Sequence[str]]
Value: TypeAlias = str | tuple[str, str]  # the value of a property, simple or composed


class SgfNode(NamedTuple):
    """One node of the text."""

    parent: int  # -1 at the root
    properties: dict[str, list[str]]  # upper-case letters -> values without their escapes
    offset: int  # the offset of the node's ";" in the text


class SgfParse(NamedTuple):
    """The nodes of the first game in a text, parents first, and the first fault."""

    nodes: list[SgfNode]
    error: str | None
    text: str
    end_offset: int  # the offset of the fault, or of the end of a whole game

    @property
    def unparsed(self) -> str:
        """The text from the fault on."""
        return self.text[self.end_offset :] if self.error else ""

    @property
    def has_next_game(self) -> bool:
        """Return whether another game follows."""
        return START.search(self.text, self.game_end()) is not None

    def game_end(self, begins: int = 0) -> int:
        """Return the offset of the end of the game that begins at ``begins``.

        A faulty game ends where the next game begins.  That is the last root before the fault,
        because a missing bracket is noticed only within the next game.  Without such a root it is
        the first root after the fault.
        """
        if not self.error:
            return self.end_offset
        end, start = len(self.text), START.search(self.text, begins)
        for match in ROOT.finditer(self.text, start.end() if start else begins):
            if match.start() > self.end_offset:
                return min(end, match.start())
            end = match.start()
        return end


def games(text: str) -> Iterator[str]:
    """Yield the text of each game in a collection, whole or faulty."""
    at = 0
    while START.search(text, at):
        end = parse(text, at).game_end(at)
        yield text[at:end]
        at = end


def parse(text: str, at: int = 0) -> SgfParse:
    """Parse the first game of ``text`` from ``at`` on; keep the nodes before a fault."""
    nodes: list[SgfNode] = []
    start = START.search(text, at)
    if not start:
        return SgfParse(nodes, error_text("sgf-none"), text, 0)
    at = start.start()
    branches: list[int] = []  # the node before each open bracket
    last, before, name, values = -1, "", "", 0

    def fault() -> str | None:
        if value is not None and not name:
            return error_text("sgf-value")
        if word in ROOT_ONLY and len(nodes) > 1:
            return error_text("sgf-short")
        if values > MAX_VALUES:
            return error_text("sgf-values", most=MAX_VALUES)
        if before == "(" and sign != ";":
            return error_text("sgf-no-node")
        if sign == ";" and len(nodes) >= MAX_NODES:
            return error_text("sgf-nodes", most=MAX_NODES)
        return None

    while match := TOKEN.match(text, at):
        value, word, sign = match.groups()
        values += value is not None
        if error := fault():
            return SgfParse(nodes, error, text, at)
        if value is not None:
            nodes[-1].properties.setdefault(name, []).append(ESCAPE.sub(_unescaped, value))
        elif word is not None:
            name = "".join(letter for letter in word if letter.isupper()) if before == ";" else ""
        elif sign == ";":
            nodes.append(SgfNode(last, {}, match.end() - 1))
            last = len(nodes) - 1
        elif sign == "(":
            branches.append(last)
        else:
            last = branches.pop()
            if not branches:
                return SgfParse(nodes, None, text, match.end())
        before, name = (sign, "") if sign else (before, name)
        at = match.end()
    error = error_text("sgf-damaged" if NON_SPACE.search(text, at) else "sgf-short")
    return SgfParse(nodes, error, text, at)


def _unescaped(match: re.Match[str]) -> str:
    """Return the escaped character; "" for an escaped line end."""
    return match[2] or ""


def escaped(value: Value) -> str:
    """Return a property value as SGF text; in a composed value, colons are escaped too."""
    if not isinstance(value, str):
        return ":".join(escaped(part).replace(":", "\\:") for part in value)
    return value.replace("\\", "\\\\").replace("]", "\\]")


def node_text(properties: Iterable[tuple[str, Sequence[Value]]]) -> str:
    """Return the text of one node: its properties in the given order."""
    parts = (name + "".join(f"[{escaped(v)}]" for v in values) for name, values in properties)
    return ";" + "".join(parts)


def write(nodes: Sequence[str], children: Sequence[Sequence[int]]) -> str:
    """Return the text of a game from the texts and the children of its nodes; 0 is the root."""
    parts: list[str] = ["("]
    stack: list[int | str] = [")\n", 0]
    while stack:
        node = stack.pop()
        if isinstance(node, str):
            parts.append(node)
            continue
        parts.append(nodes[node])
        after = children[node]
        if len(after) == 1:
            stack.append(after[0])
        else:
            for child in reversed(after):
                stack += [")", child, "\n("]
    return "".join(parts)
