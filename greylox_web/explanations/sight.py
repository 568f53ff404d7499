"""Facts of games with lines of sight: stones that are flipped, may be flipped, or are saved."""

from collections.abc import Iterator

from ..rules.board import Board, bits
from ..rules.state import State
from . import joins
from .lines import Line, Lines, Turn, cell_list
from .model import Fact
from .shared import open_cells, taken_cells


def not_wait(lines: Lines) -> Iterator[Fact]:
    """Yield that the answer saves the stone that the better turn flips, to the end of the line."""
    turn, reply, played = lines.better.turns[0], lines.reply, lines.played
    if not _answer_saves(lines) or reply is None or played is None:
        return
    later = played.states[played.states.index(reply.after) :]
    if not any(turn.flipped & may_flip(lines, state) for state in later):
        yield _answer_fact(lines, "not-wait", reply)


def cannot_flip_now(lines: Lines) -> Iterator[Fact]:
    """Yield that the answer saves the stone that the better turn flips, at least for now."""
    if lines.reply and _answer_saves(lines):
        yield _answer_fact(lines, "not-now", lines.reply)


def _answer_saves(lines: Lines) -> bool:
    """Return whether the best answer keeps the stone that the better turn flips from being flipped.

    It stays the mover's in the better line and the opponent's in the played one.
    """
    flipped, reply, played = lines.better.turns[0].flipped, lines.reply, lines.played
    if not flipped or reply is None or played is None:
        return False
    before, after = may_flip(lines, reply.before), may_flip(lines, reply.after)
    is_kept = lines.better.keeps(lines.mover, flipped, 1)
    return bool(is_kept and flipped & before & ~after & played.keeps(1 - lines.mover, flipped))


def _answer_fact(lines: Lines, key: str, reply: Turn) -> Fact:
    """Return a fact on the stone that the better turn flips and the answer saves."""
    flipped = lines.better.turns[0].flipped
    cell, clause = lines.board.cell_names(flipped)[0], lines.reply_text()
    return lines.fact(key, flipped | reply.cells, cell=cell, does=clause)


def takes(lines: Lines) -> Iterator[Fact]:
    """Yield which stones the best answer on a cell of the better turn threatens or saves.

    Only that stone threatens them, not the board as it is.  What is saved stays in the mover's
    reach after the better turn and its answer.
    """
    cells, reply = taken_cells(lines), lines.reply
    if reply is None or cells.bit_count() != 1:
        return
    first, other = lines.better.turns[0].after, reply.colour
    threatened = may_flip(lines, reply.after, other) & ~may_flip(lines, reply.before, other)
    saved = may_flip(lines, reply.before) & ~may_flip(lines, reply.after)
    cell = lines.board.cell_names(cells)[0]
    threatened &= ~may_flip(lines, first, other)
    threatened &= ~_flips_without(lines, reply.after, other, cells.bit_length() - 1)
    leaning = may_flip(lines, first) & ~may_flip(lines, lines.state)
    leaning &= ~_flips_without(lines, first, lines.mover, cells.bit_length() - 1)
    leaning &= ~may_flip(lines, reply.before)
    if threatened:
        last = threatened.bit_length() - 1
        parts = joins.groups_beside(lines, reply.after, last, other)
        if threatened.bit_count() == 1 and joins.is_worth_joining(parts):
            values = {"cell": cell, "other": lines.board.cell_name(last)}
            fact = joins.join_fact(lines, "takes-leans-joins", last, parts)
            yield fact._replace(values=fact.values | values, cells=fact.cells | cells)
        elif leaning:
            own = cell_list(lines.board, leaning)
            yield lines.cells_fact("takes-leans-both", threatened, cells, cell=cell, own=own)
        else:
            yield lines.cells_fact("takes-leans", threatened, cells, cell=cell)
        return
    saved &= may_flip(lines, first) & guarded(lines, lines.played, lines.mover, 1)
    for answer in lines.better.turns[1:2]:
        saved &= may_flip(lines, answer.after)
    if saved:
        yield lines.cells_fact("takes-saves", saved, cells, cell=cell)


def may_flip(lines: Lines, state: State, side: int | None = None) -> int:
    """Return the stones that a side, by default the mover of the lines, controls and may flip."""
    side = lines.mover if side is None else side
    controls = lines.game.controlled(state)
    return state.stones[1 - side] & controls[side] if controls else 0


