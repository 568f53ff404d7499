"""The database, and what is stored in it, over an IndexedDB that is not a browser's."""

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
from tests.page.indexed_db import IndexedDB
from tests.page.pretended import Thrown, pretended
from tests.page.whole_page import Stored

HERE, OLD = "greylox-library/site/", "greylox-library"


class Site:
    """The modules of saving in one browser."""

    def __init__(self, js: MagicMock) -> None:
        self.indexed = js.window.indexedDB = IndexedDB()
        js.window.greyloxNamed = lambda name: f"{name}/site/"
        js.window.localStorage, js.window.sessionStorage = Stored(), Stored()
        js.document.documentElement.hasAttribute = lambda _: False
        js.navigator.storage.persist = AsyncMock()
        js.console.error = lambda text: pytest.fail(text)
        from greylox_web.features.library import late
        from greylox_web.features.library.store import GameRepository
        from greylox_web.page.database import Database, StorageError
        from greylox_web.page.faults import Faults
        from greylox_web.page.lifetime import Lifetime
        from greylox_web.page.memory import StorageWarning
        from greylox_web.page.progress import Progress

        self.js, self.late, self.StorageError = js, late, StorageError
        self.said: list[str] = []
        self.lifetime = Lifetime(Faults())
        self.database = Database(self.lifetime, self.said.append)
        self.store = GameRepository(self.database, lambda _: None)
        self.progress = lambda: Progress(self.lifetime, StorageWarning(), self.said.append)

    async def read(self, store: str) -> dict[str, Any]:
        """All that the database has in a store."""
        found: dict[str, Any] = {}
        await self.database.run("readonly", lambda work: work.read_all(store, found.update))
        return found

    async def write(self, store: str, key: str, text: str) -> None:
        """Store a text."""
        await self.database.run("readwrite", lambda work: work.write(store, key, text))

    @property
    def open(self) -> list[str]:
        """The connections that are not closed."""
        return [one for one in self.indexed.connections if not one.is_closed]


def visit(walk: Callable[[Site], Awaitable[None]]) -> None:
    """Walk through a site in a new browser."""
    with pretended() as js:
        site = Site(js)
        asyncio.run(walk(site))


def game(link: str, name: str = "one", **changes: Any) -> Entry:
    """The stored game with the actions of a link."""
    record = read_link(link).record
    assert record is not None
    return replace(make_entry(Match(*tree_from_record(record)), name), **changes)


def lesson(name: str) -> Fact:
    """A step of a lesson that was done."""
    what = {"game": "lox", "step": name}
    return Fact(f"a-lesson-{name}", "lesson", "2026-11-22T18:00:00.000+00:00", "2026-11-22", what)


def test_what_is_written_is_read_again_also_after_the_browser_has_closed_the_database():
    async def walk(site: Site) -> None:
        begun = []

        def begin(work: Any) -> None:
            begun.append(work)
            work.write("games", "a", "text")
            work.read("games", "a", found.append)
            work.read("games", "b", found.append)

        found: list[Any] = []
        for count in 1, 2, 3:
            await site.database.run("readwrite", begin)
            assert len(begun) == count and found == ["text", None] * count
            if count == 2:
                site.indexed.connections[-1].close()
        assert await site.read("games") == {"a": "text"}
        await site.database.run("readwrite", lambda work: work.delete("games", "a"))
        for store in "games", "damaged", "progress":
            assert await site.read(store) == {}

    visit(walk)


def test_the_first_version_is_upgraded_and_a_newer_one_is_refused():
    async def walk(site: Site) -> None:
        site.indexed.kept[HERE] = 1, {"games": {"a": "text"}, "damaged": {}}
        assert await site.read("games") == {"a": "text"}
        assert await site.read("progress") == {}
        site.open[-1].onversionchange(None)
        assert not site.open and site.said == ["newer-database"]
        site.indexed.kept[HERE] = 3, {}
        for _ in range(2):
            with pytest.raises(site.StorageError) as error:
                await site.read("games")
            assert error.value.reason == "newer-database"

    visit(walk)


