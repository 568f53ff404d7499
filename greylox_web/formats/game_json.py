"""One game as JSON, with its variations, comments and marks; and many games in one file.

::

    {"format": "greylox-web game", "version": 1, "game": "brink5-x3", "setup": "...",
     "nodes": [{"comment": "..."}, {"play": "e5"}, {"after": 0, "play": "d4", "resigned": true,
               "marks": [["circle", "e5"], ["label", "d4", "A"]], "arrows": [["e5", "d4"]]}],
     "leaf": 1, "cursor": 1, "result": {"winner": "white", "how": "resigned"}, "meta": {...}}

Game and set-up are written as in links, and actions by their names.  The first node is the start.
``after`` is the number of the parent.  It is omitted if the parent is the previous node.
``link-comment`` is the comment of a link's author.  Earlier versions ignore it and ``arrows``.
``result`` is for other programs: it is written but not read.

::

    {"format": "greylox-web library", "version": 1, "games": [{...}, ...], "progress": [{...}, ...]}

``progress`` has facts of ``progress.py``, and may be missing.  A damaged game does not affect the
others.
"""

import json
import re
from collections.abc import Iterable, Mapping
from math import isfinite
from typing import Any, cast

from ..match.tree import ROOT, Tree
from ..progress import Fact, FactLog, parse_facts
from ..rules import NotationError
from ..rules.board import Board
from ..rules.notation.actions import Mark, action_name, arrows_last, parse_action
from ..rules.notation.annotations import is_mark, mark_value, parse_mark
from ..rules.notation.links import read_spec, write_spec
from ..rules.notation.setup import read_setup, write_setup
from ..rules.play import IllegalAction
from ..schema import NON_NEGATIVE, SchemaError, list_of, matches, read_json, validate
from ..text import MAX_GAME_TEXT, MAX_MARKS, MAX_NODES, sanitize
from ..words import error_text
from .import_result import ImportResult, Meta, TreeBuilder, from_builder, import_error

VERSION = 1
GAME, LIBRARY = "greylox-web game", "greylox-web library"
SAFE = range(-NON_NEGATIVE[-1], NON_NEGATIVE.stop)
"""The integers that JavaScript represents exactly."""
MAX_META_ENTRIES = 50  # each text may be as long as a comment


def check_header(value: object, kind: str) -> dict[str, Any]:
    """Return the JSON object of a file; SchemaError if it has another kind or unknown version."""
    header: dict[str, Any] = validate(value, dict, "json-other")
    version = validate(header.get("version"), NON_NEGATIVE[1:], "json-other")
    if header.get("format") in (GAME, LIBRARY) and version > VERSION:
        raise SchemaError("file-newer")
    if header.get("format") != kind:
        raise SchemaError("json-other")
    return header


def parse_meta(value: object) -> dict[str, object]:
    """Return the metadata in a JSON value, by key.

    Values are texts, numbers, booleans, null, or flat lists of these.  Entries beyond
    MAX_META_ENTRIES are dropped.  Raise SchemaError for anything else.
    """
    if not isinstance(value, Mapping):
        raise SchemaError("file-names")
    pairs = list(value.items())[:MAX_META_ENTRIES]
    return {sanitize(str(key), 100): _filter_value(entry) for key, entry in pairs}


def _filter_value(value: object) -> object:
    if isinstance(value, (list, tuple)):
        return [_filter_scalar(one) for one in value[:MAX_META_ENTRIES]]
    return _filter_scalar(value)


def _filter_scalar(value: object) -> object:
    validate(value, _is_scalar, "file-names-values")
    return sanitize(value) if isinstance(value, str) else value


def _is_scalar(value: object) -> bool:
    if isinstance(value, float):
        return isfinite(value)
    return value is None or isinstance(value, (str, bool)) or matches(value, SAFE)


VIEW_KEYS = ("leaf", "cursor")
ARROWS, LINK_COMMENT = "arrows", "link-comment"


def write_game(tree: Tree, leaf: int, cursor: int, meta: Meta | None = None) -> str:
    """Return one game as JSON text, with one node per line."""
    return dumps(to_json(tree, leaf, cursor, meta)) + "\n"