def guarded(lines: Lines, line: Line | None, side: int, first: int = 0) -> int:
    """Return the cells whose stones a side may not flip after a turn of a line, nor the next."""
    ends = [*(turn.after for turn in line.turns), line.states[-1]] if line else []
    flippable = 0
    for state in ends[first : first + 2]:
        flippable |= may_flip(lines, state, side)
    return ~flippable


def protected(lines: Lines, line: Line, side: int) -> int:
    """Return the cells whose stones a side may not flip when it is to move, or at a line's end."""
    flippable = may_flip(lines, line.states[-1], side)
    for state in line.states[len(line.turns[0].actions) :]:
        flippable |= may_flip(lines, state, side) if state.mover == side else 0
    return ~flippable


def flipped_at_once(lines: Lines) -> Iterator[Fact]:
    """Yield the stone that the best answer to the played turn flips for good."""
    reply = lines.reply
    if reply is None or not (lost := lost_stones(lines) & reply.flipped) or not pays(lines):
        return
    cell = lost.bit_length() - 1
    beside = joins.groups_beside(lines, reply.before, cell, reply.colour)
    is_only = joins.end_apart(lines, lines.better, reply.colour, beside)
    if joins.is_worth_joining(beside) and is_only:
        yield joins.join_fact(lines, "flipped-now-joins", cell, beside)
    else:
        yield lines.cells_fact("flipped-now", lost)


def attacked_stones(lines: Lines) -> Iterator[Fact]:
    """Yield stones, flipped for good in one line, that a stone of the better turn wins or saves.

    Without that stone, the mover could not flip them then, or the opponent could at the end.
    """
    turn, played = lines.better.turns[0], lines.played
    if played is None or not pays(lines):
        return
    won = 0 if lines.plays_again() else won_stones(lines) & ~may_flip(lines, lines.state)
    threatened = may_flip(lines, turn.after)
    for key, stones in (
        ("flips-line", won & threatened),
        ("flips-prepared", won & ~threatened),
        ("kept-line", lost_stones(lines)),
    ):
        helped = [
            (sum(1 << one for one in bits(stones) if _depends(lines, key, one, cell)), cell)
            for cell in bits(turn.cells & ~played.turns[0].cells)
        ]
        seen, cell = max(helped, key=lambda one: one[0].bit_count(), default=(0, 0))
        if seen:
            values = {"cell": lines.board.cell_name(cell), "doing": lines.doing(1 << cell)}
            yield lines.cells_fact(later_key(lines, key, seen), seen, 1 << cell, **values)


def _depends(lines: Lines, key: str, stone: int, cell: int) -> bool:
    """Return whether the fate of a stone in the better line depends on the mover's on a cell."""
    side, state = 1 - lines.mover, lines.better.states[-1]
    if key != "kept-line":
        side = lines.mover
        state = [t for t in lines.better.turns if t.flipped >> stone & 1][-1].before
    is_new_threat = key != "flips-line" or _ended(lines, cell) >> stone & 1
    if not state.stones[lines.mover] >> cell & 1 or not is_new_threat:
        return False
    return bool(
        (_flips_without(lines, state, side, cell) ^ may_flip(lines, state, side)) >> stone & 1
    )


def _flips_without(lines: Lines, state: State, side: int, cell: int) -> int:
    """Return the stones that a side might flip if a cell were vacant."""
    stones = [mask & ~(1 << cell) for mask in state.stones]
    return may_flip(lines, state._replace(stones=(stones[0], stones[1])), side)


def later_key(lines: Lines, key: str, stones: int) -> str:
    """Return the key of a sentence on what the mover flips: next turn, or later."""
    turns = lines.better.turns
    is_next = len(turns) > 2 and not stones & ~turns[2].flipped
    return key if is_next or key in ("kept-line", "flips-prepared") else f"later-{key}"


NEAR = 3  # turns after the first: what is flipped later has hardly to do with it


def near_stones(lines: Lines) -> Iterator[Fact]:
    """Yield stones that are soon flipped for good in one line only, to the mover's gain.

    Of the mover's, the stone of the opponent that makes the flip possible is named as well.
    """
    if lines.played is None or not pays(lines):
        return
    near = [0, 0]
    for number, line in enumerate((lines.better, lines.played)):
        for turn in line.turns[1 : NEAR + 1]:
            near[number] |= turn.flipped
    yield from _changed(lines, "flips", won_stones(lines) & near[0])
    yield from kept(lines, lost_alone(lines) & near[1])


