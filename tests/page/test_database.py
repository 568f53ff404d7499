"""The database and its contents, on a fake IndexedDB."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import replace
from types import SimpleNamespace
from typing import Any
from unittest.mock import AsyncMock, MagicMock

import pytest

from greylox_web.features.library.collection import Counts, write_file, write_one
from greylox_web.features.library.entry import (
    CorruptEntry,
    Entry,
    make_entry,
    read_entry,
    write_entry,
)
from greylox_web.match.match import Match
from greylox_web.match.tree import tree_from_record
from greylox_web.progress import Fact
from greylox_web.rules.notation.links import read_link
from greylox_web.words.library import LIBRARY_WORDS
from tests.page.fake_browser import JsException, fake_js
from tests.page.indexed_db import IndexedDB
from tests.page.page_simulation import FakeStorage

DATABASE_NAME, LEGACY_DATABASE_NAME = "greylox-library/site/", "greylox-library"


class Site:
    """The storage modules in one browser."""

    def __init__(self, js: MagicMock) -> None:
        self.indexed_db = js.window.indexedDB = IndexedDB()
        js.window.greyloxStorageKey = lambda name: f"{name}/site/"
        js.window.localStorage, js.window.sessionStorage = FakeStorage(), FakeStorage()
        js.document.documentElement.hasAttribute = lambda _: False
        js.navigator.storage.persist = AsyncMock()
        js.console.error = lambda text: pytest.fail(text)
        from greylox_web.features.library import legacy_import
        from greylox_web.features.library.game_repository import GameRepository
        from greylox_web.page.database import Database, StorageError
        from greylox_web.page.faults import Faults
        from greylox_web.page.lifetime import Lifetime
        from greylox_web.page.local_storage import StorageWarning
        from greylox_web.page.progress import Progress

        self.js, self.legacy, self.StorageError = js, legacy_import, StorageError
        self.notices: list[str] = []
        self.lifetime = Lifetime(Faults())
        self.database = Database(self.lifetime, self.notices.append)
        self.store = GameRepository(self.database, lambda _: None)
        self.progress = lambda: Progress(self.lifetime, StorageWarning(), self.notices.append)

    async def read(self, store: str) -> dict[str, Any]:
        """All rows of a store."""
        rows: dict[str, Any] = {}
        await self.database.run("readonly", lambda work: work.read_all(store, rows.update))
        return rows

    async def write(self, store: str, key: str, text: str) -> None:
        """Write a text to a store."""
        await self.database.run("readwrite", lambda work: work.write(store, key, text))

    @property
    def open(self) -> list[str]:
        """The open connections."""
        return [one for one in self.indexed_db.connections if not one.is_closed]


def run_visit(scenario: Callable[[Site], Awaitable[None]]) -> None:
    """Run a scenario in a new browser."""
    with fake_js() as js:
        site = Site(js)
        asyncio.run(scenario(site))


def game(link: str, name: str = "one", **changes: Any) -> Entry:
    """The entry of the game in a link."""
    record = read_link(link).record
    assert record is not None
    return replace(make_entry(Match(*tree_from_record(record)), name), **changes)


def lesson(name: str) -> Fact:
    """The fact of a completed lesson step."""
    fields = {"game": "lox", "step": name}
    return Fact(f"a-lesson-{name}", "lesson", "2026-11-22T18:00:00.000+00:00", "2026-11-22", fields)


def test_written_values_survive_database_closing():
    async def scenario(site: Site) -> None:
        transactions = []

        def begin(work: Any) -> None:
            transactions.append(work)
            work.write("games", "a", "text")
            work.read("games", "a", values.append)
            work.read("games", "b", values.append)

        values: list[Any] = []
        for count in 1, 2, 3:
            await site.database.run("readwrite", begin)
            assert len(transactions) == count and values == ["text", None] * count
            if count == 2:
                site.indexed_db.connections[-1].close()
        assert await site.read("games") == {"a": "text"}
        await site.database.run("readwrite", lambda work: work.delete("games", "a"))
        for store in "games", "damaged", "progress":
            assert await site.read(store) == {}

    run_visit(scenario)


def test_old_version_is_upgraded_and_newer_one_refused():
    async def scenario(site: Site) -> None:
        site.indexed_db.databases[DATABASE_NAME] = 1, {"games": {"a": "text"}, "damaged": {}}
        assert await site.read("games") == {"a": "text"}
        assert await site.read("progress") == {}
        site.open[-1].onversionchange(None)
        assert not site.open and site.notices == ["newer-database"]
        site.indexed_db.databases[DATABASE_NAME] = 3, {}
        for _ in range(2):
            with pytest.raises(site.StorageError) as error:
                await site.read("games")
            assert error.value.reason == "newer-database"

    run_visit(scenario)


def test_the_database_of_earlier_versions_is_copied_once():
    async def scenario(site: Site) -> None:
        games = {"a": "text", "b": "more"}
        site.indexed_db.databases[LEGACY_DATABASE_NAME] = (
            2,
            {"games": games, "damaged": {}, "progress": {"f": "fact"}},
        )
        assert await site.read("games") == games
        assert await site.read("progress") == {"f": "fact"}
        games["c"] = "later"
        assert "c" not in await site.read("games")

    run_visit(scenario)


def test_failed_transaction_has_reason_and_writes_nothing():
    async def scenario(site: Site) -> None:
        await site.write("games", "a", "text")
        site.indexed_db.is_full = True
        with pytest.raises(site.StorageError) as error:
            await site.write("games", "a", "more")
        assert error.value.reason == "full"
        site.indexed_db.is_full = False

        def fails(work: Any) -> None:
            work.write("games", "a", "more")
            raise ValueError

        with pytest.raises(ValueError):  # noqa: PT011
            await site.database.run("readwrite", fails)
        assert await site.read("games") == {"a": "text"}

    run_visit(scenario)


def test_a_browser_without_databases_refuses():
    async def scenario(site: Site) -> None:
        site.indexed_db.open = MagicMock(side_effect=JsException())
        with pytest.raises(site.StorageError) as error:
            await site.database.open()
        assert error.value.reason == "denied"
        await site.lifetime.end()

    run_visit(scenario)


def test_end_waits_for_transaction_and_closes_database():
    async def scenario(site: Site) -> None:
        running = site.database.run("readwrite", lambda work: work.write("games", "a", "text"))
        await site.lifetime.end()
        assert running.done() and not site.open
        assert site.indexed_db.databases[DATABASE_NAME][1]["games"] == {"a": "text"}

    run_visit(scenario)


def test_the_end_comes_before_the_database_was_opened():
    async def scenario(site: Site) -> None:
        await site.lifetime.end()

    async def opening(site: Site) -> None:
        task = asyncio.ensure_future(site.database.open())
        await asyncio.sleep(0)
        await site.lifetime.end()
        task.cancel()

    run_visit(scenario)
    run_visit(opening)


def test_non_text_value_is_quarantined():
    async def scenario(site: Site) -> None:
        await site.write("games", "a", "text")
        rows = site.indexed_db.databases[DATABASE_NAME][1]["games"]
        rows["n"], rows["x"] = 7, SimpleNamespace(typeof="object")
        for key in "n", "x":
            await site.database.run(
                "readwrite", lambda work, key=key: work.quarantine(key, f"{key}!")
            )
        assert site.indexed_db.databases[DATABASE_NAME][1]["damaged"] == {"n!": 7, "x!": "(object)"}
        assert await site.read("games") == {"a": "text", "n": "(int)", "x": "(object)"}

    run_visit(scenario)


def test_imported_games_are_counted_by_result():
    async def scenario(site: Site) -> None:
        first, second = game("1/lox5/ma3"), game("1/byg3/ma1", "two")
        assert await site.store.import_games(write_file([first, second])) == Counts(new=2)
        file = write_file([game("1/lox5/ma3b2"), second])
        assert await site.store.import_games(file) == Counts(joined=1, same=1)
        file = f"[{write_one(game('1/brink3/ma1', 'three'))}, 7, 8]"
        assert await site.store.import_games(file) == Counts(new=1, bad=2)
        with pytest.raises(CorruptEntry):
            await site.store.import_games("[7, 8]")
        assert {entry.id for entry in (await site.store.read_all()).entries} >= {"one", "two"}

    run_visit(scenario)


def test_rows_of_older_tab_are_imported_without_resurrection():
    async def scenario(site: Site) -> None:
        games: dict[str, Any] = {"one": write_entry(game("1/lox5/ma3"))}
        a, b = lesson("a"), lesson("b")
        progress: dict[str, Any] = {a.id: a.text}
        site.indexed_db.databases[LEGACY_DATABASE_NAME] = (
            2,
            {"games": games, "damaged": {}, "progress": progress},
        )

        async def gather() -> tuple[set[str], list[str]]:
            await site.legacy.import_legacy(site.lifetime, site.database, site.store)
            stores = await site.read("games"), await site.read("progress")
            return {read_entry(text).link for text in stores[0].values()}, [*stores[1]]

        assert await gather() == ({game("1/lox5/ma3").link}, [a.id])
        await site.store.delete("one")
        games["other"], progress["other"], progress["bad"] = 7, 8, "bad"
        assert await gather() == (set(), [a.id]), "it stays deleted"
        games["one"] = write_entry(game("1/lox5/ma3b2"))
        games["two"], progress[b.id] = write_entry(game("1/byg3/ma1", "two")), b.text
        links = {game("1/lox5/ma3b2").link, game("1/byg3/ma1").link}
        assert await gather() == (links, [a.id, b.id])

    run_visit(scenario)


@pytest.mark.parametrize(("updated", "is_later"), [("2999", True), ("1999", False)])
def test_row_of_older_tab_wins_only_if_later(updated, is_later):
    async def scenario(site: Site) -> None:
        await site.store.merge(game("1/lox5/ma3"))
        longer = game("1/lox5/ma3b2", updated=f"{updated}-11-22T18:00:00.000+00:00")
        unknown = game("1/byg3/ma1", "two")
        games = {"one": write_entry(longer), "two": write_entry(unknown)}
        site.indexed_db.databases[LEGACY_DATABASE_NAME] = (
            2,
            {"games": games, "damaged": {}, "progress": {}},
        )
        await site.legacy.import_legacy(site.lifetime, site.database, site.store)
        [entry] = (await site.store.read_all()).entries
        assert entry.link == (longer if is_later else game("1/lox5/ma3")).link

    run_visit(scenario)


def test_progress_is_stored_and_its_followers_are_called():
    async def scenario(site: Site) -> None:
        progress, called = site.progress(), []
        progress.listeners.append(lambda: called.append(len(progress.facts)))
        await progress.wait_loaded()
        progress.add(lesson("a"))
        progress.add(lesson("a"))
        assert called == [1]
        while not site.indexed_db.databases[DATABASE_NAME][1]["progress"]:
            await asyncio.sleep(0)
        reloaded = site.progress()
        await reloaded.wait_loaded()
        assert [*reloaded.facts] == [lesson("a")] and not site.notices

    run_visit(scenario)


def test_failed_progress_write_shows_notice_once():
    async def scenario(site: Site) -> None:
        progress = site.progress()
        await progress.wait_loaded()
        for is_full, name, count in (
            (True, "a", 1),
            (True, "b", 1),
            (False, "c", 1),
            (True, "d", 2),
        ):
            site.indexed_db.is_full = is_full
            progress.add(lesson(name))
            for _ in range(50):
                await asyncio.sleep(0)
            assert site.notices == [LIBRARY_WORDS["progress-refused"]] * count

    run_visit(scenario)


def test_unstored_facts_are_cached_and_broadcast():
    async def scenario(site: Site) -> None:
        site.indexed_db.open = MagicMock(side_effect=JsException())
        progress, fact = site.progress(), lesson("a")
        await progress.wait_loaded()
        assert not [*progress.facts] and not site.notices
        progress.add(fact)
        for _ in range(50):
            await asyncio.sleep(0)
        assert [*progress.facts] == [fact]
        assert site.notices == [LIBRARY_WORDS["progress-refused"]]
        site.js.window.BroadcastChannel.new.return_value.postMessage.assert_called_once_with(
            fact.text
        )

    run_visit(scenario)


def test_imported_facts_are_counted_once():
    async def scenario(site: Site) -> None:
        progress, fact = site.progress(), lesson("a")
        file = write_file([], [fact])
        assert [await progress.import_facts(text) for text in (file, file, "bad")] == [1, 0, 0]
        assert [*progress.facts] == [fact]

    run_visit(scenario)
