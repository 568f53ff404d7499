"""Facts of games with lines of sight: stones that are flipped, may be flipped, or are saved."""

from collections.abc import Iterator

from ..rules.board import Board, bits
from ..rules.state import State
from .lines import Line, Lines, turn_name
from .model import Fact
from .shared import taken_cells


def not_wait(lines: Lines) -> Iterator[Fact]:
    """Yield that the best answer keeps the stone that the better turn flips from being flipped."""
    turn, reply, played = lines.better.turns[0], lines.reply, lines.played
    if not turn.flipped or reply is None or played is None:
        return
    before, after = may_flip(lines, reply.before), may_flip(lines, reply.after)
    if turn.flipped & before & ~after & played.keeps(1 - lines.mover, turn.flipped):
        cell = lines.board.cell_names(turn.flipped)[0]
        shown, reply_name = turn.flipped | reply.cells, turn_name(lines.game, reply)
        yield lines.fact("not-wait", shown, cell=cell, reply=reply_name)


def takes(lines: Lines) -> Iterator[Fact]:
    """Yield which stones the best answer on a cell of the better turn threatens or saves."""
    cells, reply = taken_cells(lines), lines.reply
    if reply is None or cells.bit_count() != 1:
        return
    first, other = lines.better.turns[0].after, reply.colour
    threatened = may_flip(lines, reply.after, other) & ~may_flip(lines, reply.before, other)
    saved = may_flip(lines, reply.before) & ~may_flip(lines, reply.after)
    for key, stones in (
        ("takes-leans", threatened & ~may_flip(lines, first, other)),
        ("takes-saves", saved & may_flip(lines, first)),
    ):
        if stones:
            cell = lines.board.cell_names(cells)[0]
            yield lines.cells_fact(key, stones, cells, cell=cell)
            return


def may_flip(lines: Lines, state: State, side: int | None = None) -> int:
    """Return the stones that a side, by default the mover of the lines, controls and may flip."""
    side = lines.mover if side is None else side
    controls = lines.game.controlled(state)
    return state.stones[1 - side] & controls[side] if controls else 0


def flipped_at_once(lines: Lines) -> Iterator[Fact]:
    """Yield the stone that the best answer to the played turn flips for good."""
    reply = lines.reply
    if reply is None or lines.played is None:
        return
    if lost := flipped_only(lines, lines.played, lines.better, reply.colour) & reply.flipped:
        yield lines.cells_fact("flipped-now", lost)


def lost_stones(lines: Lines) -> Iterator[Fact]:
    """Yield the mover's stones that the opponent flips for good later in the played line only."""
    if lines.played is None:
        return
    if lost := flipped_only(lines, lines.played, lines.better, 1 - lines.mover, 2):
        yield lines.cells_fact("flipped-later", lost)


def won_stones(lines: Lines) -> Iterator[Fact]:
    """Yield the opponent's stones that the mover flips for good later in the better line only."""
    if lines.played is None:
        return
    if won := flipped_only(lines, lines.better, lines.played, lines.mover, 1):
        yield lines.cells_fact("flips", won)


def price(lines: Lines) -> Iterator[Fact]:
    """Yield the mover's stones that the opponent flips for good in the better line only."""
    if lines.played is None:
        return
    if lost := flipped_only(lines, lines.better, lines.played, 1 - lines.mover):
        yield lines.cells_fact("price", lost)


def flipped_only(lines: Lines, line: Line, against: Line, side: int, first: int = 0) -> int:
    """Return the stones that a side flips for good in a line and never in the other, both as long.

    They lie on the board before the lines, and are flipped by the turn ``first`` or later.
    """
    flipped, stones = 0, lines.state.stones[1 - side]
    for index, turn in enumerate(line.turns[: len(against.turns)]):
        if turn.colour == side and index >= first:
            flipped |= line.keeps(side, turn.flipped & stones, index + 1)
    return against.keeps(1 - side, flipped)


