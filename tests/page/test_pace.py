"""The pace: how long the page holds the engine's answer back."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from greylox_web.engine import messages
from greylox_web.match.match import PERSON, Seat
from greylox_web.session.engine_state import EngineState
from greylox_web.session.event import SetPreference
from greylox_web.session.load_match import NewGame
from greylox_web.session.playing import Undo
from greylox_web.session.requests import EngineReady, MoveNow
from tests.page.page_simulation import SimulatedPage, whole_page


class PacedPage(SimulatedPage):
    """A page with the real ``Engine``; the test is its worker and advances the time."""

    def __init__(self, modules, pace: str) -> None:
        from greylox_web.browser.engine import Engine

        super().__init__(modules)
        self.timeouts: list[tuple[float, Callable[[], None]]] = []
        self.lifetime.set_timeout = lambda millis, work: self.timeouts.append(
            (modules.now[0] + millis, work)
        )
        self.engine = Engine(self.store)
        self.do(
            EngineReady(),
            SetPreference("pace", pace),
            NewGame("brink", 3, (("x", 1),), (PERSON, Seat(0))),
        )
        self.play("a1")

    def update_request(self, before: EngineState) -> None:
        if hasattr(self, "engine"):
            self.engine.on_state_changed(before)

    def answer(self, name: str) -> None:
        """The worker's final report on the open request."""
        request = self.engine.client.pending
        assert request is not None
        self.engine.on_report(
            messages.SearchReport(request.ticket, True, name, 1, 0.0, False, [name], [], 1, None)
        )

    def run(self, millis: float) -> None:
        """Advance the time and run what is due."""
        now = self.modules.now
        now[0] += millis
        due = [work for at, work in self.timeouts if at <= now[0]]
        self.timeouts = [(at, work) for at, work in self.timeouts if at > now[0]]
        for work in due:
            work()


@pytest.fixture
def open_page() -> Iterator[Callable[[str], PacedPage]]:
    with whole_page() as modules:
        yield lambda pace: PacedPage(modules, pace)


@pytest.mark.parametrize(("pace", "millis"), [("at-once", 0), ("calm", 1000), ("slow", 3000)])
def test_answer_is_held_until_pace_has_passed(open_page, pace: str, millis: int):
    page = open_page(pace)
    page.run(millis / 2)  # the engine thinks; the pace counts from the player's turn
    page.answer("b1")
    if millis:
        page.run(millis / 2 - 1)
        assert page.line == ["a1"]
        page.run(1)
    assert page.line == ["a1", "b1"]
    page.run(10_000)
    assert page.line == ["a1", "b1"]


def test_answer_after_the_pace_is_shown_at_once(open_page):
    page = open_page("slow")
    page.run(3001)
    page.answer("b1")
    assert page.line == ["a1", "b1"] and not page.timeouts


def test_move_now_shows_a_held_answer_once(open_page):
    page = open_page("slow")
    page.answer("b1")
    page.do(MoveNow())
    assert page.line == ["a1", "b1"]
    page.run(3000)
    assert page.line == ["a1", "b1"]


def test_move_now_before_the_answer_ends_search_and_pace(open_page):
    page = open_page("slow")
    page.do(MoveNow())
    assert page.engine.client.finish_now and page.line == ["a1"]
    page.answer("b1")
    assert page.line == ["a1", "b1"]


def test_undo_drops_a_held_answer(open_page):
    page = open_page("slow")
    page.answer("b1")
    page.do(Undo())
    assert page.engine.client.pending is None
    page.run(3000)
    assert page.line == []
    page.play("c1")
    page.answer("b2")
    page.run(2999)
    assert page.line == ["c1"], "the next answer is held for its own time"
    page.run(1)
    assert page.line == ["c1", "b2"]