def kept(lines: Lines, stones: int) -> Iterator[Fact]:
    """Yield which stone of the opponent's, placed in the played line only, leads to a flip."""
    played, other = lines.played, 1 - lines.mover
    if played is None:
        return
    for turn in played.turns[2:]:
        if turn.colour != other or not turn.flipped & stones:
            continue
        placed = turn.before.stones[other] & ~lines.state.occupied
        placed &= lines.played_by(other, played) & ~lines.played_by(other, lines.better)
        for cell in bits(placed):
            if not _flips_without(lines, turn.before, other, cell) & turn.flipped:
                name = lines.board.cell_name(cell)
                yield lines.cells_fact("kept", turn.flipped & stones, 1 << cell, cell=name)
                return


def lost_alone(lines: Lines) -> int:
    """Return the mover's lost stones, except if the better line loses others in the same turns."""
    lost, better, other = lost_stones(lines), lines.better, 1 - lines.mover
    for index, turn in enumerate(lines.played.turns if lines.played else ()):
        same = better.turns[index : index + 1] if turn.flipped & lost else ()
        if any(one.colour == other and one.flipped for one in same):
            lost &= ~turn.flipped
    return lost


def _changed(lines: Lines, key: str, stones: int) -> Iterator[Fact]:
    """Yield a fact on stones if there are any."""
    if stones:
        yield lines.cells_fact(key, stones)


def price(lines: Lines) -> Iterator[Fact]:
    """Yield the mover's stones that the opponent flips for good in the better line only."""
    if pays(lines):
        yield from _changed(lines, "price", price_stones(lines))


def pays(lines: Lines) -> bool:
    """Return whether the better line wins and keeps more stones than it costs."""
    gains = lost_stones(lines) | won_stones(lines)
    return gains.bit_count() > price_stones(lines).bit_count()


def lost_stones(lines: Lines) -> int:
    """Return the mover's stones that the opponent flips for good in the played line only."""
    played, other = lines.played, 1 - lines.mover
    lost = flipped_only(lines, played, lines.better, other) if played else 0
    return lost & guarded(lines, lines.better, other)


def won_stones(lines: Lines) -> int:
    """Return the opponent's stones that the mover flips for good later in the better line only."""
    played = lines.played
    return flipped_only(lines, lines.better, played, lines.mover, 1) if played else 0


def price_stones(lines: Lines) -> int:
    """Return the mover's stones that the opponent flips for good in the better line only."""
    played = lines.played
    return flipped_only(lines, lines.better, played, 1 - lines.mover) if played else 0


def flipped_only(lines: Lines, line: Line, against: Line, side: int, first: int = 0) -> int:
    """Return the stones that a side flips for good in a line and never in the other, both as long.

    They lie on the board before the lines, and are flipped by the turn ``first`` or later.  At the
    ends of the lines, nobody may flip them.
    """
    flipped, stones = 0, lines.state.stones[1 - side]
    for index, turn in enumerate(line.turns[: len(against.turns)]):
        if turn.colour == side and index >= first:
            flipped |= line.keeps(side, turn.flipped & stones, index + 1)
    flipped &= ~may_flip(lines, line.states[-1], 1 - side)
    return against.keeps(1 - side, flipped) & ~may_flip(lines, against.states[-1], side)


def saved_stones(lines: Lines) -> Iterator[Fact]:
    """Yield the stones that only the better turn keeps from being flipped.

    The opponent must flip them in the played line, and not in the better one.
    """
    other, better = 1 - lines.mover, lines.better
    saved = may_flip(lines, lines.state, other) & guarded(lines, better, other)
    if lines.played is None:
        if saved:
            yield lines.cells_fact("only-saves", saved)
        return
    saved &= may_flip(lines, lines.played.turns[0].after, other)
    saved = better.keeps(lines.mover, saved) & ~may_flip(lines, better.states[-1], other)
    flipped = sum(turn.flipped for turn in lines.played.turns[1:2] if turn.colour == other)
    yield from _changed(lines, "saves", saved & flipped)