def saved_stones(lines: Lines) -> Iterator[Fact]:
    """Yield the stones that only the better turn keeps from being flipped."""
    other = 1 - lines.mover
    after = lines.better.turns[0].after
    saved = may_flip(lines, lines.state, other) & ~may_flip(lines, after, other)
    if lines.played is None:
        if saved:
            yield lines.cells_fact("only-saves", saved)
        return
    saved &= may_flip(lines, lines.played.turns[0].after, other)
    if saved:
        yield lines.cells_fact("saves", saved)


def threats(lines: Lines) -> Iterator[Fact]:
    """Yield the stones that only the better turn makes lean.

    The answer must save them, or the mover flips one of them later.
    """
    turns, mover = lines.better.turns, lines.mover
    leaning = may_flip(lines, turns[0].after) & ~may_flip(lines, lines.state)
    if lines.played is None:
        if leaning:
            yield lines.cells_fact("only-leans", leaning)
        return
    leaning &= ~may_flip(lines, lines.played.turns[0].after)
    if not leaning or len(turns) < 2:
        return
    if not leaning & may_flip(lines, turns[1].after):
        yield lines.cells_fact("leans", leaning)
    else:
        flipped = sum(turn.flipped & leaning for turn in turns[1:] if turn.colour == mover)
        if flipped:
            yield lines.cells_fact("leans-flips", flipped)


def single_flip(lines: Lines) -> Iterator[Fact]:
    """Yield that the stone a single action flips could be saved, and those that can wait."""
    turn, other = lines.better.turns[0], 1 - lines.mover
    if not turn.flipped:
        return
    name = lines.board.cell_names(turn.flipped)[0]
    if not can_save(lines, turn.flipped, other):
        yield lines.fact("only-flip", turn.flipped, cell=name)
        return
    leaning = may_flip(lines, lines.state) & ~turn.flipped
    safe = sum(1 << c for c in bits(leaning) if not can_save(lines, 1 << c, other))
    if safe and safe == leaning:
        yield lines.cells_fact("only-flip-wait", safe, turn.flipped, cell=name)
    else:
        yield lines.fact("only-flip-save", turn.flipped, cell=name)


def can_save(lines: Lines, stone: int, side: int) -> bool:
    """Return whether the side could keep its stone from being flipped, if it were to move."""
    game, state = lines.game, lines.state._replace(mover=side)
    actions = game.legal(state) & seen_cells(lines.board, stone.bit_length() - 1, state.occupied)
    return any(not may_flip(lines, game.play(state, action)) & stone for action in bits(actions))


def seen_cells(board: Board, cell: int, occupied: int) -> int:
    """Return the cells in line with a cell, up to the first stones: no other changes it."""
    seen = 0
    for step in board.directions:
        for direction in (step, -step):
            for other in board.ray(cell, direction):
                seen |= 1 << other
                if occupied >> other & 1:
                    break
    return seen


MIN_HELD = 3  # cells that go to the mover instead of the opponent, less the price


def holders(lines: Lines) -> Iterator[Fact]:
    """Yield the cells that are the mover's after the better line and the opponent's otherwise."""
    later = lines.later()
    if later is None:
        return
    turns, better, played = later
    mover, other = lines.mover, 1 - lines.mover
    owned, lost = _held(lines, better), _held(lines, played)
    if owned and lost:
        gains, costs = owned[mover] & lost[other], owned[other] & lost[mover]
        if gains.bit_count() - costs.bit_count() >= MIN_HELD:
            yield lines.cells_fact("holders", gains, turns=turns)


def _held(lines: Lines, state: State) -> tuple[int, int] | None:
    """Return each colour's stones and the vacant cells that it controls."""
    controls = lines.game.controlled(state)
    if controls is None:
        return None
    vacant = lines.board.cells & ~state.occupied
    return state.stones[0] | vacant & controls[0], state.stones[1] | vacant & controls[1]
