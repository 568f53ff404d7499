"""Two simulated beginners, who search one or two actions ahead.

Both use the score of ``greylox_web.engine.heuristic``, which explains it for each game.  They
choose at random among equally good actions.

1  plays the action with the best score, regardless of replies.
2  also searches the next action, and expects the best one by the same score: the opponent's reply
   or, if the turn continues, its own next action.
"""

from random import Random

from greylox_web.engine.heuristic import Score, score, scores
from greylox_web.rules import Game
from greylox_web.rules.board import bits
from greylox_web.rules.state import State

DEPTHS = (1, 2)


def choose(game: Game, state: State, depth: int, random: Random) -> int:
    """Return the action of a beginner who searches ``depth`` actions ahead."""
    if depth == 1:
        action_scores = scores(game, state)
        best_score = max(action_scores.values())
        return random.choice(
            [action for action, action_score in action_scores.items() if action_score == best_score]
        )
    actions = list(bits(game.legal(state)))
    random.shuffle(actions)  # ties are broken at random
    replies: list[int] = []
    chosen, best_value = actions[0], None
    for action in actions:
        value = evaluate_action(game, state, action, best_value, replies)
        if value is not None:
            chosen, best_value = action, value
    return chosen


def evaluate_action(
    game: Game, state: State, action: int, alpha: Score | None, replies: list[int]
) -> Score | None:
    """Return the score after an action and the best next one, or None if not above ``alpha``.

    ``replies`` are the earlier best replies, the latest one first: mostly one of them refutes an
    action at once.
    """
    mover, next_state = state.mover, game.play(state, action)
    legal = game.legal(next_state)
    if not legal:
        end = score(game, next_state, mover)
        return end if alpha is None or end > alpha else None
    is_own_turn = next_state.mover == mover
    legal_replies = [reply for reply in replies if legal >> reply & 1]
    best_reply = 0
    value: Score | None = None
    for reply in (*legal_replies, *bits(legal & ~sum(1 << reply for reply in legal_replies))):
        reply_score = score(game, game.play(next_state, reply), mover)
        if value is None or (reply_score > value if is_own_turn else reply_score < value):
            value, best_reply = reply_score, reply
            if not is_own_turn and alpha is not None and value <= alpha:
                break
    replies[:] = [best_reply, *(reply for reply in replies if reply != best_reply)]
    assert value is not None
    return value if alpha is None or value > alpha else None
