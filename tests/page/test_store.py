"""The store of the page: the events its features get, their order, and the effects of faults."""

import asyncio
import importlib
import sys
from collections.abc import Callable
from functools import partial
from itertools import pairwise
from types import SimpleNamespace
from typing import Any
from unittest.mock import MagicMock

import pytest

from greylox_web.engine import messages
from greylox_web.match.match import PERSON, Match, Seat
from greylox_web.match.tree import new_tree
from greylox_web.rules import new_game
from greylox_web.session.event import Event, SetPageVisible, SetPreference, ShowNotice
from greylox_web.session.playing import ClickCell, Undo
from greylox_web.session.requests import EngineReady, EngineReport, MoveNow, ToggleAnalysis
from greylox_web.session.session import Session
from tests.page.fake_browser import fake_js, subscribe
from tests.page.page_simulation import SimulatedPage, whole_page

TWO_PEOPLE = (PERSON, PERSON)


def test_features_get_event_before_its_follow_up_events():
    with whole_page() as modules:
        page = SimulatedPage(modules)
        calls = []

        def dispatch_more(event: Event | None, _: Session) -> None:
            if isinstance(event, ClickCell):
                page.do(SetPreference("greeted", True), ShowNotice("one"))
            elif isinstance(event, ShowNotice) and event.text == "one":
                page.do(ShowNotice("two"))

        subscribe(page.store, dispatch_more)
        subscribe(page.store, lambda event, before: calls.append((event, before, page.session)))
        page.play("a1")
        kinds = [type(event) for event, _, _ in calls]
        assert kinds == [ClickCell, SetPreference, ShowNotice, ShowNotice]
        for (_, _, after), (_, before, _) in pairwise(calls):
            assert after is before, "each hears the table as the event left it"
        assert not calls[0][2].preferences.greeted and page.session.preferences.greeted
        assert page.session.notice is not None and page.session.notice.text == "two"


def test_answer_during_dispatch_is_queued():
    with whole_page() as modules:
        seats = (PERSON, Seat(1))
        page = SimulatedPage(modules, Session(Match(new_tree(new_game("brink", 3)), seats=seats)))
        event_types = []
        page.do(EngineReady())
        subscribe(page.store, lambda event, _: event_types.append(type(event)))
        page.play("a1")
        request = page.open_request
        assert request is not None
        report = messages.SearchReport(
            request.ticket, True, "c3", 1, 0.0, False, ["c3"], [], 1, None
        )
        answers = [EngineReport(report)]
        page.store.engine_changed = lambda _: page.do(*[answers.pop()] if answers else [])
        page.do(MoveNow())
        assert event_types == [ClickCell, MoveNow, EngineReport]
        assert page.line == ["a1", "c3"]


def test_failing_feature_is_reported_and_others_get_event():
    with whole_page() as modules:
        page, texts, event_types = SimulatedPage(modules), {}, []
        modules.faults.Faults.report = modules.reports
        modules.faults.announce = modules.faults.set_text = lambda *arguments: texts.update(
            {arguments[:-1]: arguments[-1]}
        )

        def fails(event: Event | None, _: Session) -> None:
            if isinstance(event, ClickCell):
                page.do(ShowNotice("one"))
                raise KeyError("of a feature")

        subscribe(page.store, fails)
        subscribe(page.store, lambda event, _: event_types.append(type(event)))
        page.store.engine_changed = lambda _: 1 / 0
        page.play("a1")
        assert page.line == ["a1"] and event_types == [ClickCell, ShowNotice]
        assert "KeyError" in texts[("notice",)] and "KeyError" in texts[()]
        assert "of a feature" in modules.js.console.error.call_args.args[0]
        page.do(SetPageVisible(True))
        assert "KeyError" in page.store.faults.text, "it stays as a notice does"
        page.do(Undo())
        assert not page.store.faults.text
        page.do(EngineReady(), ToggleAnalysis())
        assert "ZeroDivisionError" in texts[("notice",)], "so with a command"


