"""The command: make endings, and try the engine on them."""

from random import Random
from time import perf_counter

from greylox_web.command.match.score import wilson_interval
from greylox_web.command.nets import load_registry
from greylox_web.engine.engine import Engine
from greylox_web.rules import GAMES
from greylox_web.rules.play import replay

from ..command_line import command_line
from . import FOLDER, Ending, endings, made
from . import __doc__ as about


def make(name: str, count: int, minutes: float) -> None:
    """Add endings to the file of a game, until it has ``count`` or ``minutes`` have passed."""
    known, end = endings(name), perf_counter() + 60 * minutes
    more = made(name, known, Random())
    with (FOLDER / f"{name}.jsonl").open("a") as file:
        while len(known) < count and perf_counter() < end:
            ending = next(more)
            file.write(ending.line + "\n")
            file.flush()
            known.append(ending)
    print(f"{name}: {len(known)} endings", flush=True)


def keeps(engine: Engine, ending: Ending, level: int) -> bool:
    """Whether the level's action, with a fresh tree, keeps the value of a position."""
    engine.clear_trees()
    record = ending.record
    task = engine.start_task(
        record.game, replay(record.game, record.actions), record.actions, level
    )
    task.think()
    return task.result(chosen=True).action in ending.keep


def main() -> None:
    """Make, or try."""
    parser = command_line("lab.endings", about)
    parser.add_argument("what", choices=("make", "try"))
    parser.add_argument("games", nargs="*", default=list(GAMES), metavar="game")
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--minutes", type=float, default=1e9)
    parser.add_argument("--level", type=int, default=10)
    options = parser.parse_args()
    for name in options.games:
        if name not in GAMES:
            parser.error(f"there is no game {name!r}")
        if options.what == "make":
            make(name, options.count, options.minutes)
            continue
        known, engine = endings(name), Engine(Random(1), load_registry().evaluator)
        kept = sum(keeps(engine, ending, options.level) for ending in known)
        low, high = wilson_interval(kept, len(known))
        print(f"{name}: {kept} of {len(known)} kept, {low:.1%} to {high:.1%}", flush=True)


if __name__ == "__main__":
    main()
