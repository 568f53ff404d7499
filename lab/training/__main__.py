"""Train the network of one game by self-play, from scratch or from the last checkpoint.

    python3 -m lab.training greylox --minutes 40 --from-scratch
    python3 -m lab.training lox --minutes 600 --workers 8 --address auto

The network learns on all boards and options that the page offers.  ``lab/runs/GAME`` stores the
run, which resumes after a stop at any point.  A new run starts from ``lab/checkpoints`` and plays
for a while before it learns; ``--from-scratch`` starts from random weights.  ``--minutes`` is the
working time of this command (pauses do not count), and changes nothing else.  ``--relearn`` starts
with steps on the replay buffer without new games, for example to train a smaller network on the
games of a larger one.  ``--anneal`` ends with steps on it at the lowest learning rate; a candidate
for the gatekeeper should be annealed.  Training pauses while the file ``lab/runs/pause`` exists.
It needs ``pip install torch wasmtime`` and uses a GPU if there is one.
"""

import argparse
import ctypes
import json
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from random import randrange
from time import perf_counter, process_time, sleep

import torch

from greylox_web.rules import GAMES

from ..command_line import make_parser
from .boards import pick_spec, shares
from .run import SELF_PLAY_CONFIGS, Hyperparameters, TrainingRun
from .selfplay import SelfPlayConfig
from .source import GameSource, LocalSource, RaySource

RUNS = Path("lab/runs")
PAUSE_FILE = RUNS / "pause"
STEPS_PER_CHUNK = 200  # steps without new games between two checkpoints


def disable_memory_trim() -> None:
    """Stop the C library from returning freed memory, which costs half of the time."""
    mallopt = getattr(ctypes.CDLL(None), "mallopt", None)
    if mallopt is not None:  # glibc
        for setting in (-3, -1):  # M_MMAP_THRESHOLD, M_TRIM_THRESHOLD
            mallopt(setting, 2**30)


def train(run: TrainingRun, seconds: float, clock: Callable[[], float] = perf_counter) -> None:
    """Alternate between playing and learning for ``seconds``."""
    params = run.params
    start, before = clock(), run.counters["seconds"]
    log = (run.folder / "log.jsonl").open("a")
    if not run.counters["positions"]:
        for spec in shares(run.name, 0):
            run.random_games(spec, 1500 // len(shares(run.name, 0)))
        for _ in range(8):
            print(run.learn(50), flush=True)
        run.replay.clear()
    elif run.replay.count >= params.min_positions:
        print(run.learn(round(params.chunk * params.replay_ratio / params.batch_size)), flush=True)
    new_positions = 0
    while (spent := clock() - start) < seconds:
        if PAUSE_FILE.exists():
            sleep(1)
            start += clock() - start - spent
            continue
        request_games(run)
        spec, played = run.collect_games()
        new_positions += round(played["positions"])
        learned = {}
        if new_positions >= params.chunk and run.replay.count >= params.min_positions:
            request_games(run)
            learned = run.learn(round(new_positions * params.replay_ratio / params.batch_size))
            new_positions = 0
        run.counters["seconds"] = before + clock() - start
        line = {
            "board": spec,
            "minutes": round(run.counters["seconds"] / 60, 2),
            "rate": run.learning_rate,
            **{f"play_{key}": round(value, 3) for key, value in played.items()},
            **{f"learn_{key}": round(value, 3) for key, value in learned.items()},
        }
        print(json.dumps(line), flush=True)
        log.write(json.dumps(line) + "\n")
        log.flush()
        run.save()
    log.close()


def request_games(run: TrainingRun) -> None:
    """Request as many games as the source accepts, on the boards furthest behind their share."""
    while run.source.capacity > 0:
        counts = Counter(run.replay.counts)
        for spec in run.requested_specs:
            counts[spec] += run.params.share
        run.request_games(pick_spec(run.name, run.counters["positions"], counts), run.params.share)


def relearn(run: TrainingRun, steps: int, clock: Callable[[], float] = perf_counter) -> None:
    """Learn from the replay buffer, without new games."""
    run.counters.pop("annealed", None)
    learn(run, run.learn, steps, clock)


def anneal(run: TrainingRun, steps: int, clock: Callable[[], float] = perf_counter) -> None:
    """Learn at the lowest learning rate, without new games, up to ``steps`` such steps in all."""
    learn(run, run.anneal, steps - run.counters.get("annealed", 0), clock)


def learn(
    run: TrainingRun,
    learn_step: Callable[[int], dict[str, float]],
    steps: int,
    clock: Callable[[], float],
) -> None:
    """Take ``steps`` in chunks, saving a checkpoint and adding the elapsed time after each."""
    start, before = clock(), run.counters["seconds"]
    for done in range(0, steps, STEPS_PER_CHUNK):
        print(learn_step(min(steps - done, STEPS_PER_CHUNK)), flush=True)
        run.counters["seconds"] = before + clock() - start
        run.save()


def main() -> None:
    """Train."""
    parser = make_parser("lab.training", __doc__)
    parser.add_argument("game", choices=sorted(GAMES))
    parser.add_argument("--minutes", type=float, default=40, help="how long to train")
    parser.add_argument(
        "--relearn", type=int, default=0, metavar="STEPS", help="first, from remembered games"
    )
    parser.add_argument(
        "--anneal", type=int, default=0, metavar="STEPS", help="in the end, at the lowest rate"
    )
    parser.add_argument("--device", default="cuda" if torch.cuda.is_available() else "cpu")
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--folder", type=Path, default=None)
    parser.add_argument("--workers", type=int, default=0, help="processes of self-play, by Ray")
    parser.add_argument("--address", default="", help="address of a Ray cluster")
    parser.add_argument("--from-scratch", action="store_true", help="begin from nothing")
    parser.add_argument(
        "--fresh",
        dest="from_scratch",
        action="store_true",
        default=argparse.SUPPRESS,
        help=argparse.SUPPRESS,
    )
    arguments = parser.parse_args()
    torch.set_num_threads(arguments.threads)
    disable_memory_trim()
    name, params, seed = arguments.game, Hyperparameters(), randrange(2**20)
    config = SELF_PLAY_CONFIGS.get(name, SelfPlayConfig())
    source: GameSource
    if arguments.workers:
        source = RaySource(arguments.workers, config, seed, arguments.address)
    else:
        source = LocalSource(config, seed)
    folder = arguments.folder or RUNS / name
    run = TrainingRun(name, folder, params, arguments.device, source, arguments.from_scratch)
    is_single_threaded = (
        not arguments.workers and arguments.device == "cpu" and arguments.threads == 1
    )
    clock = process_time if is_single_threaded else perf_counter
    if arguments.relearn and not run.replay.count:
        parser.error(f"no games are remembered in {folder}")
    relearn(run, arguments.relearn, clock)
    train(run, arguments.minutes * 60, clock)
    anneal(run, arguments.anneal, clock)


if __name__ == "__main__":
    main()
