"""The command: make endings, and test the engine on them."""

from random import Random
from time import perf_counter

from greylox_web.command.networks import load_registry
from greylox_web.confidence import wilson_interval
from greylox_web.engine.engine import Engine
from greylox_web.rules import GAMES
from greylox_web.rules.play import replay

from ..command_line import make_parser
from . import FOLDER, Endgame, endings, generate_endgames
from . import __doc__ as about


def add_endgames(name: str, count: int, minutes: float) -> None:
    """Add endings to the file of a game, until it has ``count`` or ``minutes`` have passed."""
    endgames, end = endings(name), perf_counter() + 60 * minutes
    generated = generate_endgames(name, endgames, Random())
    with (FOLDER / f"{name}.jsonl").open("a") as file:
        while len(endgames) < count and perf_counter() < end:
            ending = next(generated)
            file.write(ending.json_line + "\n")
            file.flush()
            endgames.append(ending)
    print(f"{name}: {len(endgames)} endings", flush=True)


def keeps_value(engine: Engine, ending: Endgame, level: int) -> bool:
    """Whether the level's action, with a fresh tree, keeps the value of a position."""
    engine.clear_trees()
    record = ending.record
    task = engine.start_task(
        record.game, replay(record.game, record.actions), record.actions, level
    )
    task.think()
    return task.result(chosen=True).action in ending.keeping_actions


def main() -> None:
    """Make endings, or test a level on them."""
    parser = make_parser("lab.endings", about)
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
            add_endgames(name, options.count, options.minutes)
            continue
        endgames, engine = endings(name), Engine(Random(1), load_registry().evaluator)
        kept_count = sum(keeps_value(engine, ending, options.level) for ending in endgames)
        low, high = wilson_interval(kept_count, len(endgames))
        print(f"{name}: {kept_count} of {len(endgames)} kept, {low:.1%} to {high:.1%}", flush=True)


if __name__ == "__main__":
    main()
