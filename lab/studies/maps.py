"""Opening maps: the worth of each first action on an empty board, found by search.

An action's worth is found by a deterministic search from the position after it.  A file of results
has one action of each orbit, the set of actions that symmetries of the board map onto each other.
Only what is missing in it is searched, so the work can be stopped at any time.
"""

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random
from time import monotonic
from typing import NamedTuple

from greylox_web.command.nets import network_checksum, network_of
from greylox_web.engine.canonical import symmetries
from greylox_web.engine.engine import SearchTask
from greylox_web.engine.memory import TreeReuse
from greylox_web.engine.solver import Solver
from greylox_web.engine.tuning import LevelSettings
from greylox_web.features.lessons import first_stones
from greylox_web.rules import GAMES, Game, NotationError, default_game
from greylox_web.rules.board import bits
from greylox_web.rules.notation.links import read_spec, write_spec
from greylox_web.rules.state import State

FOLDER = Path(__file__).parent / "results" / "maps"


def shown(name: str) -> str:
    """The default board of a game, whose map the page shows; without the swap, if it has one."""
    swap = {"swap": False} if "swap" in default_game(name).options else {}
    return write_spec(default_game(name, None, swap))


USUAL = tuple(map(shown, GAMES))
"""The boards whose maps the page shows."""
SPECS = tuple(dict.fromkeys((*USUAL, *(f"lox{size}-n" for size in (4, 5, 7, 9, 13)))))
SOLVED = ("lox4-n",)
"""The boards that the exact solver maps as well."""
VISITS = 2000  # of each search


SHIPPED = Path(first_stones.__file__)
MODULE = '''"""The first colour's chances in per cent after a first stone on each cell, row by row.

Found by the engine's search; ``python3 -m lab.study maps`` writes this file.
"""

OPENING_VALUES = {{
{maps}}}
"""By the game and its board, written as in links; Lox is without its swap."""
NAMED_CELLS = {{
{told}}}
"""The best three of these cells, and the worst; their mirror images are left out."""
'''


class Worth(NamedTuple):
    """The worth of a first action."""

    chance: float  # of the first colour, in per cent; a draw is half a win
    proven: bool  # whether the result is certain; then the chance is 0, 50 or 100


class OpeningMap(NamedTuple):
    """The worths of first actions, and how they were found."""

    game: Game
    network: str  # checksum of the network's file, "" for the exact solver
    visits: int  # of each search; 0: by the exact solver
    worths: dict[int, Worth]  # by action: the first cell of each orbit

    @property
    def chances(self) -> dict[int, float]:
        """The first colour's chance after a stone on each cell whose orbit has been searched."""
        found = dict[int, float]()
        for orbit in orbits(self.game):
            if orbit[0] in self.worths:
                found |= dict.fromkeys(orbit, self.worths[orbit[0]].chance)
        return found


def orbits(game: Game) -> list[tuple[int, ...]]:
    """The sets of cells that symmetries of the board and the aims map onto each other.

    Each is sorted, and they are in the order of their first cells.
    """
    kept, _ = symmetries(game)
    return sorted({tuple(sorted({move[cell] for move in kept})) for cell in bits(game.board.cells)})


def worth_of(game: Game, action: int, visits: int) -> Worth:
    """The worth of a first action by a search with this many visits."""
    states = [game.start(), game.play(game.start(), action)]
    return searched(game, states, [action], visits)


def searched(game: Game, states: Sequence[State], actions: Sequence[int], visits: int) -> Worth:
    """The worth of the last of these positions by a search; ``actions`` lead through them."""
    memory = TreeReuse(Random(0), network_of)
    task = SearchTask(
        memory, game, states, actions, LevelSettings(visits, 0.0, visits), wants_move=False
    )
    task.think()
    thought = task.result()
    return Worth(round(50 * (1 + thought.value_first), 1), thought.proven)


def solved_worth(game: Game, action: int) -> Worth:
    """The worth of a first action with perfect play."""
    solution = Solver(game).solve(game.play(game.start(), action))
    assert solution is not None, "only a solver with a budget gives up"
    return Worth(50.0 * (1 + solution.value_first), proven=True)


def path_of(spec: str, visits: int, folder: Path = FOLDER) -> Path:
    """The file of a board's map."""
    return folder / f"{spec}{'' if visits else '-solved'}.json"


