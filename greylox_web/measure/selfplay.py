"""Games of the engine against itself, many at once so that the network evaluates batches.

Both sides share one tree, which is reused from action to action.
"""

from collections.abc import Generator, Iterator, Sequence
from random import Random
from typing import NamedTuple

from ..engine.compiled.search import SearchKernel
from ..engine.engine import SearchTask
from ..engine.search import Evaluator, NetworkOutput, PuctNode
from ..engine.tree_reuse import PlayerTree, external_evaluator
from ..engine.tuning import LevelSettings
from ..rules.notation.actions import GameRecord
from ..rules.state import Game, State

PlayGenerator = Generator[list[PuctNode], list[NetworkOutput], tuple[list[int], list[float]]]
"""A generator that plays a game and returns its actions and the search's value before each one."""


class Finished(NamedTuple):
    """A finished game."""

    number: int
    record: GameRecord
    values: list[float]  # the first colour's value before each action, from the search, -1 to 1


def play_generator(
    game: Game,
    first: State,
    visits: int,
    random_actions: int,
    random: Random,
    evaluator: Evaluator | None,
) -> PlayGenerator:
    """Play a game; draw the first ``random_actions`` actions in proportion to their visits."""
    tree_reuse = PlayerTree(random, lambda game: evaluator)
    states, actions, values = [first], list[int](), list[float]()
    while game.legal(states[-1]):
        level = LevelSettings(visits, 1.0 if len(actions) < random_actions else 0.0, visits)
        task = SearchTask(tree_reuse, game, states, actions, level)
        task.visits = visits
        yield from task.leaf_batches()
        result = task.result(chosen=True)
        values.append(result.value_first)
        actions.append(result.action)
        states.append(game.play(states[-1], result.action))
    return actions, values


def play_games(
    starts: Sequence[GameRecord],
    visits: int,
    random_actions: int,
    seed: int,
    numbers: Sequence[int],
    evaluator: Evaluator | None,
) -> Iterator[Finished]:
    """Play the games with these numbers; without an ``evaluator``, by plain search.

    The network evaluates leaves of all games in one batch, unless compiled code runs the network.
    """
    search_evaluator = (
        evaluator
        if evaluator is None or isinstance(evaluator, SearchKernel)
        else external_evaluator
    )
    running = dict[int, PlayGenerator]()
    pending_leaves = dict[int, list[PuctNode]]()

    def advance(number: int, answer: list[NetworkOutput] | None) -> Finished | None:
        try:
            generator = running[number]
            pending_leaves[number] = next(generator) if answer is None else generator.send(answer)
        except StopIteration as stop:
            del running[number]
            pending_leaves.pop(number, None)
            actions, values = stop.value
            start = starts[number % len(starts)]
            record = GameRecord(start.game, (*start.actions, *actions), start.setup)
            return Finished(number, record, values)
        return None

    for number in numbers:
        start = starts[number % len(starts)]
        game, state = start.game, start.initial_state
        for action in start.actions:
            state = game.play(state, action)
        random = Random(f"{seed} {visits} {number}")
        running[number] = play_generator(
            game, state, visits, random_actions, random, search_evaluator
        )
        if (finished := advance(number, None)) is not None:
            yield finished
    while pending_leaves:
        assert evaluator is not None
        now = list(pending_leaves.items())
        nodes = [node for _, requests in now for node in requests]
        outputs = evaluator([node.state for node in nodes], [node.legal for node in nodes])
        for number, leaves in now:
            answer, outputs = outputs[: len(leaves)], outputs[len(leaves) :]
            if (finished := advance(number, answer)) is not None:
                yield finished
