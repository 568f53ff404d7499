"""One game as JSON, with its variations, comments and marks.

::

    {"format": "greylox-web game", "version": 1, "game": "brink5-x3", "setup": "...",
     "nodes": [{"comment": "..."}, {"play": "e5"}, {"after": 0, "play": "d4", "resigned": true,
               "marks": [["circle", "e5"], ["label", "d4", "A"]]}],
     "leaf": 1, "cursor": 1, "result": {"winner": "white", "how": "resigned"}, "meta": {...}}

Game and set-up are written as in links, and actions by their names.  The first node is the start;
``after`` is the number of a node's parent, and is left out if that is the node just above.
``result`` is written for other programs and is not read.
"""

import json
from typing import Any, cast

from ...match.tree import MARKS, ROOT, Mark, Tree
from ...rules import NotationError
from ...rules.notation.actions import action_name, action_named
from ...rules.notation.links import read_spec, write_spec
from ...rules.notation.setup import read_setup, write_setup
from ...rules.play import IllegalAction
from ...schema import WrongShape, every, fits, one_of, read_json
from ...text import MOST_MARKS, MOST_NODES, MOST_TEXT, label, plain
from ...words import wrong
from .imported import Imported, Meta, from_builder, refused
from .json_head import GAME, LIBRARY, VERSION, headed, meta_of
from .tree_builder import TreeBuilder

MARK = (one_of(*MARKS), object)
LABEL = (*MARK, object)
VIEW = ("leaf", "cursor")


def write_game(tree: Tree, leaf: int, cursor: int, meta: Meta | None = None) -> str:
    """One game as JSON text, with one node a line."""
    return text_of(game_value(tree, leaf, cursor, meta)) + "\n"


def text_of(value: dict[str, object]) -> str:
    """A result of ``game_value`` as JSON text, with one node a line."""
    nodes = ",\n".join(
        json.dumps(node, separators=(",", ":")) for node in cast(list[object], value["nodes"])
    )
    others = json.dumps(
        {key: v for key, v in value.items() if key != "nodes"}, separators=(",", ":")
    )
    return f'{others[:-1]},"nodes":[\n{nodes}\n]}}'


def game_value(tree: Tree, leaf: int, cursor: int, meta: Meta | None = None) -> dict[str, object]:
    """One game as JSON values; ``meta`` has names, date and the like under the caller's keys."""
    game = tree.game
    value: dict[str, object] = {"format": GAME, "version": VERSION, "game": write_spec(game)}
    if tree.setup is not None:
        value["setup"] = write_setup(game, tree.setup)
    order = tree.reachable()
    numbers = {node: number for number, node in enumerate(order)}
    value["leaf"], value["cursor"] = numbers[leaf], numbers[cursor]
    if outcome := tree.outcome(leaf):
        winner = None if outcome.winner is None else game.colours[outcome.winner]
        value["result"] = {"winner": winner, "how": outcome.how}
    value["meta"] = meta_of(meta or {})
    value["nodes"] = [_node_value(tree, node, numbers) for node in order]
    return value


def _node_value(tree: Tree, node: int, numbers: dict[int, int]) -> dict[str, object]:
    there, board = tree.nodes[node], tree.game.board
    value: dict[str, object] = {}
    if node != ROOT:
        if numbers[there.parent] != numbers[node] - 1:
            value["after"] = numbers[there.parent]
        value["play"] = action_name(board, there.action)
    if there.resigned:
        value["resigned"] = True
    if there.comment:
        value["comment"] = plain(there.comment)
    if there.marks:
        value["marks"] = [
            [mark.kind, board.name(mark.cell)] + [label(mark.text)] * (mark.kind == "label")
            for mark in there.marks
        ]
    return value


def read_game(text: str, most: int = MOST_TEXT, positions: int = MOST_NODES) -> Imported:
    """The game in JSON text; of a damaged one, whatever can be read.

    ``most`` is the greatest number of characters, ``positions`` that of nodes.
    """
    try:
        value = read_json(text, most)
    except WrongShape as fault:
        return refused("json", str(fault), text)
    if isinstance(value, dict) and value.get("format") == LIBRARY:
        return refused("library", wrong("file-library"))
    return read_value(value, positions)


def read_value(value: object, most: int = MOST_NODES) -> Imported:
    """The game in JSON values, with at most ``most`` nodes."""
    try:
        told = headed(value, GAME)
        game = read_spec(_string(told.get("game"), "the-game"))
        setup = read_setup(game, _string(told["setup"], "the-setup")) if "setup" in told else None
        builder, meta = TreeBuilder(game, setup, most), meta_of(told.get("meta", {}))
        nodes = told.get("nodes", [{}])
        if not isinstance(nodes, list) or not nodes or len(nodes) > most:
            raise WrongShape("file-positions", most=most)
    except (WrongShape, NotationError) as fault:
        return refused("json", str(fault))
    places: dict[int, int] = {}
    error = None
    for number, node in enumerate(nodes):
        try:
            places[number] = _built(builder, places, number, node)
        except (WrongShape, NotationError, IllegalAction) as fault:
            error = error or wrong("file-at", number=number, fault=fault)
    leaf, cursor = (places.get(told[key]) if fits(told.get(key), int) else None for key in VIEW)
    return from_builder(builder, "json", error, meta=meta, leaf=leaf, cursor=cursor)


def _built(builder: TreeBuilder, places: dict[int, int], number: int, value: object) -> int:
    """Add node ``number`` of the file to the tree; its place there.

    ``places`` are those of the nodes before it.  Raise WrongShape, NotationError or IllegalAction
    if it is malformed or illegal.
    """
    if not isinstance(value, dict):
        raise WrongShape("file-no-object")
    node = ROOT
    if number:
        after = value.get("after", number - 1)
        if not fits(after, int) or after not in places:
            raise WrongShape("file-no-parent")
        action = _string(value.get("play"), "the-action")
        node = builder.play(places[after], action_named(builder.game.board, action))
    if value.get("resigned") is True:
        builder.resign(node)
    comment = value.get("comment", "")
    builder.note(node, _string(comment, "the-comment"), _marks(builder, value.get("marks", [])))
    return node


def _marks(builder: TreeBuilder, value: Any) -> tuple[Mark, ...]:
    """The marks in a JSON value; raise WrongShape or NotationError if one is malformed."""
    if not fits(value, every(object, MOST_MARKS)):
        raise WrongShape("file-marks", most=MOST_MARKS)
    marks = []
    for mark in value:
        if not fits(mark, MARK) and not fits(mark, LABEL):
            raise WrongShape("file-mark")
        words = label(_string(mark[2], "the-label")) if len(mark) == 3 else ""
        cell = builder.game.board.cell(_string(mark[1], "the-cell"))
        marks.append(Mark(mark[0], cell, words if mark[0] == "label" else ""))
    return tuple(marks)


def _string(value: object, what: str) -> str:
    """The value; raise WrongShape if it is no text, with ``what`` as the key of its name."""
    if not isinstance(value, str):
        raise WrongShape("file-no-text", what=wrong(what))
    return value
