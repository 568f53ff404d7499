"""Home without a browser: when it reads the stored games."""

from __future__ import annotations

import asyncio
from random import Random

from greylox_web.session.load_match import NewGame
from tests.page.page_simulation import SimulatedPage, whole_page
from tests.page.tab_simulation import BrowserSimulation


def test_home_reads_the_stored_games_once_when_it_opens():
    """Regression: at the first time it read all of them twice."""

    async def run() -> None:
        page = await SimulatedPage(modules).start(BrowserSimulation(modules, Random(1)))
        page.do(NewGame("byg", 3))
        page.play("a1")
        await page.run_until_idle()
        loader = page.store.get_part(modules.registry.LazyFeatureLoader)
        loader.pending = {"home": modules.registry.LAZY_FEATURES["home"]}
        await loader.load_needed()
        repository, reads = page.store.autosave.repository, []
        read_all = repository.read_all
        repository.read_all = lambda: reads.append("all") or read_all()
        for visits in (1, 2):
            await page.follow_link("#home")
            assert len(reads) == visits
            await page.follow_link("#play/byg")

    with whole_page() as modules:
        asyncio.run(run())
