"""Opening maps: the value of each first action on an empty board, by search.

A deterministic search from the position after an action gives its value.  A file of results has
one action of each orbit, the set of actions that symmetries of the board map onto each other.  Only
missing actions are searched, so the work can be stopped at any time.
"""

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random
from time import monotonic
from typing import NamedTuple

from greylox_web.command.networks import network_checksum, network_of
from greylox_web.engine.canonical import symmetries
from greylox_web.engine.engine import SearchTask
from greylox_web.engine.solver import Solver
from greylox_web.engine.tree_reuse import PlayerTree
from greylox_web.engine.tuning import LevelSettings
from greylox_web.features.lessons import opening_values
from greylox_web.rules import GAMES, Game, NotationError, default_game, new_game
from greylox_web.rules.board import bits
from greylox_web.rules.notation.links import read_spec, write_spec
from greylox_web.rules.state import State

FOLDER = Path(__file__).parent / "results" / "maps"


def default_spec(name: str) -> str:
    """Return the default board of a game without a swap; the page shows its map."""
    swap = {"swap": False} if "swap" in default_game(name).options else {}
    return write_spec(default_game(name, None, swap))


DEFAULT_SPECS = tuple(map(default_spec, GAMES))
"""The boards whose maps the page shows."""
SWAP_SPECS = ("brink7-d-x8", "brink6-d-x8", "multiplicity5-f")
"""The boards of the study ``swap``: without it, a map gives the value of taking over a stone."""
SPECS = tuple(
    dict.fromkeys((*DEFAULT_SPECS, *(f"lox{size}-n" for size in (4, 5, 7, 9, 13)), *SWAP_SPECS))
)
SOLVED = ("lox4-n",)
"""The boards that the exact solver maps as well."""
VISITS = 2000  # of each search


MODULE_PATH = Path(opening_values.__file__)
MODULE = '''"""The first colour's chances in per cent after a first stone on each cell, row by row.

Found by the engine's search; ``python3 -m lab.study maps`` writes this file.
"""

OPENING_VALUES = {{
{maps}}}
"""The chances by game and board, as in links; Lox without its swap."""
NAMED_CELLS = {{
{told}}}
"""The three best cells and the worst one, without their mirror images."""
'''


class ActionValue(NamedTuple):
    """The value of a first action."""

    chance: float  # of the first colour, in per cent; a draw is half a win
    proven: bool  # whether the result is certain; then the chance is 0, 50 or 100


class OpeningMap(NamedTuple):
    """The values of first actions, and how they were computed."""

    game: Game
    network: str  # checksum of the network's file, "" for the exact solver
    visits: int  # of each search; 0 for the exact solver
    action_values: dict[int, ActionValue]  # by action: the first cell of each orbit

    @property
    def is_swapped(self) -> bool:
        """Whether the map helps with a swap; the map itself is of a board without it."""
        usual = new_game(self.game.name).options.get("swap")
        return bool(usual) or write_spec(self.game) in SWAP_SPECS

    @property
    def chances(self) -> dict[int, float]:
        """The first colour's chance after a stone on each cell whose orbit has been searched."""
        chances_by_cell = dict[int, float]()
        for orbit in orbits(self.game):
            if orbit[0] in self.action_values:
                chances_by_cell |= dict.fromkeys(orbit, self.action_values[orbit[0]].chance)
        return chances_by_cell


def orbits(game: Game) -> list[tuple[int, ...]]:
    """Return the sets of cells that symmetries of the board and the goals map onto each other.

    Each set is sorted, and the sets are in the order of their first cells.
    """
    keeping_maps, _ = symmetries(game)
    return sorted(
        {tuple(sorted({move[cell] for move in keeping_maps})) for cell in bits(game.board.cells)}
    )


def search_action(game: Game, action: int, visits: int) -> ActionValue:
    """Return the value of a first action by a search with this many visits."""
    states = [game.start(), game.play(game.start(), action)]
    return search_state(game, states, [action], visits)


def search_state(
    game: Game, states: Sequence[State], actions: Sequence[int], visits: int
) -> ActionValue:
    """Return the value of the last position by a search; ``actions`` lead from state to state."""
    memory = PlayerTree(Random(0), network_of)
    task = SearchTask(
        memory, game, states, actions, LevelSettings(visits, 0.0, visits), wants_move=False
    )
    task.think()
    result = task.result()
    return ActionValue(round(50 * (1 + result.value_first), 1), result.proven)


def solve_action(game: Game, action: int) -> ActionValue:
    """Return the value of a first action with perfect play."""
    solution = Solver(game).solve(game.play(game.start(), action))
    assert solution is not None, "only a solver with a budget gives up"
    return ActionValue(50.0 * (1 + solution.value_first), proven=True)


def map_path(spec: str, visits: int, folder: Path = FOLDER) -> Path:
    """Return the path of a board's map."""
    return folder / f"{spec}{'' if visits else '-solved'}.json"


