"""Back and Forward lead through the games of a visit and undo no actions."""

import asyncio
from collections.abc import Awaitable, Callable
from random import Random
from unittest.mock import MagicMock

import pytest

from greylox_web.features.analysis.hint import PressHint
from greylox_web.match.match import PERSON, UNTIMED, GameTerms, Seat
from greylox_web.rules.notation.links import read_link, write_link
from greylox_web.session.correspondence import AnswerSeatOffer
from greylox_web.session.event import SetPreference
from greylox_web.session.last_choices import LastChoices, write_choices
from greylox_web.session.load_match import LeaveExercise, NewGame
from greylox_web.session.playing import Undo
from greylox_web.session.requests import EngineReady
from greylox_web.session.study import Comment, Delete, PickMark, PlayFromHere, Restore, ToggleEditor
from tests.page.fake_browser import JsException
from tests.page.page_simulation import SimulatedPage, whole_page
from tests.page.tab_simulation import BrowserSimulation


def run_visit(scenario: Callable[[SimulatedPage], Awaitable[None]]) -> None:
    """Run a scenario in a visit that begins with an empty browser."""

    async def run() -> None:
        await scenario(await SimulatedPage(modules).start(BrowserSimulation(modules, Random(1))))

    with whole_page() as modules:
        asyncio.run(run())


def test_back_to_old_game_address_opens_current_position():
    async def scenario(page: SimulatedPage) -> None:
        page.do(NewGame("brink", 3))
        page.play("a1")
        page.do(NewGame("byg", 3))
        page.play("a1")
        await page.follow_link("#play/brink")
        page.play("b2", "c3")
        await page.traverse_history()
        assert page.session.game.name == "byg"
        await page.traverse_history()
        assert page.line == ["a1", "b2", "c3"]
        page.play("d3")
        await page.run_until_idle()
        assert sorted(len(tree.nodes) for tree in page.database.trees) == [2, 5]

    run_visit(scenario)


@pytest.mark.parametrize("raises", [True, False])
def test_refused_change_of_address_is_made_later(raises: bool):
    def refuse(*_: object) -> None:
        if raises:
            raise JsException("SecurityError: too many calls")

    async def scenario(page: SimulatedPage) -> None:
        page.do(NewGame("brink", 3))
        page.play("a1", "b2")
        change, timers = page.js.history.replaceState, page.js.window.setTimeout
        page.js.history.replaceState = refuse
        timers.reset_mock()
        page.play("c3")
        page.play("d3")
        before = page.js.location.hash
        assert read_link(before).record.actions == read_link(page.session.link).record.actions[:2]
        page.js.history.replaceState = change
        [(later, millis)] = (call.args for call in timers.call_args_list)
        assert millis >= 1000
        later()
        assert page.js.location.hash == f"#{page.session.link}"
        assert page.history.index == 1  # Back leads to the game before

    run_visit(scenario)


def test_typed_route_spelling_is_normalized():
    async def scenario(page: SimulatedPage) -> None:
        for typed, route in (
            ("#Learn/Lox/Join", "learn/lox/join"),
            ("#learn/byg/two.", "learn/byg/two"),
            ("#LEARN/LOX/JOIN/%20", "learn/lox/join"),
        ):
            await page.follow_link(typed)
            assert page.session.exercise_attempt is not None, typed
            assert page.session.exercise_attempt.exercise.route == route
            assert page.js.location.hash == f"#{route}"
        await page.follow_link("#Play/Brink,")
        assert page.session.game.name == "brink"
        assert page.session.notice is None

    run_visit(scenario)


def test_back_past_lesson_opens_current_position():
    async def scenario(page: SimulatedPage) -> None:
        page.do(NewGame("brink", 3))
        page.play("a1")
        await page.follow_link("#learn/lox/join")
        assert page.session.exercise_attempt is not None
        page.do(LeaveExercise())
        page.play("b2", "c3")
        await page.traverse_history()
        assert page.session.exercise_attempt is not None
        await page.traverse_history()
        assert page.session.exercise_attempt is None and page.line == ["a1", "b2", "c3"]
        await page.run_until_idle()
        assert [len(tree.nodes) for tree in page.database.trees] == [4]

    run_visit(scenario)


def test_leaving_lesson_for_game_adds_one_history_entry():
    async def scenario(page: SimulatedPage) -> None:
        page.do(NewGame("brink", 3))
        page.play("a1")
        for address in ("#learn/lox/join", "#home", "#go-on"):
            await page.follow_link(address)
        assert page.session.exercise_attempt is None and page.line == ["a1"]
        await page.traverse_history()
        assert page.history.entries[page.history.index] == "#home"

    run_visit(scenario)