def dumps(value: dict[str, object]) -> str:
    """Return a result of ``to_json`` as JSON text, with one node per line."""
    nodes = ",\n".join(
        json.dumps(node, separators=(",", ":")) for node in cast(list[object], value["nodes"])
    )
    others = json.dumps(
        {key: v for key, v in value.items() if key != "nodes"}, separators=(",", ":")
    )
    return f'{others[:-1]},"nodes":[\n{nodes}\n]}}'


def to_json(tree: Tree, leaf: int, cursor: int, meta: Meta | None = None) -> dict[str, object]:
    """Return one game as JSON values; ``meta``: names, date etc. under the caller's keys."""
    game = tree.game
    value: dict[str, object] = {"format": GAME, "version": VERSION, "game": write_spec(game)}
    if tree.setup is not None:
        value["setup"] = write_setup(game, tree.setup)
    order = tree.reachable()
    numbers = {node: number for number, node in enumerate(order)}
    value["leaf"], value["cursor"] = numbers[leaf], numbers[cursor]
    if outcome := tree.outcome(leaf):
        winner = None if outcome.winner is None else game.colours[outcome.winner]
        value["result"] = {"winner": winner, "how": outcome.reason}
    value["meta"] = parse_meta(meta or {})
    value["nodes"] = [_node_value(tree, node, numbers) for node in order]
    return value


def _node_value(tree: Tree, node: int, numbers: dict[int, int]) -> dict[str, object]:
    node_data, board = tree.nodes[node], tree.game.board
    value: dict[str, object] = {}
    if node != ROOT:
        if numbers[node_data.parent] != numbers[node] - 1:
            value["after"] = numbers[node_data.parent]
        value["play"] = action_name(board, node_data.action)
    if node_data.resigned:
        value["resigned"] = True
    if node_data.comment:
        value["comment"] = sanitize(node_data.comment)
    marks = [mark_value(board, mark) for mark in node_data.marks if mark.kind != "arrow"]
    arrows = [mark_value(board, mark)[1:] for mark in node_data.marks if mark.kind == "arrow"]
    if marks:
        value["marks"] = marks
    if arrows:
        value[ARROWS] = arrows
    if node_data.link_comment:
        value[LINK_COMMENT] = sanitize(node_data.link_comment)
    return value


def read_game(
    text: str, max_characters: int = MAX_GAME_TEXT, max_nodes: int = MAX_NODES
) -> ImportResult:
    """Read the game in JSON text; from a damaged game, read the nodes that are valid.

    ``max_characters`` limits the text, ``max_nodes`` the tree.
    """
    try:
        value = read_json(text, max_characters)
    except SchemaError as fault:
        return import_error("json", str(fault), text)
    if isinstance(value, dict) and value.get("format") == LIBRARY:
        return import_error("library", error_text("file-library"))
    return read_value(value, max_nodes)


def read_value(value: object, max_nodes: int = MAX_NODES) -> ImportResult:
    """Read the game in JSON values, with at most ``max_nodes`` nodes."""
    try:
        data = check_header(value, GAME)
        game = read_spec(_require_text(data.get("game"), "the-game"))
        setup = (
            read_setup(game, _require_text(data["setup"], "the-setup")) if "setup" in data else None
        )
        builder, meta = TreeBuilder(game, setup, max_nodes), parse_meta(data.get("meta", {}))
        nodes = data.get("nodes", [{}])
        if not isinstance(nodes, list) or not nodes or len(nodes) > max_nodes:
            raise SchemaError("file-positions", most=max_nodes)
    except (SchemaError, NotationError) as fault:
        return import_error("json", str(fault))
    node_ids: dict[int, int] = {}
    error = None
    for number, node in enumerate(nodes):
        try:
            node_ids[number] = _add_node(builder, node_ids, number, node)
        except (SchemaError, NotationError, IllegalAction) as fault:
            error = error or error_text("file-at", number=number, fault=fault)
    leaf, cursor = (
        node_ids.get(data[key]) if matches(data.get(key), int) else None for key in VIEW_KEYS
    )
    return from_builder(builder, "json", error, meta=meta, leaf=leaf, cursor=cursor)