def test_the_database_of_earlier_versions_is_copied_once():
    async def walk(site: Site) -> None:
        games = {"a": "text", "b": "more"}
        site.indexed.kept[OLD] = 2, {"games": games, "damaged": {}, "progress": {"f": "fact"}}
        assert await site.read("games") == games
        assert await site.read("progress") == {"f": "fact"}
        games["c"] = "later"
        assert "c" not in await site.read("games")

    visit(walk)


def test_a_refusal_has_its_reason_and_nothing_is_written():
    async def walk(site: Site) -> None:
        await site.write("games", "a", "text")
        site.indexed.is_full = True
        with pytest.raises(site.StorageError) as error:
            await site.write("games", "a", "more")
        assert error.value.reason == "full"
        site.indexed.is_full = False

        def fails(work: Any) -> None:
            work.write("games", "a", "more")
            raise ValueError

        with pytest.raises(ValueError):  # noqa: PT011
            await site.database.run("readwrite", fails)
        assert await site.read("games") == {"a": "text"}

    visit(walk)


def test_a_browser_without_databases_refuses():
    async def walk(site: Site) -> None:
        site.indexed.open = MagicMock(side_effect=Thrown())
        with pytest.raises(site.StorageError) as error:
            await site.database.open()
        assert error.value.reason == "denied"
        await site.lifetime.end()

    visit(walk)


def test_the_end_waits_for_what_is_running_and_closes_the_database():
    async def walk(site: Site) -> None:
        running = site.database.run("readwrite", lambda work: work.write("games", "a", "text"))
        await site.lifetime.end()
        assert running.done() and not site.open
        assert site.indexed.kept[HERE][1]["games"] == {"a": "text"}

    visit(walk)


def test_the_end_comes_before_the_database_was_opened():
    async def walk(site: Site) -> None:
        await site.lifetime.end()

    async def opening(site: Site) -> None:
        task = asyncio.ensure_future(site.database.open())
        await asyncio.sleep(0)
        await site.lifetime.end()
        task.cancel()

    visit(walk)
    visit(opening)


def test_a_value_that_is_no_text_is_set_aside_as_far_as_it_can_be():
    async def walk(site: Site) -> None:
        await site.write("games", "a", "text")
        rows = site.indexed.kept[HERE][1]["games"]
        rows["n"], rows["x"] = 7, SimpleNamespace(typeof="object")
        for key in "n", "x":
            await site.database.run(
                "readwrite", lambda work, key=key: work.quarantine(key, f"{key}!")
            )
        assert site.indexed.kept[HERE][1]["damaged"] == {"n!": 7, "x!": "(object)"}
        assert await site.read("games") == {"a": "text", "n": "(int)", "x": "(object)"}

    visit(walk)


def test_the_games_of_a_file_are_counted_by_what_became_of_them():
    async def walk(site: Site) -> None:
        first, second = game("1/lox5/ma3"), game("1/byg3/ma1", "two")
        assert await site.store.import_games(write_file([first, second])) == Counts(new=2)
        file = write_file([game("1/lox5/ma3b2"), second])
        assert await site.store.import_games(file) == Counts(joined=1, same=1)
        file = f"[{write_one(game('1/brink3/ma1', 'three'))}, 7, 8]"
        assert await site.store.import_games(file) == Counts(new=1, bad=2)
        with pytest.raises(CorruptEntry):
            await site.store.import_games("[7, 8]")
        assert {entry.id for entry in (await site.store.read_all()).entries} >= {"one", "two"}

    visit(walk)


