"""The games of a newcomer: which board and level come up, and how they follow the results."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from random import Random
from types import SimpleNamespace

import pytest

from greylox_web.match.match import PERSON, Seat
from greylox_web.match.tree import new_tree
from greylox_web.progress import Fact, new_fact
from greylox_web.rules import DEFAULT_GAME, GAMES, Game, default_game, new_game
from greylox_web.rules.notation.links import write_spec
from greylox_web.session.choices import LastChoices, newcomer_game, write_choices
from greylox_web.session.event import SetPreference
from greylox_web.session.opening import NewGame
from greylox_web.session.seats import DEFAULT_SEATS
from tests.page.several_tabs import Together
from tests.page.whole_page import Page, whole_page

Visit = Callable[[Page, SimpleNamespace], Awaitable[None]]


def visit(walk: Visit) -> None:
    async def run() -> None:
        await walk(await Page(rooms).start(Together(rooms, Random(1))), rooms)

    with whole_page() as rooms:
        asyncio.run(run())


def result(game: Game, level: int, score: int) -> Fact:
    unrated = "" if game == default_game(game.name) else "board"
    what = {"game": game.name, "spec": write_spec(game), "colour": 0}
    return new_fact("game", **what, level=level, score=score, unrated=unrated)


def test_a_first_visit_begins_on_a_small_board_at_level_1():
    async def walk(page: Page, _rooms: SimpleNamespace) -> None:
        assert page.session.tree.game == newcomer_game(DEFAULT_GAME)
        assert page.session.seats == DEFAULT_SEATS == (PERSON, Seat(1))

    visit(walk)


@pytest.mark.parametrize("name", GAMES)
def test_a_game_that_was_never_played_begins_so_too_and_wins_lead_to_the_usual_board(name: str):
    async def walk(page: Page, rooms: SimpleNamespace) -> None:
        other = NewGame("byg" if name != "byg" else "lox", 5, (), (PERSON, Seat(5)))
        page.do(SetPreference("greeted", True), other)
        small, usual = newcomer_game(name), default_game(name)
        for met, wanted, level in (
            ([], small, 1),
            ([result(small, 1, 0)], small, 1),
            ([result(small, 1, 2)], usual, 2),
            ([result(small, 2, 2)], usual, 3),
            ([result(usual, 3, 2)], usual, 4),
            ([result(usual, 4, 0), result(usual, 4, 0)], usual, 3),
        ):
            for each in met:
                minute = len(page.progress.facts)
                page.progress.add(each._replace(at=f"2026-11-29T01:{minute:02}:00+00:00"))
            await page.go("#home")
            await page.go(f"#play/{name}")
            assert page.session.game == wanted
            assert page.session.seats == (PERSON, Seat(level))
            page.do(other)
            # the empty board that was left is no game to go on with
            page.table.visit.mark_deleted(page.table.visit.get_suspended(name).match.id)

    visit(walk)


def test_what_was_chosen_last_and_what_comes_by_a_link_stay():
    async def walk(page: Page, _rooms: SimpleNamespace) -> None:
        page.do(SetPreference("greeted", True))
        chosen = LastChoices({"brink": "brink3-x3"}, ("", "6"))
        page.do(SetPreference("new_game", write_choices(chosen)))
        page.do(NewGame("byg", 5, (), (PERSON, Seat(6))))
        await page.go("#home")
        await page.go("#play/brink")
        assert page.session.game == new_game("brink", 3)
        assert page.session.seats == (PERSON, Seat(6))
        await page.go("#1/lox9/m")
        assert page.session.tree == new_tree(new_game("lox", 9))

    visit(walk)


def test_before_the_library_is_there_the_results_of_earlier_visits_decide():
    async def run() -> None:
        page = Page(rooms)
        page.do(SetPreference("greeted", True))
        page.progress.add(result(newcomer_game("lox"), 1, 2))

        async def meanwhile() -> None:
            page.table.get_part(rooms.playing.Play).go_to_game("lox")
            await page.database.pause()
            assert page.session.game == new_game("lox")
            assert page.session.seats == (PERSON, Seat(2))

        await page.start(Together(rooms, Random(1)), meanwhile)

    with whole_page() as rooms:
        asyncio.run(run())
