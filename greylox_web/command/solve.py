"""The exact value of small boards and late positions, from the start or from a link."""

import argparse
from collections.abc import Callable
from functools import partial
from time import monotonic

from ..engine.solver import MAX_VACANT, UNLIMITED, Budget, Solution, Solver
from ..rules import GAMES, TITLES, Game, NotationError
from ..rules.notation.actions import machine_action, outcome_of
from ..rules.notation.records import read_any
from ..rules.play import count_vacant
from ..rules.state import State
from .arguments import add_game_options, game_from_args, parse_options
from .pipes import ignore_broken_pipe, print_error
from .retrograde import MAX_CELLS, RetrogradeTable, covers, is_fillable

PROGRESS_NODES = 1 << 15  # nodes between two lines of progress
TABLE_MIN_VACANT = (
    12  # from this many vacant cells on, a table of all positions is faster than a search
)


def uses_table(game: Game, state: State, budget: Budget) -> bool:
    """Return whether to solve by a table of all positions, which requires an unlimited budget."""
    if not is_fillable(game) or budget != UNLIMITED:
        return False
    fits = game.board.cells.bit_count() <= MAX_CELLS and covers(state)
    return fits and count_vacant(game, state) >= TABLE_MIN_VACANT


def build_table(game: Game) -> Callable[[State], int | None]:
    """Build a table of all positions of a game, as a tablebase for ``Solver``."""
    return partial(RetrogradeTable([game]).value_first, 0)


def solve(game: Game, state: State, budget: Budget, *, loud: bool = False) -> Solution | None:
    """Return the exact value of an unfinished position, or None if the budget is spent."""
    start = monotonic()

    def progress(nodes: int) -> None:
        if nodes % PROGRESS_NODES == 0:
            words = f"{nodes:,} positions opened, {len(solver.table):,} known"
            print_error(f"\r{words}, {monotonic() - start:.0f} s ", end="")

    if loud and MAX_CELLS - 4 < count_vacant(game, state) <= MAX_VACANT:
        print_error("thinking; Ctrl-C gives up")
    filled = uses_table(game, state, budget)
    if loud and filled:
        print_error(f"a table of all positions takes {table_size_text(game)}")
    tablebase = build_table(game) if filled else None
    solver = Solver(game, progress if loud else None, tablebase)
    solution = solver.solve(state, budget)
    if loud and solver.nodes >= PROGRESS_NODES:
        print_error()
    return solution


def table_size_text(game: Game) -> str:
    """Format the memory of a table of all positions, one byte each."""
    return f"{3 ** game.board.cells.bit_count() / 1e6:,.0f} MB of memory"


def format_solution(game: Game, state: State, solution: Solution | None, seconds: float) -> str:
    """Format the solution in one line."""
    if solution is None and (vacant_count := count_vacant(game, state)) > MAX_VACANT:
        return (
            f"not solved: only up to {MAX_VACANT} vacant cells can be, and here are {vacant_count}"
        )
    if solution is None:
        return f"not solved in {seconds:.1f} s: the budget is spent"
    colours = [colour.capitalize() for colour in game.colours]
    best = machine_action(game, solution.action)
    value = f"{colours[solution.value_first < 0]} wins" if solution.value_first else "a draw"
    return (
        f"{value}; {colours[state.mover]} plays {best} "
        f"({solution.nodes:,} positions in {seconds:.1f} s)"
    )


def run(args: argparse.Namespace) -> int:
    """Solve the position of the command line; return 1 if it is not solved.

    Raise NotationError if the arguments name no unfinished position.
    """
    for option, budget in (("--nodes", args.nodes), ("--seconds", args.seconds)):
        if budget is not None and not budget > 0:
            raise NotationError(f"{option} must be more than 0, not {budget:g}")
    game = game_from_args(args)
    state = game.start()
    if args.link:
        reading = read_any(args.link, game, allow_small=True)
        if reading.record is None or reading.error:
            raise NotationError(f"this position cannot be read: {reading.error}")
        record = reading.record
        check_same_game(args, record.game)
        game, state = record.game, reading.states[record.shown_ply]
        if record.cursor is None and outcome_of(record, state):
            raise NotationError("the game is over")
    if not game.legal(state):
        raise NotationError("the game is over")
    start = monotonic()
    solution = solve(game, state, Budget(args.nodes, args.seconds), loud=True)
    with ignore_broken_pipe():
        print(format_solution(game, state, solution, monotonic() - start), flush=True)
    return int(solution is None)


def check_same_game(args: argparse.Namespace, game: Game) -> None:
    """Raise NotationError if the arguments contradict the game of the link or record."""
    if game.name != args.game:
        link_title, args_title = TITLES[game.name], TITLES[args.game]
        raise NotationError(f"this is a position of {link_title}, not of {args_title}")
    if args.size not in (None, game.size):
        raise NotationError(f"this position has size {game.size}, not {args.size}")
    for key, value in parse_options(args.option).items():
        if game.options.get(key) != value:
            link_title = f"{key}={game.options.get(key)}, not {value}".lower()
            raise NotationError(f"this position has {link_title}")


def add_arguments(command: argparse.ArgumentParser) -> None:
    """Add the arguments of the command ``solve``."""
    command.add_argument("game", choices=GAMES)
    link = command.add_argument(
        "link", metavar="[link]", help="a link or a record; without it, the start"
    )
    link.required = False  # unlike nargs="?", this also accepts a link after options
    command.add_argument("--nodes", type=int, help="positions to open before giving up")
    command.add_argument("--seconds", type=float, help="time before giving up")
    add_game_options(command)
    command.set_defaults(run=run)
