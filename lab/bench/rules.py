"""The random games that the rules play in a second, natively and in a worker of Chromium.

    python3 build.py bench rules [--runs 5] [--seconds 1]

With the rules in Python all legal actions are equally likely, with the compiled rules nearly so.
Each figure is the median of the runs.
"""

import argparse
import json
from statistics import median

from tools import in_worker

AIMS = {"greylox": (700, 400), "lox": (300, 110)}  # games a second natively, in the worker


def random_games(runs: int, seconds: float) -> dict[str, dict[str, list[float]]]:
    """Return the random games per second at default sizes: by rules and by game, for each run."""
    from random import Random
    from time import perf_counter

    from greylox_web.engine.compiled.rules import compiled_rules
    from greylox_web.rules import GAMES, Game, new_game
    from greylox_web.rules.board import bits

    def play(game: Game, random: Random) -> None:
        state = game.start()
        while legal := game.legal(state):
            state = game.play(state, random.choice(list(bits(legal))))

    speeds: dict[str, dict[str, list[float]]] = {"rules": {}, "compiled": {}}
    for run in range(runs):
        for name in GAMES:
            game, random = new_game(name), Random(run)
            count, start = 0, perf_counter()
            while perf_counter() - start < seconds:
                play(game, random)
                count += 1
            rate = count / (perf_counter() - start)
            speeds["rules"].setdefault(name, []).append(rate)
            fast_rules, count, start = compiled_rules(game), 0, perf_counter()
            while fast_rules and perf_counter() - start < seconds:
                fast_rules.play_random_games(game.start(), count, 1000)
                count += 1000
            rate = count / (perf_counter() - start)
            speeds["compiled"].setdefault(name, []).append(rate)
    return speeds


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=1.0)
    options = parser.parse_args()
    native = random_games(options.runs, options.seconds)
    worker = in_worker.call_function(random_games, options.runs, options.seconds)
    print("| random games a second | CPython | worker | aims | wasmtime | worker, compiled |")
    print("|---|---|---|---|---|---|")
    for name in native["rules"]:
        aims = "{} and {}".format(*AIMS[name]) if name in AIMS else ""
        rules, compiled_cells = (
            [f"{median(speeds[kind][name]):.0f}" for speeds in (native, worker)]
            for kind in ("rules", "compiled")
        )
        print(f"| {name} |", " | ".join([*rules, aims, *compiled_cells]), "|")
    print(json.dumps({"native": native, "worker": worker}))


if __name__ == "__main__":
    main()
