"""Lessons that come late: what is stored of them is read first."""

import asyncio
from types import SimpleNamespace

from greylox_web.app.progress.facts import Facts
from greylox_web.app.session import events as ev
from greylox_web.app.session.session import Session
from greylox_web.app.session.tree import plant
from greylox_web.app.session.update import update
from greylox_web.rules import new_game
from tests.page.pretended import pretended


class Table:
    """A table whose progress is read when the test says so."""

    def __init__(self) -> None:
        self.session = Session(plant(new_game("brink", 3)))
        self.followers: list[object] = []
        self.read = asyncio.Event()

    def progress(self) -> SimpleNamespace:
        return SimpleNamespace(facts=Facts(), ready=self.read.wait)

    def dispatch(self, event: ev.Event) -> None:
        self.session, _ = update(self.session, event)


def test_a_lesson_leaves_alone_what_was_chosen_since_it_was_asked_for():
    async def run(js, lessons, *, leaves: bool) -> Session:
        table = Table()
        js.location.hash = "#learn/lox"
        going = asyncio.ensure_future(lessons.Lessons(table).go("lox", None))
        await asyncio.sleep(0)
        if leaves:
            table.dispatch(ev.NewGame("byg", 3))
            js.location.hash = "#1/byg3/m"
        table.read.set()
        await going
        return table.session

    with pretended() as js:
        from greylox_web.browser.exercises import lessons

        stayed = asyncio.run(run(js, lessons, leaves=False))
        assert stayed.attempt is not None and stayed.game.name == "lox"
        left = asyncio.run(run(js, lessons, leaves=True))
        assert left.attempt is None and left.game.name == "byg"
