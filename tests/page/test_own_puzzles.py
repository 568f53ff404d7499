"""Puzzles that players make: their address, their proof and what counts, without a browser."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from random import Random

from greylox_web.features.exercise.model import PlayReply
from greylox_web.match.match import PERSON
from greylox_web.session.load_match import LeaveExercise, NewGame, OpenLink
from greylox_web.session.requests import EngineReady, EngineReport
from greylox_web.words.own_puzzles import OWN_PUZZLE_WORDS as WORDS
from tests.features.puzzles.proofs import reports
from tests.page.page_simulation import SimulatedPage, whole_page
from tests.page.tab_simulation import BrowserSimulation

POSITION = "1/greylox4/soox1.1oxoo.oxxxoo.1xxxxxo.xxxox1.xxoo1.1o1o-o-2/m/cpi"  # only g5 wins


def visit(scenario: Callable[[SimulatedPage], Awaitable[None]]) -> None:
    """Run a scenario in an empty browser with a ready engine."""

    async def run() -> None:
        page = await SimulatedPage(modules).start(BrowserSimulation(modules, Random(1)))
        page.do(EngineReady())
        await scenario(page)

    with whole_page() as modules:
        asyncio.run(run())


def prove(page: SimulatedPage) -> None:
    """Send the worker's reports on the open puzzle."""
    for report in reports(page.session):
        page.do(EngineReport(report))


def make(page: SimulatedPage) -> None:
    """Press *Make a puzzle*."""
    page.store.get_part(page.modules.puzzles.Puzzles).on_press("make", None)


def test_a_players_puzzle_counts_nowhere() -> None:
    async def scenario(page: SimulatedPage) -> None:
        page.do(NewGame("lox", 5, (), (PERSON, PERSON)))
        await page.follow_link(f"#puzzle/{POSITION.upper()}")
        assert page.js.location.hash == f"#puzzle/{POSITION}"
        assert page.is_board_shown
        prove(page)
        page.play("d1")
        while page.session.exercise_attempt.pending:
            page.do(PlayReply())
        page.play("g5")
        await page.run_until_idle()
        attempt = page.session.exercise_attempt
        assert (attempt.kind, attempt.wrong_count) == ("done", 1)
        assert not [*page.progress.facts]
        assert page.js.location.hash == f"#puzzle/{POSITION}"
        page.do(LeaveExercise())
        assert page.session.game.name == "lox"

    visit(scenario)


def test_a_made_puzzle_has_an_address_and_back_leads_to_the_game() -> None:
    async def scenario(page: SimulatedPage) -> None:
        page.do(OpenLink(f"#{POSITION}"))
        game = page.session.match
        make(page)
        assert page.js.location.hash == f"#puzzle/{POSITION}"
        prove(page)
        assert page.session.exercise_attempt.exercise.text == "Proven: only g5 wins. 4 turns lose."
        assert page.js.location.hash == f"#puzzle/{POSITION}"
        await page.traverse_history()
        assert page.session.exercise_attempt is None
        assert page.session.match == game

    visit(scenario)


def test_a_position_that_is_no_puzzle_gets_a_notice_on_its_board() -> None:
    async def scenario(page: SimulatedPage) -> None:
        page.do(NewGame("greylox", 5, (), (PERSON, PERSON)))
        address = page.js.location.hash
        make(page)
        assert page.session.notice.text.startswith("61 cells are vacant.")
        assert (page.session.exercise_attempt, page.js.location.hash) == (None, address)

    visit(scenario)


def test_an_address_that_cannot_be_read_shows_all_puzzles_with_a_sentence() -> None:
    async def scenario(page: SimulatedPage) -> None:
        notices: list[str] = []
        page.modules.puzzles.show_all = lambda _, notice: notices.append(notice)
        await page.follow_link("#puzzle/1/greylox4/mzz")
        assert notices == [WORDS["bad-link"].format(problem="“zz” is not an action")]
        assert page.session.exercise_attempt is None

    visit(scenario)


def test_another_address_ends_the_proof() -> None:
    async def scenario(page: SimulatedPage) -> None:
        await page.follow_link(f"#puzzle/{POSITION}")
        late = reports(page.session)[-1]
        await page.follow_link("#puzzle/lox-1")
        page.do(EngineReport(late))
        assert page.session.exercise_attempt.exercise.route == "puzzle/lox-1"
        assert page.open_request is None

    visit(scenario)
