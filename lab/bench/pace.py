"""The search that a second allows through a game: visits with the network, and playouts.

    python3 build.py bench pace [brink ...] [--seconds 0.4] [--every 6]

Both run in a worker of Chromium at several turns of a game, from a new tree, one directly after
the other, since on a shared machine only figures measured together compare.  The counts for equal
time in ``lab/strength.md`` are the means.
"""

import argparse
from statistics import mean

from greylox_web.rules import GAMES
from lab.bench import encode_networks
from tools import in_worker


def measure_rates(
    files: dict[str, str], seconds: float, every: int
) -> dict[str, list[list[float]]]:
    """Return, for each game and measured turn: ply, visits per second, playouts per second."""
    from base64 import b64decode
    from random import Random
    from time import perf_counter

    from greylox_web.engine import mcts
    from greylox_web.engine.network_registry import NetworkRegistry
    from greylox_web.engine.playouts import Playouts
    from greylox_web.engine.search import PuctSearch
    from greylox_web.rules import new_game

    def measure_rate(search: PuctSearch | mcts.MctsSearch, seconds: float) -> float:
        start, before = perf_counter(), search.root.visits
        while perf_counter() < start + seconds and not search.is_forced:
            search.step()
        spent = max(perf_counter() - start, 1e-4)  # the resolution of a browser's clock
        return (search.root.visits - before) / spent

    rates_by_game: dict[str, list[list[float]]] = {}
    for name, text in files.items():
        game, nets, rows, ply = new_game(name), NetworkRegistry(), [], 0
        nets.add(name, b64decode(text))
        evaluator = nets.evaluator(game)
        assert evaluator is not None
        state = game.start()
        measure_rate(PuctSearch(game, state, evaluator), seconds)  # a slower warm-up
        while game.legal(state):
            search = PuctSearch(game, state, evaluator)
            search.step()  # evaluate the root, whose result may already be proven
            if ply % every:
                measure_rate(search, 0.03)
            else:
                visits = measure_rate(search, seconds)
                plain = mcts.MctsSearch(game, state, Playouts(Random(ply)))
                playouts = measure_rate(plain, seconds)
                if search.is_forced or plain.is_forced:
                    break
                rows.append([ply, visits, playouts])
            action = search.result().action
            assert action is not None
            state, ply = game.play(state, action), ply + 1
        rates_by_game[name] = rows
    return rates_by_game


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", help="all five, if none is named")
    parser.add_argument("--seconds", type=float, default=0.4)
    parser.add_argument("--every", type=int, default=6, help="actions from one look to the next")
    options = parser.parse_args()
    files = encode_networks(options.games or GAMES)
    worker = in_worker.call_function(measure_rates, files, options.seconds, options.every)
    print("| game | visits a second | random games a second | games a visit | turn by turn |")
    print("|---|---|---|---|---|")
    for name, rows in worker.items():
        visits, playouts = (mean(row[column] for row in rows) for column in (1, 2))
        ratio = mean(row[2] / row[1] for row in rows)
        steps = " ".join(f"{row[2] / row[1]:.2f}" for row in rows)
        print(f"| {name} | {visits:.0f} | {playouts:.0f} | {ratio:.2f} | {steps} |")


if __name__ == "__main__":
    main()
