"""Back and Forward lead through the games of a visit, and what was played since stays played."""

import asyncio
from collections.abc import Awaitable, Callable
from random import Random
from unittest.mock import MagicMock

import pytest

from greylox_web.features.analysis.hint import PressHint
from greylox_web.match.match import PERSON, UNTIMED, GameTerms, Seat
from greylox_web.rules.notation.links import read_link, write_link
from greylox_web.session.asking import EngineReady
from greylox_web.session.choices import LastChoices, write_choices
from greylox_web.session.event import SetPreference
from greylox_web.session.friends import AnswerSeatOffer
from greylox_web.session.opening import LeaveExercise, NewGame
from greylox_web.session.playing import Undo
from greylox_web.session.study import Comment, Delete, PickMark, PlayFromHere, Restore, ToggleEditor
from tests.page.several_tabs import Together
from tests.page.whole_page import Page, whole_page


def visit(walk: Callable[[Page], Awaitable[None]]) -> None:
    """Do something in a visit that begins with an empty browser."""

    async def run() -> None:
        await walk(await Page(rooms).start(Together(rooms, Random(1))))

    with whole_page() as rooms:
        asyncio.run(run())


def test_back_to_an_earlier_address_of_a_game_leads_to_the_game_as_it_is_now():
    async def walk(page: Page) -> None:
        page.do(NewGame("brink", 3))
        page.play("a1")
        page.do(NewGame("byg", 3))
        page.play("a1")
        await page.go("#play/brink")
        page.play("b2", "c3")
        await page.back()
        assert page.session.game.name == "byg"
        await page.back()
        assert page.line == ["a1", "b2", "c3"]
        page.play("d3")
        await page.settle()
        assert sorted(len(tree.nodes) for tree in page.database.trees) == [2, 5]

    visit(walk)


def test_an_address_that_was_typed_leads_where_it_would_as_it_is_written_here():
    async def walk(page: Page) -> None:
        for typed, route in (
            ("#Learn/Lox/Join", "learn/lox/join"),
            ("#learn/byg/two.", "learn/byg/two"),
            ("#LEARN/LOX/JOIN/%20", "learn/lox/join"),
        ):
            await page.go(typed)
            assert page.session.exercise_attempt is not None, typed
            assert page.session.exercise_attempt.exercise.route == route
            assert page.js.location.hash == f"#{route}"
        await page.go("#Play/Brink,")
        assert page.session.game.name == "brink"
        assert page.session.notice is None

    visit(walk)


def test_back_past_a_lesson_leads_to_the_game_as_it_is_now():
    async def walk(page: Page) -> None:
        page.do(NewGame("brink", 3))
        page.play("a1")
        await page.go("#learn/lox/join")
        assert page.session.exercise_attempt is not None
        page.do(LeaveExercise())
        page.play("b2", "c3")
        await page.back()
        assert page.session.exercise_attempt is not None
        await page.back()
        assert page.session.exercise_attempt is None and page.line == ["a1", "b2", "c3"]
        await page.settle()
        assert [len(tree.nodes) for tree in page.database.trees] == [4]

    visit(walk)


def test_from_a_lesson_to_the_game_that_goes_on_makes_one_entry():
    async def walk(page: Page) -> None:
        page.do(NewGame("brink", 3))
        page.play("a1")
        for address in ("#learn/lox/join", "#home", "#go-on"):
            await page.go(address)
        assert page.session.exercise_attempt is None and page.line == ["a1"]
        await page.back()
        assert page.history.entries[page.history.index] == "#home"

    visit(walk)


