"""Why a wrong turn is wrong: what the rules tell of the position that its refutation leads to.

That it is wrong is proven.  What is said of it is true of the board and speaks for the side that
answered; where nothing there does so yet, it is what the proof says.
"""

from itertools import zip_longest

from ...rules import Game
from ...rules.board import bits
from ...rules.groups import groups, sizes
from ...rules.state import State
from ...words import WORDS, number, ordinal
from ...words.puzzles import PUZZLE_WORDS
from ..view.outcome_text import told


def why(game: Game, before: State, after: State, solver: int, kind: str) -> str:
    """Why the turn that led to ``before`` is wrong, after the reply that led on to ``after``.

    ``kind`` is what the turn is proven to be, "lost" or "drawn".  Without a reply both positions
    are the same.
    """
    end = forced(game, after)
    outcome = game.outcome(end)
    if outcome is not None:
        first, second = (WORDS[colour] for colour in game.colours)
        reason = told(game, end, outcome, (first, second))
        return reason if end == after else _say("why-forced", game, solver, reason=reason)
    if kind == "drawn":
        return _say("why-drawn", game, solver)
    if any(game.edges):
        found = _edges(game, before, after, solver)
    else:
        found = _score(game, after, solver) or _joined(game, before, after, solver)
    return found or _say("why-lost", game, solver)


def why_right(game: Game, before: State, after: State, solver: int, value: str) -> str:
    """What the right turn, from ``before`` to ``after``, has brought the solver; "" for nothing.

    ``value`` is what the turn is proven to be, "win" or "draw".
    """
    other = 1 - solver
    found = why(game, before, after, other, "lost" if value == "win" else "drawn")
    return "" if found == _say("why-lost", game, other) else found


def forced(game: Game, state: State) -> State:
    """The position from which on there is a choice again, or the end of the game."""
    while (legal := game.legal(state)) and not legal & (legal - 1):
        state = game.play(state, legal.bit_length() - 1)
    return state


def _say(key: str, game: Game, solver: int, **values: object) -> str:
    colour, other = (WORDS[game.colours[side]] for side in (solver, 1 - solver))
    return PUZZLE_WORDS[key].format(Colour=colour, Other=other, **values)


def _edges(game: Game, before: State, after: State, solver: int) -> str:
    """What the edges tell: who is joined, whose chain broke, who is nearer."""
    other = 1 - solver
    if game.chain(after, other):
        ways = bits(game.legal(after))
        holds = all(game.chain(game.play(after, way), other) for way in ways)
        return _say("why-holds" if holds else "why-connected", game, solver)
    if game.chain(before, solver) and not game.chain(after, solver):
        return _say("why-broken", game, solver)
    ours, theirs = game.standing(after, other), game.standing(after, solver)
    if ours is None or theirs is None or ours >= theirs:
        return ""
    return _say("why-nearer", game, solver, ours=ours, theirs=theirs)


def _score(game: Game, after: State, solver: int) -> str:
    """What the groups tell, if they would decide for the other side as they stand."""
    other = 1 - solver
    if game.score_word:
        ours, theirs = game.score(after, other), game.score(after, solver)
        if ours <= theirs:
            return ""
        return _say("why-product", game, solver, ours=number(ours), theirs=number(theirs))
    held = game.holdings(after)
    pairs = zip_longest(*(sizes(game.board, held[side]) for side in (other, solver)), fillvalue=0)
    rows = enumerate(pairs)
    at, ours, theirs = next(((n, *pair) for n, pair in rows if pair[0] != pair[1]), (0, 0, 0))
    words = {"ours": ours, "theirs": theirs, "ordinal": ordinal(at), "x": game.margin}
    if at or not game.margin:
        key = "why-cascade" if at else "why-largest"
        return _say(key, game, solver, **words) if ours > theirs else ""
    if ours - theirs >= game.margin:
        return _say("why-gap", game, solver, **words)
    return _say("why-smaller", game, solver, **words) if 0 < theirs - ours < game.margin else ""


def _joined(game: Game, before: State, after: State, solver: int) -> str:
    """The groups that the reply has joined, where it is good to have a large one."""
    if game.margin:
        return ""
    old, new = (state.stones[1 - solver] for state in (before, after))
    for group in groups(game.board, new):
        if group & ~old and len(groups(game.board, group & old)) > 1:
            return _say("why-joined", game, solver, size=group.bit_count())
    return ""
