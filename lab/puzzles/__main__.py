"""The command: see the package."""

import sys
from collections import Counter
from pathlib import Path
from time import monotonic, process_time

from greylox_web.rules import GAMES
from greylox_web.rules.notation.links import write_spec

from ..command_line import command_line
from . import __doc__ as about
from .daily import append
from .grade import grade, net_of
from .making import Maker
from .store import FOLDER, Posed, PuzzleError, read, regrade


def path_of(name: str, folder: Path) -> Path:
    """The file of a game's puzzles."""
    return folder / f"{name}.jsonl"


def make(names: list[str], folder: Path, minutes: float, most: int) -> None:
    """Add puzzles for ``minutes``, divided evenly among games with too few; print each."""
    folder.mkdir(parents=True, exist_ok=True)
    makers = [Maker(name, path_of(name, folder)) for name in names]
    spent = dict.fromkeys(makers, 0.0)
    end = monotonic() + 60 * minutes
    while monotonic() < end:
        wanting = [maker for maker in makers if len(maker.kept) < most]
        if not wanting:
            break
        maker = min(wanting, key=lambda maker: spent[maker])
        begun = process_time()
        found = maker.step()
        spent[maker] += process_time() - begun
        for each in found:
            puzzle = each.puzzle
            told = f"{len(maker.kept)} {write_spec(each.game)}: {puzzle.solution}"
            words = f"of {len(puzzle.lost | puzzle.drawn) + 1} turns, grade {puzzle.grade}"
            print(f"{told}, {words}, {puzzle.nodes} nodes, {', '.join(puzzle.themes)}", flush=True)


def grade_again(name: str, path: Path) -> None:
    """Grade a game's puzzles again with its present network; print how many changed."""
    net, found, changed = net_of(name), dict[str, tuple[int | None, str]](), 0
    for each in read(path):
        new = grade(each.game, each.state, each.after)
        found[each.puzzle.link] = new, net
        changed += new != each.puzzle.grade
    regrade(path, found)
    print(f"{name}: {len(found)} puzzles graded, {changed} changed", flush=True)


def overview(puzzles: list[Posed]) -> str:
    """How many puzzles there are of each board, colour, grade and theme."""
    about = {
        "boards": Counter(f"{each.game.board.shape} {each.game.size}" for each in puzzles),
        "to move": Counter(each.game.colours[each.state.mover] for each in puzzles),
        "value": Counter(each.puzzle.value for each in puzzles),
        "grades": Counter(str(each.puzzle.grade) for each in puzzles),
        "themes": Counter(theme for each in puzzles for theme in each.puzzle.themes),
    }
    lines = [
        f"  {what}: " + ", ".join(f"{key} {count}" for key, count in counts.most_common())
        for what, counts in about.items()
    ]
    return "\n".join([f"{len(puzzles)} puzzles", *lines])


def main() -> None:
    """Carry out the command line."""
    parser = command_line("lab.puzzles", about)
    parser.add_argument("task", choices=[*GAMES, "all", "grade", "show", "daily"])
    parser.add_argument("game", nargs="?", choices=[*GAMES, "all"], help="to grade or to show")
    parser.add_argument("--minutes", type=float, default=20.0)
    parser.add_argument("--most", type=int, default=150, help="puzzles of a game")
    parser.add_argument("--folder", type=Path, default=FOLDER, help="of the files GAME.jsonl")
    options = parser.parse_args()
    if options.task == "daily":
        counts = {name: len(read(path_of(name, options.folder))) for name in GAMES}
        print(f"the list has {append(options.folder, counts)} days")
        return
    if (options.task in ("grade", "show")) == (options.game is None):
        parser.error("a game is named once: after grade and show, or alone")
    wanted = options.game or options.task
    names = list(GAMES) if wanted == "all" else [wanted]
    try:
        if options.task == "grade":
            for name in names:
                grade_again(name, path_of(name, options.folder))
        elif options.task == "show":
            for name in names:
                print(f"{name}: {overview(read(path_of(name, options.folder)))}", flush=True)
        else:
            make(names, options.folder, options.minutes, options.most)
    except (PuzzleError, FileNotFoundError) as error:
        sys.exit(str(error))


if __name__ == "__main__":
    main()
