"""The search that a second allows through a game: visits with the network, and playouts.

    python3 build.py bench pace [brink ...] [--seconds 0.4] [--every 6] [--forecasts]

With ``--forecasts`` it measures instead how long the forecast of the first position takes, on the
default board and on the largest one: until its first picture, and until it is complete.

Both run in a worker of Chromium at several turns of a game, from a new tree, one directly after
the other, since on a shared machine only figures measured together compare.  The counts for equal
time in ``lab/strength_history.md`` are the means.
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

    from greylox_web.engine.network_registry import NetworkRegistry
    from greylox_web.engine.playouts import Playouts
    from greylox_web.engine.search import PlayoutEvaluator, PuctSearch
    from greylox_web.rules import new_game

    def measure_rate(search: PuctSearch, seconds: float) -> float:
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
                plain = PuctSearch(game, state, PlayoutEvaluator(game, Playouts(Random(ply))))
                playouts = measure_rate(plain, seconds)
                if search.is_forced or plain.is_forced:
                    break
                rows.append([ply, visits, playouts])
            action = search.result().action
            assert action is not None
            state, ply = game.play(state, action), ply + 1
        rates_by_game[name] = rows
    return rates_by_game


def measure_forecasts(files: dict[str, str]) -> dict[str, list[float]]:
    """Return, for each board: seconds until the first picture, seconds until all games are over."""
    from base64 import b64decode
    from random import Random
    from time import perf_counter

    from greylox_web.engine.forecast import ForecastTask
    from greylox_web.engine.network_registry import NetworkRegistry
    from greylox_web.rules import new_game
    from greylox_web.rules.notation.links import write_spec

    seconds_by_board: dict[str, list[float]] = {}
    for name, text in files.items():
        nets, game = NetworkRegistry(), new_game(name)
        nets.add(name, b64decode(text))
        for board in (game, new_game(name, game.shapes[0].sizes[-1])):
            evaluator, first = nets.evaluator(board), 0.0
            task, start = ForecastTask(board, board.start(), evaluator, Random(1)), perf_counter()
            while not task.is_done:
                task.step()
                if task.games == 16 and not first:  # as ``session.forecasts.FIRST_GAMES``
                    first = perf_counter() - start
            seconds_by_board[write_spec(board)] = [first, perf_counter() - start]
    return seconds_by_board


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", help="all five, if none is named")
    parser.add_argument("--seconds", type=float, default=0.4)
    parser.add_argument("--every", type=int, default=6, help="actions from one look to the next")
    parser.add_argument("--forecasts", action="store_true", help="measure forecasts instead")
    options = parser.parse_args()
    files = encode_networks(options.games or GAMES)
    if options.forecasts:
        print("| board | seconds to the first picture | seconds to the last game |")
        print("|---|---|---|")
        for board, seconds in in_worker.call_function(measure_forecasts, files).items():
            print(f"| {board} | {seconds[0]:.2f} | {seconds[1]:.2f} |")
        return
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
