"""Train the network of one game by self-play, from nothing or from where it was left.

    python3 -m lab.training greylox --minutes 40 --fresh
    python3 -m lab.training lox --minutes 600 --workers 8 --address auto

Everything is kept in ``lab/runs/GAME``: stopped at any point, it goes on where it was.  Where there
is no run yet, it goes on from ``lab/checkpoints``; ``--fresh`` begins from nothing.  ``--minutes``
counts from the very first one, since the steps become smaller toward the end.  Needs
``pip install torch``; a GPU is used when there is one.
"""

import argparse
import ctypes
import json
from pathlib import Path
from random import randrange
from time import perf_counter

import torch

from greylox_web.rules import GAMES

from .run import DEFAULT, EFFORTS, SIZES, Plan, Run, pick
from .selfplay import Effort
from .source import Fleet, Here, Source


def keep_memory() -> None:
    """Have the C library keep freed memory: giving it back costs half of the time."""
    mallopt = getattr(ctypes.CDLL(None), "mallopt", None)
    if mallopt is not None:  # glibc
        for setting in (-3, -1):  # M_MMAP_THRESHOLD, M_TRIM_THRESHOLD
            mallopt(setting, 2**30)


def main() -> None:
    """Train."""
    parser = argparse.ArgumentParser(prog="lab.training", description=__doc__)
    parser.add_argument("game", choices=sorted(GAMES))
    parser.add_argument("--minutes", type=float, default=40, help="in all, with those before")
    parser.add_argument("--device", default="cuda" if torch.cuda.is_available() else "cpu")
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--folder", type=Path, default=None)
    parser.add_argument("--workers", type=int, default=0, help="processes of self-play, by Ray")
    parser.add_argument("--address", default="", help="of a Ray cluster")
    parser.add_argument("--fresh", action="store_true", help="begin from nothing")
    arguments = parser.parse_args()
    torch.set_num_threads(arguments.threads)
    keep_memory()
    name = arguments.game
    folder = arguments.folder or Path("lab/runs") / name
    plan = Plan()
    seed = randrange(2**20)
    effort = EFFORTS.get(name, Effort())
    source: Source
    if arguments.workers:
        source = Fleet(arguments.workers, name, plan.tables, effort, seed, arguments.address)
    else:
        source = Here(name, plan.tables, effort, seed, arguments.device)
    run = Run(name, folder, plan, arguments.device, source, arguments.fresh)
    sizes = SIZES[name]
    total = arguments.minutes * 60
    start = perf_counter()
    log = (folder / "log.jsonl").open("a")
    if not run.facts["positions"]:
        for size in sizes[:2]:
            run.random_games(size, 1500)
        for _ in range(8):
            print(run.learn(50), flush=True)
    before = run.facts["seconds"]
    if before >= total:
        parser.error(f"{name} has been trained for {before / 60:.0f} minutes: --minutes is in all")
    while (spent := before + perf_counter() - start) < total:
        share = spent / total
        for group in run.optimizer.param_groups:
            group["lr"] = plan.rate * (1.0 if share < 0.6 else 0.3 if share < 0.85 else 0.1)
        fresh = [size for size in (DEFAULT[name], *sizes) if size not in run.memories]
        size = fresh[0] if fresh and share > 0.2 else pick(name, sizes, share, run.random)
        played = run.self_play(size, max(plan.chunk, plan.least - run.memory(size).count))
        if share > 0.85 and not run.settled and not fresh[1:]:
            run.settle()
        steps = round(played["positions"] * plan.reuse / plan.rows)
        learned = run.learn(steps)
        line = {
            "size": size,
            "share": round(share, 3),
            **{f"play_{key}": round(value, 3) for key, value in played.items()},
            **{f"learn_{key}": round(value, 3) for key, value in learned.items()},
        }
        print(json.dumps(line), flush=True)
        log.write(json.dumps(line) + "\n")
        log.flush()
        run.facts["seconds"] = before + perf_counter() - start
        run.save()


if __name__ == "__main__":
    main()
