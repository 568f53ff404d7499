"""The body of the engine's worker: questions in, one slice of thinking at a time, reports out.

The page pulls: ``begin(line)``, then ``slice_(ticket, millis)`` until the report is final; to
stop, it stops asking, or takes what there is with ``stop(ticket)``.  Every call answers with
one report as a line of ``wire``.  Every ticket comes to exactly one final report, which is
repeated when it is asked for again; a fault is a final report with a sentence.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random
from time import perf_counter
from typing import TYPE_CHECKING

from ..app.thinking import wire
from ..rules.notation.actions import action_name
from ..rules.notation.links import read_link
from ..rules.state import Game, State
from ..search.levels import (
    HINT,
    LEVELS,
    LOST,
    RANDOM,
    REVIEW,
    Level,
    SearchMemory,
    is_ready,
    level_of,
    most_work,
    work,
)
from ..search.network.nets import Nets
from ..search.network.network import NetworkError
from ..search.tree.node import LINE, TOP, TreeSearch, Tried
from ..search.tree.puct import Evaluator
from ..words import WORDS

if TYPE_CHECKING:
    from ..search.exact.solver import Ending

STRONG = 7  # the level from which on late positions are solved exactly


class Refused(ValueError):
    """A question that has no answer; the message is a sentence for people."""


@dataclass
class Task:
    """The question that is being thought about."""

    ticket: int
    game: Game | None = None
    memory: SearchMemory | None = None
    search: TreeSearch | None = None
    level: Level = HINT
    playouts: int = 0  # after which the search answers
    moves: bool = True  # whether an action is wanted: then there is no point in certainties
    ending: "Ending | None" = None  # of a late position
    trying: bool = False  # to solve it
    note: str = ""  # what is not as it should be
    seconds: float = 0.0  # spent so far
    last: wire.Report | None = field(default=None)  # the final report


class Worker:
    """Answers the page.  One question at a time: a new one ends the one before."""

    def __init__(
        self,
        random: Random | None = None,
        clock: Callable[[], float] = perf_counter,
        nets: Nets | None = None,
        levels: Callable[[Game, int], Level] = level_of,
    ):
        self.random = random or Random()
        self.memories: dict[tuple[int, int], SearchMemory] = {}
        self.clock = clock
        self.nets = nets or Nets()
        self.levels = levels
        self.faults: dict[str, str] = {}  # by game, why its network cannot be used
        self.task = Task(ticket=0)

    def evaluator(self, game: Game) -> Evaluator | None:
        """The network's view of a game; None where plain search has to do."""
        try:
            return self.nets.evaluator(game)
        except NetworkError as error:
            self.faults[game.name] = str(error)
            return None

    def memory(self, game: Game, think: wire.Think, mover: int) -> SearchMemory:
        """Who thinks about a question: each engine at the table with a memory of its own.

        Otherwise a hint or an analysis would make an opponent stronger than its level.
        """
        if any(memory.game != game for memory in self.memories.values()):
            self.memories.clear()
        asker = (think.level, mover) if think.purpose == "play" else (0, 0)
        if asker not in self.memories:
            self.memories[asker] = SearchMemory(self.random, self.evaluator)
        return self.memories[asker]

    def learn(self, name: str, data: bytes) -> None:
        """Take in the network of a game, or note why it cannot be used."""
        self.memories.clear()
        try:
            self.nets.add(name, data)
            self.faults.pop(name, None)
        except NetworkError as error:
            self.faults[name] = str(error)

    def begin(self, line: str) -> str:
        """Take a question; the report is final when it needs no thought."""
        self.task = Task(ticket=0)
        return self._guarded(lambda: self._begin(line))

    def slice_(self, ticket: int, millis: float) -> str:
        """Think for about so many milliseconds, at least one playout."""
        if ticket != self.task.ticket:
            return _unknown(ticket)
        return self._guarded(lambda: self._think(self.task, millis / 1000))

    def stop(self, ticket: int) -> str:
        """End a question with what has been found."""
        if ticket != self.task.ticket:
            return _unknown(ticket)
        return self._guarded(lambda: self._report(self.task, final=True))

    def _guarded(self, ask: Callable[[], wire.Report]) -> str:
        """The report, whatever happens: a fault ends the question."""
        try:
            report = ask()
        except Refused as refused:
            report = _fault(self.task.ticket, str(refused))
        except Exception as error:  # the page has to hear of any bug
            report = _fault(
                self.task.ticket,
                WORDS["engine-fault"].format(error=f"{type(error).__name__}: {error}"),
            )
            self.memories.clear()  # a tree may be half changed
        if report.final:
            self.task.last, self.task.search = report, None
        return wire.write_report(report)

    def _begin(self, line: str) -> wire.Report:
        try:
            think = wire.read_think(line)
        except wire.WireError as error:
            raise Refused(WORDS["engine-puzzled"].format(error=error)) from error
        self.task = task = Task(think.ticket, moves=think.purpose in ("play", "hint"))
        if think.level not in (RANDOM, *LEVELS):
            raise Refused(WORDS["engine-no-level"].format(level=think.level))
        reading = read_link(think.position, small=True)
        if reading.record is None or reading.error:
            raise Refused(WORDS["engine-no-position"].format(error=reading.error))
        game, states = reading.record.game, reading.states
        if reading.record.resigned or not game.legal(states[-1]):
            raise Refused(WORDS["over"])
        task.game = game
        if think.level == RANDOM:
            action = SearchMemory(self.random).any_action(game, states[-1])
            name = action_name(game.board, action)
            return wire.Report(think.ticket, True, name, 0, 0.0, False, [name], [], 0, None)
        task.memory = self.memory(game, think, states[-1].mover)
        task.search = task.memory.search(game, states, reading.record.actions)
        if game.name in self.faults:
            task.note = WORDS["engine-no-network"].format(error=self.faults[game.name])
        chosen = {"hint": HINT, "review": REVIEW}
        task.level = chosen.get(think.purpose) or self.levels(game, think.level)
        endless = think.purpose == "analyse"
        task.playouts = most_work(task.search) if endless else work(task.search, game, task.level)
        ready = self._is_ready(task)
        if not ready and (think.purpose != "play" or think.level >= STRONG):
            task.ending = _ending(game, states[-1])
            task.trying = task.ending is not None
        return self._report(task, final=ready)

    def _is_ready(self, task: Task) -> bool:
        assert task.search is not None
        if task.trying:
            return False
        if _is_kept(task):
            return True
        if task.moves or (task.ending and task.ending.solution):
            return is_ready(task.search, task.playouts)
        return task.search.is_solved or task.search.root.visits_in >= task.playouts

    def _think(self, task: Task, seconds: float) -> wire.Report:
        if task.search is None:
            return self._report(task, final=True)
        clock, search = self.clock, task.search
        start = clock()
        if task.trying and task.ending:
            task.trying = not task.ending.step(seconds)
            if _worth(task) == -1:  # the search shall find what holds out longest
                task.playouts = min(task.playouts, work(task.search, task.ending.game, LOST))
        ready = self._is_ready(task)
        while not ready and not task.trying:
            search.step(task.playouts - search.root.visits_in)
            ready = self._is_ready(task)
            if clock() - start >= seconds:
                break
        task.seconds += clock() - start
        return self._report(task, final=ready)

    def _report(self, task: Task, final: bool) -> wire.Report:
        """What the search knows, in names."""
        if task.last is not None:
            return task.last
        assert task.search is not None
        assert task.game is not None
        chosen = final and task.moves
        assert task.memory is not None
        thought = task.memory.chosen(task.search, task.level) if chosen else task.search.thought()
        board = task.game.board
        value, line, top = thought.value_first, thought.line, thought.top
        worth = _worth(task)
        if worth is not None and task.ending and task.ending.solution:
            value = float(task.ending.solution.value_first)
            if worth < 0:  # the search has found what holds out longest
                top = tuple(tried._replace(value_first=value, proven=True) for tried in top)
                top = top or (Tried(line[0], 0, value, True),)  # no choice, and no look
            else:
                line, top = _solved(task.ending)
        names = [action_name(board, action) for action in line]
        return wire.Report(
            ticket=task.ticket,
            final=final,
            action=names[0],
            playouts=thought.playouts,
            value_first=value,
            proven=thought.proven or worth is not None,
            line=names,
            top=[wire.Top(action_name(board, found.action), *found[1:]) for found in top],
            millis=round(task.seconds * 1000),
            error=None,
            work=task.playouts,
            note=task.note,
        )


