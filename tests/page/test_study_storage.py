"""The storage of studies, on a fake IndexedDB, and the number of workers."""

import asyncio
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
        await storage.write("brink5-x3", "about", "one")
        await storage.write("brink5-x3", "about 2", "two")
        await storage.write("brink5-x3/n9", "other", "three")
        await storage.write("byg5", "empty", "")
        assert await storage.studies() == {
            "brink5-x3": "about 2",
            "brink5-x3/n9": "other",
            "byg5": "empty",
        }
        assert await storage.games("brink5-x3") == ["one", "two"]
        assert await storage.games("brink5-x3/n9") == ["three"] and not await storage.games("byg5")
        await storage.delete("brink5-x3")
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
            await storage.write("byg5", "about", "one")
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
