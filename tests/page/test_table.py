"""The table of the page: what its features hear, in which order, and what a fault leads to."""

import asyncio
from collections.abc import Callable
from itertools import pairwise
from random import Random
from types import SimpleNamespace
from typing import Any
from unittest.mock import MagicMock

import pytest

from greylox_web.engine import messages as wire
from greylox_web.match.match import PERSON, GameTerms, Match, Seat
from greylox_web.match.tree import new_tree
from greylox_web.rules import new_game
from greylox_web.rules.board import bits
from greylox_web.session.asking import EngineReady, EngineReport, MoveNow, ToggleAnalysis
from greylox_web.session.event import Event, SetPageVisible, SetPreference, ShowNotice
from greylox_web.session.opening import NewGame
from greylox_web.session.playing import ClickCell, Undo
from greylox_web.session.session import Session
from tests.page.pretended import hears
from tests.page.several_tabs import Together
from tests.page.whole_page import Page, whole_page

PEOPLE = (PERSON, PERSON)


def test_a_game_that_is_left_keeps_its_time_though_a_sign_of_the_other_one_is_explained():
    async def run(rooms) -> None:
        from greylox_web.features.prompt import passing as moment

        page = await Page(rooms).start(Together(rooms, Random(1)))
        terms = GameTerms(60_000, 2000)
        page.do(NewGame("greylox", 3, (), PEOPLE, terms))
        for _ in range(3):
            board, legal = page.session.game.board, page.session.game.legal(page.session.state)
            page.play(board.cell_name(next(bits(legal & board.cells))))
        await page.settle()
        page.do(NewGame("brink", 3, (), PEOPLE, terms))
        page.play("a1")
        times = page.clock.clock.millis_left
        # the clock of a page that begins with another game is loaded after what explains signs
        page.table.features.remove(page.clock)
        page.table.get_part(moment.Toasts)
        page.table.add(page.clock)
        await page.back()
        assert page.session.game.name == "greylox" and page.session.preferences.legends
        await page.back(1)
        assert page.session.game.name == "brink" and page.clock.clock.millis_left == times

    with whole_page() as rooms:
        asyncio.run(run(rooms))


def test_all_hear_of_an_event_before_they_hear_of_what_it_led_to():
    with whole_page() as rooms:
        page = Page(rooms)
        heard = []

        def leads_on(event: Event | None, _: Session) -> None:
            if isinstance(event, ClickCell):
                page.do(SetPreference("greeted", True), ShowNotice("one"))
            elif isinstance(event, ShowNotice) and event.text == "one":
                page.do(ShowNotice("two"))

        hears(page.table, leads_on)
        hears(page.table, lambda event, before: heard.append((event, before, page.session)))
        page.play("a1")
        kinds = [type(event) for event, _, _ in heard]
        assert kinds == [ClickCell, SetPreference, ShowNotice, ShowNotice]
        for (_, _, after), (_, before, _) in pairwise(heard):
            assert after is before, "each hears the table as the event left it"
        assert not heard[0][2].preferences.greeted and page.session.preferences.greeted
        assert page.session.notice is not None and page.session.notice.text == "two"


def test_an_answer_that_comes_while_an_event_is_handled_is_heard_after_it():
    with whole_page() as rooms:
        seats = (PERSON, Seat(1))
        page = Page(rooms, Session(Match(new_tree(new_game("brink", 3)), seats=seats)))
        heard = []
        page.do(EngineReady())
        hears(page.table, lambda event, _: heard.append(type(event)))
        page.play("a1")
        asked = page.asked
        assert asked is not None
        report = wire.SearchReport(asked.ticket, True, "c3", 1, 0.0, False, ["c3"], [], 1, None)
        answers = [EngineReport(report)]
        page.table.engine_changed = lambda _: page.do(*[answers.pop()] if answers else [])
        page.do(MoveNow())
        assert heard == [ClickCell, MoveNow, EngineReport]
        assert page.line == ["a1", "c3"]


