"""Stones that are flipped, kept or lean, in Greylox and Lox."""

from tests.explanations.claims.case import check_listed, controls, end_apart, may_flip, snapshot
from tests.explanations.claims.takes import check_guarded, check_threat_ends, is_protected


def check_reply(case):
    """Check the clause on the best answer to the played turn."""
    verb = "flips" if case.reply.flipped else "plays"
    assert case.values["does"] == f"{case.them} {verb} {'+'.join(case.reply.names)}"


def not_now(case):
    assert case.better.turns[0].flipped == {case.cell}
    check_reply(case)
    assert case.lit == {case.cell} | case.reply.cells
    assert may_flip(case.reply.before, case.me, case.cell)
    assert not may_flip(case.reply.after, case.me, case.cell)
    assert case.played.owner(case.cell) == {case.them}
    assert case.better.owner(case.cell, 0) == {case.me}


def not_wait(case):
    not_now(case)
    assert not any(may_flip(p, case.me, case.cell) for p in case.played.from_turn(1))


def without(position, cell):
    """A position without the stone on a cell."""
    result = snapshot(position)
    del result.stones[cell]
    return result


def flipped(line, against, colour, first, last=99, *, seen=False, leans=None):
    """Stones that a colour flips for good in a line, by a turn from first to last.

    The other colour may not flip them back at the end of the line, nor may this one flip them at
    the end of the other line.  ``seen``: so it is by a stone of the better turn.
    ``leans``: whether they may be flipped right after that turn, not before it.
    """

    def check(case, cells=None):
        side = getattr(case, colour)
        if cells is None:
            cells = case.named_cells if seen else case.cells
        for cell in cells:
            play, other = getattr(case, line), getattr(case, against)
            owner = case.start.stones[cell]
            assert owner != side
            index = max(n for n, turn in enumerate(play.turns) if cell in turn.flipped)
            assert first <= index <= last and index < len(other.turns)
            assert play.turns[index].colour == side
            assert play.owner(cell, index) == {side}
            assert other.owner(cell) == {owner}
            assert not may_flip(play.positions[-1], owner, cell)
            assert not may_flip(other.positions[-1], side, cell)
            if line == "played":
                check_guarded(other, side, cell)
            if seen:
                assert case.cell in case.better.turns[0].cells - case.played.turns[0].cells
                end = play.turns[index].before if line == "better" else other.positions[-1]
                assert end.stones[case.cell] == case.me
                colours = [may_flip(one, side, cell) for one in (end, without(end, case.cell))]
                assert colours == [line == "better", line == "played"]
            if leans is not None:
                assert not may_flip(case.start, side, cell)
                assert may_flip(case.better.turns[0].after, side, cell) == leans
            if leans:
                check_threat_ends(case, cell, case.values["cell"])

    return check


def kept(case):
    flipped("played", "better", "them", 2)(case, case.named_cells)
    for cell in case.named_cells:
        index = max(n for n, turn in enumerate(case.played.turns) if cell in turn.flipped)
        before = case.played.turns[index].before
        assert before.stones[case.cell] == case.them and case.cell not in case.start.stones
        assert not may_flip(without(before, case.cell), case.them, cell)
        other = case.better.turns[index : index + 1]
        assert not any(turn.flipped for turn in other if turn.colour == case.them)
    assert not any(case.cell in t.cells for t in case.better.turns if t.colour == case.them)


def flipped_now_joins(case):
    assert case.reply.flipped == {case.cell}
    flipped("played", "better", "them", 1, 1)(case, {case.cell})
    parts = case.check_parts(case.reply.before, case.them)
    assert len(parts) > 1 and end_apart(case.better, case.them, parts)


def only_saves(case):
    for cell in case.cells:
        assert may_flip(case.start, case.them, cell)
        check_guarded(case.better, case.them, cell)


def saves(case):
    only_saves(case)
    for cell in case.cells:
        assert cell in case.reply.flipped
        assert case.better.owner(cell) == {case.me}
        assert not may_flip(case.better.positions[-1], case.them, cell)


def only_leans(case, cells=None):
    for cell in case.cells if cells is None else cells:
        assert not may_flip(case.start, case.me, cell)
        assert may_flip(case.better.turns[0].after, case.me, cell)
        if case.played.turns:
            assert not any(may_flip(p, case.me, cell) for p in case.played.positions)
            check_threat_ends(case, cell)


def leans(case):
    only_leans(case)
    for cell in case.cells:
        assert not may_flip(case.better.turns[1].after, case.me, cell)
    theirs = [turn for turn in case.played.turns if turn.colour == case.them]
    assert not any(case.better.turns[1].cells & turn.cells for turn in theirs)


def leans_flips(case, cells=None, *, is_later=None):
    only_leans(case, cells)
    for cell in case.cells if cells is None else cells:
        later = enumerate(case.better.turns[1:], 1)
        index = next(n for n, turn in later if cell in turn.flipped and turn.colour == case.me)
        assert case.better.owner(cell, index) == {case.me}
        assert is_later is None or (index > 2) == is_later
    return case.better.turns[index]


