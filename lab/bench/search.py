"""The cost of a visit of plain search, natively and in a worker of Chromium.

    python3 build.py bench search [--runs 5] [--playouts 400]

The search starts at the first position of each game at its default size.  Overhead is the
cost of a visit beyond its playout.  Each figure is the median of the runs.
"""

import argparse
from statistics import median

from tools import in_worker


def measure_visits(runs: int, playouts: int) -> dict[str, list[tuple[float, float]]]:
    """Return, for each game and run, the microseconds of a visit and of a playout alone."""
    from collections.abc import Callable
    from functools import partial
    from random import Random
    from time import perf_counter

    from greylox_web.engine.playouts import Playouts
    from greylox_web.engine.search import PlayoutEvaluator, PuctSearch
    from greylox_web.rules import GAMES, new_game

    def per_call(call: Callable[[], object]) -> float:
        start = perf_counter()
        for _ in range(playouts):
            call()
        return 1e6 * (perf_counter() - start) / playouts

    costs: dict[str, list[tuple[float, float]]] = {name: [] for name in GAMES}
    for run in range(runs):
        for name in GAMES:
            game = new_game(name)
            state, playout = game.start(), Playouts(Random(run))
            search = PuctSearch(game, state, PlayoutEvaluator(game, playout))
            alone = per_call(partial(playout, game, state))
            costs[name].append((per_call(search.step), alone))
    return costs


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--playouts", type=int, default=400)
    options = parser.parse_args()
    native = measure_visits(options.runs, options.playouts)
    worker = in_worker.call_function(measure_visits, options.runs, options.playouts)
    print("| | playouts a second | overhead in us | in the worker | overhead in us |")
    print("|---|---|---|---|---|")
    for name in native:
        row = ""
        for costs in (native[name], worker[name]):
            row += f" {1e6 / median(visit for visit, _ in costs):.0f} |"
            row += f" {median(visit - alone for visit, alone in costs):.0f} |"
        print(f"| {name} |{row}")


if __name__ == "__main__":
    main()
