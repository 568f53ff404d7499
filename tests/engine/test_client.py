"""The page's talk with a worker that answers, dawdles, dies and talks nonsense."""

import asyncio
import heapq
from dataclasses import dataclass, field
from typing import NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from greylox_web.engine import messages as wire
from greylox_web.engine.client import (
    BEGIN_SECONDS,
    MAX_TIMEOUT_SECONDS,
    START_SECONDS,
    AdaptiveTimeouts,
    EngineClient,
)

SLICES = 8  # a fake worker's question takes so many


class QuickLoop(asyncio.SelectorEventLoop):
    """An event loop in which waiting takes no time."""

    now = 0.0

    def time(self):
        return self.now

    def _run_once(self):
        while self._scheduled and self._scheduled[0]._cancelled:
            heapq.heappop(self._scheduled)._scheduled = False
            self._timer_cancelled_count -= 1
        if not self._ready and self._scheduled:
            self.now = max(self.now, self._scheduled[0]._when)
        super()._run_once()


@dataclass
class FakeWorker:
    """Ways to behave: the first comparisons below say what each does; else it answers well."""

    way: str = "well"
    slices: dict[int, int] = field(default_factory=dict)
    killed: bool = False

    async def start(self):
        if self.way in ("no-start", "damaged", "unknown"):
            raise OSError("no such file")
        if self.way == "old-phone":
            await asyncio.sleep(8)
        await asyncio.sleep(2 * START_SECONDS if self.way == "slow-start" else 0.5)

    async def reply(self, ticket, final):
        if self.way == "silent" or self.killed:
            await asyncio.Event().wait()
        if self.way == "throws":
            raise RuntimeError("Traceback\n  in the worker\nMemoryError: none left")
        if self.way == "throws-mutely":
            raise MemoryError
        if self.way == "nonsense":
            return "{}"
        asked = ticket + 1 if self.way == "stranger" else ticket
        done = self.slices[ticket]
        return wire.write_report(
            wire.SearchReport(asked, final, "e5", done, 0.0, False, ["e5"], [], 50 * done, None)
        )

    async def begin(self, line):
        ticket = wire.read_request(line).ticket
        if self.way == "slow":
            await asyncio.sleep(19)
        self.slices[ticket] = 0
        return await self.reply(ticket, False)

    async def slice_(self, ticket, millis):
        await asyncio.sleep({"old-phone": 7, "heavy": 3}.get(self.way, millis / 1000))
        self.slices[ticket] += 1
        return await self.reply(ticket, self.slices[ticket] >= SLICES)

    async def stop(self, ticket):
        return await self.reply(ticket, True)

    async def fault(self):
        if self.way == "damaged":
            return "The engine could not be started. It arrived damaged."
        if self.way == "unknown":
            await asyncio.Event().wait()
        return ""

    def kill(self):
        self.killed = True


class Ready(NamedTuple):
    """The worker is ready."""


class Progress(NamedTuple):
    """A report that is not final."""

    report: wire.SearchReport


class Answer(NamedTuple):
    """A final report."""

    report: wire.SearchReport


class Failed(NamedTuple):
    """A question or the worker is lost."""

    ticket: int | None
    sentence: str


class Table:
    """A client, its workers, and what it said with the time."""

    def __init__(self, ways=(), warm=lambda: None):
        self.ways = list(ways)
        self.workers = []
        self.events = []
        self.client = EngineClient(self.make, self, warm)

    def make(self):
        self.workers.append(FakeWorker(self.ways.pop(0) if self.ways else "well"))
        return self.workers[-1]

    def on_ready(self):
        self.hear(Ready())

    def on_report(self, report):
        self.hear((Answer if report.final else Progress)(report))

    def on_failure(self, ticket, sentence):
        self.hear(Failed(ticket, sentence))

    def hear(self, event):
        self.events.append((asyncio.get_running_loop().time(), event))

    def said(self, kind):
        return [event for _, event in self.events if isinstance(event, kind)]

    def time_of(self, kind):
        return next(time for time, event in self.events if isinstance(event, kind))

    def run(self, script):
        """Play ``script(client, table)`` in a loop in which waiting takes no time."""

        async def played():
            serving = asyncio.ensure_future(self.client.serve())
            await script(self.client, self)
            assert not serving.done(), serving
            serving.cancel()

        loop = QuickLoop()
        try:
            loop.run_until_complete(played())
        finally:
            loop.close()
        return self


def question(ticket):
    return wire.SearchRequest(ticket, "1/greylox5/m", 1)