def plays_again(case):
    """Whether the mover's next turn in the played line is where the better turn plays."""
    return any(turn.cells & case.better.turns[0].cells for turn in case.played.turns[2:3])


def leans_alone(*, is_later):
    def check(case):
        leans_flips(case, is_later=is_later)
        assert not plays_again(case)

    return check


def spoiled(*, is_closed, is_later):
    """The answer to the played turn takes the threat away that the better stone would be."""

    def check(case):
        (better,), reply = case.better.turns[0].names, case.reply
        threatened = case.lit - {case.cell} - reply.cells
        assert case.cell in case.better.turns[0].cells and case.cell not in reply.cells
        leans_flips(case, case.check_cells(threatened), is_later=is_later)
        check_reply(case)
        if_not_answered = snapshot(reply.before)
        if_not_answered.mover = case.me
        assert better in if_not_answered.legal()
        if_not_answered.apply(better)
        assert all(may_flip(if_not_answered, case.me, cell) for cell in threatened)
        assert (better not in reply.after.legal()) == is_closed
        if is_closed:
            check_closed(case)
        else:
            after = snapshot(reply.after)
            after.apply(better)
            assert not any(may_flip(after, case.me, cell) for cell in threatened)

    return check


def closed(case):
    assert case.better.turns[0].cells == {case.cell}
    assert case.lit == {case.cell} | case.reply.cells
    check_reply(case)
    check_closed(case)


def check_closed(case):
    """Check that the mover may place on the cell before the answer, and never from then on."""
    before = case.reply.before
    assert case.cell not in before.stones and not is_closed_to(before, case.me, case.cell)
    assert controls(case.reply.after, case.them, case.cell)
    for position in case.played.from_turn(1):
        owner = position.stones.get(case.cell)
        assert owner == case.them or (not owner and is_closed_to(position, case.me, case.cell))


def is_closed_to(position, colour, cell):
    """Whether a colour may not place on a vacant cell after the opening."""
    return controls(position, position.other(colour), cell)


def leans_joins(case):
    turn = leans_flips(case, {case.cell})
    assert not plays_again(case)
    assert len(case.check_parts(turn.before, case.me)) > 1


def opening(key):
    """The first turns after the opening, and what they do.

    In the better line, the opening ends in the middle of the opponent's turn.
    """

    def check(case):
        assert case.start.phase == "opening"
        better, played = (
            next(turn for turn in play.turns if turn.before.phase == "main")
            for play in (case.better, case.played)
        )
        assert better.colour == case.me and played.colour == case.them
        last = case.better.turns[case.better.turns.index(better) - 1]
        assert last.colour == case.them and [case.values["last"]] == last.names
        check_use(case.values["use"], case.better, better)
        if key == "opening-flipped":
            assert better.cells <= case.lit  # so that no other fact states that turn again
            lost = case.check_cells(case.lit - better.cells)
            assert lost and lost <= played.flipped
            theirs = [turn for turn in case.better.turns if turn.colour == case.them]
            assert not any(lost & turn.cells for turn in theirs)
            assert all(is_protected(case.better, case.them, cell) for cell in lost)
        else:
            check_use(case.values["reply_use"], case.played, played)

    return check


def check_use(text, play, turn):
    """Check the clause on what a turn of one stone or flip does.

    What it protects may not be flipped after the next turn either.
    """
    (name,), me = turn.names, turn.colour
    them = turn.before.other(me)
    if turn.flipped:
        assert text == f"flips {name}"
        return
    saved = {c for c in turn.before.stones if may_flip(turn.before, them, c)}
    index = play.turns.index(turn)
    for one in play.turns[index : index + 2]:
        saved -= {c for c in turn.before.stones if may_flip(one.after, them, c)}
    leaning = {c for c in turn.before.stones if may_flip(turn.after, me, c)}
    leaning -= {c for c in turn.before.stones if may_flip(turn.before, me, c)}
    start = f"plays {name}, which "
    if not saved and not leaning:
        assert text == f"plays {name}"
    else:
        assert text.startswith(start + ("protects " if saved else "threatens to flip "))
        check_listed(text.removeprefix(start), saved or leaning)


def saving_actions(case, cell):
    """Whether the opponent, if to move, could keep a stone from being flipped."""
    position = snapshot(case.start)
    position.mover = case.them
    for name in position.legal() - {"pass", "swap"}:
        after = snapshot(position)
        after.apply(name)
        if not may_flip(after, case.me, cell):
            return True
    return False


def single_flip(can_save, others):
    def check(case):
        assert case.better.turns[0].flipped == {case.cell}
        assert may_flip(case.start, case.me, case.cell)
        assert saving_actions(case, case.cell) == can_save
        if others:
            rest = {c for c in case.start.stones if may_flip(case.start, case.me, c)} - {case.cell}
            assert rest and case.named_cells == rest
            assert not any(saving_actions(case, cell) for cell in rest)
        else:
            assert case.lit == {case.cell}

    return check