def read_map(path: Path) -> OpeningMap:
    """Read the map in a file; raise NotationError if it is malformed."""
    try:
        data = json.loads(path.read_text("utf-8"))
        game = read_spec(data["game"], allow_small=True)
        action_values = {
            game.board.parse_cell(name): ActionValue(float(chance), bool(proven))
            for name, (chance, proven) in data["worths"].items()
        }
        return OpeningMap(game, str(data["network"]), int(data["visits"]), action_values)
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise NotationError(f"{path} holds no opening map: {error}") from error


def dumps(opening_map: OpeningMap) -> str:
    """The text of a map's file, with a line for each action."""
    head = {
        "game": write_spec(opening_map.game),
        "network": opening_map.network,
        "visits": opening_map.visits,
    }
    name = opening_map.game.board.cell_name
    rows = (
        f'    "{name(cell)}": {json.dumps(action_value)}'
        for cell, action_value in opening_map.action_values.items()
    )
    parts = [f'  "{key}": {json.dumps(value)}' for key, value in head.items()]
    action_values = "{\n" + ",\n".join(rows) + "\n  }" if opening_map.action_values else "{}"
    return "{\n" + ",\n".join([*parts, f'  "worths": {action_values}']) + "\n}\n"


def load_or_new(spec: str, visits: int, folder: Path) -> OpeningMap:
    """Load the map of a board, or make an empty one if its network or visits differ."""
    game = read_spec(spec, allow_small=True)
    path = map_path(spec, visits, folder)
    empty = OpeningMap(game, network_checksum(game) if visits else "", visits, {})
    opening_map = read_map(path) if path.exists() else empty
    return opening_map if opening_map[:3] == empty[:3] else empty


def missing_actions(opening_map: OpeningMap) -> Iterator[int]:
    """Return the actions that are not searched yet, one of each orbit."""
    return (
        orbit[0] for orbit in orbits(opening_map.game) if orbit[0] not in opening_map.action_values
    )


def search_missing(
    specs: Sequence[str],
    visits: int,
    end: float = float("inf"),
    folder: Path = FOLDER,
) -> None:
    """Search missing actions until the time ``end`` of ``monotonic``; save each value at once.

    With 0 visits the exact solver is used.
    """
    folder.mkdir(parents=True, exist_ok=True)
    for spec in specs:
        opening_map = load_or_new(spec, visits, folder)
        for action in list(missing_actions(opening_map)):
            if monotonic() >= end:
                return
            game = opening_map.game
            action_value = (
                search_action(game, action, visits) if visits else solve_action(game, action)
            )
            opening_map.action_values[action] = action_value
            map_path(spec, visits, folder).write_text(dumps(opening_map), "utf-8")


def map_line(opening_map: OpeningMap) -> str:
    """Return a summary of a map: the three best first cells, and the worst."""
    names = opening_map.game.board.cell_name
    words = [
        f"{names(cell)} {opening_map.action_values[cell].chance:.1f}%"
        for cell in ranked_cells(opening_map)
    ]
    how = f"{opening_map.visits} visits" if opening_map.visits else "solved"
    return f"{write_spec(opening_map.game)}, {how}: {', '.join(words[:3])}; {words[-1]}"


def ranked_cells(opening_map: OpeningMap) -> list[int]:
    """Return the searched cells, best for the first colour first."""
    return sorted(
        opening_map.action_values, key=lambda cell: (-opening_map.action_values[cell].chance, cell)
    )


def module_source(maps: Sequence[OpeningMap]) -> str:
    """The source of the page's module with these maps."""
    texts, best = list[str](), list[str]()
    for opening_map in maps:
        board, spec = opening_map.game.board, write_spec(opening_map.game)
        rows = ["" for _ in range(board.width)]
        for cell, chance in sorted(opening_map.chances.items()):
            rows[board.column_row(cell)[1]] += f"{round(chance)} "
        lines = "".join(f'        "{row}"\n' for row in rows)
        texts.append(f'    "{spec}": (\n{lines}    ),\n')
        *best_cells, last = map(board.cell_name, ranked_cells(opening_map))
        best.append(f'    "{spec}": "{" ".join([*best_cells[:3], last])}",\n')
    return MODULE.format(maps="".join(texts), told="".join(best))


def write_module(maps: Sequence[OpeningMap], path: Path = MODULE_PATH) -> None:
    """Write the page's module, if all of these maps are complete."""
    if not any(list(missing_actions(opening_map)) for opening_map in maps):
        path.write_text(module_source(maps), "utf-8")


def study(visits: int, end: float) -> None:
    """Search missing actions until the time ``end`` of ``monotonic``, and print all maps.

    The page's module gets the maps of the default boards once all of them are complete.
    """
    search_missing(SPECS, visits, end)
    search_missing(SOLVED, 0, end)
    for path in sorted(FOLDER.glob("*.json")):
        print(map_line(read_map(path)))
    default_maps = [read_map(map_path(spec, visits)) for spec in DEFAULT_SPECS]
    write_module(default_maps)
