"""Exact values of small boards and late positions: alpha-beta with a transposition table."""

from collections.abc import Callable
from time import monotonic
from typing import NamedTuple

from ..rules.board import Board, bits
from ..rules.games import cascade
from ..rules.groups import flood_fill, sizes
from ..rules.state import Game, State
from .canonical import Key, Keys
from .compiled.solver import quick_solver
from .playouts import result
from .tuning import tuning

Bounds = tuple[int, int]  # a lower and an upper bound of the worth of a position
UNKNOWN: Bounds = (-1, 1)
SHARED = {(low, high): (low, high) for low in (-1, 0, 1) for high in (-1, 0, 1) if low <= high}
LOOK = 16  # nodes between two looks at the clock
FEW = 50  # nodes for each further action of a line whose value is known
MOST_VACANT = 90  # with more, nothing is ever solved, and recursion would exhaust the stack
STEPS = 20  # steps in which an ending is solved, each about a slice of the page's worker


class Budget(NamedTuple):
    """How much a solver may do before it gives up; None is without limit."""

    nodes: int | None = None
    seconds: float | None = None


ENDLESS = Budget()


class Solution(NamedTuple):
    """The exact value of a position."""

    value_first: int  # 1: the first colour wins, -1: it loses, 0: a draw
    action: int  # one that keeps this value
    nodes: int  # how many positions were opened to find it


class OutOfBudget(Exception):
    """The budget is spent; what was found until then is kept."""


class Solver:
    """A solver of one game with its transposition table, which all calls of ``solve`` share.

    ``oracle`` knows the values (of the first colour) of some positions; ``progress`` is called now
    and then with the number of nodes.
    """

    def __init__(
        self,
        game: Game,
        progress: Callable[[int], None] | None = None,
        oracle: Callable[[State], int | None] | None = None,
    ) -> None:
        self.game = game
        self.oracle = oracle
        self.keys = Keys(game)
        self.ordering = ordering_of(game)
        self.known: dict[Key, Bounds] = {}
        self.nodes = 0
        self.progress = progress
        self.last_node: int | None = None
        self.end: float | None = None

    def solve(self, state: State, budget: Budget = ENDLESS) -> Solution | None:
        """The exact value of an unfinished position, or None when the budget is spent.

        The table is kept: asked again, the solver continues from what it has found.
        """
        legal = self.game.legal(state)
        assert legal, "the game is over"
        if vacant(self.game, state) > MOST_VACANT:
            return None
        before = self.nodes
        self.last_node = None if budget.nodes is None else before + budget.nodes
        self.end = None if budget.seconds is None else monotonic() + budget.seconds
        try:
            worth, action = self.best(state, legal, *UNKNOWN)
        except OutOfBudget:
            return None
        return Solution(-worth if state.mover else worth, action, self.nodes - before)

    def count(self) -> None:
        """Count a node; raise OutOfBudget after the last one."""
        self.nodes += 1
        if self.last_node is not None and self.nodes > self.last_node:
            raise OutOfBudget
        if self.nodes % LOOK == 0:
            if self.end is not None and monotonic() > self.end:
                raise OutOfBudget
            if self.progress is not None:
                self.progress(self.nodes)

    def best(self, state: State, legal: int, alpha: int, beta: int) -> tuple[int, int]:
        """The worth of a position and an action that has it; fail-soft, so perhaps only a bound.

        First all actions are looked up in the table; the rest are searched, most promising first.
        """
        self.count()
        game, known, find, ordering = self.game, self.known, self.keys.key, self.ordering
        best, choice = -2, -1
        unknown: list[tuple[int, int, State, int, Key]] = []
        for action in bits(legal):
            child = game.play(state, action)
            same = child.mover == state.mover
            key = find(child)
            bounds = known.get(key)
            replies = 0
            if bounds is None or bounds[0] < bounds[1]:
                replies = game.legal(child)
                exact = self.certain(child, replies)
                if exact is not None:
                    bounds = known[key] = SHARED[exact, exact]
            low, high = bounds or UNKNOWN
            worth = low if same else -high
            if worth > best:
                best, choice = worth, action
                if best >= beta:
                    return best, choice
            if low < high:
                unknown.append((ordering(game, child, replies, same), action, child, replies, key))
        unknown.sort(reverse=True)
        for _, action, child, replies, key in unknown:
            worth = self.after(state, child, replies, key, max(alpha, best), beta)
            if worth > best:
                best, choice = worth, action
                if best >= beta:
                    break
        return best, choice

    def certain(self, state: State, legal: int) -> int | None:
        """The worth of a position that needs no search, or None."""
        value = None if self.oracle is None else self.oracle(state)
        if value is not None:
            return -value if state.mover else value
        return settled(self.game, state, legal)

    def after(
        self, state: State, child: State, replies: int, key: Key, alpha: int, beta: int
    ) -> int:
        """The worth of ``child`` for the mover of ``state``, which is stored in the table."""
        same = child.mover == state.mover
        if not same:
            alpha, beta = -beta, -alpha
        low, high = self.known.get(key, UNKNOWN)
        if low < beta and high > alpha and low < high:
            worth, _ = self.best(child, replies, max(alpha, low), min(beta, high))
            if worth > alpha:
                low = max(low, worth)
            if worth < beta:
                high = min(high, worth)
            self.known[key] = SHARED[low, high]
        else:
            worth = low if low >= beta or low == high else high
        return worth if same else -worth


