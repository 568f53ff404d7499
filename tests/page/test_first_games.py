"""The first games of a newcomer: the board and level offered, and how they follow the results."""

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
from greylox_web.session.event import SetPreference
from greylox_web.session.last_choices import LastChoices, newcomer_game, write_choices
from greylox_web.session.load_match import NewGame
from greylox_web.session.seats import DEFAULT_SEATS
from tests.page.page_simulation import SimulatedPage, whole_page
from tests.page.tab_simulation import BrowserSimulation

Visit = Callable[[SimulatedPage, SimpleNamespace], Awaitable[None]]


def run_visit(scenario: Visit) -> None:
    async def run() -> None:
        await scenario(
            await SimulatedPage(modules).start(BrowserSimulation(modules, Random(1))), modules
        )

    with whole_page() as modules:
        asyncio.run(run())


def result(game: Game, level: int, score: int) -> Fact:
    unrated = "" if game == default_game(game.name) else "board"
    fields = {"game": game.name, "spec": write_spec(game), "colour": 0}
    return new_fact("game", **fields, level=level, score=score, unrated=unrated)


def test_a_first_visit_begins_on_a_small_board_at_level_1():
    async def scenario(page: SimulatedPage, _modules: SimpleNamespace) -> None:
        assert page.session.tree.game == newcomer_game(DEFAULT_GAME)
        assert page.session.seats == DEFAULT_SEATS == (PERSON, Seat(1))

    run_visit(scenario)


@pytest.mark.parametrize("name", GAMES)
def test_wins_lead_from_small_to_default_board(name: str):
    async def scenario(page: SimulatedPage, modules: SimpleNamespace) -> None:
        other = NewGame("byg" if name != "byg" else "lox", 5, (), (PERSON, Seat(5)))
        page.do(SetPreference("greeted", True), other)
        small, default = newcomer_game(name), default_game(name)
        for results, expected, level in (
            ([], small, 1),
            ([result(small, 1, 0)], small, 1),
            ([result(small, 1, 2)], default, 2),
            ([result(small, 2, 2)], default, 3),
            ([result(default, 3, 2)], default, 4),
            ([result(default, 4, 0), result(default, 4, 0)], default, 3),
        ):
            for each in results:
                minute = len(page.progress.facts)
                page.progress.add(each._replace(at=f"2026-11-29T01:{minute:02}:00+00:00"))
            await page.follow_link("#home")
            await page.follow_link(f"#play/{name}")
            assert page.session.game == expected
            assert page.session.seats == (PERSON, Seat(level))
            page.do(other)
            # otherwise the suspended empty board is resumed
            page.store.visit.mark_deleted(page.store.visit.get_suspended(name).match.id)

    run_visit(scenario)


@pytest.mark.parametrize("spec", ["brink3-x3", "brink7-d-x8-p", "brink7-d-x8"])
def test_last_choices_and_linked_game_are_kept(spec: str):
    async def scenario(page: SimulatedPage, _modules: SimpleNamespace) -> None:
        page.do(SetPreference("greeted", True))
        chosen = LastChoices({"brink": spec}, ("", "6"))
        page.do(SetPreference("new_game", write_choices(chosen)))
        page.do(NewGame("byg", 5, (), (PERSON, Seat(6))))
        await page.follow_link("#home")
        await page.follow_link("#play/brink")
        assert write_spec(page.session.game) == spec
        assert page.session.seats == (PERSON, Seat(6))
        await page.follow_link("#1/lox9/m")
        assert page.session.tree == new_tree(new_game("lox", 9))

    run_visit(scenario)


def test_stored_results_choose_board_before_library_loads():
    async def run() -> None:
        page = SimulatedPage(modules)
        page.do(SetPreference("greeted", True))
        page.progress.add(result(newcomer_game("lox"), 1, 2))

        async def meanwhile() -> None:
            page.store.get_part(modules.game_switching.Play).go_to_game("lox")
            await page.database.pause()
            assert page.session.game == new_game("lox")
            assert page.session.seats == (PERSON, Seat(2))

        await page.start(BrowserSimulation(modules, Random(1)), meanwhile)

    with whole_page() as modules:
        asyncio.run(run())
