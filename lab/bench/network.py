"""The cost of the networks: evaluations per second within the search.

    python3 build.py bench network [BOARD ...] [--runs 5] [--visits 400]

Each board is measured natively and in a worker of Chromium: with numpy and the search in Python,
and with both compiled, as in the page and the programs.  A board is written as in links, such as
greylox4; the default is the five reference boards.  Each search starts at the first position; each
figure is a median.  "Alone" is the network without the search, "around" the search's part of a
visit.  After each search, plain search runs for the same time, since on a shared machine only
figures measured together compare: "playouts a visit" is its playouts in the time of one visit.
"""

import argparse
from statistics import median

from greylox_web.engine.tuning import reference_game
from greylox_web.rules import GAMES, NotationError
from greylox_web.rules.notation.links import read_spec, write_spec
from lab.bench import encode_networks
from tools import in_worker


def measure_costs(files: dict[str, str], runs: int, visits: int) -> dict[str, list[list[float]]]:
    """Return, by board and kind, for each run: microseconds of a visit, the network, a playout."""
    from base64 import b64decode
    from random import Random
    from time import perf_counter

    import numpy as np

    from greylox_web.engine.compiled.search import CompiledPuctSearch, SearchKernel
    from greylox_web.engine.inputs import GLOBAL_FEATURES, Encoder
    from greylox_web.engine.network import Network, NetworkEvaluator, read_weights
    from greylox_web.engine.network_registry import make_evaluator
    from greylox_web.engine.playouts import Playouts
    from greylox_web.engine.search import PlayoutEvaluator, PuctSearch
    from greylox_web.rules.notation.links import read_spec

    rows_by_name: dict[str, list[list[float]]] = {}
    for spec, text in files.items():
        weights = read_weights(b64decode(text))
        for kind in ("numpy", "compiled"):
            rows = rows_by_name[f"{spec} {kind}"] = []
            for _ in range(runs):
                game = read_spec(spec)
                search: PuctSearch | CompiledPuctSearch
                if kind == "numpy":
                    encoder = Encoder(game)
                    evaluator = NetworkEvaluator(game, Network(weights, encoder), encoder)
                    search = PuctSearch(game, game.start(), evaluator)
                else:
                    evaluator = make_evaluator(game, weights)
                    assert isinstance(evaluator, SearchKernel)
                    search = CompiledPuctSearch(game, game.start(), evaluator)
                start = perf_counter()
                while search.root.visits < visits:
                    search.step()
                spent = perf_counter() - start
                whole = spent / search.root.visits
                playouts = PlayoutEvaluator(game, Playouts(Random(1)))
                plain = PuctSearch(game, game.start(), playouts)
                start = perf_counter()
                while perf_counter() < start + spent:
                    plain.step()
                playout = (perf_counter() - start) / plain.root.visits
                shape = 8, evaluator.encoder.geometry.off_board + 1, evaluator.encoder.plane_count
                planes, numbers = (
                    np.zeros(shape, np.float32),
                    np.zeros((8, len(GLOBAL_FEATURES)), np.float32),
                )
                start = perf_counter()
                for _ in range(visits // 8):
                    evaluator.forward(planes, numbers)
                alone = (perf_counter() - start) / (visits // 8) / len(planes)
                rows.append([1e6 * whole, 1e6 * alone, 1e6 * playout])
    return rows_by_name


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("boards", nargs="*", help="as in links, such as lox7 or byg4")
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--visits", type=int, default=400)
    options = parser.parse_args()
    try:
        games = [read_spec(spec) for spec in options.boards] or [
            reference_game(name) for name in GAMES
        ]
    except NotationError as error:
        parser.error(str(error))
    nets = encode_networks(game.name for game in games)
    files = {write_spec(game): nets[game.name] for game in games}
    native = measure_costs(files, options.runs, options.visits)
    worker = in_worker.call_function(measure_costs, files, options.runs, options.visits)
    heads = "where | board, way | visits a second | us a visit | network alone | around"
    print(f"| {heads} | playouts a visit |")
    print("|---|---|---|---|---|---|---|")
    for where, rows_by_name in (("native", native), ("worker", worker)):
        for name, rows in rows_by_name.items():
            whole, alone = (median(row[column] for row in rows) for column in (0, 1))
            print(
                f"| {where} | {name} | {1e6 / whole:.0f} | {whole:.0f} |"
                f" {alone:.0f} | {whole - alone:.0f} | {median(r[0] / r[2] for r in rows):.2f} |"
            )


if __name__ == "__main__":
    main()
