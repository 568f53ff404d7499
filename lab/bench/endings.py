"""The number of vacant cells at which endings are solved within a second of processor time.

    python3 build.py bench endings [GAME ...] [--count 20] [--seconds 1] [--max-vacant 30]

The positions are from games of the compiled plain search against itself, at most one for each
number of vacant cells from each game.  Compiled code is as fast natively as in the page's worker.
The Python solver gets half of the time, since the worker runs it about half as fast.
"""

import argparse
from collections import defaultdict
from random import Random
from time import process_time

from greylox_web.command.match.native import Uct
from greylox_web.engine.compiled.solver import make_solver
from greylox_web.engine.solver import Budget, Solver
from greylox_web.rules import GAMES, Game, new_game
from greylox_web.rules.state import State

PLAYOUTS, FIRST_NODE_BUDGET = 300, 2000
SUCCESS_SHARE = 0.8


def positions(game: Game, games: int, max_vacancies: int) -> dict[int, list[State]]:
    """Return positions by their number of vacant cells, at most one of each number from a game."""
    by_vacancies: dict[int, list[State]] = defaultdict(list)
    for seed in range(games):
        search, states, actions = Uct(game, Random(seed), 200_000), [game.start()], list[int]()
        seen_vacancies = set[int]()
        while game.legal(states[-1]):
            vacant = (game.board.cells & ~states[-1].occupied).bit_count()
            if vacant <= max_vacancies and vacant not in seen_vacancies and not states[-1].placed:
                seen_vacancies.add(vacant)
                by_vacancies[vacant].append(states[-1])
            search.set_position(states, actions)
            actions.append(search.choose(PLAYOUTS))
            states.append(game.play(states[-1], actions[-1]))
    return by_vacancies


def time_compiled(game: Game, state: State, seconds: float) -> tuple[bool, int]:
    """Return whether the compiled solver solves ``state`` in time, and the positions it opened."""
    solver, end, node_budget = make_solver(game), process_time() + seconds, FIRST_NODE_BUDGET
    assert solver is not None
    while process_time() < end:
        if solver.solve(state, node_budget):
            return True, solver.nodes
        node_budget *= 2
    return False, solver.nodes


def time_python(game: Game, state: State, seconds: float) -> bool:
    """Return whether the Python solver solves ``state`` in time."""
    solver, end = Solver(game), process_time() + seconds
    while process_time() < end:
        if solver.solve(state, Budget(500)):
            return True
    return False


def main() -> None:
    """Print a table for each game."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", default=list(GAMES))
    parser.add_argument("--count", type=int, default=20)
    parser.add_argument("--seconds", type=float, default=1.0)
    parser.add_argument("--min-vacant", type=int, default=10, help="vacant cells to begin with")
    parser.add_argument(
        "--least", dest="min_vacant", type=int, default=argparse.SUPPRESS, help=argparse.SUPPRESS
    )
    parser.add_argument("--max-vacant", type=int, default=30)
    parser.add_argument(
        "--most", dest="max_vacant", type=int, default=argparse.SUPPRESS, help=argparse.SUPPRESS
    )
    options = parser.parse_args()
    for name in options.games:
        game = new_game(name)
        by_vacancies = positions(game, options.count, options.max_vacant)
        print(f"{name}: vacant cells, solved compiled, in Python, opened", flush=True)
        for vacant in range(options.min_vacant, options.max_vacant + 1):
            if not (states := by_vacancies.get(vacant)):
                continue
            compiled_results = [time_compiled(game, state, options.seconds) for state in states]
            python_results = [time_python(game, state, options.seconds / 2) for state in states]
            solved = sum(done for done, _ in compiled_results)
            opened = sorted(count for _, count in compiled_results)[len(compiled_results) // 2]
            cells = f"{solved} of {len(states)}, {sum(python_results)} of {len(states)}, {opened:,}"
            print(f"  {vacant}: {cells}", flush=True)
            if solved < SUCCESS_SHARE * len(states) / 4:
                break


if __name__ == "__main__":
    main()
