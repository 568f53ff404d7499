"""The storage of studies, on a fake IndexedDB, and the number of workers."""

import asyncio
import json
from types import SimpleNamespace

import pytest

from tests.page.fake_browser import fake_js
from tests.page.indexed_db import IndexedDB, KeyRange


def run_visit(scenario):
    with fake_js() as js:
        js.window.indexedDB, js.window.IDBKeyRange = IndexedDB(), KeyRange
        js.window.greyloxStorageKey = lambda name: f"{name}/site/"
        js.Math.random = iter(range(99)).__next__
        from greylox_web.features.measure.host import LAYOUT, StudyStorage
        from greylox_web.page.database import Database
        from greylox_web.page.faults import Faults
        from greylox_web.page.lifetime import Lifetime

        lifetime = Lifetime(Faults())
        storage = StudyStorage(Database(lifetime, pytest.fail, LAYOUT))
        asyncio.run(scenario(js, storage))


def test_games_of_a_study_are_stored_apart_from_other_studies_and_from_the_players_games():
    async def scenario(js, storage):
        assert await storage.studies() == {} and await storage.games("brink5-x3") == []
        await storage.write("brink5-x3", "about", {"brink5-x3": "one"})
        await storage.write("brink5-x3", "about 2", {"brink5-x3": "two", "brink5-x3/n9": "three"})
        await storage.write("brink5-x3/n9", "other", {})
        await storage.write("byg5", "empty", {})
        assert await storage.studies() == {
            "brink5-x3": "about 2",
            "brink5-x3/n9": "other",
            "byg5": "empty",
        }
        assert await storage.games("brink5-x3") == ["one", "two"]
        assert await storage.games("brink5-x3/n9") == ["three"] and not await storage.games("byg5")
        await storage.delete("brink5-x3", {"brink5-x3"})
        assert await storage.games("brink5-x3") == [] and len(await storage.studies()) == 2
        assert await storage.games("brink5-x3/n9") == ["three"]
        assert list(js.window.indexedDB.databases) == ["greylox-studies/site/"]

    run_visit(scenario)


def test_a_full_disk_is_told_in_a_sentence():
    async def scenario(js, storage):
        from greylox_web.features.measure.measurement import StorageRefused

        await storage.studies()
        js.window.indexedDB.is_full = True
        with pytest.raises(StorageRefused) as refused:
            await storage.write("byg5", "about", {"byg5": "one"})
        assert str(refused.value).endswith(".")

    run_visit(scenario)


@pytest.mark.parametrize(
    ("cores", "memory", "workers"),
    [(1, None, 1), (2, None, 1), (8, None, 7), (64, None, 8), (8, 4, 3), (8, 0.5, 1), (None, 8, 1)],
)
def test_one_worker_for_each_core_but_one_and_fewer_with_little_memory(cores, memory, workers):
    with fake_js() as js:
        js.navigator = SimpleNamespace(hardwareConcurrency=cores, deviceMemory=memory)
        from greylox_web.features.measure import host

        host.navigator = js.navigator
        assert host.count_workers() == workers


def test_workers_wait_while_the_engine_thinks_for_the_player_at_the_board():
    with fake_js() as js:
        facts = {"checksums": {"rules": "0a1b2c3d", "byg": "11223344"}, "nets": {}}
        js.document.querySelector = lambda _: SimpleNamespace(content=json.dumps(facts))
        js.document.documentElement.dataset.view = "board"
        from greylox_web.features.measure import host
        from greylox_web.page.faults import Faults
        from greylox_web.page.lifetime import Lifetime

        listeners = {}
        js.window.addEventListener = lambda kind, call, _: listeners.setdefault(kind, call)
        engine = SimpleNamespace(active_search=None)
        store = SimpleNamespace(
            lifetime=Lifetime(Faults()),
            session=SimpleNamespace(engine=engine),
            dispatch=pytest.fail,
        )
        measuring = host.MeasureHost(store)
        assert measuring.engine.endswith("-0a1b2c3d") and measuring.networks == {"byg": "11223344"}
        assert not measuring.measurements.is_held
        engine.active_search = "a search"
        measuring.on_event(None, None)
        assert measuring.measurements.is_held
        js.document.documentElement.dataset.view = "measure"
        listeners["hashchange"](None)
        assert not measuring.measurements.is_held
        js.document.documentElement.dataset.view = "board"
        listeners["greylox:show-board"](None)
        assert measuring.measurements.is_held
        engine.active_search = None
        measuring.on_event(None, None)
        assert not measuring.measurements.is_held
