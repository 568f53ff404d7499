"""Check the engine against the exact solver, on small boards.

    python3 -m lab.solver_check greylox 3 --positions 300
    python3 -m lab.solver_check greylox 3 --visits 4000

Positions come from self-play of a weak player, which makes some mistakes.  In each, the engine
plays at its highest level, or the best action of an analysis with ``--visits`` visits.  The solver
checks whether the action preserves the value.  Positions that it does not finish within its budget
are counted separately.
"""

from random import Random

from greylox_web.command.networks import load_registry
from greylox_web.confidence import wilson_interval
from greylox_web.engine.engine import Engine, SearchTask
from greylox_web.engine.levels import FIXED_LEVELS
from greylox_web.engine.playouts import terminal_value
from greylox_web.engine.solver import Budget, Solver
from greylox_web.engine.tree_reuse import PlayerTree
from greylox_web.engine.tuning import LevelSettings
from greylox_web.rules import GAMES, Game, NotationError, new_game
from greylox_web.rules.play import replay
from greylox_web.rules.state import State

from .command_line import make_parser

SOURCE_LEVEL = LevelSettings(16, 0.8, 1400)


def sample_positions(game: Game, count: int, random: Random) -> list[tuple[State, tuple[int, ...]]]:
    """Return up to ``count`` different positions with a choice, and the actions before each."""
    actions_by_state: dict[State, tuple[int, ...]] = {}
    games_without_new = 0
    while len(actions_by_state) < count and games_without_new < 50:
        before = len(actions_by_state)
        memory = PlayerTree(random, load_registry().evaluator)
        states, actions = [game.start()], list[int]()
        while legal := game.legal(states[-1]):
            if legal & (legal - 1):
                actions_by_state.setdefault(states[-1], tuple(actions))
            task = SearchTask(memory, game, states, actions, SOURCE_LEVEL)
            task.think()
            actions.append(task.result(chosen=True).action)
            states.append(game.play(states[-1], actions[-1]))
        games_without_new = games_without_new + 1 if len(actions_by_state) == before else 0
    return random.sample(sorted(actions_by_state.items()), min(count, len(actions_by_state)))


def engine_action(
    engine: Engine, game: Game, states: list[State], actions: tuple[int, ...], visits: int = 0
) -> int:
    """Return the action of the highest level, or the best one of an analysis with ``visits``."""
    task = engine.start_task(
        game, states, actions, max(FIXED_LEVELS), "analyse" if visits else "play"
    )
    task.visits = visits or task.visits
    task.think()
    return task.result(chosen=not visits).action


def solve_value(solver: Solver, state: State, seconds: float) -> int | None:
    """Return the exact value, or None if the solver takes too long."""
    if not solver.game.legal(state):
        return round(terminal_value(solver.game, state))
    solution = solver.solve(state, Budget(seconds=seconds))
    return None if solution is None else solution.value_first


def main() -> None:
    """Print how often the engine preserved the value."""
    parser = make_parser("lab.solver_check", __doc__)
    parser.add_argument("game", choices=GAMES)
    parser.add_argument("size", type=int)
    parser.add_argument("--positions", type=int, default=300)
    parser.add_argument("--seconds", type=float, default=20, help="of the solver, a position")
    parser.add_argument("--visits", type=int, default=0, help="instead of the highest level")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    try:
        game, random = new_game(options.game, options.size, allow_small=True), Random(options.seed)
    except NotationError as error:
        parser.error(str(error))
    solver, engine = Solver(game), Engine(random, load_registry().evaluator)
    kept_count = lost_count = unsolved_count = 0
    for state, actions in sample_positions(game, options.positions, random):
        exact = solve_value(solver, state, options.seconds)
        states = replay(game, actions)
        after = game.play(state, engine_action(engine, game, states, actions, options.visits))
        reached = None if exact is None else solve_value(solver, after, options.seconds)
        if exact is None or reached is None:
            unsolved_count += 1
        elif reached == exact:
            kept_count += 1
        else:
            lost_count += 1
    total = kept_count + lost_count
    low, high = wilson_interval(kept_count, total) if total else (0.0, 1.0)
    print(
        f"{game.name} {game.size}: kept in {kept_count} of {total},"
        f" {kept_count / max(total, 1):.1%}"
        f" ({low:.1%} to {high:.1%}); {unsolved_count} not solved",
        flush=True,
    )


if __name__ == "__main__":
    main()
