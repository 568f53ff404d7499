"""The evaluations of reviews, as rows of a stored text that later visits load.

A row holds one line: the version of the page, the line's link, and for each ply the evaluation of
its position.  A version reads only its own rows, as another engine may evaluate differently.
"""

import json
from collections.abc import Iterator
from typing import Any

from ...match.tree import Tree
from ...rules import Game
from ...rules.notation.actions import GameRecord, action_name
from ...rules.notation.links import MAX_CHARACTERS, read_link, write_link, write_spec
from ...rules.state import State
from ...schema import (
    MAX_STORED_LENGTH,
    Schema,
    SchemaError,
    list_of,
    matches,
    max_length,
    read_json,
)
from ...session.evaluation import legal_line
from .model import Review
from .turns import Evaluation

VALUE_SCALE = 1_000_000  # millionths: a proven win of the first colour
MAX_ROWS = 12  # one row for each line
EVALUATION: Schema = (range(-VALUE_SCALE, VALUE_SCALE + 1), bool, str)
"""Value in millionths, whether it is proven, and the action names of the principal variation."""
EVALUATIONS = list_of(lambda value: value is None or matches(value, EVALUATION))
ROW: Schema = (str, max_length(MAX_CHARACTERS), EVALUATIONS)
Row = list[Any]


def encode_row(
    tree: Tree, review: Review, evaluations: dict[State, Evaluation], version: str
) -> Row:
    """Encode a reviewed line with its ``evaluations``.

    Values are truncated, not rounded, so that only proven values are whole.
    """
    encoded: list[Row | None] = []
    for state in (tree.nodes[node].state for node in review.line):
        evaluation = evaluations.get(state)
        encoded.append(_encode_evaluation(tree.game, evaluation) if evaluation else None)
    return [version, write_link(GameRecord(tree.game, review.actions, tree.setup)), encoded]


def _encode_evaluation(game: Game, evaluation: Evaluation) -> Row:
    names = " ".join(action_name(game.board, action) for action in evaluation.pv)
    return [int(evaluation.value_first * VALUE_SCALE), evaluation.proven, names]


def add_row(text: str, row: Row) -> str:
    """Return the stored text with ``row`` added; it replaces a row of the same line.

    Rows of other versions are dropped, and the oldest rows if there are too many.
    """
    rows = [other for other in _rows(text, row[0]) if other[1] != row[1]]
    rows = [*rows, row][-MAX_ROWS:]
    while len(text := json.dumps(rows, separators=(",", ":"))) > MAX_STORED_LENGTH:
        del rows[0]
    return text


def decode_cache(text: str, game: Game, version: str) -> dict[State, Evaluation]:
    """Decode the evaluations of positions of this game on this board with these options.

    Malformed rows and illegal actions are skipped.
    """
    return dict(_decode_row(text, game, version))


def _decode_row(text: str, game: Game, version: str) -> Iterator[tuple[State, Evaluation]]:
    for _, link, encoded in _rows(text, version):
        if link.split("/")[1:2] != [write_spec(game)]:
            continue
        for state, encoded_evaluation in zip(read_link(link).states, encoded, strict=False):
            if encoded_evaluation is not None:
                value, proven, names = encoded_evaluation
                line = legal_line(game, state, names.split())
                yield state, Evaluation(value / VALUE_SCALE, proven, line)


def _rows(text: str, version: str) -> list[Row]:
    """Return the well-formed rows of this version."""
    try:
        rows: list[Row] = read_json(text, MAX_STORED_LENGTH, list)
    except SchemaError:
        return []
    return [row for row in rows if matches(row, ROW) and row[0] == version]
