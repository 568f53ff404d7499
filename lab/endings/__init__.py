"""Late positions with a proven value for every action: does the engine keep a win?

    python3 -m lab.endings make byg --minutes 10    # add to lab/endings/byg.jsonl, 100 in all
    python3 -m lab.endings try byg --level 10       # how many of them a level keeps
    python3 -m lab.endings try byg --level 11       # one second a turn

The positions come from games of weak players on the usual board (Lox: 5 x 5), with a number of
vacant cells in ``VACANT``, at most ``EACH`` of a game.  The compiled solver proves the value of
every action; a position is taken when some keep the best value and others do not.
"""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from math import inf
from pathlib import Path
from random import Random

from greylox_web.command.nets import load_registry
from greylox_web.engine.compiled.solver import CompiledSolver, make_solver
from greylox_web.engine.engine import SearchTask
from greylox_web.engine.memory import TreeReuse
from greylox_web.engine.playouts import terminal_value
from greylox_web.engine.solver import count_vacant
from greylox_web.engine.tuning import LevelSettings
from greylox_web.rules import Game, new_game
from greylox_web.rules.board import bits
from greylox_web.rules.notation.actions import GameRecord, action_name
from greylox_web.rules.notation.links import read_link, write_link
from greylox_web.rules.state import State

FOLDER = Path(__file__).parent
VACANT = range(12, 17)
"""The numbers of vacant cells that the positions have."""
SIZES = {"lox": 5}  # on the usual board games are over before
SOURCES = (
    LevelSettings(16, 0.8, 1400),
    *(LevelSettings(1, heat, 100) for heat in (0.8, 1.5, 3.0, inf)),
)
"""The players: whoever errs leaves something to be won."""
NODES = 150_000  # positions opened to prove one action
EACH = 3  # positions of a game at most


@dataclass(frozen=True)
class Ending:
    """A late position: ``keep`` are the actions that keep its value, all others are worse."""

    record: GameRecord
    worth: int  # of the position, for the side to move: 1, or 0 where that is the best
    keep: tuple[int, ...]

    @property
    def line(self) -> str:
        """The ending as a line of JSON."""
        board = self.record.game.board
        names = [action_name(board, action) for action in self.keep]
        return json.dumps({"link": write_link(self.record), "worth": self.worth, "keep": names})

    @classmethod
    def read(cls, line: str) -> "Ending":
        """The ending in a line."""
        found = json.loads(line)
        record = read_link(found["link"]).record
        assert record is not None
        board, names = record.game.board, set(found["keep"])
        actions = range(board.swap_action + 1)
        keep = (action for action in actions if action_name(board, action) in names)
        return cls(record, found["worth"], tuple(keep))


def endings(name: str, folder: Path = FOLDER) -> list[Ending]:
    """All endings in the file of a game."""
    path = folder / f"{name}.jsonl"
    return list(map(Ending.read, path.read_text().splitlines())) if path.exists() else []


def worths(solver: CompiledSolver, game: Game, state: State, nodes: int) -> dict[int, int] | None:
    """The exact value of each action for the side to move: 1, 0 or -1.

    None if one of them takes more than ``nodes`` positions to prove.
    """
    found = {}
    for action in bits(game.legal(state)):
        after = game.play(state, action)
        if game.legal(after):
            solved = solver.solve(after, nodes)
            if solved is None:
                return None
            value = -solved.mover_value if after.mover else solved.mover_value
        else:
            value = round(terminal_value(game, after))
        found[action] = -value if state.mover else value
    return found


def proven(solver: CompiledSolver, record: GameRecord, state: State) -> Ending | None:
    """The position as an ending; None if it cannot be proven, or all actions are worth the same."""
    found = worths(solver, record.game, state, NODES)
    if found is None or len(set(found.values())) == 1:
        return None
    best = max(found.values())
    return Ending(record, best, tuple(action for action in found if found[action] == best))


def made(name: str, known: list[Ending], random: Random) -> Iterator[Ending]:
    """Generate endings indefinitely, the rarest numbers of vacant cells first."""
    game = new_game(name, SIZES.get(name))
    seen = {ending.record.actions for ending in known}
    counts = dict.fromkeys(VACANT, 0)
    for ending in known:
        state = game.start()
        for action in ending.record.actions:
            state = game.play(state, action)
        counts[count_vacant(game, state)] += 1
    while True:
        actions, states = played(game, random)
        wanted = sorted(counts, key=lambda left: (counts[left], random.random()))
        taken = 0
        for left in wanted:
            place = next((p for p, s in enumerate(states) if count_vacant(game, s) == left), None)
            if place is None or actions[:place] in seen or taken == EACH:
                continue
            solver = make_solver(game)
            assert solver is not None, "compiled rules do not run here"
            found = proven(solver, GameRecord(game, actions[:place]), states[place])
            if found is not None:
                counts[left] += 1
                taken += 1
                seen.add(actions[:place])
                yield found


def played(game: Game, random: Random) -> tuple[tuple[int, ...], list[State]]:
    """A game of two weak players: its actions, and its unfinished positions."""
    memory = TreeReuse(random, load_registry().evaluator)
    levels = [random.choice(SOURCES) for _ in range(2)]
    states, actions = [game.start()], list[int]()
    while game.legal(states[-1]):
        task = SearchTask(memory, game, states, actions, levels[states[-1].mover])
        task.think()
        actions.append(task.result(chosen=True).action)
        states.append(game.play(states[-1], actions[-1]))
    return tuple(actions), states[:-1]