class Ending:
    """A late position that is solved in steps: call ``step`` until it returns True.

    Compiled code is used where it runs; it opens many times as many positions in the same time.
    """

    def __init__(self, game: Game, state: State, times: float = 1) -> None:
        """``times`` is the factor on the usual number of positions that may be opened."""
        self.game = game
        self.state = state
        self.solver = Solver(game)
        self.quick = quick_solver(game)
        tuned = tuning(game)
        self.opened = tuned.opened if self.quick is None else tuned.compiled
        self.left = round(times * self.opened) if self.quick or is_near(game, state) else 0
        self.solution: Solution | None = None

    def step(self) -> bool:
        """Open some more positions; return whether it is over: solved, or given up.

        The work is counted in positions and not in time, so it is the same on every machine.
        """
        if self.left > 0:
            part = min(self.left, self.opened // STEPS)
            self.solution = self.solved(self.state, part)
            self.left -= self.solution.nodes if self.solution else part
        return self.solution is not None or self.left <= 0

    def solved(self, state: State, nodes: int) -> Solution | None:
        """The solution of a position, or None if ``nodes`` positions do not suffice."""
        if self.quick is None:
            return self.solver.solve(state, Budget(nodes))
        found = self.quick.solve(state, nodes)
        if found is None:
            return None
        return Solution(-found.worth if state.mover else found.worth, found.action, found.nodes)

    def known(self, state: State) -> int | None:
        """The worth of a position, or None while it is not known."""
        if self.quick is not None:
            return self.quick.worth(state)
        low, high = self.solver.known.get(self.solver.keys.key(state), UNKNOWN)
        return low if low == high else None

    def line(self, most: int) -> tuple[int, ...]:
        """Up to ``most`` actions that keep the value, as far as they are found with little work."""
        state, solution, found = self.state, self.solution, list[int]()
        while solution is not None:
            found.append(solution.action)
            state = self.game.play(state, solution.action)
            if len(found) == most or not self.game.legal(state):
                break
            solution = self.solved(state, FEW)
        return tuple(found)

    def values(self) -> dict[int, int]:
        """The known exact values of actions, from the first colour's side."""
        found = {}
        for action in bits(self.game.legal(self.state)):
            child = self.game.play(self.state, action)
            worth = self.known(child)
            if worth is not None:
                found[action] = -worth if child.mover else worth
        if self.solution is not None:
            found[self.solution.action] = self.solution.value_first
        return found


def is_late(game: Game, state: State, times: int = 1, *, far: bool = False) -> bool:
    """Whether so few cells are vacant that it is worthwhile to solve the position.

    Each doubling of the time (``times``) allows one more vacant cell.  ``far`` is for questions
    whose strength is not fixed; see ``Tuning.far``.
    """
    tuned = tuning(game)
    most = max(tuned.later, tuned.far) if far else tuned.later
    return vacant(game, state) <= most + times.bit_length() - 1


def is_near(game: Game, state: State) -> bool:
    """Whether so few cells are vacant that the Python solver is worthwhile, too."""
    return vacant(game, state) <= tuning(game).late


def vacant(game: Game, state: State) -> int:
    """The number of vacant cells."""
    return (game.board.cells & ~state.occupied).bit_count()


def settled(game: Game, state: State, legal: int) -> int | None:
    """The certain worth of a position for the side to move, or None when it is open."""
    if not legal:
        worth = int(result(game, state))
        return -worth if state.mover else worth
    return outgrown(game, state) if game.name in OUTGROWN else None


def outgrown(game: Game, state: State) -> int | None:
    """The worth of a position of Byg in which one side wins even if the other takes all the rest.

    None where that is not so.
    """
    own, other = state.stones[state.mover], state.stones[1 - state.mover]
    vacant = game.board.cells & ~(own | other)
    if vacant.bit_count() > own.bit_count() + other.bit_count():
        return None
    if cascade.compare_group_sizes(game.board, own, other | vacant).winner == 0:
        return 1
    if cascade.compare_group_sizes(game.board, own | vacant, other).winner == 1:
        return -1
    return None


Ordering = Callable[[Game, State, int, bool], int]
"""How good a position looks to the side that moved there; larger is better.

The arguments are the game, the position, the mask of its legal actions, and whether the same side
is to move again.
"""


def mobility(game: Game, state: State, legal: int, same: bool) -> int:
    """Prefers many actions for one's own side and few for the opponent."""
    return legal.bit_count() if same else -legal.bit_count()


def nearness(game: Game, state: State, legal: int, same: bool) -> int:
    """Prefers few stones missing from one's own chain, and few actions for the opponent."""
    lead = distance(game, state, state.mover) - distance(game, state, 1 - state.mover)
    return 8 * lead - legal.bit_count()


def bulk(game: Game, state: State, legal: int, same: bool) -> int:
    """Prefers large groups and many stones."""
    mover = state.mover if same else 1 - state.mover
    own, other = state.stones[mover], state.stones[1 - mover]
    more = own.bit_count() - other.bit_count()
    return 2 * (squares(game.board, own) - squares(game.board, other)) + 3 * more + 99 * same


def nothing(game: Game, state: State, legal: int, same: bool) -> int:
    """Prefers nothing."""
    return 0


OUTGROWN = {"byg"}
ORDERINGS: dict[str, Ordering] = {"greylox": mobility, "lox": nearness, "byg": bulk}
"""The ordering of each game; the results do not depend on it, only the time does."""


def ordering_of(game: Game) -> Ordering:
    """The ordering of a game's actions."""
    return ORDERINGS.get(game.name, nothing)


def squares(board: Board, stones: int) -> int:
    """The sum of the squares of the sizes of all groups."""
    return sum(size * size for size in sizes(board, stones))


def distance(game: Game, state: State, colour: int) -> int:
    """The fewest stones with which ``colour`` joins its edges if the opponent passes.

    ``board.size`` where it is cut off.
    """
    board = game.board
    near, far = game.edges[colour]
    own = state.stones[colour]
    open_ = board.cells & ~state.stones[1 - colour]
    if not open_ & near or not flood_fill(board, near, open_) & far:
        return board.size
    reached, steps = flood_fill(board, near, own), 0
    front = near & open_
    while not reached & far:
        steps += 1
        reached |= front
        reached = flood_fill(board, reached, reached | own)
        front = board.neighbours(reached) & open_
    return steps
