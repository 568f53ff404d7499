"""The clock of the page while the device sleeps, and while it is only busy."""

import asyncio
from collections.abc import Callable
from random import Random
from types import SimpleNamespace
from unittest.mock import MagicMock

import pytest

from greylox_web.match.match import PERSON, GameTerms, Seat
from greylox_web.session.event import Event, SetPageVisible, SetPreference
from greylox_web.session.load_match import ChangeSeats, NewGame
from greylox_web.session.playing import ClickCell, Resign
from greylox_web.session.requests import EngineReady
from tests.page.page_simulation import SimulatedPage, whole_page
from tests.page.tab_simulation import BrowserSimulation

TERMS = GameTerms(60_000)
TICK = 500  # milliseconds, as on a slow device
SEATS = {
    "two at one screen": (PERSON, PERSON),
    "the engine": (Seat(2), PERSON),
    "a friend": (Seat(remote=True), PERSON),
}
SLEEPS = [15_000, 60_000, 8 * 3_600_000]


class Dialogs:
    """The open dialogs of the page and their handlers."""

    def __init__(self, modules: SimpleNamespace) -> None:
        self.open: list[MagicMock] = []
        self.closed: dict[int, Callable[[object], None]] = {}
        self.buttons: list[tuple[MagicMock, Callable[[object], None]]] = []
        modules.js.document.createElement = self.create_element
        modules.js.document.querySelector = lambda selector: (
            self.open[-1] if selector == "dialog[open]" and self.open else None
        )

    def create_element(self, _tag: str) -> MagicMock:
        node = MagicMock()
        node.showModal = lambda: self.open.append(node)
        node.close = lambda: self.close(node)
        node.addEventListener = lambda kind, call, _: (
            self.closed.update({id(node): call})
            if kind == "close"
            else self.buttons.append((node, call))
        )
        return node

    def press(self, text: str) -> None:
        """Press the button with this text."""
        [call] = [call for node, call in self.buttons if node.textContent == text]
        call(MagicMock())

    def close(self, node: MagicMock) -> None:
        """Close a dialog and call its handler."""
        if node in self.open:
            self.open.remove(node)
            self.closed[id(node)](MagicMock())


class Device(SimulatedPage):
    """A page whose time the test advances."""

    def __init__(self, modules: SimpleNamespace) -> None:
        self.dialogs = Dialogs(modules)
        super().__init__(modules)

    def run(self, millis: float) -> None:
        """Advance the time, with ticks."""
        end = self.modules.now[0] + millis
        while self.modules.now[0] < end:
            self.modules.now[0] += TICK
            self.clock.tick()

    def sleep(self, millis: float) -> None:
        """Advance the time without ticks."""
        self.modules.now[0] += millis

    def play_on(self) -> None:
        """Answer the question with its first button."""
        self.dialogs.press("Play on")

    @property
    def times(self) -> tuple[float, ...]:
        """The seconds left for both colours."""
        now, clock = self.modules.now[0], self.clock.clock
        return tuple(self.modules.clock.time_left(clock, colour, now) / 1000 for colour in (0, 1))

    @property
    def is_lost(self) -> bool:
        return self.session.match.lost_on_time


async def start_game(modules: SimpleNamespace, against: str = "two at one screen") -> Device:
    """A game in which the second player has used five seconds."""
    page = Device(modules)
    await page.start(BrowserSimulation(modules, Random(1)))
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
    await page.run_until_idle()
    page.run(5000)
    assert page.times == (60, 55) and not page.dialogs.open
    return page


@pytest.mark.parametrize("millis", SLEEPS)
@pytest.mark.parametrize("against", SEATS)
def test_sleep_loses_no_time_and_shows_question(against: str, millis: int):
    async def run() -> None:
        page = await start_game(modules, against)
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

    with whole_page() as modules:
        asyncio.run(run())


@pytest.mark.parametrize("millis", [500, 1000, 2000, 2900])
def test_a_busy_page_is_not_asleep(millis: int):
    async def run() -> None:
        page = await start_game(modules)
        for _ in range(5):
            page.sleep(millis)
            page.clock.tick()
        assert not page.dialogs.open and page.times == (60, 55 - 5 * millis / 1000)
        page.run(page.times[1] * 1000 - 500)
        page.sleep(millis)
        page.clock.tick()
        assert page.is_lost, "the last of the time may be over in a slow frame"

    with whole_page() as modules:
        asyncio.run(run())


def test_sleep_with_little_time_does_not_lose_game():
    async def run() -> None:
        page = await start_game(modules)
        page.run(51_000)
        page.sleep(6000)
        page.clock.tick()
        assert page.times == (60, 4) and page.dialogs.open and not page.is_lost

    with whole_page() as modules:
        asyncio.run(run())


@pytest.mark.parametrize(
    "event", [ClickCell(-1), SetPageVisible(False), SetPreference("sound", True), EngineReady()]
)
def test_the_sleep_is_not_counted_whatever_comes_first_after_it(event: Event):
    async def run() -> None:
        page = await start_game(modules)
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

    with whole_page() as modules:
        asyncio.run(run())


@pytest.mark.parametrize("stopped_by", ["hidden", "home", "dialog", "lesson"])
def test_sleep_with_stopped_clock_shows_no_question(stopped_by: str):
    async def run() -> None:
        page = await start_game(modules)
        dialog = MagicMock()
        if stopped_by == "hidden":
            page.do(SetPageVisible(False))
        elif stopped_by == "dialog":
            page.dialogs.open.append(dialog)
        else:
            await page.follow_link("#home" if stopped_by == "home" else "#learn/lox/join")
        page.run(TICK)
        page.sleep(SLEEPS[-1])
        page.run(TICK)
        page.do(SetPageVisible(True))
        assert page.dialogs.open == ([dialog] if stopped_by == "dialog" else [])
        assert page.times[0] == 60 and page.times[1] >= 54 and not page.is_lost

    with whole_page() as modules:
        asyncio.run(run())


@pytest.mark.parametrize("first", [Resign(), NewGame("byg", 3)])
def test_game_ended_or_left_after_sleep_shows_no_question(first: Event):
    async def run() -> None:
        page = await start_game(modules)
        page.sleep(SLEEPS[-1])
        page.do(first)
        page.run(TICK)
        assert not page.dialogs.open

    with whole_page() as modules:
        asyncio.run(run())


def test_sleep_question_closes_at_game_end_or_home():
    async def run() -> None:
        page = await start_game(modules)
        page.sleep(SLEEPS[-1])
        page.run(TICK)
        page.do(Resign())
        assert not page.dialogs.open

        page = await start_game(modules)
        modules.js.document.querySelectorAll = lambda _: page.dialogs.open[:]
        page.sleep(SLEEPS[-1])
        page.run(TICK)
        page.dialogs.press("Later")
        assert page.js.location.hash == "home"
        await page.follow_link("#home")
        assert not page.dialogs.open and not page.is_board_shown
        page.run(5000)
        assert page.times == (60, 55)

    with whole_page() as modules:
        asyncio.run(run())


def test_page_left_after_sleep_keeps_earlier_time():
    async def run() -> None:
        page = await start_game(modules)
        page.sleep(SLEEPS[-1])
        page.clock.save()
        reloaded = Device(modules)
        assert reloaded.session.game == page.session.game and reloaded.times == (60, 55)

    with whole_page() as modules:
        asyncio.run(run())