def test_a_fault_of_one_is_told_and_the_others_hear_all_the_same():
    with whole_page() as rooms:
        page, texts, heard = Page(rooms), {}, []
        rooms.faults.Faults.report = rooms.reports
        rooms.faults.announce = rooms.faults.set_text = lambda *told: texts.update(
            {told[:-1]: told[-1]}
        )

        def fails(event: Event | None, _: Session) -> None:
            if isinstance(event, ClickCell):
                page.do(ShowNotice("one"))
                raise KeyError("of a feature")

        hears(page.table, fails)
        hears(page.table, lambda event, _: heard.append(type(event)))
        page.table.engine_changed = lambda _: 1 / 0
        page.play("a1")
        assert page.line == ["a1"] and heard == [ClickCell, ShowNotice]
        assert "KeyError" in texts[("notice",)] and "KeyError" in texts[()]
        assert "of a feature" in rooms.js.console.error.call_args.args[0]
        page.do(SetPageVisible(True))
        assert "KeyError" in page.table.faults.text, "it stays as a notice does"
        page.do(Undo())
        assert not page.table.faults.text
        page.do(EngineReady(), ToggleAnalysis())
        assert "ZeroDivisionError" in texts[("notice",)], "so with a command"


class Told:
    """The real page in a browser that draws nothing, and what it tells of faults."""

    def __init__(self, rooms: SimpleNamespace) -> None:
        self.rooms, self.reports = rooms, []
        rooms.faults.Faults.report = lambda _, error: self.reports.append(error)
        self.frames = []
        rooms.js.window.innerWidth, rooms.js.window.innerHeight = 1200, 900
        rooms.js.window.requestAnimationFrame = self.frames.append
        self.page = page = rooms.main.App()
        for feature in rooms.registry.STARTUP_FEATURES.values():
            page.store._parts[feature] = MagicMock()
        page.interactive = True
        self.said = rooms.main.announce = MagicMock()

    def feature(self) -> Any:
        """A new feature of the page."""

        kind = type(f"Feature{len(self.page.store.features)}", (self.rooms.Feature,), {})
        made = kind(self.page.store)
        self.page.store.add(made)
        return made

    def paint(self) -> None:
        """Let the browser paint."""
        waiting = [*self.frames]
        self.frames.clear()
        for call in waiting:
            call(0.0)

    @property
    def names(self) -> list[str]:
        """The kinds of faults that were told."""
        return [type(error).__name__ for error in self.reports]


def fails(*_: object) -> None:
    raise KeyError("while painting")


@pytest.mark.parametrize("part", ["feature", "speech", "loading"])
def test_a_fault_while_painting_is_told_once_and_the_rest_is_painted(part: str, monkeypatch):
    with whole_page() as rooms:
        told, painted = Told(rooms), []
        page, main, registry = told.page, rooms.main, rooms.registry
        table = page.store
        first, second = told.feature(), told.feature()
        second.render = lambda: painted.append(table.session)
        if part == "feature":
            first.render = fails
        elif part == "loading":
            monkeypatch.setitem(
                registry.LAZY_FEATURES, "gone", registry.LazyFeature(fails, bool, is_immediate=True)
            )
            table.get_part(registry.LazyFeatureLoader)
        elif part == "speech":
            monkeypatch.setattr(main, "announcement", fails)
        for name in ("a1", "b2", "c3"):
            table.dispatch(ClickCell(table.session.game.board.parse_cell(name)))
            told.paint()
        assert len(painted) == 3 and painted[-1] is table.session
        assert told.names == ["KeyError"]
        if part != "speech":
            assert told.said.called, "the game is spoken all the same"


def test_a_feature_that_fails_again_after_it_was_painted_is_told_again():
    with whole_page() as rooms:
        told = Told(rooms)
        feature = told.feature()
        for paint in (fails, fails, list, fails, fails):
            feature.render = paint
            told.page.schedule_render()
            told.paint()
        assert told.names == ["KeyError", "KeyError"]


def test_a_fault_at_a_frame_a_timer_or_in_the_background_is_told():
    async def run() -> None:
        with whole_page() as rooms:
            told = Told(rooms)
            timers: list[Callable[[], object]] = []
            rooms.js.window.setTimeout = lambda call, _millis: timers.append(call)
            from greylox_web.features.layers import drawings as overlay
            from greylox_web.features.review import course_graph as course

            over = overlay.BoardOverlay(told.page.store)
            over.view.cell_of = lambda *_: 1
            over._replace_group = fails
            over.inspect_cell(1)
            told.paint()
            assert told.names == ["KeyError"], "what is under the pointer"

            graph = course.EvalGraphPanel(told.page.store)
            course.eval_graph = fails
            graph.render()
            timers.pop()()
            assert told.names == ["KeyError"] * 2, "the graph, which is drawn later"

            async def work() -> None:
                fails()

            told.page.lifetime.spawn(work())
            for _ in range(3):
                await asyncio.sleep(0)
            assert told.names == ["KeyError"] * 3, "in the background"
            told.page.lifetime.set_timeout(100, fails)
            timers.pop()()
            assert told.names == ["KeyError"] * 4, "at a timer"

    asyncio.run(run())