def read_map(path: Path) -> OpeningMap:
    """The map in a file; raise NotationError if it is malformed."""
    try:
        told = json.loads(path.read_text("utf-8"))
        game = read_spec(told["game"], allow_small=True)
        worths = {
            game.board.parse_cell(name): Worth(float(chance), bool(proven))
            for name, (chance, proven) in told["worths"].items()
        }
        return OpeningMap(game, str(told["network"]), int(told["visits"]), worths)
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise NotationError(f"{path} holds no opening map: {error}") from error


def written(found: OpeningMap) -> str:
    """The text of a map's file, with a line for each action."""
    head = {"game": write_spec(found.game), "network": found.network, "visits": found.visits}
    name = found.game.board.cell_name
    rows = (f'    "{name(cell)}": {json.dumps(worth)}' for cell, worth in found.worths.items())
    parts = [f'  "{key}": {json.dumps(value)}' for key, value in head.items()]
    worths = "{\n" + ",\n".join(rows) + "\n  }" if found.worths else "{}"
    return "{\n" + ",\n".join([*parts, f'  "worths": {worths}']) + "\n}\n"


def begun(spec: str, visits: int, folder: Path) -> OpeningMap:
    """The map of a board, with what its file has for the present network and these visits."""
    game = read_spec(spec, allow_small=True)
    path = path_of(spec, visits, folder)
    empty = OpeningMap(game, network_checksum(game) if visits else "", visits, {})
    found = read_map(path) if path.exists() else empty
    return found if found[:3] == empty[:3] else empty


def missing(found: OpeningMap) -> Iterator[int]:
    """The actions that are still to be searched, one of each orbit."""
    return (orbit[0] for orbit in orbits(found.game) if orbit[0] not in found.worths)


def make(
    specs: Sequence[str],
    visits: int,
    end: float = float("inf"),
    folder: Path = FOLDER,
) -> None:
    """Search what is missing, until the time ``end`` of ``monotonic``; each worth is saved at once.

    With 0 visits the exact solver is used.
    """
    folder.mkdir(parents=True, exist_ok=True)
    for spec in specs:
        found = begun(spec, visits, folder)
        for action in list(missing(found)):
            if monotonic() >= end:
                return
            game = found.game
            worth = worth_of(game, action, visits) if visits else solved_worth(game, action)
            found.worths[action] = worth
            path_of(spec, visits, folder).write_text(written(found), "utf-8")


def told(found: OpeningMap) -> str:
    """A map in one line for people: the three best first cells, and the worst."""
    names = found.game.board.cell_name
    words = [f"{names(cell)} {found.worths[cell].chance:.1f}%" for cell in ranked(found)]
    how = f"{found.visits} visits" if found.visits else "solved"
    return f"{write_spec(found.game)}, {how}: {', '.join(words[:3])}; {words[-1]}"


def ranked(found: OpeningMap) -> list[int]:
    """The cells that have been searched, best for the first colour first."""
    return sorted(found.worths, key=lambda cell: (-found.worths[cell].chance, cell))


def shipped(found: Sequence[OpeningMap]) -> str:
    """The source of the page's module with these maps."""
    texts, best = list[str](), list[str]()
    for one in found:
        board, spec = one.game.board, write_spec(one.game)
        rows = ["" for _ in range(board.width)]
        for cell, chance in sorted(one.chances.items()):
            rows[board.column_row(cell)[1]] += f"{round(chance)} "
        lines = "".join(f'        "{row}"\n' for row in rows)
        texts.append(f'    "{spec}": (\n{lines}    ),\n')
        *some, last = map(board.cell_name, ranked(one))
        best.append(f'    "{spec}": "{" ".join([*some[:3], last])}",\n')
    return MODULE.format(maps="".join(texts), told="".join(best))


def ship(found: Sequence[OpeningMap], path: Path = SHIPPED) -> None:
    """Write the page's module, if all of these maps are complete."""
    if not any(list(missing(one)) for one in found):
        path.write_text(shipped(found), "utf-8")


def study(visits: int, end: float) -> None:
    """Search what is missing until the time ``end`` of ``monotonic``, and print all maps.

    Those of the default boards are shipped with the page once they are complete.
    """
    make(SPECS, visits, end)
    make(SOLVED, 0, end)
    for path in sorted(FOLDER.glob("*.json")):
        print(told(read_map(path)))
    usual = [read_map(path_of(spec, visits)) for spec in USUAL]
    ship(usual)
