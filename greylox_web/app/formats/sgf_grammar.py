"""The grammar of SGF, whatever the game: text to nodes with properties, and back.

A small reader of our own.  The one well-kept library (sgfmill, MIT) reads hostile text
without harm too, but it collects every token of the text before anything can be limited,
wants bytes, and turns tabs into spaces; its 2,700 lines are not worth shipping for these.
Nothing here recurses, so nesting cannot exhaust the stack.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from ...words import wrong
from ..text import MOST_NODES

START = re.compile(r"\(\s*;")
TOKEN = re.compile(r"\s*(?:\[([^\\\]]*(?:\\.[^\\\]]*)*)\]|([A-Za-z]{1,64})|([;()]))", re.S)
ESCAPE = re.compile(r"\\(\r\n|\n\r|\r|\n)|\\(.)", re.S)
MOST_VALUES = 5 * MOST_NODES

Properties = Mapping[str, Sequence[str]]


class SgfNode(NamedTuple):
    """One node as it was written."""

    parent: int  # -1 at the root
    properties: dict[str, list[str]]  # upper-case letters -> values without their escapes
    at: int  # where it begins in the text


class Parsed(NamedTuple):
    """The nodes of the first game in a text, parents first, and the first fault."""

    nodes: list[SgfNode]
    error: str | None
    rest: str  # the text from the fault on
    text: str = ""
    end: int = -1  # where a game that is whole ends in the text

    @property
    def goes_on(self) -> bool:
        """Whether another game follows."""
        return self.end >= 0 and START.search(self.text, self.end) is not None


def games(text: str) -> list[str]:
    """The text of each game in a collection; the last one has what follows a fault."""
    found: list[str] = []
    at = 0
    while START.search(text, at):
        end = parse(text, at).end
        if end < 0:
            return [*found, text[at:]]
        found.append(text[at:end])
        at = end
    return found


def parse(text: str, at: int = 0) -> Parsed:
    """Read the first game of ``text`` from there on; what was read before a fault is kept."""
    nodes: list[SgfNode] = []
    start = START.search(text, at)
    if not start:
        return Parsed(nodes, wrong("sgf-none"), text, text)
    at = start.start()
    branches: list[int] = []  # the node at which each open bracket began
    last, before, name, values = -1, "", "", 0

    def fault() -> str | None:
        if value is not None and not name:
            return wrong("sgf-value")
        if values > MOST_VALUES:
            return wrong("sgf-values", most=MOST_VALUES)
        if before == "(" and sign != ";":
            return wrong("sgf-no-node")
        if sign == ";" and len(nodes) >= MOST_NODES:
            return wrong("sgf-nodes", most=MOST_NODES)
        return None

    while match := TOKEN.match(text, at):
        value, word, sign = match.groups()
        values += value is not None
        if error := fault():
            return Parsed(nodes, error, text[at:], text)
        if value is not None:
            nodes[-1].properties.setdefault(name, []).append(ESCAPE.sub(_escaped, value))
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
                return Parsed(nodes, None, "", text, match.end())
        before, name = (sign, "") if sign else (before, name)
        at = match.end()
    error = wrong("sgf-damaged" if text[at:].strip() else "sgf-short")
    return Parsed(nodes, error, text[at:], text)


def _escaped(match: re.Match[str]) -> str:
    return match[2] or ""


def value(text: str) -> str:
    """The text with the escapes that a property value needs."""
    return text.replace("\\", "\\\\").replace("]", "\\]")


def node_text(properties: Iterable[tuple[str, Sequence[str]]]) -> str:
    """One node: its properties in the given order."""
    parts = (name + "".join(f"[{value(v)}]" for v in values) for name, values in properties)
    return ";" + "".join(parts)


def write(nodes: Sequence[str], children: Sequence[Sequence[int]]) -> str:
    """The game whose node ``n`` is ``nodes[n]`` and has these children; 0 is the root."""
    parts: list[str] = ["("]
    due: list[int | str] = [")\n", 0]
    while due:
        node = due.pop()
        if isinstance(node, str):
            parts.append(node)
            continue
        parts.append(nodes[node])
        after = children[node]
        if len(after) == 1:
            due.append(after[0])
        else:
            for child in reversed(after):
                due += [")", child, "\n("]
    return "".join(parts)
