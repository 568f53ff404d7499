"""A simple score of a position, as a beginner who has just learned the rules would judge it.

The score compares what would decide if the game ended now, and looks no further:

greylox       The groups of both colours.  The vacant cells that each colour controls count as its
              stones at the end.  The largest groups are compared first, then the second largest
              and so on, as at the end of a game.  In the opening nothing is controlled.
lox           The fewest stones that each colour still needs to join its edges; the page shows both
              numbers.  A colour that is cut off needs as many as the board is wide.
brink         The groups of both colours, the largest first; here the larger group is better.  In
              the game it wins only with a lead of at least X, and loses with a smaller one.  But
              groups never shrink, so a lead is progress.
multiplicity  The products of both colours, which the page shows.
byg           The stones that each colour may place in its next turn, since more of them outweigh
              everything else.  Then the groups, the largest first, as at the end of a game.

Any other game uses ``Game.score``.  The low levels choose actions by this score
(``LevelSettings.share``).  So do the newcomers in ``lab.newcomers``, which measure these levels.
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
"""The lead of one colour over the other; the first numbers that differ decide.  In one game all
scores have the same length.  The other colour's score has the opposite signs."""


@lru_cache(maxsize=4096)
def group_sizes(board: Board, stones: int) -> tuple[int, ...]:
    """Return the sizes of the groups, largest first.

    The results are cached, because many actions leave the groups of one colour unchanged.
    """
    return tuple(sizes(board, stones))


def size_differences(board: Board, own: int, other: int) -> Score:
    """Return by how much each group is larger than the other colour's of the same rank."""
    pairs = zip_longest(group_sizes(board, own), group_sizes(board, other), fillvalue=0)
    ahead = tuple(a - b for a, b in pairs)
    return ahead + (0,) * (board.cells.bit_count() - len(ahead))


def greylox_score(game: Game, state: State, colour: int) -> Score:
    """Compare the groups of stones and of controlled vacant cells."""
    vacant = game.board.cells & ~state.occupied
    controls = game.controlled(state) or (0, 0)
    sides = [state.stones[side] | vacant & controls[side] for side in (colour, 1 - colour)]
    return size_differences(game.board, *sides)


def lox_score(game: Game, state: State, colour: int) -> Score:
    """Return how many stones fewer than the opponent ``colour`` needs to join its edges."""
    needs = [game.interim_score(state, side) for side in (1 - colour, colour)]
    theirs, ours = (game.size if need is None else need for need in needs)
    return (theirs - ours,)


def brink_score(game: Game, state: State, colour: int) -> Score:
    """Compare the groups of stones."""
    return size_differences(game.board, state.stones[colour], state.stones[1 - colour])


def byg_score(game: Game, state: State, colour: int) -> Score:
    """Compare the stones of the next turns, then the groups."""
    own, other = (group_sizes(game.board, state.stones[side]) for side in (colour, 1 - colour))
    more = max(1, min(MAX_STONES_PER_TURN, len(own))) - max(1, min(MAX_STONES_PER_TURN, len(other)))
    return more, *brink_score(game, state, colour)


def score_difference(game: Game, state: State, colour: int) -> Score:
    """Return the difference of the scores that the page shows."""
    return (game.score(state, colour) - game.score(state, 1 - colour),)


SCORES: dict[str, Callable[[Game, State, int], Score]] = {
    "greylox": greylox_score,
    "lox": lox_score,
    "brink": brink_score,
    "byg": byg_score,
}


def score(game: Game, state: State, colour: int) -> Score:
    """Return how good a position looks for ``colour``; larger is better."""
    return SCORES.get(game.name, score_difference)(game, state, colour)


def scores(game: Game, state: State) -> dict[int, Score]:
    """Return the score after each legal action of the mover, before any reply."""
    legal = bits(game.legal(state))
    return {action: score(game, game.play(state, action), state.mover) for action in legal}


def best_actions(scores: Mapping[int, Score], share: float) -> list[int]:
    """Return the best ``share`` of the actions by score, and all that tie with the last of them.

    Equal actions stay together, so there may be more than that share of them.
    """
    descending = sorted(scores.values(), reverse=True)
    threshold = descending[ceil(share * len(descending)) - 1]
    return [action for action, value in scores.items() if value >= threshold]
