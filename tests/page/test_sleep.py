"""The clock on the page: what it does where the device sleeps, and where it is only busy."""

import asyncio
from collections.abc import Callable
from random import Random
from types import SimpleNamespace
from unittest.mock import MagicMock

import pytest

from greylox_web.match.match import PERSON, GameTerms, Seat
from greylox_web.session.asking import EngineReady
from greylox_web.session.event import Event, SetPageVisible, SetPreference
from greylox_web.session.opening import ChangeSeats, NewGame
from greylox_web.session.playing import ClickCell, Resign
from tests.page.several_tabs import Together
from tests.page.whole_page import Page, whole_page

TERMS = GameTerms(60_000)
TICK = 500  # as on a slow device
SEATS = {
    "two at one screen": (PERSON, PERSON),
    "the engine": (Seat(2), PERSON),
    "a friend": (Seat(remote=True), PERSON),
}
SLEEPS = [15_000, 60_000, 8 * 3_600_000]


class Dialogs:
    """The dialogs of the page, of which one may be open."""

    def __init__(self, rooms: SimpleNamespace) -> None:
        self.open: list[MagicMock] = []
        self.closed: dict[int, Callable[[object], None]] = {}
        rooms.js.document.createElement = self.made
        rooms.js.document.querySelector = lambda asked: (
            self.open[-1] if asked == "dialog[open]" and self.open else None
        )

    def made(self, _tag: str) -> MagicMock:
        node = MagicMock()
        node.showModal = lambda: self.open.append(node)
        node.close = lambda: self.close(node)
        node.addEventListener = lambda kind, call, _: (
            self.closed.update({id(node): call}) if kind == "close" else None
        )
        return node

    def close(self, node: MagicMock) -> None:
        """Close a dialog, which is told to those who listen."""
        if node in self.open:
            self.open.remove(node)
            self.closed[id(node)](MagicMock())


class Device(Page):
    """A page whose time passes."""

    def __init__(self, rooms: SimpleNamespace) -> None:
        self.dialogs = Dialogs(rooms)
        super().__init__(rooms)

    def run(self, millis: float) -> None:
        """Let time pass, with its ticks."""
        end = self.rooms.now[0] + millis
        while self.rooms.now[0] < end:
            self.rooms.now[0] += TICK
            self.clock.tick()

    def sleep(self, millis: float) -> None:
        """Let time pass without any."""
        self.rooms.now[0] += millis

    def play_on(self) -> None:
        """Answer the question."""
        self.dialogs.open[-1].close()

    @property
    def times(self) -> tuple[float, ...]:
        """The seconds that both have left."""
        now, clock = self.rooms.now[0], self.clock.clock
        return tuple(self.rooms.clock.time_left(clock, colour, now) / 1000 for colour in (0, 1))

    @property
    def is_lost(self) -> bool:
        return self.session.match.lost_on_time


async def begun(rooms: SimpleNamespace, against: str = "two at one screen") -> Device:
    """A game in which the second player has thought for five seconds."""
    page = Device(rooms)
    await page.start(Together(rooms, Random(1)))
    seats = SEATS[against]
    page.do(EngineReady(), NewGame("byg", 3, (), seats, TERMS))
    if against == "the engine":
        page.answer("a1")
    elif against == "a friend":
        page.do(ChangeSeats((PERSON, PERSON)))
        page.play("a1")
        page.do(ChangeSeats(seats))
    else:
        page.play("a1")
    await page.settle()
    page.run(5000)
    assert page.times == (60, 55) and not page.dialogs.open
    return page


@pytest.mark.parametrize("millis", SLEEPS)
@pytest.mark.parametrize("against", SEATS)
def test_a_device_that_sleeps_loses_no_game_and_asks(against: str, millis: int):
    async def run() -> None:
        page = await begun(rooms, against)
        page.sleep(millis)
        page.run(TICK)
        assert page.times == (60, 55) and not page.is_lost
        assert len(page.dialogs.open) == 1
        page.run(9000)
        assert page.times == (60, 55), "it stands until it is answered"
        page.play_on()
        page.run(1000)
        assert page.times == (60, 54) and not page.dialogs.open
        page.run(53_500)
        assert not page.is_lost
        page.run(TICK)
        assert page.is_lost, "time that passes awake is lost as before"

    with whole_page() as rooms:
        asyncio.run(run())