def test_a_game_that_is_put_together_with_what_is_stored_of_it_is_no_other_game():
    async def walk(page: Page) -> None:
        page.do(NewGame("brink", 3))
        page.play("a1")
        page.do(Comment("a word"))
        await page.settle()
        again = await Page(page.rooms).start(page.database)
        assert again.session.tree.nodes[1].comment == "a word"
        again.play("b2")
        entries = len(again.history.entries)
        await again.settle()
        await again.back()
        assert len(again.history.entries) == entries and again.session.game.name == "greylox"
        await again.back(1)
        assert again.line == ["a1", "b2"] and again.session.tree.nodes[1].comment == "a word"

    visit(walk)


def test_a_game_of_an_earlier_visit_that_is_left_and_gone_on_with_stays_one_game():
    async def walk(page: Page) -> None:
        page.do(NewGame("brink", 3))
        page.play("a1")
        await page.settle()
        again = await Page(page.rooms).start(page.database)
        again.do(NewGame("byg", 3))
        await again.back()
        again.play("b2")
        await again.settle()
        assert [len(tree.nodes) for tree in page.database.trees] == [3]

    visit(walk)


def test_what_is_taken_back_and_played_before_the_library_is_there_is_of_the_same_game():
    async def walk(page: Page) -> None:
        page.do(NewGame("brink", 3))
        page.play("a1", "b2", "c3", "d3")
        await page.settle()
        again = Page(page.rooms)

        async def meanwhile() -> None:
            again.do(Undo())
            again.play("e5")

        await again.start(page.database, meanwhile)
        assert [len(tree.nodes) for tree in page.database.trees] == [6]
        assert again.line == ["a1", "b2", "c3", "e5"]
        third = Page(page.rooms)

        async def left() -> None:
            third.do(Undo())
            third.play("e4")
            third.do(NewGame("byg", 3))

        await third.start(page.database, left)
        assert [len(tree.nodes) for tree in page.database.trees] == [7]

    visit(walk)


@pytest.mark.parametrize("way", ["#play/byg", "#learn/lox/join", "#go-on"])
def test_back_to_a_game_in_which_the_computer_played_while_home_was_shown(way):
    async def walk(page: Page) -> None:
        page.do(EngineReady(), NewGame("brink", 3, (), (PERSON, Seat(2))))
        page.play("a1")
        await page.go("#home")
        page.answer("c3")
        await page.go(way)
        await page.back()
        await page.back()
        assert page.line == ["a1", "c3"]
        assert page.session.exercise_attempt is None and page.session.seats == (PERSON, Seat(2))

    visit(walk)


def test_back_to_a_game_in_which_the_computer_played_while_a_lesson_was_fetched():
    async def walk(page: Page) -> None:
        await page.fetch_lesson_while_computer_plays()
        assert page.session.exercise_attempt is not None
        await page.back()
        assert page.session.exercise_attempt is None and page.line == ["a1", "c3"]

    visit(walk)


def test_back_twice_at_once_leads_past_home_to_the_game_before():
    async def walk(page: Page) -> None:
        page.do(NewGame("brink", 3))
        page.play("a1")
        await page.go("#home")
        await page.go("#play/byg")
        page.play("a1")
        page.history.walk(-1)
        await page.back()
        assert page.session.game.name == "brink"

    visit(walk)


def test_back_past_home_to_a_game_that_was_gone_on_with_there():
    async def walk(page: Page) -> None:
        page.do(NewGame("brink", 3))
        page.play("a1")
        await page.go("#home")
        await page.go("#go-on")
        page.play("b2")
        page.do(NewGame("byg", 3))
        await page.back(-3)
        assert page.line == ["a1", "b2"] and page.session.offered_seat is None
        await page.back(1)
        await page.back()
        assert page.line == ["a1", "b2"] and page.session.cursor == page.session.leaf

    visit(walk)


