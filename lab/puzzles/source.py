"""Late positions from self-play of a weak player.

Most games are decided long before a solver can solve them, and then no turn matters.  So each side
plays, of the best actions that its search has found, the one with the value nearest to a draw.
"""

from collections.abc import Iterator
from itertools import islice
from random import Random
from typing import NamedTuple

from greylox_web.command.nets import load_registry
from greylox_web.engine.engine import SearchTask
from greylox_web.engine.memory import TreeReuse
from greylox_web.engine.solver import OutOfBudget
from greylox_web.engine.tuning import LevelSettings, reference_game, tuning
from greylox_web.rules import Game, default_game
from greylox_web.rules.board import bits
from greylox_web.rules.notation.actions import GameRecord
from greylox_web.rules.notation.links import read_link, write_link
from greylox_web.rules.state import State
from lab.training.boards import offered

from .proof import Choice, Prover, choices, is_open

LARGEST = 1.5  # the most cells of a board, as a multiple of those of the reference board
USUAL = 0.1  # the share of games on the default board with its default options
STEEP = 1.3  # boards are drawn with weight cells ** -STEEP: smaller ones bring more puzzles
OPTIONS = 0.4  # the share of the other games with other options than the usual ones
VISITS = (12, 24, 48)  # for an action of a game
STRANGE = (0.02, 0.06, 0.12)  # shares of actions that are random legal ones
WHOLE = 3  # times what is spent on a position may be spent on a game that brings something
SIBLINGS = 4  # other turns of a solved position whose positions are looked at, too
LEAST_CHOICES, MOST_CHOICES = 4, 240  # of a position that is looked at
ENOUGH = 10  # positions with one right turn that are found in a game


class Found(NamedTuple):
    """A position with one right turn, and the turn that led to it."""

    before: State
    way: Choice
    solution: Choice

    @property
    def state(self) -> State:
        """The position."""
        return self.way.after

    def link(self, game: Game) -> str | None:
        """The position before, set up, with the turn that leads here; None where that fails."""
        text = write_link(GameRecord(game, self.way.actions, self.before))
        reading = read_link(text)
        if reading.error or not reading.states or reading.states[-1] != self.state:
            return None
        return text


def board_for(name: str, random: Random) -> Game:
    """The board and the options of the next game."""
    default = default_game(name)
    most = LARGEST * reference_game(name).board.cells.bit_count()
    boards = [games for games in offered(name) if games[0].board.cells.bit_count() <= most]
    if random.random() < USUAL:
        return default
    weights = [games[0].board.cells.bit_count() ** -STEEP for games in boards]
    [(usual, *rest)] = random.choices(boards, weights)
    return random.choice(rest) if rest and random.random() < OPTIONS else usual


def budget(game: Game) -> int:
    """The positions that may be opened to find out whether one has one right turn.

    It is what a browser's worker solves on the reference board, and more on a smaller one, where
    each takes less time.
    """
    cells = reference_game(game.name).board.cells.bit_count()
    return tuning(game).python_solver_nodes * cells // game.board.cells.bit_count()


def whole_game(game: Game, random: Random) -> Iterator[tuple[State, Choice]]:
    """The turns of a game, each with the position before it."""
    memory = TreeReuse(random, load_registry().evaluator)
    level, strange = LevelSettings(random.choice(VISITS), 0.0, 0), random.choice(STRANGE)
    states, actions = [game.start()], list[int]()
    begun = 0
    while legal := game.legal(states[-1]):
        if random.random() < strange:
            action = random.choice(list(bits(legal)))
        else:
            task = SearchTask(memory, game, states, actions, level)
            task.think()
            found = task.result()
            even = min(found.candidates, key=lambda tried: abs(tried.value_first), default=found)
            action = even.action
        actions.append(action)
        states.append(game.play(states[-1], action))
        if not is_open(game, states[-1]):
            yield states[begun], Choice(tuple(actions[begun:]), states[-1])
            begun = len(actions)


def late_positions(game: Game, random: Random) -> list[Found]:
    """The positions with one right turn near the end of a game, and beside it, the last one first.

    Results for a position help with the one before it, so the game is searched backwards.
    """
    turns = list(whole_game(game, random))
    prover, found = Prover(game), list[Found]()
    for before, way in reversed(turns):
        if len(found) >= ENOUGH or prover.nodes > (WHOLE if found else 1) * budget(game):
            break
        if not game.legal(way.after):
            continue
        try:
            hit = one_right(prover, before, way)
        except OutOfBudget:
            break  # earlier positions would take longer still
        found += [hit] if hit else []
        others = (some_turn(game, way.after, random) for _ in range(SIBLINGS))
        for other in {other.after: other for other in others if game.legal(other.after)}.values():
            try:
                hit = one_right(prover, way.after, other)
            except OutOfBudget:
                break
            found += [hit] if hit else []
    return found


def some_turn(game: Game, state: State, random: Random) -> Choice:
    """A turn of random actions."""
    actions = list[int]()
    while not actions or is_open(game, state):
        actions.append(random.choice(list(bits(game.legal(state)))))
        state = game.play(state, actions[-1])
    return Choice(tuple(actions), state)


def one_right(prover: Prover, before: State, way: Choice) -> Found | None:
    """The position after ``way`` if exactly one of its turns is right, else None.

    Raise OutOfBudget if that takes too long, or it has more than ``MOST_CHOICES`` turns.
    """
    game, state = prover.game, way.after
    ways = list(islice(choices(game, state), MOST_CHOICES + 1))
    if len(ways) > MOST_CHOICES:
        raise OutOfBudget
    if len(ways) < LEAST_CHOICES:
        return None
    if any(way.after.mover == state.mover for way in ways):
        return None  # nobody replies, as between the first turns of Byg
    prover.allow(budget(game))
    only = prover.only(state)
    return Found(before, way, only[1]) if only else None
