"""What a position looks like to somebody who has just learned the rules.

The score of a position asks what would decide if the game ended now, and looks no further:

greylox       The groups of both colours, with the vacant cells that each controls: these count as
              its stones at the end.  First the largest groups are compared, then the second
              largest and so on, as at the end of a game.  In the opening nothing is controlled.
lox           The fewest stones that each colour still needs to join its edges; the page shows both
              numbers.  A colour that is cut off needs as many as the board is wide.
brink         The groups of both colours, the largest first.  The larger one wins from X ahead on,
              and that is what one's own stones can bring about: they make no group smaller.  So
              being ahead looks like progress, although less than X ahead would lose.
multiplicity  The products of both colours, which the page shows.
byg           The stones that each colour may place in its next turn, since more of them outweigh
              everything else; then the groups, the largest first, as at the end of a game.

A game without such a score of its own is judged by ``Game.score``.  The low levels choose by it
(``Level.share``), and so do the newcomers of the laboratory, against whom they are measured.
"""

from collections.abc import Callable, Mapping
from functools import lru_cache
from itertools import zip_longest
from math import ceil

from ..rules.board import Board, bits
from ..rules.games.byg import MAX_STONES_PER_TURN
from ..rules.groups import sizes
from ..rules.state import Game, State

Score = tuple[int, ...]
"""How far one colour is ahead of the other; the first numbers that differ decide.

In one game all scores are equally long, and the other colour's score is the same with other signs.
"""


@lru_cache(maxsize=4096)
def group_sizes(board: Board, stones: int) -> tuple[int, ...]:
    """The sizes of the groups, largest first: many actions leave one colour's as they were."""
    return tuple(sizes(board, stones))


def size_differences(board: Board, own: int, other: int) -> Score:
    """By how much each group is larger than the other colour's of the same rank."""
    pairs = zip_longest(group_sizes(board, own), group_sizes(board, other), fillvalue=0)
    ahead = tuple(a - b for a, b in pairs)
    return ahead + (0,) * (board.cells.bit_count() - len(ahead))


def greylox_score(game: Game, state: State, colour: int) -> Score:
    """The groups of stones and of vacant cells that are controlled."""
    vacant = game.board.cells & ~state.occupied
    controls = game.controlled(state) or (0, 0)
    sides = [state.stones[side] | vacant & controls[side] for side in (colour, 1 - colour)]
    return size_differences(game.board, *sides)


def lox_score(game: Game, state: State, colour: int) -> Score:
    """How many stones fewer are needed to join the edges."""
    needs = [game.interim_score(state, side) for side in (1 - colour, colour)]
    theirs, ours = (game.size if need is None else need for need in needs)
    return (theirs - ours,)


def brink_score(game: Game, state: State, colour: int) -> Score:
    """The groups of stones."""
    return size_differences(game.board, state.stones[colour], state.stones[1 - colour])


def byg_score(game: Game, state: State, colour: int) -> Score:
    """The stones of the next turns, and the groups."""
    own, other = (group_sizes(game.board, state.stones[side]) for side in (colour, 1 - colour))
    more = max(1, min(MAX_STONES_PER_TURN, len(own))) - max(1, min(MAX_STONES_PER_TURN, len(other)))
    return more, *brink_score(game, state, colour)


def score_difference(game: Game, state: State, colour: int) -> Score:
    """The difference of the scores that the page shows."""
    return (game.score(state, colour) - game.score(state, 1 - colour),)


SCORES: dict[str, Callable[[Game, State, int], Score]] = {
    "greylox": greylox_score,
    "lox": lox_score,
    "brink": brink_score,
    "byg": byg_score,
}


def score(game: Game, state: State, colour: int) -> Score:
    """How good a position looks for ``colour``; larger is better."""
    return SCORES.get(game.name, score_difference)(game, state, colour)


def scores(game: Game, state: State) -> dict[int, Score]:
    """What each legal action of the mover leads to, before anybody replies."""
    legal = bits(game.legal(state))
    return {action: score(game, game.play(state, action), state.mover) for action in legal}


def best_actions(scores: Mapping[int, Score], share: float) -> list[int]:
    """The actions that fewer than ``share`` of all actions score better than.

    Equal actions stay together, so there may be more than that share of them.
    """
    descending = sorted(scores.values(), reverse=True)
    threshold = descending[ceil(share * len(descending)) - 1]
    return [action for action, value in scores.items() if value >= threshold]
