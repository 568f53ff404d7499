"""The turns of a reviewed line: what each lost, and the engine's turn in its place.

Losses are shares of the mover's winning chance, from 0 to 1.
"""

from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from ...explanations.model import Comparison
from ...match.move_list import started_turns
from ...match.tree import Tree
from ...rules import Game
from ...rules.notation.actions import localized_action
from ...rules.state import State
from ...rules.turns import first_turn
from ...session.evaluation import win_percent
from ...session.session import Session

if TYPE_CHECKING:
    from .model import Review

GOOD_MOVE_LOSS = 0.03  # up to this loss of win probability a turn counts as good as the best
MIN_LOSS = 0.05  # least loss of win probability for a mistake
COSTLY_LOSS = 0.10  # least loss of a turn that the page "Your mistakes" keeps


class Evaluation(NamedTuple):
    """The engine's evaluation of one position."""

    value_first: float
    proven: bool
    pv: tuple[int, ...] = ()  # the best actions from this position on, empty when the game is over

    def win_probability(self, colour: int) -> float:
        """Return the colour's win probability, from 0 to 1; a draw counts one half."""
        return (1 - self.value_first if colour else 1 + self.value_first) / 2

    def win_percent(self, colour: int) -> int:
        """Return the displayed win probability in per cent: 0 and 100 only if proven."""
        return win_percent(-self.value_first if colour else self.value_first, proven=self.proven)


class ReviewedTurn(NamedTuple):
    """A turn with its loss; a mistake, if it lost much of the winning chance."""

    number: int
    colour: int
    text: str
    loss: float  # of the mover's winning chance, from 0 to 1
    start: int  # the node before the turn
    end: int  # the node after the turn
    before: int = 0  # the mover's chance before the turn, in per cent
    after: int = 0  # and after it
    best: tuple[int, ...] = ()  # the actions of the engine's turn; empty if unknown or played


class Judgement(NamedTuple):
    """What the engine says of a turn."""

    loss: float  # of the mover's winning chance, from 0 to 1
    before: Evaluation
    after: Evaluation
    best: tuple[int, ...]  # the actions of the engine's turn


def evaluated_count(tree: Tree, review: "Review") -> int:
    """Return the number of evaluated positions of the line."""
    return sum(tree.nodes[node].state in review.evaluations for node in review.line)


def terminal_evaluation(game: Game, state: State) -> Evaluation | None:
    """Return the evaluation of a finished game, or None before the end."""
    outcome = game.outcome(state)
    if outcome is None:
        return None
    value = 0.0 if outcome.winner is None else 1.0 - 2.0 * outcome.winner
    return Evaluation(value, proven=True)


def turn_text(game: Game, state: State, actions: tuple[int, ...]) -> str:
    """Return the text of the first turn of a sequence of actions, as ``e6+b2``."""
    return "+".join(localized_action(game, *played) for played in first_turn(game, state, actions))


def is_mistake(turn: ReviewedTurn) -> bool:
    """Return whether a turn lost much of the winning chance."""
    return turn.loss >= MIN_LOSS


def reviewed_turns(tree: Tree, review: "Review") -> tuple[ReviewedTurn, ...]:
    """Return all turns of the line whose loss is known."""
    turns = []
    number = started_turns(tree)
    for start, end, judged in _turns(tree, review):
        state = tree.nodes[review.line[start]].state
        number += not state.is_mid_turn
        if judged is not None:
            text = "+".join(
                localized_action(tree.game, tree.nodes[node].state, action)
                for node, action in zip(
                    review.line[start:end], review.actions[start:end], strict=True
                )
            )
            nodes = review.line[start], review.line[end]
            before, after = (one.win_percent(state.mover) for one in (judged.before, judged.after))
            best = judged.best if judged.best != review.actions[start:end] else ()
            turns.append(
                ReviewedTurn(number, state.mover, text, judged.loss, *nodes, before, after, best)
            )
    return tuple(turns)


def costly_turns(session: Session) -> tuple[ReviewedTurn, ...]:
    """Return the player's costly turns in a complete review; empty without one.

    Two players at one screen, two engines, and games of others have no turns of the player.
    """
    review, colour = session.review, session.local_colour
    if review is None or colour is None:
        return ()
    if evaluated_count(session.tree, review) < len(review.line):
        return ()
    return tuple(
        turn
        for turn in review.turns
        if turn.colour == colour and turn.best and round(turn.loss, 3) >= COSTLY_LOSS
    )


def comparison(tree: Tree, review: "Review", turn: ReviewedTurn) -> Comparison | None:
    """Return the engine's line and the played one from the position before a turn.

    None where the engine's line is not known, or was played.
    """
    start, end = review.line.index(turn.start), review.line.index(turn.end)
    played, nodes = review.actions[start:end], tree.nodes
    for node, count in zip(review.line[start:end], range(len(played)), strict=True):
        evaluation = review.evaluations.get(nodes[node].state)
        if evaluation is not None and evaluation.pv and evaluation.pv[0] != played[count]:
            after = review.evaluations.get(nodes[turn.end].state)
            better = (*played[:count], *evaluation.pv)
            line = (*played, *(after.pv if after else ()))
            return Comparison(tree.game, nodes[turn.start].state, better, line)
    return None


def turn_losses(tree: Tree, review: "Review") -> tuple[list[float], list[float]]:
    """Return the losses of each colour's turns, from 0 to 1, as far as they are known.

    A turn after which the evaluation is better than before has lost nothing.
    """
    losses: tuple[list[float], list[float]] = [], []
    for start, _, judged in _turns(tree, review):
        if judged is not None:
            losses[tree.nodes[review.line[start]].state.mover].append(max(judged.loss, 0.0))
    return losses


def _turns(tree: Tree, review: "Review") -> Iterator[tuple[int, int, Judgement | None]]:
    """Yield the turns of the line: the plies before and after each, and its judgement if known."""
    states = [tree.nodes[node].state for node in review.line]
    evaluations = [review.evaluations.get(state) for state in states]
    end = 0
    while end < len(review.actions):
        start = end
        end += 1
        while end < len(review.actions) and states[end].is_mid_turn:
            end += 1
        yield (
            start,
            end,
            _judge(
                tree.game,
                states[start:end],
                evaluations[start : end + 1],
                review.actions[start:end],
            ),
        )


def _judge(
    game: Game,
    states: list[State],
    evaluations: list[Evaluation | None],
    actions: tuple[int, ...],
) -> Judgement | None:
    """Return the judgement of a turn, from the evaluations of its positions from start to end.

    The loss is measured from the first action that differs from the engine's choice.
    """
    first, after = evaluations[0], evaluations[-1]
    for index, (before, action) in enumerate(zip(evaluations, actions, strict=False)):
        if before is None or after is None:
            return None
        if before.pv[:1] != (action,):
            mover = states[0].mover
            loss = before.win_probability(mover) - after.win_probability(mover)
            rest = (better for _, better in first_turn(game, states[index], before.pv))
            return Judgement(loss, before, after, (*actions[:index], *rest) if before.pv else ())
    return Judgement(0.0, first, after, ()) if first and after else None


def loss_percent(share: float) -> int:
    """Return a loss in per cent; 100 only if a certain win became a certain loss."""
    return round(100 * share) if share >= 1 else min(round(100 * share), 99)