def test_a_tab_of_an_earlier_version_goes_on_writing_and_nothing_is_lost_or_comes_back():
    async def walk(site: Site) -> None:
        games: dict[str, Any] = {"one": write_entry(game("1/lox5/ma3"))}
        a, b = lesson("a"), lesson("b")
        progress: dict[str, Any] = {a.id: a.text}
        site.indexed.kept[OLD] = 2, {"games": games, "damaged": {}, "progress": progress}

        async def gathered() -> tuple[set[str], list[str]]:
            await site.late.import_legacy(site.lifetime, site.database, site.store)
            found = await site.read("games"), await site.read("progress")
            return {read_entry(text).link for text in found[0].values()}, [*found[1]]

        assert await gathered() == ({game("1/lox5/ma3").link}, [a.id])
        await site.store.delete("one")
        games["other"], progress["other"], progress["bad"] = 7, 8, "bad"
        assert await gathered() == (set(), [a.id]), "it stays deleted"
        games["one"] = write_entry(game("1/lox5/ma3b2"))
        games["two"], progress[b.id] = write_entry(game("1/byg3/ma1", "two")), b.text
        links = {game("1/lox5/ma3b2").link, game("1/byg3/ma1").link}
        assert await gathered() == (links, [a.id, b.id])

    visit(walk)


@pytest.mark.parametrize(("updated", "is_later"), [("2999", True), ("1999", False)])
def test_what_such_a_tab_wrote_before_the_first_look_counts_if_it_is_later(updated, is_later):
    async def walk(site: Site) -> None:
        await site.store.merge(game("1/lox5/ma3"))
        longer = game("1/lox5/ma3b2", updated=f"{updated}-11-22T18:00:00.000+00:00")
        unknown = game("1/byg3/ma1", "two")
        games = {"one": write_entry(longer), "two": write_entry(unknown)}
        site.indexed.kept[OLD] = 2, {"games": games, "damaged": {}, "progress": {}}
        await site.late.import_legacy(site.lifetime, site.database, site.store)
        [entry] = (await site.store.read_all()).entries
        assert entry.link == (longer if is_later else game("1/lox5/ma3")).link

    visit(walk)


def test_progress_is_stored_and_its_followers_are_called():
    async def walk(site: Site) -> None:
        progress, called = site.progress(), []
        progress.listeners.append(lambda: called.append(len(progress.facts)))
        await progress.wait_loaded()
        progress.add(lesson("a"))
        progress.add(lesson("a"))
        assert called == [1]
        while not site.indexed.kept[HERE][1]["progress"]:
            await asyncio.sleep(0)
        again = site.progress()
        await again.wait_loaded()
        assert [*again.facts] == [lesson("a")] and not site.said

    visit(walk)


def test_a_refusal_of_progress_is_told_once_until_something_is_stored_again():
    async def walk(site: Site) -> None:
        progress = site.progress()
        await progress.wait_loaded()
        for is_full, name, count in (
            (True, "a", 1),
            (True, "b", 1),
            (False, "c", 1),
            (True, "d", 2),
        ):
            site.indexed.is_full = is_full
            progress.add(lesson(name))
            for _ in range(50):
                await asyncio.sleep(0)
            assert site.said == [LIBRARY_WORDS["progress-refused"]] * count

    visit(walk)


def test_facts_are_known_and_told_to_other_tabs_though_the_browser_stores_none():
    async def walk(site: Site) -> None:
        site.indexed.open = MagicMock(side_effect=Thrown())
        progress, fact = site.progress(), lesson("a")
        await progress.wait_loaded()
        assert not [*progress.facts] and not site.said
        progress.add(fact)
        for _ in range(50):
            await asyncio.sleep(0)
        assert [*progress.facts] == [fact]
        assert site.said == [LIBRARY_WORDS["progress-refused"]]
        site.js.window.BroadcastChannel.new.return_value.postMessage.assert_called_once_with(
            fact.text
        )

    visit(walk)


def test_the_facts_of_a_file_are_counted_if_they_are_new_and_a_bad_file_has_none():
    async def walk(site: Site) -> None:
        progress, fact = site.progress(), lesson("a")
        file = write_file([], [fact])
        assert [await progress.import_facts(text) for text in (file, file, "bad")] == [1, 0, 0]
        assert [*progress.facts] == [fact]

    visit(walk)