def test_a_link_that_begins_like_a_game_of_ones_own_keeps_its_offer():
    async def walk(page: Page) -> None:
        page.do(NewGame("brink", 3))
        page.play("a1", "b2", "c3")
        await page.settle()
        await page.go(f"#{write_link(read_link('1/brink3-x3/ma1').record)}")
        assert page.session.offered_seat == 1
        page.do(NewGame("byg", 3))
        await page.back()
        assert page.session.offered_seat == 1, "nothing was answered yet"
        page.do(AnswerSeatOffer(accepts=True))
        page.play("d4")
        await page.settle()
        assert sorted(len(tree.nodes) for tree in page.database.trees) == [3, 4]
        await page.go(f"#{write_link(read_link('1/brink3-x3/ma1b2c3').record)}")
        assert page.session.offered_seat is None, "this one is known"

    visit(walk)


def test_the_first_stone_before_the_library_is_there_is_of_the_position_that_was_set_up():
    async def walk(page: Page) -> None:
        page.do(NewGame("brink", 3), ToggleEditor(True))
        page.play("a1")
        page.do(PlayFromHere())
        await page.settle()
        again = Page(page.rooms)

        async def meanwhile() -> None:
            again.play("e5")

        await again.start(page.database, meanwhile)
        assert [len(tree.nodes) for tree in page.database.trees] == [2]

    visit(walk)


def test_a_position_that_is_being_set_up_stays_when_its_game_is_left():
    async def walk(page: Page) -> None:
        page.do(NewGame("byg", 3))
        page.play("a1")
        page.do(NewGame("brink", 3), ToggleEditor(True))
        page.play("b2", "c3")
        drawn = page.session.editor
        await page.back()
        assert page.session.game.name == "byg" and page.session.editor is None
        await page.back(1)
        assert page.session.game.name == "brink" and page.session.editor == drawn
        await page.go("#play/byg")
        assert page.session.editor is None
        await page.go("#play/brink")
        assert page.session.editor == drawn

    visit(walk)


class Elements(dict[str, MagicMock]):
    """The elements of a page by their ids; of the record a later page is open, and its sheet."""

    def __init__(self, js: MagicMock) -> None:
        super().__init__()
        js.document.getElementById = self.get_or_make
        js.document.querySelector = self.query
        self.page, self.is_sheet_open = "study", True
        self.get_or_make("tab-moves").setAttribute = self.select
        self.get_or_make("moves").querySelector = lambda _: None
        self.get_or_make("table").classList.toggle = self.toggle

    def get_or_make(self, name: str) -> MagicMock:
        return self.setdefault(name, MagicMock(name=name))

    def select(self, name: str, value: str) -> None:
        if (name, value) == ("aria-selected", "true"):
            self.page = "moves"

    def toggle(self, name: str, on: bool) -> None:
        self.is_sheet_open = on if name == "reading" else self.is_sheet_open

    def query(self, selector: str) -> object:
        found = {"#tab-moves[aria-selected=false]": self.page != "moves"}
        found[".reading"] = self.is_sheet_open
        return found.get(selector) or None


@pytest.mark.parametrize("way", ["rail", "home", "stored", "back", "link", "begun", "mine"])
def test_nothing_of_a_game_comes_up_in_another_one(way):
    async def walk(page: Page) -> None:
        page.do(EngineReady())
        seats = (PERSON, Seat(3))
        if way in ("stored", "back", "mine"):
            page.do(NewGame("lox", 5, (), seats))
            page.play("c3")
        terms = GameTerms(300_000, 3000, takebacks=False)
        page.do(NewGame("byg", 3, (), seats, terms))
        chosen = LastChoices({"lox": "lox5"}, ("", "3"), terms)
        page.do(SetPreference("new_game", write_choices(chosen)))
        page.play("a1")
        page.rooms.now[0] += 5000
        page.do(PressHint(), Comment("a word"), PickMark("circle"))
        await page.settle()
        shown = Elements(page.js)
        match way:
            case "home":
                await page.go("#home")
                await page.go("#play/lox")
            case "back":
                await page.back()
            case "link":
                await page.go("#1/lox5/mc3b2")
            case "begun":
                page.do(NewGame("lox", 5, (), seats))
            case "mine":
                entry = next(e for e in page.database.entries if e.game.name == "lox")
                await page.table.autosave.open(entry.id)
            case _:
                page.table.get_part(page.rooms.playing.Play).go_to_game("lox")
                await page.settle()
        session = page.session
        assert session.game.name == "lox" and session.terms == UNTIMED
        assert (session.drawing_mark, session.hint, session.unrated_reason) == (None, None, "")
        assert page.clock.clock.millis_left == (0, 0) and page.clock.clock.running == -1
        assert shown.page == "moves" and not shown.is_sheet_open
        if way != "link":
            assert session.seats == seats
        shown.page, shown.is_sheet_open = "analysis", True
        page.table.get_part(page.rooms.playing.Play).go_to_game("byg")
        await page.settle()
        assert page.session.terms == terms and page.line == ["a1"]
        assert page.clock.clock.millis_left == (303_000, 295_000)
        assert shown.page == "moves" and not shown.is_sheet_open

    visit(walk)


