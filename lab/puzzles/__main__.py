"""The command: see the package."""

import argparse
import sys
from collections import Counter
from pathlib import Path
from time import monotonic, process_time

from greylox_web.rules import GAMES
from greylox_web.rules.notation.links import write_spec

from ..command_line import make_parser
from . import __doc__ as about
from .daily import append
from .generator import PuzzleGenerator
from .grade import grade, network_hash
from .store import FOLDER, PuzzleError, ResolvedPuzzle, read, regrade, renew_themes


def puzzle_path(name: str, folder: Path) -> Path:
    """The file of a game's puzzles."""
    return folder / f"{name}.jsonl"


def generate(names: list[str], folder: Path, minutes: float, max_puzzles: int) -> None:
    """Add puzzles for ``minutes``, divided evenly among unfinished games; print each."""
    folder.mkdir(parents=True, exist_ok=True)
    generators = [PuzzleGenerator(name, puzzle_path(name, folder)) for name in names]
    spent = dict.fromkeys(generators, 0.0)
    end = monotonic() + 60 * minutes
    while monotonic() < end:
        unfinished = [generator for generator in generators if len(generator.puzzles) < max_puzzles]
        if not unfinished:
            break
        generator = min(unfinished, key=lambda generator: spent[generator])
        start = process_time()
        puzzles = generator.play_next_game()
        spent[generator] += process_time() - start
        for each in puzzles:
            puzzle = each.puzzle
            progress_line = f"{len(generator.puzzles)} {write_spec(each.game)}: {puzzle.solution}"
            words = f"of {len(puzzle.lost | puzzle.drawn) + 1} turns, grade {puzzle.grade}"
            print(
                f"{progress_line}, {words}, {puzzle.nodes} nodes, {', '.join(puzzle.themes)}",
                flush=True,
            )


def regrade_game(name: str, path: Path) -> None:
    """Grade a game's puzzles again with its current network; print how many changed."""
    net, grades, changed = network_hash(name), dict[str, tuple[int | None, str]](), 0
    for each in read(path):
        new = grade(each.game, each.state, each.solution_state)
        grades[each.puzzle.link] = new, net
        changed += new != each.puzzle.grade
    regrade(path, grades)
    print(f"{name}: {len(grades)} puzzles graded, {changed} changed", flush=True)


def counts_text(puzzles: list[ResolvedPuzzle]) -> str:
    """The number of puzzles of each board, colour, value, grade and theme, as text."""
    about = {
        "boards": Counter(f"{each.game.board.shape} {each.game.size}" for each in puzzles),
        "to move": Counter(each.game.colours[each.state.mover] for each in puzzles),
        "value": Counter(each.puzzle.value for each in puzzles),
        "grades": Counter(str(each.puzzle.grade) for each in puzzles),
        "themes": Counter(theme for each in puzzles for theme in each.puzzle.themes),
    }
    lines = [
        f"  {caption}: " + ", ".join(f"{key} {count}" for key, count in counts.most_common())
        for caption, counts in about.items()
    ]
    return "\n".join([f"{len(puzzles)} puzzles", *lines])


def main() -> None:
    """Run the command line."""
    parser = make_parser("lab.puzzles", about)
    parser.add_argument("task", choices=[*GAMES, "all", "grade", "themes", "show", "daily"])
    parser.add_argument(
        "game",
        nargs="?",
        choices=[*GAMES, "all"],
        help="after grade, themes and show",
    )
    parser.add_argument("--minutes", type=float, default=20.0)
    parser.add_argument("--max-puzzles", type=int, default=150, help="puzzles of a game")
    parser.add_argument(
        "--most", dest="max_puzzles", type=int, default=argparse.SUPPRESS, help=argparse.SUPPRESS
    )
    parser.add_argument("--folder", type=Path, default=FOLDER, help="of the files GAME.jsonl")
    options = parser.parse_args()
    if options.task == "daily":
        counts = {name: len(read(puzzle_path(name, options.folder))) for name in GAMES}
        print(f"the list has {append(options.folder, counts)} days")
        return
    if (options.task in ("grade", "themes", "show")) == (options.game is None):
        parser.error("a game is named once: after grade, themes and show, or alone")
    game_name = options.game or options.task
    names = list(GAMES) if game_name == "all" else [game_name]
    try:
        if options.task == "grade":
            for name in names:
                regrade_game(name, puzzle_path(name, options.folder))
        elif options.task == "themes":
            for name in names:
                changed = renew_themes(puzzle_path(name, options.folder))
                print(f"{name}: the themes of {changed} puzzles changed", flush=True)
        elif options.task == "show":
            for name in names:
                print(f"{name}: {counts_text(read(puzzle_path(name, options.folder)))}", flush=True)
        else:
            generate(names, options.folder, options.minutes, options.max_puzzles)
    except (PuzzleError, FileNotFoundError) as error:
        sys.exit(str(error))


if __name__ == "__main__":
    main()
