"""Random walks over the page and over several tabs, by a seed: nothing that was played is lost.

The tests walk with a few seeds; ``lab.walks`` does with a thousand, and compares versions.
"""

import asyncio
from collections.abc import Callable
from hashlib import sha256
from random import Random

from greylox_web.features.analysis.hint import PressHint
from greylox_web.features.exercise.model import PlayReply, RetryExercise, ShowSolution
from greylox_web.features.lessons.step import COURSES, course
from greylox_web.features.review.model import CloseReview, StartReview
from greylox_web.match.match import PERSON, UNTIMED, GameTerms, Match, Seat
from greylox_web.match.tree import ROOT, Node, Tree, new_tree
from greylox_web.rules import GAMES, new_game
from greylox_web.rules.board import bits
from greylox_web.rules.notation.actions import action_name
from greylox_web.session.asking import (
    EngineReady,
    MoveNow,
    PauseEngine,
    ResumeEngine,
    ToggleAnalysis,
)
from greylox_web.session.event import Event, SetPageVisible, ShowResult
from greylox_web.session.friends import AnswerSeatOffer, StepReplay
from greylox_web.session.opening import LeaveExercise, NewGame, Rematch
from greylox_web.session.playing import (
    ClickCell,
    GoToNode,
    GoToSibling,
    PlayAction,
    Redo,
    Resign,
    StepBy,
    Undo,
)
from greylox_web.session.session import Session
from greylox_web.session.study import Comment, Promote
from tests.page.several_tabs import Together, saving_modules
from tests.page.whole_page import Page, whole_page

SEEDS = 30  # of the tests
STEPS = 70
LESSONS = [f"#learn/{game}/{step.name}" for game in COURSES for step in course(game)]
ENGINE, FRIEND = Seat(2), Seat(remote=True)
SEATS = (
    *((PERSON, ENGINE), (ENGINE, PERSON), (ENGINE, Seat(1))),
    *((PERSON, PERSON), (PERSON, FRIEND), (FRIEND, PERSON)),
)
TERMS = (
    UNTIMED,
    UNTIMED,
    GameTerms(60_000, 2000),
    GameTerms(60_000, 0, False),
    GameTerms(0, 0, False),
)
AT_HOME = MoveNow(), SetPageVisible(False), SetPageVisible(True)
PRESSED = (
    *(Undo(), Undo(), Redo(), Resign(), PauseEngine(), ResumeEngine(), ToggleAnalysis()),
    *(PressHint(), StartReview(), CloseReview(), Comment("a word"), GoToSibling(1)),
    *(StepBy(-1), StepBy(1), StepBy(-99), StepBy(99), ShowResult(False), StepReplay()),
    *(AnswerSeatOffer(True), AnswerSeatOffer(False), ShowSolution(), RetryExercise()),
    *(PlayReply(), LeaveExercise(), *AT_HOME),
)


Lines = set[tuple[object, ...]]


class Digest:
    """A hash of what a walk shows and stores, equal for versions that do the same."""

    def __init__(self) -> None:
        self._hash = sha256()

    def add(self, *values: object) -> None:
        """Add what can be written the same way in each version."""
        self._hash.update(repr(values).encode())

    def add_session(self, session: Session) -> None:
        """Add the game on the table."""
        game = session.game_session.match
        self.add(
            session.link, session.game_session.link, game.leaf, game.cursor, game.takeback_node
        )
        self.add(*(tuple(seat) for seat in game.seats), tuple(game.terms), game.lost_on_time)
        self.add(game.friend, game.unrated_reason, game.offered_seat, game.source)
        self.add(session.notice, session.engine.thinking)

    def add_stored(self, browser: Together) -> None:
        """Add the stored games, but for their ids and times."""
        for row in sorted(
            (
                one.link,
                one.tree,
                one.revision,
                one.seats,
                tuple(one.terms),
                one.helped,
                one.opponent,
            )
            for one in browser.entries
        ):
            self.add(*row)

    def __str__(self) -> str:
        return self._hash.hexdigest()


