"""Exact values of small boards and late positions: alpha-beta with a transposition table."""

from collections.abc import Callable
from time import monotonic
from typing import NamedTuple

from ..rules.board import Board, bits
from ..rules.games import size_comparison
from ..rules.groups import flood_fill, sizes
from ..rules.play import count_vacant
from ..rules.state import Game, State
from .canonical import Canonicalizer, Key
from .compiled.solver import make_solver
from .playouts import terminal_value
from .tuning import tuning

Bounds = tuple[int, int]  # lower and upper bound of a position's value for the mover
UNKNOWN: Bounds = (-1, 1)
INTERNED_BOUNDS = {
    (low, high): (low, high) for low in (-1, 0, 1) for high in (-1, 0, 1) if low <= high
}
CHECK_CLOCK_EVERY = 16  # nodes between two checks of the clock
NODES_PER_PV_ACTION = 50  # node limit for each further action of a PV whose value is known
MAX_VACANT = 90  # with more cells nothing is ever solved, and recursion would exhaust the stack
SOLVER_STEPS = 20  # steps per ending, each about a slice of the page's worker


class Budget(NamedTuple):
    """The limits of a solver's work; None means no limit."""

    nodes: int | None = None
    seconds: float | None = None


UNLIMITED = Budget()


class Solution(NamedTuple):
    """The exact value of a position."""

    value_first: int  # 1: the first colour wins, -1: it loses, 0: a draw
    action: int  # an action that keeps this value
    nodes: int  # positions opened to find it


class OutOfBudget(Exception):
    """The budget is spent; the transposition table keeps the results so far."""


class Solver:
    """A solver of one game; all calls of ``solve`` share one transposition table.

    ``tablebase`` returns the first colour's values of some positions.  ``progress`` is called now
    and then with the number of nodes.
    """

    def __init__(
        self,
        game: Game,
        progress: Callable[[int], None] | None = None,
        tablebase: Callable[[State], int | None] | None = None,
    ) -> None:
        self.game = game
        self.tablebase = tablebase
        self.keys = Canonicalizer(game)
        self.ordering = get_ordering(game)
        self.table: dict[Key, Bounds] = {}
        self.nodes = 0
        self.progress = progress
        self.last_node: int | None = None
        self.deadline: float | None = None

    def solve(self, state: State, budget: Budget = UNLIMITED) -> Solution | None:
        """Return the exact value of an unfinished position, or None when the budget is spent.

        The table stays, so the next call continues from the results so far.
        """
        legal = self.game.legal(state)
        assert legal, "the game is over"
        if count_vacant(self.game, state) > MAX_VACANT:
            return None
        before = self.nodes
        self.last_node = None if budget.nodes is None else before + budget.nodes
        self.deadline = None if budget.seconds is None else monotonic() + budget.seconds
        try:
            mover_value, action = self.alpha_beta(state, legal, *UNKNOWN)
        except OutOfBudget:
            return None
        return Solution(-mover_value if state.mover else mover_value, action, self.nodes - before)

    def count_node(self) -> None:
        """Count a node; raise OutOfBudget after the last one."""
        self.nodes += 1
        if self.last_node is not None and self.nodes > self.last_node:
            raise OutOfBudget
        if self.nodes % CHECK_CLOCK_EVERY == 0:
            if self.deadline is not None and monotonic() > self.deadline:
                raise OutOfBudget
            if self.progress is not None:
                self.progress(self.nodes)

    def alpha_beta(self, state: State, legal: int, alpha: int, beta: int) -> tuple[int, int]:
        """Return a position's value for the mover, and an action that has it.

        The search is fail-soft, so the value may be only a bound.  All actions are first looked up
        in the table.  The others are then searched, most promising first.
        """
        self.count_node()
        game, table, key_of, ordering = (
            self.game,
            self.table,
            self.keys.canonical_key,
            self.ordering,
        )
        best_value, best_action = -2, -1
        unknown: list[tuple[int, int, State, int, Key]] = []
        for action in bits(legal):
            child = game.play(state, action)
            same = child.mover == state.mover
            key = key_of(child)
            bounds = table.get(key)
            replies = 0
            if bounds is None or bounds[0] < bounds[1]:
                replies = game.legal(child)
                exact = self.value_without_search(child, replies)
                if exact is not None:
                    bounds = table[key] = INTERNED_BOUNDS[exact, exact]
            low, high = bounds or UNKNOWN
            mover_value = low if same else -high
            if mover_value > best_value:
                best_value, best_action = mover_value, action
                if best_value >= beta:
                    return best_value, best_action
            if low < high:
                unknown.append((ordering(game, child, replies, same), action, child, replies, key))
        unknown.sort(reverse=True)
        for _, action, child, replies, key in unknown:
            mover_value = self.search_child(
                state, child, replies, key, max(alpha, best_value), beta
            )
            if mover_value > best_value:
                best_value, best_action = mover_value, action
                if best_value >= beta:
                    break
        return best_value, best_action

    def value_without_search(self, state: State, legal: int) -> int | None:
        """Return the mover's value of a position that needs no search, or None."""
        value = None if self.tablebase is None else self.tablebase(state)
        if value is not None:
            return -value if state.mover else value
        return certain_value(self.game, state, legal)

    def search_child(
        self, state: State, child: State, replies: int, key: Key, alpha: int, beta: int
    ) -> int:
        """Return the value of ``child`` for the mover of ``state``, and store it in the table."""
        same = child.mover == state.mover
        if not same:
            alpha, beta = -beta, -alpha
        low, high = self.table.get(key, UNKNOWN)
        if low < beta and high > alpha and low < high:
            mover_value, _ = self.alpha_beta(child, replies, max(alpha, low), min(beta, high))
            if mover_value > alpha:
                low = max(low, mover_value)
            if mover_value < beta:
                high = min(high, mover_value)
            self.table[key] = INTERNED_BOUNDS[low, high]
        else:
            mover_value = low if low >= beta or low == high else high
        return mover_value if same else -mover_value


