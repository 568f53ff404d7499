"""A game that stops after costly turns stays so through Back, a reload and My games."""

import asyncio
from random import Random

from greylox_web.engine import messages
from greylox_web.match.match import PERSON, UNTIMED, Seat
from greylox_web.session.load_match import NewGame
from greylox_web.session.requests import EngineReady, EngineReport
from greylox_web.session.session import TEACH_REASON
from tests.page.page_simulation import SimulatedPage, whole_page
from tests.page.tab_simulation import BrowserSimulation


def evaluate(page: SimulatedPage, value: float, name: str) -> None:
    """Send the engine's evaluation of the requested position."""
    request = page.open_request
    assert request is not None and request.purpose == "teach"
    report = messages.SearchReport(
        request.ticket, True, name, 1000, value, False, [name], [], 9, None
    )
    page.do(EngineReport(report))


def test_stopped_game_stays_stopped_through_back_reload_and_other_games():
    async def scenario(page: SimulatedPage) -> None:
        from greylox_web.features.teach.model import TakeTurnBack, get_teaching, stop_box
        from greylox_web.features.teach.panel import TeachPanel

        page.do(EngineReady())
        page.store.get_part(TeachPanel)
        assert get_teaching(page.session) is None, "not every game is taught"
        taught = NewGame("brink", 3, (), (PERSON, Seat(1)), UNTIMED, TEACH_REASON)
        page.do(taught)
        evaluate(page, 0.6, "c3")
        page.play("a1")
        evaluate(page, -0.4, "b2")
        box = stop_box(page.session)
        assert box is not None and page.open_request is None
        await page.run_until_idle()
        page.do(NewGame("byg", 3))
        assert get_teaching(page.session) is None
        await page.traverse_history()
        assert page.session.is_taught and stop_box(page.session) == box, "known already"
        page.play("c3")
        assert page.line == ["a1"], "the engine is to move"

        reloaded = await SimulatedPage(page.modules).start(page.database)
        reloaded.do(EngineReady())
        reloaded.store.get_part(TeachPanel)
        assert reloaded.session.is_taught
        evaluate(reloaded, 0.6, "c3")
        evaluate(reloaded, -0.4, "b2")
        assert stop_box(reloaded.session) == box
        reloaded.do(TakeTurnBack())
        reloaded.play("c3")
        assert reloaded.open_request is not None and reloaded.open_request.purpose == "play"
        await reloaded.run_until_idle()
        stored = {entry.game.name: entry.helped for entry in reloaded.database.entries}
        assert stored["brink"] == TEACH_REASON

    async def run() -> None:
        await scenario(await SimulatedPage(modules).start(BrowserSimulation(modules, Random(1))))

    with whole_page() as modules:
        asyncio.run(run())