def test_merge_with_stored_game_adds_no_history_entry():
    async def scenario(page: SimulatedPage) -> None:
        page.do(NewGame("brink", 3))
        page.play("a1")
        page.do(Comment("a word"))
        await page.run_until_idle()
        reloaded = await SimulatedPage(page.modules).start(page.database)
        assert reloaded.session.tree.nodes[1].comment == "a word"
        reloaded.play("b2")
        entries = len(reloaded.history.entries)
        await reloaded.run_until_idle()
        await reloaded.traverse_history()
        assert len(reloaded.history.entries) == entries and reloaded.session.game.name == "greylox"
        await reloaded.traverse_history(1)
        assert reloaded.line == ["a1", "b2"] and reloaded.session.tree.nodes[1].comment == "a word"

    run_visit(scenario)


def test_resumed_game_of_earlier_visit_stays_one_entry():
    async def scenario(page: SimulatedPage) -> None:
        page.do(NewGame("brink", 3))
        page.play("a1")
        await page.run_until_idle()
        reloaded = await SimulatedPage(page.modules).start(page.database)
        reloaded.do(NewGame("byg", 3))
        await reloaded.traverse_history()
        reloaded.play("b2")
        await reloaded.run_until_idle()
        assert [len(tree.nodes) for tree in page.database.trees] == [3]

    run_visit(scenario)


def test_undo_before_library_loads_stays_in_same_game():
    async def scenario(page: SimulatedPage) -> None:
        page.do(NewGame("brink", 3))
        page.play("a1", "b2", "c3", "d3")
        await page.run_until_idle()
        reloaded = SimulatedPage(page.modules)

        async def meanwhile() -> None:
            reloaded.do(Undo())
            reloaded.play("e5")

        await reloaded.start(page.database, meanwhile)
        assert [len(tree.nodes) for tree in page.database.trees] == [6]
        assert reloaded.line == ["a1", "b2", "c3", "e5"]
        third = SimulatedPage(page.modules)

        async def undo_twice() -> None:
            third.do(Undo())
            third.play("e4")
            third.do(NewGame("byg", 3))

        await third.start(page.database, undo_twice)
        assert [len(tree.nodes) for tree in page.database.trees] == [7]

    run_visit(scenario)


@pytest.mark.parametrize("route", ["#play/byg", "#learn/lox/join", "#go-on"])
def test_back_from_home_opens_game_with_engine_answer(route):
    async def scenario(page: SimulatedPage) -> None:
        page.do(EngineReady(), NewGame("brink", 3, (), (PERSON, Seat(2))))
        page.play("a1")
        await page.follow_link("#home")
        page.answer("c3")
        await page.follow_link(route)
        await page.traverse_history()
        await page.traverse_history()
        assert page.line == ["a1", "c3"]
        assert page.session.exercise_attempt is None and page.session.seats == (PERSON, Seat(2))

    run_visit(scenario)


def test_back_from_loading_lesson_opens_game_with_answer():
    async def scenario(page: SimulatedPage) -> None:
        await page.fetch_lesson_while_computer_plays()
        assert page.session.exercise_attempt is not None
        await page.traverse_history()
        assert page.session.exercise_attempt is None and page.line == ["a1", "c3"]

    run_visit(scenario)


def test_back_twice_at_once_leads_past_home_to_the_game_before():
    async def scenario(page: SimulatedPage) -> None:
        page.do(NewGame("brink", 3))
        page.play("a1")
        await page.follow_link("#home")
        await page.follow_link("#play/byg")
        page.play("a1")
        page.history.traverse_history(-1)
        await page.traverse_history()
        assert page.session.game.name == "brink"

    run_visit(scenario)


def test_back_past_home_opens_resumed_game():
    async def scenario(page: SimulatedPage) -> None:
        page.do(NewGame("brink", 3))
        page.play("a1")
        await page.follow_link("#home")
        await page.follow_link("#go-on")
        page.play("b2")
        page.do(NewGame("byg", 3))
        await page.traverse_history(-3)
        assert page.line == ["a1", "b2"] and page.session.offered_seat is None
        await page.traverse_history(1)
        await page.traverse_history()
        assert page.line == ["a1", "b2"] and page.session.cursor == page.session.leaf

    run_visit(scenario)