class EndgameSolver:
    """A solver of one late position in steps: call ``step`` until it returns True.

    It uses compiled code where possible, which opens many times as many positions per second.
    """

    def __init__(self, game: Game, state: State, effort: float = 1) -> None:
        """Create the solver; ``effort`` scales the usual limit of opened positions."""
        self.game = game
        self.state = state
        self.solver = Solver(game)
        self.compiled_solver = make_solver(game)
        tuned = tuning(game)
        self.node_budget = (
            tuned.python_solver_nodes
            if self.compiled_solver is None
            else tuned.compiled_solver_nodes
        )
        self.nodes_left = (
            round(effort * self.node_budget)
            if self.compiled_solver or is_python_solvable(game, state)
            else 0
        )
        self.solution: Solution | None = None

    def step(self) -> bool:
        """Open some more positions; return True if the position is solved or given up.

        The work is counted in positions and not in time, so it is the same on every machine.
        """
        if self.nodes_left > 0:
            part = min(self.nodes_left, self.node_budget // SOLVER_STEPS)
            self.solution = self.solve(self.state, part)
            self.nodes_left -= self.solution.nodes if self.solution else part
        return self.solution is not None or self.nodes_left <= 0

    def solve(self, state: State, nodes: int) -> Solution | None:
        """Return the solution of a position, or None if ``nodes`` positions do not suffice."""
        if self.compiled_solver is None:
            return self.solver.solve(state, Budget(nodes))
        solved = self.compiled_solver.solve(state, nodes)
        if solved is None:
            return None
        return Solution(
            -solved.mover_value if state.mover else solved.mover_value, solved.action, solved.nodes
        )

    def probe(self, state: State) -> int | None:
        """Return the mover's value of a position, or None if unknown."""
        if self.compiled_solver is not None:
            return self.compiled_solver.probe(state)
        low, high = self.solver.table.get(self.solver.keys.canonical_key(state), UNKNOWN)
        return low if low == high else None

    def principal_variation(self, limit: int) -> tuple[int, ...]:
        """Return up to ``limit`` actions that keep the value, as far as little work finds them."""
        state, solution, pv = self.state, self.solution, list[int]()
        while solution is not None:
            pv.append(solution.action)
            state = self.game.play(state, solution.action)
            if len(pv) == limit or not self.game.legal(state):
                break
            solution = self.solve(state, NODES_PER_PV_ACTION)
        return tuple(pv)

    def values(self) -> dict[int, int]:
        """Return the known exact values of actions, from the first colour's side."""
        values = {}
        for action in bits(self.game.legal(self.state)):
            child = self.game.play(self.state, action)
            mover_value = self.probe(child)
            if mover_value is not None:
                values[action] = -mover_value if child.mover else mover_value
        if self.solution is not None:
            values[self.solution.action] = self.solution.value_first
        return values


def is_solvable(game: Game, state: State, effort: int = 1, *, early: bool = False) -> bool:
    """Return whether so few cells are vacant that solving the position is worthwhile.

    Each doubling of the time (``effort``) allows one more vacant cell.  ``early`` is for requests
    whose strength is not fixed; see ``Tuning.analysis_solver_vacancies``.
    """
    tuned = tuning(game)
    max_vacant = (
        max(tuned.compiled_solver_vacancies, tuned.analysis_solver_vacancies)
        if early
        else tuned.compiled_solver_vacancies
    )
    return count_vacant(game, state) <= max_vacant + effort.bit_length() - 1


def is_python_solvable(game: Game, state: State) -> bool:
    """Return whether so few cells are vacant that the Python solver is worthwhile, too."""
    return count_vacant(game, state) <= tuning(game).python_solver_vacancies


def certain_value(game: Game, state: State, legal: int) -> int | None:
    """Return the certain value of a position for the side to move, or None if it is open."""
    if not legal:
        mover_value = int(terminal_value(game, state))
        return -mover_value if state.mover else mover_value
    return size_decided_value(game, state) if game.name in SIZE_DECIDED else None


def size_decided_value(game: Game, state: State) -> int | None:
    """Return the mover's value of a decided position of Byg, or None.

    Decided means that one side wins even if the other takes all vacant cells.
    """
    own, other = state.stones[state.mover], state.stones[1 - state.mover]
    vacant = game.board.cells & ~(own | other)
    if vacant.bit_count() > own.bit_count() + other.bit_count():
        return None
    if size_comparison.compare_group_sizes(game.board, own, other | vacant).winner == 0:
        return 1
    if size_comparison.compare_group_sizes(game.board, own | vacant, other).winner == 1:
        return -1
    return None


Ordering = Callable[[Game, State, int, bool], int]
"""A move ordering: how good a position looks to the side that moved there; larger is better.  The
arguments are the game, the position, the mask of its legal actions, and whether the same side moves
again."""


def mobility_order(game: Game, state: State, legal: int, same: bool) -> int:
    """Prefer many actions for one's own side and few for the opponent."""
    return legal.bit_count() if same else -legal.bit_count()


def connection_order(game: Game, state: State, legal: int, same: bool) -> int:
    """Prefer few stones missing from one's own connection, and few actions for the opponent."""
    lead = connection_distance(game, state, state.mover) - connection_distance(
        game, state, 1 - state.mover
    )
    return 8 * lead - legal.bit_count()


def group_size_order(game: Game, state: State, legal: int, same: bool) -> int:
    """Prefer large groups and many stones."""
    mover = state.mover if same else 1 - state.mover
    own, other = state.stones[mover], state.stones[1 - mover]
    more = own.bit_count() - other.bit_count()
    return (
        2 * (sum_of_squares(game.board, own) - sum_of_squares(game.board, other))
        + 3 * more
        + 99 * same
    )


def no_order(game: Game, state: State, legal: int, same: bool) -> int:
    """Prefer nothing."""
    return 0


SIZE_DECIDED = {"byg"}
ORDERINGS: dict[str, Ordering] = {
    "greylox": mobility_order,
    "lox": connection_order,
    "byg": group_size_order,
}
"""The move ordering of each game; it changes only the time, not the results."""


def get_ordering(game: Game) -> Ordering:
    """Return the move ordering of a game."""
    return ORDERINGS.get(game.name, no_order)


def sum_of_squares(board: Board, stones: int) -> int:
    """Return the sum of the squares of the sizes of all groups."""
    return sum(size * size for size in sizes(board, stones))


def connection_distance(game: Game, state: State, colour: int) -> int:
    """Return the fewest stones with which ``colour`` joins its edges if the opponent passes.

    The result is ``board.size`` if the colour is cut off.
    """
    board = game.board
    first_edge, second_edge = game.edges[colour]
    own = state.stones[colour]
    open_ = board.cells & ~state.stones[1 - colour]
    if not open_ & first_edge or not flood_fill(board, first_edge, open_) & second_edge:
        return board.size
    reached, steps = flood_fill(board, first_edge, own), 0
    front = first_edge & open_
    while not reached & second_edge:
        steps += 1
        reached |= front
        reached = flood_fill(board, reached, reached | own)
        front = board.neighbours(reached) & open_
    return steps
