"""What reviews have found, as rows of a stored text that later visits read.

A row is of one line: the version of the page, the line's link, and by place what the review knows
of its positions.  Another version reads none of it, as its engine may judge otherwise.
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
from .model import PositionEvaluation, Review, first_turn

WHOLE = 1_000_000  # millionths: a proven win of the first colour
MAX_ROWS = 12  # lines
EVALUATION: Schema = (range(-WHOLE, WHOLE + 1), bool, str)  # the best turn's actions by name
EVALUATIONS = list_of(lambda value: value is None or matches(value, EVALUATION))
ROW: Schema = (str, max_length(MAX_CHARACTERS), EVALUATIONS)
Row = list[Any]


def encode_row(
    tree: Tree, review: Review, evaluations: dict[State, PositionEvaluation], version: str
) -> Row:
    """The row of a reviewed line, with what is in ``evaluations``.

    Values are cut off and not rounded, so that only what is proven is a whole.
    """
    encoded: list[Row | None] = []
    for state in (tree.nodes[node].state for node in review.line):
        judgement = evaluations.get(state)
        encoded.append(_encode_evaluation(tree.game, state, judgement) if judgement else None)
    return [version, write_link(GameRecord(tree.game, review.actions, tree.setup)), encoded]


def _encode_evaluation(game: Game, state: State, judgement: PositionEvaluation) -> Row:
    turn = first_turn(game, state, judgement.pv)
    names = " ".join(action_name(game.board, action) for _, action in turn)
    return [int(judgement.value_first * WHOLE), judgement.proven, names]


def add_row(text: str, row: Row) -> str:
    """The stored text with one row more, or instead of the one of the same line.

    Rows of other versions and, where there are too many, the oldest ones make room.
    """
    rows = [other for other in _rows(text, row[0]) if other[1] != row[1]]
    rows = [*rows, row][-MAX_ROWS:]
    while len(text := json.dumps(rows, separators=(",", ":"))) > MAX_STORED_LENGTH:
        del rows[0]
    return text


def decode_cache(text: str, game: Game, version: str) -> dict[State, PositionEvaluation]:
    """What the stored text knows of positions of this game on this board, by these options.

    What is malformed or not legal is left out.
    """
    return dict(_decode_row(text, game, version))


def _decode_row(text: str, game: Game, version: str) -> Iterator[tuple[State, PositionEvaluation]]:
    for _, link, encoded in _rows(text, version):
        if link.split("/")[1:2] != [write_spec(game)]:
            continue
        for state, judged in zip(read_link(link).states, encoded, strict=False):
            if judged is not None:
                value, proven, turn = judged
                line = legal_line(game, state, turn.split())
                yield state, PositionEvaluation(value / WHOLE, proven, line)


def _rows(text: str, version: str) -> list[Row]:
    """The rows of this version that are well-formed."""
    try:
        rows: list[Row] = read_json(text, MAX_STORED_LENGTH, list)
    except SchemaError:
        return []
    return [row for row in rows if matches(row, ROW) and row[0] == version]