def _ending(game: Game, state: State) -> "Ending | None":
    """The solver of a position, if that is late enough."""
    from ..search.exact.solver import Ending, is_late  # after the start of the engine

    return Ending(game, state) if is_late(game, state) else None


def _worth(task: Task) -> int | None:
    """The exact worth of the position for the side to move, or None while it is not known."""
    ending = task.ending
    if ending is None or ending.solution is None:
        return None
    value = ending.solution.value_first
    return -value if ending.state.mover else value


def _is_kept(task: Task) -> bool:
    """Whether the position is solved, and not lost: then the solver has the best action."""
    worth = _worth(task)
    return worth is not None and worth >= 0


def _solved(ending: "Ending") -> tuple[tuple[int, ...], tuple[Tried, ...]]:
    """The best line of a solved position, and its best actions: with a value and no visits."""
    line, values = ending.line(LINE), ending.values()
    best = sorted(values, key=lambda action: (values[action] != values[line[0]], action != line[0]))
    return line, tuple(Tried(action, 0, float(values[action]), True) for action in best[:TOP])


def _unknown(ticket: int) -> str:
    """The answer to a call about a question that is not, or no longer, the one in hand."""
    return wire.write_report(_fault(ticket, WORDS["engine-other-question"].format(ticket=ticket)))


def _fault(ticket: int, sentence: str) -> wire.Report:
    """A final report that says why there is no answer."""
    return wire.Report(max(ticket, 0), True, None, 0, 0.0, False, [], [], 0, sentence)
