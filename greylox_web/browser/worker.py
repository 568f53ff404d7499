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

from ..app import wire
from ..app.levels import LEVELS
from ..rules.links import read_link
from ..rules.notation import action_name
from ..rules.state import Game
from ..search.levels import MOST_PLAYOUTS, RANDOM, Mind, is_ready, work
from ..search.mcts import Search


class Refused(ValueError):
    """A question that has no answer; the message is a sentence for people."""


@dataclass
class Task:
    """The question that is being thought about."""

    ticket: int
    game: Game | None = None
    search: Search | None = None
    playouts: int = 0  # after which the search answers
    moves: bool = True  # whether an action is wanted: then there is no point in certainties
    seconds: float = 0.0  # spent so far
    last: wire.Report | None = field(default=None)  # the final report


class Worker:
    """Answers the page.  One question at a time: a new one ends the one before."""

    def __init__(self, random: Random | None = None, clock: Callable[[], float] = perf_counter):
        self.mind = Mind(random or Random())
        self.clock = clock
        self.task = Task(ticket=0)

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
            report = _fault(self.task.ticket, f"the engine failed: {type(error).__name__}: {error}")
            self.mind.root = None  # the tree may be half changed
        if report.final:
            self.task.last, self.task.search = report, None
        return wire.write_report(report)

    def _begin(self, line: str) -> wire.Report:
        try:
            think = wire.read_think(line)
        except wire.WireError as error:
            raise Refused(f"the engine did not understand the page: {error}") from error
        self.task = task = Task(think.ticket, moves=think.purpose == "play")
        if think.level not in LEVELS:
            raise Refused(f"there is no level {think.level}")
        reading = read_link(think.position)
        if reading.record is None or reading.error:
            raise Refused(f"the engine cannot read the position: {reading.error}")
        game, states = reading.record.game, reading.states
        if reading.record.resigned or not game.legal(states[-1]):
            raise Refused("the game is over")
        task.game = game
        if think.level == RANDOM and task.moves:
            action = self.mind.any_action(game, states[-1])
            name = action_name(game.board, action)
            return wire.Report(think.ticket, True, name, 0, 0.0, False, [name], [], 0, None)
        task.search = self.mind.search(game, states, reading.record.actions)
        task.playouts = work(game, think.level) if task.moves else MOST_PLAYOUTS
        return self._report(task, final=self._is_ready(task))

    def _is_ready(self, task: Task) -> bool:
        assert task.search is not None
        if task.moves:
            return is_ready(task.search, task.playouts)
        return task.search.is_solved or task.search.root.visits_in >= task.playouts

    def _think(self, task: Task, seconds: float) -> wire.Report:
        if task.search is None:
            return self._report(task, final=True)
        clock, step = self.clock, task.search.step
        start = clock()
        ready = self._is_ready(task)
        while not ready:
            step()
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
        thought, board = task.search.thought(), task.game.board
        names = [action_name(board, action) for action in thought.line]
        return wire.Report(
            ticket=task.ticket,
            final=final,
            action=names[0],
            playouts=thought.playouts,
            value_first=thought.value_first,
            proven=thought.proven,
            line=names,
            top=[wire.Top(action_name(board, a), n, v) for a, n, v in thought.top],
            millis=round(task.seconds * 1000),
            error=None,
        )


def _unknown(ticket: int) -> str:
    """The answer to a call about a question that is not, or no longer, the one in hand."""
    return wire.write_report(_fault(ticket, f"the engine is not thinking about question {ticket}"))


def _fault(ticket: int, sentence: str) -> wire.Report:
    """A final report that says why there is no answer."""
    return wire.Report(max(ticket, 0), True, None, 0, 0.0, False, [], [], 0, sentence)
