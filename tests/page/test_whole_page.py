"""Whatever is done on the page, in any order: nothing is lost, and the engine is asked in time."""

import asyncio
from random import Random
from types import SimpleNamespace

import pytest

from greylox_web.app.lessons.step import COURSES, course
from greylox_web.app.library.entry import session_of
from greylox_web.app.session import events as ev
from greylox_web.app.session.tree import ROOT, Tree
from greylox_web.app.thinking import wire
from greylox_web.rules import GAMES
from greylox_web.rules.board import bits
from greylox_web.rules.notation.actions import action_name
from tests.page.several_tabs import Together
from tests.page.whole_page import Page, whole_page

STEPS, SEEDS = 70, 12
LESSONS = [f"#learn/{game}/{step.name}" for game in COURSES for step in course(game)]
ENGINE, FRIEND = ev.Seat(2), ev.Seat(away=True)
SEATS = (
    *((ev.PERSON, ENGINE), (ENGINE, ev.PERSON), (ENGINE, ev.Seat(1))),
    *((ev.PERSON, ev.PERSON), (ev.PERSON, FRIEND), (FRIEND, ev.PERSON)),
)
TERMS = ev.FREE, ev.FREE, ev.Terms(60_000, 2000), ev.Terms(60_000, 0, False), ev.Terms(0, 0, False)
AT_HOME = ev.MoveNow(), ev.Visible(False), ev.Visible(True)
PRESSED = (
    *(ev.Undo(), ev.Undo(), ev.Redo(), ev.Resign(), ev.Pause(), ev.Ask(), ev.Analyse()),
    *(ev.AskHint(), ev.ReviewGame(), ev.CloseReview(), ev.Comment("a word"), ev.Sibling(1)),
    *(ev.Step(-1), ev.Step(1), ev.Step(-99), ev.Step(99), ev.ShowResult(False), ev.Replay()),
    *(ev.AnswerOffer(True), ev.AnswerOffer(False), ev.ShowSolution(), ev.TryExercise()),
    *(ev.PlayReply(), ev.LeaveExercise(), *AT_HOME),
)


def lines(tree: Tree) -> set[tuple[object, ...]]:
    """All that was played in a game, from its first position on."""
    nodes = (node for node in tree.reachable() if node != ROOT)
    return {(tree.game, tree.setup, tree.actions(node)) for node in nodes}


class Walk:
    """Somebody at the page who does anything."""

    def __init__(self, page: Page, chance: Random) -> None:
        self.page, self.chance = page, chance
        self.done: set[tuple[object, ...]] = set()

    async def step(self) -> None:
        """Do one thing."""
        page, chance = self.page, self.chance
        database, session = page.database, page.session
        names = [self.press, self.act, self.act, self.answer, self.answer, self.go, self.back]
        match chance.choice([*names, "new", "rematch", "open", "time", "wait", "reload"]):
            case "new":
                size, seats, terms = (chance.choice(some) for some in ((3, 5), SEATS, TERMS))
                page.do(ev.NewGame(chance.choice(list(GAMES)), size, (), seats, terms))
            case "rematch" if not page.is_home:
                page.do(ev.Rematch(session.seats))
            case "open" if database.entries:
                await page.settle()
                await page.table.autosave.open(chance.choice(database.entries).id)
            case "time":
                for millis in chance.choice([[50], [3000], [3000] * 7, [20_000]]):
                    page.rooms.now[0] += millis
                    page.clock.tick()
                if page.clock.asks:
                    page.clock.answered()
            case "wait":
                await database.pause(chance.randrange(60))
                page.rest()
            case "reload" if chance.random() < 0.3:
                await self.reload()
            case do if callable(do):
                do()

    def press(self) -> None:
        self.page.do(self.chance.choice(AT_HOME if self.page.is_home else PRESSED))

    def act(self) -> None:
        session = self.page.session
        legal = list(bits(session.game.legal(session.state)))
        if legal and not self.page.is_home:
            action = self.chance.choice(legal[:5])
            is_cell = action < session.game.board.end
            self.page.do(ev.Click(action) if is_cell else ev.Act(action))

    def answer(self) -> None:
        session = self.page.session
        state = session.tree.nodes[session.engine.asked].state
        legal = list(bits(session.game.legal(state)))
        if self.page.asked is not None and legal:
            self.page.answer(action_name(session.game.board, self.chance.choice(legal)))

    def go(self) -> None:
        game = self.chance.choice(list(GAMES))
        home = ["#go-on", f"#play/{game}"] if self.page.is_home else ["#home"]
        self.page.history.follow(self.chance.choice([*home, self.chance.choice(LESSONS)]))

    def back(self) -> None:
        self.page.history.walk(self.chance.choice([-1, -1, -2, 1]))

    async def reload(self) -> None:
        """Come again; some things are done before the library is there."""
        self.page.hear()
        self.page.table.autosave.flush()
        await self.page.database.pause()
        again = Page(self.page.rooms)

        async def meanwhile() -> None:
            database, self.page = self.page.database, again
            again.database = database
            for _ in range(self.chance.randrange(4)):
                self.chance.choice([self.press, self.act, self.answer, self.go, self.back])()
                again.hear()
                self.look()

        await again.start(self.page.database, meanwhile)
        again.do(wire.EngineReady())

    def look(self) -> None:
        """What always holds."""
        page, session = self.page, self.page.session
        assert (page.asked is not None) == session.engine.thinking
        if session.attempt is None and session.is_engine_due:
            assert session.engine.thinking or session.engine.status != "ready"
        game = session.played
        assert game.cursor in game.tree.path(game.leaf)
        assert {game.leaf, game.present} <= set(game.tree.reachable())
        if game.has_begun:
            self.done |= lines(game.tree)