def test_a_question_gets_progress_and_one_answer():
    async def script(client, table):
        await asyncio.sleep(1)
        client.think(question(1))
        await asyncio.sleep(5)

    table = Table().run(script)
    assert len(table.said(Ready)) == 1
    assert len(table.said(Progress)) >= 2
    assert [event.report.ticket for event in table.said(Answer)] == [1]


def test_a_question_before_the_worker_is_ready_waits_for_it():
    async def script(client, table):
        client.think(question(1))
        await asyncio.sleep(5)

    kinds = [type(event) for _, event in Table().run(script).events]
    assert kinds[0] is Ready
    assert kinds[-1] is Answer


def test_move_now_brings_the_answer_within_150_milliseconds():
    async def script(client, table):
        await asyncio.sleep(1)
        client.think(question(1))
        await asyncio.sleep(0.12)
        client.move_now()
        await asyncio.sleep(5)

    table = Table().run(script)
    assert table.time_of(Answer) <= 1.12 + 0.15
    assert len(table.said(Answer)) == 1


def test_a_cancelled_question_is_never_answered_and_a_new_one_is():
    async def script(client, table):
        await asyncio.sleep(1)
        client.think(question(1))
        await asyncio.sleep(0.12)
        client.cancel()
        await asyncio.sleep(1)
        assert not table.said(Answer)
        client.think(question(2))
        await asyncio.sleep(0.12)
        client.think(question(3))
        await asyncio.sleep(2)

    answers = Table().run(script).said(Answer)
    assert [event.report.ticket for event in answers] == [3]


@pytest.mark.parametrize("way", ["silent", "throws", "throws-mutely", "nonsense", "stranger"])
def test_a_lost_worker_is_replaced_and_the_question_asked_again(way):
    async def script(client, table):
        await asyncio.sleep(1)
        client.think(question(1))
        await asyncio.sleep(BEGIN_SECONDS + 10)

    table = Table([way]).run(script)
    [failed] = table.said(Failed)
    assert failed.ticket is None
    assert failed.message
    assert table.workers[0].killed
    assert [event.report.ticket for event in table.said(Answer)] == [1]
    assert len(table.said(Ready)) == 2


def test_a_worker_may_take_long_to_look_at_a_question_for_the_first_time():
    """In WebKit the first answer took up to 3.3 seconds; two were given, and the engine never
    played."""

    async def script(client, table):
        await asyncio.sleep(1)
        client.think(question(1))
        await asyncio.sleep(25)

    table = Table(["slow"]).run(script)
    assert not table.said(Failed)
    assert [event.report.ticket for event in table.said(Answer)] == [1]


@pytest.mark.parametrize("way", ["old-phone", "heavy"])
def test_a_slow_device_gets_the_time_it_needs(way):
    """One that starts slowly is waited for from the beginning, the other from the second try on."""

    async def script(client, table):
        await asyncio.sleep(10)
        client.think(question(1))
        await asyncio.sleep(100)

    table = Table([way, way]).run(script)
    assert len(table.said(Failed)) == (way == "heavy")
    assert [event.report.ticket for event in table.said(Answer)] == [1]


def test_patience_follows_what_the_device_has_shown_and_has_an_end():
    patience = AdaptiveTimeouts()
    assert (patience.reply_timeout, patience.request_timeout) == (2, 20)
    patience.record_start(6)
    assert (patience.reply_timeout, patience.request_timeout) == (6, 24)
    patience.record_start(50)  # the line was slow
    assert patience.reply_timeout == 10
    patience.record_reply(3)
    patience.record_reply(1)
    assert patience.reply_timeout == 12
    patience.record_timeout()
    assert patience.reply_timeout == 24
    for _ in range(20):
        patience.record_timeout()
    assert (
        patience.reply_timeout
        == patience.request_timeout
        == patience.start_timeout
        == MAX_TIMEOUT_SECONDS
    )


def test_the_first_worker_is_warmed_up_and_nobody_hears_of_it():
    async def script(client, table):
        await asyncio.sleep(1)
        assert table.workers[0].slices == {0: 1}
        client.think(question(1))
        await asyncio.sleep(5)

    table = Table(["well"], lambda: question(0)).run(script)
    assert isinstance(table.events[0][1], Ready)
    assert not [e for e in table.said(Progress) if e.report.ticket == 0]
    assert [event.report.ticket for event in table.said(Answer)] == [1]


@pytest.mark.parametrize("way", ["well", "silent", "throws"])
def test_a_question_that_comes_with_the_worker_or_meanwhile_is_answered(way):
    async def script(client, table):
        await asyncio.sleep(0.51)
        client.think(question(1))
        await asyncio.sleep(50)

    table = Table([way], lambda: question(0)).run(script)
    assert [event.report.ticket for event in table.said(Answer)] == [1]
    assert len(table.workers) == (1 if way == "well" else 2)