def _add_node(builder: TreeBuilder, node_ids: dict[int, int], number: int, value: object) -> int:
    """Add node ``number`` of the file to the tree and return its index in the tree.

    ``node_ids`` maps earlier nodes of the file to nodes of the tree.  Raise SchemaError,
    NotationError or IllegalAction if the node is malformed or illegal.
    """
    if not isinstance(value, dict):
        raise SchemaError("file-no-object")
    node = ROOT
    if number:
        after = value.get("after", number - 1)
        if not matches(after, int) or after not in node_ids:
            raise SchemaError("file-no-parent")
        action = _require_text(value.get("play"), "the-action")
        node = builder.play(node_ids[after], parse_action(builder.game.board, action))
    if value.get("resigned") is True:
        builder.resign(node)
    comment, link_comment = value.get("comment", ""), value.get(LINK_COMMENT, "")
    marks = _parse_marks(builder.game.board, value.get("marks", []), value.get(ARROWS, []))
    builder.annotate(node, _require_text(comment, "the-comment"), marks)
    builder.add_link_comment(node, _require_text(link_comment, "the-comment"))
    return node


def _parse_marks(board: Board, marks: object, arrows: object) -> tuple[Mark, ...]:
    """Return the marks in JSON values; SchemaError or NotationError if one is malformed."""
    validate(marks, list_of(object, MAX_MARKS), "file-marks", most=MAX_MARKS)
    validate(arrows, list_of(list, MAX_MARKS), "file-marks", most=MAX_MARKS)
    values = [*cast(list[object], marks), *(["arrow", *end] for end in cast(list[Any], arrows))]
    parsed = []
    for value in values:
        mark = parse_mark(board, validate(value, is_mark, "file-mark"))
        if mark is None:
            raise SchemaError("file-mark")
        parsed.append(mark)
    return arrows_last(parsed)


def _require_text(value: object, name_key: str) -> str:
    """Return the value; SchemaError if it is no text.  ``name_key`` is for the error message."""
    if not isinstance(value, str):
        raise SchemaError("file-no-text", what=error_text(name_key))
    return value


MAX_LIBRARY_CHARACTERS = 1 << 26
MAX_GAMES = 20_000
HEADER_START = re.compile(rf'\s*\{{\s*"format"\s*:\s*"{LIBRARY}"')


def is_library(text: str) -> bool:
    """Return whether the text begins like a library file."""
    return HEADER_START.match(text) is not None


def write_library(games: Iterable[dict[str, object]], facts: Iterable[Fact] = ()) -> str:
    """Return the text of a library file: games (results of ``to_json``) and facts."""
    games = list(games)
    head = json.dumps({"format": LIBRARY, "version": VERSION})
    body = ",\n".join(dumps(game) for game in games)
    fact_lines = ",\n".join(fact.text for fact in facts)
    return f'{head[:-1]}, "games": [\n{body}\n], "progress": [\n{fact_lines}\n]}}\n'


def parse_games(text: str) -> list[object]:
    """Return the games of a file as JSON values, for ``read_value``.

    A file with a single game gives a list of one.  Raise SchemaError if the text is no JSON, has
    another kind, is too long or has too many games.
    """
    value = read_json(text, MAX_LIBRARY_CHARACTERS)
    if isinstance(value, dict) and value.get("format") == LIBRARY:
        games = check_header(value, LIBRARY).get("games")
    else:
        games = value if isinstance(value, list) else [value]
    game_values: list[object] = validate(
        games, list_of(object, MAX_GAMES), "file-games", most=MAX_GAMES
    )
    return game_values


def parse_progress(text: str) -> FactLog:
    """Return the well-formed facts in a file; none if the file has another kind.

    Raise SchemaError if the text is no JSON or the version is unknown.
    """
    value = read_json(text, MAX_LIBRARY_CHARACTERS)
    if isinstance(value, dict) and value.get("format") == LIBRARY:
        return parse_facts(check_header(value, LIBRARY))
    return FactLog()
