"""Two players who have just learned the rules: they look one or two actions ahead.

Both follow the score of ``greylox_web.engine.near``, which says for each game what such a person
looks at, and why.  Among equally good actions they choose at random.

1  plays the action with the best score, as if nobody replied.
2  also looks at the action that follows, and expects the best one by the same score: the opponent's
   reply or, where the turn goes on, one's own next action.
"""

from random import Random

from greylox_web.engine.near import Score, score, scores
from greylox_web.rules import Game
from greylox_web.rules.board import bits
from greylox_web.rules.state import State

DEPTHS = (1, 2)


def choose(game: Game, state: State, depth: int, random: Random) -> int:
    """The action that a player who looks ``depth`` actions ahead plays."""
    if depth == 1:
        ahead = scores(game, state)
        most = max(ahead.values())
        return random.choice([action for action, found in ahead.items() if found == most])
    actions = list(bits(game.legal(state)))
    random.shuffle(actions)  # the first of the best ones is then any of them
    replies: list[int] = []
    chosen, least = actions[0], None
    for action in actions:
        value = after(game, state, action, least, replies)
        if value is not None:
            chosen, least = action, value
    return chosen


def after(
    game: Game, state: State, action: int, least: Score | None, replies: list[int]
) -> Score | None:
    """The score after an action and the best one that follows; None if it is not above ``least``.

    ``replies`` are those that were the best answers before, the latest one first: mostly one of
    them shows at once that an action is no better.
    """
    mover, then = state.mover, game.play(state, action)
    legal = game.legal(then)
    if not legal:
        end = score(game, then, mover)
        return end if least is None or end > least else None
    own = then.mover == mover
    known = [reply for reply in replies if legal >> reply & 1]
    answer = 0
    value: Score | None = None
    for reply in (*known, *bits(legal & ~sum(1 << reply for reply in known))):
        found = score(game, game.play(then, reply), mover)
        if value is None or (found > value if own else found < value):
            value, answer = found, reply
            if not own and least is not None and value <= least:
                break
    replies[:] = [answer, *(reply for reply in replies if reply != answer)]
    assert value is not None
    return value if least is None or value > least else None