def test_link_with_prefix_of_own_game_keeps_seat_offer():
    async def scenario(page: SimulatedPage) -> None:
        page.do(NewGame("brink", 3))
        page.play("a1", "b2", "c3")
        await page.run_until_idle()
        await page.follow_link(f"#{write_link(read_link('1/brink3-x3/ma1').record)}")
        assert page.session.offered_seat == 1
        page.do(NewGame("byg", 3))
        await page.traverse_history()
        assert page.session.offered_seat == 1, "nothing was answered yet"
        page.do(AnswerSeatOffer(accepts=True))
        page.play("d4")
        await page.run_until_idle()
        assert sorted(len(tree.nodes) for tree in page.database.trees) == [3, 4]
        await page.follow_link(f"#{write_link(read_link('1/brink3-x3/ma1b2c3').record)}")
        assert page.session.offered_seat is None, "this one is known"

    run_visit(scenario)


def test_stone_before_library_loads_extends_edited_position():
    async def scenario(page: SimulatedPage) -> None:
        page.do(NewGame("brink", 3), ToggleEditor(True))
        page.play("a1")
        page.do(PlayFromHere())
        await page.run_until_idle()
        reloaded = SimulatedPage(page.modules)

        async def meanwhile() -> None:
            reloaded.play("e5")

        await reloaded.start(page.database, meanwhile)
        assert [len(tree.nodes) for tree in page.database.trees] == [2]

    run_visit(scenario)


def test_position_editor_state_survives_leaving_game():
    async def scenario(page: SimulatedPage) -> None:
        page.do(NewGame("byg", 3))
        page.play("a1")
        page.do(NewGame("brink", 3), ToggleEditor(True))
        page.play("b2", "c3")
        edited = page.session.editor
        await page.traverse_history()
        assert page.session.game.name == "byg" and page.session.editor is None
        await page.traverse_history(1)
        assert page.session.game.name == "brink" and page.session.editor == edited
        await page.follow_link("#play/byg")
        assert page.session.editor is None
        await page.follow_link("#play/brink")
        assert page.session.editor == edited

    run_visit(scenario)


class Elements(dict[str, MagicMock]):
    """The elements of a page by their ids; the Study tab and the sheet of the record are open."""

    def __init__(self, js: MagicMock) -> None:
        super().__init__()
        js.document.getElementById = self.get_or_make
        js.document.querySelector = self.query
        self.page, self.is_sheet_open = "study", True
        self.get_or_make("tab-moves").setAttribute = self.select
        self.get_or_make("moves").querySelector = lambda _: None
        self.get_or_make("game-view").classList.toggle = self.toggle

    def get_or_make(self, name: str) -> MagicMock:
        return self.setdefault(name, MagicMock(name=name))

    def select(self, name: str, value: str) -> None:
        if (name, value) == ("aria-selected", "true"):
            self.page = "moves"

    def toggle(self, name: str, on: bool) -> None:
        self.is_sheet_open = on if name == "record-open" else self.is_sheet_open

    def query(self, selector: str) -> object:
        matches = {"#tab-moves[aria-selected=false]": self.page != "moves"}
        matches[".record-open"] = self.is_sheet_open
        return matches.get(selector) or None


@pytest.mark.parametrize("transition", ["rail", "home", "stored", "back", "link", "begun", "mine"])
def test_switching_games_leaks_no_state(transition):
    async def scenario(page: SimulatedPage) -> None:
        page.do(EngineReady())
        seats = (PERSON, Seat(3))
        if transition in ("stored", "back", "mine"):
            page.do(NewGame("lox", 5, (), seats))
            page.play("c3")
        terms = GameTerms(300_000, 3000, takebacks=False)
        page.do(NewGame("byg", 3, (), seats, terms))
        chosen = LastChoices({"lox": "lox5"}, ("", "3"), terms)
        page.do(SetPreference("new_game", write_choices(chosen)))
        page.play("a1")
        page.modules.now[0] += 5000
        page.do(PressHint(), Comment("a word"), PickMark("circle"))
        await page.run_until_idle()
        elements = Elements(page.js)
        match transition:
            case "home":
                await page.follow_link("#home")
                await page.follow_link("#play/lox")
            case "back":
                await page.traverse_history()
            case "link":
                await page.follow_link("#1/lox5/mc3b2")
            case "begun":
                page.do(NewGame("lox", 5, (), seats))
            case "mine":
                entry = next(e for e in page.database.entries if e.game.name == "lox")
                await page.store.autosave.open(entry.id)
            case _:
                page.store.get_part(page.modules.game_switching.Play).go_to_game("lox")
                await page.run_until_idle()
        session = page.session
        assert session.game.name == "lox" and session.terms == UNTIMED
        assert (session.drawing_mark, session.hint, session.unrated_reason) == (None, None, "")
        assert page.clock.clock.millis_left == (0, 0) and page.clock.clock.running == -1
        assert elements.page == "moves" and not elements.is_sheet_open
        if transition != "link":
            assert session.seats == seats
        elements.page, elements.is_sheet_open = "analysis", True
        page.store.get_part(page.modules.game_switching.Play).go_to_game("byg")
        await page.run_until_idle()
        assert page.session.terms == terms and page.line == ["a1"]
        assert page.clock.clock.millis_left == (303_000, 295_000)
        assert elements.page == "moves" and not elements.is_sheet_open

    run_visit(scenario)


