"""Games of the engine against itself, many at once so that the network evaluates batches.

Both sides share one tree, which is reused from action to action.
"""

from collections.abc import Generator, Iterator, Sequence
from random import Random
from typing import NamedTuple

from ...engine.compiled.search import SearchKernel
from ...engine.engine import SearchTask
from ...engine.memory import TreeReuse, external_evaluator
from ...engine.search import Evaluator, NetworkOutput, PuctNode
from ...engine.tuning import LevelSettings
from ...rules.notation.actions import GameRecord
from ...rules.state import Game, State

Playing = Generator[list[PuctNode], list[NetworkOutput], tuple[list[int], list[float]]]
"""Plays a game; returns its actions, and the search's value before each of them."""


class Finished(NamedTuple):
    """A game that was played to its end."""

    number: int
    record: GameRecord
    values: list[float]  # the search's value before each action, of the first colour, -1 to 1


def playing(
    game: Game, first: State, visits: int, drawn: int, random: Random, evaluator: Evaluator | None
) -> Playing:
    """A game from a position; its first ``drawn`` actions are random, in proportion to visits."""
    memory = TreeReuse(random, lambda game: evaluator)
    states, actions, values = [first], list[int](), list[float]()
    while game.legal(states[-1]):
        level = LevelSettings(visits, 1.0 if len(actions) < drawn else 0.0, visits)
        task = SearchTask(memory, game, states, actions, level)
        task.visits = visits
        yield from task.leaf_batches()
        thought = task.result(chosen=True)
        values.append(thought.value_first)
        actions.append(thought.action)
        states.append(game.play(states[-1], thought.action))
    return actions, values


def games(
    starts: Sequence[GameRecord],
    visits: int,
    drawn: int,
    seed: int,
    numbers: Sequence[int],
    evaluator: Evaluator | None,
) -> Iterator[Finished]:
    """Play the games with these numbers; without an ``evaluator``, by plain search.

    The network evaluates leaves of all games in one batch, unless compiled code runs it.
    """
    mind = (
        evaluator
        if evaluator is None or isinstance(evaluator, SearchKernel)
        else external_evaluator
    )
    running = dict[int, Playing]()
    waiting = dict[int, list[PuctNode]]()

    def advance(number: int, answer: list[NetworkOutput] | None) -> Finished | None:
        try:
            line = running[number]
            waiting[number] = next(line) if answer is None else line.send(answer)
        except StopIteration as stop:
            del running[number]
            waiting.pop(number, None)
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
        running[number] = playing(game, state, visits, drawn, random, mind)
        if (finished := advance(number, None)) is not None:
            yield finished
    while waiting:
        assert evaluator is not None
        now = list(waiting.items())
        spots = [spot for _, asked in now for spot in asked]
        outputs = evaluator([spot.state for spot in spots], [spot.legal for spot in spots])
        for number, leaves in now:
            answer, outputs = outputs[: len(leaves)], outputs[len(leaves) :]
            if (finished := advance(number, answer)) is not None:
                yield finished
