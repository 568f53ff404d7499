"""Late positions from self-play of a weak player.

Most games are decided long before a solver can solve them, and then no turn matters.  So each side
plays the candidate of its search with the value nearest to a draw.
"""

from collections.abc import Iterator
from itertools import islice
from random import Random
from typing import NamedTuple

from greylox_web.command.networks import load_registry
from greylox_web.engine.engine import SearchTask
from greylox_web.engine.solver import OutOfBudget
from greylox_web.engine.tree_reuse import PlayerTree
from greylox_web.engine.tuning import LevelSettings, reference_game, tuning
from greylox_web.rules import Game, default_game
from greylox_web.rules.board import bits
from greylox_web.rules.notation.actions import GameRecord
from greylox_web.rules.notation.links import read_link, write_link
from greylox_web.rules.state import State
from greylox_web.rules.turns import WholeTurn, all_turns, turn_in_progress
from lab.training.boards import offered_games

from .proof import Prover

MAX_SIZE_FACTOR = 1.5  # the most cells of a board, as a multiple of the reference board's
DEFAULT_SHARE = 0.1  # the share of games on the default board with its default options
SIZE_EXPONENT = 1.3  # boards are drawn with weight cells ** -SIZE_EXPONENT: small ones yield more
OPTION_SHARE = 0.4  # the share of the other games with options other than the default
VISITS = (12, 24, 48)  # per action of a self-play game
RANDOM_SHARES = (0.02, 0.06, 0.12)  # shares of actions that are random legal ones
GAME_BUDGET_FACTOR = 3  # node budgets for a game that yields candidates; other games get one
SIBLINGS = 4  # random other turns of a solved position whose positions are tried, too
MIN_TURNS, MAX_TURNS = 4, 240  # turns of a candidate position
MAX_PER_GAME = 10  # positions with one right turn, after which the search of a game ends


class CandidatePosition(NamedTuple):
    """A position with one right turn, and the turn that led to it."""

    before: State
    leading_turn: WholeTurn
    solution: WholeTurn

    @property
    def state(self) -> State:
        """The position after the leading turn."""
        return self.leading_turn.state

    def link(self, game: Game) -> str | None:
        """A link to ``before`` as a set-up, with the leading turn; None if it is not readable."""
        text = write_link(GameRecord(game, self.leading_turn.actions, self.before))
        reading = read_link(text)
        if reading.error or not reading.states or reading.states[-1] != self.state:
            return None
        return text


def random_board(name: str, random: Random) -> Game:
    """A random board with options for the next game."""
    default = default_game(name)
    max_cells = MAX_SIZE_FACTOR * reference_game(name).board.cells.bit_count()
    boards = [
        games for games in offered_games(name) if games[0].board.cells.bit_count() <= max_cells
    ]
    if random.random() < DEFAULT_SHARE:
        return default
    weights = [games[0].board.cells.bit_count() ** -SIZE_EXPONENT for games in boards]
    [(default_variant, *other_variants)] = random.choices(boards, weights)
    return (
        random.choice(other_variants)
        if other_variants and random.random() < OPTION_SHARE
        else default_variant
    )


def node_budget(game: Game) -> int:
    """The number of positions that may be opened to test whether a position has one right turn.

    It is the budget of a browser's worker on the reference board, and larger on a smaller board,
    where each position takes less time.
    """
    cells = reference_game(game.name).board.cells.bit_count()
    return tuning(game).python_solver_nodes * cells // game.board.cells.bit_count()


def play_game(game: Game, random: Random) -> Iterator[tuple[State, WholeTurn]]:
    """Play a game; yield its turns, each with the position before it."""
    memory = PlayerTree(random, load_registry().evaluator)
    level, strange = LevelSettings(random.choice(VISITS), 0.0, 0), random.choice(RANDOM_SHARES)
    states, actions = [game.start()], list[int]()
    turn_start = 0
    while legal := game.legal(states[-1]):
        if random.random() < strange:
            action = random.choice(list(bits(legal)))
        else:
            task = SearchTask(memory, game, states, actions, level)
            task.think()
            result = task.result()
            most_even = min(
                result.candidates, key=lambda candidate: abs(candidate.value_first), default=result
            )
            action = most_even.action
        actions.append(action)
        states.append(game.play(states[-1], action))
        if not turn_in_progress(game, states[-1]):
            yield states[turn_start], WholeTurn(tuple(actions[turn_start:]), states[-1])
            turn_start = len(actions)


def late_positions(game: Game, random: Random) -> list[CandidatePosition]:
    """The positions with one right turn near the end of a game or one turn from it, last first.

    The solver's results for a position help with earlier ones, so the game is searched backwards.
    """
    turns = list(play_game(game, random))
    prover, candidates = Prover(game), list[CandidatePosition]()
    for before, leading_turn in reversed(turns):
        if len(candidates) >= MAX_PER_GAME or prover.nodes > (
            GAME_BUDGET_FACTOR if candidates else 1
        ) * node_budget(game):
            break
        if not game.legal(leading_turn.state):
            continue
        try:
            candidate = unique_solution_state(prover, before, leading_turn)
        except OutOfBudget:
            break  # earlier positions would take longer still
        candidates += [candidate] if candidate else []
        others = (random_turn(game, leading_turn.state, random) for _ in range(SIBLINGS))
        for other in {other.state: other for other in others if game.legal(other.state)}.values():
            try:
                candidate = unique_solution_state(prover, leading_turn.state, other)
            except OutOfBudget:
                break
            candidates += [candidate] if candidate else []
    return candidates


def random_turn(game: Game, state: State, random: Random) -> WholeTurn:
    """A turn of random actions."""
    actions = list[int]()
    while not actions or turn_in_progress(game, state):
        actions.append(random.choice(list(bits(game.legal(state)))))
        state = game.play(state, actions[-1])
    return WholeTurn(tuple(actions), state)


def unique_solution_state(
    prover: Prover, before: State, leading_turn: WholeTurn
) -> CandidatePosition | None:
    """The position after ``leading_turn`` if exactly one of its turns is right, else None.

    Raise OutOfBudget if the proof takes too long, or there are more than ``MAX_TURNS`` turns.
    """
    game, state = prover.game, leading_turn.state
    turns = list(islice(all_turns(game, state), MAX_TURNS + 1))
    if len(turns) > MAX_TURNS:
        raise OutOfBudget
    if len(turns) < MIN_TURNS:
        return None
    if any(turn.state.mover == state.mover for turn in turns):
        return None  # the same side moves again, as after the first turn of Byg
    prover.set_node_budget(node_budget(game))
    only = prover.unique_keeping_turn(state)
    return CandidatePosition(before, leading_turn, only[1]) if only else None
