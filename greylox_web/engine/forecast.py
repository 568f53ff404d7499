"""The forecast of a position: who holds each cell at the end of games that the engine plays on.

The network plays them alone, with one evaluation for each action, so that hundreds take seconds.
It draws each action with the square of its prior as the weight: mostly its first choice, but no two
games are the same.  Without a network the games are random.
"""

from math import inf
from random import Random
from typing import Any

from ..rules.board import bits
from ..rules.state import Game, State
from .compiled.rules import CompiledPlayouts
from .compiled.search import SearchKernel
from .playouts import terminal_value
from .rollouts import SplitMix64
from .search import Evaluator
from .timed_task import TimedTask

GAMES = 128  # of a complete forecast
STEP_ACTIONS = 24  # actions between two looks at the clock
RANDOM_STEPS = 1 << 30  # as in forecast.ts


def play_on(game: Game, state: State, evaluator: Evaluator, seed: int, max_actions: int) -> State:
    """Play at most ``max_actions`` actions and return the position after them."""
    generator = SplitMix64((seed >> 31) << 32 | seed & 0x7FFFFFFF)  # both halves are positive
    while max_actions and (legal := game.legal(state)):
        [output] = evaluator([state], [legal])
        weights = [float(prior) * float(prior) for prior in output.prior]
        rest, drawn = sum_in_order(weights) * (generator.below(RANDOM_STEPS) / RANDOM_STEPS), 0
        for index, weight in enumerate(weights):
            if weight > 0:
                drawn = index
                rest -= weight
                if rest < 0:
                    break
        state = game.play(state, int(output.actions[drawn]))
        max_actions -= 1
    return state


def sum_in_order(weights: list[float]) -> float:
    """Return the sum, rounded after each term as in compiled code; ``sum`` is more exact."""
    total = 0.0
    for weight in weights:
        total += weight
    return total


class ForecastTask(TimedTask):
    """The games played on from a position, one after another."""

    visits = GAMES

    def __init__(
        self, game: Game, state: State, evaluator: Evaluator | None, random: Random
    ) -> None:
        self.game, self.start, self.evaluator, self.random = game, state, evaluator, random
        self.playouts = CompiledPlayouts(random)  # without a network
        self.state = state  # of the current game
        self.games = 0  # finished so far
        self.is_done, self.seconds_left = False, inf
        self.value_sum = 0.0  # of their results, for the first colour
        self.cells = tuple(bits(game.board.cells))
        self.held = [0] * len(self.cells), [0] * len(self.cells)
        """For each colour the number of games in which it holds each of ``cells`` at the end."""

    @property
    def report_fields(self) -> dict[str, Any]:
        """The fields of the report on the games played so far."""
        value = self.value_sum / max(self.games, 1)
        return {
            "visits": self.games,
            "value_first": value,
            "visit_limit": self.visits,
            "held": self.held,
        }

    def step(self) -> None:
        """Play a part of the current game."""
        game = self.game
        if self.evaluator is None:
            self.state = self.playouts.final_state(game, self.start)
        else:
            seed = self.random.getrandbits(62)
            play = self.evaluator.play_on if isinstance(self.evaluator, SearchKernel) else self.play
            self.state = play(self.state, seed, STEP_ACTIONS)
        if not game.legal(self.state):
            self.value_sum += terminal_value(game, self.state)
            for counts, held in zip(self.held, game.scored_cells(self.state), strict=True):
                for index, cell in enumerate(self.cells):
                    counts[index] += held >> cell & 1
            self.games += 1
            self.is_done = self.games >= GAMES
            self.state = self.start

    def play(self, state: State, seed: int, max_actions: int) -> State:
        """Play at most ``max_actions`` actions where compiled code cannot."""
        assert self.evaluator is not None
        return play_on(self.game, state, self.evaluator, seed, max_actions)

    def close(self) -> None:
        """End the task, which holds nothing to free."""