def test_the_page_of_the_record_stays_open_while_its_game_goes_on():
    async def walk(page: Page) -> None:
        page.do(NewGame("brink", 3))
        page.play("a1")
        await page.settle()
        shown = Elements(page.js)
        page.play("b2")
        await page.go("#learn/lox/join")
        page.do(LeaveExercise(), ToggleEditor(True))
        page.play("c3")
        page.do(PlayFromHere(), Restore())
        await page.settle()
        assert page.line == ["a1", "b2"] and shown.page == "study"

    visit(walk)


@pytest.mark.parametrize("later", [True, False])
def test_a_game_before_a_link_has_its_own_time_though_another_one_had_a_clock_since(later):
    async def walk(page: Page) -> None:
        timed = NewGame("brink", 3, (), (PERSON, PERSON), GameTerms(60_000))
        page.do(timed)
        page.play("a1")
        page.rooms.now[0] += 6000
        page.play("b2")
        await page.settle()
        page.history.push("#1/lox5/mc3b2")
        again = await Page(page.rooms).start(page.database)
        if later:  # the clock is first needed by another game
            again.table.features.remove(again.clock)
        again.do(NewGame("byg", 3, (), (PERSON, PERSON), GameTerms(60_000)))
        if later:
            again.clock = page.rooms.clock.ClockView(again.table)
            again.table.add(again.clock)
        again.play("a1")
        again.rooms.now[0] += 8_000
        again.play("b2")
        assert again.clock.clock.millis_left == (60_000, 52_000)
        again.table.get_part(again.rooms.playing.Play).go_to_game("brink")
        await again.settle()
        assert again.line == ["a1", "b2"] and again.clock.clock.millis_left == (60_000, 54_000)

    visit(walk)


def test_what_a_game_has_used_until_it_was_left_is_stored():
    async def walk(page: Page) -> None:
        seats, terms = (PERSON, PERSON), GameTerms(60_000)
        page.do(NewGame("brink", 3, (), seats, terms))
        page.play("a1")
        page.play("b2")
        await page.settle()
        page.rooms.now[0] += 700  # less than the time between two writes
        page.do(NewGame("byg", 3, (), seats, terms))
        again = await Page(page.rooms).start(page.database)
        again.table.get_part(again.rooms.playing.Play).go_to_game("brink")
        await again.settle()
        assert again.line == ["a1", "b2"] and again.clock.clock.millis_left == (59_300, 60_000)

    visit(walk)


def test_a_new_game_has_all_its_time_though_nothing_is_left_of_the_one_before():
    async def walk(page: Page) -> None:
        timed = NewGame("brink", 3, (), (PERSON, PERSON), GameTerms(60_000))
        page.do(timed)
        page.play("a1")
        page.rooms.now[0] += 6000
        page.do(Delete(1), timed)
        page.play("a1")
        assert page.clock.clock.millis_left == (60_000, 60_000)

    visit(walk)
