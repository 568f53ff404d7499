"""Late positions with a proven value for every action: does the engine keep a win?

    python3 -m lab.endings make byg --minutes 10    # add to lab/endings/byg.jsonl, 100 in all
    python3 -m lab.endings try byg --level 10       # how many wins and draws a level keeps
    python3 -m lab.endings try byg --level 11       # one second a turn

The positions come from games of weak players on the default board (Lox: 5 x 5), with a number of
vacant cells in ``VACANCY_COUNTS``, at most ``MAX_PER_GAME`` per game.  The compiled solver proves
the value of every action; a position is selected if some keep the best value and others do not.
"""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from math import inf
from pathlib import Path
from random import Random

from greylox_web.command.networks import load_registry
from greylox_web.engine.compiled.solver import CompiledSolver, make_solver
from greylox_web.engine.engine import SearchTask
from greylox_web.engine.playouts import terminal_value
from greylox_web.engine.tree_reuse import PlayerTree
from greylox_web.engine.tuning import LevelSettings
from greylox_web.rules import Game, new_game
from greylox_web.rules.board import bits
from greylox_web.rules.notation.actions import GameRecord, action_name
from greylox_web.rules.notation.links import read_link, write_link
from greylox_web.rules.play import count_vacant, play_all
from greylox_web.rules.state import State

FOLDER = Path(__file__).parent
VACANCY_COUNTS = range(12, 17)
"""The numbers of vacant cells that the positions have."""
SIZES = {"lox": 5}  # on the default board, games end with more vacant cells
PLAYER_LEVELS = (
    LevelSettings(16, 0.8, 1400),
    *(LevelSettings(1, heat, 100) for heat in (0.8, 1.5, 3.0, inf)),
)
"""The levels of the players, which err, so that positions remain in which a win can be missed."""
NODE_BUDGET = 150_000  # the most positions opened to prove one action
MAX_PER_GAME = 3  # positions taken from one game


@dataclass(frozen=True)
class Endgame:
    """A late position; all actions except its ``keeping_actions`` lose value."""

    record: GameRecord
    mover_value: int  # for the side to move: 1 for a win, or 0 if a draw is the best result
    keeping_actions: tuple[int, ...]

    @property
    def json_line(self) -> str:
        """The ending as a line of JSON."""
        board = self.record.game.board
        names = [action_name(board, action) for action in self.keeping_actions]
        return json.dumps(
            {"link": write_link(self.record), "worth": self.mover_value, "keep": names}
        )

    @classmethod
    def parse_line(cls, line: str) -> "Endgame":
        """The ending in a line of JSON."""
        data = json.loads(line)
        record = read_link(data["link"]).record
        assert record is not None
        board, names = record.game.board, set(data["keep"])
        actions = range(board.swap_action + 1)
        keeping_actions = (action for action in actions if action_name(board, action) in names)
        return cls(record, data["worth"], tuple(keeping_actions))


def endings(name: str, folder: Path = FOLDER) -> list[Endgame]:
    """All endings in the file of a game."""
    path = folder / f"{name}.jsonl"
    return list(map(Endgame.parse_line, path.read_text().splitlines())) if path.exists() else []


def action_values(
    solver: CompiledSolver, game: Game, state: State, nodes: int
) -> dict[int, int] | None:
    """The exact value of each action for the side to move: 1, 0 or -1.

    None if one of them takes more than ``nodes`` positions to prove.
    """
    values = {}
    for action in bits(game.legal(state)):
        after = game.play(state, action)
        if game.legal(after):
            solved = solver.solve(after, nodes)
            if solved is None:
                return None
            value = -solved.mover_value if after.mover else solved.mover_value
        else:
            value = round(terminal_value(game, after))
        values[action] = -value if state.mover else value
    return values


def prove_endgame(solver: CompiledSolver, record: GameRecord, state: State) -> Endgame | None:
    """The position as an ending; None if unproven, or if all actions have the same value."""
    values = action_values(solver, record.game, state, NODE_BUDGET)
    if values is None or len(set(values.values())) == 1:
        return None
    best = max(values.values())
    return Endgame(record, best, tuple(action for action in values if values[action] == best))


def generate_endgames(name: str, existing: list[Endgame], random: Random) -> Iterator[Endgame]:
    """Generate endings indefinitely, the rarest numbers of vacant cells first."""
    game = new_game(name, SIZES.get(name))
    seen_actions = {ending.record.actions for ending in existing}
    counts = dict.fromkeys(VACANCY_COUNTS, 0)
    for ending in existing:
        counts[count_vacant(game, play_all(game, game.start(), ending.record.actions))] += 1
    while True:
        actions, states = play_game(game, random)
        vacancies = sorted(counts, key=lambda vacant_cells: (counts[vacant_cells], random.random()))
        taken_count = 0
        for vacant_cells in vacancies:
            ply = next(
                (p for p, s in enumerate(states) if count_vacant(game, s) == vacant_cells), None
            )
            if ply is None or actions[:ply] in seen_actions or taken_count == MAX_PER_GAME:
                continue
            solver = make_solver(game)
            assert solver is not None, "compiled rules do not run here"
            endgame = prove_endgame(solver, GameRecord(game, actions[:ply]), states[ply])
            if endgame is not None:
                counts[vacant_cells] += 1
                taken_count += 1
                seen_actions.add(actions[:ply])
                yield endgame


def play_game(game: Game, random: Random) -> tuple[tuple[int, ...], list[State]]:
    """A game of two weak players: its actions, and its unfinished positions."""
    memory = PlayerTree(random, load_registry().evaluator)
    levels = [random.choice(PLAYER_LEVELS) for _ in range(2)]
    states, actions = [game.start()], list[int]()
    while game.legal(states[-1]):
        task = SearchTask(memory, game, states, actions, levels[states[-1].mover])
        task.think()
        actions.append(task.result(chosen=True).action)
        states.append(game.play(states[-1], actions[-1]))
    return tuple(actions), states[:-1]