@pytest.mark.parametrize("millis", [500, 1000, 2000, 2900])
def test_a_busy_page_is_not_asleep(millis: int):
    async def run() -> None:
        page = await begun(rooms)
        for _ in range(5):
            page.sleep(millis)
            page.clock.tick()
        assert not page.dialogs.open and page.times == (60, 55 - 5 * millis / 1000)
        page.run(page.times[1] * 1000 - 500)
        page.sleep(millis)
        page.clock.tick()
        assert page.is_lost, "the last of the time may be over in a slow frame"

    with whole_page() as rooms:
        asyncio.run(run())


def test_who_has_little_time_left_does_not_lose_it_asleep():
    async def run() -> None:
        page = await begun(rooms)
        page.run(51_000)
        page.sleep(6000)
        page.clock.tick()
        assert page.times == (60, 4) and page.dialogs.open and not page.is_lost

    with whole_page() as rooms:
        asyncio.run(run())


@pytest.mark.parametrize(
    "event", [ClickCell(-1), SetPageVisible(False), SetPreference("sound", True), EngineReady()]
)
def test_the_sleep_is_not_counted_whatever_comes_first_after_it(event: Event):
    async def run() -> None:
        page = await begun(rooms)
        page.sleep(SLEEPS[-1])
        if isinstance(event, ClickCell):
            page.play("b1")
        else:
            page.do(event)
        page.run(TICK)
        assert page.times == (60, 55) and not page.is_lost
        assert len(page.dialogs.open) == (event != SetPageVisible(False))
        page.do(SetPageVisible(True))
        for _ in page.dialogs.open[:1]:
            page.play_on()
        page.run(3000)
        assert sum(page.times) == 112

    with whole_page() as rooms:
        asyncio.run(run())


@pytest.mark.parametrize("way", ["hidden", "home", "dialog", "lesson"])
def test_where_the_clock_stood_nothing_is_asked_after_a_sleep(way: str):
    async def run() -> None:
        page = await begun(rooms)
        dialog = MagicMock()
        if way == "hidden":
            page.do(SetPageVisible(False))
        elif way == "dialog":
            page.dialogs.open.append(dialog)
        else:
            await page.go("#home" if way == "home" else "#learn/lox/join")
        page.run(TICK)
        page.sleep(SLEEPS[-1])
        page.run(TICK)
        page.do(SetPageVisible(True))
        assert page.dialogs.open == ([dialog] if way == "dialog" else [])
        assert page.times[0] == 60 and page.times[1] >= 54 and not page.is_lost

    with whole_page() as rooms:
        asyncio.run(run())


@pytest.mark.parametrize("first", [Resign(), NewGame("byg", 3)])
def test_who_ends_or_leaves_the_game_first_is_not_asked(first: Event):
    async def run() -> None:
        page = await begun(rooms)
        page.sleep(SLEEPS[-1])
        page.do(first)
        page.run(TICK)
        assert not page.dialogs.open

    with whole_page() as rooms:
        asyncio.run(run())


def test_the_question_goes_when_the_game_ends_and_when_home_is_asked_for():
    async def run() -> None:
        page = await begun(rooms)
        page.sleep(SLEEPS[-1])
        page.run(TICK)
        page.do(Resign())
        assert not page.dialogs.open

        page = await begun(rooms)
        rooms.js.document.querySelectorAll = lambda _: page.dialogs.open[:]
        page.sleep(SLEEPS[-1])
        page.run(TICK)
        await page.go("#home")
        assert not page.dialogs.open and page.is_home
        page.run(5000)
        assert page.times == (60, 55)

    with whole_page() as rooms:
        asyncio.run(run())


def test_a_page_that_is_left_right_after_a_sleep_keeps_the_time_before_it():
    async def run() -> None:
        page = await begun(rooms)
        page.sleep(SLEEPS[-1])
        page.clock.save()
        again = Device(rooms)
        assert again.session.game == page.session.game and again.times == (60, 55)

    with whole_page() as rooms:
        asyncio.run(run())