def test_a_worker_that_is_starting_is_ended_with_the_page():
    table = Table(["slow-start"])

    async def ended():
        serving = asyncio.ensure_future(table.client.serve())
        await asyncio.sleep(0.1)
        serving.cancel()
        await asyncio.wait([serving])

    asyncio.run(ended())
    assert [worker.killed for worker in table.workers] == [True]


@pytest.mark.parametrize("way", ["no-start", "damaged", "unknown"])
def test_why_no_worker_starts_is_told_once_and_as_well_as_it_is_known(way):
    async def script(client, table):
        await asyncio.sleep(60)

    table = Table([way, way]).run(script)
    [failed] = table.said(Failed)
    told = "It arrived damaged." if way == "damaged" else "(no such file)"
    assert told in failed.message
    assert failed.message.count("The engine could not be started") == 1
    assert len(table.workers) == (1 if way == "damaged" else 2), "another would meet the same"


def test_a_worker_killed_in_the_middle_is_noticed_after_two_seconds():
    async def script(client, table):
        await asyncio.sleep(1)
        client.think(question(1))
        await asyncio.sleep(0.12)
        table.workers[0].kill()
        await asyncio.sleep(10)

    table = Table().run(script)
    assert table.time_of(Failed) <= 1.12 + 2.1
    assert len(table.said(Answer)) == 1


def test_a_question_that_kills_two_workers_is_given_up_and_the_next_is_answered():
    async def script(client, table):
        await asyncio.sleep(1)
        client.think(question(1))
        await asyncio.sleep((1 + 2) * BEGIN_SECONDS + 5)  # the second gets twice the time
        client.think(question(2))
        await asyncio.sleep(5)

    table = Table(["silent", "silent"]).run(script)
    assert [failed.ticket for failed in table.said(Failed)] == [None, 1]
    assert [event.report.ticket for event in table.said(Answer)] == [2]


@pytest.mark.parametrize("way", ["no-start", "slow-start"])
def test_an_engine_that_cannot_start_says_so_and_may_be_tried_again(way):
    async def script(client, table):
        await asyncio.sleep(3 * START_SECONDS)
        assert not table.said(Ready)
        assert len(table.said(Failed)) == 1
        client.restart()
        client.think(question(1))
        await asyncio.sleep(5)

    table = Table([way, way]).run(script)
    assert len(table.said(Answer)) == 1


def test_a_fault_of_the_page_does_not_end_the_talk(caplog):
    async def script(client, table):
        asyncio.get_running_loop().set_exception_handler(lambda loop, context: None)
        client.on_event = lambda event: (table.on_event(event), 1 / 0)
        client.think(question(1))
        await asyncio.sleep(5)

    assert len(Table().run(script).said(Answer)) == 1


STEPS = st.sampled_from(["think", "think", "cancel", "now", "restart", "die"]) | st.floats(0.001, 3)
WAYS = st.sampled_from(
    ["well", "well", "slow", "silent", "throws", "nonsense", "stranger", "no-start"]
)


@given(st.lists(STEPS, max_size=25), st.lists(WAYS, max_size=6))
def test_whatever_happens_the_last_question_and_only_that_is_answered_once(steps, ways):
    asked, dropped = [], set()

    async def script(client, table):
        for step in steps:
            if step == "think":
                dropped.update(asked)
                asked.append(len(asked) + 1)
                client.think(question(asked[-1]))
            elif step == "cancel":
                dropped.update(asked)
                client.cancel()
            elif step == "now":
                client.move_now()
            elif step == "restart":
                client.restart()
            elif step == "die":
                if table.workers:
                    table.workers[-1].kill()
            else:
                await asyncio.sleep(step)
            settled = len(table.events)
            dropped_at.append((set(dropped), settled))
        await asyncio.sleep(10 * START_SECONDS)
        if not table.said(Ready):
            return
        client.restart()
        await asyncio.sleep(10 * START_SECONDS)

    dropped_at = []
    table = Table(ways).run(script)
    ends = [
        event.report.ticket if isinstance(event, Answer) else event.ticket
        for _, event in table.events
        if isinstance(event, Answer) or getattr(event, "ticket", None)
    ]
    assert len(ends) == len(set(ends)), "one end for each question"
    for gone, place in dropped_at:
        for _, event in table.events[place:]:
            if isinstance(event, Answer | Progress):
                assert event.report.ticket not in gone, "nothing comes of a dropped question"
    last = asked[-1:] and set(asked[-1:]) - dropped
    if last and not table.behaviours and table.said(Ready):
        assert last <= set(ends), "an open question comes to an end"
    assert sum(not worker.killed for worker in table.workers) <= 1, "one worker at a time"