def lines(tree: Tree) -> Lines:
    """All that was played in a game, from its first position on."""
    nodes = (node for node in tree.reachable() if node != ROOT)
    return {(tree.game, tree.setup, tree.actions(node)) for node in nodes}


class Walk:
    """Somebody at the page who does anything."""

    def __init__(self, page: Page, chance: Random) -> None:
        self.page, self.chance = page, chance
        self.done = Lines()  # what was played
        self.given = Lines()  # what came with a link, and need not be stored

    async def step(self) -> None:
        """Do one thing."""
        page, chance = self.page, self.chance
        database, session = page.database, page.session
        names = [self.press, self.act, self.act, self.answer, self.answer, self.go, self.back]
        match chance.choice([*names, "new", "rematch", "open", "time", "wait", "reload"]):
            case "new":
                size, seats, terms = (chance.choice(some) for some in ((3, 5), SEATS, TERMS))
                page.do(NewGame(chance.choice(list(GAMES)), size, (), seats, terms))
            case "rematch" if not page.is_home:
                page.do(Rematch(session.seats))
            case "open" if database.entries:
                await page.settle()
                await page.table.autosave.open(chance.choice(database.entries).id)
            case "time":
                for millis in chance.choice([[50], [3000], [3000] * 7, [20_000]]):
                    page.rooms.now[0] += millis
                    page.clock.tick()
                if page.clock.question_open:
                    page.clock.on_question_closed()
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
            is_cell = action < session.game.board.end_action
            self.page.do(ClickCell(action) if is_cell else PlayAction(action))

    def answer(self) -> None:
        session = self.page.session
        if (question := session.engine.question) is None:
            return
        legal = list(bits(session.game.legal(question.state)))
        if legal:
            self.page.answer(action_name(session.game.board, self.chance.choice(legal)))

    def go(self) -> None:
        game = self.chance.choice(list(GAMES))
        home = ["#go-on", f"#play/{game}"] if self.page.is_home else ["#home"]
        self.page.history.follow_link(self.chance.choice([*home, self.chance.choice(LESSONS)]))

    def back(self) -> None:
        self.page.history.walk(self.chance.choice([-1, -1, -2, 1]))

    def hear(self) -> None:
        """Hear of the changes of the address."""
        before = self.page.session.game_session
        self.page.hear()
        now = self.page.session.game_session
        if not now.is_same_game(before):
            self.given |= lines(now.tree)

    async def reload(self) -> None:
        """Come again; some things are done before the library is there."""
        self.hear()
        self.page.table.autosave.flush()
        await self.page.database.pause()
        again = Page(self.page.rooms)

        async def meanwhile() -> None:
            database, self.page = self.page.database, again
            again.database = database
            self.given |= lines(again.session.game_session.tree)
            for _ in range(self.chance.randrange(4)):
                self.chance.choice([self.press, self.act, self.answer, self.go, self.back])()
                self.hear()
                self.look()

        await again.start(self.page.database, meanwhile)
        again.do(EngineReady())

    def look(self) -> None:
        """What always holds."""
        page, session = self.page, self.page.session
        assert (page.asked is not None) == session.engine.thinking
        if session.exercise_attempt is None and session.is_engine_to_move:
            assert session.engine.thinking or session.engine.status != "ready"
        game = session.game_session
        assert page.table.visit.current.match.id == game.match.id
        assert game.cursor in game.tree.path(game.leaf)
        assert {game.leaf, game.live_node} <= set(game.tree.reachable())
        if game.match.has_started:
            self.done |= lines(game.tree) - self.given


