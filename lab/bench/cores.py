"""The gain of the other processor cores: visits per second in one tree, with and without them.

    python3 build.py bench cores [greylox ...] [--runs 7] [--seconds 1]

The searches run in a worker of Chromium as in the page, from the first position of each game at
its default size.  Each slice of 50 ms ends with no answer pending.  Runs with and without the
other cores alternate.  The figures are medians; the ratio is the median of the paired ratios.
"""

import argparse
from statistics import median

from greylox_web.rules import GAMES
from lab.bench import encode_networks
from tools import in_worker


async def measure_rates(
    files: dict[str, str], runs: int, seconds: float
) -> dict[str, list[list[float]]]:
    """Return, for each game and run, the visits per second alone and with other cores."""
    from base64 import b64decode
    from random import Random
    from time import perf_counter

    from greylox_web.engine.engine import SearchTask
    from greylox_web.engine.network_registry import NetworkRegistry
    from greylox_web.engine.tree_reuse import PlayerTree
    from greylox_web.engine.tuning import ANALYSIS
    from greylox_web.engine.worker import pool_factory
    from greylox_web.rules import new_game

    rates_by_game: dict[str, list[list[float]]] = {}
    pool = pool_factory(lambda: globals()["EVALUATOR"])()
    assert pool is not None
    for name, text in files.items():
        nets, rows, game = NetworkRegistry(), [], new_game(name)
        nets.add(name, b64decode(text))
        for run in range(runs + 1):
            row = []
            for with_cores in (False, True):
                memory = PlayerTree(Random(1), nets.evaluator)
                task = SearchTask(memory, game, [game.start()], [], ANALYSIS)
                start = perf_counter()
                while (spent := perf_counter() - start) < seconds:
                    if with_cores:
                        await task.think_parallel(pool, 0.05, perf_counter)
                    else:
                        task.think(0.05, perf_counter)
                row.append(task.search.root.visits / spent)
            if run:  # the first run is slower, and does not count
                rows.append(row)
        rates_by_game[name] = rows
    return rates_by_game


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", help="all five, if none is named")
    parser.add_argument("--runs", type=int, default=7)
    parser.add_argument("--seconds", type=float, default=1.0)
    options = parser.parse_args()
    files = encode_networks(options.games or GAMES)
    worker = in_worker.call_function(measure_rates, files, options.runs, options.seconds)
    print("| game | visits a second alone | with other cores | ratio |\n|---|---|---|---|")
    for name, rows in worker.items():
        alone, together = (median(row[column] for row in rows) for column in (0, 1))
        ratios = sorted(more / one for one, more in rows)
        print(
            f"| {name} | {alone:.0f} | {together:.0f} | {median(ratios):.2f}"
            f" ({ratios[0]:.2f} to {ratios[-1]:.2f}) |"
        )


if __name__ == "__main__":
    main()