@pytest.mark.parametrize("way", ["stored", "left"])
def test_a_game_that_is_gone_on_with_has_its_own_time_though_another_one_began_alike(way: str):
    async def run() -> None:
        page = await Page(rooms).start(Together(rooms, Random(1)))
        clocked = ev.NewGame("brink", 3, (), (ev.PERSON, ev.PERSON), ev.Terms(60_000))
        page.do(clocked)
        page.play("a1")
        rooms.now[0] += 6000
        page.play("b2")
        await page.settle()
        page.do(clocked)
        page.play("a1")
        assert page.clock.clock.left == (60_000, 60_000)
        if way == "left":
            await page.back()
        else:
            await page.table.autosave.open(page.database.entries[0].id)
        assert page.line == ["a1", "b2"] and page.clock.clock.left == (60_000, 54_000)

    with whole_page() as rooms:
        asyncio.run(run())


@pytest.mark.parametrize("seed", range(SEEDS))
def test_whatever_is_done_on_the_page_nothing_is_lost(seed: int):
    async def run() -> None:
        chance = Random(seed)
        walk = Walk(await Page(rooms).start(Together(rooms, chance)), chance)
        walk.page.do(wire.EngineReady())
        for _ in range(STEPS):
            await walk.step()
            if chance.random() < 0.9:
                walk.page.hear()
            await walk.page.database.pause(3)
            walk.look()
        walk.page.hear()
        walk.page.table.autosave.flush()
        await walk.page.settle()
        await walk.page.settle()
        walk.look()
        for task in walk.page.database.tasks:
            assert not task.done() or task.exception() is None
        assert walk.done <= set[tuple[object, ...]]().union(*map(lines, walk.page.database.trees))
        session = walk.page.session
        if not walk.page.is_home and session.address is None:
            assert rooms.js.location.hash == f"#{session.link}"

    with whole_page() as rooms:
        asyncio.run(run())


def test_before_saving_starts_what_is_played_is_noted_and_what_is_opened_is_not():
    async def run(rooms: SimpleNamespace, play: bool) -> list[str]:
        page, database = Page(rooms), Together(rooms, Random(1))

        async def meanwhile() -> None:
            page.do(ev.NewGame("lox", 3), ev.OpenLink("1/byg3/ma1c3"))
            if play:
                page.play("b2")
            page.do(ev.NewGame("brink", 3))

        await page.start(database, meanwhile)
        return [session_of(entry).game.name for entry in database.entries]

    for play in False, True:
        with whole_page() as rooms:
            assert asyncio.run(run(rooms, play)) == ["byg"] * play


def test_a_game_that_only_the_computer_has_played_in_before_saving_starts_is_not_stored():
    async def run(rooms: SimpleNamespace) -> None:
        page = Page(rooms)

        async def meanwhile() -> None:
            page.do(wire.EngineReady(), ev.NewGame("brink", 3, (), (ENGINE, ev.PERSON)))
            page.answer("a1")
            page.do(ev.NewGame("byg", 3))

        await page.start(Together(rooms, Random(1)), meanwhile)
        assert not page.database.entries

    with whole_page() as rooms:
        asyncio.run(run(rooms))


def test_another_game_that_is_played_before_saving_starts_is_stored_beside_the_last_one():
    async def run(rooms: SimpleNamespace) -> None:
        page = await Page(rooms).start(Together(rooms, Random(1)))
        page.do(ev.NewGame("brink", 3))
        page.play("a1", "b2")
        await page.settle()
        again = Page(rooms)

        async def meanwhile() -> None:
            again.do(ev.NewGame("brink", 3))
            again.play("c3")

        await again.start(page.database, meanwhile)
        assert sorted(len(tree.nodes) for tree in again.database.trees) == [2, 3]

    with whole_page() as rooms:
        asyncio.run(run(rooms))


def test_a_game_that_was_left_is_gone_on_with_unless_it_was_deleted():
    async def run(rooms: SimpleNamespace) -> None:
        page = await Page(rooms).start(Together(rooms, Random(1)))
        page.do(ev.NewGame("brink", 3))
        page.play("a1")
        await page.settle()
        page.do(ev.NewGame("byg", 3))
        left, autosave = page.table.left_games, page.table.autosave
        for known in None, autosave:
            assert left.of(known, "brink").game.name == "brink" and left.of(known, "lox") is None
        await autosave.delete(page.database.entries[0].id)
        assert left.of(autosave, "brink") is None

    with whole_page() as rooms:
        asyncio.run(run(rooms))
