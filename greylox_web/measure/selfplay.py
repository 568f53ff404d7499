"""Games of the engine against itself, many at once so that the network evaluates batches.

Both sides share one tree, which is reused from action to action.  On the skill ladder one side
looks further than the other, and each has a tree of its own.
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
from ..rules.play import play_all
from ..rules.state import Game, State
from .games import measure_game
from .job import Job
from .rows import LadderRow, Pair, Row, colour_visits, make_row_of, start_index

PlayGenerator = Generator[list[PuctNode], list[NetworkOutput] | None, tuple[list[int], list[float]]]
"""A generator that plays a game and returns its actions and the search's value before each one.

It yields leaves for the network to evaluate, or an empty list where it may pause.
"""


class Finished(NamedTuple):
    """A finished game."""

    number: int
    record: GameRecord
    values: list[float]  # the first colour's value before each action, from the search, -1 to 1


def play_generator(
    game: Game,
    first: State,
    visits: int | Pair,
    random_actions: int,
    random: Random,
    evaluator: Evaluator | None,
    *,
    pauses: bool = False,
) -> PlayGenerator:
    """Play a game; draw the first ``random_actions`` actions in proportion to their visits.

    Two ``visits`` are the first and the second colour's.
    """
    if isinstance(visits, int):
        visits, trees = (visits, visits), [PlayerTree(random, lambda game: evaluator)] * 2
    else:
        trees = [PlayerTree(random, lambda game: evaluator) for _ in visits]
    states, actions, values = [first], list[int](), list[float]()
    while game.legal(states[-1]):
        own, tree = visits[states[-1].mover], trees[states[-1].mover]
        level = LevelSettings(own, 1.0 if len(actions) < random_actions else 0.0, own)
        task = SearchTask(tree, game, states, actions, level)
        task.visits = own
        yield from task.leaf_batches(pauses=pauses)
        result = task.result(chosen=True)
        values.append(result.value_first)
        actions.append(result.action)
        states.append(game.play(states[-1], result.action))
    return actions, values


def start_game(
    job: Job,
    starts: Sequence[GameRecord],
    number: int,
    evaluator: Evaluator | None,
    *,
    pauses: bool = False,
) -> tuple[GameRecord, PlayGenerator]:
    """Return the start of the game of this number, and the generator that plays it."""
    visits, seed = job.visits, job.study.seed
    start = starts[start_index(visits, number, len(starts))]
    state = play_all(start.game, start.initial_state, start.actions)
    if isinstance(visits, int):
        random = Random(f"{seed} {visits} {number}")
    else:
        visits = colour_visits(visits, number)
        random = Random(f"{seed} {visits[0]}-{visits[1]} {number}")
    return start, play_generator(
        start.game, state, visits, job.study.drawn, random, evaluator, pauses=pauses
    )


def finish_game(number: int, start: GameRecord, played: tuple[list[int], list[float]]) -> Finished:
    """Return the finished game."""
    actions, values = played
    record = GameRecord(start.game, (*start.actions, *actions), start.setup)
    return Finished(number, record, values)


def make_row(finished: Finished, visits: int | Pair) -> Row | LadderRow:
    """Return a game as a row of the results; ``visits`` may be a step of the ladder."""
    measures = measure_game(finished.record)
    lowest = None
    if measures["winner"] is not None:
        sign = 1 - 2 * measures["winner"]
        lowest = round(50 * (1 + min(sign * value for value in finished.values)))
        lowest = min(max(lowest, 0), 100)
    strength = visits if isinstance(visits, int) else colour_visits(visits, finished.number)
    return make_row_of(finished.number, strength, lowest, measures)


def play_in_steps(
    job: Job, starts: Sequence[GameRecord], evaluator: Evaluator | None
) -> Iterator[Finished | None]:
    """Play the same games as ``play_games``, one by one; yield None where the caller may pause."""
    for number in job.numbers:
        start, game = start_game(job, starts, number, evaluator, pauses=True)
        outputs: list[NetworkOutput] | None = None
        try:
            while True:
                leaves = game.send(outputs)
                outputs = None
                if leaves:
                    assert evaluator is not None
                    outputs = evaluator(
                        [leaf.state for leaf in leaves], [leaf.legal for leaf in leaves]
                    )
                yield None
        except StopIteration as stop:
            yield finish_game(number, start, stop.value)


def play_games(
    job: Job, starts: Sequence[GameRecord], evaluator: Evaluator | None
) -> Iterator[Finished]:
    """Play the games of a job; without an ``evaluator``, by plain search.

    ``starts`` are the positions of ``start_records``.  The network evaluates leaves of all games in
    one batch, unless compiled code runs the network.
    """
    search_evaluator = (
        evaluator
        if evaluator is None or isinstance(evaluator, SearchKernel)
        else external_evaluator
    )
    running = dict[int, tuple[GameRecord, PlayGenerator]]()
    pending_leaves = dict[int, list[PuctNode]]()

    def advance(number: int, answer: list[NetworkOutput] | None) -> Finished | None:
        try:
            start, generator = running[number]
            pending_leaves[number] = next(generator) if answer is None else generator.send(answer)
        except StopIteration as stop:
            del running[number]
            pending_leaves.pop(number, None)
            return finish_game(number, start, stop.value)
        return None

    for number in job.numbers:
        running[number] = start_game(job, starts, number, search_evaluator)
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
