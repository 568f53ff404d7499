"""The body of the engine's worker: questions in, one slice of thinking at a time, reports out.

The page pulls: ``begin(line)``, then ``slice_(ticket, millis)`` until the report is final; to
stop, it stops asking, or takes what there is with ``stop(ticket)``.  Every call answers with
one report as a line of ``wire``.  Every ticket comes to exactly one final report, which is
repeated when it is asked for again; a fault is a final report with a sentence.
"""

from collections.abc import Callable
from dataclasses import dataclass
from math import inf
from random import Random
from time import perf_counter

from ..app.thinking import wire
from ..rules.notation.actions import action_name
from ..rules.notation.links import read_link
from ..rules.state import Game
from ..search.cores import Crew
from ..search.engine import Engine, Task
from ..search.levels import ALL, RANDOM, Level, level_of
from ..search.network.nets import Nets
from ..search.network.network import NetworkError
from ..search.tree.puct import Evaluator
from ..words import WORDS

LINED_EVERY = 0.5  # seconds


class Refused(ValueError):
    """A question that has no answer; the message is a sentence for people."""


@dataclass
class Question:
    """The question that is being thought about."""

    ticket: int
    task: Task | None = None
    note: str = ""  # what is not as it should be
    seconds: float = 0.0  # spent so far
    cores: int = 1  # that look at positions
    compares: bool = False  # whether it is told how each of the best actions goes on
    lines: tuple[list[str], ...] = ()  # that, as it was found last
    lined: float = -inf  # the seconds spent by then
    last: wire.Report | None = None  # the final report


class Worker:
    """Answers the page.  One question at a time: a new one ends the one before."""

    def __init__(
        self,
        random: Random | None = None,
        clock: Callable[[], float] = perf_counter,
        nets: Nets | None = None,
        levels: Callable[[Game, int], Level] = level_of,
        crew: Callable[[], Crew | None] = lambda: None,
    ):
        """``crew`` gives the other cores when they are first wanted."""
        self.engine = Engine(random or Random(), self.evaluator, levels)
        self.clock, self.crew = clock, crew
        self.nets = nets or Nets()
        self.faults: dict[str, str] = {}  # by game, why its network cannot be used
        self.question = Question(ticket=0, last=_unknown(0))

    def evaluator(self, game: Game) -> Evaluator | None:
        """The network's view of a game; None where plain search has to do."""
        try:
            return self.nets.evaluator(game)
        except NetworkError as error:
            self.faults[game.name] = str(error)
            return None

    def add_network(self, name: str, data: bytes) -> None:
        """Take in the network of a game, or note why it cannot be used."""
        self.engine.forget()
        try:
            self.nets.add(name, data)
            self.faults.pop(name, None)
        except NetworkError as error:
            self.faults[name] = str(error)

    def begin(self, line: str) -> str:
        """Take a question; the report is final when it needs no thought."""
        self.question = Question(ticket=0)
        return self._guarded(lambda: self._begin(line))

    def slice_(self, ticket: int, millis: float) -> str:
        """Think for about so many milliseconds, at least one playout."""
        if ticket != self.question.ticket:
            return wire.write_report(_unknown(ticket))
        return self._guarded(lambda: self._think(self.question, millis / 1000))

    async def share(self, ticket: int, millis: float) -> str:
        """The same as ``slice_``, with other cores where there are any that can help."""
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
            crew.close()  # what they still have in hand belongs to nothing
            report = self._broken(error)
        return self._sent(report)

    def stop(self, ticket: int) -> str:
        """End a question with what has been found."""
        if ticket != self.question.ticket:
            return wire.write_report(_unknown(ticket))
        return self._guarded(lambda: self._report(self.question, final=True))

    def _guarded(self, ask: Callable[[], wire.Report]) -> str:
        """The report, whatever happens: a fault ends the question."""
        try:
            report = ask()
        except Refused as refused:
            report = _fault(self.question.ticket, str(refused))
        except Exception as error:
            report = self._broken(error)
        return self._sent(report)

    def _broken(self, error: Exception) -> wire.Report:
        """The page has to hear of any bug."""
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
        if think.level not in ALL:
            raise Refused(WORDS["engine-no-level"].format(level=think.level))
        reading = read_link(think.position, small=True)
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
        """What has been found, in names."""
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
    """How the best actions would go on; looked up now and then, for that takes time."""
    if question.compares and (final or question.seconds - question.lined >= LINED_EVERY):
        board, question.lined = task.game.board, question.seconds
        question.lines = tuple([action_name(board, a) for a in line] for line in task.lines())
    return question.lines


def _unknown(ticket: int) -> wire.Report:
    """The answer to a call about a question that is not, or no longer, the one in hand."""
    return _fault(ticket, WORDS["engine-other-question"].format(ticket=ticket))


def _fault(ticket: int, sentence: str) -> wire.Report:
    """A final report that says why there is no answer."""
    return wire.Report(max(ticket, 0), True, None, 0, 0.0, False, [], [], 0, sentence)