def test_record_tab_stays_open_during_game():
    async def scenario(page: SimulatedPage) -> None:
        page.do(NewGame("brink", 3))
        page.play("a1")
        await page.run_until_idle()
        elements = Elements(page.js)
        page.play("b2")
        await page.follow_link("#learn/lox/join")
        page.do(LeaveExercise(), ToggleEditor(True))
        page.play("c3")
        page.do(PlayFromHere(), Restore())
        await page.run_until_idle()
        assert page.line == ["a1", "b2"] and elements.page == "study"

    run_visit(scenario)


@pytest.mark.parametrize("has_other_clock", [True, False])
def test_back_from_link_restores_clock_of_game(has_other_clock):
    async def scenario(page: SimulatedPage) -> None:
        timed = NewGame("brink", 3, (), (PERSON, PERSON), GameTerms(60_000))
        page.do(timed)
        page.play("a1")
        page.modules.now[0] += 6000
        page.play("b2")
        await page.run_until_idle()
        page.history.push("#1/lox5/mc3b2")
        reloaded = await SimulatedPage(page.modules).start(page.database)
        if has_other_clock:  # another game is the first to load the clock
            reloaded.store.features.remove(reloaded.clock)
        reloaded.do(NewGame("byg", 3, (), (PERSON, PERSON), GameTerms(60_000)))
        if has_other_clock:
            reloaded.clock = page.modules.clock.ClockView(reloaded.store)
            reloaded.store.add(reloaded.clock)
        reloaded.play("a1")
        reloaded.modules.now[0] += 8_000
        reloaded.play("b2")
        assert reloaded.clock.clock.millis_left == (60_000, 52_000)
        reloaded.store.get_part(reloaded.modules.game_switching.Play).go_to_game("brink")
        await reloaded.run_until_idle()
        assert reloaded.line == ["a1", "b2"] and reloaded.clock.clock.millis_left == (
            60_000,
            54_000,
        )

    run_visit(scenario)


def test_used_time_is_stored_when_game_is_left():
    async def scenario(page: SimulatedPage) -> None:
        seats, terms = (PERSON, PERSON), GameTerms(60_000)
        page.do(NewGame("brink", 3, (), seats, terms))
        page.play("a1")
        page.play("b2")
        await page.run_until_idle()
        page.modules.now[0] += 700  # less than the interval between two writes
        page.do(NewGame("byg", 3, (), seats, terms))
        reloaded = await SimulatedPage(page.modules).start(page.database)
        reloaded.store.get_part(reloaded.modules.game_switching.Play).go_to_game("brink")
        await reloaded.run_until_idle()
        assert reloaded.line == ["a1", "b2"] and reloaded.clock.clock.millis_left == (
            59_300,
            60_000,
        )

    run_visit(scenario)


def test_new_game_after_deletion_has_full_time():
    async def scenario(page: SimulatedPage) -> None:
        timed = NewGame("brink", 3, (), (PERSON, PERSON), GameTerms(60_000))
        page.do(timed)
        page.play("a1")
        page.modules.now[0] += 6000
        page.do(Delete(1), timed)
        page.play("a1")
        assert page.clock.clock.millis_left == (60_000, 60_000)

    run_visit(scenario)


def test_back_from_a_lesson_leaves_the_course():
    async def scenario(page: SimulatedPage) -> None:
        from greylox_web.features.exercise.panel import follow_route

        await page.follow_link("#learn")
        await page.follow_link("#learn/lox/join")
        for step in ("control", "cut", "control"):
            follow_route(page.store, f"learn/lox/{step}")
            page.process_hash_changes()
            await page.run_until_idle()
            attempt = page.session.exercise_attempt
            assert attempt is not None and attempt.exercise.route == f"learn/lox/{step}"
        follow_route(page.store, "puzzle/lox-1")
        page.process_hash_changes()
        await page.run_until_idle()
        await page.traverse_history()
        assert page.js.location.hash == "#learn/lox/control"
        await page.traverse_history()
        assert page.js.location.hash == "#learn"

    run_visit(scenario)
