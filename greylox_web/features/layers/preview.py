"""The inspected cell: which stones see it, and the effect of a stone on it."""

from typing import NamedTuple

from ...rules import Game
from ...rules.board import Board
from ...rules.groups import groups, sizes
from ...rules.sight import seeing_stones
from ...rules.state import State
from ...session.layers import clicks_play
from ...session.session import Session
from ...words import WORDS, format_number
from ...words.layers import LAYERS_WORDS
from .engine_layers import engine_layer_text

MAX_SIZES = 6  # group sizes in a sentence before "…"


class Ray(NamedTuple):
    """One line of sight from a cell."""

    end: int  # the first stone on the line, or the last cell
    colour: int | None  # of that stone; None if the line meets no stone


class MovePreview(NamedTuple):
    """The effect of a stone on a cell; each pair is for the first and the second colour."""

    before: State
    after: State
    gained: tuple[int, int]  # masks of cells newly controlled
    lost: tuple[int, int]  # masks of cells no longer controlled
    new_group_sizes: tuple[tuple[int, ...], tuple[int, ...]]  # masks of new groups


def sight_rays(board: Board, stones: tuple[int, int], cell: int) -> list[Ray]:
    """Return the lines of sight from ``cell``, without directions that leave the board at once."""
    rays = []
    for step in board.directions:
        for direction in (step, -step):
            end, colour = cell, None
            for end in board.ray(cell, direction):
                colour = next((c for c in (0, 1) if stones[c] >> end & 1), None)
                if colour is not None:
                    break
            if end != cell:
                rays.append(Ray(end, colour))
    return rays


def sight_counts(board: Board, stones: tuple[int, int], cell: int) -> tuple[int, int]:
    """Return how many stones of each colour see ``cell``."""
    occupied = stones[0] | stones[1]
    seers = seeing_stones(board, cell, occupied, occupied)
    return (seers & stones[0]).bit_count(), (seers & stones[1]).bit_count()


def move_preview(session: Session, cell: int) -> MovePreview | None:
    """Return the effect of the mover's stone on ``cell``; None if it is illegal."""
    game, before = session.game, session.state
    if not (clicks_play(session) and game.legal(before) >> cell & 1):
        return None
    after = game.play(before, cell)
    old, new = game.controlled(before) or (0, 0), game.controlled(after) or (0, 0)
    return MovePreview(
        before,
        after,
        gained=(new[0] & ~old[0], new[1] & ~old[1]),
        lost=(old[0] & ~new[0], old[1] & ~new[1]),
        new_group_sizes=(_new_groups(game, before, after, 0), _new_groups(game, before, after, 1)),
    )


def _new_groups(game: Game, before: State, after: State, colour: int) -> tuple[int, ...]:
    old = groups(game.board, before.stones[colour])
    return tuple(g for g in groups(game.board, after.stones[colour]) if g not in old)


def cell_description(session: Session, cell: int) -> str:
    """Return the readout of ``cell`` for the active layers, in sentences; "" if there is none."""
    game, parts = session.game, []
    chosen = session.preferences
    if text := engine_layer_text(session, cell):
        parts.append(text)
    if (chosen.sight or chosen.counts) and game.controlled(session.state):
        parts.append(sight_text(session, cell))
    if chosen.preview and (preview := move_preview(session, cell)):
        parts.append(_preview_text(game, preview, cell))
    return " ".join(parts)


def sight_text(session: Session, cell: int) -> str:
    """Return as a sentence how many stones of each colour see ``cell``, and the threshold."""
    game = session.game
    first, second = sight_counts(game.board, session.state.stones, cell)
    return LAYERS_WORDS["seen-by"].format(
        cell=game.board.cell_name(cell),
        First=WORDS[game.colours[0]],
        Second=WORDS[game.colours[1]],
        first=first,
        second=second,
        needed=game.board.control_threshold(cell),
    )


def _preview_text(game: Game, preview: MovePreview, cell: int) -> str:
    """Return as a sentence how a stone on ``cell`` changes control, group sizes and product."""
    facts = []
    for colour in (0, 1):
        name = WORDS[game.colours[colour]]
        for key, count in (("control", _control), ("groups", _sizes), ("product", _product)):
            old, new = count(game, preview.before, colour), count(game, preview.after, colour)
            if old != new:
                facts.append(LAYERS_WORDS[f"after-{key}"].format(Colour=name, old=old, new=new))
    mover = WORDS[game.colours[preview.before.mover]]
    return LAYERS_WORDS["after"].format(
        Colour=mover, cell=game.board.cell_name(cell), facts="; ".join(facts)
    )


def _control(game: Game, state: State, colour: int) -> str:
    return str((game.controlled(state) or (0, 0))[colour].bit_count())


def _sizes(game: Game, state: State, colour: int) -> str:
    group_sizes = sizes(game.board, state.stones[colour])
    more = " …" if len(group_sizes) > MAX_SIZES else ""
    return " ".join(map(str, group_sizes[:MAX_SIZES])) + more or WORDS["none"]


def _product(game: Game, state: State, colour: int) -> str:
    return format_number(game.score(state, colour)) if game.score_label == "product" else ""