class PageHarness:
    """The real page in a browser that draws nothing, and its reported faults."""

    def __init__(self, modules: SimpleNamespace) -> None:
        self.modules, self.reports = modules, []
        modules.faults.Faults.report = lambda _, error: self.reports.append(error)
        self.frames = []
        modules.js.window.innerWidth, modules.js.window.innerHeight = 1200, 900
        modules.js.window.requestAnimationFrame = self.frames.append
        self.page = page = modules.main.App()
        for feature in modules.registry.STARTUP_FEATURES.values():
            page.store._parts[feature] = MagicMock()
        page.interactive = True
        self.announce_mock = modules.main.announce = MagicMock()

    def feature(self) -> Any:
        """Add a new feature to the page; return it."""

        kind = type(f"Feature{len(self.page.store.features)}", (self.modules.Feature,), {})
        feature = kind(self.page.store)
        self.page.store.add(feature)
        return feature

    def paint(self) -> None:
        """Run the requested animation frames."""
        callbacks = [*self.frames]
        self.frames.clear()
        for call in callbacks:
            call(0.0)

    @property
    def names(self) -> list[str]:
        """The class names of the reported faults."""
        return [type(error).__name__ for error in self.reports]


def fails(*_: object) -> None:
    raise KeyError("while painting")


@pytest.mark.parametrize("part", ["feature", "speech", "loading"])
def test_failing_render_is_reported_once_and_others_render(part: str, monkeypatch):
    with whole_page() as modules:
        harness, painted = PageHarness(modules), []
        page, main, registry = harness.page, modules.main, modules.registry
        table = page.store
        first, second = harness.feature(), harness.feature()
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
            harness.paint()
        assert len(painted) == 3 and painted[-1] is table.session
        assert harness.names == ["KeyError"]
        if part != "speech":
            assert harness.announce_mock.called, "the game is spoken all the same"


def test_other_tasks_run_between_two_imports_of_features(monkeypatch):
    """Regression: a tap after the start waited until all features were imported."""
    with whole_page() as modules:
        harness, registry, steps = PageHarness(modules), modules.registry, []

        def load(name: str) -> Any:
            steps.append(name)
            return type(name, (modules.Feature,), {})

        features = {
            name: registry.LazyFeature(partial(load, name), lambda _: True)
            for name in ("first", "second")
        }
        monkeypatch.setattr(registry, "LAZY_FEATURES", features)
        loader = registry.LazyFeatureLoader(harness.page.store)

        async def load_needed() -> None:
            asyncio.get_running_loop().call_soon(steps.append, "tap")
            await loader.load_needed()

        asyncio.run(load_needed())
        assert steps == ["first", "tap", "second"]
        assert not loader.pending


def test_pictures_beside_the_board_import_no_lessons():
    """Regression: they imported the dialog with the rules, and with it the lessons."""
    with fake_js():
        importlib.import_module("greylox_web.features.rules.pictures")
        assert "greylox_web.features.rules.panel" not in sys.modules


def test_render_failing_after_recovery_is_reported_again():
    with whole_page() as modules:
        harness = PageHarness(modules)
        feature = harness.feature()
        for paint in (fails, fails, list, fails, fails):
            feature.render = paint
            harness.page.schedule_render()
            harness.paint()
        assert harness.names == ["KeyError", "KeyError"]


def test_fault_in_frame_timer_or_task_is_reported():
    async def run() -> None:
        with whole_page() as modules:
            harness = PageHarness(modules)
            timers: list[Callable[[], object]] = []
            modules.js.window.setTimeout = lambda call, _millis: timers.append(call)
            from greylox_web.features.layers import drawings as overlay
            from greylox_web.features.review import eval_graph_panel as course

            over = overlay.BoardOverlay(harness.page.store)
            over.view.cell_of = lambda *_: 1
            over._replace_group = fails
            over.inspect_cell(1)
            harness.paint()
            assert harness.names == ["KeyError"], "what is under the pointer"

            graph = course.EvalGraphPanel(harness.page.store)
            course.eval_graph = fails
            graph.render()
            timers.pop()()
            assert harness.names == ["KeyError"] * 2, "the graph, which is drawn later"

            async def work() -> None:
                fails()

            harness.page.lifetime.spawn(work())
            for _ in range(3):
                await asyncio.sleep(0)
            assert harness.names == ["KeyError"] * 3, "in the background"
            harness.page.lifetime.set_timeout(100, fails)
            timers.pop()()
            assert harness.names == ["KeyError"] * 4, "at a timer"

    asyncio.run(run())
