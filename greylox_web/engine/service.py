"""The engine's worker: it answers questions in slices of thinking, with a report for each slice.

The page polls: ``begin(line)``, then ``slice_(ticket, millis)`` until the report is final.  To
stop, it makes no more calls, or gets the result so far with ``stop(ticket)``.  Every call returns
one report as a line of ``wire``.  Every ticket gets exactly one final report, which is repeated if
it is asked for again; a fault is a final report with a sentence.
"""

from collections.abc import Callable
from dataclasses import dataclass
from math import inf
from random import Random
from time import perf_counter

from ..rules.notation.actions import action_name
from ..rules.notation.links import read_link
from ..rules.state import Game
from ..words import WORDS
from . import messages as wire
from .cores import Crew
from .engine import Engine, Task
from .levels import LEVELS, RANDOM
from .nets import Nets
from .network import NetworkError
from .search import Evaluator
from .tuning import Level, level_of

LINED_EVERY = 0.5  # seconds


class Refused(ValueError):
    """A question that cannot be answered; the message is a sentence for people."""


@dataclass
class Question:
    """The current question."""

    ticket: int
    task: Task | None = None
    note: str = ""  # a warning for the player, "" for none
    seconds: float = 0.0  # of thinking so far
    cores: int = 1  # cores that evaluate positions
    compares: bool = False  # whether the line of each of the best actions is reported
    lines: tuple[list[str], ...] = ()  # these lines, as they were last computed
    lined: float = -inf  # the seconds spent by then
    last: wire.Report | None = None  # the final report


class Service:
    """Answers the page, one question at a time: a new question ends the one before."""

    def __init__(
        self,
        random: Random | None = None,
        clock: Callable[[], float] = perf_counter,
        nets: Nets | None = None,
        levels: Callable[[Game, int], Level] = level_of,
        crew: Callable[[], Crew | None] = lambda: None,
    ):
        """``crew`` gives the other cores; it is called when they are first needed."""
        self.engine = Engine(random or Random(), self.evaluator, levels)
        self.clock, self.crew = clock, crew
        self.nets = nets or Nets()
        self.faults: dict[str, str] = {}  # by game, why its network cannot be used
        self.question = Question(ticket=0, last=_unknown(0))

    def evaluator(self, game: Game) -> Evaluator | None:
        """The network of a game; None without a usable one."""
        try:
            return self.nets.evaluator(game)
        except NetworkError as error:
            self.faults[game.name] = str(error)
            return None

    def add_network(self, name: str, data: bytes) -> None:
        """Add the network of a game, or record why it cannot be used."""
        self.engine.forget()
        try:
            self.nets.add(name, data)
            self.faults.pop(name, None)
        except NetworkError as error:
            self.faults[name] = str(error)

    def begin(self, line: str) -> str:
        """Begin a question; the report may be final already."""
        self.question = Question(ticket=0)
        return self._guarded(lambda: self._begin(line))

    def slice_(self, ticket: int, millis: float) -> str:
        """Think for about ``millis`` milliseconds, at least one step of the search."""
        if ticket != self.question.ticket:
            return wire.write_report(_unknown(ticket))
        return self._guarded(lambda: self._think(self.question, millis / 1000))

    async def share(self, ticket: int, millis: float) -> str:
        """The same as ``slice_``, with other cores if they can help."""
        question = self.question
        task = question.task if ticket == question.ticket else None
        if task is None or not task.is_shared or not (crew := self.crew()):
            return self.slice_(ticket, millis)
        start = self.clock()
        try:
            await task.share(crew, millis / 1000, self.clock)
            question.seconds += self.clock() - start
            question.cores = 1 + crew.size
            report = self._report(question, final=task.is_done)
        except Exception as error:
            crew.close()  # their outstanding answers belong to no search any more
            report = self._broken(error)
        return self._sent(report)

    def stop(self, ticket: int) -> str:
        """End a question; the final report has the result so far."""
        if ticket != self.question.ticket:
            return wire.write_report(_unknown(ticket))
        return self._guarded(lambda: self._report(self.question, final=True))

    def _guarded(self, ask: Callable[[], wire.Report]) -> str:
        """The report of ``ask``; any exception becomes a final report."""
        try:
            report = ask()
        except Refused as refused:
            report = _fault(self.question.ticket, str(refused))
        except Exception as error:
            report = self._broken(error)
        return self._sent(report)

    def _broken(self, error: Exception) -> wire.Report:
        """The final report after an unexpected exception."""
        self.engine.forget()
        sentence = WORDS["engine-fault"].format(error=f"{type(error).__name__}: {error}")
        return _fault(self.question.ticket, sentence)

    def _sent(self, report: wire.Report) -> str:
        if report.final:
            self.question.last, self.question.task = report, None
        return wire.write_report(report)

    def _begin(self, line: str) -> wire.Report:
        try:
            think = wire.read_think(line)
        except wire.WireError as error:
            raise Refused(WORDS["engine-puzzled"].format(error=error)) from error
        self.question = question = Question(think.ticket)
        if think.level not in LEVELS:
            raise Refused(WORDS["engine-no-level"].format(level=think.level))
        reading = read_link(think.position, allow_small=True)
        if reading.record is None or reading.error:
            raise Refused(WORDS["engine-no-position"].format(error=reading.error))
        record, states = reading.record, reading.states
        game = record.game
        if record.resigned or not game.legal(states[-1]):
            raise Refused(WORDS["over"])
        question.compares = think.purpose == "analyse"
        question.task = self.engine.ask(game, states, record.actions, think.level, think.purpose)
        if game.name in self.faults and think.level != RANDOM:
            question.note = WORDS["engine-no-network"].format(error=self.faults[game.name])
        return self._think(question, 0)

    def _think(self, question: Question, seconds: float) -> wire.Report:
        if question.task is None:
            return self._report(question, final=True)
        start = self.clock()
        question.task.think(seconds, self.clock)
        question.seconds += self.clock() - start
        return self._report(question, final=question.task.is_done)

    def _report(self, question: Question, final: bool) -> wire.Report:
        """The result so far; actions are names."""
        if question.last is not None:
            return question.last
        task = question.task
        assert task is not None
        thought, board = task.thought(chosen=final and task.plays), task.game.board
        names = [action_name(board, action) for action in thought.line]
        return wire.Report(
            ticket=question.ticket,
            final=final,
            action=names[0],
            playouts=thought.playouts,
            value_first=thought.value_first,
            proven=thought.proven,
            line=names,
            top=[wire.Top(action_name(board, found.action), *found[1:]) for found in thought.top],
            millis=round(question.seconds * 1000),
            error=None,
            work=task.visits,
            note=question.note,
            memory=task.search.memory,
            room=task.search.room,
            cores=question.cores,
            lines=_lines(question, task, final=final),
        )


def _lines(question: Question, task: Task, *, final: bool) -> tuple[list[str], ...]:
    """The lines that begin with the best actions; recomputed only now and then, to save time."""
    if question.compares and (final or question.seconds - question.lined >= LINED_EVERY):
        board, question.lined = task.game.board, question.seconds
        question.lines = tuple([action_name(board, a) for a in line] for line in task.lines())
    return question.lines


def _unknown(ticket: int) -> wire.Report:
    """The report for a ticket that is not that of the current question."""
    return _fault(ticket, WORDS["engine-other-question"].format(ticket=ticket))


def _fault(ticket: int, sentence: str) -> wire.Report:
    """A final report with an error."""
    return wire.Report(max(ticket, 0), True, None, 0, 0.0, False, [], [], 0, sentence)
