"""The cells to mark on the board, as masks by CSS class.

``drawing.board_layers`` draws the masks that are computed here. ``session.layers`` defines the
layers that can be switched on and off.
"""

import re

from ...drawing.board_layers import annotation_texts
from ...match.tree import ROOT
from ...rules.board import NO_CELL
from ...rules.notation.actions import MARKS
from ...session.layers import drawn_forecast, is_on, rule_layers
from ...session.prompt import prompt
from ...session.session import Session
from ...session.visible_report import (
    candidates,
    cell_numbers,
    drawn_engine_layer,
    first_thoughts,
    previewed_line,
)
from .deciding_groups import deciding_layers, size_labels

HIDDEN_BY_FORECAST = {
    *("control-first", "control-second", "claimed-first", "claimed-second", "grouped", "tilted"),
    *("last", "flipped", "swapped", "swapped-here", "lit", "shut", "chain"),
}
"""The layers that make way for who will hold each cell."""

MIN_PERCENTAGE = 40  # permille of a first thought, or of the search, that the board writes
CELL_NAME = re.compile(r"(?<!\w)([a-z])([1-9]\d?)(?!\d)")


def layers(session: Session) -> dict[str, int]:
    """Return the masks to draw, by the names in ``drawing.board_layers`` and the style sheet."""
    if session.editor is not None:
        return _editor_layers(session)
    game, state = session.game, session.state
    masks = {
        "first": state.stones[0],
        "second": state.stones[1],
        "pending": state.placed,
        "last": session.tree.last_turn_mask(session.cursor),
        "flipped": _flipped(session),
        "swapped": _swapped(session),
        "swapped-here": _swapped_here(session),
    }
    masks |= rule_layers(session)
    masks["chain"] = game.connecting_group(state, 0) | game.connecting_group(state, 1)
    if session.outcome is not None:
        masks["settled"] = masks["chain"]
        masks |= deciding_layers(session)
    first, second = game.scored_cells(state)
    masks["claimed-first"] = first & ~state.stones[0]
    masks["claimed-second"] = second & ~state.stones[1]
    if session.notice:
        masks["cause"] = session.notice.cause
        if session.notice.cell >= 0:
            masks["refused"] = (1 << session.notice.cell) & game.board.cells
    for activity in session.activities:
        masks |= activity.board_masks(session)
    masks |= _engine_layers(session)
    if forecast := drawn_forecast(session):
        masks = {name: masks[name] for name in masks.keys() - HIDDEN_BY_FORECAST}
        holders = enumerate(zip(*forecast.held, strict=True))
        masks["held"] = sum(1 << cell for cell, counts in holders if any(counts))
    for kind in MARKS:
        masks[f"mark-{kind}"] = sum(
            1 << mark.cell for mark in session.tree.nodes[session.cursor].marks if mark.kind == kind
        )
    return masks


def _engine_layers(session: Session) -> dict[str, int]:
    """Return the masks of the engine's results: the previewed variation or the best actions."""
    masks: dict[str, int] = {}
    if line := previewed_line(session):
        for colour, name in enumerate(("line-first", "line-second")):
            masks[name] = sum(1 << cell for cell, (_, mover) in line.items() if mover == colour)
    elif (layer := drawn_engine_layer(session)) == "thought":
        cells = {
            a: t for a, t in first_thoughts(session).items() if a < session.game.board.end_action
        }
        masks["heat"] = sum(1 << cell for cell in cells)
        masks["searched"] = sum(1 << c for c, t in cells.items() if t.visits >= MIN_PERCENTAGE)
    elif layer == "best" and (best := candidates(session)):
        masks["candidate"] = sum(1 << c.cell for c in best if c.cell >= 0)
        masks["best"] = sum(1 << c.cell for c in best[:1] if c.cell >= 0)
    return masks


def _flipped(session: Session) -> int:
    """Return the mask of the stone that the last action turned over on its cell, or 0."""
    node = session.tree.nodes[session.cursor]
    if session.tree.swap_cells(session.cursor):
        return _swapped_here(session)
    before = session.tree.nodes[node.parent].state
    if session.cursor == ROOT or node.action >= session.game.board.end_action:
        return 0
    return before.occupied & 1 << node.action


def _swapped(session: Session) -> int:
    """Return the mask of the cell that the last action, a swap, vacated; or 0."""
    swapped = session.tree.swap_cells(session.cursor)
    return 1 << swapped[0] if swapped and swapped[0] != swapped[1] else 0


def _swapped_here(session: Session) -> int:
    """Return the mask of the stone that the last action, a swap, turned over where it lay; or 0."""
    swapped = session.tree.swap_cells(session.cursor)
    return 1 << swapped[0] if swapped and swapped[0] == swapped[1] else 0


def may_draw(session: Session) -> bool:
    """Return whether the right mouse button draws on the position shown."""
    is_game = session.exercise_attempt is None and session.line is None
    return is_game and session.editor is None


def _editor_layers(session: Session) -> dict[str, int]:
    editor = session.editor
    assert editor is not None
    state = editor.state
    masks = {"first": state.stones[0], "second": state.stones[1], "pending": state.placed}
    if is_on(session, "groups"):
        masks["grouped"] = state.occupied
    if state.anchor >= 0:
        masks["anchor"] = 1 << state.anchor
    return masks


def cell_ranks(session: Session) -> dict[int, str]:
    """Return the numbers of the engine's stones one after another, or the letters of its choices.

    An activity that shows stones of the engine has their numbers.
    """
    ranks = cell_numbers(session) if drawn_engine_layer(session) == "best" else {}
    for activity in session.activities:
        ranks |= activity.cell_numbers(session)
    return ranks


def texts(session: Session) -> dict[str, dict[int, str]]:
    """Return the texts on cells, by kind: labels, ranks, sizes of deciding groups.

    While stones are numbered, groups have no sizes, which would look like more of these numbers.
    Cells that the notice or the prompt mentions get their names ("named"), except the two cells of
    a swap.
    """
    sentence = session.notice.text if session.notice else prompt(session).prompt_line
    marks = session.tree.nodes[session.cursor].marks if session.editor is None else ()
    board = session.game.board
    named = {
        board.cell_at(ord(m[1]) - 97, int(m[2]) - 1): m[0] for m in CELL_NAME.finditer(sentence)
    }
    marked = NO_CELL, *(session.tree.swap_cells(session.cursor) or ())
    cell_texts = {"named": {cell: name for cell, name in named.items() if cell not in marked}}
    cell_texts |= annotation_texts(board, marks) | {"rank": cell_ranks(session)}
    if session.outcome is not None and session.editor is None and not cell_texts["rank"]:
        cell_texts["plaque"] = size_labels(session)
    return cell_texts