def threats(lines: Lines) -> Iterator[Fact]:
    """Yield the stones that only the better turn makes lean; they never do in the played line.

    The answer must save them, or the mover flips one of them later.  After the answer to the
    played turn, the better turn would no longer make them lean.
    """
    turns, mover = lines.better.turns, lines.mover
    leaning = may_flip(lines, turns[0].after) & ~may_flip(lines, lines.state)
    if turns[0].cells.bit_count() == 1 and not turns[0].flipped:
        leaning &= ~_flips_without(lines, turns[0].after, mover, turns[0].cells.bit_length() - 1)
    if lines.played is None:
        yield from _changed(lines, "only-leans", leaning)
        return
    for state in lines.played.states:
        leaning &= ~may_flip(lines, state)
    if len(turns) < 2 or len(turns[0].actions) != 1:
        return
    leaning &= _ended(lines, turns[0].actions[0])
    if not leaning:
        return
    if not leaning & may_flip(lines, turns[1].after):
        # an answer that the opponent plays anyway says nothing
        if lines.played and not turns[1].cells & lines.played_by(1 - mover, lines.played):
            yield lines.cells_fact("leans", leaning)
        return
    for index, turn in enumerate(turns):
        if index and turn.colour == mover and turn.flipped & leaning:
            if not lines.better.keeps(mover, turn.flipped, index + 1):
                continue
            cell, key = turn.flipped.bit_length() - 1, spoiled(lines, turn.flipped)
            beside = joins.groups_beside(lines, turn.before, cell, mover)
            if key:
                yield spoiled_fact(lines, later_key(lines, key, turn.flipped), turn.flipped)
            elif lines.plays_again():
                return
            elif joins.is_worth_joining(beside):
                yield joins.join_fact(lines, "leans-joins", cell, beside)
            else:
                yield lines.cells_fact(later_key(lines, "leans-flips", turn.flipped), turn.flipped)
            return


def _ended(lines: Lines, action: int) -> int:
    """Return the cells whose stones an action no longer makes lean after the played line's answer.

    Without an answer nothing is known, and no cell is returned.
    """
    reply, game = lines.reply, lines.game
    if reply is None or reply.after.mover != lines.mover:
        return 0
    if not game.legal(reply.after) >> action & 1:
        return lines.board.cells
    return lines.board.cells & ~may_flip(lines, game.play(reply.after, action))


def spoiled(lines: Lines, stone: int) -> str:
    """Return how the answer to the played turn takes the better turn's threat away; "" if not.

    The better stone may be "closed", or it would no longer threaten: the stone is "saved".
    """
    turn, reply, game = lines.better.turns[0], lines.reply, lines.game
    if reply is None or len(turn.actions) != 1 or turn.cells & reply.cells:
        return ""
    action, before = turn.actions[0], reply.before._replace(mover=lines.mover)
    if not game.legal(before) & turn.cells:
        return ""
    if not may_flip(lines, game.play(before, action)) & stone:
        return ""
    if not game.legal(reply.after) & turn.cells:
        return "leans-closed" if is_closed(lines) else ""
    is_saved = not may_flip(lines, game.play(reply.after, action)) & stone
    return "leans-saved" if is_saved and not stone & reply.cells else ""


def is_closed(lines: Lines) -> bool:
    """Return whether the answer closes the better turn's vacant cell to the mover for good.

    The mover could place there before, and may not in the rest of the played line.
    """
    turn, reply, played = lines.better.turns[0], lines.reply, lines.played
    cells = turn.cells & ~turn.flipped
    if reply is None or played is None or len(turn.actions) != 1 or cells & reply.cells:
        return False
    later = played.states[played.states.index(reply.after) :]
    is_open = open_cells(lines, reply.before, lines.mover) & cells & ~reply.before.occupied
    return bool(is_open) and not any(
        (open_cells(lines, state, lines.mover) & ~state.occupied | state.stones[lines.mover])
        & cells
        for state in later
    )


def closed(lines: Lines) -> Iterator[Fact]:
    """Yield that the answer closes the better turn's cell."""
    if lines.reply is None or not is_closed(lines):
        return
    cells = lines.better.turns[0].cells
    name, does = lines.board.cell_names(cells)[0], lines.reply_text()
    yield lines.fact("closed", cells | lines.reply.cells, cell=name, does=does)


def spoiled_fact(lines: Lines, key: str, stone: int) -> Fact:
    """Return a fact on a threat that the answer to the played turn takes away."""
    turn, reply = lines.better.turns[0], lines.reply
    shown = turn.cells | (reply.cells if reply else 0)
    name, does = lines.board.cell_names(turn.cells)[0], lines.reply_text()
    return lines.cells_fact(key, stone, shown, cell=name, does=does)


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