def page(seed: int) -> str:
    """Walk over the page; return a digest of what was shown and stored."""
    digest = Digest()

    async def run() -> None:
        chance = Random(seed)
        browser = Together(rooms, Random(f"{seed} database"))
        walk = Walk(await Page(rooms).start(browser), chance)
        walk.page.do(EngineReady())
        for _ in range(STEPS):
            await walk.step()
            if chance.random() < 0.9:
                walk.hear()
            await walk.page.database.pause(3)
            walk.look()
            digest.add_session(walk.page.session)
            digest.add(rooms.history.entries, rooms.history.index, walk.page.clock.clock)
        walk.hear()
        walk.page.table.autosave.flush()
        await walk.page.settle()
        await walk.page.settle()
        walk.look()
        for task in walk.page.database.tasks:
            assert not task.done() or task.exception() is None
        assert walk.done <= Lines().union(*map(lines, walk.page.database.trees))
        session = walk.page.session
        if not walk.page.is_home and session.faulty_link is None:
            assert rooms.js.location.hash == f"#{session.link}"
        digest.add_session(session)
        digest.add_stored(walk.page.database)

    with whole_page() as rooms:
        asyncio.run(run())
    return str(digest)


def tabs(seed: int, refusals: float = 0.0) -> str:
    """Let two or three tabs play in one game, while the database refuses a part of the writing.

    Return a digest of what the tabs have and of what is stored in the end.
    """
    digest = Digest()

    async def run() -> None:
        chance = Random(seed)
        browser = Together(storage, Random(f"{seed} database"))
        game = new_game(*chance.choice([("brink", 3), ("byg", 3), ("lox", 5), ("greylox", 3)]))
        first = await browser.tab(Session(Match(new_tree(game))))
        first.dispatch(PlayAction(chance.choice(list(bits(game.legal(game.start()))))))
        await browser.settle()
        for _ in range(chance.randrange(1, 3)):
            other = await browser.tab(Session(Match(new_tree(game))))
            assert await other.autosave.open(first.session.match.id)
        browser.refusals = refusals
        done = lines(first.session.tree)
        for number in range(40):
            tab = chance.choice(browser.tabs)
            event = some_event(tab.session, chance, number)
            if event is not None:
                tab.dispatch(event)
                done |= lines(tab.session.tree)
            elif chance.random() < 0.5:
                tab.rest()
            else:
                for _ in range(chance.randrange(8)):
                    await browser.pause(1)
                    if chance.random() < 0.6:
                        browser.deliver()
        browser.refusals = 0.0
        for tab in browser.tabs:
            tab.autosave.flush()
        await browser.settle()
        [stored] = browser.trees
        assert done <= lines(stored)
        for tab in browser.tabs:
            assert annotated(tab.session.tree) == annotated(stored)
            assert tab.session.cursor in tab.session.tree.path(tab.session.leaf)
            digest.add_session(tab.session)
        digest.add_stored(browser)

    with saving_modules() as storage:
        asyncio.run(run())
    return str(digest)


def refused_tabs(seed: int) -> str:
    """Walk over several tabs while the database refuses three transactions of ten."""
    return tabs(seed, 0.3)


WALKS: dict[str, Callable[[int], str]] = {
    "page": page,
    "tabs": tabs,
    "refused-tabs": refused_tabs,
}


def annotated(tree: Tree) -> dict[tuple[int, ...], tuple[object, ...]]:
    """What is written at each position, by the actions that lead there."""
    nodes: dict[tuple[int, ...], Node] = {
        tree.actions(node): tree.nodes[node] for node in tree.reachable()
    }
    return {
        line: (node.resigned, frozenset(node.comment.split("\n")), frozenset(node.marks))
        for line, node in nodes.items()
    }


def some_event(session: Session, chance: Random, number: int) -> Event | None:
    """Something that a person may do, or None."""
    tree, legal = session.tree, list(bits(session.game.legal(session.state)))
    act = PlayAction(chance.choice(legal[:4])) if legal and not session.resigned else Undo()
    said = tree.nodes[session.cursor].comment
    comment = Comment(f"{said}\nc{number}" if said else f"c{number}")
    go, promote = (
        GoToNode(chance.choice(tree.reachable())),
        Promote(chance.choice(tree.reachable())),
    )
    events = [act, Undo(), Redo(), go, comment, Resign(), promote, None]
    return chance.choices(events, [35, 10, 5, 10, 5, 3, 2, 30])[0]
